//! A bot for turns of many actions: it searches whole turns, not single actions.
//!
//! A beam finds turns (`beam.rs`) and is widened as long as the budget lasts. In between the best of them are judged:
//! each is played on in worlds that fit what the seat sees, the rest of an interrupted turn, the draws and the others'
//! answers, and those that hold what they promise are tried more often. What was planned is followed as long as
//! nothing unforeseen happens, so that a budget is for a turn and not for each of its actions.
//!
//! With several threads each has its share of the first actions and a stream of its own; their lines are merged in
//! the order of the threads, so that seed, iterations and number of threads fix the move.

use engine::{Bot, Budget, Fast, Game, Perspective, Rng as _, Step, ToAct, Viewer};

use crate::beam::{Beam, Line, Pass, Pool, Task};
use crate::hash::hash;
use crate::policy::Policy;
use crate::thought::{Thinker, Thought};
use crate::value::Judge;

/// How broadly the planner thinks.
#[derive(Clone, Copy, Debug)]
pub struct Breadth {
    /// The first beam: a narrow one has a whole turn to offer even when there is hardly any time.
    pub first: usize,
    /// From which beam on turns are judged.
    pub judged_from: usize,
    /// The widest beam.
    pub widest: usize,
    /// How many of the best turns are kept and may be judged.
    pub kept: usize,
    /// The effort spent on judging, as a share of that on finding turns.
    pub judging: f32,
    /// How often a turn is tried at most.
    pub tries: u32,
    /// How many tries the look of a turn counts for.
    pub look: f32,
    /// How many rounds a try plays on: more where a turn shows its worth late.
    pub rounds: u32,
}

impl Default for Breadth {
    fn default() -> Self {
        Breadth { first: 1, judged_from: 4, widest: 4096, kept: 48, judging: 1.0, tries: 64, look: 2.0, rounds: 1 }
    }
}

/// The turn planner.
#[derive(Debug)]
pub struct Planner<G: Game> {
    workers: Vec<Worker<G>>,
    plan: Vec<G::Action>,
    /// What the seat should see when the next action of the plan is due.
    expected: Option<G::View>,
}

/// One thread's search.
#[derive(Debug)]
struct Worker<G: Game> {
    breadth: Breadth,
    /// What comes out of a try in the end is weighed against all that the rivals have.
    judge: Judge,
    beam: Beam<G>,
    pool: Pool<G>,
    policy: Policy<G>,
    /// What tries added to the look of their lines, in all, and how often; and how far they spread.
    shift: (f32, f32),
    spread: f32,
    /// Whether the seat sees all there is: one world only fits.
    open: bool,
}

impl<G: Game> Default for Planner<G> {
    fn default() -> Self {
        Planner::new(Breadth::default(), 1, None)
    }
}

impl<G: Game> Planner<G> {
    /// A planner of that breadth, with so many threads, by the tuned weights or by others.
    pub fn new(breadth: Breadth, threads: usize, weights: Option<&[f32]>) -> Planner<G> {
        let judge = Judge::new::<G>(weights);
        let worker = || Worker::new(breadth, judge.clone());
        Planner { workers: (0..threads.max(1)).map(|_| worker()).collect(), plan: Vec::new(), expected: None }
    }

    /// How many prefixes of turns the last search looked at, those of judging included.
    pub fn looked_at(&self) -> u64 {
        self.workers.iter().map(|worker| worker.beam.looked_at + worker.policy.valued).sum()
    }
}

impl<G: Game> Thinker<G> for Planner<G> {
    fn effort(&mut self) -> u64 {
        let made = self.looked_at();
        for worker in &mut self.workers {
            (worker.beam.looked_at, worker.policy.valued) = (0, 0);
        }
        made
    }

