//! `camicia` against `camicia_trace`, which follows the rules card by card, and against the plain
//! solution in `tests/wrong`, which remembers all positions.
#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

#[allow(dead_code)] // the file is a program of its own
#[path = "wrong/camicia.rs"]
mod plain;

use common::{ended, run, Random};
use plain::Flaw;
use std::fmt::Write;

/// What a solution with a flaw answers to an input.
fn solve(input: &[u8], flaw: Flaw) -> String {
    let text = String::from_utf8(input.to_ascii_uppercase()).unwrap();
    let text = text.replace('/', "\n").replace([' ', '\t', '\r', ',', '"', '[', ']'], "");
    plain::solve(&text, flaw)
}

/// The answers in the output of `camicia_trace`.
fn answers(trace: &str) -> String {
    trace.split_inclusive('\n').filter(|line| line.starts_with("status")).collect()
}

/// Compares answers, one for each game, and names the first game whose answers differ.
fn compare(what: &str, games: &str, left: &str, right: &str) {
    assert_eq!(left.lines().count(), games.lines().count(), "{what}");
    for ((game, left), right) in games.lines().zip(left.lines()).zip(right.lines()) {
        assert_eq!(left, right, "{what}: {game}");
    }
    assert_eq!(left.len(), right.len(), "{what}");
}

/// Random games of 2 to `most` cards, more often small ones, one a line.
fn random_games(random: &mut Random, count: usize, most: usize) -> String {
    let mut games = String::new();
    for _ in 0..count {
        let size = 2 + random.below(most - 1);
        let size = 2 + random.below(size - 1);
        // One to four kinds of payment cards, which make a half to a tenth of the cards.
        let kinds = &"JQKA"[random.below(4)..];
        let numbers = kinds.len() * (1 + random.below(9));
        let cut = 1 + random.below(size - 1);
        for place in 0..size {
            let card = random.below(kinds.len() + numbers);
            let card = kinds
                .chars()
                .nth(card)
                .unwrap_or_else(|| "23456789T-".chars().nth(card % 10).unwrap());
            write!(games, "{}{card}", if place == cut { "/" } else { "" }).unwrap();
        }
        games.push('\n');
    }
    games
}

#[test]
fn every_small_game() {
    let mut games = String::new();
    for size in 2..=7 {
        for deck in 0..3_usize.pow(size) {
            let deck: String =
                (0..size).map(|place| ['-', 'J', 'Q'][deck / 3_usize.pow(place) % 3]).collect();
            for cut in 1..deck.len() {
                writeln!(games, "{}/{}", &deck[..cut], &deck[cut..]).unwrap();
            }
        }
    }
    let fast = run("camicia", games.as_str());
    compare("camicia_trace", &games, &fast, &answers(&run("camicia_trace", games.as_str())));
    compare("the plain solution", &games, &fast, &solve(games.as_bytes(), Flaw::None));
    assert!(fast.contains("loop") && fast.contains("finished"));
}

#[test]
fn random_games_against_the_trace() {
    for (seed, count, most) in [(1, 10_000, 40), (2, 100, 400)] {
        let games = random_games(&mut Random(seed), count, most);
        let fast = run("camicia", games.as_str());
        let trace = answers(&run("camicia_trace", games.as_str()));
        compare(&format!("camicia_trace, seed {seed}"), &games, &fast, &trace);
    }
}

#[test]
fn random_games_against_the_plain_solution() {
    for (seed, count, most) in [(11, 20_000, 40), (12, 20_000, 400)] {
        let games = random_games(&mut Random(seed), count, most);
        let fast = run("camicia", games.as_str());
        let plain = solve(games.as_bytes(), Flaw::None);
        compare(&format!("the plain solution, seed {seed}"), &games, &fast, &plain);
        assert!(fast.contains("loop"), "seed {seed}");
    }
}

#[test]
fn the_samples_reject_every_wrong_solution() {
    // The plain solution does not know the pasted forms.
    let mut samples = common::samples("camicia");
    samples.retain(|(name, ..)| !name.contains("-pasted"));
    for (name, input, answer) in &samples {
        assert!(
            solve(input, Flaw::None).as_bytes() == answer,
            "{name} is not answered without a flaw"
        );
    }
    for &flaw in plain::WRONG {
        let fails =
            samples.iter().any(|(_, input, answer)| solve(input, flaw).as_bytes() != answer);
        assert!(fails, "{flaw:?} passes all samples");
    }
}

