//! A bot for turns of many actions: it searches whole turns, not single actions.
//!
//! A beam of the most promising prefixes of the turn is grown action by action, positions that are reached in
//! different orders merged, until each line comes to the end of the turn or to a draw (which is averaged, not
//! foreseen). The beam is widened as long as the budget lasts. The best turns are then judged by what the others
//! do next, over several worlds. What was planned is followed as long as nothing unforeseen happens.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use engine::{Bot, Budget, Fast, Game, Perspective, Rng as _, Seat, Step, ToAct};

use crate::value::{margin, settle};

/// How broadly the planner thinks.
#[derive(Clone, Copy, Debug)]
pub struct Breadth {
    /// The widest beam.
    pub widest: usize,
    /// How many of the best turns are judged by the others' answers.
    pub judged: usize,
    /// In how many worlds.
    pub worlds: u32,
}

impl Default for Breadth {
    fn default() -> Self {
        Breadth { widest: 256, judged: 6, worlds: 4 }
    }
}

/// The turn planner.
#[derive(Debug)]
pub struct Planner<G: Game> {
    breadth: Breadth,
    plan: Vec<G::Action>,
    /// What the seat should see when the next action of the plan is due.
    expected: Option<G::View>,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
    /// Prefixes of turns looked at in the last search.
    looked_at: u64,
}

impl<G: Game> Default for Planner<G> {
    fn default() -> Self {
        Planner::new(Breadth::default())
    }
}

/// How often a draw at the end of a line is tried.
const DRAWS: u32 = 4;
/// No turn is planned further than this.
const LONGEST_TURN: usize = 60;
/// How many decisions of others are played through at most, to see their answers.
const LONGEST_ANSWER: usize = 120;

/// A prefix of a turn.
struct Prefix<G: Game> {
    state: G,
    value: f32,
    actions: Vec<G::Action>,
}

/// A turn thought through to its end, or to a draw.
struct Line<G: Game> {
    actions: Vec<G::Action>,
    value: f32,
    /// The position behind it, before any draw.
    after: G,
}

impl<G: Game> Planner<G> {
    /// A planner of that breadth.
    pub fn new(breadth: Breadth) -> Planner<G> {
        Planner { breadth, plan: Vec::new(), expected: None, actions: Vec::new(), chances: Vec::new(), looked_at: 0 }
    }

    /// How many prefixes of turns the last search looked at.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The next action of the plan, if all is as it was foreseen.
    fn follow(&mut self, view: &G::View, legal: &[G::Action]) -> Option<G::Action> {
        let next = *self.plan.first()?;
        let as_foreseen = self.expected.as_ref() == Some(view) && legal.binary_search(&next).is_ok();
        if as_foreseen { Some(self.plan.remove(0)) } else { None }
    }

    /// Foresees what will be seen when the rest of the plan is due.
    fn foresee(&mut self, world: &G, action: G::Action, seat: Seat) {
        let mut after = world.clone();
        after.apply(Step::Action(action), &mut ());
        let mine = after.to_act() == ToAct::Seat(seat);
        self.expected = (mine && !self.plan.is_empty()).then(|| after.view(engine::Viewer::Seat(seat)));
    }

    /// Searches turns from a world with beams that grow wider, best first.
    fn lines(&mut self, world: &G, seat: Seat, budget: &Budget<'_>, rng: &mut Fast) -> Vec<Line<G>> {
        let mut best: Vec<Line<G>> = Vec::new();
        let mut width = 4;
        self.looked_at = 0;
        // A fifth of the budget is left for the others' answers.
        let most = u64::from(budget.iterations) * 4 / 5;
        loop {
            let mut lines = self.beam(world, seat, width, most, budget, rng);
            let cut_short = self.looked_at >= most || (budget.stop)();
            if best.is_empty() || !cut_short {
                best.append(&mut lines);
                best.sort_by(|a, b| b.value.total_cmp(&a.value));
                best.dedup_by(|a, b| a.actions == b.actions);
                best.truncate(4 * self.breadth.judged);
            }
            if cut_short || width >= self.breadth.widest {
                return best;
            }
            width *= 4;
        }
    }

