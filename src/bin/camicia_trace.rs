//! # Camicia, step by step
//!
//! The problem: <https://exercism.org/tracks/rust/exercises/camicia>. This program reads the same
//! input as `camicia` and prints the whole game, so that you can see where an answer comes from.
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
//! Output: for each game a Markdown table like the one in the task. It has a row for the start of
//! each round and for each card played: the hands, the pile, and how many cards are still owed.
//! Below it follow, for a loop, the round whose position has come back, and the line that `camicia`
//! prints.
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
//! Follow the rules to the letter, card by card, and remember every position in which a round has
//! begun. This program shares no idea with `camicia`, so that each checks the other.
//!
//! ## Cost
//!
//! Each game is played twice: first to measure the columns, then to print them. A row takes about a
//! microsecond, and a remembered position takes a byte for each card.
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

/// A hand from its top card, or the pile from its first card.
type Cards = VecDeque<Card>;

/// Reads hands, and shows each game when both are complete.
#[derive(Default)]
struct Trace {
    reader: Reader,
    /// The hands of the game that is being read.
    hands: [Cards; 2],
    /// The hand that is being read.
    next: usize,
}

impl Program for Trace {
    const NAME: &'static str = "camicia_trace";
    const USAGE: &'static str = "usage: camicia_trace < HANDS > GAMES";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let mut reader = mem::take(&mut self.reader);
        let count = |word: &[u8]| parse_cards(word, word).map_or(0, |cards| cards.len());
        let result = reader.line(line, count, &mut |_, event| match event {
            Event::Word(word) => {
                self.hands[self.next].append(&mut parse_cards(word, line)?);
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
        match self.next {
            0 => Ok(()),
            _ => Err(Stop::Error(
                "hand B is missing; expected its cards after a / or on the next line".to_string(),
            )),
        }
    }
}

/// Parses a word of a line.
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
    /// Ends the hand that is being read. Shows the game if it was hand B.
    fn end_hand(&mut self, output: &mut dyn Write) -> io::Result<()> {
        self.next = 1 - self.next;
        match self.next {
            0 => show(mem::take(&mut self.hands), output),
            _ => Ok(()),
        }
    }
}

/// Prints the table of a game and its answer.
fn show(hands: [Cards; 2], output: &mut dyn Write) -> io::Result<()> {
    let titles = ["Round", "Player A", "Player B", "Pile", "Penalty Due"].map(str::to_string);
    let mut widths = titles.clone().map(|title| title.len());
    Game::new(hands.clone()).play(&mut |row| {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
        Ok(())
    })?;
    print(&titles, widths, output)?;
    print(&widths.map(|width| "-".repeat(width)), widths, output)?;
    let mut game = Game::new(hands);
    let repeated = game.play(&mut |row| print(row, widths, output))?;
    writeln!(output)?;
    let mut status = "finished";
    if let Some(round) = repeated {
        writeln!(output, "Round {} begins as round {round} did.\n", game.tricks + 1)?;
        status = "loop";
    }
    writeln!(output, "status: \"{status}\", cards: {}, tricks: {}", game.cards, game.tricks)
}

/// The cells of a row: round, hand A, hand B, pile, debt.
type Row = [String; 5];

/// Prints a row of the table.
fn print(row: &Row, widths: [usize; 5], output: &mut dyn Write) -> io::Result<()> {
    for (cell, width) in row.iter().zip(widths) {
        write!(output, "| {cell:<width$} ")?;
    }
    writeln!(output, "|")
}

/// A game after any card.
struct Game {
    hands: [Cards; 2],
    pile: Cards,
    /// Whose turn it is: 0 is A, 1 is B.
    player: usize,
    /// How many cards this player owes.
    debt: usize,
    /// The cards and the tricks that have been played.
    cards: u64,
    tricks: u64,
}

impl Game {
    fn new(hands: [Cards; 2]) -> Game {
        Game { hands, pile: Cards::new(), player: 0, debt: 0, cards: 0, tricks: 0 }
    }

    /// Plays the game and passes each row to `show`. Returns the round that a loop comes back to.
    fn play(&mut self, show: &mut dyn FnMut(&Row) -> io::Result<()>) -> io::Result<Option<u64>> {
        // The position in which each round began.
        let mut seen = HashMap::new();
        loop {
            show(&self.row())?;
            if self.hands.iter().any(Cards::is_empty) {
                return Ok(None);
            }
            if let Some(round) = seen.insert(self.position(), self.tricks + 1) {
                return Ok(Some(round));
            }
            self.play_trick(show)?;
        }
    }

