//! # FreeCell: from the board to its number
//!
//! The problem: <https://rosettacode.org/wiki/Deal_cards_for_FreeCell>, in reverse.
//!
//! ## The task
//!
//! FreeCell programs identify a board by its deal number. Which numbers deal the given boards?
//!
//! The state starts as the number. For each draw, state = state * 214013 + 2531011 (mod 2^31), and
//! the draw is state div 2^16. The deck starts in the order AC AD AH AS 2C .. KS. Deal the card at
//! index draw mod (cards left), counted from 0, and move the last card of the deck into its place.
//!
//! This is the rule for numbers below 2^31. From 2^31 to 2^32 - 1, each draw also has the bit
//! 0x8000 set. From 2^32 on, the state starts as number - 2^32, and the draw is (state div 2^16)
//! mod 2^16, plus 1. The numbers -1 and -2 stand for two boards of Microsoft's.
//!
//! ## Input and output
//!
//! Input: boards of 52 different cards, up to the end of the input. A card is a rank
//! `A23456789TJQK` or `10` and a suit, `CDHS` in either case or its sign. A board is written by rows
//! (lines of 8 8 8 8 8 8 4 cards), on one line or with any other breaks, or by columns: lines of
//! exactly 7 7 7 7 6 6 6 6 cards. If a line starts with `:`, all lines of its board must be columns.
//! You can paste a board with its labels, quotes and lists: whatever stands before a colon is
//! skipped, and a list `[..]` is a line. A line that starts with `Game` is a title, and a line that
//! starts with `#` is a comment; both are skipped.
//!
//! Output: for each board a line with all numbers that deal it, -1, -2 or from 1 to 8589934591
//! (2^33 - 1), in ascending order. If there is none, the board may be mistyped. So the line is
//! `no game`, or names the first two cards, in the order of the board, whose exchange gives a board
//! that has a number. If one card is there twice and another is missing, that is an error, which
//! names the board that is meant, if it has a number.
//!
//! ```text
//! $ echo 617 24680 | freecell | freecell_find
//! Game #617
//! Game #24680
//! $ echo 617 | freecell | sed 's/TD/x/; s/7D/TD/; s/x/7D/' | freecell_find
//! no game, but Game #617 with TD and 7D exchanged
//! ```
//!
//! ## The idea
//!
//! *From the board to the draws.* Play the rules with the cards known: the index of a card in the
//! deck is draw mod (cards left). So the board determines 52 remainders, and the other way round. A
//! number deals the board if and only if its draws leave these remainders.
//!
//! *From the draws to the number, starting at the lowest bit.* State i of a number n is A * n + C
//! modulo 2^32, with A = 214013^i and some C for each i (jump-ahead). The low m bits of a sum or a
//! product depend only on the low m bits of its terms. So the low m bits of n determine the low m
//! bits of all 52 states. Bit 16 is the lowest bit of a state that its draw shows.
//!
//! When the number of cards left is a multiple of 2, 4, 8, 16 or 32, the remainder gives the lowest
//! 1, 2, 3, 4 or 5 bits of the draw, which are bits 16 to 20 of the state. (The 0x8000 of the second
//! range is a higher bit. In the third range, 1 is added to the draw.) So once the low 17 bits of n
//! are known, 26 remainders test them. 18 bits are tested by 13 of these, then 19 by 6, 20 by 3, and
//! 21 by 1. This is a tree: a node is the low bits of n, its children have one more bit, and a node
//! that fails a test is cut off. Its leaves are numbers of 32 bits, which are dealt and compared.
//!
//! *The tree misses no number.* If n deals the board, the low bits of its draws agree with the
//! remainders, so n passes every test on its path. *No number is wrong*, because each was dealt.
//!
//! *The low 16 bits* are looked up. Every A is odd, so setting bit 16 of n flips bit 16 of every
//! state; and the 1 that is added in the third range flips the lowest bit of every draw. So a number
//! passes the 26 tests of bit 16 if and only if bit 16 of its states, for its low 16 bits alone,
//! agrees with all the 26 remainders or with none. These 26 parities do not depend on the board, so
//! they are computed once, for all 65,536 low halves, and sorted. On average, a board leaves one
//! half and 1 in 512 boards leaves another. From there the tree stays narrow while there are tests,
//! and from bit 21 on it fans out to 2^11 leaves for the first two ranges and 2^11 for the third.
//!
//! *Exchanges.* A board without a number has 1,326 neighbours, and nearly all of them end at the
//! lookup. So they are all tried.
//!
//! ## Cost
//!
//! The table of low halves takes a millisecond, once. A board takes a lookup and 4096 leaves: about
//! 0.04 milliseconds. A board without a number takes 1,326 lookups, about 0.6 milliseconds. Memory
//! does not grow with the input.
//!
//! Run it with `cargo run --release --bin freecell_find < samples/freecell_find.in`.

