//! Information-set Monte Carlo tree search for several players.
//!
//! Each iteration imagines a world that fits what the seat sees and goes down one common tree of steps, draws
//! among them, so that what is learned in one world counts in all. When a node is first reached each of its actions
//! is looked at once; a node then tries the most promising ones first and more of them as it is visited (progressive
//! widening), and so does a draw with its outcomes, where all that have no node of their own share one. With both
//! flags off it is the plain method, kept to compare with: actions tried in any order, leaves by random playouts.

use engine::{
    Bot, Budget, Dice as _, Evaluate, Fast, MOST_SEATS, Perspective, Playout, Rng as _, Seat, Step, StepOf, ToAct,
    exact,
};

use crate::thought::{Thinker, Thought, temptation};
use crate::value::{Judge, Learned, against_one, margin_of};

/// What sets the shipped search apart from the plain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guidance {
    /// A leaf is worth the game's estimate; else the end of a random playout.
    pub estimate: bool,
    /// The most promising actions are tried first, and the others later; else all in any order.
    pub widening: bool,
}

impl Guidance {
    /// The shipped search.
    pub const FULL: Guidance = Guidance { estimate: true, widening: true };
    /// The plain search.
    pub const NONE: Guidance = Guidance { estimate: false, widening: false };
}

/// Information-set MCTS.
#[derive(Debug)]
pub struct Ismcts<G: Evaluate> {
    trees: Vec<Tree<G>>,
    /// About how many bytes each tree may take.
    memory: usize,
}

/// One thread's tree.
#[derive(Debug)]
struct Tree<G: Evaluate> {
    guidance: Guidance,
    judge: Judge,
    /// The chance to win of a seat level with all others, if that is not one half.
    even: Option<f32>,
    nodes: Vec<Node>,
    /// The edges of all nodes, each node's side by side.
    edges: Vec<Edge<StepOf<G>>>,
    path: Vec<(usize, usize, Option<Seat>)>,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
    playout: Playout<G>,
    iterations: u64,
}

#[derive(Debug)]
struct Node {
    /// The known steps, the most promising first.
    known: Span,
    visits: u32,
    /// Where outcomes of a draw lead that have no node of their own.
    others: usize,
}

/// Where a node's edges stand among all of them. One list for a whole tree: it is kept from search to search, so that a
/// thread that has just begun asks for no memory, nor gives back what another one asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    first: usize,
    len: usize,
    /// How many there is room for.
    room: usize,
}

impl Span {
    fn range(self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}

#[derive(Clone, Copy, Debug)]
struct Edge<S> {
    step: S,
    child: usize,
    visits: u32,
    /// How often this step was available when its node was visited.
    available: u32,
    sum: f32,
    /// What the step looked like, from 0 to 1.
    look: f32,
}

/// No node yet.
const NONE: usize = usize::MAX;
/// The exploration constant.
const CURIOSITY: f32 = 0.15;
/// The same for the plain search, whose values lie further apart.
const PLAIN_CURIOSITY: f32 = 0.7;
/// How deep a line goes before it is valued.
const DEPTH: usize = 80;

impl<G: Evaluate> Default for Ismcts<G> {
    fn default() -> Self {
        Ismcts::new(Guidance::FULL, 1, None)
    }
}

impl<G: Evaluate> Ismcts<G> {
    /// A search with that guidance and this number of threads, by the tuned weights or by others.
    pub fn new(guidance: Guidance, threads: usize, weights: Option<&[f32]>) -> Ismcts<G> {
        let judge = Judge::new::<G>(weights);
        let trees = (0..threads.max(1)).map(|_| Tree::new(guidance, judge.clone())).collect();
        Ismcts { trees, memory: usize::MAX }
    }

    /// The same by a learned value.
    #[must_use]
    pub fn taught(mut self, learned: Learned<'_>) -> Ismcts<G> {
        for tree in &mut self.trees {
            tree.judge = tree.judge.clone().taught::<G>(learned);
        }
        self
    }

