//! Tests `freecell` and `freecell_find` against the algorithm as the task words it, against each
//! other and on bad input.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain
#![allow(clippy::format_collect)] // inputs are short and so is the code

mod common;

// A plain dealer. Its `main` and its flaws are for judges.
#[allow(dead_code)]
#[path = "wrong/freecell.rs"]
mod dealer;

use common::{deck, ended, run, samples, Random};

/// The first numbers of the second and the third range, and the first that is too large.
const BOUNDS: [u64; 3] = [1 << 31, 1 << 32, 1 << 33];

/// Random numbers of the three ranges in turn.
fn numbers(random: &mut Random, count: usize) -> Vec<u64> {
    let ranges = [1..BOUNDS[0], BOUNDS[0]..BOUNDS[1], BOUNDS[1]..BOUNDS[2]];
    ranges
        .iter()
        .cycle()
        .take(count)
        .map(|range| range.start + random.next() % (range.end - range.start))
        .collect()
}

/// Numbers as an input, one a line.
fn lines(numbers: &[u64]) -> String {
    numbers.iter().map(|number| format!("{number}\n")).collect()
}

/// A board as `freecell` prints it.
fn text(title: &str, board: &[String]) -> String {
    let rows: String = board.chunks(8).map(|row| row.join(" ") + "\n").collect();
    format!("Game #{title}\n{rows}")
}

/// The boards of an output, each in dealing order.
fn boards(output: &str) -> Vec<Vec<String>> {
    let games = output.split("Game #").skip(1);
    games.map(|game| game.split_whitespace().skip(1).map(String::from).collect()).collect()
}

/// A board in dealing order, dealt straight from the rules.
fn deal(number: u64) -> Vec<String> {
    dealer::deal(i64::try_from(number).unwrap(), dealer::Flaw::None)
}

/// The output of a plain dealer.
fn dealt(numbers: &str) -> String {
    dealer::solve(numbers, dealer::Flaw::None)
}

#[test]
fn the_samples_agree_with_a_plain_dealer() {
    let mut has_zeros = false;
    for (name, input, output) in samples("freecell") {
        let input = String::from_utf8(input).unwrap();
        let lines = input.lines().filter(|line| !line.trim_start().starts_with('#'));
        let words = lines.flat_map(str::split_whitespace).filter(|word| !word.starts_with("Game"));
        let numbers: Vec<&str> = words.map(|word| word.trim_start_matches('#')).collect();
        has_zeros |= numbers.iter().any(|number| number.starts_with('0'));
        assert_eq!(dealt(&numbers.join(" ")), String::from_utf8(output).unwrap(), "{name}");
    }
    assert!(has_zeros, "no sample tells whether a title repeats leading zeros");
}

/// The algorithm, step by step as the task words it.
fn as_the_task_says(number: u64) -> Vec<String> {
    // Seed the generator with the number. Create an array of the 52 cards in order.
    let mut state = number;
    let mut array = deck();
    let mut dealt = Vec::new();
    // Until the array is empty:
    while !array.is_empty() {
        // choose a random card at index = next random number (mod array length),
        state = (state * 214_013 + 2_531_011) % 2_u64.pow(31);
        let random = state / 2_u64.pow(16);
        let index = usize::try_from(random).unwrap() % array.len();
        // swap this random card with the last card of the array,
        let last = array.len() - 1;
        array.swap(index, last);
        // remove this random card from the array, deal it.
        dealt.push(array.pop().unwrap());
    }
    dealt
}

#[test]
fn the_algorithm_of_the_task_agrees() {
    let seed = 127;
    let mut random = Random(seed);
    let first = 1..=32000;
    let numbers: Vec<u64> =
        first.chain((0..10_000).map(|_| 1 + random.next() % (BOUNDS[0] - 1))).collect();
    let dealt = boards(&run("freecell", lines(&numbers)));
    assert_eq!(dealt.len(), numbers.len());
    for (number, board) in numbers.iter().zip(dealt) {
        assert_eq!(board, as_the_task_says(*number), "number {number}, seed {seed}");
    }
}

