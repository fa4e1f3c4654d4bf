//! # Camicia: the search for the longest game
//!
//! The problem: <https://exercism.org/tracks/rust/exercises/camicia>, which ends with this open
//! question.
//!
//! ## The task
//!
//! Which deal of a 52-card pack leads to the longest game that ends? The longest one known has 8344
//! cards.
//!
//! Two players take turns to play their top card on a pile. A number card passes the turn. A payment
//! card puts the other player in debt: 1 card for a jack, 2 for a queen, 3 for a king, 4 for an ace.
//! If he plays a payment card while he pays, the debt is void and the first player owes the new one.
//! A debt that is paid ends the trick: the pile goes under the hand of the player who made the debt,
//! in the order in which it was played, and he leads next. Hand A leads first. A player who must play
//! and has no card loses the pile too. The game ends after a trick that leaves all cards in one hand.
//! The players decide nothing, and all number cards are alike, so there are
//! 653,534,134,886,878,245,000 games, too many to try.
//!
//! ## Input and output
//!
//! Input: block numbers, 0 to 18446744073709551615. A block is 1,000,000 random deals. A line whose
//! first character other than a blank is `#` is a comment.
//!
//! Output: for each block the longest game among its deals and the deals that lead into its long
//! games. `-` is any number card; hand A comes first, each hand from its top card. A deal whose game
//! never ends is printed instead, with `loop, ` before the cards and tricks up to its first repeat.
//! Progress goes to standard error.
//!
//! ```text
//! $ seq 2 3 | camicia_search 2> /dev/null | sort -k 4n
//! block 2: cards: 3081, tricks: 427, deal: --Q-J--AKA-------Q--K--A-J/----J-Q----J---------AKQ-K
//! block 3: cards: 3435, tricks: 492, deal: ---QQ--Q---J----J---Q-A-KJ/----JKA---A-K----------KA-
//! ```
//!
//! ## The idea
//!
//! Play random deals as fast as possible, and extend each long game backwards: find every deal that
//! leads into it. The deals of a block depend on its number alone, so you can spread blocks over many
//! machines and repeat any of them.
//!
//! **Tricks.** A run is a payment card with the number cards before it, in one byte. A hand is a
//! queue of runs in a `u128`, with the number cards below its last payment card in one more byte.
//! From the first debt on, the hands play runs in turn, and the trick lasts while the next run has
//! fewer number cards than the debt. So the next eight runs are interleaved in a `u64`, and one
//! subtraction compares seven debts with the runs that follow them. No branch depends on the cards,
//! which makes the search 1.3 times as fast as playing run by run. The rare longer trick and the last
//! trick of a game are played run by run.
//!
//! **Going back.** To undo a trick, take its pile back from under the leader's hand. That hand must
//! end in a payment card and exactly the number cards of its debt, since the trick ended there. The
//! pile can start at this payment card, at a number card before it, or further back as long as no
//! earlier debt was paid on the way. Each start gives one position: the cards were played in turn, so
//! each card goes back to the player who played it, and who took the pile tells who led. These are
//! all the positions before the trick. Undoing tricks again and again visits a tree, because a game
//! that ends never repeats a position. Each position with 26 cards in both hands is a deal, whose
//! leader becomes A.
//!
//! A tree grows from the position 10 tricks after the deal: it has 2,088 positions on average and
//! adds 194 cards. (From 3 tricks: 1,428 and 162.) From 1000 cards on, a game has t cards or more
//! with probability 1.28 exp(-t / 205), and its tree adds g or more with probability
//! 0.93 exp(-g / 205). So games of t to t + 205 cards are equally likely to grow into a record for
//! every t, but the smaller t, the more trees. Best are games of 200 tricks or more, one in 840.
//! To measure again, change `AHEAD` or `EXTENDED` and run `seq 0 99 | camicia_search`.
//!
//! ## Cost
//!
//! About 0.8 seconds a block, a tenth of it for the trees. Memory does not grow. The answer has 3,400
//! cards or more for half of the blocks, 4,000 for one in 18, and 5,000 for one in 1,800.
//!
//! Run it with `echo 2 | cargo run --release --bin camicia_search`, or on all processors with
//! `seq 0 9999 | parallel --pipe -N1 camicia_search`.

