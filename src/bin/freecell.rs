//! # Deal cards for FreeCell
//!
//! The problem: <https://rosettacode.org/wiki/Deal_cards_for_FreeCell>, also on freeCodeCamp as
//! <https://www.freecodecamp.org/learn/rosetta-code/rosetta-code-challenges/deal-cards-for-freecell>.
//!
//! ## The task
//!
//! FreeCell programs identify a board by its deal number, and all of them deal the same board for
//! the same number, as Microsoft's program did. Which boards do the given numbers stand for?
//!
//! The state starts as the number. For each draw, state = state * 214013 + 2531011 (mod 2^31), and
//! the draw is state div 2^16. The deck starts in the order AC AD AH AS 2C .. KS. Deal the card at
//! index draw mod (cards left), counted from 0, and move the last card of the deck into its place.
//!
//! These draws have 15 bits, so from 2^31 on the boards would repeat. FreeCell Pro and later
//! programs extend the rule: from 2^31 to 2^32 - 1, each draw also has the bit 0x8000 set; from
//! 2^32 on, the state starts as number - 2^32, and the draw is (state div 2^16) mod 2^16, plus 1.
//! The numbers -1 and -2 stand for two boards of Microsoft's that cannot be won.
//!
//! ## Input and output
//!
//! Input: deal numbers separated by white space: 1 to 8589934591 (2^33 - 1), -1 or -2. A line that
//! starts with `Game` is a title, as `freecell_find` prints it, and stands for its numbers: for 1
//! and 2 if it is `Game #1 #2`. A line that starts with `#` is a comment. Other punctuation is an
//! error, because `1,234` can be read as one number or as two.
//!
//! Output: for each number a title and the board by rows. A card is a rank and a suit.
//!
//! ```text
//! $ echo 1 | freecell
//! Game #1
//! JD 2D 9H JC 5D 7H 7C 5H
//! KD KC 9S 5S AD QC KH 3H
//! 2S KS 9D QD JS AS AH 3C
//! 4C 5C TS QH 4H AC 4D 7S
//! 3S TD 4S TH 8H 2C JH 7D
//! 6D 8S 8D QS 6C 3D 8C TC
//! 6S 9C 2H 6H
//! ```
//!
//! ## The idea
//!
//! In all three ranges a draw is some bits of the state, plus a constant. It needs only the lowest
//! 32 bits of the state, which never depend on higher bits. So the state is a `u32` that wraps. (A
//! signed integer would overflow, a floating-point number would be rounded.)
//!
//! *A remainder without a division* saves 10 % of the time. To reduce a draw modulo k, let R be
//! 2^32 / k rounded up, so that R * k = 2^32 + e with e < k, and write draw = q * k + r. Then
//! draw * R = q * 2^32 + q * e + r * R. A wrapping product drops q * 2^32. The rest, times k, is
//! e * (q * k + r) + r * 2^32 = e * draw + r * 2^32. As e < 52 and draw <= 65536, e * draw < 2^22,
//! so the upper half of this product is r. As r < k, the rest is below 2^32: no more was dropped.
//!
//! *The text* of a board is written in place. The title is aligned to the right, so each card has a
//! fixed place. It is copied as four bytes, which is fast; the next card overwrites the fourth.
//!
//! ## Cost
//!
//! A board takes 52 steps, about 0.15 microseconds.
//!
//! Run it with `seq 1 10 | cargo run --release --bin freecell`.

use shell::{Program, Stop};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Dealer { text: [b' '; END + 1] })
}

/// A card as it is printed: rank, suit, a blank, and an unused byte.
type Card = [u8; 4];

/// Where the cards begin in the text: after `Game #`, up to ten digits and a line break.
const CARDS: usize = 17;
/// Where the text ends: after 52 cards of three bytes.
const END: usize = CARDS + 3 * 52;

struct Dealer {
    /// The title and the board of the last number, and the unused byte of the last card.
    text: [u8; END + 1],
}

impl Program for Dealer {
    const NAME: &'static str = "freecell";
    const USAGE: &'static str = "usage: freecell < NUMBERS > BOARDS";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let mut next = words.next();
        let is_title = next.map_or(false, |first| first.starts_with(b"Game"));
        if is_title {
            next = words.next();
            if next.is_none() {
                let what = "a title without a number; expected a deal number, like Game #617";
                return Err(Stop::Error(what.to_string()));
            }
        } else if next.map_or(false, |first| first.starts_with(b"#")) {
            return Ok(());
        }
        while let Some(word) = next {
            let number = if is_title && word.len() > 1 { word.strip_prefix(b"#") } else { None };
            let number = number.unwrap_or(word);
            match number {
                b"-1" => output.write_all(MINUS_1)?,
                b"-2" => output.write_all(MINUS_2)?,
                _ => output.write_all(self.deal(number)?)?,
            }
            next = words.next();
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        Ok(())
    }
}

