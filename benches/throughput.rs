//! Measures the speed of each program and of a plain version of it in the same run:
//! `cargo bench --bench throughput`.
//!
//! The benchmark prints a table with a row for each measurement. It generates the inputs from fixed
//! seeds. Each program reads a file and writes to `/dev/null`. Its runs alternate with those of the
//! plain version, and the best run counts. Seconds are CPU time. MB/s counts the bytes read and
//! written. Add `-- uva127` to measure only the programs whose names contain `uva127`.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)] // a measurement fails by panicking

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

mod plain;

/// The number of runs of each program.
const RUNS: usize = 9;

/// A row of the table.
struct Row {
    program: &'static str,
    /// The path of the program.
    path: &'static str,
    /// A description of the input.
    input: &'static str,
    /// Makes the input.
    make: fn() -> String,
    /// The name of the records.
    records: &'static str,
    /// Counts the records in an output.
    count: fn(&str) -> usize,
    /// The plain version, if there is one.
    plain: Option<Plain>,
}

/// A plain version.
struct Plain {
    program: plain::Program,
    /// The input has this many parts. A slow plain version is run on the first one only.
    parts: usize,
    /// The work for an input has this many parts. A slow plain version does one of them only.
    share: usize,
}

const ROWS: &[Row] = &[
    Row {
        program: "uva127",
        path: env!("CARGO_BIN_EXE_uva127"),
        input: "random packs",
        make: || packs(200_000),
        records: "packs",
        count: lines,
        plain: Some(Plain { program: plain::uva127::uva127, parts: 5, share: 1 }),
    },
    Row {
        program: "uva127_trace",
        path: env!("CARGO_BIN_EXE_uva127_trace"),
        input: "random packs",
        make: || packs(5_000),
        records: "packs",
        count: |output| output.matches("remaining").count(),
        plain: None,
    },
    Row {
        program: "freecell",
        path: env!("CARGO_BIN_EXE_freecell"),
        input: "deals 1 to 1000000",
        make: || numbers(1_000_000),
        records: "boards",
        count: |output| output.matches("Game").count(),
        plain: Some(Plain { program: plain::freecell::freecell, parts: 20, share: 1 }),
    },
    Row {
        program: "freecell_find",
        path: env!("CARGO_BIN_EXE_freecell_find"),
        input: "deals 1 to 1000",
        make: || boards_of(&numbers(1_000)),
        records: "boards",
        count: lines,
        plain: Some(Plain {
            program: plain::freecell::freecell_find,
            parts: 1_000,
            share: plain::freecell::SHARE,
        }),
    },
    Row {
        program: "camicia",
        path: env!("CARGO_BIN_EXE_camicia"),
        input: "random games of 52 cards",
        make: || games(200_000, 1),
        records: "games",
        count: lines,
        plain: Some(Plain { program: plain::camicia::camicia, parts: 5, share: 1 }),
    },
    Row {
        program: "camicia",
        path: env!("CARGO_BIN_EXE_camicia"),
        input: "random games of 1664 cards",
        make: || games(100, 32),
        records: "cards played",
        count: |output| {
            let cards = output.split("cards: ").skip(1).map(|rest| rest.split(',').next().unwrap());
            cards.map(|cards| cards.parse::<usize>().unwrap()).sum()
        },
        plain: Some(Plain { program: plain::camicia::camicia, parts: 20, share: 1 }),
    },
    Row {
        program: "camicia_search",
        path: env!("CARGO_BIN_EXE_camicia_search"),
        input: "blocks 0 and 1",
        make: || "0 1".to_string(),
        records: "deals",
        count: |output| output.lines().count() * 1_000_000,
        plain: None,
    },
    Row {
        program: "camicia_trace",
        path: env!("CARGO_BIN_EXE_camicia_trace"),
        input: "random games of 52 cards",
        make: || games(1_000, 1),
        records: "games",
        count: |output| output.matches("status").count(),
        plain: None,
    },
    Row {
        program: "etude19",
        path: env!("CARGO_BIN_EXE_etude19"),
        input: "random deals",
        make: || packs(5_000),
        records: "deals",
        count: lines,
        plain: Some(Plain { program: plain::etude19::etude19, parts: 20, share: 1 }),
    },
    Row {
        program: "etude19",
        path: env!("CARGO_BIN_EXE_etude19"),
        input: "the hardest deals",
        make: || boards_of(HARD),
        records: "deals",
        count: lines,
        plain: None,
    },
    Row {
        program: "etude19_play",
        path: env!("CARGO_BIN_EXE_etude19_play"),
        input: "random deals",
        make: || packs(100),
        records: "deals",
        count: lines,
        plain: None,
    },
    Row {
        program: "etude19_trace",
        path: env!("CARGO_BIN_EXE_etude19_trace"),
        input: "answers of random deals",
        make: || {
            let packs = packs(5_000);
            let mut lines: Vec<String> = packs.lines().map(str::to_string).collect();
            for (lines, answer) in lines.chunks_mut(2).zip(answers(&packs).lines()) {
                lines[1] += &("\n".to_string() + answer);
            }
            lines.join("\n")
        },
        records: "deals",
        count: |output| output.lines().filter(|line| line.ends_with(" out")).count(),
        plain: None,
    },
];

