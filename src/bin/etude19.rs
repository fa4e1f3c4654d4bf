//! # Etude 19: the best that can be done with a deal
//!
//! The problem: Charles Wetherell, *Etudes for Programmers*, Prentice-Hall 1978, chapter 19. The
//! game is played today as Russian Solitaire, <https://en.wikipedia.org/wiki/Yukon_(solitaire)>.
//! The etude asks for a program that plays it. This one tells what a player could do at best who
//! saw every card, and its answer is exact.
//!
//! ## The task
//!
//! How many cards can be brought out at best, and by which moves?
//!
//! Seven piles are dealt one after the other, pile i with i - 1 cards face down and one face up on
//! them; then four cards face up on each of piles 2 to 7. A card that is face up moves, with all
//! that lies on it as its load, to the end of another column if that ends in the next higher card
//! of its suit; a king moves to an empty column, unless it heads a column already. A card laid bare
//! is turned up. Each suit goes out to a foundation of its own, from ace to king, from the ends of
//! columns, by itself, whenever it can. The game is won when all 52 cards are out.
//!
//! ## Input and output
//!
//! Input: packs of 52 different cards, up to the end of the input, in the order in which they are
//! dealt, or by columns: lines of exactly 1 6 7 8 9 10 11 cards. Other line breaks carry no
//! meaning. A card is a rank `A23456789TJQK` or `10` and a suit, `CDHS` in either case or its sign.
//! A line that begins with `Game` is a title and a line that begins with `#` is a comment: both are
//! skipped. You can paste a pack with its labels, quotes and lists: what stands before a colon is
//! skipped, `<QC>` is QC, and a list `[..]` is a line, however it is broken.
//!
//! Output: for each pack the most cards that can be brought out, and the cards that move to do it;
//! where they go is never in doubt. No other moves do it in fewer, and of those that do it in as
//! few they come first, compared card by card in the order AC AD AH AS 2C .. KS.
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
//! The cards that have left where they were dealt name a position in 52 bits, a simpler game bounds
//! what it can bring out, and two searches, depth first, find the most cards and then the line.
//!
//! ### Why a card moves at most once, and why foundation moves are never wrong
//!
//! Let c+1 be the next higher card of the suit of c, and the floor of a column if c is a king.
//! A card c moves onto c+1 and nowhere else. From then on c+1 is under it, and it can be carried in
//! a load or go out, but not move again. So no line has more than 52 moves, and none goes round.
//!
//! To hold a card back from its foundation helps nobody. Only c-1 can be put on c, and c-1 is out
//! before c; and what is under c is laid bare when c goes.
//!
//! ### Why the set of cards that have left is the position
//!
//! A card has left if it does not lie where it was dealt any more: it has moved, or it is out.
//! Being carried in a load is not leaving: the card still lies on the same card. A king dealt to
//! the floor always has: he is where he would go. Positions in which the same cards have left are
//! the same but for the order of the columns, which matters to nobody, for the set tells all the
//! rest:
//!
//! - Which cards are out. One that has not left is not. On a card c that has, one of two cards can
//!   lie: the one dealt there, unless it has left, or c-1, if it has left but is not out. If one
//!   does, c is not out. If neither does, c is out if and only if c-1 is, for a card at the
//!   end of a column does not wait. So the set tells it from the ace on, suit by suit.
//! - Where the others lie: on c+1 if they have left, and where they were dealt if not.
//! - Which are face up: those dealt so, and those on which no card lies as dealt.
//!
//! So 52 bits are an exact name for a position, and none is searched again with as few moves to go
//! or fewer.
//!
//! ### Why the bound is a bound
//!
//! Play a generous game in which nothing is ever covered: what once ends a column, card or floor,
//! does so for ever, and a card may go even to the end of its own load. By induction over the
//! moves, whatever leaves, ends a column, is turned up or goes out in a real line does so in the
//! generous game too. There, one move never spoils another. So let all move and go out that can,
//! until nothing can: no real line brings out more cards than that.
//!
//! A move of c, if it is no king, leaves the bound as it is. It covers c+1, which could matter
//! only to c, which has moved, and to the foundation, which takes c first and so lays c+1 bare. All
//! else the generous game would have done itself. A king, though, takes a floor that other kings
//! may want. So the bound is worked out at the start, and again after moves of kings.
//!
//! ### Why the line is the shortest, and the first of these
//!
//! The most cards are found first: depth first, through all positions with a higher bound than
//! what has been reached. Then, call a set of cards a need if one of them must move in every line
//! to that many cards. The generous game proves it: if they may not move, its bound is too low.
//! Needs that share no card take a move each. So as many moves must follow as there are open
//! needs, those of which no card has left; and where no more may follow, only cards of open needs
//! may move, and with all others held still the bound must still be high enough.
//!
//! Lines of as many moves as there are needs are tried, then of one more, and so on. So the first
//! line found is a shortest one. Moves are tried depth first in the order of the cards, and a
//! position is passed over only if it has failed with as many moves to go. So it is also the first.
//!
//! ## Cost
//!
//! 80 microseconds a pack on average; the hardest hundred of Microsoft's first million deals take
//! 13 milliseconds each, in less than 10 megabytes. A pack in order, which no shuffle gives, takes
//! 60.
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
    shell::run(&mut Solver::default())
}

