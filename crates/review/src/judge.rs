//! Judges the parts of a match.

use std::ops::{Range, Sub as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::{Budget, Evaluate, Fast, MOST_SEATS, Match, Perspective, Rng as _, Seat, Step, StepOf, Viewer};
use search::{Ahead, Learned, Making, fingerprint};

use crate::part::{Alternative, Judged, Part, parts_of, positions};
use crate::plan::{Effort, LISTED, Plan, Watch};
use crate::prospect::{Prospect, Prospects, each, mean, result, standard_error};
use crate::standards::{Fit, Glimpse, Standards};

/// The parts of a match.
pub fn parts<G: Evaluate>(game: &Match<G>) -> Vec<Part> {
    parts_of(&positions(game), game.steps())
}

/// Judges one part of a match, by its number. Callers without threads distribute the parts themselves.
///
/// # Panics
/// If the match has no such part.
pub fn judge_part<G: Evaluate>(game: &Match<G>, plan: &Plan, number: usize) -> Judged {
    Reviewer::new(&JudgedMatch::of(game, plan)).part(number)
}

/// Judges all parts of a match on a number of threads, but for those that were judged before. Nothing if stopped.
///
/// Each part is judged by itself, with random numbers of its own: the order does not matter.
pub fn judge<G: Evaluate>(
    game: &Match<G>,
    plan: &Plan,
    threads: usize,
    before: Vec<Judged>,
    watch: &dyn Watch,
) -> Option<Vec<Judged>> {
    let whole = JudgedMatch::of(game, plan);
    let known = |number: usize| before.iter().any(|judged| judged.number == number);
    let due: Vec<usize> = (0..whole.parts.len()).filter(|number| !known(*number)).collect();
    let (next, judged) = (AtomicUsize::new(0), Mutex::new(before));
    let work = || {
        let mut reviewer = Reviewer::new(&whole);
        while !watch.stop() {
            let Some(number) = due.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let part = reviewer.part(*number);
            watch.judged(&part);
            judged.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(part);
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let mut judged = judged.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    judged.sort_by_key(|part| part.number);
    (judged.len() == whole.parts.len()).then_some(judged)
}

/// What all threads look at.
struct JudgedMatch<'a, G: Evaluate> {
    steps: &'a [StepOf<G>],
    positions: Vec<G>,
    parts: Vec<Part>,
    plan: Plan,
    effort: Effort,
    fit: Fit,
    /// How many turns are played on.
    turns: usize,
}

impl<'a, G: Evaluate> JudgedMatch<'a, G> {
    fn of(game: &'a Match<G>, plan: &Plan) -> JudgedMatch<'a, G> {
        let positions = positions(game);
        let seats = game.setup().seats();
        let effort = plan.level.effort();
        JudgedMatch {
            steps: game.steps(),
            parts: parts_of(&positions, game.steps()),
            positions,
            plan: *plan,
            effort,
            fit: Standards::of::<G>().fit(seats),
            turns: if effort.ahead { seats * G::LADDER.rounds.max(1) as usize } else { 0 },
        }
    }
}

/// One thread's review.
struct Reviewer<'a, G: Evaluate> {
    whole: &'a JudgedMatch<'a, G>,
    ahead: Ahead<G>,
}

/// A turn, or what stands for it, with what came of it in each try.
pub(crate) struct TriedTurn<G: Evaluate> {
    pub(crate) actions: Vec<G::Action>,
    pub(crate) tries: Vec<Prospects>,
}

impl<G: Evaluate> TriedTurn<G> {
    pub(crate) fn mean(&self) -> Prospects {
        mean(self.tries.iter())
    }
}

/// The first random stream of thinking; those of tries lie below.
pub(crate) const THINKING: u64 = 1 << 40;
/// The first random stream of sampled outcomes.
const SAMPLING: u64 = 1 << 41;
/// How many other turns are kept.
const KEPT: usize = 2;

impl<'a, G: Evaluate> Reviewer<'a, G> {
    fn new(whole: &'a JudgedMatch<'a, G>) -> Reviewer<'a, G> {
        Reviewer { whole, ahead: Ahead::default() }
    }

    fn part(&mut self, number: usize) -> Judged {
        let part = self.whole.parts[number];
        let dice = Fast::stream(self.whole.plan.seed, number as u64).next_u64();
        let mut judged = match part.by {
            Some(seat) => self.turn(part, seat, dice),
            None => self.draw(part, dice),
        };
        judged.number = number;
        judged
    }

    /// A part with its words filled in, and no values yet.
    fn told(&self, part: Part) -> Judged {
        let step = |at: usize| self.whole.positions[at].words(&self.whole.steps[at]);
        Judged {
            number: 0,
            part,
            words: (part.from..part.to).map(step).collect(),
            ought: Vec::new(),
            came: Vec::new(),
            error: Vec::new(),
            spread: Vec::new(),
            outcomes: None,
            odds: None,
            sampled: false,
            forced: false,
            others: Vec::new(),
        }
    }

    fn by_seat(&self, all: &Prospects) -> Vec<Prospect> {
        all[..self.whole.positions[0].seats()].to_vec()
    }

    /// The prospects of a position, played on.
    fn outlook(&mut self, state: G, rng: &mut Fast) -> Prospects {
        outlook(state, &mut self.ahead, &self.whole.fit, self.whole.turns, rng)
    }

    /// Judges a draw: what was drawn against the mean over all outcomes. Every outcome is played on with the same dice.
    fn draw(&mut self, part: Part, dice: u64) -> Judged {
        let before = &self.whole.positions[part.from];
        let Step::Chance(drawn) = self.whole.steps[part.from] else { unreachable!("a draw is drawn") };
        let mut outcomes = Vec::new();
        before.chances(&mut outcomes);
        let whole: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let odds = outcomes.iter().find(|(outcome, _)| *outcome == drawn).map(|(_, weight)| f64::from(*weight) / whole);
        let sampled = outcomes.len() > LISTED;
        let count = outcomes.len();
        let weighted: Vec<(G::Chance, f64)> = if sampled {
            let (mut rng, mut scratch) = (Fast::stream(dice, SAMPLING), Vec::new());
            let size = self.whole.effort.draws;
            (0..size).map(|_| (before.sample(&mut rng, &mut scratch), 1.0 / size as f64)).collect()
        } else {
            let share = |(outcome, weight): (G::Chance, u32)| (outcome, f64::from(weight) / whole);
            outcomes.into_iter().map(share).filter(|(_, share)| *share > 0.0).collect()
        };
        let tries = (self.whole.effort.draws / weighted.len().max(1)).max(self.whole.effort.least);
        // The actual outcome gets at least as many tries as a turn: its value is compared with the next part's.
        let own = self.behind_draw(part.from, drawn, tries.max(self.whole.effort.measure()), dice);
        let mut all: Vec<(f64, Vec<Prospects>)> = Vec::with_capacity(weighted.len());
        for (outcome, share) in weighted {
            let known = outcome == drawn;
            let values = if known { own[..tries].to_vec() } else { self.behind_draw(part.from, outcome, tries, dice) };
            all.push((share, values));
        }
        let seen = Draws { own, all, sampled };
        let came = mean(seen.own.iter());
        Judged {
            ought: self.by_seat(&each(&came, &mean(seen.luck().iter()), Prospect::sub)),
            came: self.by_seat(&came),
            error: self.by_seat(&seen.error()),
            spread: self.by_seat(&seen.variance().map(Prospect::root)),
            outcomes: Some(if sampled { seen.all.len() } else { count }),
            odds,
            sampled,
            ..self.told(part)
        }
    }

    fn behind_draw(&mut self, at: usize, outcome: G::Chance, tries: usize, dice: u64) -> Vec<Prospects> {
        let mut after = self.whole.positions[at].clone();
        after.apply(Step::Chance(outcome), &mut ());
        (0..tries).map(|number| self.outlook(after.clone(), &mut Fast::stream(dice, number as u64))).collect()
    }

    /// Judges a stretch of a turn against the best turns found.
    fn turn(&mut self, part: Part, seat: Seat, dice: u64) -> Judged {
        let played: Vec<G::Action> = self.whole.steps[part.from..part.to].iter().filter_map(action).collect();
        let mut lines = vec![TriedTurn { actions: played, tries: Vec::new() }];
        let forced = self.forced(part);
        if !forced {
            lines.extend(self.found(part.from, seat, &lines[0].actions, dice));
        }
        let Effort { sift, pick, tries, .. } = self.whole.effort;
        lines.iter_mut().for_each(|line| self.try_line(line, part.from, seat, sift, dice));
        sort(&mut lines, seat);
        lines.truncate(KEPT + 2);
        lines.iter_mut().for_each(|line| self.try_line(line, part.from, seat, pick, dice));
        sort(&mut lines, seat);
        let score = |line: &TriedTurn<G>| line.mean()[seat.index()].score();
        let better = lines.len() > 1 && score(&lines[1]) > score(&lines[0]);
        // Choosing the best of several overestimates it, so its value is measured in fresh worlds.
        lines.iter_mut().for_each(|line| line.tries.clear());
        lines.iter_mut().for_each(|line| self.try_line_from(line, part.from, seat, pick..tries, dice));
        let came = lines[0].mean();
        let better = lines.get(1).filter(|_| better);
        let error = better.map_or([Prospect::default(); MOST_SEATS], |line| paired(line, &lines[0]));
        Judged {
            ought: self.by_seat(&better.map_or(came, TriedTurn::mean)),
            came: self.by_seat(&came),
            error: self.by_seat(&error),
            forced,
            others: self.alternatives(&lines, part.from, seat),
            ..self.told(part)
        }
    }

    /// Whether every decision of the stretch was the only one there was.
    fn forced(&self, part: Part) -> bool {
        let mut legal = Vec::new();
        (part.from..part.to).all(|at| {
            legal.clear();
            self.whole.positions[at].actions(&mut legal);
            legal.len() == 1
        })
    }

    /// A world that fits what the seat sees, or the real one with open cards.
    fn world(&self, at: usize, seat: Seat, rng: &mut Fast) -> G {
        let state = &self.whole.positions[at];
        if self.whole.plan.open { state.clone() } else { G::determinize(&state.view(Viewer::Seat(seat)), rng) }
    }

    /// The best turns found, up to where something is drawn or somebody else acts, but for the one that was played.
    fn found(&mut self, at: usize, seat: Seat, played: &[G::Action], dice: u64) -> Vec<TriedTurn<G>> {
        let world = self.world(at, seat, &mut Fast::stream(dice, THINKING));
        let known = vec![fingerprint(&behind(world.clone(), seat, played))];
        let Effort { think, lines, .. } = self.whole.effort;
        let mut rng = Fast::stream(dice, THINKING);
        let task = (&self.whole.positions[at], &world, seat);
        let found = turns_found(task, known, (think, lines), &mut self.ahead, &mut rng);
        found.into_iter().map(|(line, _)| line).collect()
    }

    /// Plays a line until it has `tries` tries. Try n uses the same world and dice for every line.
    fn try_line(&mut self, line: &mut TriedTurn<G>, at: usize, seat: Seat, tries: u32, dice: u64) {
        let tried = line.tries.len() as u32;
        self.try_line_from(line, at, seat, tried..tries, dice);
    }

    fn try_line_from(&mut self, line: &mut TriedTurn<G>, at: usize, seat: Seat, tries: Range<u32>, dice: u64) {
        for number in tries.map(u64::from) {
            let mut rng = Fast::stream(dice, number);
            let world = self.world(at, seat, &mut rng);
            let state = behind(world, seat, &line.actions);
            line.tries.push(self.outlook(state, &mut rng));
        }
    }

    /// The best of the other turns, with what they would have brought to the seat.
    fn alternatives(&self, lines: &[TriedTurn<G>], at: usize, seat: Seat) -> Vec<Alternative> {
        let alternative = |line: &TriedTurn<G>| Alternative {
            words: self.words(at, seat, &line.actions),
            prospect: line.mean()[seat.index()],
            error: paired(line, &lines[0])[seat.index()],
        };
        lines[1..].iter().take(KEPT).map(alternative).collect()
    }

    fn words(&self, at: usize, seat: Seat, turn: &[G::Action]) -> Vec<String> {
        let mut state = self.world(at, seat, &mut Fast::new(0));
        let mut words = Vec::new();
        for action in turn {
            if state.to_act().seat() != Some(seat) || state.check(action).is_err() {
                break;
            }
            words.push(state.words(&Step::Action(*action)));
            state.apply(Step::Action(*action), &mut ());
        }
        words
    }
}

/// The tries of all outcomes of a draw, each with its probability, and those of the actual outcome.
struct Draws {
    own: Vec<Prospects>,
    all: Vec<(f64, Vec<Prospects>)>,
    sampled: bool,
}

impl Draws {
    /// The mean over the outcomes, try by try.
    fn means(&self) -> Vec<Prospects> {
        let tries = self.all.first().map_or(0, |(_, values)| values.len());
        let mut sums = vec![[Prospect::default(); MOST_SEATS]; tries];
        for (share, values) in &self.all {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum = each(sum, value, |sum, value| sum + value * *share);
            }
        }
        sums
    }

    /// The actual outcome less the mean, try by try: both use the same dice.
    fn luck(&self) -> Vec<Prospects> {
        self.means().iter().zip(&self.own).map(|(mean, own)| each(own, mean, Prospect::sub)).collect()
    }

    /// The variance between outcomes, less the noise of the tries.
    fn variance(&self) -> Prospects {
        let means = self.means();
        let mut sum = [Prospect::default(); MOST_SEATS];
        for (share, values) in &self.all {
            let off: Vec<Prospects> =
                values.iter().zip(&means).map(|(value, mean)| each(value, mean, Prospect::sub)).collect();
            let square = each(&mean(off.iter()), &standard_error(&off), |off, error| off.squared() - error.squared());
            sum = each(&sum, &square, |sum, square| sum + square * *share);
        }
        sum
    }

    /// The standard error of the luck. If outcomes were sampled, the sampling error is added.
    fn error(&self) -> Prospects {
        let error = standard_error(&self.luck());
        if !self.sampled {
            return error;
        }
        let of_sample =
            self.variance().map(|variance| variance.map(|one| one.max(0.0)) * (1.0 / self.all.len() as f64));
        each(&error, &of_sample, |error, more| (error.squared() + more).root())
    }
}

