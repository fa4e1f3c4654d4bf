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
    for (module, files) in [("shell", common::programs().len()), ("pasted", 6), ("packs", 4)] {
        // Each copy is a program and its text of the module: the docs and the code.
        let mut copies = Vec::new();
        for program in common::programs() {
            let text = fs::read_to_string(common::source(&program)).unwrap();
            if let Some((before, after)) = text.split_once(&format!("\nmod {module} {{\n")) {
                let docs = before.rsplit("\n\n").next().unwrap().to_string();
                let code = after.split("\n}\n").next().unwrap().to_string();
                copies.push((program, docs, code));
            }
        }
        assert_eq!(copies.len(), files, "files with a module {module}");
        let (first, docs, code) = &copies[0];
        for other in &copies {
            let same = other.1 == *docs && other.2 == *code;
            assert!(same, "{module} differs in {first} and {}", other.0);
        }
    }
}
