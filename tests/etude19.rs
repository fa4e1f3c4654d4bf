//! Compares `etude19` with a plain search over whole boards, and plays each of its lines with
//! `etude19_trace`, which follows the rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test fails by panicking

mod common;

use common::{deck, ended, run, samples, Random};
use std::collections::HashSet;
use std::fmt::Write;

/// A mistake that the plain search can make.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    None,
    /// Not a mistake: a player may hold cards back from the foundations.
    HoldBack,
    KingsStayOnFaceDownCards,
    AnyCardIntoEmptyColumn,
    OntoOwnLoad,
    FaceDownCardsMove,
    NotTurnedUpAfterFoundation,
    FirstMoveAlways,
    BoundWithoutKings,
    HighCardsFirst,
    MostMoves,
}

const FACE_DOWN: u8 = 64;
const KING: u8 = 48;

/// A whole board. A card is four times its rank plus its suit, plus `FACE_DOWN` if it lies so.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    columns: Vec<Vec<u8>>,
    /// How many cards of each suit are out.
    out: [u8; 4],
}

impl Board {
    fn deal(pack: &[u8]) -> Board {
        let mut columns = vec![Vec::new(); 7];
        let mut cards = pack.iter();
        for (hidden, column) in columns.iter_mut().enumerate() {
            column.extend(cards.by_ref().take(hidden).map(|card| card + FACE_DOWN));
            column.extend(cards.by_ref().take(1));
        }
        for column in &mut columns[1..] {
            column.extend(cards.by_ref().take(4));
        }
        Board { columns, out: [0; 4] }
    }

    fn cards_out(&self) -> u8 {
        self.out.iter().sum()
    }

    fn turn_up(&mut self) {
        for end in self.columns.iter_mut().filter_map(|column| column.last_mut()) {
            *end %= FACE_DOWN;
        }
    }

    /// The board after each foundation move that is possible now.
    fn foundation_moves(&self, flaw: Flaw) -> Vec<Board> {
        let mut after = Vec::new();
        for (i, column) in self.columns.iter().enumerate() {
            if let Some(&end) = column.last() {
                if end < FACE_DOWN && end / 4 == self.out[usize::from(end % 4)] {
                    let mut board = self.clone();
                    board.columns[i].pop();
                    board.out[usize::from(end % 4)] += 1;
                    if flaw != Flaw::NotTurnedUpAfterFoundation {
                        board.turn_up();
                    }
                    after.push(board);
                }
            }
        }
        after
    }

    /// Makes all foundation moves. A player who may hold cards back can stop anywhere: then this
    /// returns each of these boards, or `None` if there are too many.
    fn settle(mut self, flaw: Flaw) -> Option<Vec<Board>> {
        if flaw != Flaw::HoldBack {
            while let Some(after) = self.foundation_moves(flaw).pop() {
                self = after;
            }
            return Some(vec![self]);
        }
        let mut all = vec![self];
        let mut next = 0;
        while next < all.len() {
            for board in all[next].foundation_moves(flaw) {
                if !all.contains(&board) {
                    all.push(board);
                }
            }
            next += 1;
            if all.len() > 200 {
                return None;
            }
        }
        Some(all)
    }

    /// Each card that can move and the board after its move, in the order of the cards.
    fn moves(&self, flaw: Flaw) -> Vec<(u8, Board)> {
        let mut found: Vec<(u8, Board)> = Vec::new();
        for (from, column) in self.columns.iter().enumerate() {
            for (place, &card) in column.iter().enumerate() {
                if card >= FACE_DOWN && flaw != Flaw::FaceDownCardsMove {
                    continue;
                }
                for (to, target) in self.columns.iter().enumerate() {
                    let fits = match target.last() {
                        None => {
                            (card % FACE_DOWN >= KING || flaw == Flaw::AnyCardIntoEmptyColumn)
                                && place > 0
                                && !(flaw == Flaw::KingsStayOnFaceDownCards
                                    && column[place - 1] >= FACE_DOWN)
                        }
                        Some(&end) => end == card % FACE_DOWN + 4,
                    };
                    if !fits || from == to && flaw != Flaw::OntoOwnLoad {
                        continue;
                    }
                    if found.iter().any(|&(other, _)| other == card % FACE_DOWN) {
                        continue;
                    }
                    let mut board = self.clone();
                    if from == to {
                        board.columns[from].remove(place);
                        board.columns[from].push(card);
                    } else {
                        let load = board.columns[from].split_off(place);
                        board.columns[to].extend(load);
                    }
                    board.turn_up();
                    found.push((card % FACE_DOWN, board));
                }
            }
        }
        found.sort_by_key(|&(card, _)| if flaw == Flaw::HighCardsFirst { 52 - card } else { card });
        found
    }

