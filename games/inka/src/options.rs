//! The table options.

use engine::{First, choices, option_words};

option_words! {
    /// Whether something is in force.
    pub enum Switch { Off = "off", On = "on" }
}
option_words! {
    /// Whether rhombi may lie on starts (K5, K8).
    pub enum CoverStarts { On = "on", Off = "off" }
}

choices! {
    /// The table options.
    pub struct Options {
        first: First<4>, "who begins (K7)";
        cover_starts: CoverStarts,
            "whether rhombi may lie on starts and pass over them; a covered start is no exit (K5)";
        pass_blockers: Switch, "whether pawns may pass blockers, without stopping there (K13)";
    }
}