    /// The same with about this many bytes for each thread: a search that has used them decides.
    #[must_use]
    pub fn within(self, memory: usize) -> Ismcts<G> {
        Ismcts { memory, ..self }
    }

    /// About how many bytes the trees hold.
    pub fn bytes(&self) -> usize {
        self.trees.iter().map(Tree::bytes).sum()
    }

    /// How many iterations the last search made.
    pub fn iterations(&self) -> u64 {
        self.trees.iter().map(|tree| tree.iterations).sum()
    }
}

impl<G: Evaluate> Tree<G> {
    fn new(guidance: Guidance, judge: Judge) -> Tree<G> {
        Tree {
            guidance,
            judge,
            even: None,
            nodes: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            actions: Vec::new(),
            chances: Vec::new(),
            playout: Playout::default(),
            iterations: 0,
        }
    }

    /// About how many bytes it holds; its lists grow to the double.
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge<StepOf<G>>>()
    }

    fn search(&mut self, view: &G::View, most: u64, memory: usize, stop: &dyn Fn() -> bool, rng: &mut Fast) {
        self.nodes.clear();
        self.edges.clear();
        self.node();
        self.iterations = 0;
        while self.iterations < most && !(self.iterations > 0 && (stop() || self.bytes() > memory)) {
            let world = G::determinize(view, rng);
            self.even = self.judge.even(&world);
            self.iterate(world, rng);
            self.iterations += 1;
        }
    }

    fn node(&mut self) -> usize {
        self.nodes.push(Node { known: Span::default(), visits: 0, others: NONE });
        self.nodes.len() - 1
    }

    /// The edges of a node.
    fn known(&self, node: usize) -> &[Edge<StepOf<G>>] {
        &self.edges[self.nodes[node].known.range()]
    }

    fn known_mut(&mut self, node: usize) -> &mut [Edge<StepOf<G>>] {
        &mut self.edges[self.nodes[node].known.range()]
    }

    /// Adds an edge to a node; where there is no room, all its edges move behind all others.
    fn add(&mut self, node: usize, edge: Edge<StepOf<G>>) {
        let known = &mut self.nodes[node].known;
        if known.len == known.room {
            let first = self.edges.len();
            known.room = (2 * known.len).max(4);
            self.edges.extend_from_within(known.range());
            self.edges.resize(first + known.room, edge);
            known.first = first;
        }
        self.edges[known.first + known.len] = edge;
        known.len += 1;
    }

