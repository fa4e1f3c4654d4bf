//! # Etude 19: the best play of a deal
//!
//! The problem: Charles Wetherell, *Etudes for Programmers*, Prentice-Hall 1978, chapter 19: write
//! a program that plays this game, now known as Russian Solitaire,
//! <https://en.wikipedia.org/wiki/Yukon_(solitaire)>. This one sees all cards and plays best.
//!
//! ## The task
//!
//! How many cards can be brought out at best, and by which moves?
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
//! Input: packs of 52 different cards in dealing order, or by columns if the lines of a pack have
//! exactly 1 6 7 8 9 10 11 cards. Other line breaks have no meaning. A card is a rank,
//! `A23456789TJQK` or `10`, and a suit, `CDHS` in either case or a suit sign. Titles (`Game ..`) and
//! comments (`# ..`) are skipped. You can paste a pack with its labels, quotes and lists: text
//! before a colon is skipped, `<QC>` is QC, and a list `[..]` counts as one line.
//!
//! Output: for each pack the most cards that can be brought out, and the cards to move. (The target
//! of a move is never in doubt.) No line with fewer moves brings out as many. Among the lines with
//! as few moves it is the first, compared card by card in the order AC AD AH AS 2C .. KS.
//!
//! ```text
//! $ printf '8 3 1' | freecell | etude19
//! 4 cards out: 5C 8D 6S 6C 3H TS
//! 1 card out: 4C 2H
//! 0 cards out:
//! ```
//!
//! ## The idea
//!
//! **A card moves at most once.** Let c+1 be the next higher card of the suit of c, or the floor of
//! a column if c is a king. A card c moves only onto c+1. From then on c+1 lies under it, so c can
//! be carried in a load or go out, but not move again. (That cards go out by themselves does no
//! harm: only c-1 could be put on c, and c-1 is out before c.)
//!
//! **The cards that have left are the position.** A card has left when it no longer lies where it
//! was dealt: it has moved, or it is out. A card carried in a load has not left, because it still
//! lies on the same card. A king dealt to the floor counts as having left: it lies where it would
//! go. This set of cards, 52 bits, tells everything except the order of the columns, which does not
//! matter, so no position needs to be searched twice:
//!
//! - From the ace on, c is out exactly if c has left, c-1 is out, and the card dealt on c, if any,
//!   has left. For only that card and c-1 can lie on c, and c does not wait at the end of a column.
//! - A card that is not out lies on c+1 if it has left, and otherwise where it was dealt.
//! - It is face up if it was dealt so or if the card dealt on it has left.
//!
//! **The bound.** Play a generous game in which nothing is ever covered: whatever once ends a
//! column, card or floor, ends it for ever. By induction over the moves, whatever leaves, ends a
//! column, is turned up or goes out in a real line does so in the generous game too. There no move
//! spoils another. So make all its moves until none is left: no real line brings out more cards.
//!
//! A move of c that is not a king leaves the bound unchanged. It covers c+1, which matters only to
//! c, which has moved, and to the foundation, which takes c first and so lays c+1 bare. But a king
//! takes a floor that other kings may need, so its move may lower the bound.
//!
//! **The most cards, then the line.** A first depth-first search finds the most cards; it leaves a
//! position when the bound is no higher than that. Then call a set of cards a need if every line to
//! that many cards moves one of them. The generous game proves a need: if none of its cards may
//! move, the bound is too low. Needs that share no card take a move each, so at least as many moves
//! must follow as there are needs of which no card has left. If no more than that may follow, only
//! the cards of these needs may move, and the bound with all others held still must be high enough.
//!
//! The second search allows as many moves as there are needs, then one more, and so on, so the
//! first line that it finds is a shortest one. It tries moves in the order of the cards and skips a
//! position only if it has failed with as many moves to go, so that line is also the first.
//!
//! ## Cost
//!
//! 80 microseconds a pack on average. The hardest hundred of Microsoft's first million deals take
//! 13 milliseconds each, in less than 10 megabytes.
//!
//! Run it with `cargo run --release --bin etude19 < samples/etude19.in`.

use packs::{name, Card, Packs};
use shell::{Program, Stop};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Write};
use std::iter;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Solver(Packs::new(column_of)))
}

/// Reads packs; solves each as soon as it is complete.
struct Solver(Packs);

