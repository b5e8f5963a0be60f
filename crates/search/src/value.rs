//! What a position is worth to a seat, against the others.

use std::sync::Arc;

use engine::{Evaluate, Fast, MOST_SEATS, Net, Prospects, Seat, Step, ToAct, exact};

/// Which learned value a bot goes by.
#[derive(Clone, Copy, Debug, Default)]
pub enum Learned<'a> {
    /// The one that the game is shipped with, if there is one.
    #[default]
    Shipped,
    /// None: the estimate alone.
    Nothing,
    /// Another one.
    Given(&'a Arc<Net>),
}

/// A learned value at hand.
#[derive(Clone, Debug)]
enum Taught {
    Shipped(&'static Net),
    Given(Arc<Net>),
}

impl Taught {
    fn of<G: Evaluate>(learned: Learned<'_>) -> Option<Taught> {
        match learned {
            Learned::Shipped => G::learned().map(Taught::Shipped),
            Learned::Nothing => None,
            Learned::Given(net) => Some(Taught::Given(Arc::clone(net))),
        }
    }

    #[inline]
    fn net(&self) -> &Net {
        match self {
            Taught::Shipped(net) => net,
            Taught::Given(net) => net,
        }
    }
}

/// Values positions: by the game's estimate, with its tuned weights or with others, or by what was learned.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    taught: Option<Taught>,
    weights: Option<Arc<[f32]>>,
    /// How much of the rivals' estimates counts against one's own.
    rivalry: f32,
    /// The share of `rivalry` that counts in the position at hand.
    tension: f32,
}

impl Judge {
    pub(crate) fn new<G: Evaluate>(weights: Option<&[f32]>) -> Judge {
        Judge { taught: None, weights: weights.map(Arc::from), rivalry: G::rivalry(weights), tension: 1.0 }
    }

    /// The same by a learned value, where one knows the table.
    pub(crate) fn taught<G: Evaluate>(self, learned: Learned<'_>) -> Judge {
        Judge { taught: Taught::of::<G>(learned), ..self }
    }

    /// What was learned, at a table that it knows.
    #[inline]
    fn learned<G: Evaluate>(&self, state: &G) -> Option<Prospects> {
        let taught = self.taught.as_ref().filter(|_| state.familiar())?;
        let mut reader = taught.net().reader();
        state.inputs(&mut reader);
        Some(reader.prospects())
    }

    /// The chance of whoever is as well off as all others, where that is no half: learned ones add up to one.
    pub(crate) fn even<G: Evaluate>(&self, state: &G) -> Option<f32> {
        let learned = self.taught.is_some() && state.familiar() && state.seats() > 2;
        learned.then(|| 1.0 / state.seats() as f32)
    }

    /// Each seat's chance to win: as learned, or by its margin.
    #[inline]
    pub(crate) fn chances<G: Evaluate>(&self, state: &G) -> [f32; MOST_SEATS] {
        if !matches!(state.to_act(), ToAct::Over(_))
            && let Some(prospects) = self.learned(state)
        {
            return prospects.chances;
        }
        self.margins(state).map(chance_of_winning)
    }

    /// The same, with all of the rivals' estimates.
    pub(crate) fn in_full(self) -> Judge {
        Judge { rivalry: 1.0, ..self }
    }

    /// Judges from now on what may come of this position. All that is compared is judged alike, whatever comes of it.
    pub(crate) fn begin_at<G: Evaluate>(&mut self, position: &G) {
        self.tension = position.tension();
    }

    /// A seat's estimate less that of its rivals.
    #[inline]
    pub(crate) fn margin<G: Evaluate>(&self, state: &G, seat: Seat) -> f32 {
        if let ToAct::Over(_) = state.to_act() {
            return final_margin(state, seat, WON);
        }
        self.less_rivals(&self.values(state), seat, state.seats())
    }

    /// What the position is worth to each seat, in points: as learned, or as estimated.
    #[inline]
    fn values<G: Evaluate>(&self, state: &G) -> [f32; MOST_SEATS] {
        match self.learned(state) {
            Some(prospects) => prospects.worth,
            None => state.estimates(self.weights.as_deref()),
        }
    }

