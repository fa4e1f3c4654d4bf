//! # Camicia
//!
//! The problem: <https://exercism.org/tracks/rust/exercises/camicia>. The game is a cousin of
//! beggar-my-neighbour.
//!
//! ## The task
//!
//! Does a game end, and after how many cards and tricks?
//!
//! Two players take turns to play their top card on a pile. A number card passes the turn. A
//! payment card puts the other player in debt: 1 card for a jack, 2 for a queen, 3 for a king, 4
//! for an ace. If he plays a payment card while he pays, the debt is void and the first player owes
//! the new one. A debt that is paid ends the trick: the pile goes under the hand of the player who
//! made the debt, in the order in which it was played, and he leads next. Hand A leads first. A
//! player who must play and has no card loses the pile too. The game ends after a trick that leaves
//! all cards in one hand. It is a loop if a trick begins in the same position as an earlier one:
//! the same hands, with all number cards taken as alike, and the same leader.
//!
//! ## Input and output
//!
//! Input: a game is two hands, A's then B's, each from its top card. A line break or a `/` ends a
//! hand. Blank lines are skipped, so hand B may stand on the line after a `/`. Cards are `2` to
//! `9`, `10` or `T`, `J Q K A` in either case, and `-` for any number card. Blanks between cards
//! are optional. You can paste hands with their labels, lists and quotes: text before a colon is a
//! label and is skipped, a list `[..]` is one hand, even across lines, and other punctuation counts
//! as blank. A line that starts with `#` or `Game` is skipped too.
//!
//! Output: for each game a line with its status, and the cards and tricks that were played up to
//! its end or its first repeat.
//!
//! ```text
//! $ printf '%s\n' '2 A 7 8 Q 10' '3 4 5 6 K 9 J' 'J-- / -J-' | camicia
//! status: "finished", cards: 13, tricks: 1
//! status: "loop", cards: 8, tricks: 3
//! ```
//!
//! ## The idea
//!
//! Number cards are counted, not played one by one. A run is a payment card with the number cards
//! that follow it. A hand is the count of the number cards on top and a queue of runs. To play a
//! run, compare the number cards on top of the payer's hand with the debt: either they pay it, or
//! he plays them all and then his next run. After the trick, append the runs of the pile to the
//! queue of the player who takes it. The number cards before the first of them lengthen his last
//! run.
//!
//! **Loops.** A game that never ends comes back to every position from the first one in which both
//! players have taken a trick. So keep one such position and compare it with all that follow:
//! either it comes back, which gives the period, or the game ends. The first repeat may be of an
//! earlier position. To find it, play two games from the deal, one of them a period ahead, until
//! they agree.
//!
//! **Proof.** The loser of a trick plays at least the card that ends it. So in a game that never
//! ends, both players win tricks again and again, and between tricks both hold payment cards. Call
//! a payment card followed by as many number cards as its debt a paid debt. The hand of a player
//! who has won a trick ends in a paid debt. It still does after tricks that he loses, because cards
//! leave a hand at the top and his last payment card stays.
//!
//! Now undo a trick, given that both hands end in paid debts before and after it. The pile is the
//! end of the winner's hand, but where does it start? A paid debt ends a trick, so the pile has
//! only one, at its end. If the cards before the pile, which the winner had left, include a payment
//! card, they end in a paid debt: the last one of his hand but one. If not, his hand has no other
//! paid debt. Then the payment card that won the trick was his last, and he had left the number
//! cards that followed it: as many as its debt. So the pile is known in both cases, and with it who
//! played each card and who led. Since each of these positions has only one of them before it, no
//! path of them enters a loop from outside: the first one is in the loop itself.
//!
//! **The leader** is part of the position. In the smallest games that show it, of seven cards, both
//! hands come back with the other leader, and the game ends:
//!
//! ```text
//! $ echo '-J- / --J-' | camicia
//! status: "finished", cards: 13, tricks: 3
//! ```
//!
//! After two tricks and seven cards the hands are `-J-` and `--J-` again, but B leads. Only the two
//! games that are a period apart need no comparison of leaders. If their hands agree, each player
//! has won a trick in between, or his hand would have shrunk. So both hands end in paid debts, both
//! games are in the loop, and a period apart they have the same leader.
//!
//! ## Cost
//!
//! A trick takes time in proportion to its payment cards, about 2 on average. A random game of 52
//! cards (255 cards, 35 tricks) takes about 1.8 microseconds, reading and printing included; one of
//! n cards plays about n * n / 10 of them, some 150 million a second. A loop of any length needs
//! memory for two more positions.
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

/// A payment card and the number cards that follow it. The lowest two bits are the debt less one,
/// the others count the number cards.
type Run = u32;

/// One number card in a run.
const NUMBER: Run = 4;

/// Reads hands, and plays each game when both are complete.
#[derive(Default)]
struct Games {
    reader: Reader,
    /// The hands of the game that is being read.
    hands: [Dealt; 2],
    /// The hand that is being read.
    next: usize,
    /// The last game. The next one uses its memory.
    game: Game,
}

