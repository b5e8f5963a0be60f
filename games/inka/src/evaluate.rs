//! How good a position looks for the seats: what a good player looks at.
//!
//! The heart is a distance in AP: over the rhombi as they lie, and where they do not reach over those that one
//! move, or two, could bring there. It is a guess and not a promise, since two gaps may need the same rhombus; but
//! every move of a rhombus into a gap and every step beyond it brings it down, so a player who follows it arrives.
//! Blockers come back after a turn, so they count for the next leg alone, and less.

use std::cell::RefCell;

use engine::{BotLadder, Boxed, Evaluate, MOST_SEATS, Seat};

use crate::action::Space;
use crate::cells::{Borders, Cells};
use crate::options::CoverStarts;
use crate::placement::Placement;
use crate::state::{Inka, Phase};
use crate::sweep::Sweeps;
use crate::temple::{GOALS, RHOMBI, Rhombus, Temple};
use crate::ways::Ways;
use crate::weights::Weights;

/// The worth of having left with all statues.
const LEFT: f32 = 60.0;
/// Ways of this length and longer count alike.
const FAR: u8 = 14;
/// The most AP by which blockers count.
const LONGER: u8 = 4;
/// After this many turns in a row without a statue rivals begin to count less: hindering each other is no way to win,
/// and K19 ends the game when it goes on.
const PATIENT: u8 = 24;
/// After this many they count no longer.
const ANNOYED: u8 = 64;
/// How far everybody slips then, in AP: two who look to their own way only may still take the same rhombus from each
/// other turn by turn, and whoever tries something else ends that.
const VARIED: f32 = 2.0;
/// The place of the exits among what is walked to, behind the goals.
const EXIT: usize = GOALS;

impl Evaluate for Inka {
    const LADDER: BotLadder = BotLadder {
        rounds: 4,
        slips: [6.0, 0.58, 0.36, 0.0],
        usual: [34_000, 200],
        strengths: [1266, 1400, 1548, 1855],
        ..BotLadder::USUAL
    };

    const STANDARDS: &'static str = include_str!("../review.json");

    fn weights(seats: usize) -> &'static [(&'static str, f32)] {
        Weights::named(seats)
    }

    fn estimates(&self, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
        estimates(self, weights)
    }

    fn progress(&self) -> f32 {
        let most = self.taken.values().map(|taken| taken.count_ones()).max().unwrap_or(0);
        let statues = most as f32 / (GOALS + 1) as f32;
        // Until the first statue the rhombi that lie tell how far the temple has come.
        statues.max(0.2 * self.rhombi.iter().flatten().count() as f32 / RHOMBI as f32)
    }

    fn rivalry(weights: Option<&[f32]>) -> f32 {
        // One value for every table: how many sit there is not known when a bot is made.
        Weights::of(2, weights).rivalry
    }

    fn tension(&self) -> f32 {
        let long = f32::from(self.quiet.saturating_sub(PATIENT)) / f32::from(ANNOYED - PATIENT);
        1.0 - long.min(1.0)
    }

    fn variety(&self) -> f32 {
        VARIED * (1.0 - self.tension())
    }
}

/// The estimates of all seats.
fn estimates(game: &Inka, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
    let mut values = [0.0; MOST_SEATS];
    if game.phase == Phase::Left {
        values = [-LEFT; MOST_SEATS];
        values[game.seat.index()] = LEFT;
        return values;
    }
    let weights = Weights::of(game.pawns.len(), weights);
    HALLS.with_borrow_mut(|halls| {
        let hall = halls.of(game);
        for seat in Seat::all(game.pawns.len()) {
            let way = hall.way(game, seat);
            let mut value = weights.statue * game.taken[seat].count_ones() as f32;
            value -= weights.away * f32::from(way.tour) + weights.blocked * f32::from(way.longer);
            if way.at_statue {
                value += weights.at_statue;
            }
            if game.seat == seat && matches!(game.phase, Phase::Turn(_)) {
                value += weights.to_come;
            }
            if game.seat == seat {
                value += weights.tempo;
            }
            values[seat.index()] = value;
        }
    });
    values
}

/// How far it is to the three goals and to the exits.
type Distances = [u8; GOALS + 1];

/// A seat's way.
struct Way {
    /// The AP to the exit by way of all statues that are left.
    tour: u8,
    /// By how many AP blockers lengthen the first leg.
    longer: u8,
    /// Whether the pawn stands where it wants a statue.
    at_statue: bool,
}

thread_local! {
    /// The halls of late: most words of a turn leave the rhombi where they lie, and what a hall is like is by far the
    /// longer part of an estimate.
    static HALLS: RefCell<Halls> = const { RefCell::new(Halls(Vec::new())) };
}