impl Dealer {
    /// Deals a board and returns its title and rows.
    fn deal(&mut self, number: &[u8]) -> Result<&[u8], Stop> {
        let (digits, value) = parse_number(number)?;
        let (mask, plus) = match value >> 31 {
            0 => (0x7FFF, 0),
            1 => (0x7FFF, 0x8000),
            _ => (0xFFFF, 1),
        };
        let mut state = (value & 0xFFFF_FFFF) as u32;
        let mut deck = DECK;
        for dealt in 0..52 {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            let left = 52 - dealt;
            let place = remainder(((state >> 16) & mask) + plus, left);
            let at = CARDS + 3 * dealt;
            self.text[at..at + 4].copy_from_slice(&deck[place]);
            deck[place] = deck[left - 1];
        }
        for row_end in [0, 8, 16, 24, 32, 40, 48, 52] {
            self.text[CARDS + 3 * row_end - 1] = b'\n';
        }
        let start = CARDS - 1 - digits.len();
        self.text[start..CARDS - 1].copy_from_slice(digits);
        self.text[start - 6..start].copy_from_slice(b"Game #");
        Ok(&self.text[start - 6..END])
    }
}

/// Parses a deal number: its digits without leading zeros, and its value.
fn parse_number(word: &[u8]) -> Result<(&[u8], u64), Stop> {
    let zeros = word.iter().take_while(|&&byte| byte == b'0').count();
    let digits = &word[zeros..];
    if digits.len() <= 10 && digits.iter().all(u8::is_ascii_digit) {
        let value = digits.iter().fold(0, |value, digit| 10 * value + u64::from(digit - b'0'));
        if (1..1 << 33).contains(&value) {
            return Ok((digits, value));
        }
    }
    Err(shell::unexpected(
        word,
        "a deal number: expected a whole number from 1 to 8589934591, or -1 or -2",
    ))
}

/// The remainder of a draw, at most 65536, divided by the number of cards left, 1 to 52.
fn remainder(draw: u32, left: usize) -> usize {
    let fraction = draw.wrapping_mul(RECIPROCALS[left]);
    ((u64::from(fraction) * left as u64) >> 32) as usize
}

/// 2^32 / k rounded up, modulo 2^32, for each k from 1 to 52.
static RECIPROCALS: [u32; 53] = {
    let mut table = [0; 53];
    let mut k = 1;
    while k <= 52 {
        table[k as usize] = (u32::MAX / k).wrapping_add(1);
        k += 1;
    }
    table
};

/// The deck before the deal, AC AD AH AS 2C .. KS.
const DECK: [Card; 52] = {
    let mut deck = [[0, 0, b' ', 0]; 52];
    let mut i = 0;
    while i < 52 {
        deck[i][0] = b"A23456789TJQK"[i / 4];
        deck[i][1] = b"CDHS"[i % 4];
        i += 1;
    }
    deck
};

const MINUS_1: &[u8] = b"Game #-1
AC AD AH AS QC QD QH QS
3C 3D 3H 3S TC TD TH TS
5C 5D 5H 5S 8C 8D 8H 8S
7C 7D 7H 7S 6C 6D 6H 6S
9C 9D 9H 9S 4C 4D 4H 4S
JC JD JH JS 2C 2D 2H 2S
KC KD KH KS
";

const MINUS_2: &[u8] = b"Game #-2
AS AH AD AC 7S 7H 7D 7C
KS KH KD KC 6S 6H 6D 6C
QS QH QD QC 5S 5H 5D 5C
JS JH JD JC 4S 4H 4D 4C
TS TH TD TC 3S 3H 3D 3C
9S 9H 9D 9C 2S 2H 2D 2C
8S 8H 8D 8C
";

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

    #[test]
    fn the_remainder_is_exact_for_every_draw_and_every_number_of_cards() {
        for draw in 0..=65536 {
            for left in 1..=52 {
                assert_eq!(remainder(draw, left), draw as usize % left, "{draw} mod {left}");
            }
        }
    }
}
