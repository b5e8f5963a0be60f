//! A game as programs study it: every decision has a number, every view is a row of figures, every table a picture.
//!
//! The numbers are interface, like the words: a program that learnt them yesterday must find them tomorrow. So they are
//! laid out by hand, verb after verb, each game pins its own in `tests/space.txt`, and what comes later is added
//! behind.

use crate::canvas::Canvas;
use crate::game::Game;
use crate::picture::Picture;
use crate::seat::Seat;

/// Some numbers in a row that belong together: those of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The verb, and where a verb has several runs what the numbers have in common.
    pub name: &'static str,
    /// How many numbers there are.
    pub size: u32,
}

impl Run {
    /// A run of that many numbers.
    pub const fn of(name: &'static str, size: usize) -> Run {
        Run { name, size: size as u32 }
    }

    /// The verb that the decisions are spelled with: the first word of the name.
    pub fn verb(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }
}

/// A part of the figures that belong together, such as the planes of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it shows.
    pub name: &'static str,
    /// Its shape; a board is `[planes, columns, rows]`.
    pub shape: &'static [usize],
}

impl Part {
    /// A part of that shape.
    pub const fn of(name: &'static str, shape: &'static [usize]) -> Part {
        Part { name, shape }
    }

    /// How many figures it has.
    pub const fn size(&self) -> usize {
        let (mut size, mut at) = (1, 0);
        while at < self.shape.len() {
            size *= self.shape[at];
            at += 1;
        }
        size
    }
}

/// Where each run begins, and behind the last one where the space ends.
pub const fn starts<const N: usize>(runs: &[Run; N]) -> [u32; N] {
    let mut starts = [0; N];
    let mut at = 1;
    while at < N {
        starts[at] = starts[at - 1] + runs[at - 1].size;
        at += 1;
    }
    starts
}

/// The run in which a number lies, and how far behind its beginning.
#[inline]
pub fn run_of(starts: &[u32], number: u32) -> (usize, u32) {
    let run = starts.partition_point(|start| *start <= number) - 1;
    (run, number - starts[run])
}

/// The parts of a row of figures, each as a slice of its own.
///
/// # Panics
/// If the row is shorter than the parts.
pub fn parts_of<'a, const N: usize>(parts: &[Part; N], mut row: &'a mut [f32]) -> [&'a mut [f32]; N] {
    std::array::from_fn(|at| {
        let (part, rest) = std::mem::take(&mut row).split_at_mut(parts[at].size());
        row = rest;
        part
    })
}

/// Sets the figure of one of several possibilities to 1.
#[inline]
pub fn mark(row: &mut [f32], index: usize) {
    row[index] = 1.0;
}

/// A game that programs can study.
pub trait Study: Game {
    /// The numbers of the decisions, run after run. Nothing here ever changes but that runs are added behind.
    const SPACE: &'static [Run];
    /// The figures of a view, part after part.
    const FIGURES: &'static [Part];
    /// The number of a decision; nothing for one beyond the space (a bid of thousands), which only words can name.
    fn number(&self, action: &Self::Action) -> Option<u32>;
    /// Whether a decision has a number; a game may know it without looking for the number.
    #[inline]
    fn within(&self, action: &Self::Action) -> bool {
        self.number(action).is_some()
    }

    /// Lists the numbers of what the seat to act may do, rising, behind what is there. A game whose rules write into
    /// any [`List`](crate::List) does so without a list of decisions between.
    fn numbers(&self, out: &mut Vec<i32>) {
        let mut actions = Vec::new();
        self.actions(&mut actions);
        out.extend(actions.iter().filter_map(|action| self.number(action)).map(|number| number as i32));
    }

    /// The decision at a place of a run, legal or not; nothing where that has no meaning.
    fn decision(&self, run: usize, place: u32) -> Option<Self::Action>;

    /// The decision of a number below [`size`](Study::size), legal or not; nothing where the number has no meaning.
    fn numbered(&self, number: u32) -> Option<Self::Action> {
        let mut place = number;
        for (run, numbers) in Self::SPACE.iter().enumerate() {
            if place < numbers.size {
                return self.decision(run, place);
            }
            place -= numbers.size;
        }
        None
    }

    /// Writes what a seat sees into a row of zeros, [`width`](Study::width) long: the seat itself first, then the
    /// others clockwise, most figures between 0 and 1.
    fn figures(view: &Self::View, seat: Seat, row: &mut [f32]);

    /// Paints what a viewer sees. Without one of its own a game shows its text board.
    fn paint(view: &Self::View) -> Picture {
        let mut canvas = Canvas::new();
        Self::draw(view, &mut canvas);
        Picture::of_text(&canvas)
    }

    /// How many numbers there are.
    fn size() -> u32 {
        Self::SPACE.iter().map(|run| run.size).sum()
    }

    /// How many figures there are.
    fn width() -> usize {
        Self::FIGURES.iter().map(Part::size).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNS: [Run; 3] = [Run::of("lay", 6), Run::of("take", 1), Run::of("walk", 4)];
    const STARTS: [u32; 3] = starts(&RUNS);

    #[test]
    fn numbers_fall_into_their_runs() {
        assert_eq!(STARTS, [0, 6, 7]);
        assert_eq!([0, 5, 6, 7, 10].map(|n| run_of(&STARTS, n)), [(0, 0), (0, 5), (1, 0), (2, 0), (2, 3)]);
    }

    #[test]
    fn a_row_is_cut_into_its_parts() {
        let parts = [Part::of("board", &[2, 3]), Part::of("hand", &[4])];
        let mut row = [0.0; 10];
        let [board, hand] = parts_of(&parts, &mut row);
        mark(board, 5);
        mark(hand, 0);
        assert_eq!((board.len(), hand.len()), (6, 4));
        assert_eq!(row.iter().rposition(|figure| *figure > 0.0), Some(6));
    }
}
