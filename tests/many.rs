//! You can split an input between records, run the pieces in parallel and concatenate the outputs:
//! the result is the same, byte for byte, as from one process. So any tool that runs a command over
//! pieces of a file can spread the work over cores and machines.
#![allow(clippy::unwrap_used, clippy::panic)] // a test fails by panicking

mod common;

use common::Random;
use std::thread;

/// Input records for a program, each with its final line break.
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
        // Each board starts with its title, so `parallel --recstart Game` can split the input.
        "freecell_find" => (1..=60).map(|number| board(number * 100_000_000)).collect(),
        "freecell" => (1..=600).map(|number| format!("{number}\n")).collect(),
        "camicia" | "camicia_trace" => {
            (0..60).map(|_| pack().replace(['C', 'D', 'H', 'S'], "")).collect()
        }
        "camicia_search" => ["7\n", "18446744073709551615\n"].map(str::to_string).to_vec(),
        _ => panic!("no records for {program}: add them here"),
    }
}

#[test]
fn split_input_has_the_same_answers() {
    for program in &common::programs() {
        let mut random = Random(127);
        let records = records(program, &mut random);
        let whole = common::run(program, records.concat());
        // The parts have any size. The last one is empty.
        let mut borders = [0, 0, 0, records.len(), records.len()];
        borders[1] = 1 + random.below(records.len() - 1);
        borders[2] = borders[1] + random.below(records.len() - borders[1]);
        let joined: String = thread::scope(|scope| {
            let parts = borders.windows(2).map(|part| records[part[0]..part[1]].concat());
            let running: Vec<_> =
                parts.map(|part| scope.spawn(move || common::run(program, part))).collect();
            running.into_iter().map(|part| part.join().unwrap()).collect()
        });
        assert!(!whole.is_empty() && joined == whole, "{program}, split at {borders:?}");
    }
}
