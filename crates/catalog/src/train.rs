//! Learned values by self-play (temporal differences).
//!
//! Round after round the game is played against itself by the best next step as the net sees it, with a few slips so
//! that bad turns are known, too. Each position behind a decision is then told what the next ones were thought to be
//! worth and how the match ended, the later the less: lambda-returns. The net learns from that by Adam.

use std::ops::Range;
use std::sync::Arc;

use engine::{
    Budget, Choices as _, Dice as _, Draft, Evaluate, Fast, HIDDEN, Inputs, MOST_SEATS, Method, Net, Perspective,
    Prospects, Rng as _, Seat, Setup, Step, ToAct, Units, exp, handed_on,
};
use search::{Learned, Making};

/// How a net is trained.
#[derive(Clone, Copy, Debug)]
pub struct Schooling {
    /// How many rounds there are.
    pub rounds: u32,
    /// How many matches a round plays.
    pub games: u32,
    /// λ of the λ-returns: 0 learns from the next position alone, 1 from the end of the match alone.
    pub lambda: f32,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// How likely a slip is, and how far apart two turns are that are nearly the same.
    pub slips: (f32, f32),
    /// Of how many matches one is at a table of two; the others have more seats.
    pub twos: f32,
    /// How far the bots of matches by search slip, in points.
    pub wander: f32,
    /// How many iterations they think.
    pub iterations: u32,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Default for Schooling {
    fn default() -> Self {
        Schooling {
            rounds: 100,
            games: 1000,
            lambda: 0.8,
            rate: 1e-3,
            slips: (0.03, 0.01),
            twos: 0.6,
            wander: 0.7,
            iterations: 1,
            seed: 1,
        }
    }
}

/// How a round went.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundReport {
    /// Which round it was.
    pub round: u32,
    /// How many positions were met.
    pub positions: usize,
    /// The cross-entropy of the chances before learning from them, in bits.
    pub surprise: f64,
    /// The same for the estimate alone.
    pub estimate: f64,
    /// The mean error of the points.
    pub points: f64,
}

/// A net in training, without the type of its game.
pub trait Training {
    /// Makes one round; nothing when all are made.
    fn next_round(&mut self) -> Option<RoundReport>;

    /// The net as it is.
    fn net(&self) -> &Net;

    /// How many rounds were made.
    fn round(&self) -> u32;
}

/// Positions as a game tells them, side by side.
#[derive(Default)]
struct Heard {
    inputs: Vec<(u16, f32)>,
    /// Where the inputs end: those that all seats have in common, then those of each seat.
    ends: Vec<u32>,
    positions: Vec<Position>,
}

/// A position, and what it should be worth.
#[derive(Clone, Copy)]
struct Position {
    /// Its first end.
    first: u32,
    seats: u8,
    estimates: [f32; MOST_SEATS],
    /// What the net said.
    said: Prospects,
    /// What should be said.
    aim: Prospects,
    /// How the match ended, for reports.
    end: [f32; MOST_SEATS],
}

impl Inputs for Heard {
    fn seat(&mut self, seat: Seat, estimate: f32) {
        self.ends.push(self.inputs.len() as u32);
        if let Some(position) = self.positions.last_mut() {
            position.estimates[seat.index()] = estimate;
        }
    }

    fn put(&mut self, input: usize, value: f32) {
        if value != 0.0 {
            self.inputs.push((input as u16, value));
        }
    }
}

impl Heard {
    fn add<G: Evaluate>(&mut self, state: &G, said: Prospects) {
        let (first, seats) = (self.ends.len() as u32, state.seats() as u8);
        let none = Prospects::default();
        self.positions.push(Position {
            first,
            seats,
            estimates: [0.0; MOST_SEATS],
            said,
            aim: none,
            end: [0.0; MOST_SEATS],
        });
        state.inputs(self);
        self.ends.push(self.inputs.len() as u32);
    }

    /// The inputs that all seats have in common, and those of a seat.
    fn of(&self, position: &Position, seat: usize) -> [Range<usize>; 2] {
        let end = |at: usize| self.ends[at] as usize;
        let first = position.first as usize;
        let begin = if first == 0 { 0 } else { end(first - 1) };
        [begin..end(first), end(first + seat)..end(first + seat + 1)]
    }
}

/// A number for every number of a net.
#[derive(Clone)]
struct Slopes {
    rows: Vec<Units>,
    bias: Units,
    heads: [Units; 2],
    point: f32,
}

