//! How good a position looks for the seats: what a good player looks at.
//!
//! The heart is a distance in AP: over the rhombi as they lie, and where they do not reach over those that one
//! move, or two, could bring there. It is a guess and not a promise, since two gaps may need the same rhombus; but
//! every move of a rhombus into a gap and every step beyond it brings it down, so a player who follows it arrives.
//! Blockers come back after a turn, so they count for the next leg alone, and less.

use engine::{MOST_SEATS, Seat};

use crate::cells::{Borders, Cells};
use crate::placement::Placement;
use crate::standing::Standing;
use crate::state::{Inka, Stage};
use crate::sweep::Sweeps;
use crate::temple::{GOALS, Rhombus};
use crate::ways::Ways;
use crate::weights::Weights;

/// The worth of having left with all statues.
const LEFT: f32 = 60.0;
/// The farthest that is told apart.
const FAR: usize = 14;
/// The most AP by which blockers count.
const LONGER: usize = 4;
/// The place of the exits among what is walked to, behind the goals.
const EXIT: usize = GOALS;

/// The estimates of all seats.
pub(crate) fn estimates(game: &Inka, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
    let mut values = [0.0; MOST_SEATS];
    if game.stage == Stage::Left {
        values = [-LEFT; MOST_SEATS];
        values[game.seat.index()] = LEFT;
        return values;
    }
    let weights = Weights::of(weights);
    let outlook = Outlook::of(game);
    let from_goals = outlook.between_goals();
    for seat in Seat::all(game.pawns.len()) {
        let way = outlook.way(seat, &from_goals);
        let mut value = weights.statue * game.taken[seat].count_ones() as f32;
        value -= weights.away * way.tour as f32 + weights.blocked * way.longer as f32;
        if way.at_statue {
            value += weights.at_statue;
        }
        if game.seat == seat && matches!(game.stage, Stage::Turn(_)) {
            value += weights.to_come;
        }
        if game.seat == seat {
            value += weights.tempo;
        }
        values[seat.index()] = value;
    }
    values
}

/// How far it is to the three goals and to the exits.
type Distances = [usize; GOALS + 1];

/// A seat's way.
struct Way {
    /// The AP to the exit by way of all statues that are left.
    tour: usize,
    /// By how many AP blockers lengthen the first leg.
    longer: usize,
    /// Whether the pawn stands where it wants a statue.
    at_statue: bool,
}

/// The hall with all that a move or two could change.
struct Outlook<'g> {
    game: &'g Inka,
    ways: Ways,
    path_walls: Borders,
    goal_walls: Borders,
    /// The ruins that one move of a path rhombus could cover; two moves are reckoned for all others.
    near: Cells,
    /// The borders between two of them that one rhombus could cover.
    joined: Borders,
    /// The cells that blockers close.
    closed: Cells,
    /// The open passages.
    passages: Cells,
    /// The goals, then the exits.
    targets: [Cells; GOALS + 1],
}

