//! How good a position looks for a seat: what a good player looks at, and the weights.
//!
//! The heart is a distance in AP: over the rhombi as they lie, and where they do not reach over those that one
//! move, or two, could bring there. It is a guess and not a promise, since two gaps may need the same rhombus; but
//! every move of a rhombus into a gap and every step beyond it brings it down, so a player who follows it arrives.

use engine::Seat;

use crate::cells::{Borders, Cells};
use crate::placement::Placement;
use crate::standing::Standing;
use crate::state::{Inka, Stage};
use crate::sweep::Sweeps;
use crate::temple::{GOALS, Rhombus};
use crate::ways::Ways;

/// The worth of a statue taken.
const STATUE: f32 = 8.0;
/// The worth of having left with all of them.
const LEFT: f32 = 60.0;
/// The cost of each AP between the pawn and the exit, by way of the statues that are left.
const AWAY: f32 = 1.0;
/// The worth of standing on a goal rhombus whose statue is still there: the next turn begins with taking it.
const AT_STATUE: f32 = 0.6;
/// The worth of each AP that the foremost rival is still away, in a turn: enough to choose where the blocker goes.
const RIVAL_AWAY: f32 = 0.35;
/// The same while the temple is laid out: whoever paves the way for all wins nothing by it.
const RIVAL_AWAY_EARLY: f32 = 0.9;
/// The cost of each statue that a rival has taken.
const RIVAL_STATUE: f32 = 2.0;
/// The cost of each AP by which a single blocker would lengthen the way, over the cells that are tried.
const EXPOSED: f32 = 0.04;
/// How many cells of the way are tried for that.
const TRIED: usize = 6;
/// The most AP by which one of them counts.
const LONGER: usize = 4;
/// The worth of a turn that is not over: what the blocker will do at its end, so that AP are spent before.
const TO_COME: f32 = 2.0;

/// What AP a wall on a goal rhombus costs: somebody must go to a symbol first.
const GOAL_WALL: usize = 3;
/// The farthest that is told apart.
const FAR: usize = 14;

/// How good the position looks for a seat.
pub(crate) fn estimate(game: &Inka, seat: Seat) -> f32 {
    if game.stage == Stage::Left {
        return if game.seat == seat { LEFT } else { -LEFT };
    }
    let outlook = Outlook::of(game);
    let mut value = STATUE * statues(game, seat) - AWAY * outlook.tour(seat) as f32;
    if outlook.stands_at_statue(seat) {
        value += AT_STATUE;
    }
    if game.seat == seat && matches!(game.stage, Stage::Turn(_)) {
        value += TO_COME;
    }
    value -= EXPOSED * outlook.exposed(seat) as f32;
    let rivals = || game.pawns.iter().map(|(rival, _)| rival).filter(|rival| *rival != seat);
    let foremost = rivals().map(|rival| outlook.tour(rival)).min().unwrap_or_default();
    let early = matches!(game.stage, Stage::First | Stage::Start | Stage::Draw | Stage::Lay(_));
    value += if early { RIVAL_AWAY_EARLY } else { RIVAL_AWAY } * foremost as f32;
    value - rivals().map(|rival| RIVAL_STATUE * statues(game, rival)).sum::<f32>()
}

fn statues(game: &Inka, seat: Seat) -> f32 {
    game.taken[seat].count_ones() as f32
}

/// The hall with all that a move or two could change.
struct Outlook<'g> {
    game: &'g Inka,
    ways: Ways,
    goal_walls: Borders,
    /// The ruins that one move of a path rhombus could cover; two moves are reckoned for all others.
    near: Cells,
    /// The borders between two of them that one rhombus could cover.
    joined: Borders,
    /// The cells that blockers close.
    closed: Cells,
    /// The open passages.
    passages: Cells,
    /// The open exits.
    exits: Cells,
}

/// What can be reached, by AP; each set holds those before it.
struct Levels([Cells; FAR + 1]);

impl Levels {
    fn to(&self, cells: Cells) -> usize {
        self.0.iter().position(|level| level.meets(cells)).unwrap_or(FAR + 1)
    }
}

