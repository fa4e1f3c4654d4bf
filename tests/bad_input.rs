//! Every program, on everything that can be wrong: a message that names program and line, no
//! panic, no lost answer.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

use common::{fault, Random};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// An input that cannot be read: a folder.
fn unreadable() -> File {
    File::open(env!("CARGO_MANIFEST_DIR")).unwrap()
}

/// Runs a program on bad input: exit 1, a message that begins as given, the answers as given.
fn refuses(program: &str, input: &[u8], message: &str, answers: &str) {
    let ended = common::ended(program, input);
    let complaint = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(fault(program, &ended), None);
    assert_eq!(ended.status.code(), Some(1), "{program} takes {}", input.escape_ascii());
    assert!(complaint.starts_with(message), "{program} says {complaint}\nexpected {message}");
    assert_eq!(String::from_utf8_lossy(&ended.stdout), answers, "{program}");
}

#[test]
#[cfg(target_os = "linux")]
fn arguments_are_answered_with_the_usage_and_the_input_is_not_read() {
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
            let mut command = Command::new(assert_cmd::cargo::cargo_bin(&program));
            let ended = command.args(&arguments).stdin(unreadable()).output().unwrap();
            let (said, unsaid) = if status == 0 {
                (&ended.stdout, &ended.stderr)
            } else {
                (&ended.stderr, &ended.stdout)
            };
            let said = String::from_utf8_lossy(said);
            assert_eq!(ended.status.code(), Some(status), "{program} {arguments:?}");
            assert!(
                said.starts_with(&usage) && said.lines().count() == 1,
                "{program} {arguments:?}: {said}"
            );
            assert!(unsaid.is_empty(), "{program} {arguments:?}");
        }
    }
}

