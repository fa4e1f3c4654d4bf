//! Answers come as soon as the input determines them, and long input takes no memory.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Starts a program with its standard input and output in our hands.
fn start(mut command: Command) -> std::process::Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// The command that runs a program.
fn command(program: &str) -> Command {
    Command::new(assert_cmd::cargo::cargo_bin(program))
}

#[test]
fn every_answer_appears_while_the_input_is_held_open() {
    for program in common::programs() {
        for (name, input, answer) in common::samples(&program) {
            // Neither an end mark nor the end of the input may help; a last line without its end
            // may go on.
            let has_end_mark = program.starts_with("uva127");
            let input = if has_end_mark { common::without_end_mark(&input) } else { input };
            if !input.ends_with(b"\n") || answer.is_empty() {
                continue;
            }
            let mut running = start(command(&program));
            let mut output = running.stdout.take().unwrap();
            let (send, receive) = mpsc::channel();
            let mut printed = vec![0; answer.len()];
            thread::spawn(move || {
                output.read_exact(&mut printed).unwrap();
                send.send(printed).unwrap();
            });
            let mut held = running.stdin.take().unwrap();
            let writer = thread::spawn(move || {
                held.write_all(&input).unwrap();
                held
            });
            let printed = receive.recv_timeout(Duration::from_secs(20));
            if printed.as_ref() != Ok(&answer) {
                running.kill().unwrap();
                panic!("{program} holds back answers of {name}");
            }
            drop(writer.join().unwrap());
            assert!(running.wait().unwrap().success());
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_long_input_is_played_in_little_memory() {
    // 150 MB of packs in 16 MiB of address space.
    let packs =
        common::samples("uva127").into_iter().find(|sample| sample.0 == "127-random").unwrap().1;
    let packs = common::without_end_mark(&packs);
    let times = 150_000_000 / packs.len();
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -v 16384 && exec \"$0\""])
        .arg(assert_cmd::cargo::cargo_bin("uva127"));
    let mut running = start(limited);
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