use packs::{name, Card, Packs, RANKS, SUITS};
use shell::{Program, Stop};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Finder { packs: Packs::new(|i| i % 8), halves: halves() })
}

/// Reads boards and finds the numbers of each as soon as it is complete.
struct Finder {
    packs: Packs,
    halves: Vec<u64>,
}

impl Program for Finder {
    const NAME: &'static str = "freecell_find";
    const USAGE: &'static str = "usage: freecell_find < BOARDS > NUMBERS";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let halves = &self.halves;
        let result = self.packs.line(line, &mut |board| Ok(answer(board, halves, output)?));
        result.map_err(|stop| match stop {
            Stop::ErrorIn(line, what) => {
                let meant = self.meant().unwrap_or_else(|| packs::EXPECTED.to_string());
                Stop::ErrorIn(line, what.replace(packs::EXPECTED, &meant))
            }
            _ => stop,
        })
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        self.packs.end()
    }
}

impl Finder {
    /// Which board is meant, if one card is there twice, one is missing, and it has a number.
    fn meant(&self) -> Option<String> {
        let missing = match self.packs.missing()[..] {
            [missing] => missing,
            _ => return None,
        };
        let dealt = self.packs.dealt();
        let is_twice = |card| dealt.iter().filter(|other| other.0 == card).count() == 2;
        let mut places = (0..dealt.len()).filter(|&place| is_twice(dealt[place].0));
        places.find_map(|place| {
            let mut board: Vec<Card> = dealt.iter().map(|&(card, _)| card).collect();
            board[place] = missing;
            let title = title(&board, &self.halves)?;
            let (missing, line) = (name(missing), dealt[place].1);
            Some(format!("with {missing} in its place in line {line} it is {title}"))
        })
    }
}

/// Writes the title of a board, or of one in which two cards are exchanged.
fn answer(board: &[Card], halves: &[u64], output: &mut dyn Write) -> io::Result<()> {
    if let Some(title) = title(board, halves) {
        return writeln!(output, "{title}");
    }
    let mut other = board.to_vec();
    for first in 0..52 {
        for second in first + 1..52 {
            other.swap(first, second);
            if let Some(title) = title(&other, halves) {
                let pair = format!("{} and {}", name(board[first]), name(board[second]));
                return writeln!(output, "no game, but {title} with {pair} exchanged");
            }
            other.swap(first, second);
        }
    }
    writeln!(output, "no game")
}

/// The title of a board with all its numbers, if it has any.
fn title(board: &[Card], halves: &[u64]) -> Option<String> {
    for &(title, ranks, suits) in &MICROSOFT {
        let is_there = |(i, &card): (usize, &Card)| {
            RANKS.as_bytes()[card / 4] == ranks[i / 4] && SUITS.as_bytes()[card % 4] == suits[i % 4]
        };
        if board.iter().enumerate().all(is_there) {
            return Some(title.to_string());
        }
    }
    let numbers = numbers(&rests(board), halves);
    let names: Vec<String> = numbers.iter().map(|number| format!(" #{number}")).collect();
    if names.is_empty() {
        None
    } else {
        Some(format!("Game{}", names.concat()))
    }
}