/// Reads packs; solves each as soon as it is complete.
#[derive(Default)]
struct Solver {
    packs: Packs,
    search: Search,
}

impl Program for Solver {
    const NAME: &'static str = "etude19";
    const USAGE: &'static str = "usage: etude19 < PACKS > LINES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let search = &mut self.search;
        self.packs.line(line, &COLUMNS, place_in_columns, &mut |pack| {
            search.solve(&Deal::new(pack));
            print(search.most, &search.line, output).map_err(Stop::from)
        })
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        self.packs.end()
    }
}

/// How many cards the columns have.
const COLUMNS: [usize; 7] = [1, 6, 7, 8, 9, 10, 11];

/// Where a card of the dealing order stands in a pack that is written column by column.
fn place_in_columns(i: usize) -> usize {
    // First the face-down cards of each column and one on them, then four more on all but one.
    let dealt = |(column, up): (usize, usize)| COLUMNS[..column].iter().sum::<usize>() + up;
    let first = (0..7).flat_map(|column| (0..=column).map(move |up| (column, up)));
    let then = (1..7).flat_map(|column| (1..5).map(move |up| (column, column + up)));
    first.chain(then).nth(i).map_or(i, dealt)
}

// A card is four times its rank, ace 0 to king 12, plus its suit, so c+1 is four on. Above the kings
// the numbers 52 to 55 stand for a floor.

/// A set of cards, a bit for each.
type Cards = u64;

/// The first king.
const KING: Card = 48;
/// What the cards at the bottom of piles are dealt on.
const FLOOR: Card = 52;
const ALL: Cards = (1 << FLOOR) - 1;
const KINGS: Cards = 0xF << KING;
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

/// A position, when all has gone out that can.
#[derive(Clone, Copy, Default)]
struct Position {
    /// The cards that have left the place they were dealt to. They tell all the rest.
    left: Cards,
    /// The cards that are out.
    out: Cards,
    /// The cards that end columns, and `FLOORS`, each king's target, if a column is empty.
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
        let mut pack = pack.iter().copied();
        let mut piles: Vec<Vec<Card>> =
            (1..8).map(|cards| pack.by_ref().take(cards).collect()).collect();
        for pile in &mut piles[1..] {
            pile.extend(pack.by_ref().take(4));
        }
        let mut deal = Deal { under: [FLOOR; 52], start: Position::default() };
        for (hidden, pile) in piles.iter().enumerate() {
            deal.start.left |= 1 << pile[0] & KINGS;
            deal.start.up |= pile[hidden..].iter().map(|&card| 1 << card).sum::<Cards>();
            let mut last = FLOOR;
            for &card in pile {
                deal.under[card] = last;
                last = card;
            }
            deal.start.ends |= 1 << last;
        }
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

