//! Boards, packs and hands in the forms in which people paste them have the same answers as in the
//! plain form.
#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use common::run;

/// The columns of a deal, of the given sizes, from its cards in dealing order.
fn columns(number: &str, sizes: &[usize], order: impl Fn(usize) -> usize) -> Vec<Vec<String>> {
    let text = run("freecell", number);
    let cards: Vec<&str> = text.lines().skip(1).flat_map(str::split_whitespace).collect();
    let mut places = 0..52;
    let mut column = |&size: &usize| {
        let places = places.by_ref().take(size);
        places.map(|place| cards[(0..52).position(|i| order(i) == place).unwrap()].into()).collect()
    };
    sizes.iter().map(&mut column).collect()
}

/// A board in several forms.
fn forms(columns: &[Vec<String>]) -> Vec<String> {
    let join = |between: &str, from: &str, to: &str| -> String {
        let lines = columns.iter().map(|column| format!("{from}{}{to}", column.join(between)));
        lines.collect::<Vec<String>>().concat()
    };
    let signs = |text: String| {
        text.replace('C', "\u{2663}")
            .replace('D', "\u{2662}\u{fe0e}")
            .replace('H', "\u{2665}\u{fe0f}")
            .replace('S', "\u{2664}")
            .replace('T', "10")
    };
    vec![
        join(" ", "", "\n"),
        join(" ", ": ", "\n"),
        signs(join(" ", "", "\n")),
        join(" ", "  # a comment\n", "\n").to_lowercase(),
        format!("Foundations: H-0 C-0 D-0 S-0\nFreecells:  -  -  -  -\n{}", join(" ", ": ", "\n")),
        format!("[{}]\n", join("', '", "['", "'],\n")),
        format!("{{\"tableau piles\": [{}]}}\n", join("\",\n\"", "[\"", "\"], ")),
        join("> <", "<", ">\n"),
    ]
}

#[test]
fn a_pack_of_etude_19_by_columns_is_read_in_every_form() {
    let place = |i: usize| {
        let top = [0, 1, 7, 14, 22, 31, 41];
        match i {
            0..=27 => {
                let column = (0..7).rfind(|k| k * (k + 1) / 2 <= i).unwrap();
                top[column] + i - column * (column + 1) / 2
            }
            _ => top[1 + (i - 28) / 4] + 2 + (i - 28) / 4 + (i - 28) % 4,
        }
    };
    for number in ["1", "3", "8", "2409"] {
        let plain = run("freecell", number);
        for form in forms(&columns(number, &[1, 6, 7, 8, 9, 10, 11], place)) {
            for program in ["etude19", "etude19_play"] {
                assert_eq!(run(program, form.clone()), run(program, plain.clone()), "{form}");
            }
            let answer = run("etude19", plain.clone());
            let traced = run("etude19_trace", plain.clone() + &answer);
            assert_eq!(run("etude19_trace", form.clone() + &answer), traced, "{form}");
        }
    }
}

#[test]
fn a_freecell_board_by_columns_is_read_in_every_form() {
    let sizes = [7, 7, 7, 7, 6, 6, 6, 6];
    let place = |i: usize| sizes[..i % 8].iter().sum::<usize>() + i / 8;
    for number in ["1", "617", "4294967297"] {
        for form in forms(&columns(number, &sizes, place)) {
            assert_eq!(run("freecell_find", form.clone()), format!("Game #{number}\n"), "{form}");
        }
    }
}

#[test]
fn a_stray_word_behind_a_board_leaves_only_the_error() {
    let board = run("freecell", "1");
    let ended = common::ended("freecell_find", board.trim_end().to_string() + " x\n");
    assert_eq!(ended.status.code(), Some(1));
    assert!(ended.stdout.is_empty());
}

#[test]
fn hands_are_read_in_every_form() {
    for program in ["camicia", "camicia_trace"] {
        let plain = run(program, "J 2 3\n4 J 5\n");
        for form in [
            "[\"J\", \"2\",\n\"3\"],\n[\"4\",\n\"J\", \"5\"]\n",
            "[J 2 3] [4 J 5]\n",
            "{\"playerA\": ['J', '2', '3'], \"playerB\": ['4', 'J', '5']}\n",
            "{\n\"playerA\": [\n'J', # no comment\n'2', '3'],\n\"playerB\":\n['4', 'J', '5']\n}\n",
            "block 17: cards: 8, tricks: 3, deal: J-- / -J-\n",
            "# a comment\nhand one: J23\n  # another\nhand two: 4J5\n",
        ] {
            if form.contains("# no") {
                assert_ne!(common::ended(program, form).status.code(), Some(0));
            } else if program == "camicia" || !form.contains('-') {
                assert_eq!(run(program, form), plain, "{form}");
            }
        }
    }
}
