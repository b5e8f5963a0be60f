//! The table options.

use engine::{First, choices, option_words};

option_words! {
    /// Whether something is in force.
    pub enum Switch { Off = "off", On = "on" }
}

choices! {
    /// The table options.
    pub struct Options {
        first: First<4>, "who begins (K7)";
        cover_starts: Switch, "whether rhombi may lie on starts and pass over them; a covered start is no exit (K5)";
        pass_blockers: Switch, "whether pawns may pass blockers, without stopping there (K13)";
    }
}
