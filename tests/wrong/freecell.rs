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
    /// The state is a floating-point number that is never reduced, so its low bits are lost.
    FloatState,
    /// The draw has all 16 bits of the state in every range.
    BitNotDropped,
    /// The formula of the task is used for all numbers, so boards repeat from 2^31 on.
    OneRange,
    /// The bit 0x8000 is set from 2^31 + 1 on.
    SecondRangeLate,
    /// The third range starts at 2^32 + 1.
    ThirdRangeLate,
    /// The numbers of the third range deal the boards of the numbers 2^32 below.
    ThirdRangeFolded,
    /// The third range draws without the 1 that is added.
    OneNotAdded,
    /// The remainder is computed by multiplying with a reciprocal that is rounded down.
    ReciprocalRoundedDown,
    /// The deck starts with the suits in the order SHDC.
    SuitsReversed,
    /// The cards behind a dealt one move up, instead of the last one taking its place.
    CardsMoveUp,
    /// The two boards of Windows are dealt by the formula too.
    HiddenBoardsComputed,
}

/// The flaws that make the answer wrong.
pub const WRONG: &[Flaw] = &[
    Flaw::SignedOverflow,
    Flaw::NegativeDivided,
    Flaw::FloatState,
    Flaw::BitNotDropped,
    Flaw::OneRange,
    Flaw::SecondRangeLate,
    Flaw::ThirdRangeLate,
    Flaw::ThirdRangeFolded,
    Flaw::OneNotAdded,
    Flaw::ReciprocalRoundedDown,
    Flaw::SuitsReversed,
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

/// The board of a number, in dealing order.
pub fn deal(number: i64, flaw: Flaw) -> Vec<String> {
    match number {
        -1 if flaw != Flaw::HiddenBoardsComputed => return pack("AQ3T587694J2K", "CDHS"),
        -2 if flaw != Flaw::HiddenBoardsComputed => return pack("A7K6Q5J4T3928", "SHDC"),
        _ => {}
    }
    let number = if flaw == Flaw::ThirdRangeFolded { number % (1 << 32) } else { number };
    let suits = if flaw == Flaw::SuitsReversed { "SHDC" } else { "CDHS" };
    let mut deck = pack("A23456789TJQK", suits);
    let mut state = number & 0xFFFF_FFFF;
    #[allow(clippy::cast_precision_loss)] // this is the flaw
    let mut float = number as f64;
    let mut cards = Vec::new();
    for left in (1..=52).rev() {
        state = (state * 214_013 + 2_531_011) % (1 << 32);
        float = float * 214_013.0 + 2_531_011.0;
        #[allow(clippy::cast_possible_truncation)] // the draw is below 32768
        let draw = match flaw {
            Flaw::FloatState => ((float / 65_536.0).floor() % 32_768.0) as i64,
            _ => draw(number, state, flaw),
        };
        let place = match flaw {
            Flaw::ReciprocalRoundedDown => ((draw * ((1 << 32) / left) % (1 << 32)) * left) >> 32,
            _ => draw % left,
        };
        let place = usize::try_from(place).unwrap_or(0);
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
    match flaw {
        Flaw::BitNotDropped => return draw,
        Flaw::OneRange => return draw % 0x8000,
        _ => {}
    }
    if number >= third {
        draw + i64::from(flaw != Flaw::OneNotAdded)
    } else if number >= second {
        draw % 0x8000 + 0x8000
    } else {
        draw % 0x8000
    }
}
