//! # UVa 127, "Accordian" Patience
//!
//! The problem: <https://onlinejudge.org/external/1/127.pdf>.
//!
//! ## The task
//!
//! The cards of a pack are dealt one by one into a row, from left to right, each as a new pile. Two
//! cards match if they have the same rank or the same suit. If the top card of a pile matches the
//! top card three piles to its left, it moves onto that pile; if not, but it matches the top card
//! just to its left, it moves there. One card moves, never a whole pile. If several cards can move,
//! the leftmost one does. A pile that loses its last card leaves a gap, which closes at once. The
//! next card is dealt only when no card can move. How many cards does each pile hold at the end?
//!
//! ## Input and output
//!
//! Input: packs of 52 cards, up to a line that starts with `#` or to the end of the input. A card
//! is a rank `A23456789TJQK` and a suit `CDHS`, in either case. The judge writes a pack on two
//! lines of 26 cards, but line breaks have no meaning. A line that starts with `Game` is a title
//! and is skipped. The same card may occur twice in a pack.
//!
//! Output: for each pack a line with the number of piles and the size of each.
//!
//! ```text
//! $ uva127 < samples/127.in
//! 6 piles remaining: 40 8 1 1 1 1
//! 1 pile remaining: 52
//! ```
//!
//! ## The idea
//!
//! Cards only move to the left, and the leftmost card moves first. So all 52 cards may lie in the
//! row from the start: a card moves only when every card on its left is at rest, which is when it
//! would have been dealt.
//!
//! Walk along the row with a finger, so that no card on its left can move. If the card under the
//! finger can move, it is therefore the leftmost that can. The piles to the left of the place where
//! it lands are unchanged, so if it can move again, it is again the leftmost: move it until it is
//! stuck. Now all piles up to it are at rest, but those on its right may have new neighbours, so
//! step to the place just to its right. No possible move is missed.
//!
//! The finger divides the row into two stacks: the piles at rest on the left, and on the right
//! those still to be examined, the next one on top. The card under the finger is in your hand. When
//! it moves, push what remains of its pile onto the right stack, then the piles that it jumps over.
//! If nothing remains, push nothing: that closes the gap, and no pile is ever shifted. The stacks
//! hold only top cards, each with the size of its pile; a table holds what each card covers.
//!
//! ## Cost
//!
//! Cards only move to the left, so a pack has at most 51 + 50 + .. + 1 moves, and each pushes at
//! most three piles. A random pack has about 92 moves and takes 1.2 microseconds.
//!
//! Run it with `cargo run --release --bin uva127 < samples/127.in`.

use shell::{Program, Stop};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Reader { pack: [0; 52], cards: 0 })
}

/// The rank and the suit of a card, one bit each, so that one AND tells whether two cards match.
type Face = u32;

/// The top card of a pile. From the lowest bits up: its face, its place in the pack (0 to 51), the
/// size of the pile. 0 stands for no card.
type Top = u32;

const FACE: Top = (1 << 17) - 1; // all bits of a face
const PLACE: Top = 1 << 17; // one place in the pack
const ONE: Top = 1 << 23; // one card in a pile

/// The pack that is being read.
struct Reader {
    pack: [Face; 52],
    /// How many of its cards have been read.
    cards: usize,
}

impl Program for Reader {
    const NAME: &'static str = "uva127";
    const USAGE: &'static str = "usage: uva127 < PACKS > PILES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let (mut word, mut rest) = split_word(line);
        if word.starts_with(b"#") {
            self.end(output)?;
            return Err(Stop::Done);
        }
        if word.starts_with(b"Game") {
            return Ok(());
        }
        while !word.is_empty() {
            self.pack[self.cards] = parse_face(word)?;
            self.cards += 1;
            if self.cards == 52 {
                self.cards = 0;
                play(&self.pack, output)?;
            }
            (word, rest) = split_word(rest);
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        match self.cards {
            0 => Ok(()),
            cards => Err(Stop::Error(format!(
                "the pack ends after {cards} of its 52 cards; expected {} more",
                52 - cards
            ))),
        }
    }
}

/// Splits a text into its first word, empty if there is none, and what follows it.
fn split_word(text: &[u8]) -> (&[u8], &[u8]) {
    match *text {
        // Nearly always: a card and one blank. This case saves 4 % of the time.
        [first, second, b' ', ref rest @ ..] if first > b' ' && second > b' ' => (&text[..2], rest),
        _ => {
            let is_blank = u8::is_ascii_whitespace;
            let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
            let word = &text[start..];
            word.split_at(word.iter().position(is_blank).unwrap_or(word.len()))
        }
    }
}

