//! Etude 19 as most programs would solve it: a breadth-first search over whole boards.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};

/// The search gives up a deal after this many boards.
const LIMIT: usize = 100_000;

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";

/// Added to a card (four times its rank plus its suit) that lies face down.
const FACE_DOWN: u8 = 64;

/// A whole board: the columns, and the number of cards of each suit that are out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    columns: Vec<Vec<u8>>,
    out: [u8; 4],
}

/// Reads packs of 52 cards and writes the answers of `etude19`, or `?` for a deal that has more than
/// `LIMIT` boards.
pub fn etude19(input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let mut pack = Vec::new();
    for line in input.lines() {
        let line = line?;
        if line.starts_with("Game") {
            continue;
        }
        for word in line.split_ascii_whitespace() {
            let rank = RANKS.find(&word[..1]).unwrap();
            let suit = SUITS.find(&word[1..]).unwrap();
            pack.push(u8::try_from(4 * rank + suit).unwrap());
            if pack.len() == 52 {
                write_answer(solve(&pack), output)?;
                pack.clear();
            }
        }
    }
    Ok(())
}

fn write_answer(answer: Option<(u8, Vec<u8>)>, output: &mut dyn Write) -> io::Result<()> {
    let Some((out, moves)) = answer else { return writeln!(output, "?") };
    write!(output, "{out} card{} out:", if out == 1 { "" } else { "s" })?;
    for card in moves.into_iter().map(usize::from) {
        let (rank, suit) = (card / 4, card % 4);
        write!(output, " {}{}", &RANKS[rank..=rank], &SUITS[suit..=suit])?;
    }
    writeln!(output)
}

fn solve(pack: &[u8]) -> Option<(u8, Vec<u8>)> {
    let mut cards = pack.iter().copied();
    let mut columns = vec![Vec::new(); 7];
    for (hidden, column) in columns.iter_mut().enumerate() {
        column.extend(cards.by_ref().take(hidden).map(|card| card + FACE_DOWN));
        column.extend(cards.by_ref().take(1));
    }
    for column in &mut columns[1..] {
        column.extend(cards.by_ref().take(4));
    }
    let start = settle(Board { columns, out: [0; 4] });
    let mut best = (0, Vec::new());
    let mut seen = HashSet::from([key(&start)]);
    let mut layer = vec![(start, Vec::new())];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (board, line) in layer {
            let out = board.out.iter().sum();
            if line.is_empty() || out > best.0 {
                best = (out, line.clone());
            }
            if out == 52 {
                return Some(best);
            }
            for (card, after) in moves(&board) {
                let after = settle(after);
                if seen.insert(key(&after)) {
                    let mut line = line.clone();
                    line.push(card);
                    next.push((after, line));
                }
            }
            if seen.len() > LIMIT {
                return None;
            }
        }
        layer = next;
    }
    Some(best)
}

/// The key of a board in the set of seen boards: the board with its columns sorted.
fn key(board: &Board) -> Board {
    let mut key = board.clone();
    key.columns.sort_unstable();
    key
}

/// Turns uncovered cards face up and brings out all cards that can go out.
fn settle(mut board: Board) -> Board {
    loop {
        let before = board.out;
        for column in &mut board.columns {
            if let Some(end) = column.last_mut() {
                *end %= FACE_DOWN;
                let (rank, suit) = (*end / 4, usize::from(*end % 4));
                if rank == board.out[suit] {
                    board.out[suit] += 1;
                    column.pop();
                    if let Some(end) = column.last_mut() {
                        *end %= FACE_DOWN;
                    }
                }
            }
        }
        if board.out == before {
            return board;
        }
    }
}

/// The cards that can move, in order, each with the board after its move.
fn moves(board: &Board) -> Vec<(u8, Board)> {
    let mut found: Vec<(u8, Board)> = Vec::new();
    for (from, column) in board.columns.iter().enumerate() {
        for (place, &card) in column.iter().enumerate().filter(|&(_, &card)| card < FACE_DOWN) {
            let to = board.columns.iter().enumerate().position(|(to, target)| {
                to != from
                    && match target.last() {
                        Some(&end) => end == card + 4,
                        None => card >= 48 && place > 0,
                    }
            });
            if let Some(to) = to {
                let mut after = board.clone();
                let load = after.columns[from].split_off(place);
                after.columns[to].extend(load);
                found.push((card, after));
            }
        }
    }
    found.sort_by_key(|&(card, _)| card);
    found
}
