//! `freecell` and `freecell_find`, against the algorithm as the task words it, against each other,
//! and on input that is wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking
#![allow(clippy::incompatible_msrv)] // the tests need a current toolchain
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // numbers fit in 34 bits
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)] // or are spoiled on purpose
#![allow(clippy::format_collect)] // inputs are short and so is the code

mod common;

use common::{deck, ended, run, samples, Random};

/// The first numbers of the second and the third range, and the first that is too large.
const BOUNDS: [u64; 3] = [1 << 31, 1 << 32, 1 << 33];

/// Numbers of all three ranges in turn.
fn numbers(random: &mut Random, count: usize) -> Vec<u64> {
    let ranges = [1..BOUNDS[0], BOUNDS[0]..BOUNDS[1], BOUNDS[1]..BOUNDS[2]];
    ranges
        .iter()
        .cycle()
        .take(count)
        .map(|range| range.start + random.next() % (range.end - range.start))
        .collect()
}

/// Numbers as input.
fn lines(numbers: &[u64]) -> String {
    numbers.iter().map(|number| format!("{number}\n")).collect()
}

/// A board as it is printed.
fn text(title: &str, board: &[String]) -> String {
    let rows: String = board.chunks(8).map(|row| row.join(" ") + "\n").collect();
    format!("Game #{title}\n{rows}")
}

/// The boards of an output, each in dealing order.
fn boards(output: &str) -> Vec<Vec<String>> {
    let games = output.split("Game #").skip(1);
    games.map(|game| game.split_whitespace().skip(1).map(String::from).collect()).collect()
}

/// What wrong dealers do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    None,
    /// Lays the suits out as SHDC.
    SuitsReversed,
    /// Closes the gap by shifting, where the last card should fill it.
    Shifts,
    /// Uses all 16 bits above the state's lowest 16.
    NoMask,
    /// Keeps the state in 32 signed bits, where it overflows.
    Signed,
    /// Keeps the state in a floating-point number and reduces only the draw.
    Float,
    /// Takes the task's formula for all numbers.
    Folded,
    /// Takes the numbers from 2^32 on for those 2^32 less.
    FoldedAbove,
    /// Adds nothing to the draws of the numbers from 2^32 on.
    NoPlus,
    /// Multiplies by reciprocals that are rounded down.
    RoundedDown,
    /// Deals -1 and -2 like 2^32 - 1 and 2^32 - 2.
    NothingHidden,
    /// Repeats a number with its zeros.
    Zeros,
}

const FLAWS: [Flaw; 11] = [
    Flaw::SuitsReversed,
    Flaw::Shifts,
    Flaw::NoMask,
    Flaw::Signed,
    Flaw::Float,
    Flaw::Folded,
    Flaw::FoldedAbove,
    Flaw::NoPlus,
    Flaw::RoundedDown,
    Flaw::NothingHidden,
    Flaw::Zeros,
];

/// The draws of a number, before they are reduced to the cards left.
fn draws(number: u64, flaw: Flaw) -> Vec<u64> {
    if flaw == Flaw::Signed {
        let mut state = number as u32 as i32;
        let draw = |_| {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            u64::from((state / 65536).unsigned_abs())
        };
        return (0..52).map(draw).collect();
    }
    if flaw == Flaw::Float {
        let mut state = number as f64;
        let draw = |_| {
            state = state * 214_013.0 + 2_531_011.0;
            ((state / 65536.0).floor() % 32768.0) as u64
        };
        return (0..52).map(draw).collect();
    }
    let number = if flaw == Flaw::FoldedAbove { number % BOUNDS[1] } else { number };
    let mut state = number;
    let draw = |_| {
        state = (state * 214_013 + 2_531_011) % BOUNDS[1];
        let bits = state / 65536;
        match number {
            _ if flaw == Flaw::NoMask => bits,
            _ if flaw == Flaw::Folded || number < BOUNDS[0] => bits % 0x8000,
            _ if number < BOUNDS[1] => bits % 0x8000 + 0x8000,
            _ if flaw == Flaw::NoPlus => bits,
            _ => bits + 1,
        }
    };
    (0..52).map(draw).collect()
}

