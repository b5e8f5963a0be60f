//! The weights of `estimate`: data, changed by tuning and not by hand.
//!
//! Made by: `cargo xtask tune thebes --bot ismcts --iterations 80 --steps 250 --pairs 8`, 78.6 % (+- 3.3) against the weights before

engine::weights! {
    /// What a good player looks at, in points where nothing else is said.
    pub(crate) struct Weights {
        /// What a week is worth: a third of a point at the end, and a share of the actions until then.
        week: 0.831,
        /// How much of a dig that is still to come counts now; the rest is what may come between.
        dig_later: 1.156,
        /// The same for leave to dig anywhere, which competes for the best region.
        dig_anywhere: 0.476,
        /// How much of that a second dig in the same region counts, which finds less.
        dig_again: 0.799,
        /// What knowledge from a pile is worth.
        knowledge_find: 0.9,
        /// How much of an exhibition within reach counts.
        exhibition_ready: 0.832,
        /// How much of an exhibition counts by the share of its artifacts that is there, squared.
        exhibition_begun: 0.309,
        /// What a lead of one point of knowledge adds to a professor, up to three.
        professor_lead: 0.262,
        /// How much of a professor counts who is within reach, by how near.
        professor_near: 0.526,
        /// How much the next congress card counts already.
        congress_next: 0.43,
        /// A scientist in hand.
        scientist: 0.22,
        /// An assistant in hand.
        assistant: 0.472,
        /// How much of what a thief or a raider in hand may take counts.
        loot_later: 1.182,
        /// From this many cards in the deck for each seat on, what is still to be done counts less and less.
        late: 5.948,
    }
}
