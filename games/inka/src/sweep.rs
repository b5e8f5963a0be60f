//! What a rhombus passes over when it slides (K3) or turns (K4), computed once for every placement.
//!
//! For each placement there are twelve ways: four directions of a slide, and four corners with two senses of a
//! turn. For each way the table holds what its first step passes over and where the rhombus then lies; further steps
//! are the first steps of the placements after it. So the table is small enough to stay at hand: with all steps of all
//! ways it had half a megabyte, and half of the time went by waiting for it.

use std::sync::LazyLock;

use engine::List;
use grid::Turn;
use grid::triangle::{Direction, Triangle, Vertex};

use crate::action::Action;
use crate::cells::{Cell, Cells, ROWS};
use crate::placement::{Corner, Half, Placement, Sense};
use crate::temple::Rhombus;

/// The most steps of a slide: no strip is longer.
pub(crate) const FARTHEST_SLIDE: u8 = 6;

/// The most sixths of a turn; one more would be no move.
pub(crate) const FARTHEST_TURN: u8 = 5;

const SLIDES: usize = 4;
const WAYS: usize = SLIDES + 8;

/// The first steps that have to be looked at: the ways they open, and the way in whose place the mask stands. About P
/// and R two turns each sweep the same six cells first, those round Q and those round S (K4).
const SWEPT_FIRST: [(u16, usize); WAYS - 2] = [
    (1, 0),
    (1 << 1, 1),
    (1 << 2, 2),
    (1 << 3, 3),
    (1 << turn_way(Corner::P, Sense::Cw) | 1 << turn_way(Corner::R, Sense::Ccw), turn_way(Corner::P, Sense::Cw)),
    (1 << turn_way(Corner::P, Sense::Ccw) | 1 << turn_way(Corner::R, Sense::Cw), turn_way(Corner::P, Sense::Ccw)),
    (1 << turn_way(Corner::Q, Sense::Cw), turn_way(Corner::Q, Sense::Cw)),
    (1 << turn_way(Corner::Q, Sense::Ccw), turn_way(Corner::Q, Sense::Ccw)),
    (1 << turn_way(Corner::S, Sense::Cw), turn_way(Corner::S, Sense::Cw)),
    (1 << turn_way(Corner::S, Sense::Ccw), turn_way(Corner::S, Sense::Ccw)),
];

/// The place in [`SWEPT_FIRST`] of the mask of each way.
const NEAR: [usize; WAYS] = {
    let mut near = [0; WAYS];
    let mut place = 0;
    while place < SWEPT_FIRST.len() {
        let mut way = 0;
        while way < WAYS {
            if SWEPT_FIRST[place].0 >> way & 1 == 1 {
                near[way] = place;
            }
            way += 1;
        }
        place += 1;
    }
    near
};

/// A bit of a window of four rows where no cell is: a first step that leaves the hall holds it, and so does every
/// window of obstacles.
const MARGIN_NEAR: u64 = 1 << 63;

/// The ways of one placement, in two lines of the cache.
#[derive(Clone, Debug)]
#[repr(align(128))]
struct Ways {
    /// What the first steps pass over, in the order of [`SWEPT_FIRST`], as four rows; [`MARGIN_NEAR`] where they leave
    /// the hall.
    near: [u64; SWEPT_FIRST.len()],
    /// Where the first step of each way ends; meaningless where it leaves the hall.
    next: [u16; WAYS],
    /// The four directions of its sides, in the order of [`Direction::ALL`].
    directions: [Direction; SLIDES],
    /// The first of the four rows in which all first steps lie.
    row: u8,
}

static TABLE: LazyLock<Vec<Ways>> = LazyLock::new(|| Placement::all().map(Ways::new).collect());

impl Ways {
    fn new(placement: Placement) -> Ways {
        let directions = directions(placement);
        let first = first_steps(placement, directions);
        let passed = first.iter().flatten().fold(Cells::NONE, |all, (passed, _)| all | *passed);
        let row = passed.iter().next().map_or(0, Cell::row).min(ROWS - 4) as u8;
        Ways {
            near: SWEPT_FIRST.map(|(_, way)| first[way].map_or(MARGIN_NEAR, |(passed, _)| passed.window(row))),
            next: first.map(|step| step.map_or(0, |(_, next)| next.index() as u16)),
            directions,
            row,
        }
    }

