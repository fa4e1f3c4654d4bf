//! A solution of UVa 127 written straight from the rules, and well-known wrong solutions.
//!
//! The program reads the judge's format and makes the mistake `FLAW`. `judge/build` writes one
//! program for each flaw in `WRONG`.

use std::collections::BTreeSet;
use std::io::{self, Read};

const FLAW: Flaw = Flaw::None;

/// A mistake that people make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    /// Follows the rules.
    None,
    OneBeforeThree,
    RightmostFirst,
    GapsLeftOpen,
    WholePilesMoved,
    OneMoveADeal,
    /// Not a flaw: after a move, checks only the piles that the move can have affected.
    ByQueue,
    NoSecondLookBehindAGap,
    NoSecondLookRightOfABaredCard,
    StopsAfterOnePack,
    AlwaysPlural,
    TrailingBlank,
}

/// The flaws that make the answer wrong.
pub const WRONG: &[Flaw] = &[
    Flaw::OneBeforeThree,
    Flaw::RightmostFirst,
    Flaw::GapsLeftOpen,
    Flaw::WholePilesMoved,
    Flaw::OneMoveADeal,
    Flaw::NoSecondLookBehindAGap,
    Flaw::NoSecondLookRightOfABaredCard,
    Flaw::StopsAfterOnePack,
    Flaw::AlwaysPlural,
    Flaw::TrailingBlank,
];

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    print!("{}", solve(&input, FLAW));
    Ok(())
}

/// A pile, from its bottom card to its top card.
type Pile = Vec<String>;

/// Answers an input as a solution with this flaw does.
pub fn solve(input: &str, flaw: Flaw) -> String {
    let lines = input.lines().map(str::trim).take_while(|line| !line.starts_with('#'));
    let words = lines.filter(|line| !line.starts_with("Game")).flat_map(str::split_whitespace);
    let cards: Vec<String> = words.map(str::to_uppercase).collect();
    let packs = if flaw == Flaw::StopsAfterOnePack { 1 } else { usize::MAX };
    cards.chunks(52).take(packs).map(|pack| answer(&play(pack, flaw), flaw)).collect()
}

fn answer(row: &[Pile], flaw: Flaw) -> String {
    let sizes: Vec<String> = row.iter().map(|pile| pile.len().to_string()).collect();
    let plural = if sizes.len() > 1 || flaw == Flaw::AlwaysPlural { "s" } else { "" };
    let blank = if flaw == Flaw::TrailingBlank { " " } else { "" };
    format!("{} pile{plural} remaining: {}{blank}\n", sizes.len(), sizes.join(" "))
}

fn play(pack: &[String], flaw: Flaw) -> Vec<Pile> {
    match flaw {
        Flaw::ByQueue => return play_by_queue(pack, 3, 2),
        Flaw::NoSecondLookBehindAGap => return play_by_queue(pack, 2, 2),
        Flaw::NoSecondLookRightOfABaredCard => return play_by_queue(pack, 3, 1),
        _ => {}
    }
    let mut row: Vec<Pile> = Vec::new();
    for card in pack {
        row.push(vec![card.clone()]);
        while let Some((from, to)) = next_move(&row, flaw) {
            if flaw == Flaw::WholePilesMoved {
                let pile = std::mem::take(&mut row[from]);
                row[to].extend(pile);
            } else {
                let card = row[from].pop();
                row[to].extend(card);
            }
            if flaw != Flaw::GapsLeftOpen {
                row.retain(|pile| !pile.is_empty());
            }
            if flaw == Flaw::OneMoveADeal {
                break;
            }
        }
    }
    row.retain(|pile| !pile.is_empty());
    row
}

fn next_move(row: &[Pile], flaw: Flaw) -> Option<(usize, usize)> {
    let steps = if flaw == Flaw::OneBeforeThree { [1, 3] } else { [3, 1] };
    let mut places: Vec<usize> = (0..row.len()).collect();
    if flaw == Flaw::RightmostFirst {
        places.reverse();
    }
    let moves = places.into_iter().flat_map(|from| steps.map(|step| (from, step)));
    moves
        .filter(|&(from, step)| step <= from)
        .map(|(from, step)| (from, from - step))
        .find(|&(from, to)| matches(&row[from], &row[to]))
}

fn matches(a: &Pile, b: &Pile) -> bool {
    match (a.last(), b.last()) {
        (Some(a), Some(b)) => a[..1] == b[..1] || a[1..] == b[1..],
        _ => false,
    }
}

/// Lays out all cards first. After each move it checks only the piles that the move can have made
/// movable: three behind a gap that was closed, and two to the right of a card that was uncovered.
/// It is easy to forget the last pile of either group.
fn play_by_queue(pack: &[String], behind_a_gap: usize, right_of_a_card: usize) -> Vec<Pile> {
    let mut row: Vec<Pile> = pack.iter().map(|card| vec![card.clone()]).collect();
    let mut queue: BTreeSet<usize> = (0..row.len()).collect();
    while let Some(from) = queue.iter().next().copied() {
        queue.remove(&from);
        let moving = match row.get(from).and_then(|pile| pile.last()) {
            Some(card) => vec![card.clone()],
            None => continue,
        };
        let mut to = from;
        while let Some(step) =
            [3, 1].into_iter().find(|&step| step <= to && matches(&moving, &row[to - step]))
        {
            to -= step;
        }
        if to == from {
            continue;
        }
        row[from].pop();
        row[to].extend(moving);
        queue.extend([to + 1, to + 3]);
        if row[from].is_empty() {
            row.remove(from);
            queue = queue.into_iter().map(|place| place - usize::from(place > from)).collect();
            queue.extend(from..from + behind_a_gap);
        } else {
            queue.insert(from);
            queue.extend([from + 1, from + 3].into_iter().take(right_of_a_card));
        }
    }
    row
}
