//! Decisions and random events, and their words.

use std::fmt;
use std::str::FromStr;

use engine::{Misread, Seat, Words};
use grid::triangle::Direction;

use crate::Inka;
use crate::cells::Cell;
use crate::placement::{Corner, Half, Placement, Sense};
use crate::sweep::{FARTHEST_SLIDE, FARTHEST_TURN};
use crate::temple::{Rhombus, Start};

/// Where a pawn may stand (K13): an open cell, or a rhombus, and then on one half if its middle is marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foothold {
    /// A cell that no rhombus covers.
    Cell(Cell),
    /// A rhombus.
    On(Rhombus, Option<Half>),
}

impl Foothold {
    /// The space that the place belongs to.
    #[inline]
    pub fn space(self) -> Space {
        match self {
            Foothold::Cell(cell) => Space::Cell(cell),
            Foothold::On(rhombus, _) => Space::On(rhombus),
        }
    }
}

impl fmt::Display for Foothold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Foothold::Cell(cell) => cell.fmt(f),
            Foothold::On(rhombus, None) => rhombus.fmt(f),
            Foothold::On(rhombus, Some(half)) => write!(f, "{rhombus}/{half:?}"),
        }
    }
}

impl fmt::Debug for Foothold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Foothold {
    type Err = String;

    fn from_str(text: &str) -> Result<Foothold, String> {
        let (name, half) = match text.split_once('/') {
            None => (text, None),
            Some((name, "A")) => (name, Some(Half::A)),
            Some((name, "B")) => (name, Some(Half::B)),
            Some(_) => return Err(format!("'{}' does not end in /A or /B", engine::clip(text))),
        };
        match (name.parse(), half) {
            (Ok(rhombus), _) => Ok(Foothold::On(rhombus, half)),
            (Err(_), None) => name.parse().map(Foothold::Cell).map_err(|_: String| {
                format!("'{}' is neither a cell such as u0,3 nor a rhombus such as T07", engine::clip(text))
            }),
            (Err(error), Some(_)) => Err(error),
        }
    }
}

/// A space of the hall: a cell, or the rhombus that covers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// A cell that no rhombus covers.
    Cell(Cell),
    /// A rhombus.
    On(Rhombus),
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Space::Cell(cell) => cell.fmt(f),
            Space::On(rhombus) => rhombus.fmt(f),
        }
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Space {
    type Err = String;

    fn from_str(text: &str) -> Result<Space, String> {
        match text.parse()? {
            Foothold::Cell(cell) => Ok(Space::Cell(cell)),
            Foothold::On(rhombus, None) => Ok(Space::On(rhombus)),
            Foothold::On(..) => Err(format!("'{}' is half a rhombus, a blocker takes it whole", engine::clip(text))),
        }
    }
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Puts the pawn on a start (K7).
    Start(Start),
    /// Lays the drawn rhombus (K8).
    Lay(Placement),
    /// Slides a rhombus (K3).
    Slide {
        /// Which.
        rhombus: Rhombus,
        /// Where to.
        direction: Direction,
        /// How far.
        steps: u8,
    },
    /// Turns a rhombus about a corner (K4).
    Turn {
        /// Which.
        rhombus: Rhombus,
        /// About which corner, as it lies before.
        corner: Corner,
        /// Which way round.
        sense: Sense,
        /// How many sixths.
        steps: u8,
    },
    /// Walks to a place (K12).
    Walk(Foothold),
    /// Takes the statue of the goal rhombus (K14).
    Take,
    /// Goes through the secret passage to another (K15).
    Passage(Cell),
    /// Puts the blocker down and ends the turn (K17).
    Block(Space),
    /// Ends the turn without it (K17).
    End,
}

/// The verbs, in the order of [`Action`].
pub(crate) const VERBS: &[&str] = &["start", "lay", "slide", "turn", "walk", "take", "passage", "block", "end"];

impl Action {
    /// The place of the verb in [`VERBS`].
    #[inline]
    pub(crate) fn verb(self) -> usize {
        match self {
            Action::Start(_) => 0,
            Action::Lay(_) => 1,
            Action::Slide { .. } => 2,
            Action::Turn { .. } => 3,
            Action::Walk(_) => 4,
            Action::Take => 5,
            Action::Passage(_) => 6,
            Action::Block(_) => 7,
            Action::End => 8,
        }
    }

