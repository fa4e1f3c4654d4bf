//! # Camicia: the search for the longest game
//!
//! The problem: <https://exercism.org/tracks/rust/exercises/camicia>, which ends with an open
//! question.
//!
//! ## The task
//!
//! Which deal of a pack of 52 gives the longest game that ends? The longest one known has 8344
//! cards.
//!
//! In turn two players put their top card on a pile. A number card only passes the turn. A payment
//! card makes a debt for the other player: 1 card for a jack, 2 for a queen, 3 for a king, 4 for an
//! ace. If he turns up a payment card while he pays, the debt is forgotten and a new one is made,
//! for the first player. A debt that is paid ends the round, a trick: the pile goes under the hand
//! of the player who made the debt, in the order in which it was played, and he leads next. Hand A
//! leads first. A player who has to put down a card and has none loses the pile too. The game ends
//! when after a trick one player has all the cards. There is nothing to decide: the deal is the
//! game, and what a number card's number is does not matter. That leaves
//! 653,534,134,886,878,245,000 deals, too many to try.
//!
//! ## Input and output
//!
//! Input: numbers of blocks, 0 to 18446744073709551615. A block is 1,000,000 random deals.
//!
//! Output: for each block the longest game found among its deals and those that lead into the long
//! ones;
//! `-` is any number card, and hand A's top card comes first. A deal whose game never ends is a
//! find of its own: it is printed instead, with `loop, ` before its cards. Progress goes to
//! standard error.
//!
//! ```text
//! $ seq 2 3 | camicia_search 2> /dev/null | sort -k 4n
//! block 2: cards: 3081, tricks: 427, deal: --Q-J--AKA-------Q--K--A-J/----J-Q----J---------AKQ-K
//! block 3: cards: 3435, tricks: 492, deal: ---QQ--Q---J----J---Q-A-KJ/----JKA---A-K----------KA-
//! ```
//!
//! ## The idea
//!
//! Random deals are played as fast as can be, and each long game that is found is begun earlier, in
//! all ways that there are.
//!
//! ### Blocks
//!
//! A block is a function of its number, so that many machines can share the work and anybody can
//! repeat it. Random numbers are those of xoshiro256++, its four words being the first four numbers
//! of `SplitMix64` whose state is the block's number. The payment cards, 4 jacks, 4 queens, 4 kings
//! and 4 aces, choose places in the pack: 0 to 25 are hand A from its top, 26 to 51 hand B. The
//! list of places begins as 0, 1 .. 51 for each deal. Card i, from 0 on, takes place `list[i + c]`,
//! and `list[i]` is put there instead, where c is chosen below n = 52 - i. Eight cards share a
//! random number x: in turn, x * n is c * 2^64 + the next x. If the last x is below 2^64 mod the
//! product of the eight n, all eight are chosen again. That makes all choices equally likely, to
//! the last digit (N. Brackett-Rozinsky, D. Lemire, Batched ranged random integer generation,
//! 2024).
//!
//! ### Playing by runs
//!
//! A run is a payment card and the number cards before it (in `camicia` those after it), one byte.
//! A hand is a queue of runs, and a last byte for the number cards below them, in one number of 16
//! bytes. From the first debt on, the hands are played run by run in turn, and the trick goes on
//! while a run has fewer number cards than the debt before it. So the next eight runs are put in
//! one number in turn, all of them are compared with their debts at once, and the first that pays
//! ends the trick. No branch there depends on the cards, which makes a quarter more games a second
//! than run by run. The rare trick that is longer, and the last one, are played run by run.
//!
//! ### Going back
//!
//! Deals that resemble a long one give games like any others. But one thing surely makes a long
//! game longer: to begin it earlier, with a deal that leads into it. To undo a trick, its pile is
//! taken back from under the hand of the player who leads now. That hand must end in a payment card
//! and exactly the number cards that it costs, since his opponent paid. The pile may begin at this
//! payment card, at any of the number cards before it, and further back as long as no debt on the
//! way was paid; each beginning gives one position, since played in turn each card goes back to its
//! player, and who led follows from who took. That is every position from which the trick can come.
//! Those that come to a given position in any number of tricks are a tree, as a game that ends has
//! no position twice. All of it is visited; a position with 26 cards a hand is a deal, its leader
//! A.
//!
//! Which games to extend, and from where, was measured. The tree of the position 0, 1, 2, 3, 5, 10
//! and 80 tricks after the deal has 33, 253, 1003, 1428, 1796, 2088 and 5520 positions on average
//! and adds 4, 30, 118, 162, 191, 194 and 194 cards: so 10. A game has t cards or more, from 1000
//! on, with probability 1.28 exp(-t / 205), and its tree adds g or more with 0.93 exp(-g / 205),
//! whatever t. So games of t to t + 205 cards have the same chance to grow into the longest
//! whatever t, about that of all deals without trees; but each 205 cards lower there are e times as
//! many trees to grow. Best are games from about 1,430 cards or 200 tricks on, one deal in 840. A
//! tree is cut off at 1,000,000 positions, about 25 ms, which bounds the time of a block; of 2,400
//! trees 4 had 10,000 and none 100,000.
//!
//! ## Cost
//!
//! About 0.8 seconds a block, a tenth of it for the trees, in memory that does not grow. Each
//! answer is played again card by card before it is printed. A block has a game of 3,400 cards as
//! often as not, of 4,000 once in 18 times, of 5,000 once in 1,800.
//!
//! Run it with `echo 2 | cargo run --release --bin camicia_search`, or on all processors with
//! `seq 0 9999 | parallel --pipe -N1 camicia_search`.