/// A board in dealing order.
fn deal(number: u64, flaw: Flaw) -> Vec<String> {
    let mut deck = deck();
    if flaw == Flaw::SuitsReversed {
        deck.chunks_mut(4).for_each(<[String]>::reverse);
    }
    let mut board = Vec::new();
    for draw in draws(number, flaw) {
        let left = deck.len() as u64;
        let place = match flaw {
            Flaw::RoundedDown => ((draw * ((1 << 32) / left) % (1 << 32)) * left) >> 32,
            _ => draw % left,
        };
        let place = place as usize;
        board.push(if flaw == Flaw::Shifts { deck.remove(place) } else { deck.swap_remove(place) });
    }
    board
}

/// A board that no number deals: four suits of each rank in turn.
fn hidden(ranks: &str, suits: &str) -> Vec<String> {
    ranks.chars().flat_map(|rank| suits.chars().map(move |suit| format!("{rank}{suit}"))).collect()
}

/// A plain dealer.
fn dealer(input: &str, flaw: Flaw) -> String {
    let answer = |word: &str| match word.parse::<i64>().unwrap() {
        -1 if flaw != Flaw::NothingHidden => text(word, &hidden("AQ3T587694J2K", "CDHS")),
        -2 if flaw != Flaw::NothingHidden => text(word, &hidden("A7K6Q5J4T3928", "SHDC")),
        number if number < 0 => text(word, &deal((BOUNDS[1] as i64 + number) as u64, flaw)),
        number => {
            let title = if flaw == Flaw::Zeros { word.to_string() } else { number.to_string() };
            text(&title, &deal(number as u64, flaw))
        }
    };
    let lines = input.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words = lines.flat_map(str::split_whitespace).filter(|word| !word.starts_with("Game"));
    words.map(|word| answer(word.trim_start_matches('#'))).collect()
}

#[test]
fn the_samples_reject_wrong_dealers() {
    let passes = |flaw| {
        samples("freecell").into_iter().all(|(_, input, output)| {
            dealer(&String::from_utf8(input).unwrap(), flaw) == String::from_utf8(output).unwrap()
        })
    };
    assert!(passes(Flaw::None), "a sample is wrong, or the plain dealer is");
    for flaw in FLAWS {
        assert!(!passes(flaw), "no sample tells {flaw:?} from a right dealer");
    }
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
        let index = random as usize % array.len();
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
    // Several on a line, the last line a short one.
    let input: String = numbers
        .chunks(7)
        .map(|line| line.iter().map(|number| format!(" {number}")).collect::<String>() + "\r\n")
        .collect();
    let printed = run("freecell", input);
    let mut expected = String::new();
    let mut sorted = deck();
    sorted.sort();
    for &number in &numbers {
        let board = deal(number, Flaw::None);
        expected += &text(&number.to_string(), &board);
    }
    // Not assert_eq: two megabytes would be shown.
    assert!(printed == expected, "seed {seed}");
    for (number, mut board) in numbers.iter().zip(boards(&printed)) {
        board.sort();
        assert!(board == sorted, "number {number} is not dealt from a whole deck, seed {seed}");
    }
}

#[test]
fn one_long_line_of_numbers() {
    let numbers = "617 ".repeat(30_000);
    let board = text("617", &deal(617, Flaw::None));
    assert!(run("freecell", numbers) == board.repeat(30_000));
}

/// The columns of a board, a line each.
fn columns(board: &[String]) -> Vec<String> {
    let cards = |column| board.iter().skip(column).step_by(8).map(String::as_str);
    (0..8).map(|column| cards(column).collect::<Vec<_>>().join(" ") + "\n").collect()
}

/// A board in one of the ways to write it.
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
    let dealt = boards(&run("freecell", lines(&numbers)));
    let input: String = dealt.iter().map(|board| written(board, &mut random)).collect();
    let found = run("freecell_find", input);
    for (number, answer) in numbers.iter().zip(found.lines()) {
        assert_eq!(answer, format!("Game #{number}"), "seed {seed}");
    }
    assert_eq!(found.lines().count(), numbers.len());
    // And the program's own text, titles and all.
    let some = lines(&numbers[..300]);
    let expected: String =
        numbers[..300].iter().map(|number| format!("Game #{number}\n")).collect();
    assert_eq!(run("freecell_find", run("freecell", some)), expected, "seed {seed}");
}

