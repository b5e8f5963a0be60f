//! Reviews of finished matches, and how far they have come.

use review::Review;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A review that was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Reviewing {
    /// Under which it is asked for again.
    pub id: String,
    /// How far it has come.
    #[serde(flatten)]
    pub stage: ReviewStage,
}

/// How far a review has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "stage", rename_all = "lowercase")]
pub enum ReviewStage {
    /// Others come before.
    Waiting {
        /// How many, this one included.
        place: usize,
    },
    /// It is being made.
    Running {
        /// How many parts are judged.
        done: usize,
        /// How many there are.
        parts: usize,
    },
    /// It is made.
    Done {
        /// The review.
        review: Box<Review>,
    },
}
