//! The laws that every game keeps, run over every seat count and every option value, and over random mixes.
//!
//! Half of the games are played by `random`, half by `curious`, which goes where least was done so far. At every
//! step the cheap laws are asked, at some steps the dear ones. A law is a function that says what is wrong;
//! [`hold`] runs them all and gives the tally of what occurred, or the first law broken with the record so far.

mod chance;
mod games;
mod position;
mod secrets;
mod study;
mod tally;

use std::fmt;

use engine::{
    Bot, Budget, Curious, Dice, Evaluate, Fast, Game, Inventory, Match, Perspective, Random, Setup, Step, StepOf, ToAct,
};

pub use chance::improbable;
pub use study::{MOST_OUTCOMES, Studied, study};
pub use tally::Tally;

/// A law that a game broke.
#[derive(Debug)]
pub struct Broken {
    /// The law's name.
    pub law: &'static str,
    /// What was seen.
    pub what: String,
    /// The record up to there.
    pub record: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the law '{}' is broken: {}\nrecord so far:\n{}", self.law, self.what, self.record)
    }
}

/// A broken law, not yet with its record.
type Verdict = Result<(), (&'static str, String)>;

fn broken(law: &'static str, what: impl Into<String>) -> Verdict {
    Err((law, what.into()))
}

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Games per setup.
    pub games: usize,
    /// Random mixes of options per seat count.
    pub mixes: usize,
    /// One step in this number is looked at closely.
    pub every: u32,
    /// How many words of a large alphabet are tried at such a step.
    pub words: usize,
    /// How many more games are played, of mixed setups, for what did not occur yet.
    pub extra: usize,
}

impl Effort {
    /// For `cargo xtask test --quick`.
    pub const QUICK: Effort = Effort { games: 1, mixes: 2, every: 24, words: 200, extra: 300 };
    /// For `cargo xtask test`.
    pub const NORMAL: Effort = Effort { games: 2, mixes: 8, every: 12, words: 400, extra: 600 };
    /// For `cargo xtask soak`.
    pub const LONG: Effort = Effort { games: 4, mixes: 20, every: 6, words: 1000, extra: 2000 };

    /// The effort that the environment asks for by `QUIPU_LAWS=quick|long`.
    pub fn from_env() -> Effort {
        match std::env::var("QUIPU_LAWS").as_deref() {
            Ok("quick") => Effort::QUICK,
            Ok("long") => Effort::LONG,
            _ => Effort::NORMAL,
        }
    }
}

/// Plays games of every setup and holds all laws against them.
pub fn hold<G: Inventory + Evaluate>(effort: Effort) -> Result<Tally, Box<Broken>> {
    let unheard = |(law, what)| Box::new(Broken { law, what, record: String::new() });
    games::options::<G>().map_err(unheard)?;
    let mut run = LawRun { effort, rng: Fast::new(0x1a35), curious: Curious::default(), tally: Tally::default() };
    for setup in games::setups::<G>(effort, &mut run.rng) {
        for _ in 0..effort.games {
            run.game::<G>(setup)?;
        }
    }
    for _ in 0..effort.extra {
        if run.tally.expected::<G>().is_ok() {
            break;
        }
        if let Some(setup) = games::any(&mut run.rng) {
            run.game::<G>(setup)?;
        }
    }
    run.tally.expected::<G>().map_err(unheard)?;
    Ok(run.tally)
}

struct LawRun {
    effort: Effort,
    rng: Fast,
    curious: Curious,
    tally: Tally,
}

impl LawRun {
    fn game<G: Inventory + Evaluate>(&mut self, setup: Setup<G>) -> Result<(), Box<Broken>> {
        let mut game = Match::new(setup);
        let by_curious = self.tally.games % 2 == 1;
        self.tally.games += 1;
        let verdict = self.play_out(&mut game, by_curious);
        verdict.map_err(|(law, what)| {
            let what = format!("{what}\nsetup: {setup:?}, step {}", game.steps().len());
            Box::new(Broken { law, what, record: game.record().to_string() })
        })
    }

    fn play_out<G: Inventory + Evaluate>(&mut self, game: &mut Match<G>, by_curious: bool) -> Verdict {
        let mut inventory = Vec::new();
        game.state().inventory(&mut inventory);
        loop {
            if let ToAct::Over(rule) = game.to_act() {
                *self.tally.ends.entry(rule).or_default() += 1;
                break;
            }
            if game.steps().len() >= G::INFO.longest as usize {
                return broken("ends", format!("no end after {} steps", G::INFO.longest));
            }
            let step = self.next_step(game.state(), by_curious)?;
            if self.rng.below(self.effort.every) == 0 {
                self.look_closely(game.setup(), game.state(), &step)?;
            }
            position::notation(game.state(), &step)?;
            self.tally.step::<G>(&step);
            game.apply(step);
            position::sheet(game)?;
            position::inventory(game.state(), &inventory)?;
        }
        position::closed_book(game.state())?;
        games::replays(game, &mut self.rng)
    }

    fn next_step<G: Evaluate>(&mut self, state: &G, by_curious: bool) -> Result<StepOf<G>, (&'static str, String)> {
        let ToAct::Seat(seat) = state.to_act() else {
            chance::weights(state)?;
            return Ok(Step::Chance(state.sample(&mut self.rng, &mut Vec::new())));
        };
        let mut legal = Vec::new();
        state.actions(&mut legal);
        position::list(state, &legal)?;
        let seen = Perspective::new(state, seat);
        let budget = Budget::iterations(1);
        let action = if by_curious {
            self.curious.choose(&seen, &legal, &budget, &mut self.rng)
        } else {
            Bot::<G>::choose(&mut Random, &seen, &legal, &budget, &mut self.rng)
        };
        match state.check(&action) {
            Ok(()) => Ok(Step::Action(action)),
            Err(why) => Err(("check", format!("{action:?} is on the list, and refused: {why}"))),
        }
    }

    fn look_closely<G: Game>(&mut self, setup: &Setup<G>, state: &G, step: &StepOf<G>) -> Verdict {
        position::checks(state, self.effort.words, &mut self.rng, &mut self.tally)?;
        position::diagram(setup, state)?;
        position::board(state)?;
        position::offers(state)?;
        position::closed(state)?;
        position::silent(state, step)?;
        position::effects(state, step)?;
        chance::distribution(state, &mut self.rng)?;
        chance::roaming(state, &mut self.rng)?;
        secrets::views(state, &mut self.rng)?;
        secrets::open(state, step)?;
        secrets::steps(state, step, &mut self.rng)
    }
}