// Runs are cut out of numbers that hold many.
#![allow(clippy::cast_possible_truncation)]

use shell::{Program, Stop};
use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::io::{self, Write};
use std::mem;
use std::process::ExitCode;
use std::str;
use std::time::Instant;

fn main() -> ExitCode {
    shell::run(&mut Blocks { begun: None, done: 0, longest: (0, 0) })
}

/// How many deals a block has.
const DEALS: u32 = 1_000_000;
/// How many tricks a game must have to be extended.
const EXTENDED: u32 = 200;
/// How many tricks after the deal the tree grows from.
const AHEAD: u32 = 10;
/// How many positions a tree may have.
const TREE: u32 = 1_000_000;
/// A game of so many tricks is looked at for a repeat.
const LONG: u32 = 10_000;

/// Reads block numbers; searches each block at once.
struct Blocks {
    /// When the first block was begun.
    begun: Option<Instant>,
    /// How many blocks are done.
    done: u32,
    /// The most cards so far of a game that ends, and the block that has it.
    longest: (u32, u64),
}

impl Program for Blocks {
    const NAME: &'static str = "camicia_search";
    const USAGE: &'static str = "usage: camicia_search < BLOCKS > GAMES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            let block = read_block(word)?;
            self.begun = self.begun.or_else(|| Some(Instant::now()));
            let (deal, cards) = search(block);
            let end = replay(&deal.to_string());
            if end.cards != cards {
                return Err(Stop::Error(format!(
                    "block {block}: {deal} was counted as {cards} cards, but a replay has {}; expected the same",
                    end.cards
                )));
            }
            end.print(block, &deal, output)?;
            output.flush()?;
            self.tell(block, &end);
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        Ok(())
    }
}

impl Blocks {
    /// Tells the progress on standard error, even where nobody can read it.
    fn tell(&mut self, block: u64, end: &End) {
        self.done += 1;
        if !end.is_loop && end.cards > self.longest.0 {
            self.longest = (end.cards, block);
        }
        let seconds = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        let _ = writeln!(
            io::stderr(),
            "blocks: {}, deals a second: {:.0}, most cards: {} in block {}",
            self.done,
            f64::from(self.done) * f64::from(DEALS) / seconds,
            self.longest.0,
            self.longest.1
        );
    }
}

/// Reads the number of a block.
fn read_block(word: &[u8]) -> Result<u64, Stop> {
    let number = str::from_utf8(word).ok().filter(|_| word.iter().all(u8::is_ascii_digit));
    number.and_then(|digits| digits.parse().ok()).ok_or_else(|| {
        shell::unexpected(
            word,
            "a block number: expected a whole number from 0 to 18446744073709551615",
        )
    })
}

