//! Helpers that the tests share: they list the programs and samples, run a program, and make packs
//! and random numbers.
#![allow(dead_code)] // each test file compiles its own copy and uses only a part of it
#![allow(clippy::unwrap_used)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The names of the programs, one for each file in `src/bin`.
pub fn programs() -> Vec<String> {
    let mut names: Vec<String> = files("src/bin").iter().map(|path| stem(path)).collect();
    names.sort();
    assert!(!names.is_empty(), "src/bin has no program");
    names
}

/// The path of a program's source file.
pub fn source(program: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin").join(program).with_extension("rs")
}

/// The program that a sample belongs to: `127-crlf` belongs to `uva127`, and `freecell_find-rows`
/// to `freecell_find`.
pub fn program_of(sample: &str) -> String {
    match sample.split('-').next().unwrap() {
        "127" => "uva127".to_string(),
        id => id.to_string(),
    }
}

/// The samples of a program, each as its name, input and expected output.
pub fn samples(program: &str) -> Vec<(String, Vec<u8>, Vec<u8>)> {
    let mut found: Vec<_> = files("samples")
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .filter(|path| program_of(&stem(path)) == program)
        .map(|path| {
            (stem(path), fs::read(path).unwrap(), fs::read(path.with_extension("out")).unwrap())
        })
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{program} has no sample");
    found
}

/// The error messages in a program's standard error: all of it except the progress lines of
/// `camicia_search`.
pub fn errors(stderr: &[u8]) -> String {
    let stderr = String::from_utf8_lossy(stderr);
    stderr.split_inclusive('\n').filter(|line| !line.starts_with("blocks: ")).collect()
}

/// The old name of `errors`.
pub fn complaint(stderr: &[u8]) -> String {
    errors(stderr)
}

/// Cuts an input before its end mark, the first line that starts with `#`, if it has one.
pub fn without_end_mark(input: &[u8]) -> Vec<u8> {
    let lines = input.split_inclusive(|&byte| byte == b'\n');
    lines.take_while(|line| !line.trim_ascii_start().starts_with(b"#")).flatten().copied().collect()
}

/// The paths of all files in a folder of the project.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The name of a file without its extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_string()
}

/// The command that runs a program, with a pipe for each of its three standard streams.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin(program));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a program on an input. Returns its exit status and all that it printed.
pub fn ended(program: &str, input: impl Into<Vec<u8>>) -> Output {
    assert_cmd::Command::cargo_bin(program).unwrap().write_stdin(input).output().unwrap()
}

/// Checks how a program ended: either with exit code 0 and no error, or with exit code 1 and one
/// error message, which names a line. Returns a description of anything else.
pub fn fault(program: &str, output: &Output) -> Option<String> {
    let errors = errors(&output.stderr);
    let passed = match output.status.code() {
        Some(0) => errors.is_empty(),
        Some(1) => {
            let start = format!("{program}: line ");
            errors.lines().count() == 1
                && errors.ends_with('\n')
                && errors.strip_prefix(&start).is_some_and(|rest| {
                    rest.split_once(": ").is_some_and(|(line, message)| {
                        line.parse::<u64>().is_ok() && message.len() > 10
                    })
                })
        }
        _ => false,
    };
    if passed {
        None
    } else {
        Some(format!("{program}: {}: {errors}", output.status))
    }
}

/// Runs a program on an input that it must accept: exit code 0 and no error. Returns its output.
pub fn run(program: &str, input: impl Into<Vec<u8>>) -> String {
    let output = ended(program, input);
    let errors = errors(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{program}: {}: {errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// A seeded random generator (`SplitMix64`).
pub struct Random(pub u64);

impl Random {
    /// Returns a random number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a random number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    /// Shuffles items: every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Returns a shuffled pack.
    pub fn pack(&mut self) -> Vec<String> {
        let mut pack = deck();
        self.shuffle(&mut pack);
        pack
    }
}

/// The 52 cards in order: AC AD AH AS 2C .. KS.
pub fn deck() -> Vec<String> {
    "A23456789TJQK"
        .chars()
        .flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")))
        .collect()
}
