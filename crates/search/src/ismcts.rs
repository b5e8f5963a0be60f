//! Information-set Monte Carlo tree search for several players.
//!
//! Each iteration imagines a world that fits what the seat sees and goes down one common tree of steps, draws
//! among them, so that what is learned in one world counts in all. A node grows children slowly where there are
//! many actions (progressive widening), the most promising first. A leaf is worth the game's `estimate`, or, with
//! `guided` off, the end of a random playout: the plain method, kept to compare with.

use engine::{Bot, Budget, Fast, Game, MOST_SEATS, Perspective, Playout, Seat, Step, StepOf, ToAct};

use crate::value::margin;

/// Information-set MCTS.
#[derive(Debug)]
pub struct Ismcts<G: Game> {
    /// Leaves by `estimate` and children by promise; else random playouts and children at random.
    guided: bool,
    nodes: Vec<Node<G>>,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
    playout: Playout<G>,
    iterations: u64,
}

#[derive(Debug)]
struct Node<G: Game> {
    edges: Vec<Edge<G>>,
    visits: u32,
}

#[derive(Debug)]
struct Edge<G: Game> {
    step: StepOf<G>,
    child: usize,
    visits: u32,
    /// How often this step could have been taken when its node was visited.
    available: u32,
    sum: f32,
}

/// How strongly the search tries what it knows little of.
const CURIOSITY: f32 = 0.7;
/// A margin of so many points is worth about three quarters of a win.
const SCALE: f32 = 12.0;
/// How deep a line goes before it is valued.
const DEPTH: usize = 80;

impl<G: Game> Default for Ismcts<G> {
    fn default() -> Self {
        Ismcts::new(true)
    }
}

impl<G: Game> Ismcts<G> {
    /// The shipped search, or with `guided` off the plain one with random playouts.
    pub fn new(guided: bool) -> Ismcts<G> {
        Ismcts {
            guided,
            nodes: Vec::new(),
            actions: Vec::new(),
            chances: Vec::new(),
            playout: Playout::default(),
            iterations: 0,
        }
    }

    /// How many iterations the last search made.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    fn iterate(&mut self, mut state: G, rng: &mut Fast) {
        let mut path: Vec<(usize, usize, Option<Seat>)> = Vec::new();
        let mut node = 0;
        for _ in 0..DEPTH {
            let (edge, actor, fresh) = match state.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance => {
                    let chance = state.sample(rng, &mut self.chances);
                    let (edge, _) = self.edge(node, Step::Chance(chance));
                    (edge, None, false)
                }
                ToAct::Seat(seat) => {
                    let (edge, fresh) = self.select(node, &state, seat, rng);
                    (edge, Some(seat), fresh)
                }
            };
            state.apply(self.nodes[node].edges[edge].step, &mut ());
            path.push((node, edge, actor));
            node = self.nodes[node].edges[edge].child;
            if fresh {
                break;
            }
        }
        let values = self.leaf(state, rng);
        for (node, edge, actor) in path {
            self.nodes[node].visits += 1;
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.sum += actor.map_or(0.0, |seat| values[seat.index()]);
        }
    }

    /// The edge of a step, made if it is not there.
    fn edge(&mut self, node: usize, step: StepOf<G>) -> (usize, bool) {
        if let Some(at) = self.nodes[node].edges.iter().position(|edge| edge.step == step) {
            return (at, false);
        }
        let child = self.nodes.len();
        self.nodes.push(Node { edges: Vec::new(), visits: 0 });
        let edges = &mut self.nodes[node].edges;
        edges.push(Edge { step, child, visits: 0, available: 0, sum: 0.0 });
        (edges.len() - 1, true)
    }

    /// Chooses among the steps that this world allows: a new one while the node may grow, else by upper confidence.
    fn select(&mut self, node: usize, state: &G, seat: Seat, rng: &mut Fast) -> (usize, bool) {
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        state.actions(&mut actions);
        let (mut best, mut bound) = (None, f32::NEG_INFINITY);
        let mut here = 0;
        for (at, edge) in self.nodes[node].edges.iter_mut().enumerate() {
            let Step::Action(action) = edge.step else { continue };
            if actions.binary_search(&action).is_err() {
                continue;
            }
            here += 1;
            edge.available += 1;
            let mean = edge.sum / edge.visits.max(1) as f32;
            let upper = mean + CURIOSITY * ((edge.available as f32).ln().max(0.0) / edge.visits.max(1) as f32).sqrt();
            if upper > bound {
                (best, bound) = (Some(at), upper);
            }
        }
        let room = if self.guided { 1.0 + 1.5 * (self.nodes[node].visits as f32).sqrt() } else { f32::INFINITY };
        let grown =
            (here < actions.len() && (here as f32) < room).then(|| self.promising(node, state, seat, &actions, rng));
        self.actions = actions;
        match (grown, best) {
            (Some(action), _) => {
                let (edge, fresh) = self.edge(node, Step::Action(action));
                self.nodes[node].edges[edge].available += 1;
                (edge, fresh)
            }
            (None, Some(at)) => (at, false),
            (None, None) => unreachable!("a seat to act has an action"),
        }
    }

    /// The most promising action that the node does not have yet; of many, the best of a sample.
    fn promising(&self, node: usize, state: &G, seat: Seat, actions: &[G::Action], rng: &mut Fast) -> G::Action {
        let known = |action: &G::Action| self.nodes[node].edges.iter().any(|edge| edge.step == Step::Action(*action));
        let mut unknown: Vec<G::Action> = actions.iter().filter(|action| !known(action)).copied().collect();
        engine::Dice::shuffle(rng, &mut unknown);
        if !self.guided {
            return unknown[0];
        }
        unknown.truncate(24);
        let value = |action: &G::Action| {
            let mut after = state.clone();
            after.apply(Step::Action(*action), &mut ());
            after.estimate(seat)
        };
        let best = unknown.iter().map(|action| (value(action), *action)).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or(unknown[0], |(_, action)| action)
    }

    /// What the position is worth to each seat, from 0 to 1.
    fn leaf(&mut self, mut state: G, rng: &mut Fast) -> [f32; MOST_SEATS] {
        if !self.guided {
            self.playout.run(&mut state, rng, u64::from(G::INFO.longest));
        }
        let mut values = [0.0; MOST_SEATS];
        for seat in Seat::all(state.seats()) {
            values[seat.index()] = 0.5 + 0.5 * (margin(&state, seat) / SCALE).tanh();
        }
        values
    }
}

impl<G: Game> Bot<G> for Ismcts<G> {
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
        self.nodes.clear();
        self.nodes.push(Node { edges: Vec::new(), visits: 0 });
        let view = seen.view();
        self.iterations = 0;
        while self.iterations < u64::from(budget.iterations) && !(self.iterations > 0 && (budget.stop)()) {
            self.iterate(G::determinize(&view, rng), rng);
            self.iterations += 1;
        }
        let most = self.nodes[0]
            .edges
            .iter()
            .max_by(|a, b| (a.visits, a.sum).partial_cmp(&(b.visits, b.sum)).unwrap_or(std::cmp::Ordering::Equal));
        match most.map(|edge| edge.step) {
            Some(Step::Action(action)) => action,
            _ => legal[0],
        }
    }
}
