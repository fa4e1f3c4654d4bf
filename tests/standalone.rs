//! Every file in `src/bin` is a program of its own, as a judge takes it: one file, plain `rustc`.
#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use std::fs;
use std::process::Command;

#[test]
fn every_file_compiles_alone_without_warnings_in_every_edition() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    for program in common::programs() {
        for edition in ["2015", "2018", "2021", "2024"] {
            let compiled = Command::new(&rustc)
                .args(["--edition", edition, "-D", "warnings", "--emit", "metadata", "--out-dir"])
                .arg(env!("CARGO_TARGET_TMPDIR"))
                .arg(common::source(&program))
                .output()
                .unwrap();
            let complaint = String::from_utf8_lossy(&compiled.stderr);
            assert!(compiled.status.success(), "{program}, edition {edition}:\n{complaint}");
        }
    }
}

#[test]
fn the_shell_is_the_same_in_every_file() {
    let programs = common::programs();
    let shells = programs.iter().map(|program| {
        let text = fs::read_to_string(common::source(program)).unwrap();
        assert_eq!(text.matches("\nmod shell {\n").count(), 1, "{program} has not one shell");
        let from = text.find("\n/// What all the programs share").unwrap();
        let to = from + text[from..].find("\n}\n").unwrap();
        text[from..to].to_string()
    });
    let shells: Vec<String> = shells.collect();
    for (program, shell) in programs.iter().zip(&shells) {
        assert!(*shell == shells[0], "the shells of {} and {program} differ", programs[0]);
    }
}