impl Slopes {
    fn none(inputs: usize) -> Slopes {
        Slopes { rows: vec![[0.0; HIDDEN]; inputs], bias: [0.0; HIDDEN], heads: [[0.0; HIDDEN]; 2], point: 0.0 }
    }
}

/// A net in training.
pub(crate) struct School<G: Evaluate> {
    schooling: Schooling,
    net: Net,
    first: Slopes,
    second: Slopes,
    steps: i32,
    round: u32,
    setups: Vec<Setup<G>>,
}

/// How many positions are learned from at once.
const BATCH: usize = 256;
/// How much points count beside chances.
const POINTS: f32 = 0.2;

impl<G: Evaluate> School<G> {
    /// Begins with a net, or with the estimate.
    pub(crate) fn new(schooling: Schooling, net: Option<Net>, round: u32) -> School<G> {
        let mut rng = Fast::stream(schooling.seed, u64::MAX);
        let net = net.unwrap_or_else(|| {
            let mut net = Net::new(G::INPUTS);
            for unit in net.rows.iter_mut().flat_map(|row| &mut row[2..]) {
                *unit = (unit_point(&mut rng) - 0.5) * 0.3;
            }
            for unit in &mut net.bias[2..] {
                *unit = (unit_point(&mut rng) - 0.5) * 0.3;
            }
            // What is linear goes straight to its answer.
            (net.heads[0][0], net.heads[1][1]) = (1.0, 1.0);
            net
        });
        let none = Slopes::none(net.rows.len());
        School { schooling, net, first: none.clone(), second: none, steps: 0, round, setups: setups::<G>() }
    }

    /// The setup of a match: half of them with the usual options.
    fn setup(&self, rng: &mut Fast) -> Setup<G> {
        let (least, most) = G::INFO.seats;
        let seats = if most == least || unit_point(rng) < self.schooling.twos {
            least
        } else {
            least + 1 + rng.below((most - least) as u32) as usize
        };
        let usual = rng.below(2) == 0;
        let fits = |setup: &&Setup<G>| setup.seats() == seats && (!usual || setup.options().differing().is_empty());
        let fitting: Vec<&Setup<G>> = self.setups.iter().filter(fits).collect();
        **rng.pick(&fitting)
    }

    /// Plays one match by the best next step and notes its positions.
    fn play(&self, told: &mut Heard, rng: &mut Fast) {
        let mut state = G::new(&self.setup(rng));
        let (mut actions, mut chances, mut seen) = (Vec::new(), Vec::new(), Vec::new());
        // Where each position stands, and what was thought of the best choice where another was made.
        let mut line: Vec<(usize, Option<Prospects>)> = Vec::new();
        for _ in 0..G::INFO.longest {
            let Some(seat) = decider(&mut state, &mut chances, rng) else { break };
            actions.clear();
            state.actions(&mut actions);
            if let [only] = actions[..] {
                state.apply(Step::Action(only), &mut ());
                continue;
            }
            seen.clear();
            seen.extend(actions.iter().map(|action| {
                let mut after = state.clone();
                after.apply(Step::Action(*action), &mut ());
                self.prospects(&after)
            }));
            let own: Vec<f32> = seen.iter().map(|seen: &Prospects| seen.chances[seat.index()]).collect();
            let best = greatest(&own);
            let chosen = self.wandering(&own, rng);
            if let Some((_, better)) = line.last_mut() {
                *better = (own[best] - own[chosen] > self.schooling.slips.1).then_some(seen[best]);
            }
            state.apply(Step::Action(actions[chosen]), &mut ());
            if !matches!(state.to_act(), ToAct::Over(_)) {
                line.push((told.positions.len(), None));
                told.add(&state, seen[chosen]);
            }
        }
        self.look_back(told, line, ended(&state));
    }

    /// Which choice is made among those with these chances: one of the best, seldom any.
    fn wandering(&self, own: &[f32], rng: &mut Fast) -> usize {
        let (slip, near) = self.schooling.slips;
        if unit_point(rng) < slip {
            return rng.below(own.len() as u32) as usize;
        }
        let tempting = own.iter().map(|own| own - near * (-(unit_point(rng).max(1e-6)).ln()).ln());
        greatest(&tempting.collect::<Vec<f32>>())
    }

