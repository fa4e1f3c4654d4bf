//! # UVa 127, "Accordian" Patience, step by step
//!
//! The problem: <https://onlinejudge.org/external/1/127.pdf>. This program reads the same input
//! as `uva127` and shows the whole game, for whoever wants to see where an answer comes from.
//!
//! ## The task
//!
//! How does each pack come to the piles that it leaves?
//!
//! Cards are dealt one by one in a row from left to right, each a pile of its own. Whenever the top
//! card of a pile has the rank or the suit of the top card of the pile three places to the left, or
//! of the pile just left of it, it is moved onto that pile: that one card, not the pile. Where both
//! can be done it goes three places. If several cards can move, the leftmost does. A pile that has
//! lost its last card leaves a gap, which is closed at once. Only when nothing moves any more is
//! the next card dealt.
//!
//! ## Input and output
//!
//! Input: packs of 52 cards, as the judge has them two lines of 26 each, up to a line that begins
//! with `#` or to the end of the input. A card is a rank `A23456789TJQK` and a suit `CDHS`, in
//! either case. Line breaks carry no meaning, but a line that begins with `Game` is a title and is
//! skipped. A pack with a card twice is played as it is.
//!
//! Output: a line for each card dealt and for each move, with the row as it then stands, a top
//! card and the size of its pile in brackets; after 52 cards the line that `uva127` prints.
//! Places are counted from 1: `5H 3 left, 5 to 2` moves the 5H from the fifth pile over two others
//! onto the second.
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
//! The rules are followed to the letter, one move at a time and from the left again after each.
//! Nothing of the game is shared with `uva127`, so that each program checks the other.
//!
//! ## Cost
//!
//! About 145 lines a pack, which take far longer to print than to play.
//!
//! Run it with `cargo run --release --bin uva127_trace < samples/127.in`.

use shell::{Program, Stop};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Trace { pack: Vec::new() })
}

/// A card as it is written: rank, suit.
type Card = [u8; 2];

/// Reads packs; plays each as soon as it is whole.
struct Trace {
    /// The cards of the pack that is being read, fewer than 52.
    pack: Vec<Card>,
}

impl Program for Trace {
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
            self.pack.push(read_card(word)?);
            if self.pack.len() == 52 {
                Row::default().play(&self.pack, output)?;
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

/// Reads a card, in either case.
fn read_card(word: &[u8]) -> Result<Card, Stop> {
    let upper = word.to_ascii_uppercase();
    match *upper {
        [rank, suit] if b"A23456789TJQK".contains(&rank) && b"CDHS".contains(&suit) => {
            Ok([rank, suit])
        }
        _ => Err(shell::unexpected(
            word,
            "a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH",
        )),
    }
}

/// A pile, from its bottom card to its top card.
type Pile = Vec<Card>;

/// The row on the table.
#[derive(Default)]
struct Row {
    /// The piles from left to right, none of them empty.
    piles: Vec<Pile>,
}

impl Row {
    /// Deals the cards of a pack, and shows each deal, each move and the end.
    fn play(&mut self, pack: &[Card], output: &mut dyn Write) -> io::Result<()> {
        for &card in pack {
            self.piles.push(vec![card]);
            self.show(&format!("deal {}", name(card)), output)?;
            while let Some((from, step)) = self.leftmost_move() {
                let to = from - step;
                let what = format!(
                    "{} {step} left, {} to {}",
                    name(top(&self.piles[from])),
                    from + 1,
                    to + 1
                );
                self.make_move(from, to);
                self.show(&what, output)?;
            }
        }
        let sizes: Vec<String> = self.piles.iter().map(|pile| pile.len().to_string()).collect();
        let plural = if sizes.len() == 1 { "" } else { "s" };
        writeln!(output, "{} pile{plural} remaining: {}", sizes.len(), sizes.join(" "))
    }

    /// The leftmost place whose top card can move, and over how many places it moves.
    fn leftmost_move(&self) -> Option<(usize, usize)> {
        for (from, pile) in self.piles.iter().enumerate() {
            for step in [3, 1] {
                if step <= from && alike(top(pile), top(&self.piles[from - step])) {
                    return Some((from, step));
                }
            }
        }
        None
    }

    /// Moves the top card of one pile onto another, and closes the gap if that was its last.
    fn make_move(&mut self, from: usize, to: usize) {
        if let Some(card) = self.piles[from].pop() {
            self.piles[to].push(card);
        }
        if self.piles[from].is_empty() {
            self.piles.remove(from);
        }
    }

    /// Writes a line: what was done and the row after it.
    fn show(&self, what: &str, output: &mut dyn Write) -> io::Result<()> {
        write!(output, "{what:<22}")?; // more than `TH 3 left, 52 to 49`
        for pile in &self.piles {
            output.write_all(b" ")?;
            output.write_all(&top(pile))?;
            write!(output, "({})", pile.len())?;
        }
        writeln!(output)
    }
}

/// The top card of a pile.
fn top(pile: &[Card]) -> Card {
    pile[pile.len() - 1]
}

/// Whether two cards match, by rank or by suit.
fn alike(a: Card, b: Card) -> bool {
    a[0] == b[0] || a[1] == b[1]
}

/// A card as it is shown.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed for some lines, the end of the input included, and why it stopped.
    fn run(lines: &[&str]) -> (String, Result<(), Stop>) {
        let mut trace = Trace { pack: Vec::new() };
        let mut output = Vec::new();
        let mut ended = lines.iter().try_for_each(|line| trace.line(line.as_bytes(), &mut output));
        if ended == Ok(()) {
            ended = trace.end(&mut output);
        }
        (String::from_utf8_lossy(&output).into_owned(), ended)
    }

    #[test]
    fn three_places_before_one_and_the_gap_closes() {
        let mut row = Row {
            piles: vec![vec![*b"2H"], vec![*b"3S"], vec![*b"4D"], vec![*b"4H"], vec![*b"KC"]],
        };
        assert_eq!(row.leftmost_move(), Some((3, 3)));
        row.make_move(3, 0);
        assert_eq!(row.piles, [vec![*b"2H", *b"4H"], vec![*b"3S"], vec![*b"4D"], vec![*b"KC"]]);
        assert_eq!(row.leftmost_move(), None);
    }

    #[test]
    fn a_pack_of_one_suit_ends_in_one_pile() {
        let half = "ac 2c 3c 4c 5c 6c 7c 8c 9c tc jc qc kc ".repeat(2);
        let (shown, ended) = run(&["Game #1", &half, "", &half, "# 1H is not read"]);
        assert_eq!(ended, Err(Stop::Done));
        assert!(shown.starts_with("deal AC                AC(1)\ndeal 2C                AC(1) 2C(1)\n2C 1 left, 2 to 1      2C(2)\n"));
        assert!(shown.ends_with("KC 1 left, 2 to 1      KC(52)\n1 pile remaining: 52\n"));
    }

    #[test]
    fn a_pack_must_be_whole() {
        let (shown, ended) = run(&["AC 2C"]);
        assert_eq!(shown, "");
        assert_eq!(
            ended,
            Err(Stop::Error("the pack ends after 2 of its 52 cards; expected 50 more".to_string()))
        );
    }
}