/// The boards -1 and -2: their ranks, each with all its suits, and the order of the suits.
const MICROSOFT: [(&str, &[u8; 13], &[u8; 4]); 2] =
    [("Game #-1", b"AQ3T587694J2K", b"CDHS"), ("Game #-2", b"A7K6Q5J4T3928", b"SHDC")];

/// Something for each draw, by the number of cards left: 52 for the first, 1 for the last.
type Table<T> = [T; 53];

/// The remainders of the draws that deal a board.
fn rests(board: &[Card]) -> Table<u32> {
    let mut rests = [0; 53];
    let mut deck: Vec<Card> = (0..52).collect();
    for &card in board {
        if let Some((index, _)) = (0_u32..).zip(&deck).find(|&(_, &other)| other == card) {
            rests[deck.len()] = index;
            deck.swap_remove(index as usize);
        }
    }
    rests
}

/// All numbers whose draws leave these remainders, in ascending order.
fn numbers(rests: &Table<u32>, halves: &[u64]) -> Vec<u64> {
    let mut found = Vec::new();
    for low in low_halves(rests, halves) {
        for range in ranges(rests) {
            range.grow(low, 16, &mut found);
        }
    }
    found.sort_unstable();
    found
}

/// The low 16 bits that a number can have whose draws leave these remainders.
fn low_halves(rests: &Table<u32>, halves: &[u64]) -> Vec<u32> {
    let parities = parities(|left| rests[left]);
    let start = halves.partition_point(|half| half >> 16 < parities);
    let fitting = halves[start..].iter().take_while(|&half| half >> 16 == parities);
    fitting.map(|half| (half & 0xFFFF) as u32).collect()
}

/// All 65,536 low halves, sorted. Above the 16 bits of each are the parities of its states.
fn halves() -> Vec<u64> {
    let half = |low: u32| {
        let state = |left: usize| low.wrapping_mul(JUMPS[left].0).wrapping_add(JUMPS[left].1);
        parities(|left| state(left) >> 16) << 16 | u64::from(low)
    };
    let mut halves: Vec<u64> = (0..1 << 16).map(half).collect();
    halves.sort_unstable();
    halves
}

/// The lowest bits of 26 values, one for each even number of cards left, or these bits inverted,
/// whichever is smaller. So two results are equal if all their bits agree or none.
fn parities(value: impl Fn(usize) -> u32) -> u64 {
    let bits = (1..=26).fold(0, |bits, half| bits << 1 | u64::from(value(2 * half) & 1));
    bits.min(bits ^ 0x3FF_FFFF)
}

/// 2^32 numbers: the first two ranges, whose draws differ only in a high bit, or the third range.
struct Range<'a> {
    /// The first number.
    first: u64,
    /// What is added to each draw.
    plus: u32,
    /// The remainders that the draws must leave.
    rests: &'a Table<u32>,
}

fn ranges(rests: &Table<u32>) -> [Range<'_>; 2] {
    [Range { first: 0, plus: 0, rests }, Range { first: 1 << 32, plus: 1, rests }]
}

impl Range<'_> {
    /// Finds the numbers whose low bits, `known` of them, are `low`.
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

    /// Whether the remainders allow a number whose low bits, `known` of them, are `low`.
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

/// A and C for each draw: its state is A * number + C, modulo 2^32.
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

/// Whether the draws of a number leave these remainders. This follows the rules to the letter.
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

/// Splits input into rows of words as people paste it: comments, titles, labels, lists and quotes.
/// Every file that reads cards this way has the same copy.
mod pasted {
    use super::shell::Stop;

    /// What the reader finds.
    pub enum Event<'a> {
        /// A word outside labels: one card or several.
        Word(&'a [u8]),
        /// A colon without a label: the row is a column.
        Colon,
        /// The end of a row that has a word.
        EndRow,
    }

    /// What came last: the start of a line, a `[`, a word or a `]`.
    #[derive(Clone, Copy, Default, PartialEq)]
    enum Last {
        #[default]
        Start,
        Open,
        Word,
        Close,
    }

    /// What may follow a label: cards, only marks of empty cells, or only a number.
    #[derive(Default, PartialEq)]
    enum Label {
        #[default]
        Cards,
        Cells,
        Tricks,
    }