    /// Whether the first step of a way is barred by obstacles, or by the hall's end.
    #[inline]
    fn bars(&self, way: usize, obstacles: Cells) -> bool {
        self.near[NEAR[way]] & (obstacles.window(self.row) | MARGIN_NEAR) != 0
    }

    /// The ways after the first step of a way.
    #[inline]
    fn after(&self, way: usize) -> &'static Ways {
        &TABLE[self.next[way] as usize]
    }
}

/// The first step of every way: what it passes over and where it ends; nothing where it leaves the hall.
fn first_steps(placement: Placement, directions: [Direction; SLIDES]) -> [Option<(Cells, Placement)>; WAYS] {
    let mut first = [None; WAYS];
    for (way, direction) in directions.into_iter().enumerate() {
        first[way] = slide_step(placement, direction);
    }
    for corner in Corner::ALL {
        for sense in Sense::ALL {
            first[turn_way(corner, sense)] = turn_step(placement, corner, sense);
        }
    }
    first
}

const fn turn_way(corner: Corner, sense: Sense) -> usize {
    SLIDES + 2 * corner as usize + sense as usize
}

/// The directions parallel to the sides: PQ, and QR, there and back (K3).
pub(crate) fn directions(placement: Placement) -> [Direction; SLIDES] {
    let [p, q, r, _] = placement.corners();
    let mut found = Direction::ALL.into_iter().filter(|direction| {
        let step = direction.step();
        [q - p, p - q, r - q, q - r].contains(&step)
    });
    [(); SLIDES].map(|()| found.next().unwrap_or_else(|| unreachable!("a rhombus has two pairs of sides")))
}

/// One step of a slide: what it passes over and where it ends; nothing if that leaves the hall.
pub(crate) fn slide_step(lying: Placement, direction: Direction) -> Option<(Cells, Placement)> {
    let moved = |half| lying.half(half).triangle().moved(direction, 1);
    let next = Placement::on(moved(Half::A), moved(Half::B))?;
    Some((next.cells(), next))
}

/// One sixth of a turn: the six cells it passes over and where it ends; nothing if that leaves the hall (K4).
pub(crate) fn turn_step(lying: Placement, corner: Corner, sense: Sense) -> Option<(Cells, Placement)> {
    let corners = lying.corners();
    let [_, q, _, s] = corners;
    let about = corners[corner as usize];
    let turned = |half| turned(lying.half(half).triangle(), about, sense);
    let next = Placement::on(turned(Half::A), turned(Half::B))?;
    let passed = match (corner, sense) {
        (Corner::P, Sense::Ccw) | (Corner::R, Sense::Cw) => round(s)?,
        (Corner::P, Sense::Cw) | (Corner::R, Sense::Ccw) => round(q)?,
        (Corner::Q | Corner::S, _) => fan(lying.cells() | next.cells(), about)?,
    };
    Some((passed, next))
}

fn turned(triangle: Triangle, about: Vertex, sense: Sense) -> Triangle {
    let by = match sense {
        Sense::Cw => Turn::clockwise(1),
        Sense::Ccw => Turn::counterclockwise(1),
    };
    triangle.turned_about(about, by)
}

/// The six cells round a vertex, if all are in the hall.
fn round(vertex: Vertex) -> Option<Cells> {
    vertex.triangles().into_iter().map(Cell::at).collect()
}

/// The cells with those beyond their sides opposite a vertex, if all are in the hall.
fn fan(at_vertex: Cells, vertex: Vertex) -> Option<Cells> {
    let beyond = |cell: Cell| {
        let mut across = cell.triangle().neighbours().into_iter();
        across.find(|other| !other.corners().contains(&vertex)).and_then(Cell::at)
    };
    let across: Option<Cells> = at_vertex.iter().map(beyond).collect();
    Some(at_vertex | across?)
}

/// The table look-ups for one placement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweeps(&'static Ways);

impl Sweeps {
    /// The ways of every placement, to be indexed by [`Placement::index`].
    #[inline]
    pub(crate) fn of(placement: Placement) -> Sweeps {
        Sweeps(&TABLE[placement.index()])
    }