    /// Sends out all that can go out.
    fn settle(&self, mut now: Position) -> Position {
        loop {
            let card = (now.ends & next_out(now.out)).trailing_zeros() as Card;
            if card >= FLOOR {
                break;
            }
            let bared = 1 << self.beneath(card, now.left);
            now.left |= 1 << card;
            now.out |= 1 << card;
            now.ends = now.ends & !(1 << card) | bared;
            now.up |= bared;
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

    /// Whether c+1 lies in the load of c: goes down from c+1 until it meets c, a card face down or
    /// the floor.
    fn carries(&self, card: Card, now: &Position) -> bool {
        let mut lower = card + 4;
        while lower < FLOOR && now.up >> lower & 1 == 1 {
            lower = self.beneath(lower, now.left);
            if lower == card {
                return true;
            }
        }
        false
    }

    /// Moves a card.
    #[inline] // a fifth of the time
    fn play(&self, card: Card, mut now: Position) -> Position {
        let bared = 1 << self.under[card];
        now.left |= 1 << card;
        now.ends = now.ends & !(1 << (card + 4)) | bared;
        now.up |= bared;
        self.settle(now)
    }

    /// How many cards the generous game brings out, if the cards of a set may not move.
    fn bound(&self, now: &Position, still: Cards) -> u32 {
        let mut then = *now;
        loop {
            let outs = then.ends & next_out(then.out);
            let go = outs | then.up & !then.left & then.ends >> 4 & !still;
            if go == 0 {
                return then.out.count_ones();
            }
            for card in each(go) {
                let lower = self.beneath(card, now.left);
                let bared = if lower < FLOOR { 1 << lower } else { FLOORS };
                then.ends |= bared;
                then.up |= bared;
            }
            then.left |= go;
            then.out |= outs;
        }
    }
}

/// A search for the most cards out and the line to them.
#[derive(Default)]
struct Search {
    /// The most cards that can be brought out, as far as is known.
    most: u32,
    /// The moves that do it.
    line: Vec<Card>,
    /// Needs that share no card.
    needs: Vec<Cards>,
    /// For each position that has been tried, how many moves were allowed to reach it and go on.
    /// 0: in the search for the most cards only. `NEVER`: its bound is too low.
    tried: HashMap<Cards, u32, BuildHasherDefault<Mix>>,
}

/// More moves than any line has.
const NEVER: u32 = 53;

impl Search {
    /// Finds the most cards out and the line.
    fn solve(&mut self, deal: &Deal) {
        self.tried = HashMap::default(); // quicker than to clear what a hard pack left behind
        self.most = 0;
        self.raise(deal, &deal.start, deal.bound(&deal.start, 0));
        self.find_needs(deal);
        self.line.clear();
        let mut moves = self.open(deal.start.left).0;
        while !self.reach(deal, &deal.start, moves) {
            moves += 1;
        }
        self.line.reverse();
    }

    /// Raises the most cards out to what can be reached from a position.
    fn raise(&mut self, deal: &Deal, now: &Position, bound: u32) {
        self.most = self.most.max(now.out.count_ones());
        for card in deal.moves(now) {
            if bound <= self.most {
                return;
            }
            let then = deal.play(card, *now);
            if self.tried.insert(then.left, 0).is_none() {
                let bound = if card < KING { bound } else { deal.bound(&then, 0) };
                self.raise(deal, &then, bound);
            }
        }
    }

    /// Finds needs that share no card: first single cards; then, while the cards that are in no
    /// need yet make one together, that one, thinned: each card is dropped, high ones first, if
    /// what is left is still a need.
    fn find_needs(&mut self, deal: &Deal) {
        self.needs.clear();
        let most = self.most;
        let is_need = |cards| deal.bound(&deal.start, cards) < most;
        self.needs.extend(each(ALL).map(|card| 1 << card).filter(|&card| is_need(card)));
        let mut rest = self.needs.iter().fold(ALL, |rest, need| rest & !need);
        while is_need(rest) {
            let mut need = rest;
            for card in (0..52).rev().map(|card| 1 << card) {
                if need & card != 0 && is_need(need & !card) {
                    need &= !card;
                }
            }
            self.needs.push(need);
            rest &= !need;
        }
    }

    /// How many needs hold none of these cards, and the cards of those needs.
    fn open(&self, left: Cards) -> (u32, Cards) {
        let open = self.needs.iter().filter(|&&need| need & left == 0);
        open.fold((0, 0), |(number, cards), need| (number + 1, cards | need))
    }

    /// Whether the most cards out can be reached by so many moves; then `line` is the
    /// way to it, last move first.
    fn reach(&mut self, deal: &Deal, now: &Position, moves: u32) -> bool {
        if now.out.count_ones() == self.most {
            return true;
        }
        for card in deal.moves(now) {
            let then = deal.play(card, *now);
            let tried = self.tried.entry(then.left).or_insert(0);
            if *tried == 0 && card >= KING && deal.bound(&then, 0) < self.most {
                *tried = NEVER;
            }
            if *tried >= moves {
                continue;
            }
            *tried = moves;
            let (needed, cards) = self.open(then.left);
            if (needed + 1 < moves || needed + 1 == moves && deal.bound(&then, !cards) >= self.most)
                && self.reach(deal, &then, moves - 1)
            {
                self.line.push(card);
                return true;
            }
        }
        false
    }
}

/// A hash for keys that are numbers: one multiplication, its upper bits brought down.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(20);
    }