#[test]
fn all_ranges_agree_with_a_plain_dealer() {
    let seed = 131;
    let mut numbers = numbers(&mut Random(seed), 15_000);
    for bound in BOUNDS {
        numbers.extend((bound - 100..bound + 100).filter(|&number| number < BOUNDS[2]));
    }
    // Several numbers a line; the last line is shorter.
    let input: String = numbers
        .chunks(7)
        .map(|line| line.iter().map(|number| format!(" {number}")).collect::<String>() + "\r\n")
        .collect();
    let printed = run("freecell", input);
    let mut expected = String::new();
    let mut sorted = deck();
    sorted.sort();
    for &number in &numbers {
        let board = deal(number);
        expected += &text(&number.to_string(), &board);
    }
    // `assert_eq` would print two megabytes.
    assert!(printed == expected, "seed {seed}");
    for (number, mut board) in numbers.iter().zip(boards(&printed)) {
        board.sort();
        assert!(board == sorted, "number {number} is not dealt from a full deck, seed {seed}");
    }
}

#[test]
fn one_long_line_of_numbers() {
    let numbers = "617 ".repeat(30_000);
    let board = text("617", &deal(617));
    assert!(run("freecell", numbers) == board.repeat(30_000));
}

/// The columns of a board, one a line.
fn columns(board: &[String]) -> Vec<String> {
    let cards = |column| board.iter().skip(column).step_by(8).map(String::as_str);
    (0..8).map(|column| cards(column).collect::<Vec<_>>().join(" ") + "\n").collect()
}

/// A board written in a random way.
fn written(board: &[String], random: &mut Random) -> String {
    let cut = |lengths: &[usize]| {
        let mut rest = board;
        let mut lines = String::new();
        for &length in lengths {
            lines += &rest[..length].join(" ");
            lines += "\n";
            rest = &rest[length..];
        }
        assert!(rest.is_empty());
        lines
    };
    let columns = |mark: &str| {
        columns(board).iter().map(|column| format!("{mark}{column}")).collect::<String>()
    };
    match random.below(8) {
        0 => cut(&[8, 8, 8, 8, 8, 8, 4]),
        1 => cut(&[52]),
        2 => cut(&[1; 52]),
        3 => cut(&[7, 7, 7, 7, 6, 6, 12]),
        4 => cut(&[6, 6, 6, 6, 7, 7, 7, 7]).to_lowercase(),
        5 => columns(""),
        6 => columns(": "),
        _ => columns(":").replacen(':', "", random.below(8)),
    }
}

#[test]
fn the_number_is_found_from_the_board() {
    let seed = 137;
    let mut random = Random(seed);
    let mut numbers = numbers(&mut random, 3000);
    for bound in BOUNDS {
        numbers.extend((bound - 20..bound + 20).filter(|&number| number < BOUNDS[2]));
    }
    numbers.extend(1..=100);
    let numbers = lines(&numbers) + "-1\n-2\n";
    let printed = run("freecell", numbers.clone());
    let input: String = boards(&printed).iter().map(|board| written(board, &mut random)).collect();
    let expected: String = numbers.lines().map(|number| format!("Game #{number}\n")).collect();
    assert!(run("freecell_find", input) == expected, "seed {seed}");
    // The output of `freecell` itself, with its titles.
    assert!(run("freecell_find", printed) == expected, "seed {seed}");
}

/// Boards of the three ranges, -1 and -2, each with its number.
fn some_boards(random: &mut Random, count: usize) -> Vec<(String, Vec<String>)> {
    let mut numbers: Vec<String> = numbers(random, count).iter().map(u64::to_string).collect();
    numbers.extend(["-1", "-2"].map(String::from));
    let boards = boards(&dealt(&numbers.join(" ")));
    numbers.into_iter().zip(boards).collect()
}

#[test]
fn a_board_with_two_cards_exchanged_is_named() {
    let seed = 139;
    let mut random = Random(seed);
    let (mut input, mut expected) = (String::new(), String::new());
    for (number, mut board) in some_boards(&mut random, 300) {
        let mut places = [random.below(52), random.below(51)];
        places[1] += usize::from(places[1] >= places[0]);
        places.sort_unstable();
        board.swap(places[0], places[1]);
        let [first, second] = places.map(|place| &board[place]);
        let line = format!("no game, but Game #{number} with {first} and {second} exchanged\n");
        expected += &line;
        input += &written(&board, &mut random);
    }
    assert_eq!(run("freecell_find", input), expected, "seed {seed}");
}

