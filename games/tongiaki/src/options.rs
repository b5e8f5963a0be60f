//! The table options.

use engine::{First, choices, option_words};

option_words! {
    /// Which full beaches may sail (O12).
    pub enum FullBeaches { First = "first", All = "all" }
}

choices! {
    /// The table options.
    pub struct Options {
        first: First<6>, "who begins: drawn at random, or a seat";
        full_beaches: FullBeaches, "which full beaches sail: only those of the island where boats came last, \
            or all on the table as other editions play";
    }
}
