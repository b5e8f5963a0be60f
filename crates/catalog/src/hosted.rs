//! A game type as an entry of the catalog.

use std::hint::black_box;
use std::marker::PhantomData;

use engine::{
    AnyMatch, Bot, Budget, Fast, Game, Kind, Match, Of, Opening, Perspective, Playout, Seat, Step, StepOf, Steps,
    ToAct, Unopened,
};

use crate::{Entry, Pace, Played, Player, Simulator, Unprepared};

/// The entry of a game type.
pub struct Hosted<G>(PhantomData<fn() -> G>);

impl<G: Game> Hosted<G> {
    /// The one value.
    pub const ENTRY: &'static Hosted<G> = &Hosted(PhantomData);
}

/// Opens a match and takes it out of its erasure again.
fn opened<G: Game>(opening: &Opening) -> Result<Match<G>, Unopened> {
    let game = Of::<G>::KIND.open(opening)?;
    Ok(typed::<G>(&*game).clone())
}

fn typed<G: Game>(game: &dyn AnyMatch) -> &Match<G> {
    let game = game.as_any().downcast_ref();
    game.unwrap_or_else(|| panic!("this is not a match of {}", G::INFO.name))
}

impl<G: Game> Entry for Hosted<G> {
    fn kind(&self) -> &'static dyn Kind {
        Of::<G>::KIND
    }

    fn player(&self, bot: &str) -> Option<Box<dyn Player>> {
        Some(Box::new(Sitting { bot: search::bot::<G>(bot)? }))
    }

    fn simulator(&self, opening: &Opening, bots: &[String]) -> Result<Box<dyn Simulator>, Unprepared> {
        let start = opened::<G>(opening).map_err(Unprepared::Unopened)?;
        let bot = |name: &String| search::bot::<G>(name).ok_or_else(|| Unprepared::NoSuchBot(name.clone()));
        let bots = bots.iter().map(bot).collect::<Result<_, _>>()?;
        Ok(Box::new(Simulation { start, bots, actions: Vec::new(), chances: Vec::new() }))
    }

    fn playouts(&self, opening: &Opening, seed: u64, games: u64) -> Result<Steps, Unopened> {
        let start = opened::<G>(opening)?;
        let (mut rng, mut playout, mut steps) = (Fast::new(seed), Playout::<G>::default(), Steps::default());
        for _ in 0..games {
            let mut state = start.state().clone();
            steps += playout.run(&mut state, &mut rng, u64::MAX);
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

/// A bot with its game's type hidden.
struct Sitting<G: Game> {
    bot: Box<dyn Bot<G>>,
}

impl<G: Game> Player for Sitting<G> {
    fn choose(&mut self, game: &dyn AnyMatch, budget: &Budget<'_>, rng: &mut Fast) -> String {
        let state = typed::<G>(game).state();
        let ToAct::Seat(seat) = state.to_act() else { panic!("no seat is to act") };
        let mut legal = Vec::new();
        state.actions(&mut legal);
        let action = self.bot.choose(&Perspective::new(state, seat), &legal, budget, rng);
        state.words(&Step::Action(action))
    }
}

struct Simulation<G: Game> {
    start: Match<G>,
    bots: Vec<Box<dyn Bot<G>>>,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
}

impl<G: Game> Simulation<G> {
    fn next_step(&mut self, state: &G, before: Option<Seat>, pace: &Pace<'_>, rng: &mut Fast) -> Option<StepOf<G>> {
        match state.to_act() {
            ToAct::Over(_) => None,
            ToAct::Chance => Some(Step::Chance(state.sample(rng, &mut self.chances))),
            ToAct::Seat(seat) => {
                self.actions.clear();
                state.actions(&mut self.actions);
                let seen = Perspective::new(state, seat);
                let bot = &mut self.bots[seat.index()];
                let action = match pace {
                    Pace::Iterations(most) => bot.choose(&seen, &self.actions, &Budget::iterations(*most), rng),
                    Pace::Clock(clock) => {
                        let stop = clock.start(seat, before == Some(seat));
                        let action = bot.choose(&seen, &self.actions, &Budget::until(&*stop), rng);
                        clock.done(seat);
                        action
                    }
                };
                Some(Step::Action(action))
            }
        }
    }
}

impl<G: Game> Simulator for Simulation<G> {
    fn game(&mut self, seed: u64, number: u64, pace: &Pace<'_>, with_record: bool) -> Played {
        let mut rng = Fast::stream(seed, number);
        let mut steps = Steps::default();
        let mut logged = with_record.then(|| self.start.clone());
        let mut state = self.start.state().clone();
        let mut before = None;
        while let Some(step) = self.next_step(&state, before, pace, &mut rng) {
            before = state.to_act().seat().or(before);
            match step {
                Step::Action(_) => steps.decisions += 1,
                Step::Chance(_) => steps.chances += 1,
            }
            state.apply(step, &mut ());
            if let Some(game) = &mut logged {
                game.apply(step);
            }
        }
        let ToAct::Over(end) = state.to_act() else { unreachable!("the match was played to its end") };
        Played { steps, outcome: state.outcome(), end, record: logged.map(|game| Match::record(&game)) }
    }
}