    pub(crate) fn read(text: &str) -> Result<Action, Misread> {
        let mut words = Words::new(text);
        let verb = words.read("a verb such as walk", |token| VERBS.iter().position(|verb| *verb == token))?;
        let action = match verb {
            0 => Action::Start(read_start(&mut words)?),
            1 => Action::Lay(read_placement(&mut words)?),
            2 => Action::Slide {
                rhombus: parse(&mut words, "a rhombus such as T04")?,
                direction: parse(&mut words, "a direction (e, ne, nw, w, sw, se)")?,
                steps: read_steps(&mut words, FARTHEST_SLIDE)?,
            },
            3 => Action::Turn {
                rhombus: parse(&mut words, "a rhombus such as T04")?,
                corner: read_corner(&mut words)?,
                sense: read_sense(&mut words)?,
                steps: read_steps(&mut words, FARTHEST_TURN)?,
            },
            4 => Action::Walk(parse(&mut words, "a place such as u0,3, T07 or T04/A")?),
            5 => Action::Take,
            6 => Action::Passage(parse(&mut words, "a cell such as u-2,3")?),
            7 => Action::Block(parse(&mut words, "a space such as u0,3 or T07")?),
            _ => Action::End,
        };
        words.done()?;
        Ok(action)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(VERBS[self.verb()])?;
        match self {
            Action::Start(start) => write!(f, " {}", start.name()),
            Action::Lay(placement) => write!(f, " {placement}"),
            Action::Slide { rhombus, direction, steps } => write!(f, " {rhombus} {direction} {steps}"),
            Action::Turn { rhombus, corner, sense, steps } => {
                write!(f, " {rhombus} {} {} {steps}", corner.name(), sense.name())
            }
            Action::Walk(place) => write!(f, " {place}"),
            Action::Passage(cell) => write!(f, " {cell}"),
            Action::Block(space) => write!(f, " {space}"),
            Action::Take | Action::End => Ok(()),
        }
    }
}

fn parse<T: FromStr>(words: &mut Words<'_>, what: &str) -> Result<T, Misread> {
    words.read(what, |token| token.parse().ok())
}

fn read_start(words: &mut Words<'_>) -> Result<Start, Misread> {
    words.read("a start (nw, ne, sw, se)", |token| Start::ALL.into_iter().find(|start| start.name() == token))
}

fn read_corner(words: &mut Words<'_>) -> Result<Corner, Misread> {
    words.read("a corner (P, Q, R, S)", |token| Corner::ALL.into_iter().find(|corner| corner.name() == token))
}

fn read_sense(words: &mut Words<'_>) -> Result<Sense, Misread> {
    words.read("cw or ccw", |token| Sense::ALL.into_iter().find(|sense| sense.name() == token))
}

fn read_steps(words: &mut Words<'_>, most: u8) -> Result<u8, Misread> {
    let steps = words.number("a number of steps")?;
    if (1..=most).contains(&steps) { Ok(steps) } else { Err(words.wrong(format!("a move has 1 to {most} steps"))) }
}

fn read_placement(words: &mut Words<'_>) -> Result<Placement, Misread> {
    let a: Cell = parse(words, "a cell such as d-4,-1")?;
    let b: Cell = parse(words, "a cell such as u-3,-1")?;
    Placement::new(a, b).ok_or_else(|| words.wrong(format!("{a} and {b} do not share a side")))
}

/// One random event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Chance {
    /// Who begins (K7).
    First(Seat),
    /// The path rhombus that is drawn (K8).
    Rhombus(Rhombus),
}

/// The verbs of the random events.
pub(crate) const DRAWS: &[&str] = &["first", "rhombus"];

impl Chance {
    /// The index of its verb in the list of draws.
    pub(crate) const fn verb(self) -> usize {
        match self {
            Chance::First(_) => 0,
            Chance::Rhombus(_) => 1,
        }
    }

    pub(crate) fn read(text: &str) -> Result<Chance, Misread> {
        let mut words = Words::new(text);
        let chance = match words.token("a draw (first, rhombus)")? {
            "first" => Chance::First(parse(&mut words, "a seat's letter")?),
            "rhombus" => Chance::Rhombus(parse(&mut words, "a rhombus such as T04")?),
            other => return Err(words.wrong(format!("'{}' is not a draw (first, rhombus)", engine::clip(other)))),
        };
        words.done()?;
        Ok(chance)
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First(seat) => write!(f, "first {seat}"),
            Chance::Rhombus(rhombus) => write!(f, "rhombus {rhombus}"),
        }
    }
}

engine::plain_notation!(Inka: Action, Chance);
