//! Every program on every kind of bad input: the error message names the program and the line, no
//! program panics, and the answers before the error are printed.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

use common::{fault, Random};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

/// An input that cannot be read: a folder.
fn unreadable() -> File {
    File::open(env!("CARGO_MANIFEST_DIR")).unwrap()
}

/// Runs a program on bad input: it must exit with code 1, with an error message that starts with
/// `message`, after it has printed `answers`.
fn assert_error(program: &str, input: &[u8], message: &str, answers: &str) {
    let output = common::ended(program, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(fault(program, &output), None);
    assert_eq!(output.status.code(), Some(1), "{program} accepts {}", input.escape_ascii());
    assert!(stderr.starts_with(message), "{program} reports {stderr}\nexpected {message}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), answers, "{program}");
}

#[test]
#[cfg(target_os = "linux")] // other systems may not open a folder as a file
fn any_argument_prints_the_usage_and_the_input_is_not_read() {
    for program in common::programs() {
        let usage = format!("usage: {program} < ");
        for (arguments, status) in [
            (vec!["--help"], 0),
            (vec!["-h"], 0),
            (vec!["samples/127.in"], 2),
            (vec!["--help", "more"], 2),
            (vec!["--version"], 2),
            (vec![""], 2),
        ] {
            let mut command = common::command(&program);
            let output = command.args(&arguments).stdin(unreadable()).output().unwrap();
            let (printed, empty) = if status == 0 {
                (&output.stdout, &output.stderr)
            } else {
                (&output.stderr, &output.stdout)
            };
            let printed = String::from_utf8_lossy(printed);
            assert_eq!(output.status.code(), Some(status), "{program} {arguments:?}");
            assert!(
                printed.starts_with(&usage) && printed.lines().count() == 1,
                "{program} {arguments:?}: {printed}"
            );
            assert!(empty.is_empty(), "{program} {arguments:?}");
        }
    }
}

#[test]
fn empty_input_has_no_answers() {
    for program in common::programs() {
        for input in ["", "\n", "\r\n", " \t\n\n  \r\n"] {
            let output = common::ended(&program, input.as_bytes());
            assert!(output.status.success(), "{program} rejects {input:?}");
            assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{program} on {input:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped_and_utf_16_is_an_error() {
    for program in common::programs() {
        let (_, input, answer) = common::samples(&program).remove(0);
        let marked = common::ended(&program, [b"\xef\xbb\xbf", &input[..]].concat());
        assert_eq!(marked.stdout, answer, "{program}");
        assert!(marked.status.success(), "{program}");
        for mark in [b"\xff\xfe", b"\xfe\xff"] {
            let output = common::ended(&program, [&mark[..], b"1\0\r\0\n\0"].concat());
            let message = common::errors(&output.stderr);
            assert!(message.starts_with(&format!("{program}: line 1: UTF-16; ")), "{message}");
        }
    }
}

#[test]
fn the_error_shows_unexpected_bytes() {
    for program in common::programs() {
        for (bytes, shown) in [
            (&b"\0"[..], "\\0"),
            (b"\xff\xfe", "\\xff"),
            (b"\xef\xbb\xbfAC", "\\u{feff}"),
            (b"\x1b[2J", "\\u{1b}"),
            ("\u{2660}A".as_bytes(), "\u{2660}"),
        ] {
            let output = common::ended(&program, [b"\n", bytes, b"\n"].concat());
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(fault(&program, &output), None);
            assert!(stderr.starts_with(&format!("{program}: line 2: ")), "{stderr}");
            assert!(stderr.contains(shown), "{stderr}");
        }
    }
}

#[test]
fn the_error_shows_an_invalid_card_and_explains_how_to_write_a_ten() {
    for program in ["uva127", "uva127_trace"] {
        for word in ["1H", "10H", "AX", "A", "ACE", "HA", "A-", "A\u{2660}"] {
            let message = format!(
                "{program}: line 3: \"{word}\" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH\n"
            );
            assert_error(program, format!("AC 2C\n3C\n4C {word} 5C\n6C").as_bytes(), &message, "");
        }
        // Only the start of a long word is shown.
        let long = [b"AC ", &b"x".repeat(1 << 20)[..]].concat();
        let message = format!("{program}: line 1: \"xxxxxxxxxxxxxxxxxxxxxxxx..\" is not a card");
        assert_error(program, &long, &message, "");
    }
}

#[test]
fn a_pack_that_ends_early_is_an_error_after_the_answers_before_it() {
    let pack = "AS ".repeat(52);
    for (input, line) in [
        (format!("{pack}\nAC 2C 3C\n"), 2),
        (format!("{pack}\nAC 2C\n 3C"), 3),
        (format!("{pack}\nAC 2C 3C\n\n"), 3),
        (format!("{pack} AC 2C 3C"), 1),
        (format!("{pack}\nAC 2C 3C\n# the end\n"), 3),
    ] {
        let message = format!(
            "uva127: line {line}: the pack ends after 3 of its 52 cards; expected 49 more\n"
        );
        assert_error("uva127", input.as_bytes(), &message, "1 pile remaining: 52\n");
    }
}

#[test]
fn titles_may_be_indented_and_appear_anywhere() {
    let pack = "AS ".repeat(26);
    let input = format!("  Game #1\n{pack}\n\tGame of two halves\n{pack}\n \t# the end\n1H\n");
    let output = common::ended("uva127", input.as_bytes());
    assert_eq!(fault("uva127", &output), None);
    assert_eq!(output.stdout, b"1 pile remaining: 52\n");
}

#[test]
fn an_error_on_the_line_of_an_answer_comes_after_the_answer() {
    let pack = "AS ".repeat(52);
    let message = "uva127: line 1: \"what?\" is not a card";
    assert_error("uva127", format!("{pack}what?").as_bytes(), message, "1 pile remaining: 52\n");
}

#[test]
fn a_line_of_up_to_16_mib_is_accepted() {
    let mut input = b"AS ".repeat(52);
    input.resize(1 << 24, b' ');
    let output = common::ended("uva127", [&b"\n"[..], &input, b"\n"].concat());
    assert_eq!(fault("uva127", &output), None);
    assert_eq!(output.stdout, b"1 pile remaining: 52\n");
    input.push(b' ');
    for program in common::programs() {
        let message = format!("{program}: line 2: longer than 16 MiB; expected a line break\n");
        assert_error(&program, &[&b"\n"[..], &input, b"\n"].concat(), &message, "");
        assert_error(&program, &[&b"\n"[..], &input].concat(), &message, "");
    }
}

#[test]
#[cfg(target_os = "linux")] // needs /dev/full
fn output_that_cannot_be_written_is_reported() {
    for program in common::programs() {
        let (name, input, _) = common::samples(&program).remove(0);
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut running = common::command(&program).stdout(full).spawn().unwrap();
        // This write may fail: the program may give up before it has read everything.
        let _ = running.stdin.take().unwrap().write_all(&input);
        let output = running.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(fault(&program, &output), None, "{name}");
        assert_eq!(output.status.code(), Some(1), "{program} on {name}");
        assert!(stderr.contains(": cannot write the answers: "), "{stderr}");
    }
}

#[test]
fn a_closed_output_pipe_ends_the_program_without_an_error() {
    for program in common::programs() {
        let (name, input, _) = common::samples(&program).remove(0);
        let input = common::without_end_mark(&input);
        let mut running = common::command(&program).spawn().unwrap();
        // The reader closes its end at once. Keep writing until the program has ended too.
        drop(running.stdout.take());
        let mut stdin = running.stdin.take().unwrap();
        let start = Instant::now();
        while stdin.write_all(&input).is_ok() {
            if start.elapsed() > Duration::from_secs(20) {
                running.kill().unwrap();
                panic!("{program} keeps running on {name}");
            }
        }
        let output = running.wait_with_output().unwrap();
        assert_eq!(fault(&program, &output), None);
        assert_eq!(output.status.code(), Some(0), "{program} on {name}");
    }
}

#[test]
#[cfg(target_os = "linux")] // other systems may not open a folder as a file
fn input_that_cannot_be_read_is_reported() {
    for program in common::programs() {
        let output = common::command(&program).stdin(unreadable()).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(fault(&program, &output), None);
        assert!(stderr.contains(": line 1: cannot read the input: "), "{stderr}");
        assert_eq!(output.status.code(), Some(1), "{program} reads a folder");
    }
}

/// Takes a part of a sample and damages it: inserts, replaces or removes bytes, repeats a part, or
/// cuts off the end.
fn damage(random: &mut Random, sample: &[u8]) -> Vec<u8> {
    let start = random.below(sample.len());
    let start = sample[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut input = sample[start..sample.len().min(start + 1_500)].to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() + 1);
        let other = random.below(input.len() + 1);
        let bytes = b"AKT19sh# \n\r\0\xff-/:\"Game";
        let byte = bytes[random.below(bytes.len())];
        match random.below(6) {
            0 => input.insert(at, byte),
            1 => drop(input.splice(at..input.len().min(at + 1), [byte])),
            2 => drop(input.drain(at.min(other)..at.max(other).min(at.min(other) + 5))),
            3 => input.insert(at, (random.next() & 0xFF) as u8),
            4 => {
                let part = input[at.min(other)..at.max(other).min(at.min(other) + 200)].to_vec();
                drop(input.splice(at..at, part));
            }
            _ => input.truncate(at),
        }
        if input.is_empty() {
            break;
        }
    }
    input
}

#[test]
fn randomly_damaged_samples_never_panic() {
    thread::scope(|scope| {
        for program in common::programs() {
            scope.spawn(move || {
                let samples = common::samples(&program);
                // These take up to a second for one record.
                let slow = ["camicia_search", "etude19_play"].contains(&program.as_str());
                let times = if slow { 20 } else { 2_000 };
                let mut rejected = 0;
                for seed in 0..times {
                    let mut random = Random(seed);
                    let sample = &samples[random.below(samples.len())].1;
                    let input = damage(&mut random, sample);
                    let output = common::ended(&program, &input[..]);
                    if let Some(fault) = fault(&program, &output) {
                        panic!("seed {seed}: {fault}\n{}", input.escape_ascii());
                    }
                    rejected += u64::from(!output.status.success());
                }
                // Some inputs are still valid after the damage. Among only 20 there may be none.
                let plausible = times / 10 <= rejected && (slow || rejected < times);
                assert!(plausible, "{program} rejects {rejected} of {times} inputs");
            });
        }
    });
}