#[test]
fn a_board_that_is_two_exchanges_away_is_no_game() {
    let seed = 151;
    let mut random = Random(seed);
    let mut input = String::new();
    for (_, mut board) in some_boards(&mut random, 40) {
        let mut places: Vec<usize> = (0..52).collect();
        random.shuffle(&mut places);
        board.swap(places[0], places[1]);
        board.swap(places[1 + random.below(2)], places[3]);
        input += &written(&board, &mut random);
    }
    assert_eq!(run("freecell_find", input), "no game\n".repeat(42), "seed {seed}");
}

#[test]
fn a_card_that_is_there_twice_leads_to_the_board_that_is_meant() {
    let seed = 157;
    let mut random = Random(seed);
    for (number, board) in some_boards(&mut random, 30) {
        let wrong = random.below(52);
        let other = (wrong + 1 + random.below(51)) % 52;
        let mut mistyped = board.clone();
        mistyped[wrong] = board[other].clone();
        let rows = (text(&number, &mistyped), [wrong / 8 + 2, other / 8 + 2]);
        let columns = (columns(&mistyped).concat(), [wrong % 8 + 1, other % 8 + 1]);
        for (input, [place, other_place]) in [rows, columns] {
            let (first, last) = (place.min(other_place), place.max(other_place));
            let (card, meant) = (&board[other], &board[wrong]);
            let error = format!(
                "line {last}: {card} is there twice, first in line {first}; {meant} is missing; \
                 with {meant} in its place in line {place} it is Game #{number}"
            );
            check_error("freecell_find", &input, &error, "");
        }
    }
}

#[test]
fn a_board_of_the_number_0_is_no_game() {
    assert_eq!(run("freecell_find", text("0", &deal(0))), "no game\n");
}

/// Checks the error message of a program on bad input, and the answers that it prints before.
fn check_error(program: &str, input: &str, error: &str, printed: &str) {
    let ended = ended(program, input);
    assert_eq!(
        String::from_utf8_lossy(&ended.stderr),
        format!("{program}: {error}\n"),
        "{input:?}"
    );
    assert_eq!(String::from_utf8_lossy(&ended.stdout), printed, "{input:?}");
    assert_eq!(ended.status.code(), Some(1), "{input:?}");
}

#[test]
fn bad_numbers() {
    const EXPECTED: &str =
        "is not a deal number: expected a whole number from 1 to 8589934591, or -1 or -2";
    let forty = "9".repeat(40);
    let words = [
        ("0", "0"),
        ("000", "000"),
        ("8589934592", "8589934592"),
        ("9999999999", "9999999999"),
        ("18446744073709551617", "18446744073709551617"),
        ("-3", "-3"),
        ("-0", "-0"),
        ("-01", "-01"),
        ("--1", "--1"),
        ("-", "-"),
        ("1e3", "1e3"),
        ("12abc", "12abc"),
        ("+5", "+5"),
        ("1.9", "1.9"),
        ("1,2", "1,2"),
        ("0x10", "0x10"),
        (&forty, "999999999999999999999999.."),
        ("\u{660}", "\\xd9\\xa0"),
    ];
    let before = dealt("1 -2");
    for (word, shown) in words {
        let error = format!("line 3: \"{shown}\" {EXPECTED}");
        check_error("freecell", &format!("1\n\n \t -2   {word}  7\n3\n"), &error, &before);
        check_error("freecell", word, &format!("line 1: \"{shown}\" {EXPECTED}"), "");
    }
    // Leading zeros do not count, however many there are.
    let zeros = format!("{}7\n", "0".repeat(100_000));
    assert_eq!(run("freecell", zeros), dealt("7"));
    assert_eq!(run("freecell", "\n \t\r\n\x0c"), "");
}

