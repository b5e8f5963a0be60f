//! The table in the terminal: board, list, commands.

use std::time::{Duration, Instant};

use anstream::{print, println};
use catalog::{GameEntry, Player};
use engine::{AnyMatch, Budget, Draws, Fast, Note, Record, Seat, Seed, ToAct, Viewer};

use super::choose::{Choice, LONG_LIST, choose, columns, verbs};
use super::{Lines, keep, save};
use crate::hint;
use crate::input::Recorded;
use crate::show::{self, faint, strong};
use crate::{Failure, Outcome};

/// How long a master may think about a turn here; the lower levels have their share of it.
const THINKING: Duration = Duration::from_secs(2);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(2);
/// How many threads think.
const THREADS: usize = 2;

const HELP: &str = "\
Type the number of a choice, its words, or the first of them (a verb lists its words). Besides:
  list [VERB]   all choices, or those of a verb      board    draw the board again
  undo          take back your last decision         hint     what a master would play
  why WORDS     which rule refuses it                score    the score sheet
  log           what happened so far                 save FILE  write the record
  help          this page                            quit     leave; the game is kept for --resume";

/// The person's name in a record.
const YOU: &str = "you";
/// The bot of the other seats, where none is named.
pub(super) const BOT: &str = "adept";

/// A match against bots.
pub(super) struct Table {
    game: Box<dyn AnyMatch>,
    entry: &'static dyn GameEntry,
    me: Seat,
    players: Vec<Option<Box<dyn Player>>>,
    /// Their names, by seat.
    bots: Vec<String>,
    seed: Seed,
    draws: Draws,
    rng: Fast,
    /// The steps of my decisions, to take back to.
    decisions: Vec<usize>,
    /// Which bot's turn it is, and when its time for it is over.
    thinking: Option<(Seat, Instant)>,
    keeper: keep::Keeper,
}

/// What the person wants next.
enum Next {
    Go,
    Leave,
}

impl Table {
    pub(super) fn new(
        entry: &'static dyn GameEntry,
        mut game: Box<dyn AnyMatch>,
        me: Seat,
        bots: &[String],
        seed: Seed,
    ) -> Result<Table, Failure> {
        let seats = game.seats();
        if me.index() >= seats {
            return Err(Failure::Usage(format!("there is no seat {me} at a table of {seats}")));
        }
        let others = seats - 1;
        if bots.len() != 1 && bots.len() != others {
            return Err(Failure::Usage(format!(
                "{} bots are named for {others} seats, name one, or one per seat",
                bots.len()
            )));
        }
        let mut names = bots.iter().cycle();
        let (mut players, mut sitting) = (Vec::new(), Vec::new());
        for seat in Seat::all(seats) {
            if seat == me {
                game.name(seat, YOU);
                sitting.push(YOU.to_owned());
                players.push(None);
                continue;
            }
            let name = names.next().map_or(BOT, String::as_str);
            let player =
                entry.player_with(name, THREADS).ok_or_else(|| Failure::Usage(format!("there is no bot '{name}'")))?;
            game.name(seat, &format!("bot/{name}"));
            sitting.push(name.to_owned());
            players.push(Some(player));
        }
        let bots = sitting;
        Ok(Table {
            game,
            entry,
            me,
            players,
            bots,
            seed,
            draws: seed.draws(&[]),
            rng: Fast::new(7),
            decisions: Vec::new(),
            thinking: None,
            keeper: keep::Keeper::new(),
        })
    }

    /// Goes on with a record: with the seat and the bots that it names, unless others are asked for.
    pub(super) fn resume(recorded: &Recorded, me: Option<Seat>, bots: &[String]) -> Result<Table, Failure> {
        let names = &recorded.record.seats;
        let me = me.or_else(|| Seat::all(names.len()).find(|seat| names[seat.index()] == YOU)).unwrap_or(Seat::A);
        let sat = |name: &String| name.strip_prefix("bot/").unwrap_or(BOT).to_owned();
        let others = names.iter().enumerate().filter(|(at, _)| *at != me.index()).map(|(_, name)| sat(name)).collect();
        let bots = if bots.is_empty() { others } else { bots.to_vec() };
        let game = recorded.kind().replay(&recorded.record, None).map_err(|fault| recorded.fault(fault))?;
        let seed = recorded.record.seed.unwrap_or_else(|| keep::seed(None));
        let table = Table::new(recorded.entry, game, me, &bots, seed)?;
        Ok(Table { keeper: keep::Keeper::of(&recorded.file), ..table })
    }

    /// The record with its seed: whoever plays alone has nobody to hide it from.
    fn record(&self) -> Record {
        Record { commit: Some(self.seed.commitment()), seed: Some(self.seed), ..self.game.record() }
    }

    pub(super) fn play(mut self, lines: &mut Lines) -> Outcome {
        println!(
            "{} — you are {}. Type 'help' for what you can say.",
            strong(self.entry.kind().info().name),
            show::seat(self.me)
        );
        loop {
            match self.game.to_act() {
                ToAct::Over(_) => {
                    self.finish();
                    return Ok(());
                }
                ToAct::Chance => {
                    self.game.resolve(&self.draws);
                    self.tell();
                }
                ToAct::Seat(seat) if seat == self.me => {
                    self.keeper.keep(&self.record());
                    if let Next::Leave = self.my_turn(lines) {
                        self.leave();
                        return Ok(());
                    }
                }
                ToAct::Seat(seat) => self.bot_turn(seat),
            }
        }
    }

