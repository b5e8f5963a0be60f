//! A bot for turns of many actions: it searches whole turns, not single actions.
//!
//! A beam finds turns (`beam.rs`) and is widened as long as the budget lasts. In between the best of them are judged:
//! each is played on in worlds that fit what the seat sees, the rest of an interrupted turn, the draws and the others'
//! answers, and those that hold what they promise are tried more often. What was planned is followed as long as
//! nothing unforeseen happens, so that a budget is for a turn and not for each of its actions.
//!
//! With several threads each has its share of the first actions and a stream of its own; their lines are merged in
//! the order of the threads, so that seed, iterations and number of threads fix the move.

use engine::{Bot, BotLadder, Budget, Evaluate, Fast, Perspective, Rng as _, Seat, Step, ToAct, Viewer, exact};

use crate::beam::{Beam, BeamLine, Pass, Pool, Tally, Task};
use crate::hash::hash;
use crate::policy::Policy;
use crate::thought::{Thinker, Thought};
use crate::value::{Judge, Learned};

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
    /// How much the ends of matches count, at most: of tries that are played on to them when all lines were tried
    /// enough and time is left.
    pub ends: f32,
    /// How many points of lead are nearly a win where more than two sit at the table: what is won or lost beyond them
    /// counts for little. Without it every point counts the same.
    pub lead: Option<f32>,
}

impl Breadth {
    /// How broadly the planner thinks about a game of that ladder.
    pub fn of(ladder: &BotLadder) -> Breadth {
        Breadth { rounds: ladder.rounds, ends: ladder.ends, lead: ladder.lead, ..Breadth::default() }
    }
}

impl Default for Breadth {
    fn default() -> Self {
        Breadth {
            first: 1,
            judged_from: 4,
            widest: 4096,
            kept: 48,
            judging: 1.0,
            tries: 64,
            look: 2.0,
            rounds: 1,
            ends: 0.0,
            lead: None,
        }
    }
}

/// The least number of prefixes, however short the time: enough to find a few whole turns and to judge them. With
/// fewer, the bot would know nothing but the first action that ends its turn, and play it.
const LEAST: u64 = 2500;
/// How often a line is played on to the end of the match at most.
const MOST_ENDS: u32 = 200;
/// The number of ends after which they count for half of the most that they may.
const ENDS_DOUBTED: f32 = 8.0;
/// How far ends spread, in points.
const END_SPREAD: f32 = 10.0;
/// Where the random streams of such tries begin, behind those of the others.
const END_STREAM: u64 = 1 << 40;

/// The turn planner.
#[derive(Debug)]
pub struct Planner<G: Evaluate> {
    workers: Vec<Worker<G>>,
    /// About how many bytes each worker may take.
    memory: usize,
    plan: Vec<G::Action>,
    /// What the seat should see when the next action of the plan is due.
    expected: Option<G::View>,
}

/// One thread's search.
#[derive(Debug)]
struct Worker<G: Evaluate> {
    breadth: Breadth,
    /// Values the end of a try, against everything that the rivals have.
    judge: Judge,
    beam: Beam<G>,
    pool: Pool<G>,
    policy: Policy<G>,
    /// What tries added to the look of their lines, and how far they spread.
    shift: Tally,
    spread: f32,
    /// What ends of matches added to what their lines were worth by tries.
    end_shift: Tally,
    /// Whether the seat sees all there is: one world only fits.
    open: bool,
    /// The lead that is nearly a win at this table, if one is.
    lead: Option<f32>,
}

impl<G: Evaluate> Default for Planner<G> {
    fn default() -> Self {
        Planner::new(Breadth::default(), 1, None)
    }
}

impl<G: Evaluate> Planner<G> {
    /// A planner of that breadth, with this number of threads, by the tuned weights or by others.
    pub fn new(breadth: Breadth, threads: usize, weights: Option<&[f32]>) -> Planner<G> {
        let judge = Judge::new::<G>(weights);
        let worker = || Worker::new(breadth, judge.clone());
        let workers = (0..threads.max(1)).map(|_| worker()).collect();
        Planner { workers, memory: usize::MAX, plan: Vec::new(), expected: None }
    }

    /// The same by a learned value: it judges what comes of turns in the end. They are found and played on by the
    /// estimate, which is quicker, and which nobody can lead astray who looks at a hundred thousand prefixes.
    #[must_use]
    pub fn taught(mut self, learned: Learned<'_>) -> Planner<G> {
        for worker in &mut self.workers {
            worker.judge = worker.judge.clone().taught::<G>(learned);
        }
        self
    }

    /// The same with about this many bytes for each thread: a search that has used them decides.
    #[must_use]
    pub fn within(self, memory: usize) -> Planner<G> {
        Planner { memory, ..self }
    }

    /// About how many bytes the searches hold.
    pub fn bytes(&self) -> usize {
        self.workers.iter().map(|worker| worker.beam.bytes()).sum()
    }

    /// How many prefixes of turns the last search looked at, those of judging included.
    pub fn looked_at(&self) -> u64 {
        self.workers.iter().map(|worker| worker.beam.looked_at + worker.policy.valued).sum()
    }
}

