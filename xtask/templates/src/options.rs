//! The table options.

use engine::{First, choices};

choices! {
    /// The table options.
    pub struct Options {
        first: First<4>, "who begins";
    }
}