    /// Plays until a player has taken the pile.
    fn play_trick(&mut self, show: &mut dyn FnMut(&Row) -> io::Result<()>) -> io::Result<()> {
        let taker = loop {
            let other = 1 - self.player;
            let card = match self.hands[self.player].pop_front() {
                None => break other,
                Some(card) => card,
            };
            self.pile.push_back(card);
            self.cards += 1;
            let is_paid = self.debt == 1 && payment(card) == 0;
            if payment(card) > 0 {
                self.debt = payment(card);
                self.player = other;
            } else if self.debt > 0 {
                self.debt -= 1;
            } else {
                self.player = other;
            }
            show(&self.row())?;
            if is_paid {
                break other;
            }
        };
        self.hands[taker].append(&mut self.pile);
        self.player = taker;
        self.debt = 0;
        self.tricks += 1;
        Ok(())
    }

    /// All that the rest of the game depends on: both hands, with all number cards alike, and the
    /// leader.
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
    b"JQKA".iter().position(|&other| other == card).map_or(0, |place| place + 1)
}

/// Cards as text.
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
/// Every file that reads cards this way has the same copy.
mod pasted {
    use super::shell::Stop;

    /// What the reader finds.
    pub enum Event<'a> {
        /// A word outside labels: one card or several.
        Word(&'a [u8]),
        /// A colon without a label: the row is a column.
        Colon,
        /// The end of a row that has a word.
        EndRow,
    }

    /// What came last: the start of a line, a `[`, a word or a `]`.
    #[derive(Clone, Copy, Default, PartialEq)]
    enum Last {
        #[default]
        Start,
        Open,
        Word,
        Close,
    }

    /// What may follow a label: cards, only marks of empty cells, or only a number.
    #[derive(Default, PartialEq)]
    enum Label {
        #[default]
        Cards,
        Cells,
        Tricks,
    }

    /// The state of the reader between two lines.
    #[derive(Default)]
    pub struct Reader {
        /// The number of the current line.
        pub line: u64,
        /// The line numbers of the lists that are open, the outermost first.
        pub open: Vec<u64>,
        last: Last,
        label: Label,
        /// For each kind in `GROUPS`: how many groups the row has, and whether one has two cards.
        groups: [(usize, bool); 4],
    }

    /// What encloses groups of cards.
    const GROUPS: [(u8, u8); 4] = [(b'"', b'"'), (b'\'', b'\''), (b'(', b')'), (b'{', b'}')];

    const EMPTY: &str = "an empty list; expected a card";
    const IN_PROGRESS: &str = "a game in progress; expected a board as it was dealt";

    fn error(what: &str) -> Result<(), Stop> {
        Err(Stop::Error(what.to_string()))
    }

    impl Reader {
        /// Reads the next line and calls `take` with its number for each event. `cards` counts the
        /// cards in a word, 0 if it is no card.
        pub fn line(
            &mut self,
            line: &[u8],
            cards: fn(&[u8]) -> usize,
            take: &mut dyn FnMut(u64, Event) -> Result<(), Stop>,
        ) -> Result<(), Stop> {
            self.line += 1;
            if line.starts_with(b"Game") && words(line).filter(|word| cards(word) > 0).count() > 1 {
                return error("cards in a title; expected them on the next line");
            } else if is_comment(line) {
                return Ok(());
            }
            let mut rest = line;
            loop {
                let end = rest.iter().position(|byte| b"[]:/".contains(byte));
                let (text, from_mark) = rest.split_at(end.unwrap_or(rest.len()));
                let mark = *from_mark.first().unwrap_or(&b'\n');
                if mark == b':' {
                    self.label = self.read_label(text, cards)?;
                    if words(text).next().is_none() {
                        take(self.line, Event::Colon)?;
                    }
                } else if self.label == Label::Cells {
                    if words(text).any(|word| cards(word) > 0 || !is_vacant(word)) {
                        return error(IN_PROGRESS);
                    }
                } else if self.label == Label::Tricks && words(text).next().is_some() {
                    return error("a number of tricks; expected cards");
                } else {
                    self.count_groups(text, cards)?;
                    for word in words(text) {
                        take(self.line, Event::Word(word))?;
                        self.last = Last::Word;
                    }
                }
                match (mark, self.last) {
                    (b':', _) => {}
                    (b'[', Last::Word) => return error("a [ behind a card; expected a line break"),
                    (b'[', _) => {
                        self.open.push(self.line);
                        self.last = Last::Open;
                    }
                    (b']', _) if self.open.pop().is_none() => {
                        return error("a ] without its [; expected a list");
                    }
                    (b']', Last::Open) if self.label != Label::Cells => return error(EMPTY),
                    (b'/', Last::Start | Last::Open) => {
                        let column = line.len() - from_mark.len() + 1;
                        return error(&format!(
                            "the hand before the / in column {column} is empty; expected a card"
                        ));
                    }
                    (b'\n', _) if !self.open.is_empty() => {}
                    (_, last) => {
                        self.last = if mark == b']' { Last::Close } else { Last::Start };
                        self.groups = Default::default();
                        if last == Last::Word {
                            take(self.line, Event::EndRow)?;
                        }
                    }
                }
                match from_mark.get(1..) {
                    Some(more) => rest = more,
                    None => break,
                }
            }
            if self.open.is_empty() {
                self.label = Label::Cards;
            }
            Ok(())
        }

