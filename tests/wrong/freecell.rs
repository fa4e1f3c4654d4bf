//! FreeCell deals straight from the rules, and typical wrong solutions.
//!
//! Reads the judge's format: a number a line. `FLAW` is the mistake that the program makes;
//! `judge/build` writes one program for each flaw in `WRONG`.

use std::io::{self, Read};

const FLAW: Flaw = Flaw::None;

/// A mistake that solutions make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    /// The rules to the letter.
    None,
    /// The state is a signed 32-bit number. The sign is dropped by negation, not by a mask.
    SignedOverflow,
    /// The state is a signed 32-bit number, and dividing a negative one rounds towards zero.
    NegativeDivided,
    /// The bit 0x8000 is set from 2^31 + 1 on.
    SecondRangeLate,
    /// The third range starts at 2^32 + 1.
    ThirdRangeLate,
    /// The third range draws without the 1 that is added.
    OneNotAdded,
    /// The cards behind a dealt one move up, instead of the last one taking its place.
    CardsMoveUp,
    /// The two boards of Windows are dealt by the formula too.
    HiddenBoardsComputed,
}

/// The flaws that make the answer wrong.
pub const WRONG: &[Flaw] = &[
    Flaw::SignedOverflow,
    Flaw::NegativeDivided,
    Flaw::SecondRangeLate,
    Flaw::ThirdRangeLate,
    Flaw::OneNotAdded,
    Flaw::CardsMoveUp,
    Flaw::HiddenBoardsComputed,
];

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    print!("{}", solve(&input, FLAW));
    Ok(())
}

/// The answer to an input, as a solution with this flaw gives it.
pub fn solve(input: &str, flaw: Flaw) -> String {
    let numbers = input.split_whitespace().filter_map(|word| word.parse().ok());
    numbers.map(|number| answer(number, &deal(number, flaw))).collect()
}

fn answer(number: i64, cards: &[String]) -> String {
    let rows: Vec<String> = cards.chunks(8).map(|row| row.join(" ") + "\n").collect();
    format!("Game #{number}\n{}", rows.concat())
}

fn deal(number: i64, flaw: Flaw) -> Vec<String> {
    match number {
        -1 if flaw != Flaw::HiddenBoardsComputed => return pack("AQ3T587694J2K", "CDHS"),
        -2 if flaw != Flaw::HiddenBoardsComputed => return pack("A7K6Q5J4T3928", "SHDC"),
        _ => {}
    }
    let mut deck = pack("A23456789TJQK", "CDHS");
    let mut state = number & 0xFFFF_FFFF;
    let mut cards = Vec::new();
    while !deck.is_empty() {
        state = (state * 214_013 + 2_531_011) % (1 << 32);
        let place = usize::try_from(draw(number, state, flaw)).unwrap_or(0) % deck.len();
        if flaw == Flaw::CardsMoveUp {
            cards.push(deck.remove(place));
        } else {
            cards.push(deck.swap_remove(place));
        }
    }
    cards
}

/// The cards of a pack, for each rank all suits.
fn pack(ranks: &str, suits: &str) -> Vec<String> {
    let cards = ranks.chars().flat_map(|rank| suits.chars().map(move |suit| (rank, suit)));
    cards.map(|(rank, suit)| format!("{rank}{suit}")).collect()
}

/// What is drawn in this state.
fn draw(number: i64, state: i64, flaw: Flaw) -> i64 {
    let second = (1 << 31) + i64::from(flaw == Flaw::SecondRangeLate);
    let third = (1 << 32) + i64::from(flaw == Flaw::ThirdRangeLate);
    let signed = if state < 1 << 31 { state } else { state - (1 << 32) };
    let draw = match flaw {
        Flaw::SignedOverflow => signed.abs() / (1 << 16),
        Flaw::NegativeDivided => (signed / (1 << 16)) & 0xFFFF,
        _ => state / (1 << 16),
    };
    if number >= third {
        draw + i64::from(flaw != Flaw::OneNotAdded)
    } else if number >= second {
        draw % 0x8000 + 0x8000
    } else {
        draw % 0x8000
    }
}
