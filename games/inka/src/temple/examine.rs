//! Looking for a layout from which a game is won in a single turn.
//!
//! A turn has 3 AP and the three statues take them all, so such a turn walks for nothing: from a start to all three
//! goal rhombi and out again, over no ruin, wall or snake. The search lays the 13 path rhombi at random, then moves
//! one at a time towards fewer hindrances between a start and the goals, and begins again when it gets no further.

use engine::{Dice as _, Fast};

use super::{GOALS, PATHS, RHOMBI, Rhombus, Start, Temple};
use crate::cells::{Cell, Cells};
use crate::placement::Placement;
use crate::ways::Ways;

/// The number from which the search starts, so that it can be gone again.
const SEED: u64 = 1533;
/// The number of layouts without a better one after which it begins anew.
const TRIES_WITHOUT_GAIN: u32 = 4_000;
/// The number of layouts after which it ends even if nobody stops it.
const MOST: u64 = 50_000_000;
/// Out of this many layouts that are worse by one, one is kept all the same.
const LENIENCE: u32 = 24;
/// More hindrances than any layout has.
const HOPELESS: u32 = 99;

/// Searches until `stop`; says how many layouts were tried, and which one is won at once if one was found. That is
/// no fault of a box (players will hardly lay it so), but whoever corrects a box will want to know.
pub(super) fn examine(temple: &Temple, stop: &dyn Fn() -> bool) -> Vec<String> {
    let mut search = Search { temple, rng: Fast::new(SEED), tried: 0, fewest: HOPELESS };
    while search.tried < MOST && !stop() {
        if let Some((start, layout)) = search.climb(stop) {
            return found(search.tried, start, &layout);
        }
    }
    let tried = format!("{} layouts tried (seed {SEED}): none is won in a single turn", search.tried);
    vec![tried, format!("the nearest leaves {} ruins, walls or snakes on the way", search.fewest)]
}

fn found(tried: u64, start: Start, layout: &Layout) -> Vec<String> {
    let lying = |(rhombus, lying): (Rhombus, &Option<Placement>)| Some(format!("  {rhombus} = \"{}\"", (*lying)?));
    let mut lines = vec![
        format!("{tried} layouts tried (seed {SEED}): the last is won in a single turn"),
        format!("from the {} start, for nothing to all three goals and back:", start.name()),
    ];
    lines.extend(Rhombus::paths().zip(layout).filter_map(lying));
    lines
}

type Layout = [Option<Placement>; RHOMBI];

struct Search<'t> {
    temple: &'t Temple,
    rng: Fast,
    tried: u64,
    fewest: u32,
}

impl Search<'_> {
    /// One climb from a random layout, for one start.
    fn climb(&mut self, stop: &dyn Fn() -> bool) -> Option<(Start, Layout)> {
        let start = *self.rng.pick(&Start::ALL);
        let mut layout = self.random_layout();
        let mut hindrances = self.hindrances(start, &layout);
        let mut since = 0;
        while since < TRIES_WITHOUT_GAIN {
            if hindrances == 0 {
                return Some((start, layout));
            }
            if self.tried.is_multiple_of(256) && stop() {
                return None;
            }
            let Some(next) = self.moved(&layout) else { continue };
            let found = self.hindrances(start, &next);
            since = if found < hindrances { 0 } else { since + 1 };
            if found <= hindrances || found == hindrances + 1 && self.rng.below(LENIENCE) == 0 {
                layout = next;
                hindrances = found;
            }
        }
        None
    }

    fn random_layout(&mut self) -> Layout {
        let mut layout: Layout = [None; RHOMBI];
        for (rhombus, home) in Rhombus::goals().zip(self.temple.homes) {
            layout[rhombus.index()] = Some(home);
        }
        for rhombus in Rhombus::paths() {
            // There is always room: 13 rhombi never leave single cells alone.
            layout[rhombus.index()] = (0..10_000).find_map(|_| self.place(&layout));
        }
        layout
    }

    /// A random placement where nothing lies and no start is.
    fn place(&mut self, layout: &Layout) -> Option<Placement> {
        let placement = Placement::from_index(self.rng.below(crate::placement::PLACEMENTS as u32) as u16);
        let free = !placement.cells().meets(Placement::covered(layout) | self.temple.exits);
        free.then_some(placement)
    }

    /// The layout with one path rhombus elsewhere.
    fn moved(&mut self, layout: &Layout) -> Option<Layout> {
        let mut next = *layout;
        let rhombus = self.rng.below(PATHS as u32) as usize;
        next[rhombus] = None;
        next[rhombus] = Some(self.place(&next)?);
        Some(next)
    }

    /// How many ruins, walls and snakes lie between a start and the goals, each goal joined by its shortest way.
    fn hindrances(&mut self, start: Start, layout: &Layout) -> u32 {
        self.tried += 1;
        let ways = Ways::through(self.temple, layout, Placement::covered(layout), Cells::NONE);
        let goals = &layout[PATHS..];
        let mut joined = Cells::of(self.temple.start(start));
        let mut sum = 0;
        for _ in 0..GOALS {
            let left = goals.iter().flatten().map(|goal| goal.cells()).filter(|goal| !joined.meets(*goal));
            let left = left.fold(Cells::NONE, |all, goal| all | goal);
            if left.is_empty() {
                break;
            }
            let Some((crossed, reached)) = nearest(self.temple, &ways, joined, left) else { return HOPELESS };
            sum += crossed;
            let goal = goals.iter().flatten().map(|goal| goal.cells()).find(|goal| goal.contains(reached));
            joined |= goal.unwrap_or_default();
        }
        self.fewest = self.fewest.min(sum);
        sum
    }
}

/// The fewest hindrances from some cells to others, and the cell where they are reached.
fn nearest(temple: &Temple, ways: &Ways, from: Cells, to: Cells) -> Option<(u32, Cell)> {
    let mut reached = from;
    for crossed in 0..HOPELESS {
        reached = ways.flood(reached);
        if let Some(cell) = (reached & to).iter().next() {
            return Some((crossed, cell));
        }
        reached |= reached.over(temple.borders);
    }
    None
}
