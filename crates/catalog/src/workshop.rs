//! What tools need of a game and the WebAssembly module leaves out: reviews, positions by numbers, fleets, glimpses,
//! training and benchmarks.

use std::hint::black_box;

use engine::{
    AnyMatch, Budget, Evaluate, Fast, Net, Opening, Perspective, Playout, Random, Seat, Step, Steps, Study, ToAct,
    Unopened,
};
use review::{Demand, Judged, Observed, Plan, Puzzle, Review, Standards, Thinking, Watch};

use crate::Hosted;
use crate::glimpse::{Glimpse, Glimpsed};
use crate::hosted::{Sitting, opened, typed};
use crate::study::{AnyPosition, Fleet, Position, Ships, Space};
use crate::train::{School, Schooling, Training};

/// What tools need of a game.
pub trait Workshop {
    /// Reviews a match on a number of threads: luck, choice and what else was possible. Parts that were judged before,
    /// with the same plan, are taken as they are. Nothing when whoever watches stopped it.
    ///
    /// # Panics
    /// If the match is of another game.
    fn review(
        &self,
        game: &dyn AnyMatch,
        plan: &Plan,
        threads: usize,
        before: Vec<Judged>,
        watch: &dyn Watch,
    ) -> Option<Review>;

    /// What a review of this game goes by.
    fn standards(&self) -> Standards;

    /// Looks at this many positions of a finished match, to see what came of them; with `tries` also at what a review
    /// expects of them.
    ///
    /// # Panics
    /// If the match is of another game.
    fn observe(&self, game: &dyn AnyMatch, count: usize, tries: u32, seed: u64) -> Vec<Observed>;

    /// About how many iterations a bot of that name makes in its share of a master's usual turn.
    fn usual(&self, bot: &str) -> u32;

    /// The puzzles of a match, at most `most`; `None` if `stop` ended the search.
    ///
    /// # Panics
    /// If the match is of another game.
    fn puzzles(
        &self,
        game: &dyn AnyMatch,
        demand: &Demand,
        seed: u64,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Puzzle>>;

    /// Whether a puzzle holds, thought about again; the match stands where the puzzle does.
    ///
    /// # Errors
    /// What does not hold.
    ///
    /// # Panics
    /// If the match is of another game.
    fn puzzle_holds(
        &self,
        game: &dyn AnyMatch,
        puzzle: &Puzzle,
        thinking: &Thinking,
        demand: &Demand,
        seed: u64,
    ) -> Result<(), String>;

    /// The numbers of the decisions and the parts of the figures.
    fn space(&self) -> Space;

    /// Opens a match to be played by numbers.
    fn position(&self, opening: &Opening) -> Result<Box<dyn AnyPosition>, Unopened>;

    /// Opens a match to be played by numbers at a position that is given as data.
    fn position_at(&self, opening: &Opening, diagram: serde_json::Value) -> Result<Box<dyn AnyPosition>, Unopened>;

    /// The position of a match that began at the start, to be played on by numbers.
    ///
    /// # Panics
    /// If the match is of another game.
    fn position_of(&self, game: &dyn AnyMatch) -> Box<dyn AnyPosition>;

    /// How good a position looks for each seat by the game's estimate, in points; what is hidden from one seat is
    /// guessed.
    ///
    /// # Panics
    /// If the position is of another game.
    fn estimates(&self, position: &dyn AnyPosition, seat: Seat, rng: &mut Fast) -> Vec<f32>;

    /// What the game has learned of a position, for each seat: the chance to win, and the points at the end. Nothing
    /// where it has learned nothing, or not of such tables. What is hidden from one seat is guessed.
    ///
    /// # Panics
    /// If the position is of another game.
    fn prospects(&self, position: &dyn AnyPosition, seat: Seat, rng: &mut Fast) -> Option<[Vec<f32>; 2]>;

    /// Opens many matches of a setup at once; `first` is the number of the first, where a fleet is one of several.
    fn fleet(&self, opening: &Opening, first: usize, games: usize, seed: u64) -> Result<Box<dyn Fleet>, Unopened>;

    /// Reads what a seat sees from its view as text, and from nothing else.
    ///
    /// # Errors
    /// If the text is no view of this game, or not that of the seat.
    fn glimpse(&self, view: &str, seat: Seat) -> Result<Box<dyn Glimpse>, String>;

    /// The weights of the game's estimate for this number of seats, by name.
    fn weights(&self, seats: usize) -> &'static [(&'static str, f32)];

    /// A school for the game's learned value, to begin or to go on behind this number of rounds with what was learned
    /// by then; nothing if the game tells no inputs.
    fn school(&self, schooling: Schooling, before: Option<(Net, u32)>) -> Option<Box<dyn Training>>;

    /// What the game has learned, as it is shipped.
    fn learned(&self) -> Option<&'static Net>;

    /// Plays matches at random with every legal list written, also where the game could do without: what lists cost.
    fn listed_playouts(&self, opening: &Opening, seed: u64, games: u64) -> Result<Steps, Unopened>;

    /// Clones positions of a match that many times: what a benchmark times. Gives a sum that depends on them.
    fn clones(&self, opening: &Opening, seed: u64, clones: u64) -> Result<u64, Unopened>;
}

