//! # Etude 19, move by move
//!
//! The problem: Charles Wetherell, *Etudes for Programmers*, Prentice-Hall 1978, chapter 19. This
//! program checks the answers of `etude19` and `etude19_play`, and shows where they come from.
//!
//! ## The task
//!
//! Is each move of an answer legal, and what does the board look like after it?
//!
//! Seven columns are dealt one after the other: column i gets i - 1 cards face down and one card
//! face up on them. Then columns 2 to 7 get four more cards each, face up. Any face-up card may
//! move, with all the cards on it as its load, to the end of another column if that ends in the
//! next higher card of its suit. A king moves to an empty column, unless it heads a column already.
//! A card that is laid bare is turned up. Each suit goes out to its own foundation, from ace to
//! king: a card at the end of a column goes there by itself as soon as it can.
//!
//! ## Input and output
//!
//! Input: packs, each followed by its answer. A pack is written as for `etude19`: 52 different
//! cards in dealing order, or by columns if its lines have exactly 1 6 7 8 9 10 11 cards. Its answer
//! follows on the same line or on the next line that is not blank, so `paste PACKS ANSWERS` joins
//! packs, one a line, to their answers. Titles (`Game ..`) and comments (`# ..`) are skipped.
//!
//! Output: the board as dealt, then after each move. A line describes the move, and a second line
//! names the cards that are turned up or go out after it. (They may do so before the first move,
//! too.) Then come the foundations and the columns, with `--` for a face-down card. The last line is
//! the number of cards out, which must be the one in the answer.
//!
//! ```text
//! $ (echo 353 | freecell; echo 353 | freecell | etude19) | etude19_trace | tail -15
//! 25. KD from column 5 to the empty column 2
//!    turned up 7H; out 7H
//!
//!    out   5C   JD   7H   KS
//!
//!     1    2    3    4    5    6    7
//!    KC   KD                  --   --
//!    QC                       --   KH
//!    JC                       --
//!    TC                       --
//!    9C                       TH
//!    8C                       9H
//!    7C
//!
//! 36 cards out
//! ```
//!
//! ## The idea
//!
//! Follow the rules to the letter, with seven columns of cards. This program shares no idea of the
//! game with `etude19`, so that each checks the other.
//!
//! ## Cost
//!
//! A pack takes about 50 microseconds. Printing takes nearly all of them.
//!
//! Run it with `cargo run --release --bin etude19_trace < samples/etude19_trace.in`.

use packs::{name, Card, Packs, SUITS};
use shell::{Program, Stop};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Trace { packs: Packs::new(column_of), pack: Vec::new() })
}

/// Reads packs and answers; plays each answer as soon as it is read.
struct Trace {
    packs: Packs,
    /// The pack that waits for its answer, or no cards.
    pack: Vec<Card>,
}

impl Program for Trace {
    const NAME: &'static str = "etude19_trace";
    const USAGE: &'static str = "usage: etude19_trace < PACKS_AND_ANSWERS > BOARDS";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let start = if pasted::is_comment(line) {
            line.len()
        } else if !self.pack.is_empty() && line.iter().any(u8::is_ascii_alphanumeric) {
            0 // a line without letters may still close a list of the pack
        } else {
            answer_start(line)
        };
        let (cards, answer) = line.split_at(start);
        let pack = &mut self.pack;
        self.packs.line(cards, &mut |cards| {
            if !pack.is_empty() {
                return Err(no_answer());
            }
            pack.extend(cards);
            Ok(())
        })?;
        if answer.is_empty() {
            return Ok(());
        }
        if self.pack.is_empty() {
            self.packs.end()?;
            return Err(Stop::Error("an answer without a pack; expected 52 cards".to_string()));
        }
        play(&mut Board::deal(&self.pack), answer, output)?;
        self.pack.clear();
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        self.packs.end()?;
        match self.pack.len() {
            0 => Ok(()),
            _ => Err(no_answer()),
        }
    }
}