/// Searches a block. Returns the deal of the longest game that was found, or the
/// first whose game never ends, and the cards that are played.
fn search(block: u64) -> (Game, u32) {
    let mut random = Random::new(block);
    let mut tree = Vec::new();
    let mut longest = (Game::default(), 0);
    for _ in 0..DEALS {
        let deal = deal(&mut random, 52, &PAYMENTS);
        let mut game = deal;
        while game.trick() {
            if game.tricks == LONG {
                let end = replay(&deal.to_string());
                if end.is_loop {
                    return (deal, end.cards);
                }
            }
        }
        if game.cards > longest.1 {
            longest = (deal, game.cards);
        }
        if game.tricks >= EXTENDED {
            let mut root = deal;
            for _ in 0..AHEAD {
                root.trick();
            }
            let earliest = root.earliest_deal(&mut tree);
            let cards = earliest.cards + game.cards - root.cards;
            if cards > longest.1 {
                longest = (earliest, cards);
            }
        }
    }
    longest
}

/// Numbers that look random: xoshiro256++ of D. Blackman and S. Vigna.
struct Random([u64; 4]);

impl Random {
    /// Starts it for a block, by `SplitMix64`.
    fn new(block: u64) -> Random {
        let mut state = block;
        let mut words = [0; 4];
        for word in &mut words {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            *word = mixed ^ mixed >> 31;
        }
        Random(words)
    }

    /// The next number.
    fn next(&mut self) -> u64 {
        let words = &mut self.0;
        let number = words[0].wrapping_add(words[3]).rotate_left(23).wrapping_add(words[0]);
        let shifted = words[1] << 17;
        words[2] ^= words[0];
        words[3] ^= words[1];
        words[1] ^= words[2];
        words[0] ^= words[3];
        words[2] ^= shifted;
        words[3] = words[3].rotate_left(45);
        number
    }

    /// Chooses as many things as `choices` has room for, one after the other, out of `left`, each
    /// time one fewer.
    fn choose(&mut self, left: usize, choices: &mut [usize]) {
        loop {
            let mut fraction = self.next();
            let mut product: u64 = 1;
            for (choice, left) in choices.iter_mut().zip((1..=left as u64).rev()) {
                let wide = u128::from(fraction) * u128::from(left);
                *choice = (wide >> 64) as usize;
                fraction = wide as u64;
                product *= left;
            }
            // 2^64 mod the product is less than it, and costs a division.
            if fraction >= product || fraction >= product.wrapping_neg() % product {
                return;
            }
        }
    }
}

/// A payment card and the number cards before it: how many they are in the lower six bits, the
/// debt less one in the upper two.
type Run = u8;

/// The bits of a run for its number cards.
const NUMBERS: u64 = 0x3F;
/// The lowest bit of each of eight bytes, and of the lower seven.
const EIGHT: u64 = 0x0101_0101_0101_0101;
const SEVEN: u64 = EIGHT >> 8;

/// The payment cards of a pack of 52, without number cards.
const PAYMENTS: [Run; 16] = [
    0x00, 0x00, 0x00, 0x00, 0x40, 0x40, 0x40, 0x40, 0x80, 0x80, 0x80, 0x80, 0xC0, 0xC0, 0xC0, 0xC0,
];

/// The places of a pack.
const PLACES: [u8; 52] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    50, 51,
];

/// Deals a pack of up to 52 cards, half of them to each player; all deals are equally likely.
#[inline]
fn deal(random: &mut Random, pack: usize, payments: &[Run]) -> Game {
    let mut places = PLACES;
    let mut cards = [0; 52];
    let mut taken: u64 = 0;
    let mut next = 0;
    for batch in payments.chunks(8) {
        let mut choices = [0; 8];
        random.choose(pack - next, &mut choices[..batch.len()]);
        for (&choice, &card) in choices.iter().zip(batch) {
            let first = places[next];
            let place = mem::replace(&mut places[next + choice], first);
            cards[usize::from(place)] = card;
            taken |= 1 << place;
            next += 1;
        }
    }
    let half = pack / 2;
    let (leader, follower) = cards.split_at(half);
    Game {
        leader: Hand::new(leader, taken & !(u64::MAX << half)),
        follower: Hand::new(&follower[..pack - half], taken >> half),
        cards: 0,
        tricks: 0,
    }
}

/// A hand as a queue of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Hand {
    /// A byte a run, the first one lowest, and above them a byte that is no run: the number cards
    /// below the last payment card. (A hand with all 16 runs has no room for that byte. The other
    /// player then has 36 cards at most and never takes a trick, so the game ends before all runs,
    /// which cost him 40, are played.)
    runs: u128,
    /// How many runs there are.
    payments: u32,
}