    /// Plays one match by search and notes the positions in which somebody decides.
    fn search(&self, net: &Arc<Net>, told: &mut Heard, rng: &mut Fast) {
        let mut state = G::new(&self.setup(rng));
        let (mut actions, mut chances, mut line) = (Vec::new(), Vec::new(), Vec::new());
        let making = Making { ladder: G::LADDER, learned: Learned::Given(net), ..Making::default() };
        let name = format!("master~{}", self.schooling.wander);
        let budget = Budget::iterations(self.schooling.iterations);
        let mut before = None;
        let mut bots: Vec<_> = (0..state.seats()).filter_map(|_| search::bot::<G>(&name, &making)).collect();
        for _ in 0..G::INFO.longest {
            let Some(seat) = decider(&mut state, &mut chances, rng) else { break };
            actions.clear();
            state.actions(&mut actions);
            if before != Some(seat) {
                line.push((told.positions.len(), None));
                told.add(&state, self.prospects(&state));
            }
            before = Some(seat);
            let slips = unit_point(rng) < self.schooling.slips.0 / 4.0;
            let chosen = if slips {
                *rng.pick(&actions)
            } else {
                bots[seat.index()].choose(&Perspective::new(&state, seat), &actions, &budget, rng)
            };
            state.apply(Step::Action(chosen), &mut ());
        }
        self.look_back(told, line, ended(&state));
    }

    /// Tells the positions of a match what they should have been worth, from the last one on. Where another choice
    /// than the best was made behind one, it goes by the best.
    fn look_back(&self, told: &mut Heard, line: Vec<(usize, Option<Prospects>)>, end: Prospects) {
        let mut aim = end;
        let lambda = self.schooling.lambda;
        let mut later: Option<Prospects> = None;
        for (at, better) in line.into_iter().rev() {
            if let Some(better) = better {
                aim = better;
            } else if let Some(next) = later {
                aim = mixed(&next, &aim, lambda);
            }
            let position = &mut told.positions[at];
            (position.aim, position.end) = (aim, end.chances);
            later = Some(position.said);
        }
    }

    fn prospects(&self, state: &G) -> Prospects {
        if let ToAct::Over(_) = state.to_act() {
            return ended(state);
        }
        let mut reader = self.net.reader();
        state.inputs(&mut reader);
        reader.prospects()
    }

    /// How well the matches fit what the net foresaw.
    fn report(&self, told: &Heard) -> RoundReport {
        let bits = |chances: &[f32; MOST_SEATS], end: &[f32; MOST_SEATS]| -> f64 {
            end.iter().zip(chances).map(|(end, chance)| -f64::from(*end) * f64::from(chance.max(1e-6)).log2()).sum()
        };
        let mut report = RoundReport { round: self.round, positions: told.positions.len(), ..RoundReport::default() };
        for position in &told.positions {
            let seats = usize::from(position.seats);
            let mut by_estimate = position.estimates.map(|estimate| estimate / 7.0);
            chances(&mut by_estimate[..seats]);
            report.surprise += bits(&position.said.chances, &position.end);
            report.estimate += bits(&by_estimate, &position.end);
            let off = (0..seats).map(|seat| f64::from((position.said.points[seat] - position.aim.points[seat]).abs()));
            report.points += off.sum::<f64>() / seats as f64;
        }
        let count = told.positions.len().max(1) as f64;
        report.surprise /= count;
        report.estimate /= count;
        report.points /= count;
        report
    }

    /// Learns from some positions.
    fn learn(&mut self, told: &Heard, batch: &[u32], rate: f32) {
        let mut slopes = Slopes::none(self.net.rows.len());
        for at in batch {
            self.add_slopes(told, &told.positions[*at as usize], &mut slopes);
        }
        let share = 1.0 / batch.len() as f32;
        self.steps += 1;
        let adam = Adam::new(rate, share, self.steps);
        let Slopes { rows, bias, heads, point } = &slopes;
        for (at, row) in rows.iter().enumerate() {
            adam.step(&mut self.net.rows[at], row, &mut self.first.rows[at], &mut self.second.rows[at]);
        }
        adam.step(&mut self.net.bias, bias, &mut self.first.bias, &mut self.second.bias);
        let (first, second) = (&mut self.first.heads, &mut self.second.heads);
        for (((head, slopes), first), second) in self.net.heads.iter_mut().zip(heads).zip(first).zip(second) {
            adam.step(head, slopes, first, second);
        }
        let slow = Adam { rate: adam.rate * 0.1, ..adam };
        let one = std::slice::from_mut::<f32>;
        slow.step(one(&mut self.net.point), &[*point], one(&mut self.first.point), one(&mut self.second.point));
    }

