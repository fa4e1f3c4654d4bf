//! # FreeCell: from the board to its number
//!
//! The problem: <https://rosettacode.org/wiki/Deal_cards_for_FreeCell>, turned round.
//!
//! ## The task
//!
//! FreeCell names its boards by number. Which numbers have the given boards?
//!
//! The state begins at the number. Each draw takes state = state * 214013 + 2531011 (mod 2^31), and
//! is state div 2^16. The deck lies in the order AC AD AH AS 2C .. KS. The card at place draw mod
//! (cards left), counted from 0, is dealt, and the last card of the deck fills its place. That is
//! for numbers below 2^31. From there to 2^32 - 1 a draw is the same with 0x8000 set. From 2^32 on
//! the state begins at number - 2^32, and a draw is its 16 bits (state div 2^16 mod 2^16) plus 1.
//!
//! ## Input and output
//!
//! Input: boards of 52 different cards, up to the end of the input. A card is a rank
//! `A23456789TJQK` or `10` and a suit, `CDHS` in either case or its sign. A line that begins with
//! `Game` is a title and a line that begins with `#` is a comment: both are skipped. You can paste
//! a board with its labels, quotes and lists: what stands before a colon is skipped, and a list
//! `[..]` is a line, however it is broken. A board is read in dealing order: by rows (lines of
//! 8 8 8 8 8 8 4 cards), on one line, or with any other breaks. One pattern of breaks has a
//! meaning: if the lines have exactly 7 7 7 7 6 6 6 6 cards, they are the columns of the board, as
//! FreeCell solvers read them. If a line begins with `:`, all lines of the board must be columns.
//!
//! Output: a line for each board with every number from 1 to 8589934591 (2^33 - 1) that deals it,
//! in ascending order, or `no game`.
//!
//! ```text
//! $ echo 617 24680 | freecell | freecell_find
//! Game #617
//! Game #24680
//! ```
//!
//! ## The idea
//!
//! *From the board to the draws.* The rules are played with the cards known. A card lies at
//! one place of the deck only, and that is draw mod (cards left). So the board and its 52
//! rests say the same, and a number deals the board if and only if its draws leave these rests.
//!
//! *From the draws to the number, from the lowest bit up.* State i of a number n is A * n + C
//! modulo 2^32, with A = 214013^i and a C of its own (jump-ahead). In a sum and in a product the
//! low m bits depend on the low m bits of the terms alone. So if the low m bits of n are known, so
//! are those of all 52 states. Of a state, bit 16 is the lowest that its draw shows.
//!
//! With 2, 4, 8, 16 or 32 cards left, or a multiple of them, the rest tells the lowest 1, 2, 3, 4
//! or 5 bits of the draw, which are bits 16 to 20 of the state. (The 0x8000 of the second range is
//! a higher bit. In the third range 1 is added first.) So the low bits of n, once 17 are known, can
//! be tested against 26 rests; with 18 known against 13 of these again, then 6, 3 and 1. This is a
//! tree: a node is the low bits of n, its two children have a bit more, and a node that fails a
//! test is cut off. The leaves are numbers of 32 bits. Those that are reached are dealt and
//! compared with the board, by the rules of their own range.
//!
//! *No number is missed.* The tree holds every number. If n deals the board, the low bits of its
//! draws are those that the rests tell, so n passes every test on its way: a test asks of low bits
//! only what the board asks of the whole. *No number is wrong:* each has been dealt.
//!
//! *The first 16 bits* are tested by nothing, so 65536 nodes stand at bit 16. Every A is odd, so
//! bit 16 of n flips bit 16 of all the states; and the 1 that the third range adds flips the lowest
//! bit of all the draws. So one test serves a node's children in all ranges: the 26 bits must all
//! agree with their rests or all differ. A wrong node passes once in 2^25. From there one child of
//! a node fails, for the same reason, as long as there are tests; from bit 21 on the tree fans out
//! to 2^11 leaves for the first two ranges and as many for the third.
//!
//! ## Cost
//!
//! 65536 tests of a few steps, 4096 leaves: about 0.4 milliseconds a board. Memory does not grow
//! with the input.
//!
//! Run it with `cargo run --release --bin freecell_find < samples/freecell_find.in`.

use packs::{Card, Packs};
use shell::{Program, Stop};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Finder::default())
}

/// How many cards the columns of a board have, from left to right.
const COLUMNS: [usize; 8] = [7, 7, 7, 7, 6, 6, 6, 6];

