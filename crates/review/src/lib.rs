//! What luck did in a match, what the players chose, and what else was possible.
//!
//! A match is a row of parts: draws, and stretches of turns between them. For each part there is what it ought to have
//! brought (the mean over all outcomes of the draw, the best turn found) and what came. The difference is luck, or
//! choice, for each seat; what is left between one part and the next is the reckoning, the reviewer's own change of
//! mind. So for every seat the first estimate, luck, choice, what the others did and the reckoning add up to the
//! result. `docs/review.md` tells how.
//!
//! This crate is pure, as the bots are: no clock, no file. Whoever asks gives threads and says when to stop.

#![forbid(unsafe_code)]

mod account;
mod class;
mod examined;
mod fit;
mod judge;
mod moments;
mod part;
mod plan;
mod prospect;
mod puzzle;
mod reliability;
mod report;
mod standards;

pub use account::{SeatAccount, Shares};
pub use class::{Class, Classes};
pub use examined::{Examined, Mean, agreeing};
pub use fit::fitted;
pub use judge::{judge, judge_part, parts};
pub use moments::{Moment, MomentKind};
pub use part::{Alternative, Judged, Part};
pub use plan::{Depth, Plan, Watch};
pub use prospect::Prospect;
pub use puzzle::{
    ATTEMPTS, Demand, Puzzle, PuzzleAnswer, Thinking, Verdict, puzzle_holds, puzzle_places, puzzles, verdict,
};
pub use reliability::{Bin, Observed, Reliability, observe, reliability};
pub use report::{Point, Review, ReviewedTurn, SeatReview, review, turns};
pub use standards::{Ends, Fit, Standards};