    fn iterate(&mut self, mut state: G, rng: &mut Fast) {
        self.path.clear();
        let mut node = 0;
        let mut found = None;
        for _ in 0..DEPTH {
            match state.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance => {
                    let chance = state.sample(rng, &mut self.chances);
                    state.apply(Step::Chance(chance), &mut ());
                    node = self.outcome(node, chance);
                }
                ToAct::Seat(seat) => {
                    self.actions.clear();
                    state.actions(&mut self.actions);
                    let fresh = self.known(node).is_empty();
                    if fresh && self.guidance.widening {
                        found = Some(self.expand(node, &state, seat));
                        break;
                    }
                    let edge = self.select(node, &state, seat, rng);
                    let new = self.known(node)[edge].child == NONE;
                    if new {
                        self.known_mut(node)[edge].child = self.node();
                    }
                    let Edge { step, child, .. } = self.known(node)[edge];
                    state.apply(step, &mut ());
                    self.path.push((node, edge, Some(seat)));
                    node = child;
                    if new && !self.guidance.widening {
                        break;
                    }
                }
            }
        }
        let values = match found {
            Some(values) if self.guidance.estimate => values,
            _ => self.leaf(state, rng),
        };
        for (node, edge, actor) in self.path.drain(..) {
            self.nodes[node].visits += 1;
            let edge = &mut self.edges[self.nodes[node].known.range()][edge];
            edge.visits += 1;
            edge.sum += actor.map_or(0.0, |seat| values[seat.index()]);
        }
    }

    /// The node behind an outcome of a draw.
    fn outcome(&mut self, node: usize, chance: G::Chance) -> usize {
        let known = self.known(node);
        let count = known.len();
        if let Some(at) = known.iter().position(|edge| edge.step == Step::Chance(chance)) {
            let child = known[at].child;
            self.path.push((node, at, None));
            return child;
        }
        let room = !self.guidance.widening || (count as f32) < 1.0 + (self.nodes[node].visits as f32).sqrt();
        if room {
            let child = self.node();
            self.add(node, Edge { step: Step::Chance(chance), child, visits: 0, available: 0, sum: 0.0, look: 0.0 });
            self.path.push((node, count, None));
            return child;
        }
        if self.nodes[node].others == NONE {
            let others = self.node();
            self.nodes[node].others = others;
        }
        self.nodes[node].others
    }

    /// Looks at every action once; gives what the best of them is worth to each seat.
    fn expand(&mut self, node: usize, state: &G, seat: Seat) -> [f32; MOST_SEATS] {
        let (mut best, mut values) = (f32::NEG_INFINITY, [0.5; MOST_SEATS]);
        let first = self.edges.len();
        for action in &self.actions {
            let chances = self.look(state, *action);
            let look = chances[seat.index()];
            if look > best {
                (best, values) = (look, chances);
            }
            let step = Step::Action(*action);
            self.edges.push(Edge { step, child: NONE, visits: 0, available: 0, sum: 0.0, look });
        }
        let len = self.actions.len();
        self.nodes[node].known = Span { first, len, room: len };
        self.edges[first..].sort_by(|a, b| b.look.total_cmp(&a.look));
        values
    }

    fn look(&self, state: &G, action: G::Action) -> [f32; MOST_SEATS] {
        let mut after = state.clone();
        after.apply(Step::Action(action), &mut ());
        self.judge.chances(&after)
    }

    /// Chooses among the steps that this world allows.
    fn select(&mut self, node: usize, state: &G, seat: Seat, rng: &mut Fast) -> usize {
        self.meet(node, state, seat);
        if !self.guidance.widening
            && let Some(edge) = self.untried(node, rng)
        {
            return edge;
        }
        let curiosity = if self.guidance.widening { CURIOSITY } else { PLAIN_CURIOSITY };
        let room = if self.guidance.widening {
            2 + (1.5 * (self.nodes[node].visits as f32).sqrt()) as usize
        } else {
            usize::MAX
        };
        let (mut best, mut bound, mut here) = (0, f32::NEG_INFINITY, 0);
        for (at, edge) in self.edges[self.nodes[node].known.range()].iter_mut().enumerate() {
            let Step::Action(action) = edge.step else { continue };
            if self.actions.binary_search(&action).is_err() {
                continue;
            }
            edge.available += 1;
            here += 1;
            if here > room {
                continue;
            }
            // With widening the look counts as one visit.
            let (sum, visits) = if self.guidance.widening {
                (edge.sum + edge.look, edge.visits as f32 + 1.0)
            } else {
                (edge.sum, edge.visits.max(1) as f32)
            };
            let upper = sum / visits + curiosity * (exact::ln(edge.available as f32 + 1.0) / visits).sqrt();
            if upper > bound {
                (best, bound) = (at, upper);
            }
        }
        best
    }

    /// Adds edges for actions that this world allows and earlier worlds did not.
    fn meet(&mut self, node: usize, state: &G, seat: Seat) {
        // Usually all are known, and counting is faster than looking each one up.
        let allowed = |step| matches!(step, Step::Action(own) if self.actions.binary_search(&own).is_ok());
        if self.known(node).iter().filter(|edge| allowed(edge.step)).count() == self.actions.len() {
            return;
        }
        for at in 0..self.actions.len() {
            let action = self.actions[at];
            if self.known(node).iter().any(|edge| matches!(edge.step, Step::Action(own) if own == action)) {
                continue;
            }
            let look = if self.guidance.widening { self.look(state, action)[seat.index()] } else { 0.5 };
            self.add(node, Edge { step: Step::Action(action), child: NONE, visits: 0, available: 0, sum: 0.0, look });
        }
    }

    /// An allowed action that was never tried here, any of them.
    fn untried(&mut self, node: usize, rng: &mut Fast) -> Option<usize> {
        let untried = |edge: &Edge<StepOf<G>>| {
            edge.visits == 0 && matches!(edge.step, Step::Action(own) if self.actions.binary_search(&own).is_ok())
        };
        let edges = self.known(node);
        let count = edges.iter().filter(|edge| untried(edge)).count();
        if count == 0 {
            return None;
        }
        let nth = rng.below(count as u32) as usize;
        edges.iter().enumerate().filter(|(_, edge)| untried(edge)).nth(nth).map(|(at, _)| at)
    }

    /// What the position is worth to each seat, from 0 to 1.
    fn leaf(&mut self, mut state: G, rng: &mut Fast) -> [f32; MOST_SEATS] {
        if !self.guidance.estimate {
            self.playout.run(&mut state, rng, u64::from(G::INFO.longest));
        }
        self.judge.chances(&state)
    }
}

