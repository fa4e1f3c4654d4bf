//! # UVa 127, "Accordian" Patience, step by step
//!
//! The problem: <https://onlinejudge.org/external/1/127.pdf>. This program reads the same input
//! as `uva127` and prints the whole game, so that you can see where an answer comes from.
//!
//! ## The task
//!
//! The cards of a pack are dealt one by one into a row, from left to right, each as a new pile. Two
//! cards match if they have the same rank or the same suit. If the top card of a pile matches the
//! top card three piles to its left, it moves onto that pile; if not, but it matches the top card
//! just to its left, it moves there. One card moves, never a whole pile. If several cards can move,
//! the leftmost one does. A pile that loses its last card leaves a gap, which closes at once. The
//! next card is dealt only when no card can move. Which moves lead to the piles at the end?
//!
//! ## Input and output
//!
//! Input: packs of 52 cards, up to a line that starts with `#` or to the end of the input. A card
//! is a rank `A23456789TJQK` and a suit `CDHS`, in either case. The judge writes a pack on two
//! lines of 26 cards, but line breaks have no meaning. A line that starts with `Game` is a title
//! and is skipped. The same card may occur twice in a pack.
//!
//! Output: a line for each deal and each move, with the row after it: the top card of each pile and
//! in brackets the size of the pile. Piles are counted from 1: `5H 3 left, 5 to 2` moves the 5H
//! from the fifth pile to the second. After 52 cards follows the line that `uva127` prints.
//!
//! ```text
//! $ uva127_trace < samples/127.in | head -8
//! deal QD                QD(1)
//! deal AD                QD(1) AD(1)
//! AD 1 left, 2 to 1      AD(2)
//! deal 8H                AD(2) 8H(1)
//! deal 5S                AD(2) 8H(1) 5S(1)
//! deal 3H                AD(2) 8H(1) 5S(1) 3H(1)
//! deal 5H                AD(2) 8H(1) 5S(1) 3H(1) 5H(1)
//! 5H 3 left, 5 to 2      AD(2) 5H(2) 5S(1) 3H(1)
//! ```
//!
//! ## The idea
//!
//! Follow the rules to the letter: make one move at a time, and search for the next one from the
//! left again. This program shares no idea with `uva127`, so that each checks the other.
//!
//! ## Cost
//!
//! A pack takes about 145 lines. Printing them takes far longer than playing.
//!
//! Run it with `cargo run --release --bin uva127_trace < samples/127.in`.

use shell::{Program, Stop};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Reader { pack: Vec::new() })
}

/// A card as it is written: rank, suit.
type Card = [u8; 2];

/// Reads packs and plays each as soon as it is complete.
struct Reader {
    /// The cards of the current pack, fewer than 52.
    pack: Vec<Card>,
}

impl Program for Reader {
    const NAME: &'static str = "uva127_trace";
    const USAGE: &'static str = "usage: uva127_trace < PACKS > GAMES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let mut words =
            line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
        match words.peek() {
            Some(first) if first.starts_with(b"#") => {
                self.end(output)?;
                return Err(Stop::Done);
            }
            Some(first) if first.starts_with(b"Game") => return Ok(()),
            _ => {}
        }
        for word in words {
            self.pack.push(parse_card(word)?);
            if self.pack.len() == 52 {
                play(&self.pack, output)?;
                self.pack.clear();
            }
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        match self.pack.len() {
            0 => Ok(()),
            cards => Err(Stop::Error(format!(
                "the pack ends after {cards} of its 52 cards; expected {} more",
                52 - cards
            ))),
        }
    }
}

fn parse_card(word: &[u8]) -> Result<Card, Stop> {
    match *word.to_ascii_uppercase() {
        [rank, suit] if b"A23456789TJQK".contains(&rank) && b"CDHS".contains(&suit) => {
            Ok([rank, suit])
        }
        _ => Err(shell::unexpected(
            word,
            "a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH",
        )),
    }
}

/// A pile, from its bottom card to its top card; never empty.
type Pile = Vec<Card>;

/// Plays a pack and prints each deal, each move and the answer.
fn play(pack: &[Card], output: &mut dyn Write) -> io::Result<()> {
    let mut row: Vec<Pile> = Vec::new();
    for &card in pack {
        row.push(vec![card]);
        print(&format!("deal {}", name(card)), &row, output)?;
        while let Some((from, step)) = leftmost_move(&row) {
            let (card, to) = (top(&row[from]), from - step);
            row[to].push(card);
            row[from].pop();
            if row[from].is_empty() {
                row.remove(from);
            }
            let what = format!("{} {step} left, {} to {}", name(card), from + 1, to + 1);
            print(&what, &row, output)?;
        }
    }
    let sizes: Vec<String> = row.iter().map(|pile| pile.len().to_string()).collect();
    let plural = if sizes.len() == 1 { "" } else { "s" };
    writeln!(output, "{} pile{plural} remaining: {}", sizes.len(), sizes.join(" "))
}

/// The leftmost pile whose top card can move, and how many piles to the left it moves.
fn leftmost_move(row: &[Pile]) -> Option<(usize, usize)> {
    for (from, pile) in row.iter().enumerate() {
        for &step in &[3, 1] {
            if step <= from && is_match(top(pile), top(&row[from - step])) {
                return Some((from, step));
            }
        }
    }
    None
}

