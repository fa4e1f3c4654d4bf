//! Camicia: the fast program against the one that follows the rules card by card, and against a
//! plain player with a set of positions; known wrong solutions against the samples.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

mod common;

use common::Random;
use std::collections::{HashSet, VecDeque};
use std::fmt::Write;

/// What a wrong solution gets wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    None,
    StopsWhenAHandIsEmpty,
    CountsTheCardThatWasNotPlayed,
    ForgetsTheLastTrick,
    ComparesNumbers,
    IgnoresTheLeader,
    ComparesWithinARound,
    TakesTenForTwoCards,
    LetsAAlwaysLead,
    ReversesThePile,
}

const FLAWS: [Flaw; 9] = [
    Flaw::StopsWhenAHandIsEmpty,
    Flaw::CountsTheCardThatWasNotPlayed,
    Flaw::ForgetsTheLastTrick,
    Flaw::ComparesNumbers,
    Flaw::IgnoresTheLeader,
    Flaw::ComparesWithinARound,
    Flaw::TakesTenForTwoCards,
    Flaw::LetsAAlwaysLead,
    Flaw::ReversesThePile,
];

/// A plain player of one game, straight from the rules but for its flaw: the answer's line.
fn play(hands: [&str; 2], flaw: Flaw) -> String {
    let mut hands = hands.map(|hand| hand.bytes().collect::<VecDeque<u8>>());
    let (mut cards, mut tricks, mut player) = (0, 0, 0);
    let mut seen = HashSet::new();
    let status = 'game: loop {
        if hands.iter().any(VecDeque::is_empty) {
            break "finished";
        }
        if !seen.insert(position(&hands, player, flaw)) {
            break "loop";
        }
        if tricks == 20_000 {
            break "endless";
        }
        let mut pile = Vec::new();
        let mut debt = 0;
        let taker = loop {
            let Some(card) = hands[player].pop_front() else {
                cards += i32::from(flaw == Flaw::CountsTheCardThatWasNotPlayed);
                tricks -= i32::from(flaw == Flaw::ForgetsTheLastTrick);
                break 1 - player;
            };
            pile.push(card);
            cards += 1;
            let payment = b"JQKA".iter().position(|&letter| letter == card).map(|at| at + 1);
            if let Some(payment) = payment {
                debt = payment;
                player = 1 - player;
            } else if debt == 0 {
                player = 1 - player;
            } else {
                debt -= 1;
                if debt == 0 {
                    break 1 - player;
                }
            }
            if flaw == Flaw::StopsWhenAHandIsEmpty && hands.iter().any(VecDeque::is_empty) {
                tricks += 1;
                break 'game "finished";
            }
            if flaw == Flaw::ComparesWithinARound && !seen.insert(position(&hands, player, flaw)) {
                break 'game "loop";
            }
        };
        if flaw == Flaw::ReversesThePile {
            pile.reverse();
        }
        hands[taker].extend(pile);
        tricks += 1;
        player = if flaw == Flaw::LetsAAlwaysLead { 0 } else { taker };
    };
    format!("status: \"{status}\", cards: {cards}, tricks: {tricks}")
}

/// What must come back for a loop.
fn position(hands: &[VecDeque<u8>; 2], player: usize, flaw: Flaw) -> Vec<u8> {
    let alike = |&card: &u8| match card {
        b'J' | b'Q' | b'K' | b'A' => card,
        _ if flaw == Flaw::ComparesNumbers => card,
        _ => b'-',
    };
    let leader = if flaw == Flaw::IgnoresTheLeader { b'/' } else { b"AB"[player] };
    hands[0].iter().map(alike).chain([leader]).chain(hands[1].iter().map(alike)).collect()
}

/// The hands of an input, a byte a card.
fn read(input: &[u8], flaw: Flaw) -> Vec<String> {
    let text = String::from_utf8(input.to_ascii_uppercase()).unwrap();
    let text = if flaw == Flaw::TakesTenForTwoCards { text } else { text.replace("10", "T") };
    text.split(['\n', '/'])
        .map(|hand| hand.replace([' ', '\t', '\r', ',', '"', '[', ']'], ""))
        .filter(|hand| !hand.is_empty())
        .collect()
}

/// What a solution with a flaw answers to an input.
fn solve(input: &[u8], flaw: Flaw) -> String {
    let hands = read(input, flaw);
    hands.chunks(2).map(|game| play([&game[0], &game[1]], flaw) + "\n").collect()
}

/// The answers among the lines of a trace.
fn answers(trace: &str) -> String {
    trace
        .lines()
        .filter(|line| line.starts_with("status"))
        .fold(String::new(), |all, line| all + line + "\n")
}

