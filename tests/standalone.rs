//! Every file in `src/bin` compiles on its own, as on a judge: one file, plain `rustc`. The modules
//! that several files share are copies of each other.
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
fn shared_modules_are_the_same_in_every_file_that_has_them() {
    for module in ["shell", "pasted", "packs"] {
        let mut copies = common::programs().into_iter().filter_map(|program| {
            let text = fs::read_to_string(common::source(&program)).unwrap();
            let (before, code) = text.split_once(&format!("\nmod {module} {{\n"))?;
            let docs = before.rsplit("\n\n").next()?.to_string();
            Some((program, docs, code.split("\n}\n").next()?.to_string()))
        });
        let first = copies.next().unwrap();
        let mut others = 0;
        for (program, docs, code) in copies {
            assert!(docs == first.1 && code == first.2, "{module} of {} and {program}", first.0);
            others += 1;
        }
        let expected = match module {
            "shell" => common::programs().len() - 1,
            "pasted" => 5,
            _ => 3,
        };
        assert_eq!(others, expected, "{module}");
    }
}
