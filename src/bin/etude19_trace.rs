//! # Etude 19, move by move
//!
//! The problem: Charles Wetherell, *Etudes for Programmers*, Prentice-Hall 1978, chapter 19. This
//! program reads packs and the answers of `etude19` or `etude19_play`, plays each answer as a
//! person would with the cards on a table, and refuses a move that the rules do not allow.
//!
//! ## The task
//!
//! How is an answer played, and is each of its moves legal?
//!
//! Seven piles are dealt one after the other, pile i with i - 1 cards face down and one face up on
//! them; then four cards face up on each of piles 2 to 7. A card that is face up moves, with all
//! that lies on it as its load, to the end of another column if that ends in the next higher card
//! of its suit; a king moves to an empty column, unless it heads a column already. A card laid bare
//! is turned up. Each suit goes out to a foundation of its own, from ace to king, from the ends of
//! columns, by itself, whenever it can.
//!
//! ## Input and output
//!
//! Input: 52 different cards in the order in which they are dealt and then, on the rest of that
//! line or on the next that is not blank, their answer as `etude19` prints it; again and again to
//! the end of the input. A card is a rank `A23456789TJQK` and a suit `CDHS`, in either case. Lines
//! that begin with `Game` or `#` are skipped, so packs one a line and their answers can be joined
//! by `paste -d '\n' PACKS ANSWERS` or by `paste PACKS ANSWERS`.
//!
//! Output: the board as dealt, after what goes out at once, and after each move. Above it the
//! foundations; then the columns, downwards, with `--` for a card that is face down. A move is told
//! in one line, and what follows by itself in a second: which cards are turned up and which go out.
//! After the last move comes the number of cards out, which must be the number that the answer
//! gives.
//!
//! ```text
//! $ head -2 samples/etude19_trace.in | etude19_trace | tail -20
//! 2. 2H onto 3H, from column 6 to column 5 with JC 5H
//!    out AH
//!
//!    out   C:   D:   AH   S:
//!
//!     1    2    3    4    5    6    7
//!    KC   --   --   --   --   --   --
//!         QC   --   --   --   --   --
//!         AC   8H   --   --   --   --
//!         6D   6C   JH   --   --   --
//!         3D   TD   9H   9C   --   --
//!         KH   2S   KD   9S   6H   --
//!              3C   7S   2C        8D
//!                   3S   3H        8C
//!                        2H        4S
//!                        JC        5S
//!                        5H        5C
//!                                  4C
//!
//! 1 card out
//! ```
//!
//! ## The idea
//!
//! The rules are followed to the letter, with seven columns of cards. Nothing of the game is shared
//! with `etude19`, so that each program checks the other.
//!
//! ## Cost
//!
//! A pack takes about 50 microseconds, nearly all of them to print.
//!
//! Run it with `cargo run --release --bin etude19_trace < samples/etude19_trace.in`.

use shell::{Program, Stop};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run(&mut Trace { pack: Vec::new() })
}

const RANKS: &[u8] = b"A23456789TJQK";
const SUITS: &[u8] = b"CDHS";

/// A card: its rank, ace 0 to king 12, and the place of its suit among `SUITS`.
#[derive(Clone, Copy, PartialEq)]
struct Card {
    rank: usize,
    suit: usize,
}

/// Reads packs and answers; plays each answer as soon as it is read.
struct Trace {
    /// The cards of the pack that is being read, or waits for its answer.
    pack: Vec<Card>,
}

impl Program for Trace {
    const NAME: &'static str = "etude19_trace";
    const USAGE: &'static str = "usage: etude19_trace < PACKS_AND_ANSWERS > BOARDS";

    fn line(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let mut words =
            line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
        match words.peek() {
            Some(first) if first.starts_with(b"#") || first.starts_with(b"Game") => return Ok(()),
            _ => {}
        }
        while self.pack.len() < 52 {
            match words.next() {
                Some(word) => self.add(word)?,
                None => return Ok(()),
            }
        }
        if words.peek().is_some() {
            let answer: Vec<&[u8]> = words.collect();
            Board::deal(&self.pack).play(&answer, output)?;
            self.pack.clear();
        }
        Ok(())
    }

    fn end(&mut self, _output: &mut dyn Write) -> Result<(), Stop> {
        match self.pack.len() {
            0 => Ok(()),
            52 => Err(Stop::Error(
                "the pack has no answer; expected \"N cards out:\" and its moves".to_string(),
            )),
            cards => Err(Stop::Error(format!(
                "the pack ends after {cards} of its 52 cards; expected {}",
                missing(&self.pack)
            ))),
        }
    }
}