    /// The state of the reader between two lines.
    #[derive(Default)]
    pub struct Reader {
        /// The number of the current line.
        pub line: u64,
        /// The line numbers of the lists that are open, the outermost first.
        pub open: Vec<u64>,
        last: Last,
        label: Label,
        /// For each kind in `GROUPS`: how many groups the row has, and whether one has two cards.
        groups: [(usize, bool); 4],
    }

    /// What encloses groups of cards.
    const GROUPS: [(u8, u8); 4] = [(b'"', b'"'), (b'\'', b'\''), (b'(', b')'), (b'{', b'}')];

    const EMPTY: &str = "an empty list; expected a card";
    const IN_PROGRESS: &str = "a game in progress; expected a board as it was dealt";

    fn error(what: &str) -> Result<(), Stop> {
        Err(Stop::Error(what.to_string()))
    }

    impl Reader {
        /// Reads the next line and calls `take` with its number for each event. `cards` counts the
        /// cards in a word, 0 if it is no card.
        pub fn line(
            &mut self,
            line: &[u8],
            cards: fn(&[u8]) -> usize,
            take: &mut dyn FnMut(u64, Event) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            self.line += 1;
            if line.starts_with(b"Game") && words(line).filter(|word| cards(word) > 0).count() > 1 {
                return error("cards in a title; expected them on the next line");
            } else if is_comment(line) {
                return Ok(());
            }
            let mut rest = line;
            loop {
                let end = rest.iter().position(|byte| b"[]:/".contains(byte));
                let (text, from_mark) = rest.split_at(end.unwrap_or(rest.len()));
                let mark = *from_mark.first().unwrap_or(&b'\n');
                if mark == b':' {
                    self.label = self.read_label(text, cards)?;
                    if words(text).next().is_none() {
                        take(self.line, Event::Colon)?;
                    }
                } else if self.label == Label::Cells {
                    if words(text).any(|word| cards(word) > 0 || !is_vacant(word)) {
                        return error(IN_PROGRESS);
                    }
                } else if self.label == Label::Tricks && words(text).next().is_some() {
                    return error("a number of tricks; expected cards");
                } else {
                    self.count_groups(text, cards)?;
                    for word in words(text) {
                        take(self.line, Event::Word(word))?;
                        self.last = Last::Word;
                    }
                }
                match (mark, self.last) {
                    (b':', _) => {}
                    (b'[', Last::Word) => return error("a [ behind a card; expected a line break"),
                    (b'[', _) => {
                        self.open.push(self.line);
                        self.last = Last::Open;
                    }
                    (b']', _) if self.open.pop().is_none() => {
                        return error("a ] without its [; expected a list");
                    }
                    (b']', Last::Open) if self.label != Label::Cells => return error(EMPTY),
                    (b'/', Last::Start | Last::Open) => {
                        let column = line.len() - from_mark.len() + 1;
                        return error(&format!(
                            "the hand before the / in column {column} is empty; expected a card"
                        ));
                    }
                    (b'\n', _) if !self.open.is_empty() => {}
                    (_, last) => {
                        self.last = if mark == b']' { Last::Close } else { Last::Start };
                        self.groups = Default::default();
                        if last == Last::Word {
                            take(self.line, Event::EndRow)?;
                        }
                    }
                }
                match from_mark.get(1..) {
                    Some(more) => rest = more,
                    None => break,
                }
            }
            if self.open.is_empty() {
                self.label = Label::Cards;
            }
            Ok(())
        }

        /// Reads a label and what belongs to the label before it.
        fn read_label(&self, text: &[u8], cards: fn(&[u8]) -> usize) -> Result<Label, Stop> {
            let words: Vec<Vec<u8>> = words(text).map(<[u8]>::to_ascii_lowercase).collect();
            let (last, before) = match words.split_last() {
                Some((last, before)) => (&last[..], before),
                None => return Ok(Label::Cards),
            };
            let has_cards = |word: &Vec<u8>| cards(word) > 0;
            // An answer of `camicia_search`: `cards: 4325, tricks: 595, deal:`.
            let is_number = words[0].iter().all(u8::is_ascii_digit);
            let is_figure = is_number && (last == b"tricks" || last == b"deal");
            if has_cards(&words[0]) && !(is_figure && words.len() == 2) {
                error("cards before a colon; expected a label that starts with another word")?;
            } else if self.label == Label::Cells && before.iter().any(has_cards) {
                error(IN_PROGRESS)?;
            }
            Ok(match last {
                b"foundations" | b"founds" | b"freecells" => Label::Cells,
                b"tricks" => Label::Tricks,
                _ => Label::Cards,
            })
        }

