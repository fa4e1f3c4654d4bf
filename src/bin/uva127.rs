//! # UVa 127, "Accordian" Patience
//!
//! The problem: <https://onlinejudge.org/external/1/127.pdf>.
//!
//! ## The task
//!
//! How many cards are in each pile at the end?
//!
//! Cards are dealt one by one in a row from left to right, each a pile of its own. Whenever the
//! top card of a pile has the rank or the suit of the top card of the pile three places to the
//! left, or of the pile just left of it, it is moved onto that pile: that one card, not the
//! pile. Where both can be done it goes three places. If several cards can move, the leftmost
//! does. A pile that has lost its last card leaves a gap, which is closed at once. Only when
//! nothing moves any more is the next card dealt.
//!
//! ## Input and output
//!
//! Input: packs of 52 cards, as the judge has them two lines of 26 each, up to a line that begins
//! with `#` or to the end of the input. A card is a rank `A23456789TJQK` and a suit `CDHS`, in
//! either case. Line breaks carry no meaning, but a line that begins with `Game` is a title and
//! is skipped. A pack with a card twice is played as it is.
//!
//! Output: a line a pack, with `pile` for one and `piles` for more.
//!
//! ```text
//! $ uva127 < samples/127.in
//! 6 piles remaining: 40 8 1 1 1 1
//! 1 pile remaining: 52
//! ```
//!
//! ## The idea
//!
//! A move looks and lands only to the left, and the leftmost card goes first. So if all 52 cards
//! lie in the row from the start, none moves before everything on its left is at rest, which is
//! when it would have been dealt: the game is the same.
//!
//! Walk along the row with a finger. Left of it nothing can move. If the card under it cannot move
//! either, the finger goes one place to the right. If it can, it is the leftmost that can, and
//! moves; and where it lands the same holds again, for the piles on its left are as they were. So
//! it moves on until it is stuck, and then all up to it is at rest. What lies on its right may have
//! got new neighbours, so the finger goes on just right of it, wherever that is. Nothing that could
//! move is forgotten.
//!
//! The finger cuts the row into two stacks of piles: those at rest on the left, and on the right
//! those to be looked at, the next one on top. The card under the finger is taken in hand. As it
//! moves, what it leaves of its pile is put on the right stack, and so are the piles that it jumps
//! over. If it leaves nothing, nothing is put there, and the gap is closed: no pile is ever
//! shifted.
//!
//! The stacks hold only the tops of the piles. A top is one number: a bit for its rank, a bit for
//! its suit, so that one AND tells whether two cards match; its place in the pack; and the size of
//! its pile. What a card covers is looked up by its place in the pack.
//!
//! ## Cost
//!
//! Cards move to the left only, so a pack has at most 51 + 50 + .. + 1 moves, each of which brings
//! at most three piles back to be looked at. A random pack has about 92 moves and takes 1.2
//! microseconds. Memory does not grow with the input.
//!
//! Run it with `cargo run --release --bin uva127 < samples/127.in`.

use shell::{Program, Stop};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Packs { pack: [0; 52], cards: 0 })
}

/// A card's rank and suit, a bit for each: two cards match if they share one.
type Face = u32;

/// The top card of a pile: its face; above that its place in the pack, 0 to 51; above that the
/// size of the pile. 0 is no card.
type Top = u32;

/// All the bits of faces.
const FACE: Top = (1 << 17) - 1;
/// One place in the pack.
const PLACE: Top = 1 << 17;
/// One card in a pile.
const ONE: Top = 1 << 23;

/// Reads packs; plays each as soon as it is whole.
struct Packs {
    /// The pack that is being read.
    pack: [Face; 52],
    /// How many of its cards have been read.
    cards: usize,
}

