//! Compares `uva127` with `uva127_trace` on random and adversarial packs. The two programs have
//! no technique in common.

mod common;

use common::Random;

/// A pack: 52 cards.
type Pack = Vec<String>;

/// Plays the packs with both programs, which must agree on each pack.
fn compare(name: &str, seed: u64, packs: &[Pack]) {
    let input: String = packs.iter().map(|pack| pack.join(" ") + "\n").collect();
    let fast = common::run("uva127", input.clone());
    let trace = common::run("uva127_trace", input);
    let plain: Vec<&str> = trace.lines().filter(|line| line.contains("remaining")).collect();
    assert_eq!(plain.len(), packs.len(), "{name}, seed {seed}");
    assert_eq!(fast.lines().count(), packs.len(), "{name}, seed {seed}");
    for ((fast, plain), pack) in fast.lines().zip(plain).zip(packs) {
        assert_eq!(
            fast,
            plain,
            "{name}, seed {seed}: uva127 and uva127_trace differ on\n{}",
            pack.join(" ")
        );
    }
}

/// A pack in which no card ever moves.
fn immovable() -> Pack {
    let deck = common::deck();
    (0..52).map(|place| deck[place % 13 * 4 + place % 4].clone()).collect()
}

#[test]
fn on_random_packs() {
    let seed = 127;
    let mut random = Random(seed);
    let packs: Vec<Pack> = (0..20_000).map(|_| random.pack()).collect();
    compare("random packs", seed, &packs);
}

#[test]
fn on_nearly_sorted_packs() {
    // A pack ordered by rank, one ordered by suit, and one in which no card moves, each with a few
    // cards swapped.
    let seed = 1992;
    let mut random = Random(seed);
    let by_rank = common::deck();
    let by_suit: Pack = (0..52).map(|place| by_rank[place % 13 * 4 + place / 13].clone()).collect();
    let mut packs = Vec::new();
    for swaps in 0..1_000 {
        for mut pack in [by_rank.clone(), by_suit.clone(), immovable()] {
            for _ in 0..swaps % 20 {
                pack.swap(random.below(52), random.below(52));
            }
            packs.push(pack);
        }
    }
    compare("nearly sorted packs", seed, &packs);
}

#[test]
fn on_packs_of_few_different_cards() {
    // With few different cards nearly every card moves. A card may occur many times.
    let seed = 1992;
    let mut random = Random(seed);
    let deck = common::deck();
    let mut packs = Vec::new();
    for _ in 0..500 {
        for different in [2, 3, 5, 8, 13, 26, 52] {
            let mut cards = deck.clone();
            random.shuffle(&mut cards);
            packs.push((0..52).map(|_| cards[random.below(different)].clone()).collect());
        }
    }
    compare("packs of few different cards", seed, &packs);
}

#[test]
fn on_packs_of_blocks() {
    // Blocks of cards that match and of cards that do not: cards move far, between places where
    // no card moves.
    let seed = 271;
    let mut random = Random(seed);
    let deck = common::deck();
    let mut packs = Vec::new();
    for _ in 0..2_000 {
        let mut pack = Pack::new();
        while pack.len() < 52 {
            let (start, step) = (random.below(52), [1, 4, 5, 13, 17][random.below(5)]);
            let length = (1 + random.below(20)).min(52 - pack.len());
            pack.extend((0..length).map(|i| deck[(start + i * step) % 52].clone()));
        }
        packs.push(pack);
    }
    compare("packs of blocks", seed, &packs);
}
