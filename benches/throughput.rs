//! How fast each program is, beside a plain version of it in the same run: `cargo bench`.
//!
//! Prints a table with a row a program. Inputs are made on the spot from fixed seeds. Each program
//! runs as a user runs it, from a file to `/dev/null`, in turns with its plain version; the best
//! of several runs counts. MB/s is what is read and written together. `cargo bench -- uva127`
//! measures only the programs whose names contain that.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)] // a measurement that fails, fails

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

mod plain;

/// How often each program is run.
const RUNS: usize = 5;

/// A row of the table.
struct Row {
    program: &'static str,
    /// The program's file.
    file: &'static str,
    /// What the input is.
    input: &'static str,
    /// The input itself.
    make: fn() -> String,
    /// How many answers it asks for.
    records: usize,
    /// The plain version, if there is one, and the part of the records on which it is run, as it
    /// may be slow: 10 is a tenth of them.
    plain: Option<(plain::Program, usize)>,
}

const ROWS: &[Row] = &[
    Row {
        program: "uva127",
        file: env!("CARGO_BIN_EXE_uva127"),
        input: "random packs",
        make: || packs(200_000),
        records: 200_000,
        plain: Some((plain::uva127::uva127, 1)),
    },
    Row {
        program: "uva127_trace",
        file: env!("CARGO_BIN_EXE_uva127_trace"),
        input: "random packs",
        make: || packs(5_000),
        records: 5_000,
        plain: None,
    },
];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [flag, name] = &arguments[..] {
        if flag == "--plain" {
            let row = ROWS.iter().find(|row| row.program == name).unwrap();
            let mut output = BufWriter::new(io::stdout().lock());
            return (row.plain.unwrap().0)(&mut io::stdin().lock(), &mut output).unwrap();
        }
    }
    let wanted = |row: &&Row| {
        let mut names = arguments.iter().filter(|argument| !argument.starts_with('-')).peekable();
        names.peek().is_none() || names.any(|name| row.program.contains(name.as_str()))
    };
    println!("| program | input | records | seconds | records/s | MB/s | times plain | peak memory, MiB |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
    for row in ROWS.iter().filter(wanted) {
        measure(row);
    }
}

/// Measures a program and its plain version, and prints the row.
fn measure(row: &Row) {
    let text = (row.make)();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("throughput.in");
    let part_file = folder.join("throughput-part.in");
    fs::write(&file, &text).unwrap();

    let mut program = Command::new(row.file);
    let written = program.stdin(File::open(&file).unwrap()).output().unwrap().stdout.len();
    let (mut seconds, mut plain_seconds, mut memory) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..RUNS {
        let run = time(&mut program, &file);
        seconds = seconds.min(run.0);
        memory = memory.max(run.1);
        if let Some((_, part)) = row.plain {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            fs::write(&part_file, lines[..lines.len() / part].concat()).unwrap();
            let mut plain = Command::new(env::current_exe().unwrap());
            let run = time(plain.args(["--plain", row.program]), &part_file);
            plain_seconds = plain_seconds.min(run.0 * part as f64);
        }
    }
    let or_unknown = |known, figure: String| if known { figure } else { "-".to_string() };
    println!(
        "| `{}` | {} | {} | {seconds:.3} | {} | {:.0} | {} | {} |",
        row.program,
        row.input,
        thousands(row.records as f64),
        thousands(row.records as f64 / seconds),
        (text.len() + written) as f64 / seconds / 1e6,
        or_unknown(row.plain.is_some(), format!("{:.1}", plain_seconds / seconds)),
        or_unknown(memory > 0, format!("{:.1}", memory as f64 / 1024.0)),
    );
}

/// Runs a program from a file to nowhere: the seconds it takes, and its peak memory in KiB as
/// Linux tells it, 0 elsewhere.
fn time(command: &mut Command, input: &PathBuf) -> (f64, u64) {
    let start = Instant::now();
    let mut running =
        command.stdin(File::open(input).unwrap()).stdout(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", running.id());
    let mut memory = 0;
    loop {
        let ended = running.try_wait().unwrap();
        let seconds = start.elapsed().as_secs_f64();
        if let Some(ended) = ended {
            assert!(ended.success());
            return (seconds, memory);
        }
        let peak = fs::read_to_string(&status).ok().and_then(|text| {
            text.lines()
                .find(|line| line.starts_with("VmHWM"))?
                .split_whitespace()
                .nth(1)?
                .parse()
                .ok()
        });
        memory = memory.max(peak.unwrap_or(0));
        thread::sleep(Duration::from_micros(200));
    }
}

/// A number with its thousands set apart.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let (first, rest) = digits.split_at((digits.len() - 1) % 3 + 1);
    rest.as_bytes()
        .chunks(3)
        .fold(first.to_string(), |all, three| all + " " + &String::from_utf8_lossy(three))
}

/// Random packs, each of two lines.
fn packs(count: usize) -> String {
    let mut deck: Vec<String> = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let mut state = 127_u64;
    let mut text = String::new();
    for _ in 0..count {
        for last in (1..52).rev() {
            // Knuth's linear congruential generator, its high bits.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            deck.swap(last, ((state >> 33) % (last as u64 + 1)) as usize);
        }
        text += &(deck[..26].join(" ") + "\n" + &deck[26..].join(" ") + "\n");
    }
    text
}