    /// Prints the last step and what it brought, as this player may know them.
    fn tell(&self) {
        let viewer = Viewer::Seat(self.me);
        if let Some(line) = self.game.redacted(viewer).lines.last() {
            println!("{}", faint(&line.entry.to_string()));
        }
        for happening in self.game.events_for(viewer) {
            println!("{}", show::wrapped(&happening.text, "    "));
        }
    }

    fn bot_turn(&mut self, seat: Seat) {
        let Some(player) = &mut self.players[seat.index()] else { return };
        let (now, time) = (Instant::now(), THINKING.mul_f64(catalog::share(&self.bots[seat.index()])));
        // A turn has its time once; after something unforeseen there is at least a quarter of it.
        let end = match self.thinking {
            Some((thinker, end)) if thinker == seat => end.max(now + time / 4),
            _ => now + time,
        };
        self.thinking = Some((seat, end));
        let words = player.choose(&*self.game, &Budget::until(&|| Instant::now() >= end), &mut self.rng);
        match self.game.play(Some(seat), &words) {
            Ok(()) => self.tell(),
            Err(refused) => unreachable!("a bot answers legally: {words}: {refused}"),
        }
    }

    fn my_turn(&mut self, lines: &mut Lines) -> Next {
        self.thinking = None;
        let legal = self.game.legal();
        print!("\n{}", show::board(&self.game.canvas(Viewer::Seat(self.me))));
        Table::list(&legal, "");
        loop {
            let Some(typed) = lines.ask(&format!("{}>", show::seat(self.me))) else { return Next::Leave };
            let (command, rest) = typed.split_once(' ').unwrap_or((&typed, ""));
            match command {
                "" | "list" => Table::list(&legal, rest),
                "help" | "?" => println!("{HELP}"),
                "board" => print!("{}", show::board(&self.game.canvas(Viewer::Seat(self.me)))),
                "score" => print!("{}", show::sheet(&*self.game)),
                "log" => self.log(),
                "hint" => self.hint(),
                "why" => self.why(rest),
                "save" if !rest.is_empty() => match save(&self.record(), rest) {
                    Ok(()) => println!("saved in {rest}"),
                    Err(what) => println!("not saved: {what}"),
                },
                "save" => println!("say where: save FILE"),
                "undo" => {
                    if self.undo() {
                        return Next::Go;
                    }
                }
                "quit" | "exit" => return Next::Leave,
                _ => match choose(&typed, &legal) {
                    Choice::Word(word) => {
                        self.decide(&word);
                        return Next::Go;
                    }
                    Choice::Several(shown) => print!("{}", columns(&legal, &shown)),
                    Choice::None => self.why(&typed),
                },
            }
        }
    }

    fn decide(&mut self, word: &str) {
        self.decisions.push(self.game.steps());
        match self.game.play(Some(self.me), word) {
            Ok(()) => self.tell(),
            Err(refused) => println!("refused: {refused}"),
        }
    }

    fn list(legal: &[String], verb: &str) {
        let of_verb = |index: &usize| verb.is_empty() || legal[*index].split(' ').next() == Some(verb);
        let shown: Vec<usize> = (0..legal.len()).filter(of_verb).collect();
        if shown.is_empty() {
            println!("there is nothing to choose of that kind");
        } else if verb.is_empty() && shown.len() > LONG_LIST {
            println!("{}", strong("Type a verb to see its words:"));
            println!("{}", verbs(legal));
        } else {
            print!("{}", columns(legal, &shown));
        }
    }

    /// Says why something cannot be done, and lists what is closed where nothing was named.
    fn why(&self, words: &str) {
        if words.is_empty() {
            for closed in self.game.closed() {
                println!("  {:<10} {}", closed.verb, closed.why);
            }
            return;
        }
        match self.game.check(Some(self.me), words) {
            Ok(()) => println!("'{words}' is allowed"),
            Err(refused) => println!("{}", show::wrapped(&format!("'{}': {refused}", engine::clip(words)), "")),
        }
    }

    fn log(&self) {
        let record = self.game.redacted(Viewer::Seat(self.me));
        let last = record.lines.len().saturating_sub(40);
        record.lines[last..].iter().for_each(|line| println!("  {}", line.entry));
    }

    fn hint(&mut self) {
        let advice = hint::advise(self.entry, &*self.game, HINT, THREADS as u16, &mut self.rng);
        hint::print_advice(&advice);
    }

    /// Goes back to before my last decision. The draws stay what they were, so nothing is gained by looking.
    fn undo(&mut self) -> bool {
        let Some(step) = self.decisions.pop() else {
            println!("there is nothing of yours to take back");
            return false;
        };
        match self.game.note(Note::Undo(self.me, step)) {
            Ok(()) => {
                println!("back to before step {step}; what was drawn stays the same");
                true
            }
            Err(refused) => {
                println!("{refused}");
                false
            }
        }
    }

    fn leave(&mut self) {
        let record = self.record();
        match self.keeper.keep(&record) {
            Some(file) => {
                let command = keep::command(&record.game, file);
                println!("\n{}", show::wrapped(&format!("The game is kept: '{command}' goes on with it."), ""));
            }
            None => println!("\nThe game could not be kept; 'save FILE' writes it where you want."),
        }
    }

    fn finish(&mut self) {
        print!("\n{}", show::board(&self.game.canvas(Viewer::All)));
        println!();
        print!("{}", show::sheet(&*self.game));
        let winners: Vec<String> = self.game.outcome().winners().map(show::seat).collect();
        println!(
            "{} {}",
            if winners.len() == 1 { "The winner is" } else { "The win is shared by" },
            winners.join(", ")
        );
        self.keeper.finish(&self.record());
    }
}