fn no_answer() -> Stop {
    Stop::Error("the pack has no answer; expected \"N cards out:\" and its moves".to_string())
}

/// Where the answer in a line begins: two words before the first `out:`.
fn answer_start(line: &[u8]) -> usize {
    let is_blank = |at: usize| line[at].is_ascii_whitespace();
    let is_word_start = |&at: &usize| !is_blank(at) && (at == 0 || is_blank(at - 1));
    line.windows(4)
        .position(|text| text == b"out:")
        .map_or(line.len(), |out| (0..out).rev().filter(is_word_start).nth(1).unwrap_or(0))
}

/// The column and the row of each card, in dealing order.
fn layout() -> impl Iterator<Item = (usize, usize)> {
    let first = (0..7).flat_map(|column| (0..=column).map(move |row| (column, row)));
    let then = (1..7).flat_map(|column| (1..5).map(move |row| (column, column + row)));
    first.chain(then)
}

/// The column of a card by its place in the dealing order.
fn column_of(place: usize) -> usize {
    layout().nth(place).map_or(0, |(column, _)| column)
}

/// Plays an answer; prints the deal, each move and the number of cards out.
fn play(board: &mut Board, answer: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
    let words = answer.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let words: Vec<&[u8]> = words.collect();
    let (number, moves) = words.split_at(words.len().min(3));
    let number = parse_number(&number.join(&b' '))?;
    board.print("deal", "", output)?;
    let follows = board.settle();
    if !follows.is_empty() {
        board.print("before the first move", &follows, output)?;
    }
    for (i, word) in (1..).zip(moves) {
        let card = packs::parse_card(word)?;
        let what = board
            .make_move(card)
            .map_err(|why| Stop::Error(format!("move {i}, {}, is not legal: {why}", name(card))))?;
        let follows = board.settle();
        board.print(&format!("{i}. {what}"), &follows, output)?;
    }
    let out = board.out.iter().sum();
    if out != number {
        return Err(Stop::Error(format!(
            "the answer is \"{}\", but its moves bring {out} out; expected \"{}\"",
            cards_out(number),
            cards_out(out)
        )));
    }
    writeln!(output, "{}", cards_out(out)).map_err(Stop::from)
}

/// Parses the beginning of an answer, `N cards out:`.
fn parse_number(words: &[u8]) -> Result<usize, Stop> {
    (0..53).find(|&cards| words == (cards_out(cards) + ":").as_bytes()).ok_or_else(|| {
        let expected = "expected \"N cards out:\" with N from 0 to 52, or \"1 card out:\"";
        shell::unexpected(words, &format!("the beginning of an answer: {expected}"))
    })
}

/// A number of cards as an answer gives it.
fn cards_out(cards: usize) -> String {
    format!("{cards} card{} out", if cards == 1 { "" } else { "s" })
}

/// The cards on the table. A card is four times its rank, ace 0 to king 12, plus its suit.
struct Board {
    /// The columns from left to right, each from the card that heads it to its end.
    columns: Vec<Vec<Card>>,
    /// How many cards at the head of each column are face down.
    face_down: [usize; 7],
    /// How many cards of each suit are out.
    out: [usize; 4],
}

impl Board {
    /// Deals a pack.
    fn deal(pack: &[Card]) -> Board {
        let mut columns = vec![Vec::new(); 7];
        for (&card, (column, _)) in pack.iter().zip(layout()) {
            columns[column].push(card);
        }
        Board { columns, face_down: [0, 1, 2, 3, 4, 5, 6], out: [0; 4] }
    }

