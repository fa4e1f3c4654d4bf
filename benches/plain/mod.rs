//! Plain versions of the programs, written as most people would first write them. They do not check
//! their input.
#![allow(clippy::unwrap_used, clippy::missing_errors_doc, clippy::missing_panics_doc)] // they panic

use std::io::{self, BufRead, Write};

pub mod camicia;
pub mod etude19;
pub mod freecell;
pub mod uva127;

/// A program as a function of its standard input and output.
pub type Program = fn(&mut dyn BufRead, &mut dyn Write) -> io::Result<()>;