/// Reads boards; answers each as soon as it is complete.
#[derive(Default)]
struct Finder {
    packs: Packs,
}

impl Program for Finder {
    const NAME: &'static str = "freecell_find";
    const USAGE: &'static str = "usage: freecell_find < BOARDS > NUMBERS";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        self.packs.line(line, &COLUMNS, place_in_columns, &mut |board| {
            print(&numbers(&rests(board)), output).map_err(Stop::from)
        })
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        self.packs.end()
    }
}

/// Where a card of the dealing order stands in a board that is written column by column.
fn place_in_columns(i: usize) -> usize {
    COLUMNS[..i % 8].iter().sum::<usize>() + i / 8
}

/// Something for each draw, by the number of cards left: 52 for the first, 1 for the last.
type Table<T> = [T; 53];

/// The rests that the draws leave, of a board in dealing order.
fn rests(board: &[Card]) -> Table<u32> {
    let mut rests = [0; 53];
    let mut deck: Vec<Card> = (0..52).collect();
    for &card in board {
        if let Some((place, _)) = (0_u32..).zip(&deck).find(|&(_, &other)| other == card) {
            rests[deck.len()] = place;
            deck.swap_remove(place as usize);
        }
    }
    rests
}

/// All numbers whose draws leave these rests, in ascending order.
fn numbers(rests: &Table<u32>) -> Vec<u64> {
    let mut found = Vec::new();
    for low in half_numbers(rests) {
        for range in ranges(rests) {
            range.grow(low, 16, &mut found);
        }
    }
    found.sort_unstable();
    found
}

/// The lowest 16 bits that a number can have whose draws leave these rests, in any range.
fn half_numbers(rests: &Table<u32>) -> Vec<u32> {
    // States with the rest added at bit 16: where the two agree in that bit it becomes 0.
    let sums: Vec<(u32, u32)> = (2..=52)
        .step_by(2)
        .map(|left| (JUMPS[left].0, JUMPS[left].1.wrapping_add(rests[left] << 16)))
        .collect();
    let alike = |&low: &u32| {
        let sum = |&(a, c): &(u32, u32)| low.wrapping_mul(a).wrapping_add(c);
        let first = sum(&sums[0]);
        // Five at a time: one by one, the processor would guess wrong where each test ends. (This
        // saves a quarter of the time.)
        sums.chunks(5).all(|five| {
            let differ = five.iter().fold(0, |differ, next| differ | (sum(next) ^ first));
            differ & (1 << 16) == 0
        })
    };
    (0..1 << 16).filter(alike).collect()
}

/// Numbers by 32 bits: the first two ranges, whose draws differ in a high bit only, or the third.
struct Range<'a> {
    /// The number whose 32 bits are 0.
    first: u64,
    /// What is added to a draw.
    plus: u32,
    /// The rests that the draws must leave.
    rests: &'a Table<u32>,
}

fn ranges(rests: &Table<u32>) -> [Range<'_>; 2] {
    [Range { first: 0, plus: 0, rests }, Range { first: 1 << 32, plus: 1, rests }]
}

impl Range<'_> {
    /// Finds the numbers whose lowest bits, as many as `known`, are `low`.
    fn grow(&self, low: u32, known: u32, found: &mut Vec<u64>) {
        if known == 32 {
            let number = self.first + u64::from(low);
            if number > 0 && deals(number, self.rests) {
                found.push(number);
            }
            return;
        }
        for child in [low, low | 1 << known] {
            if self.fits(child, known + 1) {
                self.grow(child, known + 1, found);
            }
        }
    }

    /// Whether the rests allow that the lowest bits of a number, as many as `known`, are `low`.
    fn fits(&self, low: u32, known: u32) -> bool {
        let unit = 1 << (known - 16);
        let mask = (1 << (known - 16)) - 1;
        (unit..=52).step_by(unit).all(|left| {
            let (a, c) = JUMPS[left];
            let draw = (low.wrapping_mul(a).wrapping_add(c) >> 16) + self.plus;
            draw & mask == self.rests[left] & mask
        })
    }
}

/// The A and C by which each state is A * number + C, modulo 2^32.
static JUMPS: Table<(u32, u32)> = jumps();

const fn jumps() -> Table<(u32, u32)> {
    let mut table = [(1, 0); 53];
    let mut state: (u32, u32) = (1, 0);
    let mut left = 52;
    while left > 0 {
        state.0 = state.0.wrapping_mul(214_013);
        state.1 = state.1.wrapping_mul(214_013).wrapping_add(2_531_011);
        table[left] = state;
        left -= 1;
    }
    table
}

