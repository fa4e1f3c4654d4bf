//! The plain versions: the programs that everyone writes first, for comparison. They trust their
//! input.
#![allow(clippy::unwrap_used, clippy::missing_errors_doc, clippy::missing_panics_doc)] // so they panic

use std::io::{self, BufRead, Write};

pub mod camicia;
pub mod etude19;
pub mod freecell;
pub mod uva127;

/// A program as a function: standard input, standard output.
pub type Program = fn(&mut dyn BufRead, &mut dyn Write) -> io::Result<()>;
