//! # Camicia
//!
//! The problem: <https://exercism.org/tracks/rust/exercises/camicia>. Camicia is a cousin of
//! beggar-my-neighbour: a game of two hands that leaves the players no choice at all.
//!
//! ## The task
//!
//! Does a game end, and after how many cards and tricks?
//!
//! In turn the players put their top card on a pile. A number card only passes the turn. A payment
//! card makes a debt for the other player: 1 card for a jack, 2 for a queen, 3 for a king, 4 for an
//! ace. If he turns up a payment card while he pays, the debt is forgotten and a new one is made,
//! for the first player. A debt that is paid ends the round, a trick: the pile goes under the hand
//! of the player who made the debt, in the order in which it was played, and he leads next. Hand A
//! leads first. A player who has to put down a card and has none loses the pile too. The game ends
//! when after a trick one player has all the cards; or it is a loop, as soon as a round begins in
//! the position of an earlier one. What a number card's number is does not matter.
//!
//! ## Input and output
//!
//! Input: a game is two hands, A's then B's, the top card first. A line break or a `/` ends a hand;
//! blank lines are skipped, so hand B may stand on the line after a `/`. Cards are `2` to `9`, `10`
//! or `T`, `J Q K A`, and `-` for any number card; either case will do. Blanks between them may be
//! left out. You can paste hands with their labels, quotes and lists: what stands before a colon
//! is skipped, a list `[..]` is a hand, however it is broken, and other punctuation counts as
//! blank. A line that begins with `#` is a comment, one that begins with `Game` a title.
//!
//! Output: a line a game, whether it ends, and the cards and the tricks that were played up to
//! there or to the first repeat.
//!
//! ```text
//! $ printf '%s\n' '2 A 7 8 Q 10' '3 4 5 6 K 9 J' 'J-- / -J-' | camicia
//! status: "finished", cards: 13, tricks: 1
//! status: "loop", cards: 8, tricks: 3
//! ```
//!
//! ## The idea
//!
//! Number cards are never touched one by one. A hand is kept as the number cards on its top and a
//! queue of runs, each a payment card and how many number cards follow it. A step of a trick
//! compares the number cards on top of the payer's hand with his debt: either it is paid, or his
//! next run makes a new one. Then the runs of the pile are appended to the taker's queue; the
//! number cards from before the first payment card lengthen the run before.
//!
//! A loop is found in constant memory by Brent's algorithm. Hardly any game lasts 1024 tricks, so
//! the first 1024 are not watched. Then one position is kept and compared with those that follow;
//! after 1024 tricks another, for twice as long, until one comes back: that tells the period. Two
//! games from the deal on, one a period ahead of the other, first agree at the first repeat. To
//! compare two positions costs next to nothing: nearly always the number cards on top or the
//! numbers of payment cards differ.
//!
//! ### Why a position holds the leader
//!
//! The same two hands again are not yet a loop: what follows depends on who leads. In the smallest
//! games that show it, of seven cards, both hands come back with the other leader, and the game
//! ends:
//!
//! ```text
//! $ echo '-J- / --J-' | camicia
//! status: "finished", cards: 13, tricks: 3
//! ```
//!
//! After two tricks and seven cards the hands are `-J-` and `--J-` again; but now B leads.
//!
//! ## Cost
//!
//! A trick takes time in proportion to its payment cards, about 2 on average. A random game of 52
//! cards (255 cards, 35 tricks) takes about 1.8 microseconds, reading and printing included; one of
//! n cards plays about n * n / 10 of them, some 150 million a second.
//!
//! Run it with `cargo run --release --bin camicia < samples/camicia.in`.

use pasted::{Event, Reader};
use shell::{Program, Stop};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Games::default())
}

/// Reads hands; plays each game as soon as both are there.
#[derive(Default)]
struct Games {
    reader: Reader,
    /// The hands of the game that is being read.
    hands: [Dealt; 2],
    /// Which of them comes next.
    next: usize,
    /// The game that was played last. The next one uses its memory.
    game: Game,
}

/// A payment card and the number cards that follow it: how many they are in the upper bits, the
/// debt less one in the lowest two.
type Run = u32;

/// What one more number card adds to a run.
const NUMBER: Run = 4;

/// A hand as it is read.
#[derive(Default)]
struct Dealt {
    /// All runs but the last. The first has no payment card: it is the number cards on top.
    runs: Vec<Run>,
    /// The last run, to which number cards are still added.
    last: Run,
}

impl Dealt {
    fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.last == 0
    }

    /// Adds a payment card: it begins a new run.
    fn payment(&mut self, debt: u32) {
        self.runs.push(mem::replace(&mut self.last, debt - 1));
    }
}