/// The 100 deals from 1 to 1000000 for which `etude19` searches the most positions.
const HARD: &str = "
    12609 23349 32841 36523 43396 54562 56552 60042 68899 71626 73903 84055 86798 87817
    95115 101508 104995 115713 119211 138203 138461 147917 151567 152532 201114 204075
    246135 276971 297817 300215 301131 302107 323113 338190 343347 343750 347893 371810
    380149 396402 411757 422271 441826 443037 469745 473414 493244 493740 515061 529986
    546659 563957 575910 605351 612553 615071 629695 657974 660625 661437 709057 714128
    714602 730742 743578 746927 760285 789601 795851 796252 798915 801208 816981 823675
    831844 844436 850602 857108 876548 884129 903690 908456 909479 912197 921862 923032
    931321 937379 959249 960077 962471 966608 968167 968986 981398 986404 989335 995593
    996184 998881
";

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // The plain versions are functions. To measure one, the benchmark runs itself as its process.
    if let [flag, name] = &arguments[..] {
        if flag == "--plain" {
            let row = ROWS.iter().find(|row| row.program == name).unwrap();
            let mut output = BufWriter::new(io::stdout().lock());
            return (row.plain.as_ref().unwrap().program)(&mut io::stdin().lock(), &mut output)
                .unwrap();
        }
    }
    let is_selected = |row: &&Row| {
        let mut names = arguments.iter().filter(|argument| !argument.starts_with('-')).peekable();
        names.peek().is_none() || names.any(|name| row.program.contains(name.as_str()))
    };
    println!("| program | input | records | seconds | records/s | MB/s | times plain | peak memory, MiB |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
    for row in ROWS.iter().filter(is_selected) {
        measure(row);
    }
}

/// Measures a program and its plain version, and prints a row of the table.
fn measure(row: &Row) {
    let text = (row.make)();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("throughput.in");
    let part_file = folder.join("throughput-part.in");
    fs::write(&file, &text).unwrap();

    let mut program = Command::new(row.path);
    let output = output_of(&mut program, &file);
    let records = (row.count)(&output) as f64;
    let mut plain_program = Command::new(env::current_exe().unwrap());
    plain_program.args(["--plain", row.program]);
    if let Some(plain) = &row.plain {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        fs::write(&part_file, lines[..lines.len() / plain.parts].concat()).unwrap();
        let printed = output_of(&mut plain_program, &part_file);
        assert!(output.starts_with(&printed), "{} and its plain version differ", row.program);
    }
    let (mut seconds, mut plain_seconds, mut memory) = (f64::INFINITY, f64::INFINITY, 0);
    for _ in 0..RUNS {
        let run = time(&mut program, &file);
        seconds = seconds.min(run.0);
        memory = memory.max(run.1);
        if let Some(plain) = &row.plain {
            let run = time(&mut plain_program, &part_file).0;
            plain_seconds = plain_seconds.min(run * (plain.parts * plain.share) as f64);
        }
    }
    let or_unknown = |known, figure: String| if known { figure } else { "-".to_string() };
    println!(
        "| `{}` | {} | {} {} | {seconds:.3} | {} | {:.0} | {} | {} |",
        row.program,
        row.input,
        thousands(records),
        row.records,
        thousands(records / seconds),
        (text.len() + output.len()) as f64 / seconds / 1e6,
        or_unknown(row.plain.is_some(), format!("{:.1}", plain_seconds / seconds)),
        or_unknown(memory > 0, format!("{:.1}", memory as f64 / 1024.0)),
    );
}