        /// Counts the groups of cards in a part of a row. Several may be several rows.
        fn count_groups(&mut self, text: &[u8], cards: fn(&[u8]) -> usize) -> Result<(), Stop> {
            for (&(open, close), groups) in GROUPS.iter().zip(&mut self.groups) {
                // Where the innermost group starts. The end of the text closes it, too.
                let mut start = None;
                for end in 0..=text.len() {
                    let byte = *text.get(end).unwrap_or(&close);
                    if let (true, Some(from)) = (byte == close, start) {
                        start = None;
                        let count: usize = words(&text[from..end]).map(cards).sum();
                        *groups = (groups.0 + usize::from(count > 0), groups.1 || count > 1);
                        if groups.0 > 1 && groups.1 {
                            return error("several groups in a row; expected each on its own line");
                        } else if count == 0 && open == close && end < text.len() {
                            return error(EMPTY);
                        }
                    } else if byte == open {
                        start = Some(end + 1);
                    }
                }
            }
            Ok(())
        }

        /// Checks at the end of the input that no list is open.
        pub fn end(&self) -> Result<(), Stop> {
            let what = "the list that begins here is never closed; expected a ]";
            self.open.first().map_or(Ok(()), |&line| Err(Stop::ErrorIn(line, what.to_string())))
        }
    }

    /// Whether a line is a comment or a title.
    pub fn is_comment(line: &[u8]) -> bool {
        let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
        first == Some(&b'#') || line.starts_with(b"Game")
    }

    /// The words of a text. Punctuation separates words as white space does.
    fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || b",;\"'(){}<>".contains(byte);
        text.split(is_blank).filter(|word| !word.is_empty())
    }

    /// Whether a word says that a foundation or a cell is empty: `H-0` or dashes.
    fn is_vacant(word: &[u8]) -> bool {
        word.iter().all(|&byte| byte == b'-') || word.len() == 3 && word.ends_with(b"-0")
    }
}

/// Reads packs of 52 different cards. Every file that reads packs this way has the same copy.
mod packs {
    use super::pasted::{Event, Reader};
    use super::shell::{self, Stop};
    use std::{mem, str};

    /// A card as its index in the order AC AD AH AS 2C .. KS.
    pub type Card = usize;

    /// The ranks and the suits, in order.
    pub const RANKS: &str = "A23456789TJQK";
    pub const SUITS: &str = "CDHS";

    /// How the error of a card that is there twice ends.
    pub const EXPECTED: &str = "expected 52 different cards";

    /// Collects the cards of a pack.
    pub struct Packs {
        reader: Reader,
        /// The column to which each card of the dealing order goes.
        column_of: fn(usize) -> usize,
        /// How many cards each column has.
        columns: Vec<usize>,
        /// The cards of this pack, each with the number of its line.
        cards: Vec<(Card, u64)>,
        /// The sizes of its rows. The first may begin with cards of the pack before.
        rows: Vec<usize>,
        /// How many cards the current row has so far.
        row: usize,
        /// Whether a row of this pack begins with a lone colon.
        has_colon: bool,
    }

    impl Packs {
        pub fn new(column_of: fn(usize) -> usize) -> Packs {
            let mut columns = vec![0; 1 + (0..52).map(column_of).max().unwrap_or(0)];
            (0..52).for_each(|i| columns[column_of(i)] += 1);
            let (cards, rows, row, has_colon) = (Vec::new(), Vec::new(), 0, false);
            Packs { reader: Reader::default(), column_of, columns, cards, rows, row, has_colon }
        }