fn parse_face(word: &[u8]) -> Result<Face, Stop> {
    if let [rank, suit] = *word {
        let (rank, suit) = (RANKS[usize::from(rank)], SUITS[usize::from(suit)]);
        if rank != 0 && suit != 0 {
            return Ok(rank | suit);
        }
    }
    Err(shell::unexpected(
        word,
        "a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH",
    ))
}

/// The bit of the rank that each byte stands for, or 0.
static RANKS: [Face; 256] = bits(b"A23456789TJQK", 0);
/// The bit of the suit that each byte stands for, or 0.
static SUITS: [Face; 256] = bits(b"CDHS", 13);

/// Gives each letter, in either case, a bit of its own, from bit `first` up.
const fn bits(letters: &[u8], first: usize) -> [Face; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < letters.len() {
        table[letters[i].to_ascii_uppercase() as usize] = 1 << (first + i);
        table[letters[i].to_ascii_lowercase() as usize] = 1 << (first + i);
        i += 1;
    }
    table
}

/// Plays a pack and prints the piles that remain.
fn play(pack: &[Face; 52], output: &mut dyn Write) -> io::Result<()> {
    // The piles at rest are left[3..l]; the three zeros before them match nothing.
    let (mut left, mut l) = ([0; 64], 3);
    // The piles one, two and three places to the left of the finger are also kept in variables,
    // which saves 5 % of the time. Shifting these, where that is possible, saves 4 % more.
    let (mut one, mut two, mut three) = (0, 0, 0);
    // The piles to be examined are right[..r], the next one last.
    let (mut right, mut r) = ([0; 64], 52);
    for (place, &face) in (0..).zip(pack) {
        right[51 - place as usize] = face + place * PLACE + ONE;
    }
    // What each card covers, by its place in the pack.
    let mut under = [0; 64];
    while r > 0 {
        r -= 1;
        let hand = right[r];
        let place = (hand % ONE / PLACE) as usize;
        // What the hand leaves behind if it moves, and whether that is a pile. (Testing `below`,
        // which must be loaded first, would take 10 % longer.)
        let mut below = under[place];
        let mut leaves_pile = hand >= 2 * ONE;
        let mut jumped = false;
        loop {
            let jumps = hand & three & FACE != 0;
            if !jumps && hand & one & FACE == 0 {
                break;
            }
            if leaves_pile {
                right[r] = below;
                r += 1;
            }
            leaves_pile = true;
            jumped = jumps;
            if jumps {
                right[r] = one;
                right[r + 1] = two;
                r += 2;
                below = three;
                l -= 3;
                one = left[l - 1];
                two = left[l - 2];
            } else {
                below = one;
                l -= 1;
                one = two;
                two = three;
            }
            three = left[l - 3];
        }
        under[place] = below;
        left[l] = hand % ONE + below / ONE * ONE + ONE;
        (one, two, three) = (left[l], one, two);
        l += 1;
        // Of the two piles that the hand jumped over last, only the first has a new neighbour: the
        // hand. If they do not match, both are still at rest. This test saves 5 % of the time.
        if jumped && hand & right[r - 1] & FACE == 0 {
            left[l] = right[r - 1];
            left[l + 1] = right[r - 2];
            (one, two, three) = (left[l + 1], left[l], one);
            l += 2;
            r -= 2;
        }
    }
    print(&left[3..l], output)
}

/// Prints the sizes of the piles of a row.
fn print(row: &[Top], output: &mut dyn Write) -> io::Result<()> {
    let mut text = Vec::with_capacity(256);
    push_number(&mut text, row.len());
    text.extend_from_slice(if row.len() == 1 { b" pile remaining:" } else { b" piles remaining:" });
    for top in row {
        text.push(b' ');
        push_number(&mut text, (top / ONE) as usize);
    }
    text.push(b'\n');
    output.write_all(&text)
}

/// Appends a number below 100. With `write!` the whole program takes 20 % longer.
fn push_number(text: &mut Vec<u8>, number: usize) {
    if number > 9 {
        text.push(b"0123456789"[number / 10]);
    }
    text.push(b"0123456789"[number % 10]);
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