#[test]
fn huge_hands() {
    // A million cards in hundreds of thousands of runs or in one, and a line of 16 MiB.
    let pairs = "J-".repeat(250_000);
    let games = [
        (format!("{}/{}", "-".repeat(1 << 23), "-".repeat((1 << 23) - 1)), (1 << 24) - 1, 1),
        (format!("{pairs}/-"), 2, 1),
        // Hands that hardly change from trick to trick.
        (format!("{}/{}", "J".repeat(400_000), "-".repeat(400_000)), 800_000, 400_000),
        (format!("{}J/{}K", "2 ".repeat(500_000), "3,".repeat(500_000)), 1_000_002, 1),
    ];
    for (game, cards, tricks) in games {
        let want = format!("status: \"finished\", cards: {cards}, tricks: {tricks}\n");
        assert_eq!(run("camicia", game), want);
    }
}

#[test]
fn a_line_of_many_games() {
    let games = "2/2/".repeat(1 << 18);
    let want = "status: \"finished\", cards: 2, tricks: 1\n".repeat(1 << 18);
    assert!(run("camicia", games) == want);
}

#[test]
fn hand_b_may_follow_the_slash_or_stand_on_the_next_line() {
    for input in [
        "-J/--",
        "-J / --",
        "-J /\n--",
        "-J\n\n--/\n",
        "-J /\n\n \t\r\n,[--]/",
        "[\n-J\n]\n[\n--\n]",
    ] {
        for program in ["camicia", "camicia_trace"] {
            assert_eq!(
                answers(&run(program, input)),
                "status: \"finished\", cards: 4, tricks: 1\n",
                "{program}: {input:?}"
            );
        }
    }
    assert_eq!(run("camicia", ""), "");
    assert_eq!(run("camicia", " \n\n"), "");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let card = "expected 2 to 9, 10 or T, J, Q, K, A, or - for any number";
    let missing = "hand B is missing; expected its cards after a / or on the next line";
    let cases = [
        ("2 J", 1, missing.to_string()),
        ("2/3\nJ /\n\n", 3, missing.to_string()),
        ("2/3/4", 1, missing.to_string()),
        ("2\n\n3 x 4", 3, format!("\"x\" is not a card (column 3): {card}")),
        ("2/3\n4\n23\u{2660}", 3, format!("\"\u{2660}\" is not a card (column 3): {card}")),
        ("213", 1, format!("\"1\" is not a card (column 2): {card}")),
        ("J 1 0", 1, format!("\"1\" is not a card (column 3): {card}")),
        ("1", 1, format!("\"1\" is not a card (column 1): {card}")),
        ("0", 1, format!("\"0\" is not a card (column 1): {card}")),
        ("J2\0", 1, format!("\"\\0\" is not a card (column 3): {card}")),
        ("2 // 3", 1, "the hand before the / in column 4 is empty; expected a card".to_string()),
        ("2\n/3", 2, "the hand before the / in column 1 is empty; expected a card".to_string()),
        ("[2]/\n[,]\r\n3", 2, "an empty list; expected a card".to_string()),
        ("\" \",", 1, "an empty list; expected a card".to_string()),
        ("2 3 / []\n4 J 5", 1, "an empty list; expected a card".to_string()),
        ("2 3\n[[\x0C]]", 2, "an empty list; expected a card".to_string()),
    ];
    for program in ["camicia", "camicia_trace"] {
        for (input, line, what) in &cases {
            let ended = ended(program, *input);
            let message = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(message, format!("{program}: line {line}: {what}\n"));
            assert_eq!(ended.status.code(), Some(1), "{message}");
        }
    }
    // The games before the error keep their answers.
    let ended = ended("camicia", "2/3/J/x");
    assert!(!ended.status.success());
    assert_eq!(ended.stdout, b"status: \"finished\", cards: 2, tricks: 1\n");
}