    /// Adds the gradient of one position (backpropagation).
    fn add_slopes(&self, told: &Heard, position: &Position, slopes: &mut Slopes) {
        let seats = usize::from(position.seats);
        let (mut units, mut strengths, mut points) =
            ([[0.0; HIDDEN]; MOST_SEATS], [0.0; MOST_SEATS], [0.0; MOST_SEATS]);
        for seat in 0..seats {
            let mut own = self.net.bias;
            for range in told.of(position, seat) {
                for (input, value) in &told.inputs[range] {
                    let row = &self.net.rows[usize::from(*input)];
                    own.iter_mut().zip(row).for_each(|(unit, weight)| *unit += value * weight);
                }
            }
            units[seat] = own;
            let on = handed_on(&own);
            let head = |head: &Units| on.iter().zip(head).map(|(unit, weight)| unit * weight).sum::<f32>();
            strengths[seat] = self.net.point * position.estimates[seat] + head(&self.net.heads[0]);
            points[seat] = position.estimates[seat] + 10.0 * head(&self.net.heads[1]);
        }
        chances(&mut strengths[..seats]);
        for seat in 0..seats {
            let by_chance = strengths[seat] - position.aim.chances[seat];
            let by_points = POINTS * (points[seat] - position.aim.points[seat]) / 10.0;
            slopes.point += by_chance * position.estimates[seat];
            let on = handed_on(&units[seat]);
            let mut back = [0.0; HIDDEN];
            for at in 0..HIDDEN {
                slopes.heads[0][at] += by_chance * on[at];
                slopes.heads[1][at] += by_points * on[at];
                if at < 2 || units[seat][at] > 0.0 {
                    back[at] = by_chance * self.net.heads[0][at] + by_points * self.net.heads[1][at];
                }
            }
            slopes.bias.iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
            for range in told.of(position, seat) {
                for (input, value) in &told.inputs[range] {
                    let row = &mut slopes.rows[usize::from(*input)];
                    row.iter_mut().zip(&back).for_each(|(slope, back)| *slope += value * back);
                }
            }
        }
        // The linear units have one answer each.
        (slopes.heads[0][1], slopes.heads[1][0]) = (0.0, 0.0);
    }
}

impl<G: Evaluate> Training for School<G> {
    fn next_round(&mut self) -> Option<RoundReport> {
        if self.round >= self.schooling.rounds {
            return None;
        }
        let mut rng = Fast::stream(self.schooling.seed, u64::from(self.round));
        let mut told = Heard::default();
        let net = Arc::new(self.net.clone());
        for _ in 0..self.schooling.games {
            match G::LADDER.method {
                Method::Ismcts => self.play(&mut told, &mut rng),
                Method::Planner => self.search(&net, &mut told, &mut rng),
            }
        }
        self.round += 1;
        let report = self.report(&told);
        let mut order: Vec<u32> = (0..told.positions.len() as u32).collect();
        let progress = self.round as f32 / self.schooling.rounds as f32;
        let rate = self.schooling.rate * (1.0 - 0.95 * progress);
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            self.learn(&told, batch, rate);
        }
        Some(report)
    }

    fn net(&self) -> &Net {
        &self.net
    }

    fn round(&self) -> u32 {
        self.round
    }
}

/// The Adam optimizer.
#[derive(Clone, Copy)]
struct Adam {
    rate: f32,
    share: f32,
}

/// How long slopes are remembered, and their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];

impl Adam {
    fn new(rate: f32, share: f32, steps: i32) -> Adam {
        let [first, second] = MEMORY.map(|memory| 1.0 - memory.powi(steps));
        Adam { rate: rate * second.sqrt() / first, share }
    }

    fn step(self, weights: &mut [f32], slopes: &[f32], first: &mut [f32], second: &mut [f32]) {
        for (((weight, slope), first), second) in weights.iter_mut().zip(slopes).zip(first).zip(second) {
            let slope = slope * self.share;
            *first = MEMORY[0] * *first + (1.0 - MEMORY[0]) * slope;
            *second = MEMORY[1] * *second + (1.0 - MEMORY[1]) * slope * slope;
            *weight -= self.rate * *first / (second.sqrt() + 1e-7);
        }
    }
}