fn action<A: Copy, C>(step: &Step<A, C>) -> Option<A> {
    match step {
        Step::Action(action) => Some(*action),
        Step::Chance(_) => None,
    }
}

/// The standard error of the difference between two lines, paired by try.
pub(crate) fn paired<G: Evaluate>(line: &TriedTurn<G>, other: &TriedTurn<G>) -> Prospects {
    let off: Vec<Prospects> =
        line.tries.iter().zip(&other.tries).map(|(one, other)| each(one, other, Prospect::sub)).collect();
    standard_error(&off)
}

/// The played line stays first, the others follow, the best for the seat first.
fn sort<G: Evaluate>(lines: &mut [TriedTurn<G>], seat: Seat) {
    lines[1..].sort_by(|a, b| {
        let score = |line: &TriedTurn<G>| line.mean()[seat.index()].score();
        score(b).total_cmp(&score(a))
    });
}

/// The position behind a turn, as far as it can be played in this world: what is hidden may forbid it.
pub(crate) fn behind<G: Evaluate>(mut state: G, seat: Seat, turn: &[G::Action]) -> G {
    for action in turn {
        if state.to_act().seat() != Some(seat) || state.check(action).is_err() {
            break;
        }
        state.apply(Step::Action(*action), &mut ());
    }
    state
}