    /// The ways that are free of obstacles for at least one step, a bit each: most are closed there, and then no
    /// further mask is looked at.
    #[inline]
    pub(crate) fn open(self, obstacles: Cells) -> u16 {
        let window = obstacles.window(self.0.row) | MARGIN_NEAR;
        let mut open = 0;
        for (near, (ways, _)) in self.0.near.iter().zip(SWEPT_FIRST) {
            open |= ways * u16::from(near & window == 0);
        }
        open
    }

    /// Whether slides are among the open ways, and whether turns are.
    #[inline]
    pub(crate) const fn any(open: u16) -> (bool, bool) {
        (open & ((1 << SLIDES) - 1) != 0, open >> SLIDES != 0)
    }

    /// Where a slide ends that stays in the hall.
    #[inline]
    pub(crate) fn slid(self, direction: Direction, steps: u8) -> Placement {
        let way = self.0.directions.iter().position(|own| *own == direction).unwrap_or_default();
        self.reached(way, steps)
    }

    /// Where a turn ends that stays in the hall.
    #[inline]
    pub(crate) fn turned(self, corner: Corner, sense: Sense, steps: u8) -> Placement {
        self.reached(turn_way(corner, sense), steps)
    }

    #[inline]
    fn reached(self, way: usize, steps: u8) -> Placement {
        let last = (1..steps).fold(self.0, |ways, _| ways.after(way));
        Placement::from_index(last.next[way])
    }
}

impl Sweeps {
    /// How many steps of a way, whose first is free, are free.
    #[inline]
    fn free(self, way: usize, most: u8, obstacles: Cells) -> u8 {
        let (mut steps, mut ways) = (1, self.0.after(way));
        while steps < most && !ways.bars(way, obstacles) {
            steps += 1;
            ways = ways.after(way);
        }
        steps
    }

    /// Every placement that one move reaches, some of them twice.
    pub(crate) fn one_move(self, obstacles: Cells) -> impl Iterator<Item = Placement> {
        let open = self.open(obstacles);
        (0..WAYS).filter(move |way| open >> way & 1 == 1).flat_map(move |way| {
            let most = if way < SLIDES { FARTHEST_SLIDE } else { FARTHEST_TURN };
            let steps = 1..=self.free(way, most, obstacles);
            let mut ways = self.0;
            steps.map(move |_| {
                let reached = Placement::from_index(ways.next[way]);
                ways = ways.after(way);
                reached
            })
        })
    }

    /// Lists the slides among the open ways.
    #[inline]
    pub(crate) fn list_slides(self, open: u16, obstacles: Cells, rhombus: Rhombus, out: &mut impl List<Action>) {
        let mut open = open & ((1 << SLIDES) - 1);
        while open != 0 {
            let way = open.trailing_zeros() as usize;
            open &= open - 1;
            let direction = self.0.directions[way];
            let beyond = self.free(way, FARTHEST_SLIDE, obstacles) + 1;
            for steps in 1..beyond {
                out.push(Action::Slide { rhombus, direction, steps });
            }
        }
    }

    /// Lists the turns among the open ways: of two that reach the same placement the one with fewer steps, at three
    /// each the clockwise one, the other only where that is barred.
    #[inline]
    pub(crate) fn list_turns(self, open: u16, obstacles: Cells, rhombus: Rhombus, out: &mut impl List<Action>) {
        let mut turns = open >> SLIDES;
        while turns != 0 {
            let corner = Corner::ALL[turns.trailing_zeros() as usize / 2];
            turns &= !(0b11 << (2 * corner as usize));
            let [cw, ccw] = Sense::ALL.map(|sense| {
                let way = turn_way(corner, sense);
                if open >> way & 1 == 1 { self.free(way, FARTHEST_TURN, obstacles) } else { 0 }
            });
            for (sense, free, other, preferred) in [(Sense::Cw, cw, ccw, 3), (Sense::Ccw, ccw, cw, 2)] {
                let beyond = free + 1;
                for steps in 1..beyond {
                    if steps <= preferred || 6 - steps > other {
                        out.push(Action::Turn { rhombus, corner, sense, steps });
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
