//! Tests how `uva127` and `uva127_trace` recognise words, titles and the line that ends the input.
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

use common::{ended, run};

const PROGRAMS: [&str; 2] = ["uva127", "uva127_trace"];

/// Runs a program on an input below a title line: it must report that `word` is not a card.
fn assert_not_a_card(program: &str, input: &str, word: &str) {
    let output = ended(program, format!("Game #1\n{input}"));
    let message = String::from_utf8_lossy(&output.stderr);
    let start = format!("{program}: line 2: \"{word}\" is not a card: ");
    assert!(message.starts_with(&start), "{input:?}: {message}");
    assert!(output.stdout.is_empty(), "{program}: {input:?}");
}

#[test]
fn a_line_that_starts_with_a_hash_ends_the_input() {
    for program in PROGRAMS {
        for end in ["#", "#end", " \t##", "# AC"] {
            assert_eq!(run(program, format!("{end}\nno card\n")), "", "{program}: {end}");
        }
        assert_not_a_card(program, "AC #", "#");
    }
}

#[test]
fn only_a_line_that_starts_with_game_is_a_title() {
    for program in PROGRAMS {
        for title in ["Game", "Game #1", "\tGames 1H"] {
            assert_eq!(run(program, title), "", "{program}: {title}");
        }
        assert_not_a_card(program, "AC Game", "Game");
    }
    for program in ["uva127", "uva127_trace", "etude19"] {
        for word in ["G", "GX", "Gam", "game"] {
            assert_not_a_card(program, word, word);
        }
    }
}

#[test]
fn words_end_at_any_white_space() {
    for program in PROGRAMS {
        for input in ["A  2C", "AC A 2C", "A\t 2C", "AC  A 2C", "\tA 2C", "AC\x0cA\r"] {
            assert_not_a_card(program, input, "A");
        }
    }
}

#[test]
fn a_card_has_a_rank_and_a_suit() {
    for program in PROGRAMS {
        for word in ["AX", "XC", "CA", "ACX", "1C", "\u{20ac}"] {
            assert_not_a_card(program, &format!("AC {word} 2D"), word);
        }
    }
}
