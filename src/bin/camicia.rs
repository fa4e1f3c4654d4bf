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
    /// How many hands of the current line have been read.
    hands_in_line: usize,
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
        // Nearly always, a line has no lists, labels or quotes, and `add` alone reads it. If the
        // reader read every line, plain hands would take 1.31 to 1.44 times the CPU time.
        self.hands_in_line = 0;
        if self.reader.open.is_empty() {
            if self.add(line, line, output).is_ok() {
                self.reader.line += 1;
                if !self.hands[self.next].is_empty() {
                    self.end_hand(output)?;
                }
                return Ok(());
            }
            self.hands[self.next] = Dealt::default();
        }
        // The hands that `add` has read already.
        let mut known = self.hands_in_line;
        let count = |word: &[u8]| match Games::default().add(word, word, &mut io::sink()) {
            Ok(()) => word.iter().filter(|&&byte| byte != b'1').count(),
            Err(_) => 0,
        };
        let mut reader = mem::take(&mut self.reader);
        let result = reader.line(line, count, &mut |_, event| match event {
            Event::Word(word) if known == 0 => self.add(word, line, output),
            Event::EndRow if known == 0 => Ok(self.end_hand(output)?),
            Event::EndRow => {
                known -= 1;
                Ok(())
            }
            Event::Word(_) | Event::Colon => Ok(()),
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

impl Games {
    /// Adds the cards of a line, or of a word of it, to the hand that is being read. Each `/` ends a
    /// hand.
    #[inline]
    fn add(&mut self, text: &[u8], line: &[u8], output: &mut dyn Write) -> Result<(), Stop> {
        let mut at = 0;
        while at < text.len() {
            let hand = &mut self.hands[self.next];
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
                b'/' if !hand.is_empty() => self.end_hand(output)?,
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
        self.hands_in_line += 1;
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
            if self.leader == leader && self.hands == hands {
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