// Bytes are cut out of larger numbers, and no count of cards is large.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]

use shell::{Program, Stop};
use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{fmt, mem, str};

fn main() -> ExitCode {
    shell::run(&mut Blocks::default())
}

/// How many deals a block has.
const DEALS: u32 = 1_000_000;
/// How many tricks a game must have to be extended.
const EXTENDED: i32 = 200;
/// How many tricks after the deal the root of the tree is.
const AHEAD: i32 = 10;
/// How many positions of a tree are visited at most. (The largest of 2,400 had fewer than 100,000.)
const TREE: i32 = 1_000_000;
/// How many tricks make a game a loop. (A game that ends has so many with probability 10^-148.)
const LOOP: i32 = 10_000;

/// Answers each block at once; keeps what the progress report needs.
#[derive(Default)]
struct Blocks {
    done: u32,
    time: Duration,
    /// The most cards of a game that ends, and its block.
    longest: (i32, u64),
}

impl Program for Blocks {
    const NAME: &'static str = "camicia_search";
    const USAGE: &'static str = "usage: camicia_search < BLOCKS > GAMES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        if line.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'#') {
            return Ok(());
        }
        for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            let block = parse_block(word)?;
            let (start, mut random) = (Instant::now(), Random::new(block));
            let (answer, cards) = answer((0..DEALS).map(|_| random.deal()));
            writeln!(output, "block {block}: {answer}")?;
            output.flush()?;
            self.time += start.elapsed();
            self.done += 1;
            if cards > self.longest.0 {
                self.longest = (cards, block);
            }
            let (done, (cards, block)) = (self.done, self.longest);
            let speed = f64::from(done) * f64::from(DEALS) / self.time.as_secs_f64();
            // The search goes on even if standard error is closed.
            let _ = writeln!(
                io::stderr(),
                "blocks: {done}, deals a second: {speed:.0}, most cards: {cards} in block {block}"
            );
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        Ok(())
    }
}

fn parse_block(word: &[u8]) -> Result<u64, Stop> {
    let number = str::from_utf8(word).ok().filter(|text| !text.starts_with('+'));
    number.and_then(|text| text.parse().ok()).ok_or_else(|| {
        let expected = "a block number: expected a whole number from 0 to 18446744073709551615";
        shell::unexpected(word, expected)
    })
}

/// Searches the deals of a block. Returns the answer and, if its game ends, the cards.
fn answer(deals: impl Iterator<Item = Game>) -> (String, i32) {
    let deal = search(deals).to_string();
    // The plain rules have the last word on the figures.
    let (is_loop, cards, tricks) = replay(&deal);
    let (status, counted) = if is_loop { ("loop, ", 0) } else { ("", cards) };
    (format!("{status}cards: {cards}, tricks: {tricks}, deal: {deal}"), counted)
}

/// Returns the deal with the longest game among these and those that lead into the long games, or
/// the first one whose game never ends.
fn search(deals: impl Iterator<Item = Game>) -> Game {
    let (mut longest, mut most) = (Game::default(), 0);
    for deal in deals {
        let mut game = deal;
        while game.tricks < LOOP && game.trick() {}
        if game.tricks == LOOP {
            return deal;
        }
        let earliest = if game.tricks >= EXTENDED { deal.earliest() } else { deal };
        let cards = game.cards - earliest.cards;
        if cards > most {
            longest = earliest;
            most = cards;
        }
    }
    longest
}

/// The random generator xoshiro256++ of D. Blackman and S. Vigna.
struct Random([u64; 4]);

