//! What the tests share: the programs and samples that there are, running them, packs, and random
//! numbers.
#![allow(dead_code)] // each test is compiled with its own copy and uses a part of it
#![allow(clippy::unwrap_used)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// The names of the programs: the files in `src/bin`.
pub fn programs() -> Vec<String> {
    let mut names: Vec<String> = files("src/bin").iter().map(|path| stem(path)).collect();
    names.sort();
    assert!(!names.is_empty(), "no program found in src/bin");
    names
}

/// The file of a program's source.
pub fn source(program: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin").join(program).with_extension("rs")
}

/// The program that a sample is for: `127-crlf` is `uva127`'s, `freecell_find-rows` is
/// `freecell_find`'s.
pub fn program_of(sample: &str) -> String {
    match sample.split('-').next().unwrap() {
        "127" => "uva127".to_string(),
        id => id.to_string(),
    }
}

/// The samples of a program: the name of each, its input and its output.
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
    assert!(!found.is_empty(), "no sample of {program} found in samples");
    found
}

/// What a program complains about: its standard error without the progress that `camicia_search`
/// tells there.
pub fn complaint(stderr: &[u8]) -> String {
    let stderr = String::from_utf8_lossy(stderr);
    stderr.split_inclusive('\n').filter(|line| !line.starts_with("blocks: ")).collect()
}

/// An input up to the line that ends it, if it has one.
pub fn without_end_mark(input: &[u8]) -> Vec<u8> {
    let lines = input.split_inclusive(|&byte| byte == b'\n');
    lines.take_while(|line| !line.trim_ascii_start().starts_with(b"#")).flatten().copied().collect()
}

/// The files of a folder of the project.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// The name of a file without its ending.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_string()
}

/// How a program ends on an input, what it prints and what it says.
pub fn ended(program: &str, input: impl Into<Vec<u8>>) -> Output {
    assert_cmd::Command::cargo_bin(program).unwrap().write_stdin(input).output().unwrap()
}

/// Says what is wrong with the way in which a program ended: it must have taken its input, or
/// have named its line in one message.
pub fn fault(program: &str, ended: &Output) -> Option<String> {
    let complaint = complaint(&ended.stderr);
    let well = match ended.status.code() {
        Some(0) => complaint.is_empty(),
        Some(1) => {
            let start = format!("{program}: line ");
            complaint.lines().count() == 1
                && complaint.ends_with('\n')
                && complaint.strip_prefix(&start).is_some_and(|rest| {
                    rest.split_once(": ")
                        .is_some_and(|(line, what)| line.parse::<u64>().is_ok() && what.len() > 10)
                })
        }
        _ => false,
    };
    if well {
        None
    } else {
        Some(format!("{program}: {}: {complaint}", ended.status))
    }
}

/// What a program prints for an input, all of which it must take: exit 0, no complaint.
pub fn run(program: &str, input: impl Into<Vec<u8>>) -> String {
    let ended = ended(program, input);
    let complaint = complaint(&ended.stderr);
    assert!(
        ended.status.success() && complaint.is_empty(),
        "{program}: {}: {complaint}",
        ended.status
    );
    String::from_utf8(ended.stdout).unwrap()
}

/// Numbers that look random and are the same at every run (`SplitMix64`).
pub struct Random(pub u64);

impl Random {
    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    /// Puts things in an order, each as likely as the next.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }

    /// A pack in an order, each as likely as the next.
    pub fn pack(&mut self) -> Vec<String> {
        let mut pack = deck();
        self.shuffle(&mut pack);
        pack
    }
}

/// The 52 cards: AC AD AH AS 2C .. KS.
pub fn deck() -> Vec<String> {
    "A23456789TJQK"
        .chars()
        .flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")))
        .collect()
}