impl<'g> Outlook<'g> {
    fn of(game: &'g Inka) -> Outlook<'g> {
        let standing = Standing::of(game);
        let ways = Ways::of(game, &standing);
        let mut outlook = Outlook {
            game,
            ways,
            goal_walls: goal_walls(game),
            near: Cells::NONE,
            joined: Borders::NONE,
            closed: standing.closed(game),
            passages: game.temple.passages & !standing.covered & !standing.blockers,
            exits: game.temple.exits & !standing.covered,
        };
        let obstacles = standing.obstacles(game);
        let ruin = !(game.temple.floor | standing.covered);
        for rhombus in Rhombus::paths().filter(|rhombus| standing.held >> rhombus.index() & 1 == 0) {
            let Some(lying) = game.rhombi[rhombus.index()] else { continue };
            for reached in Sweeps::of(lying).one_move(obstacles & !lying.cells()) {
                outlook.near |= reached.cells() & ruin;
                if reached.cells() & ruin == reached.cells() {
                    reached.borders()[4].iter().for_each(|middle| outlook.joined.add(*middle));
                }
            }
        }
        outlook
    }

    /// Everything by its distance from some cells, with some more cells closed.
    fn levels(&self, from: Cells, blocked: Cells) -> Levels {
        let closed = self.closed | blocked;
        let enterable = self.ways.enterable & !closed;
        let far = Cells::ALL & !(self.near | enterable | closed);
        let open = self.ways.free;
        let path_walls = self.ways.walls.without(self.goal_walls);
        let mut levels = [Cells::NONE; FAR + 1];
        levels[0] = self.spread(from, enterable);
        for ap in 1..=FAR {
            let back = |ap_spent: usize| ap.checked_sub(ap_spent).map_or(Cells::NONE, |before| levels[before]);
            let (one, two) = (back(1), back(2));
            let mut next = one;
            next |= (one.over(self.ways.one) | two.over(self.ways.two)) & enterable;
            next |= one.over(open) & self.near | two.over(open) & far;
            next |= one.over(path_walls) & enterable | back(GOAL_WALL).over(self.goal_walls) & enterable;
            next |= two.over(open) & closed;
            if one.meets(self.passages) {
                next |= self.passages & !closed;
            }
            levels[ap] = if next == one { one } else { self.spread(next, enterable) };
        }
        Levels(levels)
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

    fn pawn(&self, seat: Seat) -> Cells {
        self.game.pawns[seat].map_or(Cells::NONE, |place| self.game.cells_of(place))
    }

    /// The goal rhombi whose statue the seat still wants.
    fn wanted(&self, seat: Seat) -> impl Iterator<Item = Cells> {
        let taken = self.game.taken[seat];
        let wanted = Rhombus::goals().enumerate().filter(move |(index, _)| taken >> index & 1 == 0);
        wanted.filter_map(|(_, goal)| self.game.rhombi[goal.index()].map(Placement::cells))
    }

    /// The least AP to the exit by way of all statues that are left, in the best order.
    fn tour(&self, seat: Seat) -> usize {
        let pawn = self.pawn(seat);
        if pawn.is_empty() {
            return FAR;
        }
        let mut stops = [Cells::NONE; GOALS];
        let mut count = 0;
        for goal in self.wanted(seat) {
            stops[count] = goal;
            count += 1;
        }
        let stops = &stops[..count];
        let from_pawn = self.levels(pawn, Cells::NONE);
        if stops.is_empty() {
            return from_pawn.to(self.exits);
        }
        let from: [Option<Levels>; GOALS] =
            std::array::from_fn(|index| stops.get(index).map(|stop| self.levels(*stop, Cells::NONE)));
        let between = |a: usize, b: usize| from[a].as_ref().map_or(FAR, |levels| levels.to(stops[b]));
        let out = |a: usize| from[a].as_ref().map_or(FAR, |levels| levels.to(self.exits));
        let way = |order: &[usize]| {
            let walk: usize = order.windows(2).map(|pair| between(pair[0], pair[1])).sum();
            from_pawn.to(stops[order[0]]) + walk + out(order[order.len() - 1]) + order.len()
        };
        orders(count).iter().map(|order| way(&order[..count])).min().unwrap_or(FAR)
    }

    fn stands_at_statue(&self, seat: Seat) -> bool {
        let pawn = self.pawn(seat);
        self.wanted(seat).any(|goal| goal.meets(pawn))
    }

    /// By how much a single blocker on the seat's next way would lengthen it, over a few of its cells: what the
    /// others may do in their next turn.
    fn exposed(&self, seat: Seat) -> usize {
        let pawn = self.pawn(seat);
        let targets = self.wanted(seat).fold(Cells::NONE, |all, goal| all | goal);
        let targets = if targets.is_empty() { self.exits } else { targets };
        let there = self.levels(pawn, Cells::NONE);
        let far = there.to(targets);
        if far > FAR {
            return TRIED * LONGER;
        }
        let back = self.levels(targets, Cells::NONE);
        let on_the_way = (0..=far).fold(Cells::NONE, |cells, spent| cells | there.0[spent] & back.0[far - spent]);
        let tried = (on_the_way & !(pawn | targets)).iter().take(TRIED);
        tried.map(|cell| (self.levels(pawn, Cells::of(cell)).to(targets) - far).min(LONGER)).sum()
    }
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
    let goals = game.temple.data().marked.iter().filter(|marked| marked.rhombus.is_goal());
    let signs = goals.filter_map(|goal| game.rhombi[goal.rhombus.index()].map(|lying| goal.signs(lying)));
    signs.fold(Borders::NONE, |walls, signs| walls.or(signs.walls))
}