/// The prospects of a position, played on for some turns.
pub(crate) fn outlook<G: Evaluate>(
    mut state: G,
    ahead: &mut Ahead<G>,
    fit: &Fit,
    turns: usize,
    rng: &mut Fast,
) -> Prospects {
    if state.to_act().is_over() {
        return result(&state);
    }
    ahead.play_on(&mut state, turns, rng);
    fit.of_glimpse(&Glimpse::of(&state))
}

/// Searches for `think` iterations; returns at most `most` turns with the search's margin, skipping those that end in a
/// position in `known`. A turn ends at a draw, or when another seat acts. The turns are played in `world`, which fits
/// what the seat sees.
pub(crate) fn turns_found<G: Evaluate>(
    (state, world, seat): (&G, &G, Seat),
    mut known: Vec<u64>,
    (think, most): (u32, usize),
    ahead: &mut Ahead<G>,
    rng: &mut Fast,
) -> Vec<(TriedTurn<G>, f32)> {
    // A fresh bot, so that nothing it remembers of another position matters. It uses the estimate, not the learned
    // value, as the whole review does.
    let making = Making { ladder: G::LADDER, learned: Learned::Nothing, ..Making::default() };
    let mut thinker = search::thinker::<G>(&making);
    let thoughts = thinker.think(&Perspective::new(state, seat), &Budget::iterations(think), 0.0, rng);
    let mut lines = Vec::new();
    for thought in thoughts {
        let mut state = behind(world.clone(), seat, &thought.actions);
        let mut actions = thought.actions;
        if !shows_last(world, seat, &actions) {
            actions.extend(ahead.complete(&mut state, seat));
        }
        let print = fingerprint(&state);
        if !known.contains(&print) {
            known.push(print);
            lines.push((TriedTurn { actions, tries: Vec::new() }, thought.margin));
        }
        if lines.len() >= most {
            break;
        }
    }
    lines
}

/// Whether the last action of a turn shows something hidden: a stretch ends there.
pub(crate) fn shows_last<G: Evaluate>(world: &G, seat: Seat, turn: &[G::Action]) -> bool {
    let Some((last, first)) = turn.split_last() else { return false };
    behind(world.clone(), seat, first).reveals(&Step::Action(*last))
}
