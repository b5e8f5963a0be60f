//! A table for tests: Ada (who also plays for Aldo at the same device), Bice, and what they may read.
#![expect(unreachable_pub, reason = "each test file uses a part of it")]

use engine::{AnyMatch, Dice, Fast, Seat, Seed};
use protocol::{ClockRule, Command, NewTable, Refusal, SeatPlan};
use session::{Carried, Now, Requester, Table};

pub fn now(at: i64) -> Now<'static> {
    Now { at, absent: &|_| None, away_before_vote: 60_000 }
}

pub fn plan(game: &str, seats: Vec<SeatPlan>) -> NewTable {
    NewTable {
        game: game.to_owned(),
        options: Vec::new(),
        seats,
        clock: ClockRule::None,
        out_of_time: protocol::OutOfTime::BotTurn,
        stand_in: protocol::BotLevel::Adept,
        public: true,
        hints: false,
        keep_going: false,
        shuffle_seats: false,
        position: None,
        rated: false,
    }
}

/// Pledges a nonce.
pub fn pledge(nonce: &str) -> Command {
    Command::Nonce { commit: engine::Digest::of(&[nonce.as_bytes()]).to_string() }
}

pub struct Sitting {
    pub table: Table,
    pub seed: Seed,
    pub log: Vec<(i64, String)>,
    pub at: i64,
    pub commands: u64,
}

impl Sitting {
    pub fn make(new: NewTable, number: u64) -> Sitting {
        let seed = Seed::from_number(number);
        let ada = Requester { id: "p-ada".to_owned(), name: "Ada".to_owned(), program: None };
        let (table, carried) = Table::make("t1", &ada, new, seed, None, 1_000).unwrap();
        Sitting { table, seed, log: carried.entries, at: 1_000, commands: 0 }
    }

    /// A match with Ada at A, Bice at B, Aldo at Ada's device at C, a bot at D.
    pub fn start(game: &str, seats: usize, number: u64) -> Sitting {
        let aldo = SeatPlan::Device { name: "Aldo".to_owned() };
        let bot = SeatPlan::Bot { level: protocol::BotLevel::Adept };
        let plans = [SeatPlan::Me, SeatPlan::Open, aldo, bot];
        let mut sitting = Sitting::make(plan(game, plans[..seats].to_vec()), number);
        sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
        sitting.command("Bice", &pledge("salt")).unwrap();
        sitting.command("Ada", &Command::Start).unwrap();
        sitting.command("Bice", &Command::Reveal { nonce: "salt".to_owned() }).unwrap();
        sitting
    }

    pub fn who(name: &str) -> Requester {
        Requester { id: format!("p-{}", name.to_lowercase()), name: name.to_owned(), program: None }
    }

    pub fn command(&mut self, name: &str, command: &Command) -> Result<Carried, Refusal> {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        self.command_as(name, &id, command)
    }

    pub fn command_as(&mut self, name: &str, id: &str, command: &Command) -> Result<Carried, Refusal> {
        self.at += 10;
        let who = Sitting::who(name);
        let carried = self.table.command(&who, id, command, &now(self.at))?;
        self.keep(&carried);
        Ok(carried)
    }

    pub fn keep(&mut self, carried: &Carried) {
        assert_eq!(carried.after as usize, self.log.len());
        self.log.extend(carried.entries.iter().cloned());
        assert_eq!(self.log.len() as u64, self.table.version());
    }

    pub fn name_of(seat: Seat) -> &'static str {
        if seat.index() == 1 { "Bice" } else { "Ada" }
    }

    pub fn play(&mut self, word: &str) {
        let seat = self.table.mover().unwrap().seat();
        if let Some(session::Mover::Bot(seat, _)) = self.table.mover() {
            self.at += 10;
            let carried = self.table.bot_plays(seat, word, self.at).unwrap();
            self.keep(&carried);
            return;
        }
        let play = Command::Play { seen: self.table.version(), seat, word: word.to_owned(), then: Vec::new() };
        self.command(Sitting::name_of(seat), &play).unwrap();
    }

    pub fn play_at_random(&mut self, rng: &mut Fast) {
        let word = pick(self.table.game().unwrap(), rng, &[]);
        self.play(&word);
    }

    pub fn refold(&self) -> Table {
        Table::fold("t1", self.seed, self.log.iter().map(|(at, body)| (*at, body.as_str()))).unwrap()
    }
}

/// A legal word: a verb at random, then a word of it at random; verbs to be avoided are taken last.
pub fn pick(game: &dyn AnyMatch, rng: &mut Fast, avoid: &[&str]) -> String {
    let legal = game.legal();
    let verb = |word: &String| word.split(' ').next().unwrap().to_owned();
    let mut verbs: Vec<String> = legal.iter().map(verb).collect();
    verbs.dedup();
    let kept: Vec<String> = verbs.iter().filter(|verb| !avoid.contains(&verb.as_str())).cloned().collect();
    let chosen = if kept.is_empty() { rng.pick(&verbs).clone() } else { rng.pick(&kept).clone() };
    let words: Vec<String> = legal.into_iter().filter(|word| verb(word) == chosen).collect();
    rng.pick(&words).clone()
}
