//! A beam over the prefixes of a turn.
//!
//! The most promising prefixes are grown action by action, positions that are reached in different orders merged,
//! until each line comes to the end of the turn, to a draw or to something hidden that is shown (which is averaged,
//! not foreseen). Nothing is allocated once the buffers are warm, but for the few lines that are kept.

use engine::{Evaluate, Fast, Seat, Step, ToAct};

use crate::hash::{Seen, hash};
use crate::thought::{most_lost, temptation};
use crate::value::{Judge, settle};

/// How often a draw at the end of a line is tried.
const DRAWS: u32 = 4;
/// No turn is planned further than this.
const LONGEST_TURN: usize = 60;

/// A turn thought through to its end, or to a draw.
#[derive(Clone, Debug)]
pub(crate) struct BeamLine<G: Evaluate> {
    pub(crate) actions: Vec<G::Action>,
    /// The hash of the position after it, before any draw.
    key: u64,
    /// The value of that position by the estimate.
    pub(crate) value: f32,
    /// Random bonus by which a slipping player overrates this line.
    pub(crate) tempting: f32,
    /// What came of it when it was played on.
    pub(crate) tries: Tally,
    /// Its try involved no chance, so another try would give the same value.
    pub(crate) certain: bool,
    /// What came of it when it was played on to the end of the match.
    pub(crate) ends: Tally,
}

/// Values by their sum.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) times: u32,
    pub(crate) sum: f32,
}

impl Tally {
    pub(crate) fn add(&mut self, value: f32) {
        self.times += 1;
        self.sum += value;
    }

    /// The mean; 0 without values.
    pub(crate) fn mean(self) -> f32 {
        if self.times > 0 { self.sum / self.times as f32 } else { 0.0 }
    }

    /// The exploration bonus: larger the fewer the values and the wider their spread.
    pub(crate) fn hope(self, spread: f32) -> f32 {
        spread / (self.times as f32 + 1.0).sqrt()
    }
}

impl<G: Evaluate> BeamLine<G> {
    /// The value by which it is kept or dropped.
    fn look(&self) -> f32 {
        self.value + self.tempting
    }
}

/// The best lines so far, those that lead to the same position once.
///
/// The temptation of a slipping player applies to every line that is found. The best lines are often nearly the same
/// (in Inka up to the blocker), so choosing among them alone would be no slip.
#[derive(Debug)]
pub(crate) struct Pool<G: Evaluate> {
    pub(crate) lines: Vec<BeamLine<G>>,
    most: usize,
    /// How far the player slips, in points, and what the temptations are drawn from.
    slip: f32,
    salt: u64,
    /// The value of the best line so far: it stays, so that nobody loses sight of it.
    best: f32,
    worst: f32,
    /// Hashes of positions whose fully known lines were dropped; they are not taken in again.
    gone: Vec<u64>,
}

impl<G: Evaluate> Pool<G> {
    pub(crate) fn new(most: usize) -> Pool<G> {
        let (best, worst) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        Pool { lines: Vec::new(), most, slip: 0.0, salt: 0, best, worst, gone: Vec::new() }
    }

    /// Makes room for another search, by a player who slips this far.
    pub(crate) fn clear(&mut self, slip: f32, salt: u64) {
        self.lines.clear();
        self.gone.clear();
        (self.slip, self.salt) = (slip, salt);
        (self.best, self.worst) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    }

    fn offer(&mut self, value: f32, key: u64, actions: impl FnOnce() -> Vec<G::Action>) {
        let full = self.lines.len() >= self.most;
        let tempting = temptation(self.slip, key ^ self.salt);
        if full && value + tempting <= self.worst && value <= self.best {
            return;
        }
        if self.slip > 0.0 && value < self.best - most_lost(self.slip) {
            return;
        }
        if self.lines.iter().any(|line| line.key == key) || self.gone.contains(&key) {
            return;
        }
        self.best = self.best.max(value);
        let (tries, ends) = (Tally::default(), Tally::default());
        let line = BeamLine { actions: actions(), key, value, tempting, tries, certain: false, ends };
        if !full {
            self.lines.push(line);
        } else if let Some(at) = self.least_missed() {
            if self.lines[at].certain {
                self.gone.push(self.lines[at].key);
            }
            self.lines[at] = line;
        } else {
            return;
        }
        self.weigh();
    }

