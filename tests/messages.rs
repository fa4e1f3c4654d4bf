//! One table with every error message of every program, each beside an input that causes it.
//!
//! Two messages are tested in `bad_input.rs` instead, because their texts come from the operating
//! system: the input cannot be read, and the answers cannot be written.
#![allow(clippy::unwrap_used)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

use std::fs;

/// The programs, separated by spaces, or `all`; an input; and the message that they print for it
/// after their name.
type Row = (&'static str, String, &'static str);

/// The programs that read packs or boards.
const CARDS: &str = "uva127 uva127_trace freecell_find etude19 etude19_play etude19_trace";

/// The programs that read packs and boards in the forms in which people paste them, and these
/// together with the programs that read hands in such forms.
const PACKS: &str = "freecell_find etude19 etude19_play etude19_trace";
const PASTED: &str = "freecell_find etude19 etude19_play etude19_trace camicia camicia_trace";

/// The message for an input in UTF-16.
const UTF_16: &str = "line 1: UTF-16; expected UTF-8 (in PowerShell, Get-Content FILE | Set-Content -Encoding utf8 NEW)";

#[allow(clippy::too_many_lines)] // a table
fn table() -> Vec<Row> {
    let deck = common::deck();
    // The first cards of the deck, and a board with these numbers of cards on its lines. Each line
    // starts with the mark.
    let cards = |number: usize| deck[..number].join(" ");
    let lines = |numbers: &[usize], mark: &str| -> String {
        let mut cards = deck.iter().cycle();
        let mut line = |&number: &usize| {
            let line: Vec<&str> = cards.by_ref().take(number).map(String::as_str).collect();
            format!("{mark}{}\n", line.join(" "))
        };
        numbers.iter().map(&mut line).collect()
    };
    // A deal followed by the start of an answer. The deal fills 8 lines.
    let deal = |number: &str, answer: &str| common::run("freecell", number) + answer;
    vec![
        // A card is mistyped or missing, or occurs twice.
        (CARDS, format!("{}\n1H", cards(8)),
            r#"line 2: "1H" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH"#),
        ("uva127 uva127_trace", "AC 2\u{2660}".into(),
            r#"line 1: "2♠" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH"#),
        // This is almost a title.
        (CARDS, "GX".into(),
            r#"line 1: "GX" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH"#),
        // The first letter is a Cyrillic A.
        (CARDS, "\u{410}C".into(),
            r#"line 1: "\xd0\x90C" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH"#),
        (CARDS, "x".repeat(25),
            r#"line 1: "xxxxxxxxxxxxxxxxxxxxxxxx.." is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH"#),
        ("uva127 uva127_trace", cards(51),
            "line 1: the pack ends after 51 of its 52 cards; expected 1 more"),
        ("uva127 uva127_trace", cards(50) + "\n# the end",
            "line 2: the pack ends after 50 of its 52 cards; expected 2 more"),
        ("etude19 etude19_play etude19_trace", cards(51),
            "line 1: the pack ends after 51 of its 52 cards; expected 1 more: KS"),
        ("etude19 etude19_play freecell_find", cards(48) + "\n# the end",
            "line 2: the pack ends after 48 of its 52 cards; expected 4 more: KC KD KH KS"),
        ("etude19 etude19_play etude19_trace", cards(47),
            "line 1: the pack ends after 47 of its 52 cards; expected 5 more"),
        (PACKS, cards(8) + "\nAC",
            "line 2: AC is there twice, first in line 1; expected 52 different cards"),
        (PACKS, cards(51) + "\nAC",
            "line 2: AC is there twice, first in line 1; KS is missing; expected 52 different cards"),
        // The input is ambiguous.
        (PACKS, "AD: 8H\n".into(),
            "line 1: cards before a colon; expected a label that starts with another word"),
        ("camicia camicia_trace", "A: 8\n".into(),
            "line 1: cards before a colon; expected a label that starts with another word"),
        (PACKS, "Game #1: JC JD JH\n".into(),
            "line 1: cards in a title; expected them on the next line"),
        ("camicia camicia_trace", "Game 1: J 2 3 / 4 J 5\n".into(),
            "line 1: cards in a title; expected them on the next line"),
        (PASTED, "tricks: 595\n".into(), "line 1: a number of tricks; expected cards"),
        (PACKS, "('JC', 'JD'), ('JH', 'JS')\n".into(),
            "line 1: several groups in a row; expected each on its own line"),
        ("camicia camicia_trace", "['J 2', 'K']\n".into(),
            "line 1: several groups in a row; expected each on its own line"),
        (PASTED, "Foundations: H-3\n".into(),
            "line 1: a game in progress; expected a board as it was dealt"),
        (PASTED, "[]\n".into(), "line 1: an empty list; expected a card"),
        (PASTED, "]\n".into(), "line 1: a ] without its [; expected a list"),
        (PASTED, "/\n".into(),
            "line 1: the hand before the / in column 1 is empty; expected a card"),
        (PASTED, "\n[\n".into(),
            "line 2: the list that begins here is never closed; expected a ]"),
        (PACKS, "AC [2D]\n".into(),
            "line 1: a [ behind a card; expected a line break"),
        ("camicia camicia_trace", "A [2]\n".into(),
            "line 1: a [ behind a card; expected a line break"),
        ("etude19_trace", "0 cards out:".into(),
            "line 1: an answer without a pack; expected 52 cards"),
        ("etude19 etude19_play etude19_trace", ": AC\n: 2C\n".into(),
            r#"line 2: lines of 1 1 cards; expected columns of 1 6 7 8 9 10 11, as a line begins with ":""#),
        ("freecell_find", cards(51),
            "line 1: the pack ends after 51 of its 52 cards; expected 1 more: KS"),
        ("freecell_find", lines(&[8, 8, 8, 8, 8, 8, 3], ""),
            "line 7: the pack ends after 51 of its 52 cards, on lines of 8 8 8 8 8 8 3; expected 1 more: KS"),
        (PACKS, lines(&[6, 6, 6, 6, 6, 6, 6, 6, 3], ""),
            "line 9: the pack ends after 51 of its 52 cards; expected 1 more: KS"),
        ("freecell_find", lines(&[7, 7, 7, 7, 6, 6, 5], ": "),
            r#"line 7: lines of 7 7 7 7 6 6 5 cards; expected columns of 7 7 7 7 6 6 6 6, as a line begins with ":""#),
        ("camicia camicia_trace", "2 A 7\n3 1 K".into(),
            r#"line 2: "1" is not a card (column 3): expected 2 to 9, 10 or T, J, Q, K, A, or - for any number"#),
        ("camicia camicia_trace", "2 A\u{2660}".into(),
            r#"line 1: "♠" is not a card (column 4): expected 2 to 9, 10 or T, J, Q, K, A, or - for any number"#),
        ("camicia camicia_trace", "2 A / / 3 4".into(),
            "line 1: the hand before the / in column 7 is empty; expected a card"),
        ("camicia camicia_trace", "[\"A\"]\n[]".into(),
            "line 2: an empty list; expected a card"),
        ("camicia camicia_trace", "2 A 7\n\n".into(),
            "line 2: hand B is missing; expected its cards after a / or on the next line"),
        // A number is wrong.
        ("freecell", "1 2\n8589934592".into(),
            r#"line 2: "8589934592" is not a deal number: expected a whole number from 1 to 8589934591, or -1 or -2"#),
        ("freecell", "Game #617\nGame\n".into(),
            "line 2: a title without a number; expected a deal number, like Game #617"),
        ("camicia_search", "1-9".into(),
            r#"line 1: "1-9" is not a block number: expected a whole number from 0 to 18446744073709551615"#),
        // An answer of Etude 19 is wrong.
        ("etude19_trace", deal("3", ""),
            r#"line 8: the pack has no answer; expected "N cards out:" and its moves"#),
        ("etude19_trace", deal("3", "1 cards out: 4C 2H"),
            r#"line 9: "1 cards out:" is not the beginning of an answer: expected "N cards out:" with N from 0 to 52, or "1 card out:""#),
        ("etude19_trace", deal("3", "2 cards out: 4C 2H"),
            r#"line 9: the answer is "2 cards out", but its moves bring 1 out; expected "1 card out""#),
        ("etude19_trace", deal("3", "1 card out: 4C 2H AH"),
            "line 9: move 3, AH, is not legal: it is out; expected a card in a column"),
        ("etude19_trace", deal("1", "0 cards out: 3C"),
            "line 9: move 1, 3C, is not legal: it lies face down; expected a card that is face up"),
        ("etude19_trace", deal("3", "1 card out: 2H"),
            "line 9: move 1, 2H, is not legal: it goes on 3H alone, which is covered; expected a column that ends in it"),
        ("etude19_trace", deal("7", "1 card out: 5S"),
            "line 9: move 1, 5S, is not legal: it lies on 6S already; expected a card that does not"),
        ("etude19_trace", deal("7", "1 card out: 6D"),
            "line 9: move 1, 6D, is not legal: 7D lies in its own load; expected it to end another column"),
        ("etude19_trace", deal("3", "1 card out: KC"),
            "line 9: move 1, KC, is not legal: it heads a column already; expected a king that does not"),
        ("etude19_trace", deal("1", "1 card out: KC"),
            "line 9: move 1, KC, is not legal: there is no empty column; expected one for a king"),
        // The input is in UTF-16, with its mark and without, in both orders of bytes.
        ("all", "\0A\0C\0 \0A\0D\0\n".into(), UTF_16),
        ("all", "1\0\n\0".into(), UTF_16),
        // The input has no lines.
        ("all", " ".repeat((1 << 24) + 1),
            "line 1: longer than 16 MiB; expected a line break"),
    ]
}

/// Whether a program name is in a list of programs.
fn is_for(programs: &str, program: &str) -> bool {
    programs == "all" || programs.split(' ').any(|other| other == program)
}

/// Whether a message results from a format string.
fn matches_format(message: &str, format: &str) -> bool {
    let mut rest = Some(message);
    for piece in format.split(['{', '}']).step_by(2) {
        rest = rest.and_then(|rest| rest.split_once(piece)).map(|(_, rest)| rest);
    }
    rest.is_some()
}

#[test]
fn every_input_causes_its_message() {
    for program in common::programs() {
        for (_, input, message) in table().into_iter().filter(|row| is_for(row.0, &program)) {
            let output = common::ended(&program, input);
            assert_eq!(common::errors(&output.stderr), format!("{program}: {message}\n"));
            assert_eq!(output.status.code(), Some(1), "{program}: {message}");
        }
    }
}

#[test]
fn the_table_has_a_row_for_every_message() {
    let table = table();
    for program in common::programs() {
        let source = fs::read_to_string(common::source(&program)).unwrap();
        let code = source.split("\nmod tests").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            // Hide the escaped quotes, then take the texts between the other quotes.
            let line = line.replace("\\\"", "\u{1}");
            let texts = line.split('"').skip(1).step_by(2).map(|text| text.replace('\u{1}', "\""));
            // Every message says what was expected, so this word finds them all.
            for text in texts.filter(|text| text.contains("expected")) {
                let mut rows = table.iter().filter(|row| is_for(row.0, &program));
                assert!(
                    rows.any(|row| matches_format(row.2, &text)),
                    "the table has no row for {program}: {text}"
                );
            }
        }
    }
}
