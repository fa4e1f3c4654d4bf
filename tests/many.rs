//! The programs are filters: an input that is cut between records and given to several processes
//! has, joined in order, the answers of one process to the byte. So any tool that cuts, runs and
//! joins spreads the work over cores and machines.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking

mod common;

use common::Random;
use std::thread;

/// Records of a program, each with its last line break.
fn records(program: &str, random: &mut Random) -> Vec<String> {
    let mut pack = || {
        let pack = random.pack();
        format!("{}\n{}\n", pack[..26].join(" "), pack[26..].join(" "))
    };
    let board = |number: u64| common::run("freecell", number.to_string());
    match program {
        "uva127" | "uva127_trace" | "etude19" => (0..60).map(|_| pack()).collect(),
        "etude19_play" => (0..6).map(|_| pack()).collect(),
        "etude19_trace" => {
            let answered = |pack: String| pack.clone() + &common::run("etude19", pack);
            (0..60).map(|_| answered(pack())).collect()
        }
        // A title begins a board, as `--recstart Game` tells GNU parallel.
        "freecell_find" => (1..=60).map(|number| board(number * 100_000_000)).collect(),
        "freecell" => (1..=600).map(|number| format!("{number}\n")).collect(),
        "camicia" | "camicia_trace" => {
            (0..60).map(|_| pack().replace(['C', 'D', 'H', 'S'], "")).collect()
        }
        "camicia_search" => ["7\n", "18446744073709551615\n"].map(str::to_string).to_vec(),
        _ => panic!("what is a record of {program}?"),
    }
}

#[test]
fn cut_over_processes_and_joined_the_answers_are_the_same() {
    for program in &common::programs() {
        let mut random = Random(127);
        let records = records(program, &mut random);
        let whole = common::run(program, records.concat());
        // Parts of any size; the last one is empty.
        let mut borders = [0, 0, 0, records.len(), records.len()];
        borders[1] = 1 + random.below(records.len() - 1);
        borders[2] = borders[1] + random.below(records.len() - borders[1]);
        let joined: String = thread::scope(|scope| {
            let parts = borders.windows(2).map(|part| records[part[0]..part[1]].concat());
            let running: Vec<_> =
                parts.map(|part| scope.spawn(move || common::run(program, part))).collect();
            running.into_iter().map(|part| part.join().unwrap()).collect()
        });
        assert!(!whole.is_empty() && joined == whole, "{program}, cut at {borders:?}");
    }
}