impl Hand {
    /// A hand of the cards that lie at its places, with payment cards at those `taken`.
    fn new(cards: &[Run], mut taken: u64) -> Hand {
        let mut runs = [0; 16];
        let (mut payments, mut next) = (0, 0);
        while taken != 0 {
            let place = taken.trailing_zeros() as usize;
            taken &= taken - 1;
            runs[payments] = cards[place] + (place - next) as Run;
            payments += 1;
            next = place + 1;
        }
        if payments < 16 {
            runs[payments] = (cards.len() - next) as Run;
        }
        Hand { runs: u128::from_le_bytes(runs), payments: payments as u32 }
    }

    /// How many cards there are.
    fn size(&self) -> u32 {
        number_cards(self.runs as u64) + number_cards((self.runs >> 64) as u64) + self.payments
    }

    /// Takes the last run away; there are no number cards below it.
    fn take_last(&mut self) -> u128 {
        self.payments -= 1;
        let run = self.runs >> (8 * self.payments);
        self.runs -= run << (8 * self.payments);
        run
    }

    /// The hand without its first runs, up to four.
    #[inline]
    fn without(&self, runs: u32) -> Hand {
        let (low, high) = (self.runs as u64, (self.runs >> 64) as u64);
        let bits = 8 * runs;
        let low = low >> bits | high << 8 << (56 - bits);
        Hand {
            runs: u128::from(high >> bits) << 64 | u128::from(low),
            payments: self.payments.wrapping_sub(runs),
        }
    }
}

/// How many number cards there are in eight runs.
fn number_cards(runs: u64) -> u32 {
    ((runs & (EIGHT * NUMBERS)).wrapping_mul(EIGHT) >> 56) as u32
}

/// A game between two tricks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Game {
    leader: Hand,
    follower: Hand,
    /// The cards and the tricks that have been played; in a tree those from here to its root.
    cards: u32,
    tricks: u32,
}

impl Game {
    /// Plays a trick. Tells whether its debt was paid; if it was not, the game is over.
    #[inline]
    fn trick(&mut self) -> bool {
        let (owner, payer) = self.first_debt();
        // The next eight runs as they are played, the owner's and the payer's in turn.
        let order = spread(owner.runs as u64) | spread(payer.runs as u64) << 8;
        // The highest bit of a byte is set if the next run has the number cards for its debt.
        let debts = (order >> 6) & (SEVEN * 3);
        let numbers = (order >> 8) & (SEVEN * NUMBERS);
        let paid = (numbers + SEVEN * 0x7F - debts) & (SEVEN * 0x80);
        if paid == 0 {
            return self.long_trick(owner, payer);
        }
        let bits = paid.trailing_zeros() + 1;
        let runs = bits / 8;
        let (mut taker, mut loser) = (owner.without((runs + 1) / 2), payer.without(runs / 2));
        // Below zero: a player has run out of cards.
        if (taker.payments | loser.payments) >> 31 != 0 {
            return self.long_trick(owner, payer);
        }
        swap_if(runs % 2 == 0, &mut taker, &mut loser);
        let pile = order & ((1 << bits) - 1);
        let debt = (order >> (bits - 2) & 3) + 1;
        taker.runs += u128::from(pile | debt << bits) << (8 * taker.payments);
        taker.payments += runs;
        loser.runs -= u128::from(debt);
        self.leader = taker;
        self.follower = loser;
        self.cards += runs + number_cards(pile) + debt as u32;
        self.tricks += 1;
        true
    }

    /// Plays number cards until a payment card is on top of a hand. Returns that hand, with all
    /// these number cards before that card, and the other player's.
    #[inline]
    fn first_debt(&self) -> (Hand, Hand) {
        let (mut owner, mut payer) = (self.leader, self.follower);
        let (a, b) = (owner.runs as u64 & NUMBERS, payer.runs as u64 & NUMBERS);
        swap_if(a > b, &mut owner, &mut payer);
        let answers = u128::from(a.min(b) + u64::from(a > b));
        owner.runs += answers;
        payer.runs -= answers;
        (owner, payer)
    }