    /// How many cards can come out if nothing is ever covered and kings do not move.
    fn bound_without_kings(&self) -> u8 {
        let mut out = self.out;
        let mut gone = [false; 52];
        loop {
            let mut ends = Vec::new();
            let mut open = Vec::new();
            for column in &self.columns {
                for (place, &card) in column.iter().enumerate() {
                    let bare = match column.get(place + 1) {
                        None => true,
                        Some(on) => gone[usize::from(on % FACE_DOWN)],
                    };
                    if bare {
                        ends.push(card % FACE_DOWN);
                    }
                    if card < FACE_DOWN || bare {
                        open.push(card % FACE_DOWN);
                    }
                }
            }
            let before = (out, gone);
            for &end in &ends {
                if end / 4 == out[usize::from(end % 4)] {
                    out[usize::from(end % 4)] += 1;
                    gone[usize::from(end)] = true;
                }
            }
            for card in open {
                gone[usize::from(card)] |= ends.contains(&(card + 4));
            }
            if before == (out, gone) {
                return out.iter().sum();
            }
        }
    }
}

/// The answer of a breadth-first search, or `None` if it finds more than `limit` boards.
fn plain(pack: &[u8], flaw: Flaw, limit: usize) -> Option<String> {
    let mut best: (u8, Vec<u8>) = (0, Vec::new());
    let mut seen = HashSet::new();
    let mut layer: Vec<(Vec<u8>, Board)> =
        Board::deal(pack).settle(flaw)?.into_iter().map(|board| (Vec::new(), board)).collect();
    while !layer.is_empty() {
        for (line, board) in &layer {
            let out = board.cards_out();
            if out > best.0 || flaw == Flaw::MostMoves && out == best.0 && line.len() > best.1.len()
            {
                best = (out, line.clone());
            }
        }
        let mut next = Vec::new();
        for (line, board) in layer {
            if flaw == Flaw::BoundWithoutKings && board.bound_without_kings() <= best.0 {
                continue;
            }
            for (card, after) in board.moves(flaw) {
                let line: Vec<u8> = line.iter().copied().chain([card]).collect();
                for board in after.settle(flaw)? {
                    next.push((line.clone(), board));
                }
                if flaw == Flaw::FirstMoveAlways {
                    break;
                }
            }
        }
        if flaw != Flaw::HighCardsFirst {
            next.sort_by(|one, other| one.0.cmp(&other.0));
        }
        layer = Vec::new();
        for (line, board) in next {
            // The order of the columns does not matter.
            let mut sorted = board.clone();
            sorted.columns.sort();
            if seen.insert(sorted) {
                layer.push((line, board));
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    let (out, line) = best;
    let mut answer = format!("{out} card{} out:", if out == 1 { "" } else { "s" });
    for card in line {
        write!(answer, " {}", deck()[usize::from(card)]).unwrap();
    }
    Some(answer)
}

/// A pack as text.
fn text(pack: &[u8]) -> String {
    let deck = deck();
    pack.iter().map(|&card| &deck[usize::from(card)][..]).collect::<Vec<_>>().join(" ")
}

/// A random pack.
fn random_pack(random: &mut Random) -> Vec<u8> {
    let mut pack: Vec<u8> = (0..52).collect();
    random.shuffle(&mut pack);
    pack
}

/// A pack that would be won without a move if so many random pairs were not exchanged.
fn easy_pack(random: &mut Random, swaps: usize) -> Vec<u8> {
    // A random order in which the cards can go out, each from the end of a random column.
    let mut order = Vec::new();
    let mut out = [0; 4];
    while order.len() < 52 {
        let suit = random.below(4);
        if out[suit] < 13 {
            order.push(4 * out[suit] + u8::try_from(suit).unwrap());
            out[suit] += 1;
        }
    }
    let mut columns = vec![Vec::new(); 7];
    let sizes = [1, 6, 7, 8, 9, 10, 11];
    for card in order {
        let mut column = random.below(7);
        while columns[column].len() == sizes[column] {
            column = (column + 1) % 7;
        }
        columns[column].insert(0, card);
    }
    let mut pack: Vec<u8> = (0..7).flat_map(|i| columns[i][..=i].to_vec()).collect();
    pack.extend((1..7).flat_map(|i| columns[i][i + 1..].to_vec()));
    for _ in 0..swaps {
        let (one, other) = (random.below(52), random.below(52));
        pack.swap(one, other);
    }
    pack
}

/// The answers of `etude19` to packs.
fn answers(packs: &[Vec<u8>]) -> Vec<String> {
    let input: String = packs.iter().map(|pack| text(pack) + "\n").collect();
    let output = run("etude19", input);
    let answers: Vec<String> = output.lines().map(str::to_string).collect();
    assert_eq!(answers.len(), packs.len());
    answers
}

/// The packs of a sample.
fn packs_of(input: &[u8]) -> Vec<Vec<u8>> {
    let deck = deck();
    let input = String::from_utf8(input.to_ascii_uppercase()).unwrap();
    let cards: Vec<u8> = input
        .lines()
        .filter(|line| !line.starts_with("GAME"))
        .take_while(|line| !line.trim_start().starts_with('#'))
        .flat_map(str::split_ascii_whitespace)
        .map(|word| u8::try_from(deck.iter().position(|card| card == word).unwrap()).unwrap())
        .collect();
    cards.chunks(52).map(<[u8]>::to_vec).collect()
}

#[test]
fn the_samples_reject_each_known_mistake() {
    let mut packs = Vec::new();
    // The plain reader above does not know the pasted forms.
    let samples = samples("etude19").into_iter().filter(|sample| !sample.0.contains("-pasted"));
    for (name, input, output) in samples {
        let output = String::from_utf8(output).unwrap();
        let here = packs_of(&input);
        assert_eq!(here.len(), output.lines().count(), "{name}");
        for (pack, answer) in here.into_iter().zip(output.lines()) {
            if let Some(found) = plain(&pack, Flaw::None, 1500) {
                assert_eq!(found, answer, "{name}: {}", text(&pack));
                packs.push((pack, answer.to_string()));
            }
        }
    }
    assert!(packs.len() > 60, "only {} packs are small enough", packs.len());
    for flaw in [
        Flaw::KingsStayOnFaceDownCards,
        Flaw::AnyCardIntoEmptyColumn,
        Flaw::OntoOwnLoad,
        Flaw::FaceDownCardsMove,
        Flaw::NotTurnedUpAfterFoundation,
        Flaw::FirstMoveAlways,
        Flaw::BoundWithoutKings,
        Flaw::HighCardsFirst,
        Flaw::MostMoves,
    ] {
        // A wrong search may take long. If it reaches the limit, its answer is not known.
        let rejected = packs
            .iter()
            .any(|(pack, answer)| plain(pack, flaw, 3000).map_or(false, |found| found != *answer));
        assert!(rejected, "no sample rejects {flaw:?}");
    }
}

/// Compares `etude19` with the plain search on a pack for each seed, if the search is small.
fn compare(flaw: Flaw, seeds: std::ops::Range<u64>, limit: usize, at_least: usize) {
    let (mut packs, mut expected) = (Vec::new(), Vec::new());
    for seed in seeds {
        let random = &mut Random(seed);
        let pack = if seed % 5 == 0 { easy_pack(random, 3) } else { random_pack(random) };
        if let Some(answer) = plain(&pack, flaw, limit) {
            packs.push(pack);
            expected.push((seed, answer));
        }
    }
    assert!(packs.len() >= at_least, "only {} packs are small enough", packs.len());
    for (answer, (seed, expected)) in answers(&packs).into_iter().zip(expected) {
        assert_eq!(answer, expected, "seed {seed}");
    }
}

#[test]
fn the_answer_is_that_of_a_plain_search_that_may_hold_cards_back() {
    compare(Flaw::HoldBack, 0..300, 800, 150);
}

#[test]
fn the_answer_is_that_of_a_plain_search() {
    compare(Flaw::None, 1000..1400, 2000, 280);
}

#[test]
fn each_line_keeps_to_the_rules() {
    let random = &mut Random(19);
    let mut packs: Vec<Vec<u8>> = (0..4000).map(|_| random_pack(random)).collect();
    packs.extend((0..1000).map(|i| easy_pack(random, i % 12)));
    let answers = answers(&packs);
    let mut won = 0;
    let mut input = String::new();
    for (pack, answer) in packs.iter().zip(&answers) {
        assert!(answer.split(' ').count() <= 3 + 52, "more than 52 moves: {}", text(pack));
        won += usize::from(answer.starts_with("52 "));
        writeln!(input, "{}\n{answer}", text(pack)).unwrap();
    }
    assert!(won > 200);
    let shown = run("etude19_trace", input);
    let ends: Vec<&str> = shown.lines().filter(|line| line.ends_with(" out")).collect();
    let claims: Vec<&str> =
        answers.iter().map(|answer| answer.split(':').next().unwrap()).collect();
    assert_eq!(ends, claims);
}

#[test]
fn line_breaks_have_no_meaning() {
    let random = &mut Random(52);
    let packs: Vec<Vec<u8>> = (0..50).map(|_| random_pack(random)).collect();
    let expected = answers(&packs);
    let cards: Vec<String> = packs
        .iter()
        .flat_map(|pack| text(pack).split(' ').map(str::to_string).collect::<Vec<_>>())
        .collect();
    for breaks in ["\n", " ", "\r\n", "\nGame #1\n", "  \t\n\n "] {
        let output = run("etude19", cards.join(breaks));
        assert_eq!(output.lines().collect::<Vec<_>>(), expected, "{breaks:?}");
    }
    let mut input = String::new();
    for card in cards {
        input += &card.to_lowercase();
        input += [" ", "\n", "\t", "\r\n"][random.below(4)];
    }
    assert_eq!(run("etude19", input).lines().collect::<Vec<_>>(), expected);
}

/// The answers and the error message of a program that refuses an input.
fn refused(program: &str, input: String) -> (String, String) {
    let ended = ended(program, input);
    assert_eq!(ended.status.code(), Some(1));
    (String::from_utf8(ended.stdout).unwrap(), String::from_utf8(ended.stderr).unwrap())
}

#[test]
fn a_wrong_pack_is_refused() {
    let deck = deck().join(" ");
    let answer = run("etude19", &deck[..]);
    let no_card =
        "is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH";
    for (input, answers, message) in [
        (
            deck[..152].to_string(),
            "",
            "line 1: the pack ends after 51 of its 52 cards; expected 1 more: KS".to_string(),
        ),
        (
            deck.clone() + "\n4H\n# end",
            &answer[..],
            "line 3: the pack ends after 1 of its 52 cards; expected 51 more".to_string(),
        ),
        (
            deck.replace("KS", "\n\n3h"),
            "",
            "line 3: 3H is there twice, first in line 1; KS is missing; expected 52 different cards"
                .to_string(),
        ),
        (
            deck.clone() + "\n" + &deck.replace("KS", "1S"),
            &answer[..],
            format!("line 2: \"1S\" {no_card}"),
        ),
        (deck.replace("TH", "1H"), "", format!("line 1: \"1H\" {no_card}")),
    ] {
        let expected = (answers.to_string(), format!("etude19: {message}\n"));
        assert_eq!(refused("etude19", input.clone()), expected, "{input}");
        if answers.is_empty() {
            let expected = (String::new(), format!("etude19_trace: {message}\n"));
            assert_eq!(refused("etude19_trace", input), expected);
        }
    }
}

#[test]
fn a_wrong_answer_is_refused() {
    // Microsoft deal 8:
    //   4C   --   --   --   --   --   --
    //        3S   --   --   --   --   --
    //        TS   3D   --   --   --   --
    //        7S   JH   2D   --   --   --
    //        8D   9S   5D   6H   --   --
    //        2H   9D   AS   QC   9H   --
    //             5C   3H   2C   AC   7C
    //                  2S   4H   TH   6S
    //                       6C   JS   KH
    //                            AD   8C
    //                                 JD
    let (_, input, output) =
        samples("etude19").into_iter().find(|(name, ..)| name == "etude19-deals").unwrap();
    let deals = packs_of(&input);
    let pack = text(&deals[7]);
    let answer = String::from_utf8(output).unwrap().lines().nth(7).unwrap().to_string();
    assert_eq!(answer, "4 cards out: 5C 8D 6S 6C 3H TS");
    let right = run("etude19_trace", format!("{pack}\n{answer}\n"));
    assert!(right.ends_with("\n4 cards out\n"));
    assert_eq!(run("etude19_trace", format!("Game\n# x\n{pack}\t{answer}")), right);
    let illegal = "is not legal:";
    let beginning = "is not the beginning of an answer: expected \"N cards out:\" with N from 0 to 52, or \"1 card out:\"";
    for (answer, message) in [
        ("0 cards out: 5H", format!("move 1, 5H, {illegal} it lies face down; expected a card that is face up")),
        ("0 cards out: AD", format!("move 1, AD, {illegal} it is out; expected a card in a column")),
        ("0 cards out: 7s", format!("move 1, 7S, {illegal} it goes on 8S alone, which is covered; expected a column that ends in it")),
        ("0 cards out: JD", format!("move 1, JD, {illegal} it goes on QD alone, which is covered; expected a column that ends in it")),
        ("0 cards out: 5C 5C", format!("move 2, 5C, {illegal} it lies on 6C already; expected a card that does not")),
        ("0 cards out: 5C 8D KH", format!("move 3, KH, {illegal} there is no empty column; expected one for a king")),
        ("4 cards out: 5C 8D 6S 6C 3H TS 1S", "\"1S\" is not a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH".to_string()),
        ("3 cards out: 5C 8D 6S 6C 3H TS", "the answer is \"3 cards out\", but its moves bring 4 out; expected \"4 cards out\"".to_string()),
        ("52 cards out: 5C", "the answer is \"52 cards out\", but its moves bring 1 out; expected \"1 card out\"".to_string()),
        ("1 cards out: 5C", format!("\"1 cards out:\" {beginning}")),
        ("53 cards out:", format!("\"53 cards out:\" {beginning}")),
        ("4 cards", format!("\"4 cards\" {beginning}")),
        ("5C 8D", format!("\"5C 8D\" {beginning}")),
    ] {
        let (_, printed) = refused("etude19_trace", format!("{pack}\n\n{answer}\n{pack}\n"));
        assert_eq!(printed, format!("etude19_trace: line 3: {message}\n"), "{answer}");
    }
    for (number, answer, message) in [
        // Column 7 ends in TH JH.
        (
            2,
            "1 card out: TH",
            "move 1, TH, is not legal: JH lies in its own load; expected it to end another column",
        ),
        (
            26,
            "2 cards out: 5S KS KS",
            "move 3, KS, is not legal: it heads a column already; expected a king that does not",
        ),
    ] {
        let pack = text(&deals[number - 1]);
        let (_, printed) = refused("etude19_trace", format!("{pack}\n{answer}\n"));
        assert_eq!(printed, format!("etude19_trace: line 2: {message}\n"), "deal {number}");
    }
    let (boards, printed) = refused("etude19_trace", format!("{pack}\n{answer}\n{pack}\n"));
    assert_eq!(boards, right);
    assert_eq!(
        printed,
        "etude19_trace: line 3: the pack has no answer; expected \"N cards out:\" and its moves\n"
    );
}