impl Program for Packs {
    const NAME: &'static str = "uva127";
    const USAGE: &'static str = "usage: uva127 < PACKS > PILES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let (mut word, mut rest) = cut(line);
        if word.starts_with(b"#") {
            self.end(output)?;
            return Err(Stop::Done);
        }
        if word.starts_with(b"Game") {
            return Ok(());
        }
        while !word.is_empty() {
            self.pack[self.cards] = read_face(word)?;
            self.cards += 1;
            if self.cards == 52 {
                self.cards = 0;
                play(&self.pack, output)?;
            }
            (word, rest) = cut(rest);
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

/// The first word of a text, empty if there is none, and what stands behind it.
fn cut(text: &[u8]) -> (&[u8], &[u8]) {
    match *text {
        // Nearly always: a card and one blank. (This saves a twenty-fifth of the time.)
        [first, second, b' ', ref rest @ ..] if first > b' ' && second > b' ' => (&text[..2], rest),
        _ => {
            let is_blank = u8::is_ascii_whitespace;
            let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
            let word = &text[start..];
            word.split_at(word.iter().position(is_blank).unwrap_or(word.len()))
        }
    }
}

/// Reads the face of a card.
fn read_face(word: &[u8]) -> Result<Face, Stop> {
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

/// The bit of the rank that a byte stands for, 0 if it stands for none.
static RANKS: [Face; 256] = bits(b"A23456789TJQK", 0);
/// The bit of the suit that a byte stands for, 0 if it stands for none.
static SUITS: [Face; 256] = bits(b"CDHS", 13);

/// For each of the letters, in either case, a bit of its own, from bit `first` on.
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
    // The piles at rest are left[3..l], behind three blanks, which match nothing.
    let (mut left, mut l) = ([0; 64], 3);
    // The last three of them: those one, two and three places to the left of the finger. (To have
    // them in variables saves a twentieth of the time.)
    let (mut one, mut two, mut three) = (0, 0, 0);
    // The piles to be looked at are right[..r], the next one last.
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
        // What the hand leaves if it moves, and whether there is anything. (Asking the hand and
        // not `below`, which has to come from memory first, saves a tenth of the time.)
        let mut below = under[place];
        let mut leaves = hand >= 2 * ONE;
        let mut jumped = false;
        loop {
            let jumps = hand & three & FACE != 0;
            if !jumps && hand & one & FACE == 0 {
                break; // It is stuck, and its pile at rest.
            }
            // What it leaves, and the two piles that it jumps over, will be looked at.
            if leaves {
                right[r] = below;
                r += 1;
            }
            leaves = true;
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
        // The two piles that it jumped over last are the next to be looked at. Only the first has
        // a new neighbour, the hand. If it does not match, both are at rest as before. (This saves
        // a twentieth too.)
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

/// Prints the sizes of the piles with these tops.
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

/// Appends a number below 100; a fifth faster for the whole than `write!`.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed for some lines, the end of the input included, and why it stopped.
    fn run(lines: &[&str]) -> (String, Result<(), Stop>) {
        let mut packs = Packs { pack: [0; 52], cards: 0 };
        let mut output = Vec::new();
        let mut ended = lines.iter().try_for_each(|line| packs.line(line.as_bytes(), &mut output));
        if ended == Ok(()) {
            ended = packs.end(&mut output);
        }
        (String::from_utf8_lossy(&output).into_owned(), ended)
    }

    #[test]
    fn the_first_word_is_cut_off() {
        assert_eq!(cut(b"AC 2D 3H"), (&b"AC"[..], &b"2D 3H"[..]));
        assert_eq!(cut(b"AC\t2D"), (&b"AC"[..], &b"\t2D"[..]));
        assert_eq!(cut(b" \tAC"), (&b"AC"[..], &b""[..]));
        assert_eq!(cut(b"A C"), (&b"A"[..], &b" C"[..]));
        assert_eq!(cut(b" \r"), (&b""[..], &b""[..]));
    }

    #[test]
    fn a_face_has_two_bits_in_either_case() {
        assert_eq!(read_face(b"AC"), Ok(1 | 1 << 13));
        assert_eq!(read_face(b"kS"), Ok(1 << 12 | 1 << 16));
        assert!(read_face(b"10H").is_err());
    }

    #[test]
    fn packs_are_played_whatever_the_line_breaks() {
        // One suit ends in one pile; of the other pack no card ever moves.
        let suit = "ac 2c 3c 4c 5c 6c 7c 8c 9c tc jc qc kc ".repeat(4);
        let still: Vec<String> = (0..52)
            .map(|i| {
                ["A23456789TJQK", "CDHS"].iter().map(|all| &all[i % all.len()..][..1]).collect()
            })
            .collect();
        let (printed, ended) =
            run(&["Game #1", &suit[..20], "", &suit[20..], &still.join("\t"), "# 1H"]);
        assert_eq!(
            printed,
            format!("1 pile remaining: 52\n52 piles remaining:{}\n", " 1".repeat(52))
        );
        assert_eq!(ended, Err(Stop::Done));
    }

    #[test]
    fn a_pack_must_be_whole() {
        let wrong =
            Stop::Error("the pack ends after 2 of its 52 cards; expected 50 more".to_string());
        assert_eq!(run(&["AC 2C"]), (String::new(), Err(wrong)));
    }
}
