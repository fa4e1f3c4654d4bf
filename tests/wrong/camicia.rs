//! Camicia card by card, and typical wrong solutions.
//!
//! Reads the judge's format: a hand a line, an empty line between games. `FLAW` is the mistake that
//! the program makes; `judge/build` writes one program for each flaw in `WRONG`.

use std::collections::{HashSet, VecDeque};
use std::io::{self, Read};

const FLAW: Flaw = Flaw::None;

/// A mistake that solutions make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    /// The rules to the letter.
    None,
    /// The game ends as soon as a hand is empty, even if its player need not put down a card.
    EmptyHandEnds,
    /// A card is counted that its player does not have.
    FailedCardCounted,
    /// A player who cannot put down a card loses the pile, but no trick is counted.
    LastTrickNotCounted,
    /// Positions whose number cards differ in value are taken for different positions.
    ValuesCompared,
    /// Positions are compared without the player who leads.
    LeaderLeftOut,
    TenIsTwoCards,
}

/// The flaws that make the answer wrong.
pub const WRONG: &[Flaw] = &[
    Flaw::EmptyHandEnds,
    Flaw::FailedCardCounted,
    Flaw::LastTrickNotCounted,
    Flaw::ValuesCompared,
    Flaw::LeaderLeftOut,
    Flaw::TenIsTwoCards,
];

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    print!("{}", solve(&input, FLAW));
    Ok(())
}

/// A hand as the letters of its cards, the top card first. A ten is a `T`.
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
    let (mut leader, mut cards, mut tricks) = (0, 0, 0);
    let mut seen = HashSet::new();
    let mut status = "finished";
    while !hands[0].is_empty() && !hands[1].is_empty() {
        if !seen.insert(position(&hands, leader, flaw)) {
            status = "loop";
            break;
        }
        let mut pile = Hand::new();
        let (mut player, mut debt) = (leader, 0);
        leader = loop {
            let card = if let Some(card) = hands[player].pop_front() {
                card
            } else {
                cards += i32::from(flaw == Flaw::FailedCardCounted);
                tricks -= i32::from(flaw == Flaw::LastTrickNotCounted);
                break 1 - player;
            };
            pile.push_back(card);
            cards += 1;
            if flaw == Flaw::EmptyHandEnds && hands[player].is_empty() {
                break 1 - player;
            }
            if payment(card) > 0 {
                debt = payment(card);
                player = 1 - player;
            } else if debt == 0 {
                player = 1 - player;
            } else {
                debt -= 1;
                if debt == 0 {
                    break 1 - player;
                }
            }
        };
        hands[leader].append(&mut pile);
        tricks += 1;
    }
    format!("status: \"{status}\", cards: {cards}, tricks: {tricks}\n")
}

/// The cards that the other player owes for this one.
fn payment(card: char) -> u32 {
    match card {
        'J' => 1,
        'Q' => 2,
        'K' => 3,
        'A' => 4,
        _ => 0,
    }
}

/// What two rounds have in common if the game goes on alike from both.
fn position(hands: &[Hand; 2], leader: usize, flaw: Flaw) -> (String, String, usize) {
    let seen = |&card: &char| {
        if payment(card) == 0 && flaw != Flaw::ValuesCompared {
            '-'
        } else {
            card
        }
    };
    let leader = if flaw == Flaw::LeaderLeftOut { 0 } else { leader };
    (hands[0].iter().map(seen).collect(), hands[1].iter().map(seen).collect(), leader)
}