impl<G: Evaluate> Thinker<G> for Planner<G> {
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
        let (threads, memory) = (self.workers.len(), self.memory / 2);
        let search = |index: usize, worker: &mut Worker<G>| {
            let share_of = |effort: u64| effort.div_ceil(threads as u64);
            let (least, most) = (share_of(LEAST), share_of(u64::from(budget.iterations).max(LEAST)));
            let (seat, share, stop) = (seen.seat(), (index, threads), budget.stop);
            let task = Task { world: &world, seat, share, least, most, memory, stop };
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

    fn rest(&mut self) {
        for worker in &mut self.workers {
            worker.beam.rest();
            worker.pool = Pool::new(worker.breadth.kept);
        }
    }

    fn keep(&mut self, seen: &Perspective<'_, G>, thought: &Thought<G>) {
        self.plan = thought.actions[1..].to_vec();
        self.foresee(seen, thought.actions[0]);
    }
}

impl<G: Evaluate> Planner<G> {
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

impl<G: Evaluate> Worker<G> {
    fn new(breadth: Breadth, judge: Judge) -> Worker<G> {
        Worker {
            breadth,
            beam: Beam::new(judge.clone()),
            pool: Pool::new(breadth.kept),
            policy: Policy::new(judge.clone()),
            judge: judge.in_full(),
            shift: Tally::default(),
            spread: 4.0,
            end_shift: Tally::default(),
            open: false,
            lead: None,
        }
    }

    /// Widens the beam and judges by turns until the budget is spent.
    fn search(&mut self, task: &Task<'_, G>, view: &G::View, dice: u64, rng: &mut Fast) {
        (self.beam.looked_at, self.policy.valued) = (0, 0);
        (self.shift, self.end_shift) = (Tally::default(), Tally::default());
        for judge in [&mut self.judge, &mut self.beam.judge, &mut self.policy.judge] {
            judge.begin_at(task.world);
        }
        let mut worlds = (0..3).map(|stream| hash(&G::determinize(view, &mut Fast::stream(dice, stream))));
        self.open = worlds.next().is_some_and(|first| worlds.all(|other| other == first));
        self.lead = self.breadth.lead.filter(|_| task.world.seats() > 2);
        let mut width = self.breadth.first;
        let mut whole = false;
        loop {
            let before = self.beam.looked_at;
            if !whole {
                let most = task.most.saturating_sub(self.policy.valued).max(1);
                let least = task.least.saturating_sub(self.policy.valued);
                match self.beam.pass(&Task { least, most, ..*task }, width, &mut self.pool, rng) {
                    Pass::Stopped => return,
                    pass => whole = pass == Pass::Whole || width >= self.breadth.widest,
                }
            }
            if width < self.breadth.judged_from && !whole {
                width *= 2;
                continue;
            }
            let effort = (self.beam.looked_at - before).max(200) as f32 * self.breadth.judging;
            let goes_on = self.judge_lines(task, view, dice, effort as u64, whole);
            if self.pool.lines.len() < 2 {
                return;
            }
            if !goes_on {
                break;
            }
            // Where all was looked at, judging goes on and nothing is left to widen.
            width = (width * 2).min(self.breadth.widest.max(self.breadth.first));
        }
        if self.breadth.ends > 0.0 {
            self.play_to_ends(task, view, dice);
        }
    }

    /// Tries the most promising lines with this effort; false when the budget is spent, or when all is tried enough
    /// and there are no other lines.
    fn judge_lines(&mut self, task: &Task<'_, G>, view: &G::View, dice: u64, effort: u64, whole: bool) -> bool {
        let until = self.policy.valued + effort;
        while self.policy.valued < until {
            if self.spent(task) {
                return false;
            }
            let hope = |line: &BeamLine<G>| line.tries.hope(self.spread);
            let Some(at) = self.most_hopeful(|line| self.may_tell(line), hope) else { return self.open && !whole };
            if !self.try_line(at, task, view, dice) {
                return false;
            }
        }
        true
    }

    /// Whether the budget is spent.
    fn spent(&self, task: &Task<'_, G>) -> bool {
        task.spent(self.beam.looked_at + self.policy.valued)
    }

    /// Plays lines on to the end of the match, always the most promising one, until that one has had `MOST_ENDS`
    /// playouts or the budget is spent.
    fn play_to_ends(&mut self, task: &Task<'_, G>, view: &G::View, dice: u64) {
        while !self.spent(task) {
            let hope = |line: &BeamLine<G>| line.ends.hope(END_SPREAD * self.breadth.ends);
            match self.most_hopeful(|_| true, hope) {
                Some(at) if self.pool.lines[at].ends.times < MOST_ENDS && self.play_to_end(at, task, view, dice) => {}
                _ => return,
            }
        }
    }

