//! Implements the catalog's object-safe traits for every game type.

use std::hint::black_box;
use std::marker::PhantomData;

use engine::{
    AnyMatch, Budget, Evaluate, Fast, Game, Kind, Match, Of, Opening, Perspective, Playout, Rng as _, Seat, Step,
    Steps, Study, ToAct, Unopened, Viewer,
};
use search::{Making, Resting};

use crate::simulation::{Seated, Simulation};
use crate::{Advice, GameEntry, Player, Simulator, Sitter, Unprepared};

/// The entry of a game type.
pub struct Hosted<G>(PhantomData<fn() -> G>);

impl<G: Game> Hosted<G> {
    /// The one value.
    pub const ENTRY: &'static Hosted<G> = &Hosted(PhantomData);
}

/// Opens a match and takes it out of its erasure again.
pub(crate) fn opened<G: Game>(opening: &Opening) -> Result<Match<G>, Unopened> {
    let game = Of::<G>::KIND.open(opening)?;
    Ok(typed::<G>(&*game).clone())
}

/// How bots of this game are made.
pub(crate) fn making<G: Evaluate>() -> Making<'static> {
    Making { ladder: G::LADDER, ..Making::default() }
}

pub(crate) fn typed<G: Game>(game: &dyn AnyMatch) -> &Match<G> {
    let game = game.as_any().downcast_ref();
    game.unwrap_or_else(|| panic!("this is not a match of {}", G::INFO.name))
}

impl<G: Study + Evaluate> GameEntry for Hosted<G> {
    fn kind(&self) -> &'static dyn Kind {
        Of::<G>::KIND
    }

    fn strengths(&self) -> [i32; 4] {
        G::LADDER.strengths
    }

    fn player_within(&self, bot: &str, threads: usize, memory: Option<usize>) -> Option<Box<dyn Player>> {
        Some(Box::new(Sitting { bot: search::bot::<G>(bot, &Making { threads, memory, ..making::<G>() })? }))
    }

    fn advise_within(
        &self,
        game: &dyn AnyMatch,
        (threads, memory): (usize, Option<usize>),
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> Vec<Advice> {
        let state = typed::<G>(game).state();
        let ToAct::Seat(seat) = state.to_act() else { panic!("no seat is to act") };
        advised(state, seat, &Making { threads, memory, ..making::<G>() }, budget, rng)
    }

    fn seated<'a>(&self, opening: &Opening, sitters: Vec<Sitter<'a>>) -> Result<Box<dyn Simulator + 'a>, Unprepared> {
        let start = opened::<G>(opening).map_err(Unprepared::Unopened)?;
        let seats = sitters.into_iter().map(|sitter| Seated::new(sitter, &making::<G>())).collect::<Result<_, _>>()?;
        Ok(Box::new(Simulation::new(start, seats)))
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
}

/// How many turns are advised.
const ADVICES: usize = 3;
/// In how many worlds each is played on.
pub(crate) const WORLDS: u32 = 6;

/// What a master would play for a seat that is to act.
pub(crate) fn advised<G: Evaluate>(
    state: &G,
    seat: Seat,
    making: &Making<'_>,
    budget: &Budget<'_>,
    rng: &mut Fast,
) -> Vec<Advice> {
    let seen = Perspective::new(state, seat);
    let mut thoughts = search::thinker::<G>(making).think(&seen, budget, 0.0, rng);
    thoughts.truncate(ADVICES);
    // Each in the same worlds, with the same dice.
    let (view, dice) = (seen.view(), rng.next_u64());
    let advice = |thought: &search::Thought<G>| {
        let mut rng = Fast::new(dice);
        let search::Outlook { margin, gains } = search::outlook::<G>(&view, seat, &thought.actions, WORLDS, &mut rng);
        Advice { words: spelled(state, seat, &thought.actions), margin, gains }
    };
    thoughts.iter().map(advice).collect()
}

/// The words of a turn, each as it stands when it is said.
fn spelled<G: Game>(state: &G, seat: Seat, turn: &[G::Action]) -> Vec<String> {
    let mut state = G::determinize(&state.view(Viewer::Seat(seat)), &mut Fast::new(0));
    let mut words = Vec::new();
    for action in turn {
        words.push(state.words(&Step::Action(*action)));
        state.apply(Step::Action(*action), &mut ());
    }
    words
}

/// A bot with its game's type hidden.
pub(crate) struct Sitting<G: Evaluate> {
    pub(crate) bot: Box<dyn Resting<G>>,
}

impl<G: Evaluate> Sitting<G> {
    /// The words that the bot chooses for a seat that is to act.
    pub(crate) fn words(&mut self, state: &G, seat: Seat, budget: &Budget<'_>, rng: &mut Fast) -> String {
        let mut legal = Vec::new();
        state.actions(&mut legal);
        let action = self.bot.choose(&Perspective::new(state, seat), &legal, budget, rng);
        state.words(&Step::Action(action))
    }
}

impl<G: Study + Evaluate> Player for Sitting<G> {
    fn choose(&mut self, game: &dyn AnyMatch, budget: &Budget<'_>, rng: &mut Fast) -> String {
        let state = typed::<G>(game).state();
        let ToAct::Seat(seat) = state.to_act() else { panic!("no seat is to act") };
        self.words(state, seat, budget, rng)
    }

    fn effort(&mut self) -> u64 {
        self.bot.effort()
    }

    fn margin(&self) -> Option<f32> {
        self.bot.margin()
    }

    fn rest(&mut self) {
        self.bot.rest();
    }
}