impl Random {
    /// Seeds the generator by `SplitMix64`.
    fn new(mut seed: u64) -> Random {
        let mut words = [0; 4];
        for word in &mut words {
            seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (seed ^ seed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            *word = mixed ^ mixed >> 31;
        }
        Random(words)
    }

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

    /// Draws numbers below `limit`, `limit - 1` and so on; all their combinations are equally
    /// likely. (N. Brackett-Rozinsky and D. Lemire, Batched ranged random integer generation, 2024.)
    fn draw(&mut self, limit: usize, draws: &mut [usize]) {
        loop {
            let mut fraction = self.next();
            let mut product: u64 = 1;
            for (draw, limit) in draws.iter_mut().zip((1..=limit as u64).rev()) {
                let wide = u128::from(fraction) * u128::from(limit);
                *draw = (wide >> 64) as usize;
                fraction = wide as u64;
                product *= limit;
            }
            // The first comparison nearly always saves the division.
            if fraction >= product || fraction >= product.wrapping_neg() % product {
                return;
            }
        }
    }

    /// Deals a pack by a Fisher-Yates shuffle that starts with the last payment card. Each payment
    /// card changes places with a random card from its own place on. All deals are equally likely.
    #[inline]
    fn deal(&mut self) -> Game {
        let mut draws = [0; 16];
        self.draw(52, &mut draws[..8]);
        self.draw(44, &mut draws[8..]);
        let mut cards = [0; 52];
        let mut payments: u64 = 0;
        for own in (0..16).rev() {
            let place = own + draws[own];
            cards[own] = cards[place];
            cards[place] = (own / 4 * 0x40) as Run;
            payments |= (payments >> place & 1) << own | 1 << place;
        }
        Game {
            leader: Hand::new(&cards[..26], payments & ((1 << 26) - 1)),
            follower: Hand::new(&cards[26..], payments >> 26),
            ..Game::default()
        }
    }
}

/// A payment card and the number cards before it. The lower six bits count the number cards, the
/// upper two are the debt less one.
type Run = u8;

/// The lowest bit of each of eight bytes, and of the lower seven.
const EIGHT: u64 = 0x0101_0101_0101_0101;
const SEVEN: u64 = EIGHT >> 8;

/// A hand as a queue of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Hand {
    /// The first run is the lowest byte. The byte above the last run counts the number cards below
    /// it. (With all 16 payment cards in one hand there is no room for this byte. But then the other
    /// player never takes a trick and has at most 36 cards, too few to pay for 16 runs.)
    runs: u128,
    /// How many runs there are.
    payments: u32,
}

impl Hand {
    /// Makes a hand of cards; the payment cards are at the places in the bit set `payments`.
    fn new(cards: &[Run], mut payments: u64) -> Hand {
        let mut runs = [0; 16];
        let (mut count, mut next) = (0, 0);
        while payments != 0 {
            let place = payments.trailing_zeros() as usize;
            payments &= payments - 1;
            runs[count] = cards[place] + (place - next) as Run;
            count += 1;
            next = place + 1;
        }
        if count < 16 {
            runs[count] = (cards.len() - next) as Run;
        }
        Hand { runs: u128::from_le_bytes(runs), payments: count as u32 }
    }

    /// How many cards there are.
    fn size(&self) -> u32 {
        number_cards(self.runs as u64) + number_cards((self.runs >> 64) as u64) + self.payments
    }

    /// The hand without its first runs. A negative count means that it has fewer.
    #[inline]
    fn without(&self, runs: u32) -> Hand {
        Hand { runs: self.runs >> (8 * runs), payments: self.payments.wrapping_sub(runs) }
    }
}

/// How many number cards there are in eight runs.
fn number_cards(runs: u64) -> u32 {
    ((runs & (EIGHT * 0x3F)).wrapping_mul(EIGHT) >> 56) as u32
}

/// A game between two tricks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Game {
    leader: Hand,
    follower: Hand,
    /// The cards and tricks played since the deal. Positions before the deal have negative counts.
    cards: i32,
    tricks: i32,
}