    /// The same where much was left to chance on the way to the end of the match: there the place counts less.
    pub(crate) fn prospect<G: Evaluate>(&self, state: &G, seat: Seat) -> f32 {
        match state.to_act() {
            ToAct::Over(_) => final_margin(state, seat, LIKELY_WON),
            _ => self.margin(state, seat),
        }
    }

    /// The same for every seat.
    pub(crate) fn margins<G: Evaluate>(&self, state: &G) -> [f32; MOST_SEATS] {
        let mut margins = [0.0; MOST_SEATS];
        if let ToAct::Over(_) = state.to_act() {
            Seat::all(state.seats()).for_each(|seat| margins[seat.index()] = final_margin(state, seat, WON));
            return margins;
        }
        let values = self.values(state);
        for seat in Seat::all(state.seats()) {
            margins[seat.index()] = self.less_rivals(&values, seat, state.seats());
        }
        margins
    }

    /// A seat's value less that of its strongest rival, with a little of the other rivals: places count, not points.
    #[inline]
    fn less_rivals(&self, values: &[f32; MOST_SEATS], seat: Seat, seats: usize) -> f32 {
        let (mut best, mut sum) = (f32::NEG_INFINITY, 0.0);
        for rival in Seat::all(seats).filter(|rival| *rival != seat) {
            best = best.max(values[rival.index()]);
            sum += values[rival.index()];
        }
        if seats < 2 {
            return values[seat.index()];
        }
        values[seat.index()] - self.rivalry * self.tension * (0.8 * best + 0.2 * sum / (seats - 1) as f32)
    }
}

/// The margin, in points, that is worth about three quarters of a win.
const SCALE: f32 = 14.0;

/// What a margin in points is worth, from 0 to 1.
fn chance_of_winning(margin: f32) -> f32 {
    0.5 + 0.5 * exact::tanh(margin / SCALE)
}

/// The chance against a single rival that is as good as this one, where this other one would be even.
pub(crate) fn against_one(chance: f32, even: Option<f32>) -> f32 {
    let Some(even) = even else { return chance };
    let (own, others) = (chance * (1.0 - even), (1.0 - chance) * even);
    own / (own + others).max(1e-9)
}

/// The margin that is worth this chance of a win.
pub(crate) fn margin_of(chance: f32) -> f32 {
    SCALE * (2.0 * chance - 1.0).clamp(-0.999, 0.999).atanh()
}

/// What a place is worth when the match is over: more than any likely margin of an estimate.
const WON: f32 = 60.0;
/// The same after much luck: less, so that a place that was won or lost by luck does not hide the points of many tries.
const LIKELY_WON: f32 = 10.0;

/// A match that is over: the margin in points, and something for the place.
fn final_margin<G: Evaluate>(state: &G, seat: Seat, won: f32) -> f32 {
    let outcome = state.outcome();
    let own = outcome.points[seat.index()];
    let rivals = Seat::all(state.seats()).filter(|rival| *rival != seat);
    let best = rivals.map(|rival| outcome.points[rival.index()]).max().unwrap_or(own);
    let place = match (outcome.places[seat.index()], outcome.winners().count()) {
        (1, 1) => won,
        (1, _) => 0.0,
        _ => -won,
    };
    (own - best) as f32 + place
}

/// More draws in a row than any game has: a bound, so that a bot always answers.
const DRAWS_IN_A_ROW: u32 = 400;

/// Resolves draws until a seat is to act or the match is over.
pub(crate) fn settle<G: Evaluate>(state: &mut G, scratch: &mut Vec<(G::Chance, u32)>, rng: &mut Fast) {
    for _ in 0..DRAWS_IN_A_ROW {
        if state.to_act() != ToAct::Chance {
            break;
        }
        let chance = state.sample(rng, scratch);
        state.apply(Step::Chance(chance), &mut ());
    }
}
