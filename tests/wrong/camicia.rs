//! Camicia card by card, straight from the rules, and typical wrong solutions.
//!
//! Reads the judge's format: a hand a line, with an empty line between games. `FLAW` is the mistake
//! that the program makes; `judge/build` writes one program for each flaw in `WRONG`.

use std::collections::{HashSet, VecDeque};
use std::io::{self, Read};

const FLAW: Flaw = Flaw::None;

/// A mistake that solutions make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    /// The rules to the letter.
    None,
    /// The game ends as soon as a hand is empty, even if its player owes no card.
    EmptyHandEnds,
    /// A player who must play and has no card has one counted all the same.
    FailedCardCounted,
    /// The trick in which a player must play and has no card is not counted.
    LastTrickNotCounted,
    /// The values of number cards make a difference between positions.
    ValuesCompared,
    /// The leader makes no difference between positions.
    LeaderLeftOut,
    /// Positions are compared after each card, not only between tricks.
    ComparedWithinTricks,
    TenIsTwoCards,
    /// Hand A leads every trick.
    HandAAlwaysLeads,
    /// The pile goes under the hand with its last card first.
    PileReversed,
}

/// The flaws that make the answer wrong.
pub const WRONG: &[Flaw] = &[
    Flaw::EmptyHandEnds,
    Flaw::FailedCardCounted,
    Flaw::LastTrickNotCounted,
    Flaw::ValuesCompared,
    Flaw::LeaderLeftOut,
    Flaw::ComparedWithinTricks,
    Flaw::TenIsTwoCards,
    Flaw::HandAAlwaysLeads,
    Flaw::PileReversed,
];

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    print!("{}", solve(&input, FLAW));
    Ok(())
}

/// A hand as letters and digits, the top card first. A ten is a `T`.
type Hand = VecDeque<char>;

/// The answer to an input, as a solution with this flaw gives it.
pub fn solve(input: &str, flaw: Flaw) -> String {
    let lines: Vec<&str> = input.lines().filter(|line| !line.is_empty()).collect();
    lines.chunks(2).map(|game| play([hand(game[0], flaw), hand(game[1], flaw)], flaw)).collect()
}

fn hand(line: &str, flaw: Flaw) -> Hand {
    let ten = if flaw == Flaw::TenIsTwoCards { "10" } else { "T" };
    line.replace("10", ten).chars().filter(|card| !card.is_whitespace()).collect()
}

fn play(mut hands: [Hand; 2], flaw: Flaw) -> String {
    let (mut player, mut cards, mut tricks) = (0, 0, 0);
    let mut seen = HashSet::new();
    let mut status = "finished";
    'game: while !hands[0].is_empty() && !hands[1].is_empty() {
        if !seen.insert(position(&hands, player, flaw)) {
            status = "loop";
            break;
        }
        let mut pile = Hand::new();
        let mut debt = 0;
        let taker = loop {
            let other = 1 - player;
            let card = if let Some(card) = hands[player].pop_front() {
                card
            } else {
                cards += i32::from(flaw == Flaw::FailedCardCounted);
                tricks -= i32::from(flaw == Flaw::LastTrickNotCounted);
                break other;
            };
            pile.push_back(card);
            cards += 1;
            if flaw == Flaw::EmptyHandEnds && hands[player].is_empty() {
                break other;
            }
            if payment(card) > 0 {
                debt = payment(card);
                player = other;
            } else if debt == 0 {
                player = other;
            } else {
                debt -= 1;
                if debt == 0 {
                    break other;
                }
            }
            if flaw == Flaw::ComparedWithinTricks && !seen.insert(position(&hands, player, flaw)) {
                status = "loop";
                break 'game;
            }
        };
        if flaw == Flaw::PileReversed {
            pile = pile.into_iter().rev().collect();
        }
        hands[taker].append(&mut pile);
        player = if flaw == Flaw::HandAAlwaysLeads { 0 } else { taker };
        tricks += 1;
    }
    format!("status: \"{status}\", cards: {cards}, tricks: {tricks}\n")
}

/// How many cards the other player owes for a card.
fn payment(card: char) -> u32 {
    match card {
        'J' => 1,
        'Q' => 2,
        'K' => 3,
        'A' => 4,
        _ => 0,
    }
}

/// All that the rest of the game depends on.
fn position(hands: &[Hand; 2], leader: usize, flaw: Flaw) -> (String, String, usize) {
    let is_number = |card| payment(card) == 0 && flaw != Flaw::ValuesCompared;
    let alike = |&card: &char| if is_number(card) { '-' } else { card };
    let leader = if flaw == Flaw::LeaderLeftOut { 0 } else { leader };
    (hands[0].iter().map(alike).collect(), hands[1].iter().map(alike).collect(), leader)
}
