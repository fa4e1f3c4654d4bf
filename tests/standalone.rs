//! Every file in `src/bin` compiles on its own, as on a judge: one file, plain `rustc`. What
//! several files share is the same text in each.
#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use std::fs;
use std::process::Command;

#[test]
fn every_file_compiles_on_its_own_without_warnings_in_every_edition() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    for program in common::programs() {
        for edition in ["2015", "2018", "2021", "2024"] {
            let compiled = Command::new(&rustc)
                .args(["--edition", edition, "-D", "warnings", "--emit", "metadata", "--out-dir"])
                .arg(env!("CARGO_TARGET_TMPDIR"))
                .arg(common::source(&program))
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&compiled.stderr);
            assert!(compiled.status.success(), "{program}, edition {edition}:\n{stderr}");
        }
    }
}

#[test]
fn shared_text_is_the_same_in_every_file_that_has_it() {
    // Each text starts with its docs and ends with the next line `}`.
    for (start, files) in [
        ("mod shell {", common::programs().len()),
        ("mod pasted {", 6),
        ("mod packs {", 4),
        ("fn layout(", 3),
    ] {
        let copies = common::programs().into_iter().filter_map(|program| {
            let file = fs::read_to_string(common::source(&program)).unwrap();
            let (before, after) = file.split_once(&format!("\n{start}"))?;
            let docs = before.rsplit("\n\n").next()?.to_string();
            Some((program, docs + after.split("\n}\n").next()?))
        });
        let copies: Vec<(String, String)> = copies.collect();
        assert_eq!(copies.len(), files, "{start}");
        for (program, copy) in &copies {
            assert!(*copy == copies[0].1, "{start} of {} and {program}", copies[0].0);
        }
    }
}
