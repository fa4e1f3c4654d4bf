//! Checks that `etude19_play` makes legal moves, never beats the best play, and does not know the
//! face-down cards.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

mod common;

use common::{deck, ended, run, Random};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;

/// A pack in dealing order.
type Pack = Vec<String>;

/// Some of Microsoft's deals, as packs.
fn deals(numbers: &str) -> Vec<Pack> {
    let boards = run("freecell", numbers);
    let lines = boards.lines().filter(|line| !line.starts_with("Game"));
    let cards: Vec<String> =
        lines.flat_map(str::split_whitespace).map(ToString::to_string).collect();
    cards.chunks(52).map(<[String]>::to_vec).collect()
}

/// Random packs.
fn random_packs(seed: u64, number: usize) -> Vec<Pack> {
    let mut random = Random(seed);
    (0..number).map(|_| random.pack()).collect()
}

/// The answers of a program to packs, one a line.
fn answers(program: &str, packs: &[Pack]) -> Vec<String> {
    let input: String = packs.iter().map(|pack| pack.join(" ") + "\n").collect();
    let answers: Vec<String> = run(program, input).lines().map(ToString::to_string).collect();
    assert_eq!(answers.len(), packs.len(), "{program}");
    answers
}

/// An answer, move by move, as printed by `etude19_trace`, which refuses illegal moves.
fn game(pack: &Pack, answer: &str) -> String {
    run("etude19_trace", format!("{}\n{answer}\n", pack.join(" ")))
}

/// The number of cards that an answer brings out.
fn cards_out(answer: &str) -> usize {
    answer.split(' ').next().unwrap().parse().unwrap()
}

/// The first card that an answer moves, if any.
fn first_move(answer: &str) -> Option<&str> {
    answer.split_once(": ").and_then(|(_, moves)| moves.split(' ').next())
}

/// Where the face-down cards stand in a pack.
fn face_down() -> Vec<usize> {
    (0..7).flat_map(|pile| (0..pile).map(move |place| pile * (pile + 1) / 2 + place)).collect()
}

/// The cards that are turned up in a game or a part of it.
fn turned_up(game: &str) -> Vec<&str> {
    game.split("turned up ")
        .skip(1)
        .flat_map(|text| text.split(['\n', ';']).next().unwrap().split(' '))
        .collect()
}

/// A pack with the cards in some places shuffled.
fn permute(pack: &Pack, places: &[usize], random: &mut Random) -> Pack {
    let mut cards: Vec<String> = places.iter().map(|&place| pack[place].clone()).collect();
    random.shuffle(&mut cards);
    let mut permuted = pack.clone();
    for (&place, card) in places.iter().zip(cards) {
        permuted[place] = card;
    }
    permuted
}

#[test]
fn every_game_is_legal_and_none_beats_the_best_play() {
    let mut packs = random_packs(1, 12);
    packs.extend(deals(WINNABLE));
    let best = answers("etude19", &packs);
    let mut wins = 0;
    for ((pack, answer), best) in packs.iter().zip(answers("etude19_play", &packs)).zip(&best) {
        let game = game(pack, &answer);
        let (out, most) = (cards_out(&answer), cards_out(best));
        assert!(out <= most, "{answer}\nis better than\n{best}\nfor {}", pack.join(" "));
        assert_eq!(game.lines().last().unwrap(), answer.split_once(':').unwrap().0);
        wins += usize::from(out == 52);
    }
    let winnable = best.iter().filter(|best| cards_out(best) == 52).count();
    assert!(wins < winnable && 2 * wins > winnable, "{wins} wins of {winnable}");
}

/// Deals that can be won with all cards known.
const WINNABLE: &str = "4 5 58 112 122 147 152 237 253 355";

#[test]
fn cards_that_are_never_turned_up_change_nothing() {
    let mut random = Random(2);
    let packs = random_packs(3, 20);
    let played = answers("etude19_play", &packs);
    let (mut permuted, mut expected) = (Vec::new(), Vec::new());
    for (pack, answer) in packs.iter().zip(played) {
        let game = game(pack, &answer);
        let seen = turned_up(&game);
        let mut unseen = face_down();
        unseen.retain(|&place| !seen.contains(&pack[place].as_str()));
        let other = permute(pack, &unseen, &mut random);
        if other != *pack {
            permuted.push(other);
            expected.push(answer);
        }
    }
    assert!(permuted.len() > 10);
    assert_eq!(answers("etude19_play", &permuted), expected);
}

#[test]
fn cards_that_are_face_down_do_not_change_the_first_move() {
    let mut random = Random(4);
    let packs = random_packs(5, 24);
    let (mut permuted, mut expected) = (Vec::new(), Vec::new());
    for (pack, answer) in packs.iter().zip(answers("etude19_play", &packs)) {
        let game = game(pack, &answer);
        let before = game.split("\n1. ").next().unwrap();
        // Skip packs that turn up a card before the first move, and packs without a move.
        if turned_up(before).is_empty() && first_move(&answer).is_some() {
            permuted.push(permute(pack, &face_down(), &mut random));
            expected.push(answer);
        }
    }
    assert!(permuted.len() > 10);
    let played = answers("etude19_play", &permuted);
    for (answer, expected) in played.iter().zip(&expected) {
        assert_eq!(first_move(answer), first_move(expected));
    }
    assert_ne!(played, expected); // Later moves do change.
}

#[test]
fn a_pack_is_played_the_same_way_wherever_it_stands() {
    let mut packs = random_packs(6, 8);
    let mut played = answers("etude19_play", &packs);
    packs.reverse();
    played.reverse();
    assert_eq!(answers("etude19_play", &packs), played);
    assert_eq!(answers("etude19_play", &packs[4..5]), played[4..5]);
}

#[test]
fn it_refuses_what_etude19_refuses_with_the_same_message() {
    let pack = deck().join(" ");
    let inputs = [
        "10H".to_string(),
        "Game #1\nAC\n\nac".to_string(),
        "1H 2H".to_string(),
        "AC 2C\n".to_string(),
        "AC # 2C".to_string(),
        "AC\n#".to_string(),
        format!("{pack}\n{pack} xx"),
        "\u{e9}\0".to_string(),
    ];
    for input in inputs {
        let ended = ["etude19_play", "etude19"].map(|program| ended(program, input.clone()));
        let messages = ended.each_ref().map(|ended| String::from_utf8_lossy(&ended.stderr));
        assert_eq!(ended[0].status.code(), Some(1), "{input:?}");
        assert_eq!(messages[0], messages[1].replacen("etude19", "etude19_play", 1));
        // Either both have answered the pack before the error, or neither.
        assert_eq!(ended[0].stdout.is_empty(), ended[1].stdout.is_empty());
    }
}

#[test]
fn each_answer_is_printed_before_the_next_pack_is_played() {
    // All packs are on one line. Without a flush after each answer, all would come at once.
    let packs: Vec<String> = random_packs(7, 200).iter().map(|pack| pack.join(" ")).collect();
    let mut running = Command::new(assert_cmd::cargo::cargo_bin("etude19_play"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = running.stdin.take().unwrap();
    let writer = thread::spawn(move || writeln!(input, "{}", packs.join(" ")));
    let mut output = BufReader::new(running.stdout.take().unwrap());
    let (mut first, mut rest) = (String::new(), String::new());
    output.read_line(&mut first).unwrap();
    running.kill().unwrap();
    output.read_to_string(&mut rest).unwrap();
    running.wait().unwrap();
    writer.join().unwrap().unwrap();
    assert!(first.contains(" out:"), "{first}");
    assert!(rest.lines().count() < 199, "all answers came at once");
}