    /// The line that makes room for another: the weakest that was not tried, or else the weakest of those that further
    /// tries cannot change.
    fn least_missed(&self) -> Option<usize> {
        let lines = || self.lines.iter().enumerate();
        let untried = lines().filter(|(_, line)| line.tries.times == 0 && line.value < self.best);
        let certain = lines().filter(|(_, line)| line.certain);
        let weakest = untried.min_by(|(_, a), (_, b)| a.look().total_cmp(&b.look()));
        let weakest = weakest.or_else(|| certain.min_by(|(_, a), (_, b)| a.tries.sum.total_cmp(&b.tries.sum)));
        weakest.map(|(at, _)| at)
    }

    /// Notes the value that a line must exceed to be taken in: that of the weakest line that was not tried, or else of
    /// the weakest that further tries cannot change.
    pub(crate) fn weigh(&mut self) {
        let least = |lines: &mut dyn Iterator<Item = f32>| lines.fold(f32::INFINITY, f32::min);
        let untried = least(&mut self.lines.iter().filter(|line| line.tries.times == 0).map(BeamLine::look));
        let certain = least(&mut self.lines.iter().filter(|line| line.certain).map(BeamLine::look));
        self.worst = if untried < f32::INFINITY { untried } else { certain };
    }
}

/// Where a search is rooted, and how far it may go.
pub(crate) struct Task<'a, G: Evaluate> {
    pub(crate) world: &'a G,
    pub(crate) seat: Seat,
    /// Which of the first actions are searched: those whose index has this remainder, by this divisor.
    pub(crate) share: (usize, usize),
    /// How many prefixes are looked at, whatever the clock says.
    pub(crate) least: u64,
    /// How many prefixes may be looked at in all.
    pub(crate) most: u64,
    /// About how many bytes the beam may take.
    pub(crate) memory: usize,
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
}

impl<G: Evaluate> Task<'_, G> {
    /// Whether the budget is spent with this effort.
    pub(crate) fn spent(&self, effort: u64) -> bool {
        effort >= self.most || effort >= self.least && (self.stop)()
    }
}

#[derive(Debug)]
struct Prefix<G: Evaluate> {
    state: G,
    value: f32,
    /// The place of its last action in the trace.
    trace: u32,
}

/// The buffers of a beam.
#[derive(Debug)]
pub(crate) struct Beam<G: Evaluate> {
    pub(crate) judge: Judge,
    front: Vec<Prefix<G>>,
    next: Vec<Prefix<G>>,
    /// Each action with the place of the one before it.
    trace: Vec<(u32, G::Action)>,
    seen: Seen,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
    /// Prefixes of turns looked at since the search began.
    pub(crate) looked_at: u64,
}

const ROOT: u32 = u32::MAX;

/// How a pass ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    /// Every turn there is was looked at.
    Whole,
    /// Some prefixes were left out.
    Narrow,
    /// The budget is spent.
    Stopped,
}

impl<G: Evaluate> Beam<G> {
    pub(crate) fn new(judge: Judge) -> Beam<G> {
        Beam {
            judge,
            front: Vec::new(),
            next: Vec::new(),
            trace: Vec::new(),
            seen: Seen::default(),
            actions: Vec::new(),
            chances: Vec::new(),
            looked_at: 0,
        }
    }

    /// About how many bytes it holds; buffers grow to the double.
    pub(crate) fn bytes(&self) -> usize {
        (self.front.capacity() + self.next.capacity()) * size_of::<Prefix<G>>()
            + self.trace.capacity() * size_of::<(u32, G::Action)>()
            + self.seen.bytes()
    }

    /// Gives its buffers back.
    pub(crate) fn rest(&mut self) {
        (self.front, self.next, self.trace) = (Vec::new(), Vec::new(), Vec::new());
        (self.actions, self.chances, self.seen) = (Vec::new(), Vec::new(), Seen::default());
    }