    /// Moves a card with its load. Describes the move, or says why it is not legal.
    fn make_move(&mut self, card: Card) -> Result<String, String> {
        let row_in = |column: &Vec<Card>| column.iter().position(|&other| other == card);
        let found = (0..7).find_map(|from| Some((from, row_in(&self.columns[from])?)));
        let (from, row) = found.ok_or("it is out; expected a card in a column")?;
        if row < self.face_down[from] {
            return Err("it lies face down; expected a card that is face up".to_string());
        }
        let to = self.target(card, from, row)?;
        let (onto, column) = match self.columns[to].last() {
            Some(&end) => (format!("onto {}, ", name(end)), "column"),
            None => (String::new(), "the empty column"),
        };
        let load = self.columns[from].split_off(row);
        let names: Vec<String> = load[1..].iter().copied().map(name).collect();
        let with = if names.is_empty() { "" } else { " with " };
        self.columns[to].extend(load);
        let (card, names) = (name(card), names.join(" "));
        let (from, to) = (from + 1, to + 1);
        Ok(format!("{card} {onto}from column {from} to {column} {to}{with}{names}"))
    }

    /// The column to which a face-up card can move, or why it cannot move.
    fn target(&self, card: Card, from: usize, row: usize) -> Result<usize, String> {
        if card / 4 == 12 {
            return match self.columns.iter().position(Vec::is_empty) {
                _ if row == 0 => Err("it heads a column already; expected a king that does not"),
                None => Err("there is no empty column; expected one for a king"),
                Some(to) => Ok(to),
            }
            .map_err(str::to_string);
        }
        let next = name(card + 4);
        let ends_in_next = |column: &[Card]| column.last() == Some(&(card + 4));
        let why = match self.columns.iter().position(|column| ends_in_next(column)) {
            _ if ends_in_next(&self.columns[from][..row]) => {
                format!("it lies on {next} already; expected a card that does not")
            }
            Some(to) if to != from => return Ok(to),
            Some(_) => format!("{next} lies in its own load; expected it to end another column"),
            None => format!(
                "it goes on {next} alone, which is covered; expected a column that ends in it"
            ),
        };
        Err(why)
    }

    /// Turns cards up and sends cards out until nothing more can be done, and says which.
    fn settle(&mut self) -> String {
        let mut phrases: Vec<String> = Vec::new();
        while let Some((what, card)) = self.step() {
            match phrases.last_mut() {
                Some(phrase) if phrase.starts_with(what) => *phrase = format!("{phrase} {card}"),
                _ => phrases.push(format!("{what} {card}")),
            }
        }
        phrases.join("; ")
    }

    /// In the first column that allows it, turns a card up or sends it out.
    fn step(&mut self) -> Option<(&'static str, String)> {
        for (column, face_down) in self.columns.iter_mut().zip(&mut self.face_down) {
            if let Some(&card) = column.last() {
                if *face_down == column.len() {
                    *face_down -= 1;
                    return Some(("turned up", name(card)));
                }
                if card / 4 == self.out[card % 4] {
                    self.out[card % 4] += 1;
                    column.pop();
                    return Some(("out", name(card)));
                }
            }
        }
        None
    }

    /// Prints what was done, what followed from it, and the board.
    fn print(&self, what: &str, follows: &str, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{what}")?;
        if !follows.is_empty() {
            writeln!(output, "   {follows}")?;
        }
        write!(output, "\n   out")?;
        for (suit, &cards) in self.out.iter().enumerate() {
            match cards {
                0 => write!(output, "   {}:", &SUITS[suit..][..1])?,
                _ => write!(output, "   {}", name(4 * (cards - 1) + suit))?,
            }
        }
        writeln!(output, "\n\n    1    2    3    4    5    6    7")?;
        for row in 0..self.columns.iter().map(Vec::len).max().unwrap_or(0) {
            let cell = |(column, &face_down): (&Vec<Card>, &usize)| match column.get(row) {
                None => "     ".to_string(),
                Some(_) if row < face_down => "   --".to_string(),
                Some(&card) => format!("   {}", name(card)),
            };
            let text: String = self.columns.iter().zip(&self.face_down).map(cell).collect();
            writeln!(output, "{}", text.trim_end())?;
        }
        writeln!(output)
    }
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