/// Strengths become chances.
fn chances(strengths: &mut [f32]) {
    let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    strengths.iter_mut().for_each(|strength| *strength = exp(*strength - most));
    let sum: f32 = strengths.iter().sum();
    strengths.iter_mut().for_each(|strength| *strength /= sum);
}

/// Resolves draws until somebody decides; nobody does when the match is over.
fn decider<G: Evaluate>(state: &mut G, chances: &mut Vec<(G::Chance, u32)>, rng: &mut Fast) -> Option<Seat> {
    loop {
        match state.to_act() {
            ToAct::Over(_) => return None,
            ToAct::Seat(seat) => return Some(seat),
            ToAct::Chance => {
                let chance = state.sample(rng, chances);
                state.apply(Step::Chance(chance), &mut ());
            }
        }
    }
}

/// Where the greatest of these is.
fn greatest(all: &[f32]) -> usize {
    (0..all.len()).max_by(|a, b| all[*a].total_cmp(&all[*b])).unwrap_or(0)
}

/// How a match ended.
fn ended<G: Evaluate>(state: &G) -> Prospects {
    let outcome = state.outcome();
    let winners = outcome.winners().count() as f32;
    let mut end = Prospects::default();
    outcome.winners().for_each(|seat| end.chances[seat.index()] = 1.0 / winners);
    outcome.points.iter().zip(&mut end.points).for_each(|(points, end)| *end = *points as f32);
    end
}

/// What lies between two prospects, by the share of the second.
fn mixed(one: &Prospects, other: &Prospects, share: f32) -> Prospects {
    let mix = |one: &[f32; MOST_SEATS], other: &[f32; MOST_SEATS]| {
        std::array::from_fn(|seat| one[seat] + share * (other[seat] - one[seat]))
    };
    Prospects {
        chances: mix(&one.chances, &other.chances),
        points: mix(&one.points, &other.points),
        worth: mix(&one.worth, &other.worth),
    }
}

/// A point from 0 to 1.
fn unit_point(rng: &mut Fast) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32
}

/// All tables that a net can learn.
fn setups<G: Evaluate>() -> Vec<Setup<G>> {
    let mut all = vec![G::Options::default()];
    for choice in G::Options::KEYS {
        let others = &choice.values[1..];
        let more = all.iter().flat_map(|options| {
            others.iter().filter_map(|value| {
                let mut options = *options;
                options.set(choice.key, value).is_ok().then_some(options)
            })
        });
        let more: Vec<_> = more.collect();
        all.extend(more);
    }
    let (least, most) = G::INFO.seats;
    let setups = (least..=most).flat_map(|seats| all.iter().map(move |options| Draft::<G>::new(seats).with(*options)));
    setups.filter_map(|draft| draft.admit().ok()).filter(|setup| G::new(setup).familiar()).collect()
}

#[cfg(test)]
mod tests {
    use thebes::Thebes;

    use super::*;

    fn school(rounds: u32, games: u32) -> School<Thebes> {
        School::new(Schooling { rounds, games, rate: 3e-3, seed: 4, ..Schooling::default() }, None, 0)
    }

    #[test]
    fn what_is_learned_foresees_more_than_the_estimate() {
        let mut school = school(3, 40);
        let last = std::iter::from_fn(|| school.next_round()).last().unwrap_or_default();
        assert_eq!(last.round, 3);
        assert!(last.positions > 40 * 40, "{last:?}");
        assert!(last.surprise < last.estimate, "{last:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_net() {
        let learned = || {
            let mut school = school(1, 4);
            school.next_round();
            school.net().write("a test")
        };
        assert!(learned() == learned());
        assert!(learned() != school(1, 4).net().write("a test"), "something was learned");
    }

    #[test]
    fn what_was_interrupted_goes_on() {
        let mut before = school(2, 3);
        before.next_round();
        let (net, round) = (before.net().clone(), before.round());
        let mut again = School::<Thebes>::new(before.schooling, Some(net), round);
        assert_eq!(again.next_round().map(|report| report.round), Some(2));
        assert!(again.next_round().is_none(), "all rounds are made");
    }

    #[test]
    fn chances_go_by_the_later_ones_the_less_the_farther() {
        let prospects = |chance: f32| Prospects { chances: [chance; MOST_SEATS], ..Prospects::default() };
        let between = mixed(&prospects(0.2), &prospects(0.7), 0.8).chances[0];
        assert!((between - 0.6).abs() < 1e-6, "{between}");
    }
}