    fn write(&mut self, _bytes: &[u8]) {} // never asked for: the keys are u64

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Prints the answer line.
fn print(most: u32, line: &[Card], output: &mut dyn Write) -> io::Result<()> {
    write!(output, "{most} card{} out:", if most == 1 { "" } else { "s" })?;
    for &card in line {
        write!(output, " {}", name(card))?;
    }
    output.write_all(b"\n")
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
            let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
            if first == Some(&b'#') || line.starts_with(b"Game") {
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
                self.end_row(take)?;
            }
            if self.open.is_empty() {
                self.end_row(take)?;
            }
            Ok(())
        }

        /// Ends the row if it has a word.
        fn end_row(
            &mut self,
            take: &mut dyn FnMut(u64, Event) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            if self.in_row {
                self.in_row = false;
                take(self.line, Event::EndRow)?;
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
        pub cards: Vec<(Card, u64)>,
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
            let is_card = |word: &[u8]| parse_card(word).is_some();
            let result = reader.line(line, is_card, &mut |number, event| match event {
                Event::Colon => {
                    self.has_colon = true;
                    Ok(())
                }
                Event::Word(word) => {
                    let expected = "a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH";
                    let card = parse_card(word).ok_or_else(|| shell::unexpected(word, expected))?;
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

        /// The places of the first card that is there twice.
        pub fn twice(&self) -> Option<(usize, usize)> {
            let cards = &self.cards;
            (0..cards.len()).find_map(|j| Some(((0..j).find(|&i| cards[i].0 == cards[j].0)?, j)))
        }

        fn check_twice(&self) -> Result<(), Stop> {
            match self.twice() {
                None => Ok(()),
                Some((i, j)) => Err(Stop::ErrorIn(
                    self.cards[j].1,
                    format!(
                        "{} is there twice, first in line {}{}; expected 52 different cards",
                        name(self.cards[j].0),
                        self.cards[i].1,
                        match (self.cards.len(), self.missing().len()) {
                            (52, 1) => format!("; {} is missing", name(self.missing()[0])),
                            _ => String::new(),
                        }
                    ),
                )),
            }
        }

        /// The cards that are not in the pack so far.
        pub fn missing(&self) -> Vec<Card> {
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

    /// A card as it is written: rank `A23456789TJQK` or `10`, then a letter or a sign for the suit.
    pub fn parse_card(word: &[u8]) -> Option<Card> {
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