/// What bots can do for tools.
pub trait Onlooker {
    /// The words that the bot chooses from what the seat sees alone; nothing if it is not to act, or the view is of
    /// another game.
    fn choose_seen(&mut self, seen: &dyn Glimpse, budget: &Budget<'_>, rng: &mut Fast) -> Option<String>;

    /// The number that the bot chooses for the seat to act; nothing if none is, or the position is of another game.
    fn choose_at(&mut self, position: &dyn AnyPosition, budget: &Budget<'_>, rng: &mut Fast) -> Option<u32>;
}

impl<G: Study + Evaluate> Workshop for Hosted<G> {
    fn review(
        &self,
        game: &dyn AnyMatch,
        plan: &Plan,
        threads: usize,
        before: Vec<Judged>,
        watch: &dyn Watch,
    ) -> Option<Review> {
        let judged = review::judge(typed::<G>(game), plan, threads, before, watch)?;
        let names = game.record().seats;
        Some(review::review(G::INFO.key, &names, plan, &self.standards(), &judged))
    }

    fn standards(&self) -> Standards {
        Standards::of::<G>()
    }

    fn observe(&self, game: &dyn AnyMatch, count: usize, tries: u32, seed: u64) -> Vec<Observed> {
        review::observe(typed::<G>(game), count, tries, seed)
    }

    fn usual(&self, bot: &str) -> u32 {
        (f64::from(search::usual(bot, &G::LADDER)) * search::share(bot)).ceil() as u32
    }

    fn puzzles(
        &self,
        game: &dyn AnyMatch,
        demand: &Demand,
        seed: u64,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Puzzle>> {
        review::puzzles(typed::<G>(game), demand, seed, most, stop)
    }

    fn puzzle_holds(
        &self,
        game: &dyn AnyMatch,
        puzzle: &Puzzle,
        thinking: &Thinking,
        demand: &Demand,
        seed: u64,
    ) -> Result<(), String> {
        review::puzzle_holds(typed::<G>(game), puzzle, thinking, demand, seed)
    }

    fn space(&self) -> Space {
        Space::of::<G>()
    }

    fn position(&self, opening: &Opening) -> Result<Box<dyn AnyPosition>, Unopened> {
        Ok(Box::new(Position::<G>::open(opening)?))
    }

    fn position_at(&self, opening: &Opening, diagram: serde_json::Value) -> Result<Box<dyn AnyPosition>, Unopened> {
        Ok(Box::new(Position::<G>::open_at(opening, diagram)?))
    }

    fn position_of(&self, game: &dyn AnyMatch) -> Box<dyn AnyPosition> {
        Box::new(Position::<G>::of(game, game.record().seats, true))
    }

    fn estimates(&self, position: &dyn AnyPosition, seat: Seat, rng: &mut Fast) -> Vec<f32> {
        let world = imagined::<G>(position, seat, rng);
        world.estimates(None)[..world.seats()].to_vec()
    }

    fn prospects(&self, position: &dyn AnyPosition, seat: Seat, rng: &mut Fast) -> Option<[Vec<f32>; 2]> {
        let world = imagined::<G>(position, seat, rng);
        let mut reader = G::learned().filter(|_| world.familiar())?.reader();
        world.inputs(&mut reader);
        let prospects = reader.prospects();
        Some([prospects.chances, prospects.points].map(|each| each[..world.seats()].to_vec()))
    }

    fn fleet(&self, opening: &Opening, first: usize, games: usize, seed: u64) -> Result<Box<dyn Fleet>, Unopened> {
        Ok(Box::new(Ships::<G>::new(opening, first, games, seed)?))
    }

    fn glimpse(&self, view: &str, seat: Seat) -> Result<Box<dyn Glimpse>, String> {
        Ok(Box::new(Glimpsed::<G>::read(view, seat)?))
    }

    fn weights(&self, seats: usize) -> &'static [(&'static str, f32)] {
        G::weights(seats)
    }

    fn school(&self, schooling: Schooling, before: Option<(Net, u32)>) -> Option<Box<dyn Training>> {
        let (net, round) = before.map_or((None, 0), |(net, round)| (Some(net), round));
        (G::INPUTS > 0).then(|| Box::new(School::<G>::new(schooling, net, round)) as Box<dyn Training>)
    }

    fn learned(&self) -> Option<&'static Net> {
        G::learned()
    }