impl Program for Games {
    const NAME: &'static str = "camicia";
    const USAGE: &'static str = "usage: camicia < HANDS > ENDS";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        // Nearly always: a line without lists, labels and quotes needs no more than `add`.
        let is_plain = |&byte: &u8| PLAIN[usize::from(byte)];
        if self.reader.open.is_empty() && !line.starts_with(b"Game") && line.iter().all(is_plain) {
            self.reader.line += 1;
            let mut at = 0;
            for part in line.split_inclusive(|&byte| byte == b'/') {
                at += part.len();
                let text = part.strip_suffix(b"/");
                self.add(text.unwrap_or(part), line)?;
                if !self.hands[self.next].is_empty() {
                    self.end_hand(output)?;
                } else if text.is_some() {
                    return Err(Stop::Error(format!(
                        "the hand before the / in column {at} is empty; expected a card"
                    )));
                }
            }
            return Ok(());
        }
        let mut reader = mem::take(&mut self.reader);
        let is_card = |word: &[u8]| Games::default().add(word, word).is_ok();
        let result = reader.line(line, is_card, &mut |_, event| match event {
            Event::Word(word) => self.add(word, line),
            Event::EndRow => Ok(self.end_hand(output)?),
            Event::Colon => Ok(()),
        });
        self.reader = reader;
        result
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        self.reader.end()?;
        match self.next {
            0 => Ok(()),
            _ => Err(Stop::Error(
                "hand B is missing; expected its cards after a / or on the next line".to_string(),
            )),
        }
    }
}

/// The bytes of hands that need no other reading: cards, blanks and `/`.
static PLAIN: [bool; 256] = plain(b"0123456789AaJjKkQqTt -/\t\r");

const fn plain(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
}

