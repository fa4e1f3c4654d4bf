//! # Camicia, step by step
//!
//! The problem: <https://exercism.org/tracks/rust/exercises/camicia>. This program reads the same
//! input as `camicia` and shows the whole game, for whoever wants to see where an answer comes
//! from.
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
//! the position of an earlier one: the same hands, all number cards taken as alike, and the same
//! leader.
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
//! Output: a table in Markdown, as in the task: a row for each round as it begins and for each
//! card put down, with both hands, the pile and who still has to pay how many cards. An empty cell
//! is no card. Below it, for a loop, the round whose position has come back; last the line that
//! `camicia` prints.
//!
//! ```text
//! $ echo 'J 2 3 / 4 J 5' | camicia_trace
//! | Round | Player A | Player B | Pile  | Penalty Due |
//! | ----- | -------- | -------- | ----- | ----------- |
//! | 1     | J 2 3    | 4 J 5    |       |             |
//! | 1     | 2 3      | 4 J 5    | J     | Player B: 1 |
//! | 1     | 2 3      | J 5      | J 4   |             |
//! | 2     | 2 3 J 4  | J 5      |       |             |
//! | 2     | 3 J 4    | J 5      | 2     |             |
//! | 2     | 3 J 4    | 5        | 2 J   | Player A: 1 |
//! | 2     | J 4      | 5        | 2 J 3 |             |
//! | 3     | J 4      | 5 2 J 3  |       |             |
//! | 3     | J 4      | 2 J 3    | 5     |             |
//! | 3     | 4        | 2 J 3    | 5 J   | Player B: 1 |
//! | 3     | 4        | J 3      | 5 J 2 |             |
//! | 4     | 4 5 J 2  | J 3      |       |             |
//!
//! Round 4 begins as round 2 did.
//!
//! status: "loop", cards: 8, tricks: 3
//! ```
//!
//! ## The idea
//!
//! The rules are followed to the letter, card by card, with a list of all positions so far. Nothing
//! of the game is shared with `camicia`, so that each program checks the other.
//!
//! ## Cost
//!
//! Each game is played twice: once to measure the columns, once to show them. A row takes about a
//! microsecond and a position of the list a byte a card, so this is for games that somebody reads.
//!
//! Run it with `cargo run --release --bin camicia_trace < samples/camicia.in`.

use pasted::{Event, Reader};
use shell::{Program, Stop};
use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::mem;
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Trace::default())
}

/// A card: its letter or digit, `T` for a ten.
type Card = u8;

/// A hand or the pile, from the first card to the last.
type Cards = VecDeque<Card>;

/// Reads hands; plays each game as soon as both are there.
#[derive(Default)]
struct Trace {
    reader: Reader,
    /// The hand that is being read.
    hand: Cards,
    /// Hand A, once it is complete.
    hand_a: Option<Cards>,
}

impl Program for Trace {
    const NAME: &'static str = "camicia_trace";
    const USAGE: &'static str = "usage: camicia_trace < HANDS > GAMES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let mut reader = mem::take(&mut self.reader);
        let is_card = |word: &[u8]| parse_cards(word, word).is_ok();
        let result = reader.line(line, is_card, &mut |_, event| match event {
            Event::Word(word) => {
                self.hand.append(&mut parse_cards(word, line)?);
                Ok(())
            }
            Event::EndRow => Ok(self.end_hand(output)?),
            Event::Colon => Ok(()),
        });
        self.reader = reader;
        result
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        self.reader.end()?;
        match self.hand_a {
            None => Ok(()),
            Some(_) => Err(Stop::Error(
                "hand B is missing; expected its cards after a / or on the next line".to_string(),
            )),
        }
    }
}

/// Parses a word of cards that stands in a line.
fn parse_cards(word: &[u8], line: &[u8]) -> Result<Cards, Stop> {
    let mut cards = Cards::new();
    let mut bytes = word.iter().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        match byte.to_ascii_uppercase() {
            card @ (b'2'..=b'9' | b'T' | b'J' | b'Q' | b'K' | b'A' | b'-') => cards.push_back(card),
            b'1' if word[at + 1..].starts_with(b"0") => {
                cards.push_back(b'T');
                bytes.next();
            }
            _ => {
                let column = word.as_ptr() as usize - line.as_ptr() as usize + at + 1;
                let expected = "2 to 9, 10 or T, J, Q, K, A, or - for any number";
                let what = format!("a card (column {column}): expected {expected}");
                // A character beyond ASCII has several bytes.
                let more = word[at + 1..].iter().take_while(|byte| !byte.is_ascii());
                return Err(shell::unexpected(&word[at..at + 1 + more.count()], &what));
            }
        }
    }
    Ok(cards)
}

impl Trace {
    /// Ends the hand that is being read; shows the game if it was hand B.
    fn end_hand(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let hand = mem::take(&mut self.hand);
        match self.hand_a.take() {
            None => self.hand_a = Some(hand),
            Some(hand_a) => show([hand_a, hand], output)?,
        }
        Ok(())
    }
}

/// Shows a game: first how wide the columns are, then what stands in them.
fn show(hands: [Cards; 2], output: &mut dyn Write) -> io::Result<()> {
    let titles = ["Round", "Player A", "Player B", "Pile", "Penalty Due"].map(str::to_string);
    let mut widths = titles.clone().map(|title| title.len());
    Game::new(hands.clone()).play(&mut |row: &Row| {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
        Ok(())
    })?;
    write_row(&titles, widths, output)?;
    write_row(&widths.map(|width| "-".repeat(width)), widths, output)?;
    let mut game = Game::new(hands);
    let repeated = game.play(&mut |row: &Row| write_row(row, widths, output))?;
    writeln!(output)?;
    let status = match repeated {
        None => "finished",
        Some(round) => {
            writeln!(output, "Round {} begins as round {round} did.\n", game.tricks + 1)?;
            "loop"
        }
    };
    writeln!(output, "status: \"{status}\", cards: {}, tricks: {}", game.cards, game.tricks)
}