    fn listed_playouts(&self, opening: &Opening, seed: u64, games: u64) -> Result<Steps, Unopened> {
        let start = opened::<G>(opening)?;
        let (mut rng, mut steps) = (Fast::new(seed), Steps::default());
        let (mut actions, mut chances) = (Vec::new(), Vec::new());
        for _ in 0..games {
            let mut state = start.state().clone();
            loop {
                match state.to_act() {
                    ToAct::Over(_) => break,
                    ToAct::Chance => {
                        state.apply(Step::Chance(state.sample(&mut rng, &mut chances)), &mut ());
                        steps.chances += 1;
                    }
                    ToAct::Seat(_) => {
                        actions.clear();
                        state.actions(&mut actions);
                        state.apply(Step::Action(Random::pick::<G>(&actions, &mut rng)), &mut ());
                        steps.decisions += 1;
                    }
                }
            }
            black_box(&state);
        }
        Ok(steps)
    }

    fn clones(&self, opening: &Opening, seed: u64, clones: u64) -> Result<u64, Unopened> {
        let mut state = opened::<G>(opening)?.state().clone();
        Playout::default().run(&mut state, &mut Fast::new(seed), 60);
        let mut sum = 0;
        for _ in 0..clones {
            let copy = black_box(black_box(&state).clone());
            sum += copy.seats() as u64;
        }
        Ok(sum)
    }
}

impl<G: Study + Evaluate> Onlooker for Sitting<G> {
    fn choose_at(&mut self, position: &dyn AnyPosition, budget: &Budget<'_>, rng: &mut Fast) -> Option<u32> {
        let state = position.as_any().downcast_ref::<Position<G>>()?.state();
        let seat = state.to_act().seat()?;
        let mut legal = Vec::new();
        state.actions(&mut legal);
        legal.retain(|action| state.within(action));
        state.number(&self.bot.choose(&Perspective::new(state, seat), &legal, budget, rng))
    }

    fn choose_seen(&mut self, seen: &dyn Glimpse, budget: &Budget<'_>, rng: &mut Fast) -> Option<String> {
        let Glimpsed { world, seat } = seen.as_any().downcast_ref::<Glimpsed<G>>()?;
        (world.to_act() == ToAct::Seat(*seat)).then(|| self.words(world, *seat, budget, rng))
    }
}

/// A world that fits what a seat sees of a position.
fn imagined<G: Evaluate + Study>(position: &dyn AnyPosition, seat: Seat, rng: &mut Fast) -> G {
    let Some(position) = position.as_any().downcast_ref::<Position<G>>() else {
        panic!("this is not a position of {}", G::INFO.name)
    };
    Perspective::new(position.state(), seat).imagine(rng)
}