#[test]
fn a_board_with_two_cards_swapped_is_not_mistaken() {
    let seed = 139;
    let mut random = Random(seed);
    let numbers = numbers(&mut random, 1200);
    let mut swapped = boards(&run("freecell", lines(&numbers)));
    for board in &mut swapped {
        let first = random.below(52);
        let second = (first + 1 + random.below(51)) % 52;
        board.swap(first, second);
    }
    let input: String = swapped.iter().map(|board| board.join(" ") + "\n").collect();
    let found = run("freecell_find", input);
    assert_eq!(found.lines().count(), swapped.len());
    for ((board, answer), number) in swapped.iter().zip(found.lines()).zip(numbers) {
        if answer != "no game" {
            for word in answer.strip_prefix("Game #").unwrap().split(" #") {
                assert_ne!(word, number.to_string(), "seed {seed}");
                let dealt = deal(word.parse().unwrap(), Flaw::None);
                assert_eq!(&dealt, board, "{word} for {number}, seed {seed}");
            }
        }
    }
}

#[test]
fn a_board_of_the_number_0_is_no_game() {
    assert_eq!(run("freecell_find", text("0", &deal(0, Flaw::None))), "no game\n");
}

/// Runs a program on bad input: its complaint and what it prints before.
fn complain(program: &str, input: &str, complaint: &str, printed: &str) {
    let ended = ended(program, input);
    assert_eq!(
        String::from_utf8_lossy(&ended.stderr),
        format!("{program}: {complaint}\n"),
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
    let before = dealer("1 -2", Flaw::None);
    for (word, shown) in words {
        let complaint = format!("line 3: \"{shown}\" {EXPECTED}");
        complain("freecell", &format!("1\n\n \t -2   {word}  7\n3\n"), &complaint, &before);
        complain("freecell", word, &format!("line 1: \"{shown}\" {EXPECTED}"), "");
    }
    // Zeros in front do not count, however many there are.
    let zeros = format!("{}7\n", "0".repeat(100_000));
    assert_eq!(run("freecell", zeros), dealer("7", Flaw::None));
    assert_eq!(run("freecell", "\n \t\r\n\x0c"), "");
}

#[test]
fn titles_stand_for_their_numbers_and_comments_are_skipped() {
    let seed = 149;
    let boards = run("freecell", lines(&numbers(&mut Random(seed), 300)));
    let titles = run("freecell_find", boards.clone());
    assert_eq!(titles.lines().count(), 300, "seed {seed}");
    assert!(run("freecell", titles) == boards, "seed {seed}");
    for (input, plain) in [
        ("Game #24", "24"),
        ("\tGame  #1\t#2 \r\n3", "1 2 3"),
        ("Games 007 #-1\nGame #-2 5", "7 -1 -2 5"),
        ("# 1\n2\n #3 4\n5\n#", "2 5"),
    ] {
        assert_eq!(run("freecell", input), dealer(plain, Flaw::None), "{input:?}");
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
        assert_eq!(String::from_utf8_lossy(&ended.stdout), dealer(before, Flaw::None), "{input}");
    }
}

#[test]
fn bad_boards() {
    let find = |input: &str, complaint: &str, printed| {
        complain("freecell_find", input, complaint, printed);
    };
    let board = deal(617, Flaw::None);
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

    // A card twice, one that is none.
    find(
        &whole.replace("8H", "7d"),
        "line 3: 7D is there twice, first in line 2; 8H is missing; expected 52 different cards",
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
        let complaint = format!(
            "line 3: \"{shown}\" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH"
        );
        find(&whole.replace("8H", word), &complaint, "");
    }

    // Columns of wrong lengths.
    let colons: String = columns.iter().map(|column| format!(": {column}")).collect();
    let expected = "expected columns of 7 7 7 7 6 6 6 6, as a line begins with \":\"";
    find(&short(&colons), &format!("line 8: lines of 7 7 7 7 6 6 6 5 cards; {expected}"), "");
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
