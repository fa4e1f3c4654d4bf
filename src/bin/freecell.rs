//! # Deal cards for FreeCell
//!
//! The problem: <https://rosettacode.org/wiki/Deal_cards_for_FreeCell>, also on freeCodeCamp as
//! <https://www.freecodecamp.org/learn/rosetta-code/rosetta-code-challenges/deal-cards-for-freecell>.
//!
//! ## The task
//!
//! FreeCell names its boards by number, and every program deals the same board for a number, as
//! Microsoft's did first. Which boards have the given numbers?
//!
//! The state begins at the number. Each draw takes state = state * 214013 + 2531011 (mod 2^31), and
//! is state div 2^16. The deck lies in the order AC AD AH AS 2C .. KS. The card at place draw mod
//! (cards left), counted from 0, is dealt, and the last card of the deck fills its place.
//!
//! These draws have 15 bits, and the boards would repeat from 2^31 on, so programs that know larger
//! numbers go on as FreeCell Pro did. From 2^31 to 2^32 - 1 a draw is the same with 0x8000 set.
//! From 2^32 on the state begins at number - 2^32, and a draw is its 16 bits (state div 2^16 mod
//! 2^16) plus 1. The boards -1 and -2 are Microsoft's: no number deals them, nobody can win them.
//!
//! ## Input and output
//!
//! Input: deal numbers, white space between them: 1 to 8589934591 (2^33 - 1), or -1 or -2.
//!
//! Output: for each number a title and its board by rows, as it lies on the table. A card is a
//! rank `A23456789TJQK` and a suit `CDHS`.
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
//! All three ranges are one rule: a draw is some bits of the state, plus a constant. Draws
//! need only the lowest 32 bits of the state, and these never depend on those above. So the state
//! is a `u32` that wraps. (In signed or floating-point numbers it would overflow or be rounded.)
//!
//! *Jump-ahead.* State i is `A * number + C` with `A = 214013^i` and `C` alike for all numbers, so
//! the draws can be had in any order. That is what `freecell_find` rests on. Dealing is no faster
//! by it than by the chain: the deck is the slower of the two to follow, and hides the chain.
//!
//! *The remainder without a division.* Let R be 2^32 / k, rounded up, so that R * k = 2^32 + e with
//! e < k. Write draw = q * k + rest. Then draw * R = q * 2^32 + q * e + rest * R. A wrapping
//! product drops q * 2^32 and leaves q * e + rest * R, the fraction of draw / k in units of 2^-32.
//! Times k that is rest * 2^32 + e * (q * k + rest) = rest * 2^32 + e * draw. Here e < 52 and draw
//! <= 65536, so e * draw < 2^22. So the product with k is below k * 2^32, and nothing more has been
//! dropped, and its upper half is the rest. (With R rounded down every rest comes out one too
//! small, unless k is a power of 2.) This saves a tenth of the time.
//!
//! *The text.* A card is kept as it is printed, with its blank and a fourth byte, and is written at
//! once as one word of four bytes. The next card overwrites the fourth byte. The title is written
//! so that it ends where the cards begin; so every card has a place that never changes.
//!
//! ## Cost
//!
//! 52 steps a board, about 0.15 microseconds. Memory does not grow with the input.
//!
//! Run it with `seq 1 10 | cargo run --release --bin freecell`.

use shell::{Program, Stop};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Dealer { text: [b' '; END + 1] })
}

/// The largest deal number.
const LAST: u64 = (1 << 33) - 1;

/// What stands before the digits in a title.
const GAME: &[u8] = b"Game #";
/// Where the cards begin in a text: after `Game #`, up to ten digits and a line break.
const CARDS: usize = 17;
/// Where a text ends: after 52 cards of three bytes.
const END: usize = CARDS + 3 * 52;

/// A card as it is printed: rank, suit, a blank, and a byte that does not count.
type Card = [u8; 4];

/// Deals boards.
struct Dealer {
    /// The title and the board of the last number, and the fourth byte of its last card.
    text: [u8; END + 1],
}

impl Program for Dealer {
    const NAME: &'static str = "freecell";
    const USAGE: &'static str = "usage: freecell < NUMBERS > BOARDS";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            match word {
                b"-1" => output.write_all(MINUS_1)?,
                b"-2" => output.write_all(MINUS_2)?,
                _ => output.write_all(self.deal(&read_number(word)?))?,
            }
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        Ok(())
    }
}

/// A deal number from 1 to 2^33 - 1.
struct Number<'a> {
    /// Its digits, the first not a zero.
    digits: &'a [u8],
    /// Its value.
    value: u64,
}

/// Reads a deal number.
fn read_number(word: &[u8]) -> Result<Number<'_>, Stop> {
    let zeros = word.iter().take_while(|&&byte| byte == b'0').count();
    let digits = &word[zeros..];
    if digits.len() <= 10 && digits.iter().all(u8::is_ascii_digit) {
        let value = digits.iter().fold(0, |value, digit| 10 * value + u64::from(digit - b'0'));
        if (1..=LAST).contains(&value) {
            return Ok(Number { digits, value });
        }
    }
    Err(shell::unexpected(
        word,
        "a deal number: expected a whole number from 1 to 8589934591, or -1 or -2",
    ))
}

