//! `camicia_search`: the same answer for a block wherever it stands, answers that a plain replay
//! confirms, and block numbers that are none. What it finds inside is tested beside its code.
#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use std::collections::VecDeque;
use std::process::Output;

/// Runs the program; returns how it ended with its output and what it said.
fn search(input: &str) -> Output {
    common::ended("camicia_search", input)
}

/// The lines of an output.
fn lines(output: &[u8]) -> Vec<&str> {
    std::str::from_utf8(output).unwrap().lines().collect()
}

/// The answers of the sample: those of block 0 and of block 1.
fn sample() -> Vec<u8> {
    common::samples("camicia_search").remove(0).2
}

/// Plays a deal card by card, straight from the rules: the cards and the tricks of a game that
/// ends, nothing for one that has not ended after 100,000 cards.
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

/// Splits an answer into its block, cards, tricks and deal.
fn split(answer: &str) -> (u64, usize, usize, &str) {
    let (block, rest) = answer.strip_prefix("block ").unwrap().split_once(": cards: ").unwrap();
    let (cards, rest) = rest.split_once(", tricks: ").unwrap();
    let (tricks, deal) = rest.split_once(", deal: ").unwrap();
    (block.parse().unwrap(), cards.parse().unwrap(), tricks.parse().unwrap(), deal)
}

#[test]
fn a_block_has_one_answer_wherever_it_stands() {
    let sample = sample();
    let ended = search("1\n\n 18446744073709551615 001");
    assert!(ended.status.success());
    let answers = lines(&ended.stdout);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0], lines(&sample)[1]);
    assert_eq!(answers[2], lines(&sample)[1]);
    let (block, cards, tricks, deal) = split(answers[1]);
    assert_eq!(block, u64::MAX);
    assert_eq!(play(deal), Some((cards, tricks)));
    // The progress is told for each block.
    let told = lines(&ended.stderr);
    assert_eq!(told.len(), 3);
    assert!(told[2].starts_with("blocks: 3, deals a second: "), "{}", told[2]);
    assert!(told[2].contains(", most cards: "), "{}", told[2]);
}

#[test]
fn the_deals_of_the_sample_are_what_it_says() {
    let sample = sample();
    let answers = lines(&sample);
    assert_eq!(answers.len(), 2);
    for (number, answer) in (0..).zip(answers) {
        let (block, cards, tricks, deal) = split(answer);
        assert_eq!(block, number);
        assert_eq!(play(deal), Some((cards, tricks)), "{answer}");
        // Among a million deals without extension one in five has a game of 3200 cards or more.
        assert!(cards > 3200, "{answer}");
        let status = format!("status: \"finished\", cards: {cards}, tricks: {tricks}\n");
        assert_eq!(common::run("camicia", deal), status);
    }
}

#[test]
fn block_numbers_that_are_none_are_named() {
    let too_large = u128::from(u64::MAX) + 1;
    for word in ["-1", &too_large.to_string(), "1e3", "+5", "x", "0x10", "1.0", "1,2"] {
        let ended = search(&format!("\n{word} 1\n"));
        let message = format!(
            "camicia_search: line 2: \"{word}\" is not a block number: expected a whole number from 0 to 18446744073709551615\n"
        );
        assert_eq!(String::from_utf8_lossy(&ended.stderr), message);
        assert_eq!(ended.status.code(), Some(1));
        assert!(ended.stdout.is_empty());
    }
}

#[test]
fn an_error_comes_behind_the_answers_before_it_and_is_told_last() {
    let ended = search("0 x 1");
    assert_eq!(ended.status.code(), Some(1));
    assert_eq!(lines(&ended.stdout), lines(&sample())[..1]);
    let told = lines(&ended.stderr);
    assert_eq!(told.len(), 2);
    assert!(told[1].starts_with("camicia_search: line 1: \"x\" is not a block number"));
}