impl<G: Evaluate> Thinker<G> for Ismcts<G> {
    fn effort(&mut self) -> u64 {
        let made = self.iterations();
        self.trees.iter_mut().for_each(|tree| tree.iterations = 0);
        made
    }

    fn rest(&mut self) {
        for tree in &mut self.trees {
            (tree.nodes, tree.edges, tree.path) = (Vec::new(), Vec::new(), Vec::new());
            (tree.actions, tree.chances) = (Vec::new(), Vec::new());
        }
    }

    fn think(&mut self, seen: &Perspective<'_, G>, budget: &Budget<'_>, slip: f32, rng: &mut Fast) -> Vec<Thought<G>> {
        let view = seen.view();
        let dice = rng.next_u64();
        let most = u64::from(budget.iterations).div_ceil(self.trees.len() as u64);
        let memory = self.memory / 2;
        if let [tree] = &mut self.trees[..] {
            tree.search(&view, most, memory, budget.stop, &mut Fast::stream(dice, 0));
        } else {
            std::thread::scope(|scope| {
                for (index, tree) in self.trees.iter_mut().enumerate() {
                    let (view, stop) = (&view, budget.stop);
                    scope.spawn(move || tree.search(view, most, memory, stop, &mut Fast::stream(dice, index as u64)));
                }
            });
        }
        // Merged in the order of the threads.
        let mut merged: Vec<(G::Action, u32, f32, f32)> = Vec::new();
        for edge in self.trees.iter().flat_map(|tree| tree.known(0)) {
            let Step::Action(action) = edge.step else { continue };
            match merged.iter_mut().find(|known| known.0 == action) {
                Some(known) => (known.1, known.2) = (known.1 + edge.visits, known.2 + edge.sum),
                None => merged.push((action, edge.visits, edge.sum, edge.look)),
            }
        }
        merged.sort_by(|a, b| (b.1, b.2).partial_cmp(&(a.1, a.2)).unwrap_or(std::cmp::Ordering::Equal));
        let even = self.trees[0].even;
        let margin = |chance: f32| margin_of(against_one(chance, even));
        let thought = |(action, visits, sum, look): (G::Action, u32, f32, f32)| {
            let mean = (sum + look) / (visits as f32 + 1.0);
            let doubt = 0.2 / (visits as f32 + 1.0).sqrt();
            let tempting = temptation(slip, rng.next_u64());
            Thought { actions: vec![action], margin: margin(mean), rank: margin(mean - doubt), tempting }
        };
        merged.into_iter().map(thought).collect()
    }
}

impl<G: Evaluate> crate::Resting<G> for Ismcts<G> {
    fn rest(&mut self) {
        Thinker::rest(self);
    }
}

impl<G: Evaluate> Bot<G> for Ismcts<G> {
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