    fn think(&mut self, seen: &Perspective<'_, G>, budget: &Budget<'_>, slip: f32, rng: &mut Fast) -> Vec<Thought<G>> {
        let view = seen.view();
        let world = G::determinize(&view, rng);
        let dice = rng.next_u64();
        let threads = self.workers.len();
        let search = |index: usize, worker: &mut Worker<G>| {
            let most = u64::from(budget.iterations).div_ceil(threads as u64);
            let task = Task { world: &world, seat: seen.seat(), share: (index, threads), most, stop: budget.stop };
            worker.pool.clear(slip, dice);
            worker.search(&task, &view, dice, &mut Fast::stream(dice, 1 << 32 | index as u64));
        };
        if let [worker] = &mut self.workers[..] {
            search(0, worker);
        } else {
            std::thread::scope(|scope| {
                for (index, worker) in self.workers.iter_mut().enumerate() {
                    scope.spawn(move || search(index, worker));
                }
            });
        }
        let mut thoughts: Vec<Thought<G>> = self.workers.iter().flat_map(Worker::thoughts).collect();
        // A stable sort: equals stay in the order of the threads.
        thoughts.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        thoughts
    }

    fn follow(&mut self, seen: &Perspective<'_, G>, legal: &[G::Action]) -> Option<G::Action> {
        let next = *self.plan.first()?;
        let as_foreseen = self.expected.as_ref() == Some(&seen.view()) && legal.binary_search(&next).is_ok();
        if !as_foreseen {
            self.plan.clear();
            return None;
        }
        self.plan.remove(0);
        self.foresee(seen, next);
        Some(next)
    }

    fn keep(&mut self, seen: &Perspective<'_, G>, thought: &Thought<G>) {
        self.plan = thought.actions[1..].to_vec();
        self.foresee(seen, thought.actions[0]);
    }
}

impl<G: Game> Planner<G> {
    /// Foresees what will be seen when the rest of the plan is due. Nothing hidden plays a part: a plan ends before
    /// something is drawn or shown.
    fn foresee(&mut self, seen: &Perspective<'_, G>, action: G::Action) {
        self.expected = None;
        if self.plan.is_empty() {
            return;
        }
        let mut after = seen.imagine(&mut Fast::new(0));
        after.apply(Step::Action(action), &mut ());
        if after.to_act() == ToAct::Seat(seen.seat()) {
            self.expected = Some(after.view(Viewer::Seat(seen.seat())));
        }
    }
}

impl<G: Game> Worker<G> {
    fn new(breadth: Breadth, judge: Judge) -> Worker<G> {
        Worker {
            breadth,
            beam: Beam::new(judge.clone()),
            pool: Pool::new(breadth.kept),
            policy: Policy::new(judge.clone()),
            judge: judge.in_full(),
            shift: (0.0, 0.0),
            spread: 4.0,
            open: false,
        }
    }

    /// Widens the beam and judges by turns until the budget is spent.
    fn search(&mut self, task: &Task<'_, G>, view: &G::View, dice: u64, rng: &mut Fast) {
        (self.beam.looked_at, self.policy.valued, self.shift) = (0, 0, (0.0, 0.0));
        let mut worlds = (0..3).map(|stream| hash(&G::determinize(view, &mut Fast::stream(dice, stream))));
        self.open = worlds.next().is_some_and(|first| worlds.all(|other| other == first));
        let mut width = self.breadth.first;
        let mut whole = false;
        loop {
            let before = self.beam.looked_at;
            if !whole {
                let most = task.most.saturating_sub(self.policy.valued).max(1);
                match self.beam.pass(&Task { most, ..*task }, width, &mut self.pool, rng) {
                    Pass::Stopped => return,
                    pass => whole = pass == Pass::Whole || width >= self.breadth.widest,
                }
            }
            if width < self.breadth.judged_from && !whole {
                width *= 2;
                continue;
            }
            let effort = (self.beam.looked_at - before).max(200) as f32 * self.breadth.judging;
            if !self.judge_lines(task, view, dice, effort as u64, whole) || self.pool.lines.len() < 2 {
                return;
            }
            // Where all was looked at, judging goes on and nothing is left to widen.
            width = (width * 2).min(self.breadth.widest.max(self.breadth.first));
        }
    }