/// Whether the draws of a number leave these rests, by the rules to the letter.
fn deals(number: u64, rests: &Table<u32>) -> bool {
    let (mask, plus) = match number >> 31 {
        0 => (0x7FFF, 0),
        1 => (0x7FFF, 0x8000),
        _ => (0xFFFF, 1),
    };
    let mut state = (number & 0xFFFF_FFFF) as u32;
    (1..=52).rev().all(|left: u32| {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        (((state >> 16) & mask) + plus) % left == rests[left as usize]
    })
}

/// Prints the numbers that deal a board.
fn print(numbers: &[u64], output: &mut dyn Write) -> io::Result<()> {
    if numbers.is_empty() {
        return output.write_all(b"no game\n");
    }
    write!(output, "Game")?;
    for number in numbers {
        write!(output, " #{number}")?;
    }
    writeln!(output)
}

/// Splits input into rows of words as people paste it: comments, titles, labels, lists and quotes.
/// Each file that reads cards so carries the same copy.
mod pasted {
    use super::shell::Stop;

    /// What stands in the input.
    pub enum Event<'a> {
        /// A word that is to be a card or several.
        Word(&'a [u8]),
        /// A colon with no label before it: the row is a column.
        Colon,
        /// The end of a row that has a word.
        EndRow,
    }

    /// Where the input has been read up to.
    #[derive(Default)]
    pub struct Reader {
        /// The number of the current line.
        pub line: u64,
        /// The lines of the lists that are open, the outermost first.
        pub open: Vec<u64>,
        /// Whether the current row has a word.
        in_row: bool,
        /// Whether the last mark opened a list that has no word yet.
        is_fresh: bool,
    }

    impl Reader {
        /// Takes the next line and passes on what stands in it.
        pub fn line(
            &mut self,
            line: &[u8],
            is_card: fn(&[u8]) -> bool,
            take: &mut dyn FnMut(u64, Event) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            self.line += 1;
            if is_comment(line) {
                return Ok(());
            }
            let error = |what: &str| Err(Stop::Error(what.to_string()));
            // Whether this is a line of foundations or cells, and whether a `]` ended the last row.
            let (mut is_skipped, mut is_closed) = (false, false);
            let mut at = 0;
            for part in line.split_inclusive(|byte| b"[]:/".contains(byte)) {
                at += part.len();
                let (mark, text) = match part.split_last() {
                    Some((mark, text)) if b"[]:/".contains(mark) => (*mark, text),
                    _ => (b'\n', part),
                };
                let words = || text.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
                if mark == b':' {
                    let label = words().collect::<Vec<_>>().join(&b' ').to_ascii_lowercase();
                    if label.is_empty() {
                        take(self.line, Event::Colon)?;
                    } else if words().all(is_card) {
                        return error("cards before a colon; expected a label that reads as none");
                    }
                    is_skipped =
                        [&b"foundations"[..], b"founds", b"freecells"].contains(&&label[..]);
                    continue;
                }
                if is_skipped && !words().all(is_vacant) {
                    return error("a game in progress; expected a board as it was dealt");
                }
                if !is_skipped {
                    if has_empty_quotes(text) {
                        return error("an empty list; expected a card");
                    }
                    for word in words() {
                        take(self.line, Event::Word(word))?;
                        self.in_row = true;
                        self.is_fresh = false;
                        is_closed = false;
                    }
                }
                match mark {
                    b'[' if self.in_row => {
                        return error("a [ behind a card; expected a line break")
                    }
                    b'[' => {
                        self.open.push(self.line);
                        self.is_fresh = true;
                        continue;
                    }
                    b']' if self.open.pop().is_none() => {
                        return error("a ] without its [; expected a list");
                    }
                    b']' if self.is_fresh && !is_skipped => {
                        return error("an empty list; expected a card");
                    }
                    b'/' if !self.in_row && !is_closed => {
                        return error(&format!(
                            "the hand before the / in column {at} is empty; expected a card"
                        ));
                    }
                    b'\n' if !self.open.is_empty() => continue,
                    _ => {}
                }
                self.is_fresh = false;
                is_closed = mark == b']' && (self.in_row || is_closed);
                if self.in_row {
                    self.in_row = false;
                    take(self.line, Event::EndRow)?;
                }
            }
            Ok(())
        }