/// Compares answers, one a game, and names the first game that differs.
fn compare(what: &str, games: &str, left: &str, right: &str) {
    assert_eq!(left.lines().count(), games.lines().count(), "{what}");
    for ((game, left), right) in games.lines().zip(left.lines()).zip(right.lines()) {
        assert_eq!(left, right, "{what}: {game}");
    }
    assert_eq!(left.len(), right.len(), "{what}");
}

/// Random games of 2 to `most` cards, small ones more often, one a line.
fn random_games(random: &mut Random, count: usize, most: usize) -> String {
    let mut games = String::new();
    for _ in 0..count {
        let size = 2 + random.below(most - 1);
        let size = 2 + random.below(size - 1);
        // From a payment card in two cards to one in ten, of one to four kinds.
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
    let fast = common::run("camicia", games.as_str());
    compare(
        "camicia_trace",
        &games,
        &fast,
        &answers(&common::run("camicia_trace", games.as_str())),
    );
    compare("the plain player", &games, &fast, &solve(games.as_bytes(), Flaw::None));
    assert!(fast.contains("loop") && fast.contains("finished"));
}

#[test]
fn random_games_against_the_trace() {
    for (seed, count, most) in [(1, 10_000, 40), (2, 100, 400)] {
        let games = random_games(&mut Random(seed), count, most);
        let trace = common::run("camicia_trace", games.as_str());
        let fast = common::run("camicia", games.as_str());
        compare(&format!("camicia_trace, seed {seed}"), &games, &fast, &answers(&trace));
    }
}

#[test]
fn random_games_against_a_set_of_positions() {
    for (seed, count, most) in [(11, 20_000, 40), (12, 20_000, 400)] {
        let games = random_games(&mut Random(seed), count, most);
        let fast = common::run("camicia", games.as_str());
        compare(
            &format!("a set, seed {seed}"),
            &games,
            &fast,
            &solve(games.as_bytes(), Flaw::None),
        );
        assert!(fast.contains("loop"), "seed {seed}");
    }
}

#[test]
fn the_samples_reject_every_known_wrong_solution() {
    // The plain reader above does not know the pasted forms.
    let mut samples = common::samples("camicia");
    samples.retain(|(name, ..)| !name.contains("-pasted"));
    let fails = |flaw| {
        samples
            .iter()
            .filter(|(_, input, output)| solve(input, flaw).as_bytes() != output)
            .map(|(name, ..)| name.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(fails(Flaw::None), Vec::<&str>::new());
    for flaw in FLAWS {
        assert!(!fails(flaw).is_empty(), "no sample rejects the solution that {flaw:?}");
    }
}

#[test]
fn huge_hands() {
    // A million cards, in hundreds of thousands of runs or in none; on one line of 16 MiB.
    let pairs = "J-".repeat(250_000);
    let games = [
        (format!("{}/{}", "-".repeat(1 << 23), "-".repeat((1 << 23) - 1)), (1 << 24) - 1, 1),
        (format!("{pairs}/-"), 2, 1),
        // Positions that differ at the end only, in hands that hardly change.
        (format!("{}/{}", "J".repeat(400_000), "-".repeat(400_000)), 800_000, 400_000),
        (format!("{}J/{}K", "2 ".repeat(500_000), "3,".repeat(500_000)), 1_000_002, 1),
    ];
    for (game, cards, tricks) in games {
        let want = format!("status: \"finished\", cards: {cards}, tricks: {tricks}\n");
        assert_eq!(common::run("camicia", game), want);
    }
}

#[test]
fn a_line_of_many_games() {
    let games = "2/2/".repeat(1 << 18);
    let want = "status: \"finished\", cards: 2, tricks: 1\n".repeat(1 << 18);
    assert!(common::run("camicia", games) == want);
}

#[test]
fn a_hand_may_stand_behind_the_slash_or_on_the_next_line() {
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
                answers(&common::run(program, input)),
                "status: \"finished\", cards: 4, tricks: 1\n",
                "{program}: {input:?}"
            );
        }
    }
    assert_eq!(common::run("camicia", ""), "");
    assert_eq!(common::run("camicia", " \n\n"), "");
}

#[test]
fn errors_say_what_and_where() {
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
            let ended = common::ended(program, *input);
            let said = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(said, format!("{program}: line {line}: {what}\n"));
            assert_eq!(ended.status.code(), Some(1), "{said}");
        }
    }
    // The games before the error are answered.
    let ended = common::ended("camicia", "2/3/J/x");
    assert!(!ended.status.success());
    assert_eq!(ended.stdout, b"status: \"finished\", cards: 2, tricks: 1\n");
}