impl<'g> Outlook<'g> {
    fn of(game: &'g Inka) -> Outlook<'g> {
        let standing = Standing::of(game);
        let ways = Ways::through(&game.temple, &game.rhombi, standing.covered, Cells::NONE);
        let goal_walls = goal_walls(game);
        let mut targets = [game.temple.exits & !standing.covered; GOALS + 1];
        for (target, goal) in targets.iter_mut().zip(Rhombus::goals()) {
            *target = game.rhombi[goal.index()].map_or(Cells::NONE, Placement::cells);
        }
        let mut outlook = Outlook {
            game,
            ways,
            path_walls: ways.walls.without(goal_walls),
            goal_walls,
            near: Cells::NONE,
            joined: Borders::NONE,
            closed: standing.closed(game),
            passages: game.temple.passages & !standing.covered & !standing.blockers,
            targets,
        };
        let obstacles = standing.obstacles(game);
        let ruin = !(game.temple.floor | standing.covered);
        for rhombus in Rhombus::paths().filter(|rhombus| standing.held >> rhombus.index() & 1 == 0) {
            let Some(lying) = game.rhombi[rhombus.index()] else { continue };
            for reached in Sweeps::of(lying).one_move(obstacles & !lying.cells()) {
                let bridged = reached.cells() & ruin;
                outlook.near |= bridged;
                if bridged == reached.cells() {
                    reached.borders()[4].iter().for_each(|middle| outlook.joined.add(*middle));
                }
            }
        }
        outlook
    }

    /// How far everything in `wanted` (a bit each) is from some cells, with some cells closed.
    fn distances(&self, from: Cells, closed: Cells, mut wanted: u8) -> Distances {
        let enterable = self.ways.enterable & !closed;
        let far = Cells::ALL & !(self.near | enterable | closed);
        let open = self.ways.free;
        let mut found = [FAR + 1; GOALS + 1];
        // What can be reached with as many AP as are spent, and with one and two fewer.
        let (mut now, mut one, mut two) = (self.spread(from, enterable), Cells::NONE, Cells::NONE);
        for spent in 0..=FAR {
            for (target, (cells, found)) in self.targets.iter().zip(&mut found).enumerate() {
                if wanted >> target & 1 == 1 && now.meets(*cells) {
                    *found = spent;
                    wanted &= !(1 << target);
                }
            }
            if wanted == 0 {
                break;
            }
            let three;
            (one, two, three) = (now, one, two);
            let over = one.over(open);
            let over_two = two.over(open);
            let mut next = one | over & self.near | over_two & (far | closed);
            next |= (one.over(self.ways.one) | two.over(self.ways.two) | one.over(self.path_walls)) & enterable;
            // A wall on a goal rhombus costs 3 AP: somebody must go to a symbol first.
            next |= three.over(self.goal_walls) & enterable;
            if one.meets(self.passages) {
                next |= self.passages & !closed;
            }
            now = if next == one { one } else { self.spread(next, enterable) };
        }
        found
    }

    /// What is free from there on, ruins under one imagined rhombus together.
    fn spread(&self, from: Cells, enterable: Cells) -> Cells {
        let mut reached = from;
        loop {
            let ruins = reached & self.near;
            let next = reached | reached.over(self.ways.free) & enterable | ruins.over(self.joined) & self.near;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// How far everything is from each goal.
    fn between_goals(&self) -> [Distances; GOALS] {
        let all = (1 << (GOALS + 1)) - 1;
        let wanted = self.game.taken.values().fold(0, |wanted, taken| wanted | !taken);
        std::array::from_fn(|goal| {
            if wanted >> goal & 1 == 0 {
                return [FAR; GOALS + 1];
            }
            self.distances(self.targets[goal], Cells::NONE, all & !(1 << goal))
        })
    }

    /// The seat's way to the exit by the statues that are left, in the best order.
    fn way(&self, seat: Seat, from_goals: &[Distances; GOALS]) -> Way {
        let pawn = self.game.pawns[seat].map_or(Cells::NONE, |place| self.game.cells_of(place));
        if pawn.is_empty() {
            return Way { tour: FAR, longer: 0, at_statue: false };
        }
        let wanted = !self.game.taken[seat] & ((1 << GOALS) - 1);
        let legs = if wanted == 0 { 1 << EXIT } else { wanted };
        let first = self.distances(pawn, Cells::NONE, legs);
        let blocked = if self.closed.is_empty() { first } else { self.distances(pawn, self.closed, legs) };
        let nearest = |distances: &Distances| {
            (0..=GOALS).filter(|at| legs >> at & 1 == 1).map(|at| distances[at]).min().unwrap_or(FAR)
        };
        let longer = nearest(&blocked).saturating_sub(nearest(&first)).min(LONGER);
        let at_statue = (0..GOALS).any(|goal| wanted >> goal & 1 == 1 && self.targets[goal].meets(pawn));
        let tour = if wanted == 0 { first[EXIT] } else { tour(&first, from_goals, wanted) };
        Way { tour, longer, at_statue }
    }
}

/// The least AP from the pawn over the wanted goals, whose statues cost one each, to the exit.
fn tour(first: &Distances, from_goals: &[Distances; GOALS], wanted: u8) -> usize {
    let mut stops = [0; GOALS];
    let mut count = 0;
    for goal in (0..GOALS).filter(|goal| wanted >> goal & 1 == 1) {
        stops[count] = goal;
        count += 1;
    }
    let length = |order: &[usize; GOALS]| {
        let mut sum = first[stops[order[0]]] + count;
        for leg in 1..count {
            sum += from_goals[stops[order[leg - 1]]][stops[order[leg]]];
        }
        sum + from_goals[stops[order[count - 1]]][EXIT]
    };
    orders(count).iter().map(length).min().unwrap_or(FAR)
}

/// The orders in which so many stops may be visited.
fn orders(count: usize) -> &'static [[usize; GOALS]] {
    const ALL: [[usize; GOALS]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    const TWO: [[usize; GOALS]; 2] = [[0, 1, 2], [1, 0, 2]];
    match count {
        0 | 1 => &ALL[..1],
        2 => &TWO,
        _ => &ALL,
    }
}

/// The walls on goal rhombi.
fn goal_walls(game: &Inka) -> Borders {
    let goals = game.temple.data().walled.iter().filter(|walled| walled.rhombus.is_goal());
    let walls = goals.filter_map(|goal| game.rhombi[goal.rhombus.index()].map(|lying| goal.borders(lying)));
    walls.fold(Borders::NONE, Borders::or)
}