impl Program for Solver {
    const NAME: &'static str = "etude19";
    const USAGE: &'static str = "usage: etude19 < PACKS > LINES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        self.0.line(line, &mut |pack| {
            let (most, line) = solve(&Deal::new(pack));
            print(most, &line, output).map_err(Stop::from)
        })
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        self.0.end()
    }
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

// A card is four times its rank, ace 0 to king 12, plus its suit, so c+1 is four on. Above the kings
// the numbers 52 to 55 stand for a floor.

/// A set of cards, a bit for each.
type Cards = u64;

/// The first king.
const KING: Card = 48;
/// What the cards that head columns are dealt on.
const FLOOR: Card = 52;
const ALL: Cards = (1 << FLOOR) - 1;
/// The floor as each king's target.
const FLOORS: Cards = 0xF << FLOOR;

/// The cards of a set, in order.
fn each(mut cards: Cards) -> impl Iterator<Item = Card> {
    iter::from_fn(move || {
        let card = cards.trailing_zeros() as Card;
        cards &= cards.wrapping_sub(1);
        (card < 64).then_some(card)
    })
}

/// The next card of each suit to go out.
fn next_out(out: Cards) -> Cards {
    (out << 4 | 0xF) & ALL & !out
}

/// A position in which no card can go out.
#[derive(Clone, Copy, Default)]
struct Position {
    /// The cards that have left the place where they were dealt. They tell all the rest.
    left: Cards,
    /// The cards that are out.
    out: Cards,
    /// The cards that end columns, and `FLOORS` if a column is empty.
    ends: Cards,
    /// The cards that are or were face up, and perhaps floors.
    up: Cards,
}

/// What stays the same throughout a game.
struct Deal {
    /// What each card is dealt on.
    under: [Card; 52],
    /// The position before the first move.
    start: Position,
}

impl Deal {
    /// Deals the 52 cards of a pack.
    fn new(pack: &[Card]) -> Deal {
        let mut deal = Deal { under: [FLOOR; 52], start: Position::default() };
        let mut ends = [FLOOR; 7];
        for (&card, (column, row)) in pack.iter().zip(layout()) {
            deal.under[card] = ends[column];
            ends[column] = card;
            if row == 0 && card >= KING {
                deal.start.left |= 1 << card;
            }
            if row >= column {
                deal.start.up |= 1 << card;
            }
        }
        deal.start.ends = ends.iter().map(|&card| 1 << card).sum();
        deal.start = deal.settle(deal.start);
        deal
    }

    /// What a card lies on.
    fn beneath(&self, card: Card, left: Cards) -> Card {
        if left >> card & 1 == 0 {
            self.under[card]
        } else {
            card + 4
        }
    }

    /// Takes a card off what it lies on and lays that bare.
    fn lift(&self, card: Card, now: &mut Position) {
        let lower = self.beneath(card, now.left);
        let bared = if lower < FLOOR { 1 << lower } else { FLOORS };
        now.left |= 1 << card;
        now.ends |= bared;
        now.up |= bared;
    }

    /// Sends out all cards that can go out.
    fn settle(&self, mut now: Position) -> Position {
        loop {
            let card = (now.ends & next_out(now.out)).trailing_zeros() as Card;
            if card >= FLOOR {
                break;
            }
            self.lift(card, &mut now);
            now.out |= 1 << card;
            now.ends &= !(1 << card);
        }
        now.ends &= ALL;
        if now.ends.count_ones() < 7 {
            now.ends |= FLOORS;
        }
        now
    }

    /// The cards that can move.
    fn moves<'a>(&'a self, now: &'a Position) -> impl Iterator<Item = Card> + 'a {
        each(now.up & !now.left & now.ends >> 4).filter(move |&card| !self.carries(card, now))
    }

    /// Whether c+1 lies in the load of c: walks down from c+1 to c, a face-down card or the floor.
    fn carries(&self, card: Card, now: &Position) -> bool {
        let mut lower = card + 4;
        while lower < FLOOR && now.up >> lower & 1 == 1 && lower != card {
            lower = self.beneath(lower, now.left);
        }
        lower == card
    }

    /// Moves a card.
    #[inline] // a fifth of the time
    fn play(&self, card: Card, mut now: Position) -> Position {
        self.lift(card, &mut now);
        now.ends &= !(1 << (card + 4));
        self.settle(now)
    }