    /// The most promising of the lines for which `asked` holds: by its score plus its exploration bonus `hope`.
    fn most_hopeful(&self, asked: impl Fn(&BeamLine<G>) -> bool, hope: impl Fn(&BeamLine<G>) -> f32) -> Option<usize> {
        let (mut next, mut most) = (None, f32::NEG_INFINITY);
        for (at, line) in self.pool.lines.iter().enumerate().filter(|(_, line)| asked(line)) {
            let own = self.score(line) + line.tempting + hope(line);
            if own > most {
                (next, most) = (Some(at), own);
            }
        }
        next
    }

    /// Whether another try of a line may change its value.
    fn may_tell(&self, line: &BeamLine<G>) -> bool {
        line.tries.times < self.breadth.tries && !line.certain
    }

    /// What a line is worth by its look, its tries and the ends it came to.
    fn score(&self, line: &BeamLine<G>) -> f32 {
        let tried = self.by_tries(line);
        let times = line.ends.times as f32;
        let known = self.breadth.ends * times / (times + ENDS_DOUBTED);
        tried + known * (line.ends.mean() - self.end_shift.mean() - tried)
    }

    /// What a line is worth by its look and its tries.
    fn by_tries(&self, line: &BeamLine<G>) -> f32 {
        let look = self.breadth.look;
        (look * (self.counts(line.value) + self.shift.mean()) + line.tries.sum) / (look + line.tries.times as f32)
    }

    /// What a margin counts for.
    fn counts(&self, margin: f32) -> f32 {
        self.lead.map_or(margin, |lead| lead * exact::tanh(margin / lead))
    }

    /// The position behind a line in one of the worlds that fit.
    fn behind(&self, at: usize, seat: Seat, view: &G::View, rng: &mut Fast) -> G {
        let mut state = G::determinize(view, rng);
        for action in &self.pool.lines[at].actions {
            // What is hidden may forbid in this world what was allowed in another.
            if state.to_act() != ToAct::Seat(seat) || state.check(action).is_err() {
                break;
            }
            state.apply(Step::Action(*action), &mut ());
        }
        state
    }

    /// Plays a line on to the end of the match; false when it was stopped before.
    fn play_to_end(&mut self, at: usize, task: &Task<'_, G>, view: &G::View, dice: u64) -> bool {
        let mut rng = Fast::stream(dice, END_STREAM + u64::from(self.pool.lines[at].ends.times));
        let mut state = self.behind(at, task.seat, view, &mut rng);
        self.policy.valued += 1;
        if !self.policy.finish(&mut state, task.seat, &mut rng, task.stop) {
            return false;
        }
        let value = self.counts(self.judge.prospect(&state, task.seat));
        self.end_shift.add(value - self.by_tries(&self.pool.lines[at]));
        self.pool.lines[at].ends.add(value);
        true
    }

    /// Plays a line on in a world, the n-th try of each line in the same world with the same dice.
    fn try_line(&mut self, at: usize, task: &Task<'_, G>, view: &G::View, dice: u64) -> bool {
        let mut rng = Fast::stream(dice, u64::from(self.pool.lines[at].tries.times));
        let mut state = self.behind(at, task.seat, view, &mut rng);
        self.policy.valued += 1;
        self.policy.drew = false;
        let hurried = self.beam.looked_at + self.policy.valued >= task.least;
        if !self.policy.answer(&mut state, task.seat, self.breadth.rounds, &mut rng, &|| hurried && (task.stop)()) {
            return false;
        }
        let value = self.counts(self.judge.margin(&state, task.seat));
        let look = self.counts(self.pool.lines[at].value);
        let line = &mut self.pool.lines[at];
        if line.tries.times > 0 {
            self.spread += 0.05 * ((value - line.tries.mean()).abs() - self.spread).clamp(-1.0, 1.0);
            self.spread = self.spread.clamp(1.0, 20.0);
        }
        line.tries.add(value);
        self.shift.add(value - look);
        if self.open && !self.policy.drew {
            line.certain = true;
            let surprise = (value - look - self.shift.mean()).abs();
            self.spread = (self.spread + 0.05 * (surprise - self.spread).clamp(-1.0, 1.0)).clamp(1.0, 20.0);
            self.pool.weigh();
        }
        true
    }

    fn thoughts(&self) -> Vec<Thought<G>> {
        let thought = |line: &BeamLine<G>| {
            let margin = self.score(line);
            let doubt = if line.certain { 0.0 } else { 0.5 * line.tries.hope(self.spread) };
            Thought { actions: line.actions.clone(), margin, rank: margin - doubt, tempting: line.tempting }
        };
        self.pool.lines.iter().map(thought).collect()
    }
}

impl<G: Evaluate> crate::Resting<G> for Planner<G> {
    fn rest(&mut self) {
        Thinker::rest(self);
    }
}

impl<G: Evaluate> Bot<G> for Planner<G> {
    fn choose(
        &mut self,
        seen: &Perspective<'_, G>,
        legal: &[G::Action],
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> G::Action {
        crate::thought::choose(self, seen, legal, budget, (0.0, &mut None), rng)
    }

    fn effort(&mut self) -> u64 {
        Thinker::effort(self)
    }
}
