//! Boards, packs and hands have the same answers in all the forms in which people paste them, and
//! damaged text gets an error or a right answer.
#![allow(clippy::unwrap_used)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain

mod common;

use common::{run, Random};
use std::thread;

/// The lines of a record, each a list of cards. A `/` between the hands of Camicia counts as one.
type Rows = Vec<Vec<String>>;

/// The columns of a FreeCell board.
fn freecell_columns(board: &[String]) -> Rows {
    (0..8).map(|column| board.iter().skip(column).step_by(8).cloned().collect()).collect()
}

/// The columns of a pack of Etude 19.
fn etude_columns(pack: &[String]) -> Rows {
    let (first, then) = pack.split_at(28);
    let column = |i: usize| {
        let start = i * (i + 1) / 2;
        let later = if i == 0 { &[][..] } else { &then[4 * i - 4..4 * i] };
        [&first[start..=start + i], later].concat()
    };
    (0..7).map(column).collect()
}

fn pick<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
    texts[random.below(texts.len())]
}

/// A card as somebody may write it, in quotes or brackets.
fn spelled(random: &mut Random, card: &str) -> String {
    let (rank, suit) = card.split_at(1);
    if rank == "/" {
        return rank.to_string();
    }
    let rank = if rank == "T" { pick(random, &["T", "t", "10"]) } else { rank };
    let rank = if random.below(2) == 0 { rank.to_lowercase() } else { rank.to_string() };
    let place = "CDHS".chars().position(|letter| suit.starts_with(letter));
    let letters = pick(random, &["CDHS", "cdhs", "♣♦♥♠", "♧♢♡♤"]);
    let mut suit: String = place.and_then(|place| letters.chars().nth(place)).into_iter().collect();
    if !suit.is_ascii() {
        suit += pick(random, &["", "\u{fe0e}", "\u{fe0f}"]);
    }
    match pick(random, &["", "''", "\"\"", "<>", "()", "{}"]) {
        "" => format!("{rank}{suit}"),
        marks => format!("{}{rank}{suit}{}", &marks[..1], &marks[1..]),
    }
}

/// What may stand between lines.
const BREAKS: &[&str] =
    &["\n", "\n", ",\r\n", "\n \t\n", "\n# AC: [2D / a comment]\n", "\r\n  #\r\n", "\nGame #7\n"];

/// A record in a form that is chosen at random. `labels` may stand before its lines.
fn pasted(random: &mut Random, rows: &[Vec<String>], labels: &[&str]) -> String {
    let is_camicia = rows[0][0].len() == 1;
    let has_lists = random.below(2) == 0;
    let (open, close) = match random.below(4) {
        0 if has_lists => ("[", "]"),
        1 if has_lists => ("{\"tableau piles\": [\n[", "]\n]}"),
        2 if !has_lists && !is_camicia => {
            ("Foundations: H-0 C-0 D-0 S-0\n  \"freecells\":  -  -  -  -\n", "")
        }
        _ => ("", ""),
    };
    let separators = match random.below(3) {
        0 if has_lists => BREAKS,
        1 if is_camicia => &["", "", " "],
        _ => &[" ", "  ", ", ", ";", "\t"],
    };
    let mut text = open.to_string();
    for row in rows {
        text += pick(random, labels);
        text += if has_lists { "[" } else { pick(random, &["", " ", "("]) };
        for (i, card) in row.iter().enumerate() {
            text += if i == 0 { "" } else { pick(random, separators) };
            text += &spelled(random, card);
        }
        let ends = if has_lists && random.below(2) == 0 { &[", "][..] } else { BREAKS };
        text += if has_lists { "]" } else { "" };
        text += pick(random, ends);
    }
    text + close + "\n"
}

/// A pack in dealing order, in lines broken anywhere.
fn broken(random: &mut Random, pack: &[String]) -> Rows {
    let longest = [1, 8, 20, 52][random.below(4)];
    let mut rows = Vec::new();
    let mut rest = pack;
    while !rest.is_empty() {
        let (row, others) = rest.split_at((1 + random.below(longest)).min(rest.len()));
        rows.push(row.to_vec());
        rest = others;
    }
    rows
}