/// The cells of a row: round, hand A, hand B, pile, debt.
type Row = [String; 5];

/// Writes a row of the table.
fn write_row(row: &Row, widths: [usize; 5], output: &mut dyn Write) -> io::Result<()> {
    for (cell, width) in row.iter().zip(widths) {
        write!(output, "| {cell:<width$} ")?;
    }
    writeln!(output, "|")
}

/// A game, after any card. Player 0 is A, player 1 is B.
struct Game {
    hands: [Cards; 2],
    pile: Cards,
    /// Whose turn it is.
    player: usize,
    /// How many cards he owes; none if number cards are put down in turn.
    debt: usize,
    cards: u64,
    tricks: u64,
}

impl Game {
    fn new(hands: [Cards; 2]) -> Game {
        Game { hands, pile: Cards::new(), player: 0, debt: 0, cards: 0, tricks: 0 }
    }

    /// Plays to the end, showing row by row. Returns the earlier round that a loop comes back to.
    fn play(&mut self, show: &mut dyn FnMut(&Row) -> io::Result<()>) -> io::Result<Option<u64>> {
        // Each position in which a round has begun, and that round.
        let mut seen = HashMap::new();
        loop {
            show(&self.row())?;
            if self.hands.iter().any(Cards::is_empty) {
                return Ok(None);
            }
            let round = self.tricks + 1;
            if let Some(earlier) = seen.insert(self.position(), round) {
                return Ok(Some(earlier));
            }
            self.round(show)?;
        }
    }

    /// Plays a round, up to the moment when a player has taken the pile.
    fn round(&mut self, show: &mut dyn FnMut(&Row) -> io::Result<()>) -> io::Result<()> {
        let taker = loop {
            let other = 1 - self.player;
            let card = match self.hands[self.player].pop_front() {
                None => break other,
                Some(card) => card,
            };
            self.pile.push_back(card);
            self.cards += 1;
            let was_last = self.debt == 1;
            if payment(card) > 0 {
                self.debt = payment(card);
                self.player = other;
            } else if self.debt > 0 {
                self.debt -= 1;
            } else {
                self.player = other;
            }
            show(&self.row())?;
            if was_last && self.debt == 0 {
                break other;
            }
        };
        self.hands[taker].append(&mut self.pile);
        self.player = taker;
        self.debt = 0;
        self.tricks += 1;
        Ok(())
    }

    /// What must come back for a loop: both hands, all number cards alike, and the leader.
    fn position(&self) -> ([Vec<Card>; 2], usize) {
        let alike = |hand: &Cards| {
            hand.iter().map(|&card| if payment(card) > 0 { card } else { b'-' }).collect()
        };
        ([alike(&self.hands[0]), alike(&self.hands[1])], self.player)
    }

    /// The game as a row of the table.
    fn row(&self) -> Row {
        let debt = match self.debt {
            0 => String::new(),
            cards => format!("Player {}: {cards}", ["A", "B"][self.player]),
        };
        let [hand_a, hand_b] = &self.hands;
        [(self.tricks + 1).to_string(), names(hand_a), names(hand_b), names(&self.pile), debt]
    }
}

/// How many cards the other player must pay for a card.
fn payment(card: Card) -> usize {
    match card {
        b'J' => 1,
        b'Q' => 2,
        b'K' => 3,
        b'A' => 4,
        _ => 0,
    }
}

/// Cards as they are shown.
fn names(cards: &Cards) -> String {
    let mut names = String::new();
    for &card in cards {
        if !names.is_empty() {
            names.push(' ');
        }
        match card {
            b'T' => names.push_str("10"),
            _ => names.push(char::from(card)),
        }
    }
    names
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
        let mut trace = Trace::default();
        let mut output = Vec::new();
        let mut ended = lines.iter().try_for_each(|line| trace.line(line.as_bytes(), &mut output));
        if ended == Ok(()) {
            ended = trace.end(&mut output);
        }
        (String::from_utf8_lossy(&output).into_owned(), ended)
    }

    #[test]
    fn a_pile_that_is_not_paid_for_goes_to_the_other() {
        let (shown, ended) = run(&["K / 10-"]);
        assert_eq!(ended, Ok(()));
        assert_eq!(
            shown,
            "| Round | Player A | Player B | Pile   | Penalty Due |\n\
             | ----- | -------- | -------- | ------ | ----------- |\n\
             | 1     | K        | 10 -     |        |             |\n\
             | 1     |          | 10 -     | K      | Player B: 3 |\n\
             | 1     |          | -        | K 10   | Player B: 2 |\n\
             | 1     |          |          | K 10 - | Player B: 1 |\n\
             | 2     | K 10 -   |          |        |             |\n\
             \n\
             status: \"finished\", cards: 3, tricks: 1\n"
        );
    }

    #[test]
    fn a_position_holds_the_leader() {
        // Round 3 begins with the hands of round 1, but B leads.
        let (shown, ended) = run(&["2J3", "45J6"]);
        assert_eq!(ended, Ok(()));
        assert!(shown.ends_with("\nstatus: \"finished\", cards: 13, tricks: 3\n"), "{shown}");
    }

    #[test]
    fn a_hand_must_have_cards() {
        for lines in [&["2"][..], &["2/"], &["2//3"], &["/2"], &["2", "[]"], &["\"\""]] {
            assert!(
                matches!(run(lines), (shown, Err(Stop::Error(_))) if shown.is_empty()),
                "{lines:?}"
            );
        }
    }
}