#[test]
fn empty_input_has_no_answers() {
    for program in common::programs() {
        for input in ["", "\n", "\r\n", " \t\n\n  \r\n"] {
            let ended = common::ended(&program, input.as_bytes());
            assert!(ended.status.success(), "{program} refuses {input:?}");
            assert!(ended.stdout.is_empty() && ended.stderr.is_empty(), "{program} on {input:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped_and_utf_16_is_refused() {
    for program in common::programs() {
        let (_, input, answer) = common::samples(&program).remove(0);
        let marked = common::ended(&program, [b"\xef\xbb\xbf", &input[..]].concat());
        assert_eq!(marked.stdout, answer, "{program}");
        assert!(marked.status.success(), "{program}");
        for mark in [b"\xff\xfe", b"\xfe\xff"] {
            let ended = common::ended(&program, [&mark[..], b"1\0\r\0\n\0"].concat());
            let message = common::complaint(&ended.stderr);
            assert!(message.starts_with(&format!("{program}: line 1: UTF-16; ")), "{message}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_named() {
    for program in common::programs() {
        for (bytes, shown) in [
            (&b"\0"[..], "\\0"),
            (b"\xff\xfe", "\\xff"),
            (b"\xef\xbb\xbfAC", "\\u{feff}"),
            (b"\x1b[2J", "\\u{1b}"),
            ("\u{2660}A".as_bytes(), "\u{2660}"),
        ] {
            let ended = common::ended(&program, [b"\n", bytes, b"\n"].concat());
            let complaint = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(fault(&program, &ended), None);
            assert!(complaint.starts_with(&format!("{program}: line 2: ")), "{complaint}");
            assert!(complaint.contains(shown), "{complaint}");
        }
    }
}

#[test]
fn a_card_that_is_none_is_named_and_ten_explained() {
    for program in ["uva127", "uva127_trace"] {
        for word in ["1H", "10H", "AX", "A", "ACE", "HA", "A-", "A\u{2660}"] {
            let message = format!(
                "{program}: line 3: \"{word}\" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH\n"
            );
            refuses(program, format!("AC 2C\n3C\n4C {word} 5C\n6C").as_bytes(), &message, "");
        }
        // A word of any length is shown by its start.
        let long = [b"AC ", &b"x".repeat(1 << 20)[..]].concat();
        let message = format!("{program}: line 1: \"xxxxxxxxxxxxxxxxxxxxxxxx..\" is not a card");
        refuses(program, &long, &message, "");
    }
}

#[test]
fn a_pack_that_ends_early_is_an_error_behind_the_answers_before_it() {
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
        refuses("uva127", input.as_bytes(), &message, "1 pile remaining: 52\n");
    }
}

#[test]
fn titles_may_be_indented_and_stand_anywhere() {
    let pack = "AS ".repeat(26);
    let input = format!("  Game #1\n{pack}\n\tGame of two halves\n{pack}\n \t# the end\n1H\n");
    let ended = common::ended("uva127", input.as_bytes());
    assert_eq!(fault("uva127", &ended), None);
    assert_eq!(ended.stdout, b"1 pile remaining: 52\n");
}

#[test]
fn an_error_on_the_line_of_an_answer_comes_behind_it() {
    let pack = "AS ".repeat(52);
    let message = "uva127: line 1: \"what?\" is not a card";
    refuses("uva127", format!("{pack}what?").as_bytes(), message, "1 pile remaining: 52\n");
}

#[test]
fn a_line_may_have_16_mib_and_no_more() {
    let mut input = b"AS ".repeat(52);
    input.resize(1 << 24, b' ');
    let ended = common::ended("uva127", [&b"\n"[..], &input, b"\n"].concat());
    assert_eq!(fault("uva127", &ended), None);
    assert_eq!(ended.stdout, b"1 pile remaining: 52\n");
    input.push(b' ');
    for program in common::programs() {
        let message = format!("{program}: line 2: longer than 16 MiB; expected a line break\n");
        refuses(&program, &[&b"\n"[..], &input, b"\n"].concat(), &message, "");
        refuses(&program, &[&b"\n"[..], &input].concat(), &message, "");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_reported() {
    for program in common::programs() {
        let (name, input, _) = common::samples(&program).remove(0);
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut running = Command::new(assert_cmd::cargo::cargo_bin(&program))
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It may have given up before it has read all.
        let _ = running.stdin.take().unwrap().write_all(&input);
        let ended = running.wait_with_output().unwrap();
        let complaint = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(fault(&program, &ended), None, "{name}");
        assert_eq!(ended.status.code(), Some(1), "{program} on {name}");
        assert!(complaint.contains(": cannot write the answers: "), "{complaint}");
    }
}

#[test]
fn output_that_nobody_reads_ends_the_program_quietly() {
    for program in common::programs() {
        let (name, input, _) = common::samples(&program).remove(0);
        let input = common::without_end_mark(&input);
        let mut running = Command::new(assert_cmd::cargo::cargo_bin(&program))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The reader goes away at once; the program gets input until it has gone too.
        drop(running.stdout.take());
        let mut held = running.stdin.take().unwrap();
        let start = Instant::now();
        while held.write_all(&input).is_ok() {
            if start.elapsed() > Duration::from_secs(20) {
                running.kill().unwrap();
                panic!("{program} goes on with {name}");
            }
        }
        let ended = running.wait_with_output().unwrap();
        assert_eq!(fault(&program, &ended), None);
        assert_eq!(ended.status.code(), Some(0), "{program} on {name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn input_that_cannot_be_read_is_reported() {
    for program in common::programs() {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin(&program));
        let ended = command.stdin(unreadable()).output().unwrap();
        let complaint = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(fault(&program, &ended), None);
        assert!(complaint.contains(": line 1: cannot read the input: "), "{complaint}");
        assert_eq!(ended.status.code(), Some(1), "{program} reads a folder");
    }
}

/// A part of a sample with some damage: bytes changed, taken out, put in, parts doubled, cut off.
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
                // A record of these takes up to a second.
                let slow = ["camicia_search", "etude19_play"].contains(&program.as_str());
                let times = if slow { 20 } else { 2_000 };
                let mut refused = 0;
                for seed in 0..times {
                    let mut random = Random(seed);
                    let sample = &samples[random.below(samples.len())].1;
                    let input = damage(&mut random, sample);
                    let ended = common::ended(&program, &input[..]);
                    if let Some(fault) = fault(&program, &ended) {
                        panic!("seed {seed}: {fault}\n{}", input.escape_ascii());
                    }
                    refused += u64::from(!ended.status.success());
                }
                // Some are still good, though the chance is small where they are few.
                let right = times / 10 <= refused && (slow || refused < times);
                assert!(right, "{program}: {refused} of {times} refused");
            });
        }
    });
}
