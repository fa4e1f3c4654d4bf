//! The programs print each answer as soon as the input determines it, and a long input needs no more
//! memory than a short one.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

#[test]
fn every_answer_is_printed_while_the_input_is_still_open() {
    for program in common::programs() {
        for (name, input, answer) in common::samples(&program) {
            // The program sees neither an end mark, which only UVa 127 has, nor the end of the input.
            // Skip a sample whose last line has no line break: more of that line could follow.
            let has_end_mark = program.starts_with("uva127");
            let input = if has_end_mark { common::without_end_mark(&input) } else { input };
            if !input.ends_with(b"\n") || answer.is_empty() {
                continue;
            }
            let mut running = common::command(&program).spawn().unwrap();
            let mut output = running.stdout.take().unwrap();
            let (send, receive) = mpsc::channel();
            let mut printed = vec![0; answer.len()];
            thread::spawn(move || {
                output.read_exact(&mut printed).unwrap();
                send.send(printed).unwrap();
            });
            let mut stdin = running.stdin.take().unwrap();
            let writer = thread::spawn(move || {
                stdin.write_all(&input).unwrap();
                stdin // stays open
            });
            let printed = receive.recv_timeout(Duration::from_secs(20));
            if printed.as_ref() != Ok(&answer) {
                running.kill().unwrap();
                panic!("{program} does not print all answers of {name} in time");
            }
            drop(writer.join().unwrap());
            assert!(running.wait().unwrap().success());
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_long_input_needs_little_memory() {
    // The program gets 150 MB of packs and 16 MiB of address space.
    let packs =
        common::samples("uva127").into_iter().find(|sample| sample.0 == "127-random").unwrap().1;
    let packs = common::without_end_mark(&packs);
    let times = 150_000_000 / packs.len();
    let mut running = Command::new("sh")
        .args(["-c", "ulimit -v 16384 && exec \"$0\""])
        .arg(assert_cmd::cargo::cargo_bin("uva127"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = running.stdout.take().unwrap();
    let counter = thread::spawn(move || BufReader::new(output).lines().count());
    let mut input = running.stdin.take().unwrap();
    for _ in 0..times {
        input.write_all(&packs).unwrap();
    }
    drop(input);
    assert_eq!(counter.join().unwrap(), 600 * times);
    assert!(running.wait().unwrap().success());
}