/// Halls, each at a place that its rhombi tell.
struct Halls(Vec<Option<Hall>>);

impl Halls {
    const KEPT: usize = 256;

    /// The hall as the rhombi of a position lie.
    fn of(&mut self, game: &Inka) -> &mut Hall {
        if self.0.is_empty() {
            self.0.resize_with(Halls::KEPT, || None);
        }
        let mixed = game.rhombi.iter().fold(0, |mixed: u64, lying| {
            let lying = lying.map_or(0, |placement| placement.index() as u64 + 1);
            (mixed.rotate_left(9) ^ lying).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let place = &mut self.0[(mixed >> 32) as usize % Halls::KEPT];
        let known = place.take().filter(|hall| hall.is_of(game));
        place.insert(known.unwrap_or_else(|| Hall::of(game)))
    }
}

/// The hall with all that a move or two could change, whoever stands there.
struct Hall {
    temple: Boxed<Temple>,
    rhombi: [Option<Placement>; RHOMBI],
    cover_starts: CoverStarts,
    ways: Ways,
    path_walls: Borders,
    goal_walls: Borders,
    /// The ruins that one move of a path rhombus could cover; two moves are reckoned for all others.
    near: Cells,
    /// The borders between two of them that one rhombus could cover.
    joined: Borders,
    /// The open passages.
    passages: Cells,
    /// The goals, then the exits.
    targets: [Cells; GOALS + 1],
    /// How far everything is from each goal.
    from_goals: [Distances; GOALS],
    /// The ways of late: from where, what was wanted, how far it is.
    walks: [(Cells, u8, Distances); Hall::WALKS],
    next: usize,
}

impl Hall {
    const WALKS: usize = 8;

    fn of(game: &Inka) -> Hall {
        let covered = game.covered();
        let ways = Ways::through(&game.temple, &game.rhombi, covered, Cells::NONE);
        let goal_walls = goal_walls(game);
        let mut targets = [game.temple.exits & !covered; GOALS + 1];
        for (target, goal) in targets.iter_mut().zip(Rhombus::goals()) {
            *target = game.rhombi[goal.index()].map_or(Cells::NONE, Placement::cells);
        }
        let mut hall = Hall {
            temple: game.temple,
            rhombi: game.rhombi,
            cover_starts: game.options.cover_starts,
            ways,
            path_walls: ways.walls.without(goal_walls),
            goal_walls,
            near: Cells::NONE,
            joined: Borders::NONE,
            passages: game.temple.passages & !covered,
            targets,
            from_goals: [[FAR; GOALS + 1]; GOALS],
            walks: [(Cells::NONE, 0, [0; GOALS + 1]); Hall::WALKS],
            next: 0,
        };
        hall.find_near(covered);
        let all = (1 << (GOALS + 1)) - 1;
        hall.from_goals =
            std::array::from_fn(|goal| hall.distances(hall.targets[goal], Cells::NONE, all & !(1 << goal), false));
        hall
    }

    fn is_of(&self, game: &Inka) -> bool {
        self.rhombi == game.rhombi && self.temple == game.temple && self.cover_starts == game.options.cover_starts
    }

    /// Finds what one move of a path rhombus could cover.
    fn find_near(&mut self, covered: Cells) {
        let starts = match self.cover_starts {
            CoverStarts::Off => self.temple.exits,
            CoverStarts::On => Cells::NONE,
        };
        let obstacles = Cells::MARGIN | covered | starts;
        let ruin = !(self.temple.floor | covered);
        for rhombus in Rhombus::paths() {
            let Some(lying) = self.rhombi[rhombus.index()] else { continue };
            for reached in Sweeps::of(lying).one_move(obstacles & !lying.cells()) {
                let bridged = reached.cells() & ruin;
                self.near |= bridged;
                if bridged == reached.cells() {
                    reached.borders()[4].iter().for_each(|middle| self.joined.add(*middle));
                }
            }
        }
    }

    /// How far everything in `wanted` (a bit each) is from some cells, with some cells closed; or only the nearest.
    fn distances(&self, from: Cells, closed: Cells, mut wanted: u8, nearest: bool) -> Distances {
        let enterable = self.ways.enterable & !closed;
        let far = Cells::ALL & !(self.near | enterable | closed);
        let open = self.ways.free;
        let mut found = [FAR + 1; GOALS + 1];
        // What can be reached with as many AP as are spent, and with one and two fewer.
        let doors = self.ways.free.into(enterable).or(self.joined);
        let (mut now, mut one, mut two) = (from.through(doors), Cells::NONE, Cells::NONE);
        for spent in 0..=FAR {
            let before = wanted;
            for (target, (cells, found)) in self.targets.iter().zip(&mut found).enumerate() {
                if wanted >> target & 1 == 1 && now.meets(*cells) {
                    *found = spent;
                    wanted &= !(1 << target);
                }
            }
            if wanted == 0 || nearest && wanted != before {
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
            now = if next == one { one } else { next.through(doors) };
        }
        found
    }

    /// How far it is from where a pawn stands to what it wants.
    fn walk(&mut self, pawn: Cells, legs: u8) -> Distances {
        if let Some((.., known)) = self.walks.iter().find(|(from, wanted, _)| *from == pawn && *wanted == legs) {
            return *known;
        }
        let found = self.distances(pawn, Cells::NONE, legs, false);
        self.walks[self.next] = (pawn, legs, found);
        self.next = (self.next + 1) % Hall::WALKS;
        found
    }

    /// The seat's way to the exit by the statues that are left, in the best order.
    fn way(&mut self, game: &Inka, seat: Seat) -> Way {
        let pawn = game.pawns[seat].map_or(Cells::NONE, |place| game.cells_of(place));
        if pawn.is_empty() {
            return Way { tour: FAR, longer: 0, at_statue: false };
        }
        let wanted = !game.taken[seat] & ((1 << GOALS) - 1);
        let legs = if wanted == 0 { 1 << EXIT } else { wanted };
        let first = self.walk(pawn, legs);
        let closed = closed_to(game, seat);
        let longer = if closed.is_empty() {
            0
        } else {
            let nearest = |distances: &Distances| {
                (0..=GOALS).filter(|at| legs >> at & 1 == 1).map(|at| distances[at]).min().unwrap_or(FAR)
            };
            nearest(&self.distances(pawn, closed, legs, true)).saturating_sub(nearest(&first)).min(LONGER)
        };
        let at_statue = (0..GOALS).any(|goal| wanted >> goal & 1 == 1 && self.targets[goal].meets(pawn));
        let tour = if wanted == 0 { first[EXIT] } else { tour(first, &self.from_goals, wanted) };
        Way { tour, longer, at_statue }
    }
}

/// The cells that the others' blockers close to a seat: its own comes back before it walks (K10).
fn closed_to(game: &Inka, seat: Seat) -> Cells {
    let mut closed = Cells::NONE;
    for other in Seat::all(game.pawns.len()).filter(|other| *other != seat) {
        closed |= match game.blockers[other] {
            None => Cells::NONE,
            Some(Space::Cell(cell)) => Cells::of(cell),
            Some(Space::On(rhombus)) => game.rhombi[rhombus.index()].map_or(Cells::NONE, Placement::cells),
        };
    }
    closed
}

/// The least AP from the pawn over the wanted goals, whose statues cost one each, to the exit.
fn tour(first: Distances, from_goals: &[Distances; GOALS], wanted: u8) -> u8 {
    let mut stops = [0; GOALS];
    let mut count = 0;
    for goal in (0..GOALS).filter(|goal| wanted >> goal & 1 == 1) {
        stops[count] = goal;
        count += 1;
    }
    let length = |order: &[usize; GOALS]| {
        let mut sum = first[stops[order[0]]] + count as u8;
        for leg in 1..count {
            sum += from_goals[stops[order[leg - 1]]][stops[order[leg]]];
        }
        sum + from_goals[stops[order[count - 1]]][EXIT]
    };
    orders(count).iter().map(length).min().unwrap_or(FAR)
}

/// The orders in which that many stops may be visited.
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Draft, Fast, Game as _, Step, ToAct};

    /// What a thread remembers of halls never changes what it says: a thread that remembers nothing says the same.
    #[test]
    fn remembered_halls_are_as_halls_seen_for_the_first_time() {
        let mut rng = Fast::new(11);
        let mut game = Inka::new(&Draft::<Inka>::new(3).admit().unwrap());
        let (mut compared, mut words, mut draws) = (0, Vec::new(), Vec::new());
        for step in 0..600 {
            match game.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance => {
                    let drawn = game.sample(&mut rng, &mut draws);
                    game.apply(Step::Chance(drawn), &mut ());
                }
                ToAct::Seat(_) => {
                    let word = game.roam(&mut rng, &mut words);
                    game.apply(Step::Action(word), &mut ());
                }
            }
            let here = estimates(&game, None);
            if step % 4 == 0 {
                let there = std::thread::scope(|scope| scope.spawn(|| estimates(&game, None)).join().unwrap());
                assert_eq!(here.map(f32::to_bits), there.map(f32::to_bits), "step {step}: {game:?}");
                compared += 1;
            }
        }
        assert!(compared > 100, "{compared} positions");
    }
}