impl Game {
    /// Plays a trick. Returns whether its debt was paid; if not, the game is over.
    #[inline]
    fn trick(&mut self) -> bool {
        // The owner of the first payment card plays it; all number cards before it count as his.
        let (a, b) = (self.leader.runs as u64 & 0x3F, self.follower.runs as u64 & 0x3F);
        let (mut owner, mut payer) = swap_if(a > b, self.leader, self.follower);
        let played = u128::from(a.min(b) + u64::from(a > b));
        owner.runs += played;
        payer.runs -= played;
        // The next eight runs in the order of play.
        let order = spread(owner.runs as u64) | spread(payer.runs as u64) << 8;
        // The highest bit of a byte says whether the next run has the number cards for its debt.
        let debts = (order >> 6) & (SEVEN * 3);
        let numbers = (order >> 8) & (SEVEN * 0x3F);
        let paid = (numbers + SEVEN * 0x7F - debts) & (SEVEN * 0x80);
        if paid == 0 {
            return self.long_trick(owner, payer);
        }
        let bits = paid.trailing_zeros() + 1;
        let runs = bits / 8;
        let (owner_left, payer_left) = (owner.without((runs + 1) / 2), payer.without(runs / 2));
        if (owner_left.payments | payer_left.payments) >> 31 != 0 {
            return self.long_trick(owner, payer);
        }
        let (mut taker, mut loser) = swap_if(runs % 2 == 0, owner_left, payer_left);
        let pile = order & ((1 << bits) - 1);
        let debt = (order >> (bits - 2) & 3) + 1;
        taker.runs += u128::from(pile | debt << bits) << (8 * taker.payments);
        taker.payments += runs;
        loser.runs -= u128::from(debt);
        self.leader = taker;
        self.follower = loser;
        self.cards += (runs + number_cards(pile) + debt as u32) as i32;
        self.tricks += 1;
        true
    }

    /// Plays any trick run by run, from its first payment card on.
    #[cold]
    fn long_trick(&mut self, mut owner: Hand, mut payer: Hand) -> bool {
        if self.follower == Hand::default() {
            return false; // The trick before was the last.
        }
        self.tricks += 1;
        let (mut pile, mut runs) = (0, 0);
        while owner.payments > 0 {
            let run = owner.runs & 0xFF;
            owner = owner.without(1);
            pile |= run << (8 * runs);
            runs += 1;
            let debt = (run >> 6) + 1;
            self.cards += 1 + (run & 0x3F) as i32;
            if debt <= payer.runs & 0x3F {
                pile |= debt.checked_shl(8 * runs).unwrap_or(0);
                owner.runs += pile << (8 * owner.payments);
                owner.payments += runs;
                payer.runs -= debt;
                self.cards += debt as i32;
                self.leader = owner;
                self.follower = payer;
                return true;
            }
            mem::swap(&mut owner, &mut payer);
        }
        self.cards += (owner.runs & 0x3F) as i32;
        false
    }

    /// Searches the tree of this deal for the deal with the most cards before this one.
    fn earliest(&self) -> Game {
        let (mut earliest, mut root) = (*self, *self);
        while root.tricks < AHEAD {
            root.trick();
        }
        let mut tree = vec![root];
        for _ in 0..TREE {
            let position = match tree.pop() {
                Some(position) => position,
                None => break,
            };
            // Of deals with as many cards, the given one comes first, then the last one visited.
            if position.cards <= earliest.cards.min(-1)
                && position.leader.size() == position.follower.size()
            {
                earliest = position;
            }
            position.undo_trick(&mut tree);
        }
        earliest
    }