    /// Plays a trick from its first debt on, run by run.
    #[cold]
    fn long_trick(&mut self, mut owner: Hand, mut payer: Hand) -> bool {
        if self.follower.size() == 0 {
            return false; // The trick before was the last.
        }
        self.tricks += 1;
        let numbers = u128::from(NUMBERS);
        let (mut pile, mut runs) = (0, 0);
        while owner.payments > 0 {
            let run = owner.runs & 0xFF;
            owner.runs >>= 8;
            owner.payments -= 1;
            pile |= run << (8 * runs);
            runs += 1;
            let debt = (run >> 6) + 1;
            self.cards += 1 + (run & numbers) as u32;
            if debt <= payer.runs & numbers {
                pile |= debt.checked_shl(8 * runs).unwrap_or(0);
                owner.runs += pile << (8 * owner.payments);
                owner.payments += runs;
                payer.runs -= debt;
                self.cards += debt as u32;
                self.leader = owner;
                self.follower = payer;
                return true;
            }
            mem::swap(&mut owner, &mut payer);
        }
        self.cards += (owner.runs & numbers) as u32;
        false
    }

    /// Of all the deals from which this position is reached, the one that comes longest before it,
    /// with the cards and the tricks in between. `tree` is room for positions.
    fn earliest_deal(&self, tree: &mut Vec<Game>) -> Game {
        let mut earliest = Game::default();
        tree.clear();
        tree.push(Game { cards: 0, tricks: 0, ..*self });
        for _ in 0..TREE {
            let position = match tree.pop() {
                Some(position) => position,
                None => break,
            };
            if position.cards >= earliest.cards
                && position.leader.size() == position.follower.size()
            {
                earliest = position;
            }
            position.undo_trick(tree);
        }
        earliest
    }

    /// Appends all positions from which this one is reached in one trick. (Left out if the leader
    /// has all 16 payment cards: from there no position is reached in which both players have some.)
    fn undo_trick(&self, found: &mut Vec<Game>) {
        let numbers = u128::from(NUMBERS);
        let (taker, payer) = (self.leader, self.follower);
        if taker.payments % 16 == 0 {
            return;
        }
        let last = taker.runs >> (8 * (taker.payments - 1));
        let debt = (last >> 6 & 3) + 1;
        if debt != last >> 8 {
            return;
        }
        // The debt goes back to the payer, then one payment card after the other to its owner.
        let mut hands = [taker, payer];
        hands[0].runs -= debt << (8 * taker.payments);
        hands[1].runs += debt;
        let mut cards = self.cards + debt as u32;
        let mut owner = 0;
        for kept in (0..taker.payments).rev() {
            let run = hands[0].take_last();
            let before = run & numbers;
            hands[owner].runs = hands[owner].runs << 8 | (run - before);
            hands[owner].payments += 1;
            cards += 1;
            // The pile begins with so many of the number cards before the payment card.
            for begin in 0..=before {
                let mut hands = hands;
                hands[0].runs += (before - begin) << (8 * hands[0].payments);
                hands[owner].runs += begin / 2;
                hands[1 - owner].runs += (begin + 1) / 2;
                let leader = if begin % 2 == 0 { owner } else { 1 - owner };
                found.push(Game {
                    leader: hands[leader],
                    follower: hands[1 - leader],
                    cards: cards + begin as u32,
                    tricks: self.tricks + 1,
                });
            }
            // Or it begins further back, if these number cards do not pay the debt before them.
            if kept == 0 || before > hands[0].runs >> (8 * hands[0].payments - 2) {
                return;
            }
            hands[owner].runs += before;
            cards += before as u32;
            owner = 1 - owner;
        }
    }
}

/// Swaps two hands or not, without a branch: what the cards decide cannot be foreseen.
fn swap_if(swap: bool, one: &mut Hand, other: &mut Hand) {
    let mask = u64::from(swap).wrapping_neg();
    let low = (one.runs as u64 ^ other.runs as u64) & mask;
    let high = ((one.runs >> 64) as u64 ^ (other.runs >> 64) as u64) & mask;
    let runs = u128::from(high) << 64 | u128::from(low);
    let payments = (one.payments ^ other.payments) & mask as u32;
    *one = Hand { runs: one.runs ^ runs, payments: one.payments ^ payments };
    *other = Hand { runs: other.runs ^ runs, payments: other.payments ^ payments };
}

/// Lays eight bytes apart: the lower four, a zero byte above each.
fn spread(runs: u64) -> u64 {
    let runs = runs & 0xFFFF_FFFF;
    let runs = (runs | runs << 16) & 0x0000_FFFF_0000_FFFF;
    (runs | runs << 8) & 0x00FF_00FF_00FF_00FF
}

