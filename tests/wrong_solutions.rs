//! Tests the samples themselves: every wrong solution in `tests/wrong` must fail at least one. For
//! UVa 127, the samples that a solution fails show what kind of mistake it makes.
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

// `judge/build` turns these files into submissions. Only a judge needs their `main` and `FLAW`.
#[allow(dead_code)]
#[path = "wrong/camicia.rs"]
mod camicia;
#[allow(dead_code)]
#[path = "wrong/etude19.rs"]
mod etude19;
#[allow(dead_code)]
#[path = "wrong/freecell.rs"]
mod freecell;
#[allow(dead_code)]
#[path = "wrong/uva127.rs"]
mod uva127;

use std::fmt::Debug;
use uva127::Flaw;

/// The samples of a program that are in judge format, each as its name, input and answer.
///
/// A judge's input has a single space between words and a newline at the end of each line. `is_line`
/// takes a line number, counted from 0, and the words of that line.
fn judge_samples(
    program: &str,
    is_line: fn(usize, &[&str]) -> bool,
) -> Vec<(String, String, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let samples = common::samples(program).into_iter();
    let samples: Vec<_> = samples
        .map(|(name, input, answer)| (name, text(&input), text(&answer)))
        .filter(|(_, input, _)| {
            let mut lines = input.split_terminator('\n').enumerate();
            let is_line = |(number, line): (usize, &str)| {
                is_line(number, &line.split(' ').collect::<Vec<_>>())
            };
            input.ends_with('\n') && lines.all(is_line)
        })
        .collect();
    assert!(!samples.is_empty(), "no sample of {program} is in judge format");
    samples
}

fn freecell_samples() -> Vec<(String, String, String)> {
    judge_samples("freecell", |_, words| {
        let number = words[0].parse::<i64>();
        words.len() == 1 && number.is_ok_and(|number| number.to_string() == words[0])
    })
}

fn camicia_samples() -> Vec<(String, String, String)> {
    judge_samples("camicia", |number, words| match number % 3 {
        2 => words == [""],
        _ => words
            .iter()
            .all(|word| word.len() == 1 && "23456789JQKA".contains(word) || *word == "10"),
    })
}

fn etude19_samples() -> Vec<(String, String, String)> {
    judge_samples("etude19", |_, words| {
        let mut words = words.to_vec();
        let mut deck = common::deck();
        words.sort_unstable();
        deck.sort_unstable();
        words == deck
    })
}

/// Checks that the solution without a flaw passes all samples and that each wrong one fails at
/// least one.
fn check<Flaw: Copy + Debug>(
    samples: &[(String, String, String)],
    solve: fn(&str, Flaw) -> String,
    none: Flaw,
    wrong: &[Flaw],
) {
    for (name, input, answer) in samples {
        assert!(solve(input, none) == *answer, "the solution without a flaw fails {name}");
    }
    for &flaw in wrong {
        let fails = samples.iter().any(|(_, input, answer)| solve(input, flaw) != *answer);
        assert!(fails, "{flaw:?} passes all samples");
    }
}

#[test]
fn wrong_solutions_of_freecell_fail_samples() {
    let none = freecell::Flaw::None;
    check(&freecell_samples(), freecell::solve, none, freecell::WRONG);
}

#[test]
fn wrong_solutions_of_camicia_fail_samples() {
    let none = camicia::Flaw::None;
    check(&camicia_samples(), camicia::solve, none, camicia::WRONG);
}

#[test]
fn wrong_solutions_of_etude19_fail_samples() {
    let none = etude19::Flaw::None;
    check(&etude19_samples(), etude19::solve, none, etude19::WRONG);
}

/// The names of the samples of `uva127` that a solution with this flaw fails.
fn failed(flaw: Flaw) -> Vec<String> {
    let samples = common::samples("uva127").into_iter();
    let wrong = samples.filter(|(_, input, output)| {
        uva127::solve(&String::from_utf8_lossy(input), flaw).as_bytes() != output.as_slice()
    });
    wrong.map(|(name, ..)| name).collect()
}

#[test]
fn solutions_of_uva127_without_a_flaw_are_right() {
    let mut random = common::Random(127);
    let mut input = String::new();
    for _ in 0..2_000 {
        input += &(random.pack().join(" ") + "\n");
    }
    for flaw in [Flaw::None, Flaw::ByQueue] {
        assert_eq!(failed(flaw), Vec::<String>::new());
        let answer = uva127::solve(&input, flaw);
        assert!(answer == common::run("uva127", input.clone()), "seed 127, {flaw:?}");
    }
}

/// `docs/comparing.md` explains what it means if a solution fails one of these samples. A flaw that
/// fails one of them fails all after it too, and the first one that it fails shows its kind.
#[test]
fn the_samples_that_a_flaw_fails_show_its_kind() {
    let names = ["127-52-piles", "127-after-end", "127-many-piles", "127"];
    let form = [true, true, true, true];
    let rules = [false, true, true, true];
    let packs = [false, false, true, true];
    let plural = [false, false, false, true];
    let too_few_looks = [false, false, false, false];
    let kinds = [
        (Flaw::TrailingBlank, form),
        (Flaw::OneBeforeThree, rules),
        (Flaw::RightmostFirst, rules),
        (Flaw::GapsLeftOpen, rules),
        (Flaw::WholePilesMoved, rules),
        (Flaw::OneMoveADeal, rules),
        (Flaw::StopsAfterOnePack, packs),
        (Flaw::AlwaysPlural, plural),
        (Flaw::NoSecondLookBehindAGap, too_few_looks),
        (Flaw::NoSecondLookRightOfABaredCard, too_few_looks),
    ];
    for flaw in uva127::WRONG {
        assert!(kinds.iter().any(|(other, _)| other == flaw), "{flaw:?} has no kind");
    }
    for (flaw, kind) in kinds {
        let failed = failed(flaw);
        let fails = |name: &str| failed.iter().any(|other| other == name);
        assert_eq!(names.map(fails), kind, "{flaw:?}");
        assert!(fails("127-random"), "{flaw:?} passes 127-random");
    }
}
