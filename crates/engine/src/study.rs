//! A game as an environment for learning: each decision has a number (the action space), each view is a row of figures
//! (the observation), each table a picture.
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
    /// The axis whose places have names, and those, one after the other.
    pub names: Option<(usize, &'static str)>,
}

impl Part {
    /// A part of that shape.
    pub const fn of(name: &'static str, shape: &'static [usize]) -> Part {
        Part { name, shape, names: None }
    }

    /// The same with names, parted by spaces, for the places along an axis.
    pub const fn named(self, axis: usize, names: &'static str) -> Part {
        Part { names: Some((axis, names)), ..self }
    }

    /// What each of its figures shows: the part with the place on each axis, such as `seats[1,points]`.
    pub fn figure_names(&self) -> Vec<String> {
        let names: Vec<&str> = self.names.iter().flat_map(|(_, names)| names.split(' ')).collect();
        let named = |at: usize| self.names.is_some_and(|(axis, _)| axis == at);
        let name = |mut figure: usize| {
            let mut places = Vec::new();
            for (at, size) in self.shape.iter().enumerate().rev() {
                let place = figure % size;
                places.push(if named(at) { names[place].to_owned() } else { place.to_string() });
                figure /= size;
            }
            places.reverse();
            format!("{}[{}]", self.name, places.join(","))
        };
        (0..self.size()).map(name).collect()
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

/// Which parts of the figures somebody asks for, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartSet(u32);

impl PartSet {
    /// Every part.
    pub const ALL: PartSet = PartSet(u32::MAX);

    /// Every part but those of these places.
    pub const fn all_but(places: &[usize]) -> PartSet {
        let (mut bits, mut at) = (u32::MAX, 0);
        while at < places.len() {
            bits &= !(1 << places[at]);
            at += 1;
        }
        PartSet(bits)
    }

    /// The parts of these names; the name that no part has, if there is one.
    pub fn named<'a>(parts: &[Part], names: impl IntoIterator<Item = &'a str>) -> Result<PartSet, &'a str> {
        let mut bits = 0;
        for name in names {
            bits |= 1 << parts.iter().position(|part| part.name == name).ok_or(name)?;
        }
        Ok(PartSet(bits))
    }

    /// Whether the part at a place is asked for.
    #[inline]
    pub const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    /// Those asked for, in their order.
    pub fn of(self, parts: &'static [Part]) -> impl Iterator<Item = &'static Part> {
        parts.iter().enumerate().filter(move |(place, _)| self.has(*place)).map(|(_, part)| part)
    }

    /// The parts of a row that holds those asked for, each as a slice of its own; the others are empty.
    ///
    /// # Panics
    /// If the row is shorter than they are.
    #[inline]
    pub fn split<'a, const N: usize>(self, parts: &[Part; N], mut row: &'a mut [f32]) -> [&'a mut [f32]; N] {
        std::array::from_fn(|at| {
            let size = if self.has(at) { parts[at].size() } else { 0 };
            let (part, rest) = std::mem::take(&mut row).split_at_mut(size);
            row = rest;
            part
        })
    }

    /// Cuts them out of a row of all parts.
    pub fn cut(self, parts: &[Part], whole: &[f32], row: &mut [f32]) {
        let (mut from, mut to) = (0, 0);
        for (place, part) in parts.iter().enumerate() {
            if self.has(place) {
                row[to..to + part.size()].copy_from_slice(&whole[from..from + part.size()]);
                to += part.size();
            }
            from += part.size();
        }
    }

    /// How many figures they have together.
    pub fn width(self, parts: &'static [Part]) -> usize {
        self.of(parts).map(Part::size).sum()
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
pub fn parts_of<'a, const N: usize>(parts: &[Part; N], row: &'a mut [f32]) -> [&'a mut [f32]; N] {
    PartSet::ALL.split(parts, row)
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
    /// The default parts, for programs that name none. Together they hold everything that a view holds.
    const USUAL: PartSet = PartSet::ALL;
    /// About how long the longest matches are, draws included: a match may be longer by the rules (`Info::longest`),
    /// and none of the thousands played at random or by bots was.
    const LENGTH: u32;
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

    /// The same for some of the parts, into a row of zeros as long as they are; a game may do so without the others.
    fn figures_of(view: &Self::View, seat: Seat, chosen: PartSet, row: &mut [f32]) {
        if row.len() == Self::width() {
            return Self::figures(view, seat, row);
        }
        let mut whole = vec![0.0; Self::width()];
        Self::figures(view, seat, &mut whole);
        chosen.cut(Self::FIGURES, &whole, row);
    }

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
    fn parts_are_asked_for_by_name() {
        const PARTS: &[Part] = &[Part::of("board", &[2, 3]), Part::of("hand", &[4]), Part::of("course", &[5])];
        assert_eq!((PartSet::ALL.width(PARTS), PartSet::all_but(&[0]).width(PARTS)), (15, 9));
        assert_eq!(PartSet::named(PARTS, ["course", "board"]).map(|set| set.width(PARTS)), Ok(11));
        assert_eq!(PartSet::named(PARTS, ["board", "sky"]), Err("sky"));
        let names = Part::of("seats", &[2, 2]).named(1, "points boats").figure_names();
        assert_eq!(names, ["seats[0,points]", "seats[0,boats]", "seats[1,points]", "seats[1,boats]"]);
        let whole: Vec<f32> = (0..15_u8).map(f32::from).collect();
        let mut row = [0.0; 9];
        PartSet::all_but(&[0]).cut(PARTS, &whole, &mut row);
        assert_eq!((row[0], row[4], row[8]), (6.0, 10.0, 14.0));
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