    /// How many cards the generous game brings out if the cards of a set must lie still.
    fn bound(&self, now: &Position, still: Cards) -> u32 {
        let mut then = *now;
        loop {
            let outs = then.ends & next_out(then.out);
            let go = outs | then.up & !then.left & then.ends >> 4 & !still;
            if go == 0 {
                return then.out.count_ones();
            }
            for card in each(go) {
                self.lift(card, &mut then);
            }
            then.out |= outs;
        }
    }
}

/// Finds the most cards that can be brought out, and the line.
fn solve(deal: &Deal) -> (u32, Vec<Card>) {
    let mut search = Search { deal, most: 0, needs: Vec::new(), tried: HashMap::default() };
    search.raise(&deal.start, deal.bound(&deal.start, 0));
    search.needs = find_needs(deal, search.most);
    let line = (search.needs.len()..).find_map(|moves| search.reach(&deal.start, moves));
    (search.most, line.into_iter().flatten().rev().collect())
}

/// A search for the most cards out and the line to them.
struct Search<'a> {
    deal: &'a Deal,
    /// The most cards that can be brought out, as far as is known.
    most: u32,
    /// Needs that share no card.
    needs: Vec<Cards>,
    /// For each position that has been tried, how many moves were allowed to reach it and go on, or
    /// 0 if only the first search has seen it.
    tried: HashMap<Cards, usize, BuildHasherDefault<Mix>>,
}

impl Search<'_> {
    /// Raises the most cards out to what can be reached from a position.
    fn raise(&mut self, now: &Position, bound: u32) {
        self.most = self.most.max(now.out.count_ones());
        for card in self.deal.moves(now) {
            if bound <= self.most {
                return;
            }
            let then = self.deal.play(card, *now);
            if self.tried.insert(then.left, 0).is_none() {
                let bound = if card < KING { bound } else { self.deal.bound(&then, 0) };
                self.raise(&then, bound);
            }
        }
    }

    /// The way to the most cards out in so many moves, if there is one, last move first.
    fn reach(&mut self, now: &Position, moves: usize) -> Option<Vec<Card>> {
        if now.out.count_ones() == self.most {
            return Some(Vec::new());
        }
        let open = self.needs.iter().filter(|&&need| need & now.left == 0);
        let (needed, cards) = open.fold((0, 0), |(n, cards), need| (n + 1, cards | need));
        if needed > moves || needed == moves && self.deal.bound(now, !cards) < self.most {
            return None;
        }
        for card in self.deal.moves(now) {
            let then = self.deal.play(card, *now);
            let tried = self.tried.entry(then.left).or_insert(0);
            if *tried < moves {
                *tried = moves;
                if let Some(mut line) = self.reach(&then, moves - 1) {
                    line.push(card);
                    return Some(line);
                }
            }
        }
        None
    }
}

/// Finds needs that share no card: first single cards. Then, while the cards that are in no need
/// yet form one together, it drops each card, high ones first, if the rest is still a need.
fn find_needs(deal: &Deal, most: u32) -> Vec<Cards> {
    let is_need = |cards| deal.bound(&deal.start, cards) < most;
    let mut needs: Vec<Cards> = each(ALL).map(|card| 1 << card).filter(|&c| is_need(c)).collect();
    let mut rest = needs.iter().fold(ALL, |rest, need| rest & !need);
    while is_need(rest) {
        let mut need = rest;
        for card in (0..52).rev().map(|card| 1 << card) {
            if need & card != 0 && is_need(need & !card) {
                need &= !card;
            }
        }
        needs.push(need);
        rest &= !need;
    }
    needs
}

/// A hash of a number: one multiplication, its upper bits rotated down. (With the standard hash the
/// program takes 15 % longer.)
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(20);
    }

    fn write(&mut self, _bytes: &[u8]) {} // never called: the keys are u64

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Prints the answer line.
fn print(most: u32, line: &[Card], output: &mut dyn Write) -> io::Result<()> {
    let head = format!("{most} card{} out:", if most == 1 { "" } else { "s" });
    let words: Vec<String> = iter::once(head).chain(line.iter().copied().map(name)).collect();
    writeln!(output, "{}", words.join(" "))
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