/// Runs a program on a file and returns its output.
fn output_of(command: &mut Command, input: &Path) -> String {
    let input = File::open(input).unwrap();
    String::from_utf8(command.stdin(input).output().unwrap().stdout).unwrap()
}

/// Runs a program on a file and discards the output. Returns the CPU time in seconds and the peak
/// memory in KiB, both from Linux's `/proc`. Without it, returns the elapsed time and 0.
fn time(command: &mut Command, input: &Path) -> (f64, u64) {
    let start = Instant::now();
    let mut running = command
        .stdin(File::open(input).unwrap())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let process = PathBuf::from(format!("/proc/{}", running.id()));
    let (mut nanoseconds, mut memory) = (0, 0);
    // Both can be read only while the program runs, so read them until it ends.
    loop {
        let ended = running.try_wait().unwrap();
        let elapsed = start.elapsed().as_secs_f64();
        if let Some(ended) = ended {
            assert!(ended.success());
            let seconds = if nanoseconds == 0 { elapsed } else { nanoseconds as f64 / 1e9 };
            return (seconds, memory);
        }
        let number = |file: &str, label: &str| -> Option<u64> {
            let text = fs::read_to_string(process.join(file)).ok()?;
            let line = text.lines().find(|line| line.starts_with(label))?;
            line[label.len()..].split_whitespace().next()?.parse().ok()
        };
        nanoseconds = nanoseconds.max(number("schedstat", "").unwrap_or(0));
        memory = memory.max(number("status", "VmHWM:").unwrap_or(0));
        thread::sleep(Duration::from_millis(1));
    }
}

/// Formats a number with a space between groups of three digits.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let (first, rest) = digits.split_at((digits.len() - 1) % 3 + 1);
    rest.as_bytes()
        .chunks(3)
        .fold(first.to_string(), |all, three| all + " " + &String::from_utf8_lossy(three))
}

/// Counts the lines of an output.
fn lines(output: &str) -> usize {
    output.lines().count()
}

/// Shuffles items by a seeded random generator: Knuth's linear congruential generator, of which the
/// high bits are used.
fn shuffle<T>(items: &mut [T], state: &mut u64) {
    for last in (1..items.len()).rev() {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(last, ((*state >> 33) % (last as u64 + 1)) as usize);
    }
}

/// Random packs, each on two lines.
fn packs(count: usize) -> String {
    let mut deck: Vec<String> = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let mut state = 127;
    let mut text = String::new();
    for _ in 0..count {
        shuffle(&mut deck, &mut state);
        text += &(deck[..26].join(" ") + "\n" + &deck[26..].join(" ") + "\n");
    }
    text
}

/// Random games of Camicia, each with `packs` packs of 52 cards and one line for each hand.
fn games(count: usize, packs: usize) -> String {
    let pack = "------------------------------------JJJJQQQQKKKKAAAA";
    let mut deck: Vec<u8> = pack.repeat(packs).into_bytes();
    let mut state = 52;
    let mut text = Vec::new();
    for _ in 0..count {
        shuffle(&mut deck, &mut state);
        for hand in deck.chunks(26 * packs) {
            text.extend_from_slice(hand);
            text.push(b'\n');
        }
    }
    String::from_utf8(text).unwrap()
}

/// The numbers from 1 to `count`, one on each line.
fn numbers(count: usize) -> String {
    (1..=count).map(|number| number.to_string() + "\n").collect()
}

/// The FreeCell boards of deal numbers.
fn boards_of(numbers: &str) -> String {
    let mut text = Vec::new();
    plain::freecell::freecell(&mut numbers.as_bytes(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The answers of `etude19`.
fn answers(packs: &str) -> String {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packs.in");
    fs::write(&file, packs).unwrap();
    output_of(&mut Command::new(env!("CARGO_BIN_EXE_etude19")), &file)
}
