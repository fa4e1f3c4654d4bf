//! Solves Etude 19 by a plain search over whole boards, with or without a typical mistake.
//!
//! The input is in the judge's format, one pack per line. `FLAW` selects the mistake; `judge/build`
//! writes one program for each flaw in `WRONG` and `SLOW`.

use std::collections::{HashSet, VecDeque};
use std::io::{self, Read};

const FLAW: Flaw = Flaw::None;

/// A mistake that solutions make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    /// A breadth-first search over all boards.
    None,
    /// Plays a single line, and prefers moves that turn a card up.
    GreedyUncovering,
    /// Searches depth first and prints the first line to the most cards.
    NotFewestMoves,
    /// Tries moves column by column, so the line is not the first in the order of the cards.
    ColumnOrder,
    /// Does not count the cards that go out before the first move.
    DealtOutNotCounted,
    AlwaysPlural,
    /// Right but slow: tries every line, even if it has searched the same board before.
    NoTable,
}

/// The flaws that make the answer wrong.
pub const WRONG: &[Flaw] = &[
    Flaw::GreedyUncovering,
    Flaw::NotFewestMoves,
    Flaw::ColumnOrder,
    Flaw::DealtOutNotCounted,
    Flaw::AlwaysPlural,
];

/// The flaws that only make the program too slow.
pub const SLOW: &[Flaw] = &[Flaw::NoTable];

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";
const KING: u8 = 12;

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    print!("{}", solve(&input, FLAW));
    Ok(())
}

/// Cards compare in the order AC AD AH AS 2C .. KS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Card {
    rank: u8,
    suit: u8,
    face_up: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    columns: Vec<Vec<Card>>,
    /// How many cards of each suit are out.
    out: [u8; 4],
}

/// A board and the cards that have moved since the deal.
#[derive(Clone)]
struct Position {
    board: Board,
    line: Vec<Card>,
}

/// The output of the solution with this flaw.
pub fn solve(input: &str, flaw: Flaw) -> String {
    let packs = input.lines().map(|line| line.split_whitespace().filter_map(card).collect());
    packs.map(|pack: Vec<Card>| answer(&deal(&pack), flaw)).collect()
}

fn card(word: &str) -> Option<Card> {
    let rank = u8::try_from(RANKS.find(&word[..1])?).ok()?;
    let suit = u8::try_from(SUITS.find(&word[1..])?).ok()?;
    Some(Card { rank, suit, face_up: true })
}

fn answer(dealt: &Position, flaw: Flaw) -> String {
    let best = match flaw {
        Flaw::GreedyUncovering => uncover(dealt),
        Flaw::NoTable => every_line(dealt),
        _ => search(dealt, flaw),
    };
    let mut out = cards_out(&best);
    if flaw == Flaw::DealtOutNotCounted {
        out -= cards_out(dealt);
    }
    let plural = if out == 1 && flaw != Flaw::AlwaysPlural { "" } else { "s" };
    let line = best.line.iter().map(|card| {
        let (rank, suit) = (usize::from(card.rank), usize::from(card.suit));
        format!(" {}{}", &RANKS[rank..=rank], &SUITS[suit..=suit])
    });
    format!("{out} card{plural} out:{}\n", line.collect::<String>())
}

fn cards_out(position: &Position) -> u8 {
    position.board.out.iter().sum()
}

fn deal(pack: &[Card]) -> Position {
    let mut cards = pack.iter().copied();
    let mut columns = vec![Vec::new(); 7];
    for (face_down, column) in columns.iter_mut().enumerate() {
        column.extend(cards.by_ref().take(face_down).map(|card| Card { face_up: false, ..card }));
        column.extend(cards.next());
    }
    for column in &mut columns[1..] {
        column.extend(cards.by_ref().take(4));
    }
    Position { board: settle(Board { columns, out: [0; 4] }), line: Vec::new() }
}

/// Turns up bare cards and sends cards out until nothing more can be done.
fn settle(mut board: Board) -> Board {
    loop {
        let out = board.out;
        for column in &mut board.columns {
            while let Some(end) = column.last_mut() {
                end.face_up = true;
                let suit = usize::from(end.suit);
                if end.rank != board.out[suit] {
                    break;
                }
                board.out[suit] += 1;
                column.pop();
            }
        }
        if board.out == out {
            return board;
        }
    }
}

/// The position after each move, in the order of the cards that move.
fn moves(position: &Position, flaw: Flaw) -> Vec<Position> {
    let columns = &position.board.columns;
    let mut found = Vec::new();
    for (from, column) in columns.iter().enumerate() {
        for (place, &card) in column.iter().enumerate() {
            if !card.face_up {
                continue;
            }
            let fits = |target: &Vec<Card>| match target.last() {
                Some(end) => (end.rank, end.suit) == (card.rank + 1, card.suit),
                None => card.rank == KING && place > 0,
            };
            if let Some(to) = (0..7).find(|&to| to != from && fits(&columns[to])) {
                let mut next = position.clone();
                let load = next.board.columns[from].split_off(place);
                next.board.columns[to].extend(load);
                next.board = settle(next.board);
                next.line.push(card);
                found.push(next);
            }
        }
    }
    if flaw != Flaw::ColumnOrder {
        found.sort_by_key(|next| next.line.last().copied());
    }
    found
}

/// The first position with the most cards out that a search finds.
fn search(dealt: &Position, flaw: Flaw) -> Position {
    let mut best = dealt.clone();
    let mut seen = HashSet::new();
    let mut waiting = VecDeque::new();
    waiting.push_back(dealt.clone());
    while let Some(position) = waiting.pop_front() {
        if cards_out(&position) > cards_out(&best) {
            best = position.clone();
        }
        if cards_out(&best) == 52 {
            break;
        }
        let next = moves(&position, flaw);
        let next = next.into_iter().filter(|next| seen.insert(any_order(&next.board)));
        if flaw == Flaw::NotFewestMoves {
            next.for_each(|next| waiting.push_front(next));
        } else {
            waiting.extend(next);
        }
    }
    best
}

/// A board with its columns sorted, since their order does not matter.
fn any_order(board: &Board) -> Board {
    let mut board = board.clone();
    board.columns.sort();
    board
}

/// The position with the most cards out on one greedy line.
fn uncover(dealt: &Position) -> Position {
    let face_down = |position: &Position| {
        position.board.columns.iter().flatten().filter(|card| !card.face_up).count()
    };
    let mut best = dealt.clone();
    let mut position = dealt.clone();
    while let Some(next) = moves(&position, Flaw::None).into_iter().min_by_key(face_down) {
        if cards_out(&next) > cards_out(&best) {
            best = next.clone();
        }
        position = next;
    }
    best
}

/// The best position that any line reaches: the most cards out, then the fewest moves.
fn every_line(position: &Position) -> Position {
    let mut best = position.clone();
    for next in moves(position, Flaw::None) {
        let end = every_line(&next);
        let rank = |end: &Position| (cards_out(end), 52 - end.line.len());
        if rank(&end) > rank(&best) {
            best = end;
        }
    }
    best
}
