//! Each program must print the answer of each of its samples, byte for byte.
//!
//! A new pair of files in `samples` is a new test. An input without an answer, an answer without an
//! input and a program without a sample are failures.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking
#![allow(clippy::result_large_err)] // the error holds the message to show

mod common;

use predicates::function::function;
use std::collections::BTreeSet;

#[test]
fn every_program_has_samples_and_every_sample_has_both_files_and_a_program() {
    let mut inputs = BTreeSet::new();
    let mut outputs = BTreeSet::new();
    for path in common::files("samples") {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("in") => inputs.insert(common::stem(&path)),
            Some("out") => outputs.insert(common::stem(&path)),
            _ if path.ends_with("README.md") => true,
            _ => panic!("{} is not a sample", path.display()),
        };
    }
    let unpaired: Vec<&String> = inputs.symmetric_difference(&outputs).collect();
    assert!(unpaired.is_empty(), "input without answer or answer without input: {unpaired:?}");
    let sampled: BTreeSet<String> = inputs.iter().map(|name| common::program_of(name)).collect();
    let programs: BTreeSet<String> = common::programs().into_iter().collect();
    assert_eq!(sampled, programs, "the programs with samples are not those in src/bin");
}

#[test]
fn every_sample_gets_its_exact_answer() {
    let mut failures = Vec::new();
    for program in common::programs() {
        for (name, input, answer) in common::samples(&program) {
            let answer = String::from_utf8(answer).unwrap();
            let run = assert_cmd::Command::cargo_bin(&program).unwrap().write_stdin(input).assert();
            let expected = predicates::str::diff(answer);
            let no_error = function(|stderr: &[u8]| common::errors(stderr).is_empty());
            if let Err(failure) = run
                .try_success()
                .and_then(|run| run.try_stderr(no_error))
                .and_then(|run| run.try_stdout(expected))
            {
                failures.push(format!("{name}: {failure}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} samples failed\n\n{}", failures.len(), failures.join("\n\n"));
}
