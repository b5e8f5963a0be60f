//! The table options.

use engine::{choices, option_words};

option_words! {
    /// What a thief does (H11).
    pub enum Thief { Choose = "choose", Random = "random" }
}
option_words! {
    /// Whether knowledge lies in the piles (H17).
    pub enum KnowledgeFinds { On = "on", Off = "off" }
}
option_words! {
    /// Which reading of the dig table holds (H18).
    pub enum DigTable { Default = "default", Literal = "literal" }
}

choices! {
    /// The table options.
    pub struct Options {
        thief: Thief, "whether a thief looks through the pile and chooses an artifact, or takes one at random";
        knowledge_finds: KnowledgeFinds, "whether knowledge lies in the piles, or two more artifacts in each";
        dig_table: DigTable, "the dig table smoothed (eight printed cells differ) or nearly as printed (three differ)";
    }
}