impl Dealer {
    /// Deals a board; returns its text.
    fn deal(&mut self, number: &Number) -> &[u8] {
        let mut draws = Draws::new(number.value);
        let mut deck = DECK;
        for dealt in 0..52 {
            let left = 52 - dealt;
            let place = rest(draws.next(), left);
            let at = CARDS + 3 * dealt;
            self.text[at..at + 4].copy_from_slice(&deck[place]);
            deck[place] = deck[left - 1];
        }
        for row_end in [8, 16, 24, 32, 40, 48, 52] {
            self.text[CARDS + 3 * row_end - 1] = b'\n';
        }
        let digits = CARDS - 1 - number.digits.len();
        let title = digits - GAME.len();
        self.text[title..digits].copy_from_slice(GAME);
        self.text[digits..CARDS - 1].copy_from_slice(number.digits);
        self.text[CARDS - 1] = b'\n';
        &self.text[title..END]
    }
}

/// The draws of a deal number.
struct Draws {
    /// The state, modulo 2^32.
    state: u32,
    /// The bits of state div 2^16 that make a draw.
    mask: u32,
    /// What is added to them.
    plus: u32,
}

impl Draws {
    fn new(number: u64) -> Draws {
        let (mask, plus) = match number >> 31 {
            0 => (0x7FFF, 0),
            1 => (0x7FFF, 0x8000),
            _ => (0xFFFF, 1),
        };
        Draws { state: (number & 0xFFFF_FFFF) as u32, mask, plus }
    }

    /// The next draw, at most 65536.
    fn next(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(214_013).wrapping_add(2_531_011);
        ((self.state >> 16) & self.mask) + self.plus
    }
}

/// The rest of a draw, at most 65536, divided by the number of cards left, 1 to 52.
fn rest(draw: u32, left: usize) -> usize {
    let fraction = draw.wrapping_mul(RECIPROCALS[left]);
    ((u64::from(fraction) * left as u64) >> 32) as usize
}

/// 2^32 / k for each k from 1 to 52, rounded up, modulo 2^32.
static RECIPROCALS: [u32; 53] = reciprocals();

const fn reciprocals() -> [u32; 53] {
    let mut table = [0; 53];
    let mut k = 1;
    while k <= 52 {
        table[k as usize] = (u32::MAX / k).wrapping_add(1);
        k += 1;
    }
    table
}

/// The deck before the deal, AC AD AH AS 2C .. KS.
const DECK: [Card; 52] = deck();

const fn deck() -> [Card; 52] {
    let mut deck = [[0, 0, b' ', 0]; 52];
    let mut i = 0;
    while i < 52 {
        deck[i][0] = b"A23456789TJQK"[i / 4];
        deck[i][1] = b"CDHS"[i % 4];
        i += 1;
    }
    deck
}

/// The first board that no number deals and that cannot be won.
const MINUS_1: &[u8] = b"\
Game #-1
AC AD AH AS QC QD QH QS
3C 3D 3H 3S TC TD TH TS
5C 5D 5H 5S 8C 8D 8H 8S
7C 7D 7H 7S 6C 6D 6H 6S
9C 9D 9H 9S 4C 4D 4H 4S
JC JD JH JS 2C 2D 2H 2S
KC KD KH KS
";

/// The second.
const MINUS_2: &[u8] = b"\
Game #-2
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

    /// What is printed for a line, and whether all of it was taken.
    fn run(line: &str) -> (String, Result<(), Stop>) {
        let mut output = Vec::new();
        let ended = Dealer { text: [b' '; END + 1] }.line(line.as_bytes(), &mut output);
        (String::from_utf8_lossy(&output).into_owned(), ended)
    }

    #[test]
    fn the_rest_is_exact_for_every_draw_and_every_number_of_cards() {
        for draw in 0..=65536 {
            for left in 1..=52 {
                assert_eq!(rest(draw, left), draw as usize % left, "{draw} mod {left}");
            }
        }
    }

    #[test]
    fn any_state_can_be_jumped_to() {
        let (mut a, mut c) = (1_u32, 0_u32);
        let mut draws = Draws::new(11_982);
        for _ in 0..52 {
            draws.next();
            a = a.wrapping_mul(214_013);
            c = c.wrapping_mul(214_013).wrapping_add(2_531_011);
            assert_eq!(draws.state, a.wrapping_mul(11_982).wrapping_add(c));
        }
    }

    #[test]
    fn a_draw_may_be_65536() {
        // A state of 16 ones above, found by stepping back, in the third range.
        let back = 0xFFFF_0000_u32.wrapping_sub(2_531_011).wrapping_mul(3_115_528_533);
        assert_eq!(Draws::new((1 << 32) + u64::from(back)).next(), 65536);
    }

    #[test]
    fn zeros_and_blanks_do_not_count() {
        let (shown, ended) = run(" \t0000000000000000000000007 \r");
        assert_eq!(ended, Ok(()));
        assert!(shown.starts_with("Game #7\n") && shown.ends_with('\n'));
        assert_eq!(run("7"), (shown, Ok(())));
    }

    #[test]
    fn boards_before_a_bad_number_are_dealt() {
        let (shown, ended) = run("-2 8589934592 1");
        assert_eq!(shown.as_bytes(), MINUS_2);
        assert!(
            matches!(ended, Err(Stop::Error(what)) if what.starts_with("\"8589934592\" is not a deal number: "))
        );
    }
}
