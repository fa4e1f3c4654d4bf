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
//! Input: packs of 52 different cards in the order in which they are dealt, up to a line that
//! begins with `#` or to the end of the input. A card is a rank `A23456789TJQK` and a suit `CDHS`,
//! in either case. Line breaks carry no meaning, but a line that begins with `Game` is a title and
//! is skipped.
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

use shell::{Program, Stop};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Write};
use std::iter;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Packs::default())
}

/// Reads packs; solves each as soon as it is whole.
#[derive(Default)]
struct Packs {
    /// The cards of the pack that is being read, fewer than 52.
    pack: Vec<Card>,
    /// Finds the answers.
    search: Search,
}

impl Program for Packs {
    const NAME: &'static str = "etude19";
    const USAGE: &'static str = "usage: etude19 < PACKS > LINES";

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
            let card = read_card(word)?;
            if let Some(place) = self.pack.iter().position(|&other| other == card) {
                return Err(Stop::Error(format!(
                    "the pack has {} twice, as card {} and as card {}; expected 52 different cards",
                    name(card),
                    place + 1,
                    self.pack.len() + 1
                )));
            }
            self.pack.push(card);
            if self.pack.len() == 52 {
                self.search.solve(&Deal::new(&self.pack));
                print(self.search.most, &self.search.line, output)?;
                self.pack.clear();
            }
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        match self.pack.len() {
            0 => Ok(()),
            cards => Err(Stop::Error(format!(
                "the pack ends after {cards} of its 52 cards; expected {}",
                missing(&self.pack)
            ))),
        }
    }
}

/// A card: four times its rank, ace 0 to king 12, and its suit. So cards come in the order AC AD AH
/// AS 2C .. KS, and c+1 is four on; above the kings the numbers 52 to 55 stand for a floor.
type Card = usize;

/// A set of cards, a bit for each.
type Cards = u64;

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";
/// The first king.
const KING: Card = 48;
/// What the cards at the bottom of piles are dealt on.
const FLOOR: Card = 52;
const ALL: Cards = (1 << FLOOR) - 1;
const KINGS: Cards = 0xF << KING;
/// The floor as each king's target.
const FLOORS: Cards = 0xF << FLOOR;

/// Reads a card, in either case.
fn read_card(word: &[u8]) -> Result<Card, Stop> {
    if let [rank, suit] = *word {
        let rank = RANKS.iter().position(|&letter| letter == rank.to_ascii_uppercase());
        let suit = SUITS.iter().position(|&letter| letter == suit.to_ascii_uppercase());
        if let (Some(rank), Some(suit)) = (rank, suit) {
            return Ok(4 * rank + suit);
        }
    }
    Err(shell::unexpected(
        word,
        "a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH",
    ))
}

/// A card as it is written.
fn name(card: Card) -> String {
    format!("{}{}", char::from(RANKS[card / 4]), char::from(SUITS[card % 4]))
}

/// How many cards are missing, and which, if they are few.
fn missing(pack: &[Card]) -> String {
    let cards: Vec<String> = (0..52).filter(|card| !pack.contains(card)).map(name).collect();
    match cards.len() {
        few @ 1..=4 => format!("{few} more: {}", cards.join(" ")),
        many => format!("{many} more"),
    }
}

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
    fn a_pack_is_answered_with_its_last_card() {
        let (mut packs, mut output) = (Packs::default(), Vec::new());
        for card in 0..52 {
            assert!(output.is_empty());
            assert_eq!(packs.line(&[RANKS[card / 4], SUITS[card % 4]], &mut output), Ok(()));
        }
        assert!(output.ends_with(b"\n"));
        assert_eq!(packs.end(&mut output), Ok(()));
    }
}