impl Trace {
    /// Adds a card to the pack.
    fn add(&mut self, word: &[u8]) -> Result<(), Stop> {
        let card = read_card(word)?;
        if let Some(place) = self.pack.iter().position(|&other| other == card) {
            return Err(Stop::Error(format!(
                "the pack has {} twice, as card {} and as card {}; expected 52 different cards",
                name(card),
                place + 1,
                self.pack.len() + 1
            )));
        }
        self.pack.push(card);
        Ok(())
    }
}

/// Reads a card, in either case.
fn read_card(word: &[u8]) -> Result<Card, Stop> {
    if let [rank, suit] = *word.to_ascii_uppercase() {
        let rank = RANKS.iter().position(|&letter| letter == rank);
        let suit = SUITS.iter().position(|&letter| letter == suit);
        if let (Some(rank), Some(suit)) = (rank, suit) {
            return Ok(Card { rank, suit });
        }
    }
    Err(shell::unexpected(
        word,
        "a card: expected a rank A23456789TJQK (ten is T) and a suit CDHS, like TH",
    ))
}

/// How many cards are missing, and which, if they are few.
fn missing(pack: &[Card]) -> String {
    let cards: Vec<String> = (0..52)
        .map(|card| Card { rank: card / 4, suit: card % 4 })
        .filter(|card| !pack.contains(card))
        .map(name)
        .collect();
    match cards.len() {
        few @ 1..=4 => format!("{few} more: {}", cards.join(" ")),
        many => format!("{many} more"),
    }
}

/// Reads the beginning of an answer, `N cards out:`, from its first three words.
fn read_number(words: &[&[u8]]) -> Result<usize, Stop> {
    let words = words.join(&b' ');
    (0..53).find(|&cards| words == format!("{}:", cards_out(cards)).as_bytes()).ok_or_else(|| {
        let expected = "\"N cards out:\" with N from 0 to 52, or \"1 card out:\"";
        shell::unexpected(&words, &format!("the beginning of an answer: expected {expected}"))
    })
}

/// A card that lies in a column.
#[derive(Clone, Copy)]
struct Lying {
    card: Card,
    face_up: bool,
}

/// The cards on the table.
struct Board {
    /// The columns from left to right, each from the card that heads it to its end.
    columns: Vec<Vec<Lying>>,
    /// How many cards of each suit are out.
    out: [usize; 4],
}

impl Board {
    /// Deals a pack.
    fn deal(pack: &[Card]) -> Board {
        let mut columns = vec![Vec::new(); 7];
        let mut cards = pack.iter();
        for (i, column) in columns.iter_mut().enumerate() {
            for place in 0..=i {
                column.extend(cards.next().map(|&card| Lying { card, face_up: place == i }));
            }
        }
        for column in &mut columns[1..] {
            for _ in 0..4 {
                column.extend(cards.next().map(|&card| Lying { card, face_up: true }));
            }
        }
        Board { columns, out: [0; 4] }
    }

    /// Plays an answer, and shows the deal, each move and the end.
    fn play(&mut self, answer: &[&[u8]], output: &mut dyn Write) -> Result<(), Stop> {
        let (number, moves) = answer.split_at(answer.len().min(3));
        let number = read_number(number)?;
        self.show("deal", "", output)?;
        let follows = self.settle();
        if !follows.is_empty() {
            self.show("before the first move", &follows, output)?;
        }
        for (i, word) in moves.iter().enumerate() {
            let card = read_card(word)?;
            let what = self.make_move(card).map_err(|why| {
                Stop::Error(format!("move {}, {}, is not legal: {why}", i + 1, name(card)))
            })?;
            let follows = self.settle();
            self.show(&format!("{}. {what}", i + 1), &follows, output)?;
        }
        let out = self.out.iter().sum();
        if out != number {
            return Err(Stop::Error(format!(
                "the answer is \"{}\", but its moves bring {out} out; expected \"{}\"",
                cards_out(number),
                cards_out(out)
            )));
        }
        writeln!(output, "{}", cards_out(out))?;
        Ok(())
    }