impl Games {
    /// Adds the cards of a part of a line to the hand that is being read.
    #[inline]
    fn add(&mut self, text: &[u8], line: &[u8]) -> Result<(), Stop> {
        let hand = &mut self.hands[self.next];
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                b' ' | b'\t' | b'\r' => {}
                b'2'..=b'9' | b'T' | b't' | b'-' => hand.last += NUMBER,
                b'J' | b'j' => hand.payment(1),
                b'Q' | b'q' => hand.payment(2),
                b'K' | b'k' => hand.payment(3),
                b'A' | b'a' => hand.payment(4),
                b'1' if text.get(at + 1) == Some(&b'0') => {
                    hand.last += NUMBER;
                    at += 1;
                }
                _ => {
                    let column = text.as_ptr() as usize - line.as_ptr() as usize + at + 1;
                    let expected = "2 to 9, 10 or T, J, Q, K, A, or - for any number";
                    let what = format!("a card (column {column}): expected {expected}");
                    // A character beyond ASCII has several bytes.
                    let more = text[at + 1..].iter().take_while(|byte| !byte.is_ascii());
                    return Err(shell::unexpected(&text[at..at + 1 + more.count()], &what));
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// Ends the hand that is being read; plays the game if it was hand B.
    fn end_hand(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let hand = &mut self.hands[self.next];
        hand.runs.push(mem::replace(&mut hand.last, 0));
        self.next = 1 - self.next;
        if self.next == 1 {
            return Ok(());
        }
        let status = self.game.play(&self.hands);
        for hand in &mut self.hands {
            hand.runs.clear();
        }
        let Game { cards, tricks, .. } = self.game;
        writeln!(output, "status: \"{status}\", cards: {cards}, tricks: {tricks}")
    }
}

/// A game between two tricks.
#[derive(Default)]
struct Game {
    hands: [Hand; 2],
    leader: usize,
    /// The runs of the pile, empty between tricks.
    pile: Vec<Run>,
    /// The cards and the tricks that have been played.
    cards: u64,
    tricks: u64,
}

impl Game {
    /// Plays a game to its end or to its first repeat. Tells which.
    fn play(&mut self, deal: &[Dealt; 2]) -> &'static str {
        self.start(deal);
        let period = match self.period(1024) {
            None => return "finished",
            Some(period) => period,
        };
        let mut behind = Game::default();
        behind.start(deal);
        self.start(deal);
        for _ in 0..period {
            self.trick();
        }
        while !self.is_at(behind.leader, &behind.hands) {
            self.trick();
            behind.trick();
        }
        "loop"
    }

    /// Deals both hands.
    fn start(&mut self, deal: &[Dealt; 2]) {
        for (hand, dealt) in self.hands.iter_mut().zip(deal) {
            hand.numbers = dealt.runs[0] / NUMBER;
            hand.runs.clear();
            hand.runs.extend(&dealt.runs[1..]);
        }
        self.leader = 0;
        self.pile.clear();
        self.cards = 0;
        self.tricks = 0;
    }

    /// Whether this is the position of a leader and hands, all that the rest of a game depends on.
    fn is_at(&self, leader: usize, hands: &[Hand; 2]) -> bool {
        // The sizes first: hands that differ there can be alike for a long way.
        let sizes = |hands: &[Hand; 2]| [0, 1].map(|i| (hands[i].numbers, hands[i].runs.len()));
        self.leader == leader && sizes(&self.hands) == sizes(hands) && self.hands == *hands
    }

    /// Lets `watch` tricks pass, keeps a position for as many more, the next for twice as many, and
    /// so on, until one comes back. Tells after how many tricks; `None` if the game ends. This is R. P. Brent's, from
    /// "An improved Monte Carlo factorization algorithm", 1980.
    fn period(&mut self, mut watch: u64) -> Option<u64> {
        for _ in 0..watch {
            self.trick()?;
        }
        loop {
            let (leader, hands) = (self.leader, self.hands.clone());
            for tricks in 1..=watch {
                self.trick()?;
                if self.is_at(leader, &hands) {
                    return Some(tricks);
                }
            }
            watch *= 2;
        }
    }

    /// Plays one trick; `None` if the game is over after it.
    fn trick(&mut self) -> Option<()> {
        let hands = &mut self.hands;
        let leader = self.leader;
        self.tricks += 1;
        // Number cards in turn, until the first player has none left above his other cards.
        let leader_has_more = hands[leader].numbers > hands[1 - leader].numbers;
        // Whoever makes the debt; the other one pays.
        let mut owner = leader ^ usize::from(leader_has_more);
        let own = hands[owner].numbers;
        let answers = own + u32::from(leader_has_more);
        hands[1 - owner].numbers -= answers;
        self.cards += u64::from(own + answers);
        // Payment cards and what is paid for each.
        loop {
            let run = hands[owner].runs.pop_front()?;
            hands[owner].numbers = run / NUMBER;
            let debt = run % NUMBER + 1;
            let paid = debt.min(hands[1 - owner].numbers);
            hands[1 - owner].numbers -= paid;
            self.cards += u64::from(1 + paid);
            self.pile.push(paid * NUMBER + run % NUMBER);
            if paid == debt {
                break;
            }
            owner = 1 - owner;
        }
        // The pile goes under the hand of its owner, and he leads.
        match hands[owner].runs.back_mut() {
            Some(run) => *run += (own + answers) * NUMBER,
            None => hands[owner].numbers += own + answers,
        }
        for run in self.pile.drain(..) {
            hands[owner].runs.push_back(run);
        }
        self.leader = owner;
        let payer = &hands[1 - owner];
        (payer.numbers > 0 || !payer.runs.is_empty()).then_some(())
    }
}

/// A hand as it is played from.
#[derive(Clone, Default, PartialEq)]
struct Hand {
    /// The number cards on top.
    numbers: u32,
    /// All cards from the first payment card on.
    runs: VecDeque<Run>,
}

/// Splits input into rows of words as people paste it: comments, titles, labels, lists and quotes.
/// Each file that reads cards so carries the same copy.
mod pasted {
    use super::shell::Stop;

    /// What stands in the input.
    pub enum Event<'a> {
        /// A word that is to be a card or several.
        Word(&'a [u8]),
        /// A colon with no label before it: the row is a column.
        Colon,
        /// The end of a row that has a word.
        EndRow,
    }

    /// Where the input has been read up to.
    #[derive(Default)]
    pub struct Reader {
        /// The number of the current line.
        pub line: u64,
        /// The lines of the lists that are open, the outermost first.
        pub open: Vec<u64>,
        /// Whether the current row has a word.
        in_row: bool,
        /// Whether the last mark opened a list that has no word yet.
        is_fresh: bool,
    }

