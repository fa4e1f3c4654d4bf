//! FreeCell deals as the task describes them, and a search that tries one number after another.

use std::io::{self, BufRead, Write};

/// Deals the boards of numbers below 2^31, one or more on a line. The deck is a vector of character
/// pairs, each draw divides and calls `swap_remove`, and each card is formatted on its own.
pub fn freecell(input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    for line in input.lines() {
        for word in line?.split_whitespace() {
            let number: u64 = word.parse().unwrap();
            writeln!(output, "Game #{number}")?;
            let mut deck: Vec<(char, char)> = Vec::new();
            for rank in "A23456789TJQK".chars() {
                for suit in "CDHS".chars() {
                    deck.push((rank, suit));
                }
            }
            let mut state = number;
            for dealt in 1..=52 {
                state = (state * 214_013 + 2_531_011) % (1 << 31);
                let draw = (state >> 16) as usize;
                let place = draw % deck.len();
                let (rank, suit) = deck.swap_remove(place);
                let end = if dealt % 8 == 0 || dealt == 52 { '\n' } else { ' ' };
                write!(output, "{rank}{suit}{end}")?;
            }
        }
    }
    Ok(())
}

/// `freecell_find` tries only one part in this many of all numbers.
pub const SHARE: usize = 1 << 8;

/// Finds the number of each board: deals each number, from 1 on, until a card differs. A part of the
/// numbers is enough to measure this.
pub fn freecell_find(input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let mut board: Vec<usize> = Vec::new();
    for line in input.lines() {
        let line = line?;
        if line.starts_with("Game") {
            continue;
        }
        let place = |all: &str, letter: &str| all.find(letter).unwrap();
        let words = line.split_whitespace();
        board.extend(
            words.map(|word| 4 * place("A23456789TJQK", &word[..1]) + place("CDHS", &word[1..])),
        );
        if board.len() == 52 {
            let last = u32::try_from((1_usize << 33) / SHARE).unwrap();
            for number in find_numbers(&board, 1, last) {
                writeln!(output, "Game #{number}")?;
            }
            board.clear();
        }
    }
    Ok(())
}

/// Returns the numbers from `first` to `last` that deal a board.
fn find_numbers(board: &[usize], first: u32, last: u32) -> Vec<u32> {
    // Each card determines its place in the deck, so compare places. This works out the places once
    // and saves moving the cards of a deck for each number.
    let mut deck: Vec<usize> = (0..52).collect();
    let mut draws = Vec::new();
    for card in board {
        let place = deck.iter().position(|other| other == card).unwrap();
        draws.push((u32::try_from(place).unwrap(), u32::try_from(deck.len()).unwrap()));
        deck.swap_remove(place);
    }
    let deals = |number: &u32| {
        let mut state = *number;
        draws.iter().all(|&(place, left)| {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            ((state >> 16) & 0x7FFF) % left == place
        })
    };
    (first..=last).filter(deals).collect()
}
