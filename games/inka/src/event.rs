//! What happened, in the players' words.

use std::fmt;

use engine::Seat;
use serde::Serialize;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[derive(ts_rs::TS)]
pub enum Event {
    /// The first player was drawn.
    First {
        /// Who begins.
        seat: Seat,
    },
    /// A pawn was put on a start.
    Started {
        /// Whose.
        seat: Seat,
        /// Which start.
        start: &'static str,
        /// Its cell.
        cell: String,
    },
    /// A path rhombus was drawn.
    Drawn {
        /// By whom.
        seat: Seat,
        /// Which.
        rhombus: String,
    },
    /// It was laid.
    Laid {
        /// By whom.
        seat: Seat,
        /// Which.
        rhombus: String,
        /// The cell under half A.
        a: String,
        /// The cell under half B.
        b: String,
    },
    /// A turn began.
    Turn {
        /// Whose.
        seat: Seat,
    },
    /// A blocker was taken back.
    TookBack {
        /// Whose.
        seat: Seat,
        /// Where it stood.
        from: String,
    },
    /// A rhombus was slid.
    Slid {
        /// By whom.
        seat: Seat,
        /// Which.
        rhombus: String,
        /// Where to.
        direction: &'static str,
        /// How far.
        steps: u8,
        /// Where it lies now, half A first.
        to: [String; 2],
    },
    /// A rhombus was turned.
    Turned {
        /// By whom.
        seat: Seat,
        /// Which.
        rhombus: String,
        /// About which corner.
        corner: &'static str,
        /// Which way round.
        sense: &'static str,
        /// How many sixths.
        steps: u8,
        /// Where it lies now, half A first.
        to: [String; 2],
    },
    /// A pawn walked.
    Walked {
        /// Whose.
        seat: Seat,
        /// From where.
        from: String,
        /// To where.
        to: String,
        /// For how many AP.
        price: u8,
        /// By which cells, from the first to the last.
        way: Vec<String>,
    },
    /// A statue was taken.
    Taken {
        /// Whose.
        seat: Seat,
        /// From which goal rhombus.
        goal: String,
        /// What it counts.
        points: i32,
    },
    /// A pawn went through a secret passage.
    Passed {
        /// Whose.
        seat: Seat,
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// A blocker was put down.
    Blocked {
        /// Whose.
        seat: Seat,
        /// Where.
        at: String,
    },
    /// A turn ended.
    Ended {
        /// Whose.
        seat: Seat,
        /// How many AP lapse.
        lapsed: u8,
    },
    /// A pawn left the temple with its three statues.
    Left {
        /// Whose.
        seat: Seat,
        /// By which exit.
        exit: &'static str,
        /// What leaving counts.
        points: i32,
    },
    /// The game ends, since no statue was taken for too many turns.
    Exhausted {
        /// How many turns.
        turns: u8,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::First { seat } => write!(f, "{seat} begins"),
            Event::Started { seat, start, cell } => write!(f, "{seat} starts in the {start}, on {cell}"),
            Event::Drawn { seat, rhombus } => write!(f, "{seat} draws {rhombus}"),
            Event::Laid { seat, rhombus, a, b } => write!(f, "{seat} lays {rhombus} on {a} and {b}"),
            Event::Turn { seat } => write!(f, "it is {seat}'s turn"),
            Event::TookBack { seat, from } => write!(f, "{seat} takes the blocker back from {from}"),
            Event::Slid { seat, rhombus, direction, steps, .. } => {
                write!(f, "{seat} slides {rhombus} by {steps} to the {direction}")
            }
            Event::Turned { seat, rhombus, corner, sense, steps, .. } => {
                write!(f, "{seat} turns {rhombus} about {corner} by {steps} {sense}")
            }
            Event::Walked { seat, from, to, price: 0, .. } => write!(f, "{seat} walks from {from} to {to}"),
            Event::Walked { seat, from, to, price, .. } => write!(f, "{seat} walks from {from} to {to} for {price} AP"),
            Event::Taken { seat, goal, .. } => write!(f, "{seat} takes a statue from {goal}"),
            Event::Passed { seat, from, to } => write!(f, "{seat} goes through the passage from {from} to {to}"),
            Event::Blocked { seat, at } => write!(f, "{seat} puts the blocker on {at}"),
            Event::Ended { seat, lapsed: 0 } => write!(f, "{seat} ends the turn"),
            Event::Ended { seat, lapsed } => write!(f, "{seat} ends the turn, {lapsed} AP lapse"),
            Event::Left { seat, exit, .. } => {
                write!(f, "{seat} leaves the temple by the {exit} exit with three statues and wins")
            }
            Event::Exhausted { turns } => write!(f, "{turns} turns without a statue taken: the game ends"),
        }
    }
}