        /// Reads a line and calls `done` with each pack that it completes, in dealing order.
        pub fn line(
            &mut self,
            line: &[u8],
            done: &mut dyn FnMut(&[Card]) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            let mut reader = mem::take(&mut self.reader);
            let count = |word: &[u8]| usize::from(card(word).is_some());
            let result = reader.line(line, count, &mut |number, event| {
                match event {
                    Event::Colon => self.has_colon = true,
                    Event::Word(word) => {
                        let card = parse_card(word)?;
                        self.row += 1;
                        if self.cards.len() == 52 {
                            self.end_row(done)?;
                        }
                        self.cards.push((card, number));
                    }
                    Event::EndRow => {
                        self.end_row(done)?;
                        self.row = 0;
                    }
                }
                Ok(())
            });
            self.reader = reader;
            result
        }

        /// Ends a row, or a pack in the middle of a row, and hands over the pack if it is whole.
        fn end_row(
            &mut self,
            done: &mut dyn FnMut(&[Card]) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            self.rows.push(self.row);
            if self.has_colon && !self.columns.starts_with(&self.rows) {
                return Err(Stop::Error(format!(
                    "lines of {} cards; expected columns of {}, as a line begins with \":\"",
                    list(&self.rows),
                    list(&self.columns)
                )));
            }
            if self.cards.len() < 52 {
                return Ok(());
            }
            self.check_twice()?;
            let pack: Vec<Card> = self.dealt().iter().map(|&(card, _)| card).collect();
            self.cards.clear();
            self.rows.clear();
            self.has_colon = false;
            done(&pack)
        }

        /// The cards of a whole pack and their lines, in dealing order. The pack is written by
        /// columns if its rows have their sizes.
        pub fn dealt(&self) -> Vec<(Card, u64)> {
            let mut order: Vec<usize> = (0..self.cards.len()).collect();
            if self.rows == self.columns {
                order.sort_by_cached_key(|&i| (self.column_of)(i));
            }
            let mut dealt = self.cards.clone();
            for (&i, &card) in order.iter().zip(&self.cards) {
                dealt[i] = card;
            }
            dealt
        }

        /// Checks that no card is there twice.
        fn check_twice(&self) -> Result<(), Stop> {
            // The line of each card, 0 if it has not come yet.
            let mut lines = [0; 52];
            for &(card, line) in &self.cards {
                let first = mem::replace(&mut lines[card], line);
                if first > 0 {
                    let missing = match (self.cards.len(), &self.missing()[..]) {
                        (52, &[missing]) => format!("; {} is missing", name(missing)),
                        _ => String::new(),
                    };
                    let what = format!("{} is there twice, first in line {first}", name(card));
                    return Err(Stop::ErrorIn(line, format!("{what}{missing}; {EXPECTED}")));
                }
            }
            Ok(())
        }

        /// The cards that the pack lacks so far.
        pub fn missing(&self) -> Vec<Card> {
            (0..52).filter(|card| self.cards.iter().all(|(other, _)| other != card)).collect()
        }

        /// Checks at the end of the input that no pack is incomplete.
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

    #[test]
    fn the_lookup_leaves_what_26_tests_leave() {
        let halves = halves();
        let bit = |low: u32, left: usize| {
            low.wrapping_mul(JUMPS[left].0).wrapping_add(JUMPS[left].1) >> 16 & 1
        };
        for low in (0..1 << 16).step_by(327) {
            // All bits of one half, or all inverted; in some, one is wrong.
            let mut rests = [0; 53];
            (0..53).for_each(|left| rests[left] = bit(low, left) ^ low & 1);
            rests[(low % 106) as usize / 2] ^= u32::from(low % 5 == 0);
            let fits = |low: &u32| {
                let differs = |left: usize| bit(*low, left) != rests[left];
                let differing = (2..=52).step_by(2).filter(|&left| differs(left)).count();
                differing == 0 || differing == 26
            };
            let expected: Vec<u32> = (0..1 << 16).filter(fits).collect();
            assert_eq!(low_halves(&rests, &halves), expected, "{low}");
        }
    }
}