    /// Tries the most promising lines with so much effort; false when the budget is spent, or when all is tried enough
    /// and there are no other lines.
    fn judge_lines(&mut self, task: &Task<'_, G>, view: &G::View, dice: u64, effort: u64, whole: bool) -> bool {
        let until = self.policy.valued + effort;
        while self.policy.valued < until {
            if self.beam.looked_at + self.policy.valued >= task.most || (task.stop)() {
                return false;
            }
            let Some(at) = self.most_hopeful() else { return self.open && !whole };
            if !self.try_line(at, task, view, dice) {
                return false;
            }
        }
        true
    }

    /// The line that should be tried next, if one is left.
    fn most_hopeful(&self) -> Option<usize> {
        let hope = |line: &Line<G>| self.score(line) + line.tempting + self.spread / (line.tried as f32 + 1.0).sqrt();
        let (mut next, mut most) = (None, f32::NEG_INFINITY);
        for (at, line) in self.pool.lines.iter().enumerate().filter(|(_, line)| self.may_tell(line)) {
            let own = hope(line);
            if own > most {
                (next, most) = (Some(at), own);
            }
        }
        next
    }

    /// Whether another try of a line may tell something.
    fn may_tell(&self, line: &Line<G>) -> bool {
        line.tried < self.breadth.tries && !line.certain
    }

    /// What a line is worth by its look and its tries.
    fn score(&self, line: &Line<G>) -> f32 {
        let shift = if self.shift.1 > 0.0 { self.shift.0 / self.shift.1 } else { 0.0 };
        let look = self.breadth.look;
        (look * (line.value + shift) + line.sum) / (look + line.tried as f32)
    }

    /// Plays a line on in a world, the n-th try of each line in the same world with the same dice.
    fn try_line(&mut self, at: usize, task: &Task<'_, G>, view: &G::View, dice: u64) -> bool {
        let number = self.pool.lines[at].tried;
        let mut rng = Fast::stream(dice, u64::from(number));
        let mut state = G::determinize(view, &mut rng);
        for action in &self.pool.lines[at].actions {
            // What is hidden may forbid in this world what was allowed in another.
            if state.to_act() != ToAct::Seat(task.seat) || state.check(action).is_err() {
                break;
            }
            state.apply(Step::Action(*action), &mut ());
        }
        self.policy.valued += 1;
        self.policy.drew = false;
        if !self.policy.answer(&mut state, task.seat, self.breadth.rounds, &mut rng, task.stop) {
            return false;
        }
        let value = self.judge.margin(&state, task.seat);
        let line = &mut self.pool.lines[at];
        let mean = if line.tried > 0 { line.sum / line.tried as f32 } else { value };
        line.tried += 1;
        line.sum += value;
        self.spread += 0.05 * ((value - mean).abs() - self.spread).clamp(-1.0, 1.0) * f32::from(line.tried > 1);
        self.spread = self.spread.clamp(1.0, 20.0);
        self.shift = (self.shift.0 + value - line.value, self.shift.1 + 1.0);
        if self.open && !self.policy.drew {
            line.certain = true;
            let surprise = (value - line.value - self.shift.0 / self.shift.1).abs();
            self.spread = (self.spread + 0.05 * (surprise - self.spread).clamp(-1.0, 1.0)).clamp(1.0, 20.0);
            self.pool.weigh();
        }
        true
    }

    fn thoughts(&self) -> Vec<Thought<G>> {
        let thought = |line: &Line<G>| {
            let margin = self.score(line);
            let doubt = if line.certain { 0.0 } else { 0.5 * self.spread / (line.tried as f32 + 1.0).sqrt() };
            Thought { actions: line.actions.clone(), margin, rank: margin - doubt, tempting: line.tempting }
        };
        self.pool.lines.iter().map(thought).collect()
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
        crate::thought::choose(self, seen, legal, budget, 0.0, rng)
    }

    fn effort(&mut self) -> u64 {
        Thinker::effort(self)
    }
}
