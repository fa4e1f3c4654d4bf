//! The docs of the programs have the same parts in the same order, and the commands in them and in
//! the README print what stands there.
//!
//! A command is a line that begins with `$ ` in a code block; the lines below it, up to the next
//! command or the end of the block, are its output.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking

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
            let output = &mut found.last_mut().unwrap().1;
            output.push_str(line);
            output.push('\n');
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
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", programs.display());
    let commands = commands(text);
    assert!(!commands.is_empty(), "{name} shows no command");
    for (command, output) in commands {
        // These tests have built the programs already.
        let built = command.replace("cargo run -q --bin ", "");
        let ran = Command::new("sh")
            .args(["-c", &format!("({built}) 2>&1")])
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
        check(&program, &docs(&program));
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

#[test]
fn the_readme_shows_real_output() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    check("README.md", &fs::read_to_string(readme).unwrap());
}