    /// Appends all the positions one trick before this one, but none if the leader has all 16 payment
    /// cards: he keeps them, so the game ends soon and no tree has such a position.
    fn undo_trick(&self, found: &mut Vec<Game>) {
        if self.leader.payments == 0 {
            return;
        }
        let mut hands = [self.leader, self.follower];
        let last = hands[0].runs >> (8 * (hands[0].payments - 1));
        let debt = (last >> 6 & 3) + 1;
        if debt != last >> 8 {
            return;
        }
        // The debt goes back to its payer, then one payment card after the other to its owner.
        hands[0].runs -= debt << (8 * hands[0].payments);
        hands[1].runs += debt;
        let mut cards = self.cards - debt as i32;
        let mut owner = 0;
        for kept in (0..self.leader.payments).rev() {
            hands[0].payments -= 1;
            let run = hands[0].runs >> (8 * hands[0].payments);
            hands[0].runs -= run << (8 * hands[0].payments);
            let before = run & 0x3F;
            hands[owner].runs = hands[owner].runs << 8 | (run - before);
            hands[owner].payments += 1;
            cards -= 1;
            // The pile may start with any of the number cards before the payment card.
            for begin in 0..=before {
                let mut hands = hands;
                hands[0].runs += (before - begin) << (8 * hands[0].payments);
                hands[owner].runs += begin / 2;
                hands[1 - owner].runs += (begin + 1) / 2;
                let is_swapped = owner as u128 != begin % 2;
                let (leader, follower) = swap_if(is_swapped, hands[0], hands[1]);
                let (cards, tricks) = (cards - begin as i32, self.tricks - 1);
                found.push(Game { leader, follower, cards, tricks });
            }
            // It may start further back if these number cards do not pay the debt before them.
            if kept == 0 || before > hands[0].runs >> (8 * hands[0].payments - 2) {
                return;
            }
            hands[owner].runs += before;
            cards -= before as i32;
            owner = 1 - owner;
        }
    }
}

/// Swaps two hands or not, without a branch, which the cards would make unpredictable.
#[inline]
fn swap_if(swap: bool, one: Hand, other: Hand) -> (Hand, Hand) {
    let hands = [one, other];
    (hands[usize::from(swap)], hands[usize::from(!swap)])
}

/// Moves the lower four of eight bytes apart, with a zero byte above each.
fn spread(runs: u64) -> u64 {
    let runs = runs & 0xFFFF_FFFF;
    let runs = (runs | runs << 16) & 0x0000_FFFF_0000_FFFF;
    (runs | runs << 8) & 0x00FF_00FF_00FF_00FF
}

impl fmt::Display for Game {
    /// Prints both hands, the leader's first.
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        for (start, hand) in &[("", self.leader), ("/", self.follower)] {
            text.write_str(start)?;
            for (at, run) in (0..).zip(&hand.runs.to_le_bytes()) {
                let payment = ["J", "Q", "K", "A"][usize::from(run >> 6)];
                let payment = if at < hand.payments { payment } else { "" };
                write!(text, "{}{payment}", "-".repeat(usize::from(run & 0x3F)))?;
            }
        }
        Ok(())
    }
}