/// Prints a line: what was done and the row after it.
fn print(what: &str, row: &[Pile], output: &mut dyn Write) -> io::Result<()> {
    write!(output, "{what:<22}")?; // wider than `TH 3 left, 52 to 49`
    for pile in row {
        output.write_all(b" ")?;
        output.write_all(&top(pile))?;
        write!(output, "({})", pile.len())?;
    }
    writeln!(output)
}

fn top(pile: &[Card]) -> Card {
    pile[pile.len() - 1]
}

fn is_match(a: Card, b: Card) -> bool {
    a[0] == b[0] || a[1] == b[1]
}

/// A card as text.
fn name(card: Card) -> String {
    card.iter().map(|&byte| char::from(byte)).collect()
}

/// What all the programs share: reading lines, writing answers, reporting errors.
/// Each file carries the same copy, so that each compiles alone.
mod shell {
    use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
    use std::process::ExitCode;
    use std::{env, str};

    /// A program: a state machine that is fed its input line by line.
    pub trait Program {
        /// The name at the start of its error messages.
        const NAME: &'static str;
        /// The line that `--help` prints.
        const USAGE: &'static str;
        /// Takes the next line, without its line break, and writes the answers that it completes.
        fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop>;
        /// Takes the end of the input.
        fn end(&mut self, output: &mut dyn Write) -> Result<(), Stop>;
    }

    /// Why a program stops before the end of its input.
    #[derive(Debug, PartialEq)]
    pub enum Stop {
        /// The input says so, or no one reads the answers any more.
        Done,
        /// An error in the current line: what is wrong and what was expected.
        Error(String),
        /// The same in the line of this number.
        ErrorIn(u64, String),
    }

    /// For `?` on write errors; `feed` handles the read errors.
    impl From<io::Error> for Stop {
        fn from(error: io::Error) -> Stop {
            match error.kind() {
                ErrorKind::BrokenPipe => Stop::Done,
                _ => Stop::Error(format!("cannot write the answers: {error}")),
            }
        }
    }

    /// The error that a word is not what was expected in its place.
    pub fn unexpected(word: &[u8], expected: &str) -> Stop {
        let (shown, more) = if word.len() > 24 { (&word[..24], "..") } else { (word, "") };
        // A letter of another script may look like an ASCII letter, so it is shown as bytes.
        let is_clear = |letter: char| letter.is_ascii() || !letter.is_alphanumeric();
        let shown = match str::from_utf8(shown) {
            Ok(text) if text.chars().all(is_clear) => text.escape_debug().to_string(),
            _ => shown.escape_ascii().to_string(),
        };
        Stop::Error(format!("\"{shown}{more}\" is not {expected}"))
    }

    /// Runs a program from standard input to standard output.
    pub fn run<P: Program>(program: &mut P) -> ExitCode {
        let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let mut number = 1;
        let result = if env::args_os().len() < 2 {
            feed(program, &mut output, &mut number)
        } else if env::args_os().skip(1).all(|word| word == "-h" || word == "--help") {
            writeln!(output, "{}", P::USAGE).map_err(Stop::from)
        } else {
            return report(2, P::USAGE);
        };
        // The answers before an error are right: write them first.
        let (line, what) = match output.flush().map_err(Stop::from).and(result) {
            Ok(()) | Err(Stop::Done) => return ExitCode::SUCCESS,
            Err(Stop::Error(what)) => (number, what),
            Err(Stop::ErrorIn(line, what)) => (line, what),
        };
        report(1, &format!("{}: line {line}: {what}", P::NAME))
    }

    /// Feeds a program its input; `at` is the number of the current line.
    fn feed<P: Program>(program: &mut P, output: &mut dyn Write, at: &mut u64) -> Result<(), Stop> {
        let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        let mut line = Vec::new();
        loop {
            // Filling an empty buffer may block, so flush first: someone may wait for the answers.
            if input.buffer().is_empty() {
                output.flush()?;
            }
            let read = match input.fill_buf() {
                Ok(mut buffer) => buffer.read_until(b'\n', &mut line)?,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Stop::Error(format!("cannot read the input: {error}"))),
            };
            input.consume(read);
            if line.ends_with(b"\n") {
                line.pop();
            } else if read == 0 && line.is_empty() {
                *at -= 1;
                return program.end(output);
            } else if read > 0 && line.len() <= 1 << 24 {
                continue;
            }
            if line.len() > 1 << 24 {
                return Err(Stop::Error("longer than 16 MiB; expected a line break".to_string()));
            } else if *at == 1 && line.iter().take(2).any(|&byte| byte == 0 || byte > 0xFD) {
                let how = "in PowerShell, Get-Content FILE | Set-Content -Encoding utf8 NEW";
                let what = format!("UTF-16; expected UTF-8 ({how})");
                return Err(Stop::ErrorIn(1, what));
            }
            let is_marked = *at == 1 && line.starts_with(b"\xEF\xBB\xBF");
            program.line(if is_marked { &line[3..] } else { &line }, output)?;
            line.clear();
            *at += 1;
        }
    }

    /// Prints a message on standard error, if that is open.
    fn report(status: u8, message: &str) -> ExitCode {
        let _ = writeln!(io::stderr(), "{message}");
        ExitCode::from(status)
    }
}
