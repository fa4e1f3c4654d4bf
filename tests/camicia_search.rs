//! `camicia_search`: a block has the same answer wherever its number stands in the input, a plain
//! replay confirms the answers, and bad block numbers are reported. The unit tests in
//! `src/bin/camicia_search.rs` test the search itself.
#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Output;

/// Runs the program on an input.
fn search(input: &str) -> Output {
    common::ended("camicia_search", input)
}

/// The lines of an output.
fn lines(output: &[u8]) -> Vec<&str> {
    std::str::from_utf8(output).unwrap().lines().collect()
}

/// The answers of the sample, blocks 0 and 1.
fn sample() -> Vec<u8> {
    common::samples("camicia_search").remove(0).2
}

/// Plays a deal card by card, straight from the rules. Returns the numbers of cards and tricks, or
/// `None` if the game has not ended after 100,000 cards.
fn play(deal: &str) -> Option<(usize, usize)> {
    let value = |card| "-JQKA".find(card).unwrap();
    let mut hands: Vec<VecDeque<usize>> =
        deal.split('/').map(|hand| hand.chars().map(value).collect()).collect();
    assert_eq!(hands.iter().map(VecDeque::len).collect::<Vec<_>>(), [26, 26], "{deal}");
    for (payment, cards) in [36, 4, 4, 4, 4].into_iter().enumerate() {
        let dealt = hands.iter().flatten().filter(|&&card| card == payment).count();
        assert_eq!(dealt, cards, "{deal}");
    }
    let (mut cards, mut tricks, mut player) = (0, 0, 0);
    let (mut pile, mut debt) = (Vec::new(), 0);
    while cards < 100_000 {
        let taken = match hands[player].pop_front() {
            None => true,
            Some(card) => {
                cards += 1;
                pile.push(card);
                let paid = card == 0 && debt == 1;
                debt = if card > 0 { card } else { debt.saturating_sub(1) };
                paid
            }
        };
        if taken || debt == 0 || *pile.last().unwrap() > 0 {
            player = 1 - player;
        }
        if taken {
            tricks += 1;
            debt = 0;
            hands[player].extend(pile.drain(..));
            if hands[1 - player].is_empty() {
                return Some((cards, tricks));
            }
        }
    }
    None
}

/// Parses an answer into its block, cards, tricks and deal.
fn parse_answer(answer: &str) -> (u64, usize, usize, &str) {
    let (block, rest) = answer.strip_prefix("block ").unwrap().split_once(": cards: ").unwrap();
    let (cards, rest) = rest.split_once(", tricks: ").unwrap();
    let (tricks, deal) = rest.split_once(", deal: ").unwrap();
    (block.parse().unwrap(), cards.parse().unwrap(), tricks.parse().unwrap(), deal)
}

#[test]
fn a_block_has_the_same_answer_wherever_it_stands() {
    let sample = sample();
    let output = search("1\n\n \t# 2 three\n#\n 18446744073709551615 001");
    assert!(output.status.success());
    let answers = lines(&output.stdout);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0], lines(&sample)[1]);
    assert_eq!(answers[2], lines(&sample)[1]);
    let (block, cards, tricks, deal) = parse_answer(answers[1]);
    assert_eq!(block, u64::MAX);
    assert_eq!(play(deal), Some((cards, tricks)));
    // The program writes one progress line for each block.
    let progress = lines(&output.stderr);
    assert_eq!(progress.len(), 3);
    assert!(progress[2].starts_with("blocks: 3, deals a second: "), "{}", progress[2]);
    let (_, first, _, _) = parse_answer(answers[0]);
    let (most, best) = if cards > first { (cards, block) } else { (first, 1) };
    let end = format!(", most cards: {most} in block {best}");
    assert!(progress[2].ends_with(&end), "{}", progress[2]);
}

#[test]
fn a_replay_confirms_the_answers_of_the_sample() {
    let sample = sample();
    let answers = lines(&sample);
    assert_eq!(answers.len(), 2);
    for (number, answer) in (0..).zip(answers) {
        let (block, cards, tricks, deal) = parse_answer(answer);
        assert_eq!(block, number);
        assert_eq!(play(deal), Some((cards, tricks)), "{answer}");
        // Only one block in five has so long a game among its million random deals. The search must
        // also find the deals that lead into its long games.
        assert!(cards > 3200, "{answer}");
        let status = format!("status: \"finished\", cards: {cards}, tricks: {tricks}\n");
        assert_eq!(common::run("camicia", deal), status);
    }
}

#[test]
fn bad_block_numbers_are_reported() {
    let too_large = u128::from(u64::MAX) + 1;
    for word in ["-1", &too_large.to_string(), "1e3", "+5", "x", "0x10", "1.0", "1,2", "1#"] {
        let output = search(&format!("\n{word} 1\n"));
        let message = format!(
            "camicia_search: line 2: \"{word}\" is not a block number: expected a whole number from 0 to 18446744073709551615\n"
        );
        assert_eq!(String::from_utf8_lossy(&output.stderr), message);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn the_answers_before_an_error_are_printed() {
    let output = search("0 x 1");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(lines(&output.stdout), lines(&sample())[..1]);
    let progress = lines(&output.stderr);
    assert_eq!(progress.len(), 2);
    assert!(progress[1].starts_with("camicia_search: line 1: \"x\" is not a block number"));
}

#[test]
fn each_answer_is_printed_before_the_next_block_is_searched() {
    // All blocks stand on one line, so the program does not read between them.
    let blocks = 12;
    let mut running = common::command("camicia_search").spawn().unwrap();
    running.stdin.take().unwrap().write_all("1 ".repeat(blocks).as_bytes()).unwrap();
    let mut answer = String::new();
    BufReader::new(running.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    running.kill().unwrap();
    assert_eq!(lines(answer.as_bytes()), lines(&sample())[1..]);
    // The progress lines show how many blocks were done before the first answer arrived.
    let mut progress = String::new();
    running.stderr.take().unwrap().read_to_string(&mut progress).unwrap();
    running.wait().unwrap();
    assert!(progress.lines().count() < blocks, "{progress}");
}