        /// Takes the end of the input.
        pub fn end(&self) -> Result<(), Stop> {
            match self.open.first() {
                None => Ok(()),
                Some(line) => Err(Stop::ErrorIn(
                    *line,
                    "the list that begins here is never closed; expected a ]".to_string(),
                )),
            }
        }
    }

    /// Whether a line is a comment or a title.
    pub fn is_comment(line: &[u8]) -> bool {
        let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
        first == Some(&b'#') || line.starts_with(b"Game")
    }

    /// White space and the punctuation that means no more.
    fn is_blank(byte: u8) -> bool {
        byte.is_ascii_whitespace() || b",;\"'(){}<>".contains(&byte)
    }

    /// Whether a word says that nothing lies on a foundation or in a cell: `H-0` or dashes.
    fn is_vacant(word: &[u8]) -> bool {
        word.iter().all(|&byte| byte == b'-') || word.len() == 3 && word.ends_with(b"-0")
    }

    /// Whether a text has quotes with nothing between them.
    fn has_empty_quotes(text: &[u8]) -> bool {
        b"\"'".iter().any(|quote| {
            let pieces: Vec<&[u8]> = text.split(|byte| byte == quote).collect();
            let quoted = pieces[..pieces.len() - 1].iter().skip(1).step_by(2);
            quoted.clone().any(|piece| piece.iter().all(u8::is_ascii_whitespace))
        })
    }
}

/// Reads packs of 52 different cards. Each file that reads packs so carries the same copy.
mod packs {
    use super::pasted::{Event, Reader};
    use super::shell::{self, Stop};
    use std::{mem, str};

    /// A card as its place in the order AC AD AH AS 2C .. KS.
    pub type Card = usize;

    /// The ranks and the suits, in order.
    pub const RANKS: &str = "A23456789TJQK";
    pub const SUITS: &str = "CDHS";

    /// Collects the cards of a pack.
    #[derive(Default)]
    pub struct Packs {
        reader: Reader,
        /// The cards of this pack and the lines that they stand in.
        cards: Vec<(Card, u64)>,
        /// How many cards the rows of this pack have, those of other packs included.
        rows: Vec<usize>,
        /// How many cards the current row has so far.
        row: usize,
        /// Whether a row of this pack begins with a lone colon.
        has_colon: bool,
    }

    impl Packs {
        /// Takes a line and hands over each pack that it completes, in dealing order. A pack is
        /// written by columns if its rows have the sizes of `columns`; `deal` then tells from
        /// where in the pack the card at a place of the dealing order comes.
        pub fn line(
            &mut self,
            line: &[u8],
            columns: &[usize],
            deal: fn(usize) -> usize,
            done: &mut dyn FnMut(&[Card]) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            let mut reader = mem::take(&mut self.reader);
            let is_card = |word: &[u8]| parse_card(word).is_ok();
            let result = reader.line(line, is_card, &mut |number, event| match event {
                Event::Colon => {
                    self.has_colon = true;
                    Ok(())
                }
                Event::Word(word) => {
                    let card = parse_card(word)?;
                    self.row += 1;
                    if self.cards.len() == 52 {
                        self.rows.push(self.row);
                        self.finish(columns, deal, done)?;
                    }
                    self.cards.push((card, number));
                    Ok(())
                }
                Event::EndRow => {
                    self.rows.push(mem::take(&mut self.row));
                    if self.has_colon && !columns.starts_with(&self.rows) {
                        return Err(Stop::Error(format!(
                            "lines of {} cards; expected columns of {}, as a line begins with \":\"",
                            list(&self.rows),
                            list(columns)
                        )));
                    }
                    if self.cards.len() == 52 {
                        self.finish(columns, deal, done)?;
                    }
                    Ok(())
                }
            });
            self.reader = reader;
            result
        }

        /// Hands over a whole pack.
        fn finish(
            &mut self,
            columns: &[usize],
            deal: fn(usize) -> usize,
            done: &mut dyn FnMut(&[Card]) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            self.check_twice()?;
            let by_columns = self.rows == columns;
            let place = |i| if by_columns { deal(i) } else { i };
            let pack: Vec<Card> = (0..52).map(|i| self.cards[place(i)].0).collect();
            self.cards.clear();
            self.rows.clear();
            self.has_colon = false;
            done(&pack)
        }