    /// Moves a card and its load, and tells how; or tells why it cannot be done.
    fn make_move(&mut self, card: Card) -> Result<String, String> {
        let (from, place) = self.find(card).ok_or("it is out; expected a card in a column")?;
        if !self.columns[from][place].face_up {
            return Err("it lies face down; expected a card that is face up".to_string());
        }
        let (to, where_to) = if card.rank == 12 {
            if place == 0 {
                return Err("it heads a column already; expected a king that does not".to_string());
            }
            let to = self.columns.iter().position(Vec::is_empty);
            let to = to.ok_or("there is no empty column; expected one for a king")?;
            (to, "the empty column".to_string())
        } else {
            (self.target(card, from, place)?, "column".to_string())
        };
        let load = self.columns[from].split_off(place);
        let carried: Vec<String> = load[1..].iter().map(|lying| name(lying.card)).collect();
        let with = if carried.is_empty() { "" } else { " with " };
        let onto = self.columns[to]
            .last()
            .map_or(String::new(), |end| format!("onto {}, ", name(end.card)));
        self.columns[to].extend(load);
        Ok(format!(
            "{} {onto}from column {} to {where_to} {}{with}{}",
            name(card),
            from + 1,
            to + 1,
            carried.join(" ")
        ))
    }

    /// The column that a card which is no king goes to from its place in another.
    fn target(&self, card: Card, from: usize, place: usize) -> Result<usize, String> {
        let next = Card { rank: card.rank + 1, suit: card.suit };
        if place > 0 && self.columns[from][place - 1].card == next {
            return Err(format!(
                "it lies on {} already; expected a card that does not",
                name(next)
            ));
        }
        let ends_in_next = |column: &Vec<Lying>| column.last().map(|end| end.card) == Some(next);
        match self.columns.iter().position(ends_in_next) {
            Some(to) if to == from => Err(format!(
                "{} lies in its own load; expected it to end another column",
                name(next)
            )),
            Some(to) => Ok(to),
            None => Err(format!(
                "it goes on {} alone, which is covered; expected a column that ends in it",
                name(next)
            )),
        }
    }

    /// Where a card lies: its column and its place there.
    fn find(&self, card: Card) -> Option<(usize, usize)> {
        self.columns.iter().enumerate().find_map(|(number, column)| {
            let place = column.iter().position(|lying| lying.card == card)?;
            Some((number, place))
        })
    }

    /// Turns up what is laid bare and sends out what can go, until nothing more can be done.
    /// Tells what happened.
    fn settle(&mut self) -> String {
        let mut told = String::new();
        let mut last = "";
        while let Some((what, card)) = self.step() {
            if what != last {
                told += if told.is_empty() { "" } else { "; " };
                told += what;
                last = what;
            }
            told += " ";
            told += &name(card);
        }
        told
    }

    /// In the first column that allows it, turns a card up or sends it out.
    fn step(&mut self) -> Option<(&'static str, Card)> {
        for column in &mut self.columns {
            if let Some(end) = column.last_mut() {
                let card = end.card;
                if !end.face_up {
                    end.face_up = true;
                    return Some(("turned up", card));
                }
                if card.rank == self.out[card.suit] {
                    self.out[card.suit] += 1;
                    column.pop();
                    return Some(("out", card));
                }
            }
        }
        None
    }

    /// Writes what was done, what followed from it, and the board.
    fn show(&self, what: &str, follows: &str, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{what}")?;
        if !follows.is_empty() {
            writeln!(output, "   {follows}")?;
        }
        write!(output, "\n   out")?;
        for (suit, &cards) in self.out.iter().enumerate() {
            match cards {
                0 => write!(output, "   {}:", char::from(SUITS[suit]))?,
                _ => write!(output, "   {}", name(Card { rank: cards - 1, suit }))?,
            }
        }
        writeln!(output, "\n\n    1    2    3    4    5    6    7")?;
        for height in 0..self.columns.iter().map(Vec::len).max().unwrap_or(0) {
            let row: String = self
                .columns
                .iter()
                .map(|column| match column.get(height) {
                    None => "     ".to_string(),
                    Some(lying) if lying.face_up => format!("   {}", name(lying.card)),
                    Some(_) => "   --".to_string(),
                })
                .collect();
            writeln!(output, "{}", row.trim_end())?;
        }
        writeln!(output)
    }
}

/// A number of cards as an answer gives it.
fn cards_out(cards: usize) -> String {
    format!("{cards} card{} out", if cards == 1 { "" } else { "s" })
}

/// A card as it is shown.
fn name(card: Card) -> String {
    format!("{}{}", char::from(RANKS[card.rank]), char::from(SUITS[card.suit]))
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