    fn beam(
        &mut self,
        world: &G,
        seat: Seat,
        width: usize,
        most: u64,
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> Vec<Line<G>> {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let mut seen: HashSet<u64> = HashSet::new();
        let mut beam = vec![Prefix { state: world.clone(), value: 0.0, actions: Vec::new() }];
        let mut lines: Vec<Line<G>> = Vec::new();
        for _ in 0..LONGEST_TURN {
            let mut next: Vec<Prefix<G>> = Vec::new();
            for prefix in &beam {
                let mut actions = std::mem::take(&mut self.actions);
                actions.clear();
                prefix.state.actions(&mut actions);
                for action in &actions {
                    self.looked_at += 1;
                    if self.looked_at.is_multiple_of(16)
                        && !lines.is_empty()
                        && (self.looked_at > most || (budget.stop)())
                    {
                        self.actions = actions;
                        return lines;
                    }
                    let mut state = prefix.state.clone();
                    state.apply(Step::Action(*action), &mut ());
                    if !seen.insert(hasher.hash_one(&state)) {
                        continue;
                    }
                    let taken = || prefix.actions.iter().copied().chain([*action]).collect();
                    if state.to_act() == ToAct::Seat(seat) {
                        let value = margin(&state, seat);
                        next.push(Prefix { value, actions: taken(), state });
                    } else {
                        let value = self.settled(&state, seat, rng);
                        lines.push(Line { actions: taken(), value, after: state });
                    }
                }
                self.actions = actions;
            }
            if next.is_empty() {
                break;
            }
            next.sort_by(|a, b| b.value.total_cmp(&a.value));
            next.truncate(width);
            beam = next;
        }
        lines
    }

    /// The value of the end of a line: of the position, or of what is drawn there on average.
    fn settled(&mut self, state: &G, seat: Seat, rng: &mut Fast) -> f32 {
        if state.to_act() != ToAct::Chance {
            return margin(state, seat);
        }
        let mut sum = 0.0;
        for _ in 0..DRAWS {
            let mut drawn = state.clone();
            settle(&mut drawn, &mut self.chances, rng);
            sum += margin(&drawn, seat);
        }
        sum / DRAWS as f32
    }

    /// Plays on until the seat is to act again, the others by their best next step, and values what is left.
    fn answered(&mut self, state: &G, seat: Seat, rng: &mut Fast) -> f32 {
        let mut state = state.clone();
        for _ in 0..LONGEST_ANSWER {
            settle(&mut state, &mut self.chances, rng);
            match state.to_act() {
                ToAct::Seat(other) if other != seat => {
                    let action = self.best_step(&state, other);
                    state.apply(Step::Action(action), &mut ());
                }
                _ => break,
            }
        }
        margin(&state, seat)
    }

    fn best_step(&mut self, state: &G, seat: Seat) -> G::Action {
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        state.actions(&mut actions);
        let value = |action: &G::Action| {
            let mut after = state.clone();
            after.apply(Step::Action(*action), &mut ());
            after.estimate(seat)
        };
        let best = actions.iter().map(|action| (value(action), *action)).max_by(|a, b| a.0.total_cmp(&b.0));
        self.actions = actions;
        best.map_or_else(|| unreachable!("a seat to act has an action"), |(_, action)| action)
    }

    /// Judges the best lines by what follows them, each with the same dice.
    fn judge(&mut self, lines: &mut [Line<G>], seat: Seat, budget: &Budget<'_>, rng: &mut Fast) {
        let dice = rng.next_u64();
        for line in lines.iter_mut() {
            // Drawing leads back to the same seat: there is nothing to answer yet.
            if line.after.to_act() == ToAct::Chance || (budget.stop)() {
                continue;
            }
            let mut sum = 0.0;
            for world in 0..self.breadth.worlds {
                sum += self.answered(&line.after, seat, &mut Fast::stream(dice, u64::from(world)));
            }
            line.value = 0.5 * line.value + 0.5 * sum / self.breadth.worlds as f32;
        }
    }

    /// Searches anew and keeps the best turn as the plan; gives its first action.
    fn plan(&mut self, world: &G, seat: Seat, legal: &[G::Action], budget: &Budget<'_>, rng: &mut Fast) -> G::Action {
        let mut lines = self.lines(world, seat, budget, rng);
        lines.truncate(self.breadth.judged);
        self.judge(&mut lines, seat, budget, rng);
        let best = lines.into_iter().max_by(|a, b| a.value.total_cmp(&b.value));
        self.plan = best.map(|line| line.actions).filter(|plan| !plan.is_empty()).unwrap_or_else(|| vec![legal[0]]);
        self.plan.remove(0)
    }
}

impl<G: Game> Bot<G> for Planner<G> {
    fn choose(
        &mut self,
        seen: &Perspective<'_, G>,
        legal: &[G::Action],
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        let world = seen.imagine(rng);
        let followed = self.follow(&seen.view(), legal);
        let action = followed.unwrap_or_else(|| self.plan(&world, seen.seat(), legal, budget, rng));
        self.foresee(&world, action, seen.seat());
        action
    }
}