#[test]
fn titles_stand_for_their_numbers_and_comments_are_skipped() {
    let seed = 149;
    let boards = run("freecell", lines(&numbers(&mut Random(seed), 300)) + "-1 -2");
    let titles = run("freecell_find", boards.clone());
    assert_eq!(titles.lines().count(), 302, "seed {seed}");
    assert!(run("freecell", titles) == boards, "seed {seed}");
    for (input, plain) in [
        ("Game #24", "24"),
        ("\tGame  #1\t#2 \r\n3", "1 2 3"),
        ("Games 007 #-1\nGame #-2 5", "7 -1 -2 5"),
        ("# 1\n2\n #3 4\n5\n#", "2 5"),
    ] {
        assert_eq!(run("freecell", input), dealt(plain), "{input:?}");
    }
    for (input, what) in [
        ("Game", "a title without a number; expected "),
        ("Game#24", "a title without a number; expected "),
        ("Game # 24", "\"#\" is not a deal number: "),
        ("Game ##24", "\"#24\" is not a deal number: "),
        ("Game #1,234", "\"1,234\" is not a deal number: "),
        ("game #24", "\"game\" is not a deal number: "),
        ("Gam #24", "\"Gam\" is not a deal number: "),
        ("24 Game", "\"Game\" is not a deal number: "),
        ("24 #25", "\"#25\" is not a deal number: "),
    ] {
        let ended = ended("freecell", format!("7\n{input}\n8\n"));
        let message = String::from_utf8_lossy(&ended.stderr);
        assert!(message.starts_with(&format!("freecell: line 2: {what}")), "{input}: {message}");
        let before = if input.starts_with("24") { "7 24" } else { "7" };
        assert_eq!(String::from_utf8_lossy(&ended.stdout), dealt(before), "{input}");
    }
}

#[test]
fn bad_boards() {
    let find = |input: &str, error: &str, printed| {
        check_error("freecell_find", input, error, printed);
    };
    let board = deal(617);
    let whole = text("617", &board);
    let columns = columns(&board);

    // Too few, too many.
    let short = |text: &str| text.trim_end().rsplit_once(' ').unwrap().0.to_string();
    find(
        &short(&whole),
        "line 8: the pack ends after 51 of its 52 cards, on lines of 8 8 8 8 8 8 3; expected 1 more: 4H",
        "",
    );
    find(
        &format!("{whole}\n{}\n", board[..51].join(" ")),
        "line 10: the pack ends after 51 of its 52 cards; expected 1 more: 4H",
        "Game #617\n",
    );
    find(
        &format!("{} AC\n\n", whole.trim_end()),
        "line 9: the pack ends after 1 of its 52 cards; expected 51 more",
        "Game #617\n",
    );

    // A card that is there twice, and a word that is not a card.
    find(
        &whole.replace("8H", "7d"),
        "line 3: 7D is there twice, first in line 2; 8H is missing; with 8H in its place in line 3 it is Game #617",
        "",
    );
    find(
        &format!("{whole}AC\n2C\nGame #2\nac\n"),
        "line 12: AC is there twice, first in line 9; expected 52 different cards",
        "Game #617\n",
    );
    for (word, shown) in [
        ("1H", "1H"),
        ("H8", "H8"),
        ("8", "8"),
        ("8HAS", "8HAS"),
        ("#", "#"),
        ("eighthofheartsofacourtcard", "eighthofheartsofacourtca.."),
    ] {
        let error = format!(
            "line 3: \"{shown}\" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH"
        );
        find(&whole.replace("8H", word), &error, "");
    }

    // Two cards twice, so no board is meant.
    find(
        &whole.replace("8H", "7D").replace("AS", "KH"),
        "line 3: 7D is there twice, first in line 2; expected 52 different cards",
        "",
    );

    // Columns of wrong lengths.
    let colons: String = columns.iter().map(|column| format!(": {column}")).collect();
    let expected = "expected columns of 7 7 7 7 6 6 6 6, as a line begins with \":\"";
    find(&short(&colons), &format!("line 8: lines of 7 7 7 7 6 6 6 5 cards; {expected}"), "");
    find(
        &format!("{} AC\n", colons.trim_end()),
        &format!("line 8: lines of 7 7 7 7 6 6 6 7 cards; {expected}"),
        "",
    );
    find(
        &format!("{whole}{}", colons.replacen('\n', " AC\n", 1)),
        &format!("line 9: lines of 8 cards; {expected}"),
        "Game #617\n",
    );
    find(
        &whole.replace("KD ", ": KD ").replace("9S 3C 8S", "9S 3C\n8S"),
        &format!("line 5: lines of 8 8 8 4 cards; {expected}"),
        "",
    );
    find(
        &format!(": {}{}", columns[0], columns[1].replacen(' ', " AC ", 1)),
        &format!("line 2: lines of 7 8 cards; {expected}"),
        "",
    );
    find(
        ": AC AD AX",
        "line 1: \"AX\" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH",
        "",
    );
    find(
        &short(&columns.concat()),
        "line 8: the pack ends after 51 of its 52 cards, on lines of 7 7 7 7 6 6 6 5; expected 1 more: QH",
        "",
    );
}
