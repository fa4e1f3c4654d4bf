//! How `uva127` and `uva127_trace` recognise words, titles and the line that ends the input.
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

use common::{ended, run};

const PROGRAMS: [&str; 2] = ["uva127", "uva127_trace"];

/// The program reports that a word on line 2 is not a card.
fn refuses(program: &str, input: &str, word: &str) {
    let ended = ended(program, format!("Game #1\n{input}"));
    let message = String::from_utf8_lossy(&ended.stderr);
    let start = format!("{program}: line 2: \"{word}\" is not a card: ");
    assert!(message.starts_with(&start), "{input:?}: {message}");
    assert!(ended.stdout.is_empty(), "{program}: {input:?}");
}

#[test]
fn a_line_that_starts_with_a_hash_ends_the_input() {
    for program in PROGRAMS {
        for end in ["#", "#end", " \t##", "# AC"] {
            assert_eq!(run(program, format!("{end}\nno card\n")), "", "{program}: {end}");
        }
        refuses(program, "AC #", "#");
    }
}

#[test]
fn only_lines_that_start_with_game_are_titles() {
    for program in PROGRAMS {
        for title in ["Game", "Game #1", "\tGames 1H"] {
            assert_eq!(run(program, title), "", "{program}: {title}");
        }
        refuses(program, "AC Game", "Game");
    }
    for program in ["uva127", "uva127_trace", "etude19"] {
        for word in ["G", "GX", "Gam", "game"] {
            refuses(program, word, word);
        }
    }
}

#[test]
fn words_end_at_any_blank() {
    for program in PROGRAMS {
        for input in ["A  2C", "AC A 2C", "A\t 2C", "AC  A 2C", "\tA 2C", "AC\x0cA\r"] {
            refuses(program, input, "A");
        }
    }
}

#[test]
fn a_card_has_a_rank_and_a_suit() {
    for program in PROGRAMS {
        for word in ["AX", "XC", "CA", "ACX", "1C", "\u{20ac}"] {
            refuses(program, &format!("AC {word} 2D"), word);
        }
    }
}
