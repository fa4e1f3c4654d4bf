//! The samples are tested too: well-known wrong solutions of UVa 127 must each fail some of them,
//! and which they are tells the mistake.
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

use std::collections::BTreeSet;

/// What can go wrong in a solution.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    /// The rules to the letter.
    None,
    OneBeforeThree,
    RightmostFirst,
    GapsLeftOpen,
    WholePilesMoved,
    OneMoveADeal,
    /// No flaw either, but only places where something changed are looked at again.
    ByQueue,
    NoSecondLookBehindAGap,
    NoSecondLookRightOfABaredCard,
    StopsAfterOnePack,
    AlwaysPlural,
    TrailingBlank,
}

/// A pile, from its bottom card to its top card.
type Pile = Vec<String>;

/// The judge's answer to an input, as a solution with a flaw gives it.
fn solve(input: &str, flaw: Flaw) -> String {
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

/// Lays all cards out and then looks only at the places that a move can have made movable: behind
/// a gap that was closed there are three of them, and on the right of a card that was laid bare two,
/// of which the last is easily forgotten.
fn play_by_queue(pack: &[String], behind_a_gap: usize, right_of_a_card: usize) -> Vec<Pile> {
    let mut row: Vec<Pile> = pack.iter().map(|card| vec![card.clone()]).collect();
    let mut waiting: BTreeSet<usize> = (0..row.len()).collect();
    while let Some(from) = waiting.pop_first() {
        let Some(card) = row.get(from).and_then(|pile| pile.last()) else { continue };
        let moving = vec![card.clone()];
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
        waiting.extend([to + 1, to + 3]);
        if row[from].is_empty() {
            row.remove(from);
            waiting = waiting.into_iter().map(|place| place - usize::from(place > from)).collect();
            waiting.extend(from..from + behind_a_gap);
        } else {
            waiting.insert(from);
            waiting.extend([from + 1, from + 3].into_iter().take(right_of_a_card));
        }
    }
    row
}

/// The names of the samples of `uva127` that a solution with this flaw fails.
fn failed(flaw: Flaw) -> Vec<String> {
    let samples = common::samples("uva127").into_iter();
    let wrong = samples.filter(|(_, input, output)| {
        solve(&String::from_utf8_lossy(input), flaw).as_bytes() != output.as_slice()
    });
    wrong.map(|(name, ..)| name).collect()
}

#[test]
fn the_solutions_without_a_flaw_are_right() {
    let mut random = common::Random(127);
    let mut input = String::new();
    for _ in 0..2_000 {
        input += &(random.pack().join(" ") + "\n");
    }
    for flaw in [Flaw::None, Flaw::ByQueue] {
        assert_eq!(failed(flaw), Vec::<String>::new());
        assert!(solve(&input, flaw) == common::run("uva127", input.clone()), "seed 127, {flaw:?}");
    }
}

/// What the README tells from the samples below, in this order: a flaw of another kind fails others
/// of them.
#[test]
fn every_flaw_fails_the_samples_that_tell_its_kind() {
    let names = ["127-52-piles", "127-after-end", "127-many-piles", "127"];
    let form = [true, true, true, true];
    let rules = [false, true, true, true];
    let packs = [false, false, true, true];
    let plural = [false, false, false, true];
    let too_few_looks = [false, false, false, false];
    for (flaw, kind) in [
        (Flaw::TrailingBlank, form),
        (Flaw::OneBeforeThree, rules),
        (Flaw::RightmostFirst, rules),
        (Flaw::GapsLeftOpen, rules),
        (Flaw::WholePilesMoved, rules),
        (Flaw::OneMoveADeal, rules),
        (Flaw::StopsAfterOnePack, packs),
        (Flaw::AlwaysPlural, plural),
        (Flaw::NoSecondLookBehindAGap, too_few_looks),
        (Flaw::NoSecondLookRightOfABaredCard, too_few_looks),
    ] {
        let failed = failed(flaw);
        let fails = |name: &str| failed.iter().any(|other| other == name);
        assert_eq!(names.map(fails), kind, "{flaw:?}");
        assert!(fails("127-random"), "{flaw:?} passes 127-random");
    }
}