/// A record of a program in plain form and pasted.
fn record(random: &mut Random, program: &str) -> (String, String) {
    if program.starts_with("camicia") {
        let sizes = [1 + random.below(9), 1 + random.below(9)];
        let mut hand = |size| -> Vec<String> {
            (0..size)
                .map(|_| pick(random, &["2", "9", "T", "-", "J", "Q", "K", "A"]).into())
                .collect()
        };
        let mut rows = sizes.map(&mut hand).to_vec();
        if random.below(4) == 0 {
            rows = vec![rows.join(&"/".to_string())];
        }
        let plain: String = rows.iter().map(|row| row.join(" ") + "\n").collect();
        let search = "block 17: cards: 4307, tricks: 601, deal: ";
        let labels = ["", "", "playerA: ", "\"player 2\":", ":", search];
        return (plain, pasted(random, &rows, &labels));
    }
    let (pack, columns) = if program == "freecell_find" {
        let number = random.next() >> 31 >> random.below(3);
        let board = run("freecell", number.max(1).to_string());
        let board: Vec<String> = board.split_whitespace().skip(2).map(str::to_string).collect();
        (board.clone(), freecell_columns(&board))
    } else {
        let pack = random.pack();
        (pack.clone(), etude_columns(&pack))
    };
    let plain = pack.join(" ") + "\n";
    let labels = ["", "", "row 7:", "'the columns' :", ": "];
    let text = match random.below(3) {
        0 => pasted(random, &columns, &labels),
        1 => {
            pasted(random, &pack.chunks(8).map(<[String]>::to_vec).collect::<Rows>(), &labels[..4])
        }
        _ => {
            let rows = broken(random, &pack);
            pasted(random, &rows, &labels[..4])
        }
    };
    (plain, text)
}

#[test]
fn every_form_has_the_answer_of_the_plain_form() {
    thread::scope(|scope| {
        for (program, runs, records) in [
            ("freecell_find", 20, 40),
            ("etude19", 10, 50),
            ("etude19_play", 2, 10),
            ("etude19_trace", 10, 20),
            ("camicia", 50, 50),
            ("camicia_trace", 50, 20),
        ] {
            scope.spawn(move || {
                for seed in 0..runs {
                    let mut random = Random(seed);
                    let mut input = [String::new(), String::new()];
                    for _ in 0..records {
                        let (plain, pasted) = record(&mut random, program);
                        let traces_answer = program == "etude19_trace";
                        let answer =
                            if traces_answer { run("etude19", &*plain) } else { String::new() };
                        input[0] += &(plain + &answer);
                        input[1] += &(pasted + &answer);
                    }
                    let [expected, found] = input.clone().map(|input| run(program, input));
                    assert!(expected == found, "{program}, seed {seed}:\n{}", input[1]);
                }
            });
        }
    });
}

/// A text with some damage: bytes deleted, doubled, swapped or replaced, a bracket removed, a line
/// cut.
fn damaged(random: &mut Random, text: &str) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    let at = random.below(text.len());
    let end = text.len().min(at + 1 + random.below(9));
    match random.below(6) {
        0 => drop(text.drain(at..end)),
        1 => {
            let part = text[at..end].to_vec();
            drop(text.splice(at..at, part));
        }
        2 => text.swap(at, end - 1),
        3 => text[at] = b"[]:/#\"<-\nA"[random.below(10)],
        4 => {
            let is_bracket = |byte: &u8| b"[]".contains(byte);
            if let Some(after) = text[at..].iter().position(is_bracket) {
                text.remove(at + after);
            }
        }
        _ => {
            let rest = text[at..].iter().take_while(|&&byte| byte != b'\n').count();
            drop(text.drain(at..at + rest));
        }
    }
    text
}

#[test]
fn damaged_text_gets_an_error_or_a_right_answer() {
    thread::scope(|scope| {
        for (program, runs) in [
            ("freecell_find", 300),
            ("etude19", 300),
            ("etude19_play", 10),
            ("camicia", 300),
            ("camicia_trace", 300),
        ] {
            scope.spawn(move || {
                let mut refused = 0;
                for seed in 0..runs {
                    let mut random = Random(seed);
                    let records = [(); 3].map(|()| record(&mut random, program));
                    let [first, second, third] = &records;
                    let middle = damaged(&mut random, &second.1);
                    let input = [first.1.as_bytes(), &middle, third.1.as_bytes()].concat();
                    let [before, own, after] = records.clone().map(|record| run(program, record.0));
                    let ended = common::ended(program, &input[..]);
                    let printed = String::from_utf8_lossy(&ended.stdout);
                    let case = format!("{program}, seed {seed}: {}", input.escape_ascii());
                    assert_eq!(common::fault(program, &ended), None, "{case}");
                    assert!(printed.starts_with(&before), "{case}");
                    if ended.status.success() {
                        assert!(printed.ends_with(&after), "{case}");
                    } else {
                        refused += 1;
                    }
                    // A board whose cards are changed has no number.
                    let mut rest = printed[before.len()..].split_inclusive('\n');
                    let is_right = |line: &str| {
                        [&own, &after].contains(&&line.to_string()) || line.starts_with("no game")
                    };
                    assert!(program != "freecell_find" || rest.all(is_right), "{case}");
                }
                assert!(0 < refused && refused < runs, "{program}: {refused} of {runs} refused");
            });
        }
    });
}

