//! The docs of the programs have the same parts in the same order, and the commands in them, in the
//! README and in the pages under `docs` print what stands there.
//!
//! A command is a line that begins with `$ ` in a code block; the lines below it, up to the next
//! command or the end of the block, are its output. A command that ends in a backslash goes on in
//! the next line. Commands that no test can run stand in blocks without `$ `, in a language other
//! than `text`, and their section says on which date they were run by hand.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The commands in a text, and what it says that they print.
fn commands(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let (mut in_block, mut in_command) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
            in_command = false;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) {
            found.push((command.to_string(), String::new()));
            in_command = true;
        } else if in_command {
            let (command, output) = found.last_mut().unwrap();
            if output.is_empty() && command.ends_with('\\') {
                command.push('\n');
                command.push_str(line);
            } else {
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    found
}

/// The docs of a program.
fn docs(program: &str) -> String {
    let source = fs::read_to_string(common::source(program)).unwrap();
    let docs = source.lines().map_while(|line| line.strip_prefix("//!"));
    docs.map(|line| line.strip_prefix(' ').unwrap_or(line).to_string() + "\n").collect()
}

/// Runs the commands of a text in the project's folder, the programs on the path.
fn check(name: &str, text: &str) {
    let programs: PathBuf = assert_cmd::cargo::cargo_bin("uva127").parent().unwrap().into();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path)));
    let path = path.unwrap();
    for (command, output) in commands(text) {
        let ran = Command::new("sh")
            .args(["-c", &format!("({command}) 2>&1")])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", &path)
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&ran.stdout), output, "{name}: {command}");
    }
}

#[test]
fn the_docs_of_the_programs_show_real_output() {
    for program in common::programs() {
        let docs = docs(&program);
        assert!(!commands(&docs).is_empty(), "{program} shows no command");
        check(&program, &docs);
    }
}

#[test]
fn the_docs_of_the_programs_have_the_same_parts_in_the_same_order() {
    for program in common::programs() {
        let docs = docs(&program);
        let mut rest = docs.as_str();
        for part in [
            "# ",
            "\nThe problem: ",
            "\n## The task\n",
            "\n## Input and output\n",
            "\nInput: ",
            "\nOutput: ",
            "\n```text\n$ ",
            "\n## The idea\n",
            "\n## Cost\n",
            "\nRun it with `",
        ] {
            let found = rest.split_once(part);
            rest = found.unwrap_or_else(|| panic!("{program} has not {part:?} in its place")).1;
        }
        assert!(
            rest.contains(&format!("cargo run --release --bin {program}")),
            "{program}: {rest}"
        );
    }
}

/// The README and the pages under `docs`: the name of each and its text.
fn pages() -> Vec<(String, String)> {
    let mut paths = common::files("docs");
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.extend(
        ["README.md", "CONTRIBUTING.md", "benches/README.md", "samples/README.md"]
            .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name)),
    );
    let page = |path: PathBuf| (path.display().to_string(), fs::read_to_string(path).unwrap());
    paths.into_iter().map(page).collect()
}

#[test]
fn the_pages_show_real_output() {
    let pages = pages();
    let shown: usize = pages.iter().map(|(_, text)| commands(text).len()).sum();
    assert!(shown >= 20, "only {shown} commands found on {} pages", pages.len());
    for (name, text) in pages {
        check(&name, &text);
    }
}

/// Whether a text holds a date like 2026-12-07.
fn has_date(text: &str) -> bool {
    let is_date = |bytes: &[u8]| {
        let kinds = bytes.iter().map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte });
        kinds.eq(*b"0000-00-00")
    };
    text.as_bytes().windows(10).any(is_date)
}

#[test]
fn commands_that_no_test_runs_are_dated() {
    for (name, text) in pages() {
        for section in text.split("\n## ") {
            let fences = section.lines().filter(|line| line.starts_with("```"));
            let by_hand = fences.step_by(2).any(|line| line != "```text");
            assert!(!by_hand || has_date(section), "{name}: {section}");
        }
    }
}

/// The anchor of a title, as hosts of repositories make it.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|&letter| letter.is_alphanumeric() || "-_".contains(letter)).collect()
}

#[test]
fn the_links_between_pages_lead_somewhere() {
    for (name, text) in pages() {
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.contains("://") {
                continue;
            }
            let (file, section) = link.split_once('#').unwrap_or((link, ""));
            let page = Path::new(&name);
            let file = if file.is_empty() { page.into() } else { page.with_file_name(file) };
            assert!(file.exists(), "{name}: {link}");
            if !section.is_empty() {
                let text = fs::read_to_string(file).unwrap();
                let mut titles = text.lines().filter(|line| line.starts_with('#'));
                let found =
                    titles.any(|line| anchor(line.trim_start_matches(['#', ' '])) == section);
                assert!(found, "{name}: {link}");
            }
        }
    }
}
