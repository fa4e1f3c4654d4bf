//! UVa 127 played by the rules: a row of stacks that is searched from the left after each move.

use std::io::{self, BufRead, Write};

/// A card as two characters: rank and suit.
type Card = [u8; 2];
/// A pile, from its bottom card to its top card.
type Pile = Vec<Card>;

/// Reads packs and writes the piles that remain.
pub fn uva127(input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let mut pack: Vec<Card> = Vec::new();
    for line in input.lines() {
        let line = line?;
        if line.starts_with('#') {
            break;
        }
        for word in line.split_whitespace() {
            let word = word.as_bytes();
            pack.push([word[0], word[1]]);
        }
        if pack.len() == 52 {
            let row = play(&pack);
            let sizes: Vec<String> = row.iter().map(|pile| pile.len().to_string()).collect();
            let plural = if row.len() == 1 { "" } else { "s" };
            pack.clear();
            writeln!(output, "{} pile{plural} remaining: {}", row.len(), sizes.join(" "))?;
        }
    }
    Ok(())
}

/// Plays a pack and returns the piles that remain.
fn play(pack: &[Card]) -> Vec<Pile> {
    let mut row: Vec<Pile> = Vec::new();
    for &card in pack {
        row.push(vec![card]);
        while let Some((from, to)) = leftmost_move(&row) {
            if let Some(card) = row[from].pop() {
                row[to].push(card);
            }
            if row[from].is_empty() {
                row.remove(from);
            }
        }
    }
    row
}

/// The place of the leftmost top card that can move, and the place that it moves to.
fn leftmost_move(row: &[Pile]) -> Option<(usize, usize)> {
    for from in 1..row.len() {
        for step in [3, 1] {
            if from >= step && is_match(*row[from].last()?, *row[from - step].last()?) {
                return Some((from, from - step));
            }
        }
    }
    None
}

/// Whether two cards match in rank or suit.
fn is_match(a: Card, b: Card) -> bool {
    a[0] == b[0] || a[1] == b[1]
}