        /// Checks that no card is there twice.
        fn check_twice(&self) -> Result<(), Stop> {
            // The line of each card, 0 for one that has not come yet.
            let mut lines = [0; 52];
            for &(card, line) in &self.cards {
                let first = mem::replace(&mut lines[card], line);
                if first > 0 {
                    let missing = match (self.cards.len(), &self.missing()[..]) {
                        (52, &[missing]) => format!("; {} is missing", name(missing)),
                        _ => String::new(),
                    };
                    let what = format!("{} is there twice, first in line {first}", name(card));
                    let expected = "expected 52 different cards";
                    return Err(Stop::ErrorIn(line, format!("{what}{missing}; {expected}")));
                }
            }
            Ok(())
        }

        /// The cards that are not in the pack so far.
        fn missing(&self) -> Vec<Card> {
            (0..52).filter(|card| self.cards.iter().all(|(other, _)| other != card)).collect()
        }

        /// Takes the end of the input.
        pub fn end(&self) -> Result<(), Stop> {
            self.reader.end()?;
            self.check_twice()?;
            let missing: Vec<String> = self.missing().into_iter().map(name).collect();
            let rows = match self.rows.len() {
                2..=8 => format!(", on lines of {}", list(&self.rows)),
                _ => String::new(),
            };
            let which = match missing.len() {
                52 => return Ok(()),
                1..=4 => format!(": {}", missing.join(" ")),
                _ => String::new(),
            };
            Err(Stop::Error(format!(
                "the pack ends after {} of its 52 cards{rows}; expected {} more{which}",
                self.cards.len(),
                missing.len()
            )))
        }
    }

    /// Numbers with blanks between them.
    fn list(numbers: &[usize]) -> String {
        numbers.iter().map(usize::to_string).collect::<Vec<String>>().join(" ")
    }

    /// Parses a card: a rank `A23456789TJQK` or `10`, then a letter or a sign for the suit.
    pub fn parse_card(word: &[u8]) -> Result<Card, Stop> {
        let expected = "a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH";
        card(word).ok_or_else(|| shell::unexpected(word, expected))
    }

    fn card(word: &[u8]) -> Option<Card> {
        let text = str::from_utf8(word).ok()?.trim_end_matches(&['\u{FE0E}', '\u{FE0F}'][..]);
        let sign = text.chars().next_back()?;
        let suit = ["Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤"].iter().position(|suit| suit.contains(sign))?;
        let rank = match &text[..text.len() - sign.len_utf8()] {
            "10" => 9,
            rank if rank.len() == 1 => RANKS.find(&rank.to_ascii_uppercase())?,
            _ => return None,
        };
        Some(4 * rank + suit)
    }

    /// A card as it is printed.
    pub fn name(card: Card) -> String {
        format!("{}{}", &RANKS[card / 4..][..1], &SUITS[card % 4..][..1])
    }
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

    /// The rests that the draws of a number leave, as the rules say it.
    fn rests_of(number: u64) -> Table<u32> {
        let mut rests = [0; 53];
        let mut state = number % (1 << 32);
        for left in (1..=52).rev() {
            state = (state * 214_013 + 2_531_011) % (1 << 32);
            let draw = match number {
                0..=0x7FFF_FFFF => state / 65536 % 32768,
                0x8000_0000..=0xFFFF_FFFF => state / 65536 % 32768 + 32768,
                _ => state / 65536 + 1,
            };
            rests[left] = ((draw % left as u64) & 0xFF) as u32;
        }
        rests
    }

    /// Numbers of all three ranges, their ends and some between.
    fn some() -> Vec<u64> {
        let ends = [1, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 33) - 1];
        let between = (1..=300_u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 31);
        between.chain(ends.iter().copied()).collect()
    }

    #[test]
    fn a_number_is_found_from_its_rests() {
        for number in some() {
            assert_eq!(numbers(&rests_of(number)), [number]);
        }
    }

    #[test]
    fn no_test_cuts_off_a_number_that_deals_the_board() {
        for number in some() {
            let rests = rests_of(number);
            let range = &ranges(&rests)[usize::from(number >> 32 != 0)];
            let low = |bits: u32| (number & 0xFFFF_FFFF) as u32 & (!0 >> (32 - bits));
            assert!(half_numbers(&rests).contains(&low(16)));
            assert!((17..=32).all(|known| range.fits(low(known), known)));
            assert!((17..=21).all(|known| !range.fits(low(known) ^ 1 << (known - 1), known)));
        }
    }

    #[test]
    fn columns_are_read_across() {
        let rows: Vec<usize> = (0..52).map(place_in_columns).collect();
        assert_eq!(rows[..10], [0, 7, 14, 21, 28, 34, 40, 46, 1, 8]);
        assert_eq!(rows[46..], [45, 51, 6, 13, 20, 27]);
    }
}