impl fmt::Display for Game {
    /// Writes both hands, the leader's first.
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        write!(text, "{}/{}", self.leader, self.follower)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        let runs = self.runs.to_le_bytes();
        let payments = self.payments as usize;
        for &run in &runs[..payments] {
            for _ in 0..u64::from(run) & NUMBERS {
                text.write_str("-")?;
            }
            text.write_str(["J", "Q", "K", "A"][usize::from(run >> 6)])?;
        }
        for _ in 0..runs.get(payments).copied().unwrap_or(0) {
            text.write_str("-")?;
        }
        Ok(())
    }
}

/// How a game ends: whether in a loop, and after how many cards and tricks.
struct End {
    is_loop: bool,
    cards: u32,
    tricks: u32,
}

/// Plays a deal card by card, straight from the rules.
fn replay(deal: &str) -> End {
    let mut hands = [VecDeque::new(), VecDeque::new()];
    for (hand, cards) in hands.iter_mut().zip(deal.split('/')) {
        // A card is its debt, 0 for a number card.
        let debt = |card| b"-JQKA".iter().position(|&name| name == card).unwrap_or(0);
        hand.extend(cards.bytes().map(debt));
    }
    let mut end = End { is_loop: false, cards: 0, tricks: 0 };
    let (mut leader, mut pile) = (0, Vec::new());
    let mut seen = HashSet::new();
    while hands.iter().all(|hand| !hand.is_empty()) {
        if !seen.insert((leader, hands.clone())) {
            end.is_loop = true;
            break;
        }
        let (mut player, mut debt) = (leader, 0);
        leader = loop {
            let card = match hands[player].pop_front() {
                Some(card) => card,
                None => break 1 - player,
            };
            pile.push(card);
            end.cards += 1;
            match card {
                0 if debt == 0 => {}
                0 if debt == 1 => break 1 - player,
                0 => {
                    debt -= 1;
                    continue;
                }
                payment => debt = payment,
            }
            player = 1 - player;
        };
        hands[leader].extend(pile.drain(..));
        end.tricks += 1;
    }
    end
}

impl End {
    /// Prints the answer of a block.
    fn print(&self, block: u64, deal: &Game, output: &mut dyn Write) -> io::Result<()> {
        let status = if self.is_loop { "loop, " } else { "" };
        let (cards, tricks) = (self.cards, self.tricks);
        writeln!(output, "block {block}: {status}cards: {cards}, tricks: {tricks}, deal: {deal}")
    }
}

/// What all the programs share: reading lines, writing answers, reporting errors.
/// Each file carries the same copy, so that each compiles alone.
mod shell {
    use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
    use std::process::ExitCode;
    use std::{env, str};

    /// A program: a state machine that is fed its input line by line.
    pub trait Program {
        /// The name at the start of its error messages.
        const NAME: &'static str;
        /// The line that `--help` prints.
        const USAGE: &'static str;
        /// Takes the next line, without its line break, and writes the answers that it completes.
        fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop>;
        /// Takes the end of the input.
        fn end(&mut self, output: &mut dyn Write) -> Result<(), Stop>;
    }

    /// Why a program stops before the end of its input.
    #[derive(Debug, PartialEq)]
    pub enum Stop {
        /// The input says so, or no one reads the answers any more.
        Done,
        /// An error in the current line: what is wrong and what was expected.
        Error(String),
        /// The same in the line of this number.
        ErrorIn(u64, String),
    }

    /// For `?` on write errors; `feed` handles the read errors.
    impl From<io::Error> for Stop {
        fn from(error: io::Error) -> Stop {
            match error.kind() {
                ErrorKind::BrokenPipe => Stop::Done,
                _ => Stop::Error(format!("cannot write the answers: {error}")),
            }
        }
    }

    /// The error that a word is not what was expected in its place.
    pub fn unexpected(word: &[u8], expected: &str) -> Stop {
        let (shown, more) = if word.len() > 24 { (&word[..24], "..") } else { (word, "") };
        // A letter of another script may look like an ASCII letter, so it is shown as bytes.
        let is_clear = |letter: char| letter.is_ascii() || !letter.is_alphanumeric();
        let shown = match str::from_utf8(shown) {
            Ok(text) if text.chars().all(is_clear) => text.escape_debug().to_string(),
            _ => shown.escape_ascii().to_string(),
        };
        Stop::Error(format!("\"{shown}{more}\" is not {expected}"))
    }

