//! The plain versions: the programs that everyone writes first, for comparison.

use std::io::{self, BufRead, Write};

pub mod uva127;

/// A program as a function: standard input, standard output.
pub type Program = fn(&mut dyn BufRead, &mut dyn Write) -> io::Result<()>;