#[test]
fn a_stray_word_behind_a_board_leaves_only_the_error() {
    let board = run("freecell", "1");
    let ended = common::ended("freecell_find", board.trim_end().to_string() + " x\n");
    assert_eq!(common::fault("freecell_find", &ended), None);
    assert!(!ended.status.success() && ended.stdout.is_empty());
}

#[test]
fn a_game_is_read_in_every_form() {
    for form in [
        "['J', '2',\n'3'],\n['4',\n'J', '5']\n",
        "[J 2 3] [4 J 5]\n",
        "[J 2 3] / 4J5",
        "{\"playerA\": [\"J\", \"2\", \"3\"], \"playerB\": [\"4\", \"J\", \"5\"]}\n",
        "{\n'playerA':\n[\n'J',\n# a comment\n'2', '3'],\n'playerB': ['4', 'J', '5']\n}\n",
        "# a comment\nhand one: J23\n  # another\nhand two: 4J5\n",
    ] {
        for program in ["camicia", "camicia_trace"] {
            assert_eq!(run(program, form), run(program, "J 2 3\n4 J 5\n"), "{form}");
        }
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_an_error() {
    let packs = ["freecell_find", "etude19", "etude19_play", "etude19_trace"];
    let hands = ["camicia", "camicia_trace"];
    // By the rules: comments, cards, lists, labels, games in progress, titles, groups.
    for (programs, inputs) in [
        (&packs[..], &["AC # 2D", "AC #2D"][..]),
        (&packs, &["9", "10", "1H", "9,H", "<9>H", "010H", "TT", "♥9", "9\u{fe0f}♥"]),
        (&packs, &["AC [2D]", "[AC] 2D [3H]", "[AC [2D]]", "[AC", "[[AC]", "AC]"]),
        (&packs, &["[]", "[[AC], []]", "\"\" AC", "'AC', ' '"]),
        (&packs, &["AD: 8H", "'AD', 2C : 8H", "row 1: AD: 8H", "[AD: 8H]", "AD row 2: 8H"]),
        (&packs, &["Founds: H-3", "FREECELLS: - AC", "\"Foundations\": [\"AC\"]"]),
        (&packs, &["Founds: H-0 Freecells: 6S", "Founds: - 6S Freecells: -", "Founds: [\n6S]"]),
        (&packs, &["Game #1: JD 2D 9H", "('AC', '2D'), ('3H')", "{AC} {2D, 3H}", "'AC 2D' '3H'"]),
        (&packs, &["[\"AC\",\n\"2D 3H\"]", "[('AC', '2D'),\n('3H', '4S')]", "{{AC,2D},{3H,4S}}"]),
        (&hands, &["J # 2\n3", "J2\n3#4"]),
        (&hands, &["2 1 0\n3", "1\n0", "J\u{fe0f}\n2", "1,0\n2"]),
        (&hands, &["J [2]", "[J] 2 [3]", "[J [2]]", "[J], [2", "J] 2"]),
        (&hands, &["[J] []", "'' / 2", "/ 2", "J // 2", "[J] // [2]"]),
        (&hands, &["A: 2\n3", "2: J / 3", "x: A: 2\n3", "[A: 2]\n3"]),
        (&hands, &["x: J 2 3 y: 4 J 5", "A2 x: 3 / 4", "x: 2 y: 3", "J 2 tricks: 3"]),
        (&hands, &["status: \"loop\", cards: 8, tricks: 3", "cards: 1601, tricks: 161"]),
        (&hands, &["\"cards\": 4,\n\"tricks\": 5", "Freecells: - -\n2\n3"]),
        (
            &hands,
            &["[\"J23\", \"4J5\"]", "('J', '2'), ('3')", "[(2, J),\n(3, 4)]", "Game 7: J / 2"],
        ),
    ] {
        for (program, input) in programs.iter().flat_map(|&p| inputs.iter().map(move |&i| (p, i))) {
            let ended = common::ended(program, input);
            assert_eq!(common::fault(program, &ended), None, "{input}");
            let what = common::complaint(&ended.stderr);
            // The error is in what was read, not in what is missing.
            let is_named = !what.contains("the pack ends") && !what.contains("is missing");
            assert!(ended.stdout.is_empty() && is_named, "{program}: {input}: {what}");
            assert_eq!(ended.status.code(), Some(1), "{program}: {input}");
        }
    }
}