    /// Runs a program from standard input to standard output.
    pub fn run<P: Program>(program: &mut P) -> ExitCode {
        let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let mut number = 1;
        let result = if env::args_os().len() < 2 {
            feed(program, &mut output, &mut number)
        } else if env::args_os().skip(1).all(|word| word == "-h" || word == "--help") {
            writeln!(output, "{}", P::USAGE).map_err(Stop::from)
        } else {
            return report(2, P::USAGE);
        };
        // The answers before an error are right: write them first.
        let (line, what) = match output.flush().map_err(Stop::from).and(result) {
            Ok(()) | Err(Stop::Done) => return ExitCode::SUCCESS,
            Err(Stop::Error(what)) => (number, what),
            Err(Stop::ErrorIn(line, what)) => (line, what),
        };
        report(1, &format!("{}: line {line}: {what}", P::NAME))
    }

    /// Feeds a program its input; `at` is the number of the current line.
    fn feed<P: Program>(program: &mut P, output: &mut dyn Write, at: &mut u64) -> Result<(), Stop> {
        let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        let mut line = Vec::new();
        loop {
            // Filling an empty buffer may block, so flush first: someone may wait for the answers.
            if input.buffer().is_empty() {
                output.flush()?;
            }
            let read = match input.fill_buf() {
                Ok(mut buffer) => buffer.read_until(b'\n', &mut line)?,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Stop::Error(format!("cannot read the input: {error}"))),
            };
            input.consume(read);
            if line.ends_with(b"\n") {
                line.pop();
            } else if read == 0 && line.is_empty() {
                *at -= 1;
                return program.end(output);
            } else if read > 0 && line.len() <= 1 << 24 {
                continue;
            }
            if line.len() > 1 << 24 {
                return Err(Stop::Error("longer than 16 MiB; expected a line break".to_string()));
            } else if *at == 1 && line.iter().take(2).any(|&byte| byte == 0 || byte > 0xFD) {
                let how = "in PowerShell, Get-Content FILE | Set-Content -Encoding utf8 NEW";
                let what = format!("UTF-16; expected UTF-8 ({how})");
                return Err(Stop::ErrorIn(1, what));
            }
            let is_marked = *at == 1 && line.starts_with(b"\xEF\xBB\xBF");
            program.line(if is_marked { &line[3..] } else { &line }, output)?;
            line.clear();
            *at += 1;
        }
    }

    /// Prints a message on standard error, if that is open.
    fn report(status: u8, message: &str) -> ExitCode {
        let _ = writeln!(io::stderr(), "{message}");
        ExitCode::from(status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::iter;

    /// A position from its hands, the leader's first.
    fn position(hands: [&[u8]; 2]) -> Game {
        let hand = |cards: &[u8]| {
            let kind = |card| b"JQKA".iter().position(|&name| name == card);
            let runs: Vec<Run> =
                cards.iter().map(|&card| kind(card).unwrap_or(0) as Run * 0x40).collect();
            let taken = (0..cards.len()).filter(|&at| cards[at] != b'-').map(|at| 1 << at).sum();
            Hand::new(&runs, taken)
        };
        Game { leader: hand(hands[0]), follower: hand(hands[1]), cards: 0, tricks: 0 }
    }

    /// Plays a game to its end, or until it must be a loop.
    fn play(deal: &Game) -> Game {
        let mut game = *deal;
        while game.trick() && game.tricks < LONG {}
        game
    }

    #[test]
    fn every_deal_is_equally_likely() {
        // The last pack takes two random numbers.
        for &(pack, payments, deals) in
            &[(6, &[0, 0, 0x40][..], 60), (8, &[0xC0, 0, 0x40], 336), (10, &[0x80; 9], 10)]
        {
            let mut random = Random::new(1);
            let mut counts = HashMap::new();
            for _ in 0..1000 * deals {
                *counts.entry(deal(&mut random, pack, payments)).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), deals);
            let chi_square: f64 =
                counts.values().map(|&count| f64::from(count - 1000).powi(2) / 1000.0).sum();
            // Its mean is the number of deals less one, its variance twice that.
            let mean = f64::from(deals as u16 - 1);
            assert!((chi_square - mean).abs() < 4.0 * (2.0 * mean).sqrt(), "{pack}: {chi_square}");
        }
    }

    #[test]
    fn a_number_below_the_limit_is_drawn_again() {
        let (mut random, mut other) = (Random([0, 1, 2, 0]), Random([0, 1, 2, 0]));
        assert_eq!(other.next(), 0);
        let mut choices = [[0; 8]; 2];
        random.choose(52, &mut choices[0]);
        other.choose(52, &mut choices[1]);
        assert_eq!(choices[0], choices[1]);
    }

    #[test]
    fn games_are_those_of_the_replay() {
        let mut random = Random::new(2);
        let mut deals: Vec<Game> = (0..20_000).map(|_| deal(&mut random, 52, &PAYMENTS)).collect();
        // All payment cards in one hand.
        let all = b"----------JJJJQQQQKKKKAAAA";
        deals.push(position([&[b'-'; 26], all]));
        deals.push(position([all, &[b'-'; 26]]));
        for deal in &deals {
            let (game, end) = (play(deal), replay(&deal.to_string()));
            assert_eq!((game.cards, game.tricks), (end.cards, end.tricks), "{deal}");
        }
    }

    #[test]
    fn eight_runs_at_once_are_one_run_after_the_other() {
        let mut random = Random::new(3);
        for _ in 0..2_000 {
            let mut game = deal(&mut random, 52, &PAYMENTS);
            let mut goes_on = true;
            while goes_on {
                let mut other = game;
                goes_on = game.trick();
                let (owner, payer) = other.first_debt();
                assert_eq!(other.long_trick(owner, payer), goes_on);
                assert_eq!(other, game);
            }
        }
    }

    #[test]
    fn a_long_game_and_one_without_end() {
        // Found by Reed Nessler in 2021 and by Brayden Casella in 2024.
        let long = position([b"----K---A--Q-A--JJA------J", b"-----KK---------A-JK-Q-Q-Q"]);
        let game = play(&long);
        assert_eq!((game.cards, game.tricks), (7972, 1106));
        let endless = position([b"---K---Q-KQAJ-----AAJ--J--", b"----------Q----KQ-J-----KA"]);
        assert_eq!(play(&endless).tricks, LONG);
        let mut answer = Vec::new();
        replay(&endless.to_string()).print(17, &endless, &mut answer).unwrap();
        let expected = "block 17: loop, cards: 474, tricks: 66, deal: ---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA\n";
        assert_eq!(String::from_utf8_lossy(&answer), expected);
    }

    #[test]
    fn a_trick_is_undone_in_every_way_and_in_no_other() {
        for &(size, names) in &[(2, &b"-JQKA"[..]), (3, b"-JQKA"), (5, b"-JQKA"), (8, b"-JQ")] {
            // Every position, and those from which it is reached.
            let mut before: HashMap<Game, Vec<Game>> = HashMap::new();
            for number in 0..names.len().pow(size) {
                let digits = iter::successors(Some(number), |left| Some(left / names.len()));
                let cards: Vec<u8> =
                    digits.take(size as usize).map(|digit| names[digit % names.len()]).collect();
                for cut in 1..cards.len() {
                    let position = position([&cards[..cut], &cards[cut..]]);
                    before.entry(position).or_default();
                    let mut after = position;
                    if after.trick() {
                        let cards = mem::take(&mut after.cards);
                        let tricks = mem::take(&mut after.tricks);
                        before.entry(after).or_default().push(Game { cards, tricks, ..position });
                    }
                }
            }
            for (position, mut expected) in before {
                let mut found = Vec::new();
                position.undo_trick(&mut found);
                found.sort_by_key(Game::to_string);
                expected.sort_by_key(Game::to_string);
                assert_eq!(found, expected, "{position}");
            }
        }
    }

    #[test]
    fn a_tree_leads_to_its_root() {
        let mut random = Random::new(4);
        let (mut tree, mut gained) = (Vec::new(), 0);
        for _ in 0..300 {
            let mut root = deal(&mut random, 52, &PAYMENTS);
            if !(0..AHEAD).all(|_| root.trick()) || root.follower.payments == 0 {
                continue;
            }
            let earliest = root.earliest_deal(&mut tree);
            assert_eq!((earliest.leader.size(), earliest.follower.size()), (26, 26));
            assert!(earliest.cards >= root.cards);
            gained += earliest.cards - root.cards;
            let mut game = Game { cards: 0, tricks: 0, ..earliest };
            while game.tricks < earliest.tricks {
                assert!(game.trick());
            }
            assert_eq!(game, Game { cards: earliest.cards, tricks: earliest.tricks, ..root });
        }
        assert!(gained > 10_000);
    }
}