        /// Reads a label and what belongs to the label before it.
        fn read_label(&self, text: &[u8], cards: fn(&[u8]) -> usize) -> Result<Label, Stop> {
            let words: Vec<Vec<u8>> = words(text).map(<[u8]>::to_ascii_lowercase).collect();
            let (last, before) = match words.split_last() {
                Some((last, before)) => (&last[..], before),
                None => return Ok(Label::Cards),
            };
            let has_cards = |word: &Vec<u8>| cards(word) > 0;
            // An answer of `camicia_search`: `cards: 4325, tricks: 595, deal:`.
            let is_number = words[0].iter().all(u8::is_ascii_digit);
            let is_figure = is_number && (last == b"tricks" || last == b"deal");
            if has_cards(&words[0]) && !(is_figure && words.len() == 2) {
                error("cards before a colon; expected a label that starts with another word")?;
            } else if self.label == Label::Cells && before.iter().any(has_cards) {
                error(IN_PROGRESS)?;
            }
            Ok(match last {
                b"foundations" | b"founds" | b"freecells" => Label::Cells,
                b"tricks" => Label::Tricks,
                _ => Label::Cards,
            })
        }

        /// Counts the groups of cards in a part of a row. Several may be several rows.
        fn count_groups(&mut self, text: &[u8], cards: fn(&[u8]) -> usize) -> Result<(), Stop> {
            for (&(open, close), groups) in GROUPS.iter().zip(&mut self.groups) {
                // Where the innermost group starts. The end of the text closes it, too.
                let mut start = None;
                for end in 0..=text.len() {
                    let byte = *text.get(end).unwrap_or(&close);
                    if let (true, Some(from)) = (byte == close, start) {
                        start = None;
                        let count: usize = words(&text[from..end]).map(cards).sum();
                        *groups = (groups.0 + usize::from(count > 0), groups.1 || count > 1);
                        if groups.0 > 1 && groups.1 {
                            return error("several groups in a row; expected each on its own line");
                        } else if count == 0 && open == close && end < text.len() {
                            return error(EMPTY);
                        }
                    } else if byte == open {
                        start = Some(end + 1);
                    }
                }
            }
            Ok(())
        }

        /// Checks at the end of the input that no list is open.
        pub fn end(&self) -> Result<(), Stop> {
            let what = "the list that begins here is never closed; expected a ]";
            self.open.first().map_or(Ok(()), |&line| Err(Stop::ErrorIn(line, what.to_string())))
        }
    }

    /// Whether a line is a comment or a title.
    pub fn is_comment(line: &[u8]) -> bool {
        let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
        first == Some(&b'#') || line.starts_with(b"Game")
    }

    /// The words of a text. Punctuation separates words as white space does.
    fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || b",;\"'(){}<>".contains(byte);
        text.split(is_blank).filter(|word| !word.is_empty())
    }

    /// Whether a word says that a foundation or a cell is empty: `H-0` or dashes.
    fn is_vacant(word: &[u8]) -> bool {
        word.iter().all(|&byte| byte == b'-') || word.len() == 3 && word.ends_with(b"-0")
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