    /// Looks at whole turns with a beam of that width and offers them to the pool.
    pub(crate) fn pass(&mut self, task: &Task<'_, G>, width: usize, pool: &mut Pool<G>, rng: &mut Fast) -> Pass {
        self.seen.clear();
        self.trace.clear();
        self.front.clear();
        self.front.push(Prefix { state: task.world.clone(), value: 0.0, trace: ROOT });
        let mut narrow = false;
        for depth in 0..LONGEST_TURN {
            self.next.clear();
            let mut bar = f32::NEG_INFINITY;
            for at in 0..self.front.len() {
                if !self.grow(at, task, depth, &mut bar, pool, rng) {
                    return Pass::Stopped;
                }
                if self.next.len() > 4 * width {
                    bar = cut(&mut self.next, width);
                    narrow = true;
                }
            }
            if self.next.is_empty() {
                break;
            }
            if self.next.len() > width {
                cut(&mut self.next, width);
                narrow = true;
            }
            self.next.sort_unstable_by(|a, b| b.value.total_cmp(&a.value));
            std::mem::swap(&mut self.front, &mut self.next);
        }
        if narrow { Pass::Narrow } else { Pass::Whole }
    }

    /// Grows one prefix by every action; false when the budget is spent.
    fn grow(
        &mut self,
        at: usize,
        task: &Task<'_, G>,
        depth: usize,
        bar: &mut f32,
        pool: &mut Pool<G>,
        rng: &mut Fast,
    ) -> bool {
        self.actions.clear();
        self.front[at].state.actions(&mut self.actions);
        let (index, of) = if depth == 0 { task.share } else { (0, 1) };
        for place in (index..self.actions.len()).step_by(of) {
            let action = self.actions[place];
            self.looked_at += 1;
            if self.looked_at.is_multiple_of(16)
                && !pool.lines.is_empty()
                && (task.spent(self.looked_at) || self.bytes() > task.memory)
            {
                return false;
            }
            let from = &self.front[at];
            let shows = from.state.reveals(&Step::Action(action));
            let mut state = from.state.clone();
            let trace = from.trace;
            state.apply(Step::Action(action), &mut ());
            let key = hash(&state);
            if !self.seen.add(key) {
                continue;
            }
            if state.to_act() == ToAct::Seat(task.seat) && !shows {
                let value = self.judge.margin(&state, task.seat);
                if value > *bar {
                    self.trace.push((trace, action));
                    self.next.push(Prefix { state, value, trace: self.trace.len() as u32 - 1 });
                }
            } else {
                let value = self.settled(&state, task.seat, rng);
                let traces = &self.trace;
                pool.offer(value, key, || spelled(traces, trace, action));
            }
        }
        true
    }

    /// The value of the end of a line: of the position, or of what is drawn there on average.
    fn settled(&mut self, state: &G, seat: Seat, rng: &mut Fast) -> f32 {
        if state.to_act() != ToAct::Chance {
            return self.judge.margin(state, seat);
        }
        let mut sum = 0.0;
        for _ in 0..DRAWS {
            let mut drawn = state.clone();
            settle(&mut drawn, &mut self.chances, rng);
            sum += self.judge.margin(&drawn, seat);
        }
        sum / DRAWS as f32
    }
}

/// Keeps the best prefixes; gives the value of the weakest of them.
fn cut<G: Evaluate>(prefixes: &mut Vec<Prefix<G>>, width: usize) -> f32 {
    prefixes.select_nth_unstable_by(width - 1, |a, b| b.value.total_cmp(&a.value));
    prefixes.truncate(width);
    prefixes[width - 1].value
}

/// The actions of a line, from the first.
fn spelled<A: Copy>(traces: &[(u32, A)], mut trace: u32, last: A) -> Vec<A> {
    let mut actions = vec![last];
    while trace != ROOT {
        let (before, action) = traces[trace as usize];
        actions.push(action);
        trace = before;
    }
    actions.reverse();
    actions
}