/// Plays a deal card by card, straight from the rules. Returns whether the game is a loop, and its
/// cards and tricks up to the end or the first repeat.
fn replay(deal: &str) -> (bool, i32, i32) {
    // A card is its debt, 0 for a number card.
    let debt = |card| "-JQKA".find(card).unwrap_or(0);
    let hand = |cards: &str| cards.chars().map(debt).collect();
    let mut hands: Vec<VecDeque<usize>> = deal.split('/').map(hand).collect();
    let (mut leader, mut cards, mut tricks) = (0, 0, 0);
    let mut seen = HashSet::new();
    while hands.iter().all(|hand| !hand.is_empty()) {
        if !seen.insert((leader, hands.clone())) {
            return (true, cards, tricks);
        }
        let (mut player, mut debt, mut pile) = (leader, 0, Vec::new());
        while let Some(card) = hands[player].pop_front() {
            cards += 1;
            pile.push(card);
            if card > 0 || debt == 0 {
                player = 1 - player;
                debt = card;
            } else if debt > 1 {
                debt -= 1;
            } else {
                break;
            }
        }
        // The player has paid the debt or has no card left: the other one takes the pile.
        leader = 1 - player;
        hands[leader].extend(pile);
        tricks += 1;
    }
    (false, cards, tricks)
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

    /// The position with these hands, the leader's first.
    fn position(text: &str) -> Game {
        let hand = |text: &str| {
            let kind = |card| "JQKA".find(card).unwrap_or(0) as Run * 0x40;
            let payments = text.match_indices(|card| card != '-').map(|(place, _)| 1 << place);
            Hand::new(&text.chars().map(kind).collect::<Vec<_>>(), payments.sum())
        };
        let (leader, follower) = text.split_once('/').unwrap();
        Game { leader: hand(leader), follower: hand(follower), ..Game::default() }
    }

    #[test]
    fn all_draws_are_equally_likely() {
        for &(limit, count, cases) in &[(6, 3, 120), (8, 3, 336), (5, 5, 120)] {
            let (mut random, mut times) = (Random::new(1), HashMap::new());
            for _ in 0..1000 * cases {
                let mut draws = vec![0; count];
                random.draw(limit, &mut draws);
                *times.entry(draws).or_insert(0) += 1;
            }
            assert_eq!(times.len(), cases);
            // Each case comes 1000 times, with a standard deviation of 32.
            assert!(times.values().all(|times| (850..1150).contains(times)), "{limit}");
        }
    }

    #[test]
    fn a_block_is_answered_with_its_longest_game_or_a_loop() {
        // Games of 199 and 200 tricks, and the longest one that leads into the second.
        let short = "K-A--A---J--KJAQ-A--JK----/-------Q---Q---J---KQ-----";
        let extended = "-------KJ-A-----KAK------Q/-Q--Q-----J--Q---AK-J---JA";
        let longest = "--QA---A--Q--K--K---JA---J/-----JK---J--------K-QQ--A";
        // A game to which the tree adds nothing, though it has another deal with as many cards.
        let tie = "----Q---K--QJ---------Q---/-KJQAA-----------KJK-A-J-A";
        // A game that never ends, found by Brayden Casella in 2024.
        let endless = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA";
        for (deals, figures, expected, counted) in [
            (vec![short], "cards: 1569, tricks: 199", short, 1569),
            (vec![short, extended, short], "cards: 1682, tricks: 231", longest, 1682),
            (vec![tie], "cards: 1568, tricks: 209", tie, 1568),
            (vec![short, endless], "loop, cards: 474, tricks: 66", endless, 0),
        ] {
            let expected = format!("{figures}, deal: {expected}");
            assert_eq!(answer(deals.into_iter().map(position)), (expected, counted));
        }
    }

    #[test]
    fn the_cards_and_tricks_are_those_of_the_replay() {
        let mut random = Random::new(2);
        let mut deals: Vec<Game> = (0..20_000).map(|_| random.deal()).collect();
        // One hand has all payment cards.
        let all = ["----------JJJJQQQQKKKKAAAA", "--------------------------"];
        deals.extend([position(&all.join("/")), position(&format!("{}/{}", all[1], all[0]))]);
        for deal in deals {
            let mut game = deal;
            while game.trick() {}
            let earliest = if game.tricks > AHEAD { deal.earliest() } else { deal };
            for start in [deal, earliest] {
                let played = (false, game.cards - start.cards, game.tricks - start.tricks);
                assert_eq!(played, replay(&start.to_string()), "{start}");
            }
        }
    }

    #[test]
    fn a_repeat_of_the_hands_with_the_other_leader_is_no_loop() {
        assert_eq!(replay("-J-/--J-"), (false, 13, 3));
    }

    #[test]
    fn a_trick_is_undone_in_every_way_and_in_no_other() {
        for &(size, names) in &[(2, "-JQKA"), (3, "-JQKA"), (5, "-JQKA"), (8, "-JQ")] {
            let longer =
                |text: &String| names.chars().map(|name| format!("{text}{name}")).collect();
            let mut texts = vec![String::new()];
            for _ in 0..size {
                texts = texts.iter().flat_map::<Vec<_>, _>(longer).collect();
            }
            for (text, cut) in texts.iter().flat_map(|text| (1..size).map(move |cut| (text, cut))) {
                let before = position(&format!("{}/{}", &text[..cut], &text[cut..]));
                let (mut after, mut found) = (before, Vec::new());
                if after.trick() {
                    after.undo_trick(&mut found);
                    let times = found.iter().filter(|&&found| found == before).count();
                    assert_eq!(times, 1, "{before}");
                }
                found.clear();
                before.undo_trick(&mut found);
                for undone in found {
                    let mut after = undone;
                    assert!(after.trick() && after == before, "{undone}");
                }
            }
        }
    }
}