/// A hand as it is read.
#[derive(Default)]
struct Dealt {
    /// All runs but the last. The first has no payment card: it is the number cards on top.
    runs: Vec<Run>,
    last: Run,
}

impl Dealt {
    fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.last == 0
    }

    fn push_payment(&mut self, debt: u32) {
        self.runs.push(mem::replace(&mut self.last, debt - 1));
    }
}

impl Program for Games {
    const NAME: &'static str = "camicia";
    const USAGE: &'static str = "usage: camicia < HANDS > ENDS";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let is_card = |word: &[u8]| Games::default().add(word, word).is_ok();
        // Nearly always: no lists, labels or quotes. Without this case, plain hands take 1.31 to
        // 1.44 times the CPU time.
        let is_plain = |&byte: &u8| PLAIN[usize::from(byte)];
        if self.reader.open.is_empty() && line.iter().all(is_plain) {
            for part in line.split_inclusive(|&byte| byte == b'/') {
                let text = part.strip_suffix(b"/");
                self.add(text.unwrap_or(part), line)?;
                if !self.hands[self.next].is_empty() {
                    self.end_hand(output)?;
                } else if text.is_some() {
                    // An empty hand: only the reader's error is still needed.
                    return self.reader.line(line, is_card, &mut |_, _| Ok(()));
                }
            }
            self.reader.line += 1;
            return Ok(());
        }
        let mut reader = mem::take(&mut self.reader);
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

/// Whether each byte is part of a card, a blank or a `/`.
static PLAIN: [bool; 256] = {
    let bytes = b"0123456789AaJjKkQqTt -/\t\r";
    let mut table = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

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
                b'J' | b'j' => hand.push_payment(1),
                b'Q' | b'q' => hand.push_payment(2),
                b'K' | b'k' => hand.push_payment(3),
                b'A' | b'a' => hand.push_payment(4),
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

    /// Ends the hand that is being read. Plays the game if it was hand B.
    fn end_hand(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let hand = &mut self.hands[self.next];
        hand.runs.push(mem::replace(&mut hand.last, 0));
        self.next = 1 - self.next;
        if self.next == 1 {
            return Ok(());
        }
        let status = if self.game.is_loop(&self.hands) { "loop" } else { "finished" };
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

/// A hand as it is played from.
#[derive(Clone, Default, PartialEq)]
struct Hand {
    /// The number cards on top.
    numbers: u32,
    /// The cards from the first payment card on.
    runs: VecDeque<Run>,
}

impl Game {
    /// Plays a game to its end or its first repeat. Returns whether it is a loop.
    fn is_loop(&mut self, deal: &[Dealt; 2]) -> bool {
        self.deal(deal);
        // Hardly any game is longer than 1024 tricks. To watch from the start takes 10 % longer.
        let period = match self.period(1024) {
            None => return false,
            Some(period) => period,
        };
        let mut behind = Game::default();
        behind.deal(deal);
        self.deal(deal);
        for _ in 0..period {
            self.trick();
        }
        while self.hands != behind.hands {
            self.trick();
            behind.trick();
        }
        true
    }

    /// Deals both hands.
    fn deal(&mut self, deal: &[Dealt; 2]) {
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

    /// Plays `unwatched` tricks, at least one, then on until a position comes back. Returns the
    /// period in tricks, or `None` if the game ends.
    fn period(&mut self, unwatched: u64) -> Option<u64> {
        for _ in 0..unwatched {
            self.trick()?;
        }
        // When the leader changes, both players have taken a trick.
        let leader = self.leader;
        while self.leader == leader {
            self.trick()?;
        }
        let (leader, hands, start) = (self.leader, self.hands.clone(), self.tricks);
        loop {
            self.trick()?;
            if self.hands == hands && self.leader == leader {
                return Some(self.tricks - start);
            }
        }
    }

    /// Plays one trick. Returns `None` if the game is over after it.
    fn trick(&mut self) -> Option<()> {
        let hands = &mut self.hands;
        let leader = self.leader;
        self.tricks += 1;
        // The players play number cards in turn until one of them has no more on top. He owns the
        // first payment card.
        let leader_has_more = hands[leader].numbers > hands[1 - leader].numbers;
        let mut owner = leader ^ usize::from(leader_has_more);
        let own = hands[owner].numbers;
        let answers = own + u32::from(leader_has_more);
        hands[1 - owner].numbers -= answers;
        self.cards += u64::from(own + answers);
        // Each run makes a debt, until the other player has the number cards to pay it.
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

    #[test]
    fn the_position_that_is_kept_is_in_the_loop() {
        // `J/----------Q` and `---------------J-----/JJ`, as they are read. In the first game A
        // wins the first tricks, in the second B. The positions of these tricks never come back.
        for (runs, period) in [
            ([vec![0, 0], vec![10 * NUMBER, 1]], 2),
            ([vec![15 * NUMBER, 5 * NUMBER], vec![0, 0, 0]], 20),
        ] {
            let deal = runs.map(|runs| Dealt { runs, last: 0 });
            for unwatched in 1..100 {
                let mut game = Game::default();
                game.deal(&deal);
                assert_eq!(game.period(unwatched), Some(period), "{unwatched}");
            }
        }
    }
}