    impl Reader {
        /// Takes the next line and passes on what stands in it.
        pub fn line(
            &mut self,
            line: &[u8],
            is_card: fn(&[u8]) -> bool,
            take: &mut dyn FnMut(u64, Event) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            self.line += 1;
            if is_comment(line) {
                return Ok(());
            }
            let error = |what: &str| Err(Stop::Error(what.to_string()));
            // Whether this is a line of foundations or cells, and whether a `]` ended the last row.
            let (mut is_skipped, mut is_closed) = (false, false);
            let mut at = 0;
            for part in line.split_inclusive(|byte| b"[]:/".contains(byte)) {
                at += part.len();
                let (mark, text) = match part.split_last() {
                    Some((mark, text)) if b"[]:/".contains(mark) => (*mark, text),
                    _ => (b'\n', part),
                };
                let words = || text.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
                if mark == b':' {
                    let label = words().collect::<Vec<_>>().join(&b' ').to_ascii_lowercase();
                    if label.is_empty() {
                        take(self.line, Event::Colon)?;
                    } else if words().all(is_card) {
                        return error("cards before a colon; expected a label that reads as none");
                    }
                    is_skipped =
                        [&b"foundations"[..], b"founds", b"freecells"].contains(&&label[..]);
                    continue;
                }
                if is_skipped && !words().all(is_vacant) {
                    return error("a game in progress; expected a board as it was dealt");
                }
                if !is_skipped {
                    if has_empty_quotes(text) {
                        return error("an empty list; expected a card");
                    }
                    for word in words() {
                        take(self.line, Event::Word(word))?;
                        self.in_row = true;
                        self.is_fresh = false;
                        is_closed = false;
                    }
                }
                match mark {
                    b'[' if self.in_row => {
                        return error("a [ behind a card; expected a line break")
                    }
                    b'[' => {
                        self.open.push(self.line);
                        self.is_fresh = true;
                        continue;
                    }
                    b']' if self.open.pop().is_none() => {
                        return error("a ] without its [; expected a list");
                    }
                    b']' if self.is_fresh && !is_skipped => {
                        return error("an empty list; expected a card");
                    }
                    b'/' if !self.in_row && !is_closed => {
                        return error(&format!(
                            "the hand before the / in column {at} is empty; expected a card"
                        ));
                    }
                    b'\n' if !self.open.is_empty() => continue,
                    _ => {}
                }
                self.is_fresh = false;
                is_closed = mark == b']' && (self.in_row || is_closed);
                if self.in_row {
                    self.in_row = false;
                    take(self.line, Event::EndRow)?;
                }
            }
            Ok(())
        }

        /// Takes the end of the input.
        pub fn end(&self) -> Result<(), Stop> {
            match self.open.first() {
                None => Ok(()),
                Some(line) => Err(Stop::ErrorIn(
                    *line,
                    "the list that begins here is never closed; expected a ]".to_string(),
                )),
            }
        }
    }

    /// Whether a line is a comment or a title.
    pub fn is_comment(line: &[u8]) -> bool {
        let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
        first == Some(&b'#') || line.starts_with(b"Game")
    }

    /// White space and the punctuation that means no more.
    fn is_blank(byte: u8) -> bool {
        byte.is_ascii_whitespace() || b",;\"'(){}<>".contains(&byte)
    }

    /// Whether a word says that nothing lies on a foundation or in a cell: `H-0` or dashes.
    fn is_vacant(word: &[u8]) -> bool {
        word.iter().all(|&byte| byte == b'-') || word.len() == 3 && word.ends_with(b"-0")
    }

    /// Whether a text has quotes with nothing between them.
    fn has_empty_quotes(text: &[u8]) -> bool {
        b"\"'".iter().any(|quote| {
            let pieces: Vec<&[u8]> = text.split(|byte| byte == quote).collect();
            let quoted = pieces[..pieces.len() - 1].iter().skip(1).step_by(2);
            quoted.clone().any(|piece| piece.iter().all(u8::is_ascii_whitespace))
        })
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

    /// What is printed for some lines, the end of the input included, and why it stopped.
    fn run(lines: &[&str]) -> (String, Result<(), Stop>) {
        let mut games = Games::default();
        let mut output = Vec::new();
        let mut ended = lines.iter().try_for_each(|line| games.line(line.as_bytes(), &mut output));
        if ended == Ok(()) {
            ended = games.end(&mut output);
        }
        (String::from_utf8_lossy(&output).into_owned(), ended)
    }

    #[test]
    fn one_game_in_many_spellings() {
        let end = "status: \"finished\", cards: 13, tricks: 1\n";
        for lines in [
            &["2 A 7 8 Q 10", "", "3 4 5 6 K 9 J\r"][..],
            &["-a--qt/", " \t", "3456k9j"],
            &["[\"2\", \"A\", \"7\", \"8\", \"Q\", \"10\"],", "[\"3\",4,5,6,\"K\",9,\"J\"]/"],
        ] {
            assert_eq!(run(lines), (end.to_string(), Ok(())), "{lines:?}");
        }
    }

    #[test]
    fn a_period_is_found_however_late_and_long() {
        // `-J-----J/--J-----J--J----`, as it is read. Its period is more than 1, 2, 4 .. tricks.
        let deal = [
            Dealt { runs: vec![NUMBER, 5 * NUMBER, 0], last: 0 },
            Dealt { runs: vec![2 * NUMBER, 5 * NUMBER, 2 * NUMBER, 4 * NUMBER], last: 0 },
        ];
        for watch in [1, 2, 50, 1000] {
            let mut game = Game::default();
            game.start(&deal);
            assert_eq!(game.period(watch), Some(70), "{watch}");
        }
    }
}
