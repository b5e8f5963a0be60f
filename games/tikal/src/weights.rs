//! The weights of `estimate`: data, changed by tuning and not by hand.
//!
//! Made by: `cargo xtask tune tikal --iterations 800 --steps 400 --pairs 10 --proof 300`, 87.9 % (+- 1.5) against the weights before

engine::weights! {
    /// What a good player looks at, in points where nothing else is said.
    pub(crate) struct Weights {
        /// How likely a temple with a lead of one is still held when a later scoring comes.
        lead_1: 0.544,
        /// The same with a lead of two.
        lead_2: 0.877,
        /// Of three.
        lead_3: 0.315,
        /// Of four.
        lead_4: 0.497,
        /// Of five and more.
        lead_5: 0.782,
        /// The same for a temple that is level.
        level: 0.287,
        /// For one where one is behind.
        behind: 0.075,
        /// How much less each later scoring of a temple counts than the one before.
        fading: 0.324,
        /// How much of what treasures bring in later scorings counts.
        treasure: 1.433,
        /// An action point in hand.
        point: 0.396,
        /// A camp while all tiles are still to come.
        camp: 6.054,
        /// A piece on the board while all tiles are still to come.
        piece: 0.404,
        /// A guard not yet used while all tiles are still to come.
        guard: 4.369,
        /// How strongly a temple draws pieces, as a share of its value.
        pull: 0.456,
        /// The value of a treasure site beside that of temples.
        site: 7.001,
        /// How the pull fades with each action point on the way.
        per_stone: 0.441,
        /// How many workers the leader counts for when drawn somewhere.
        leader: 2.315,
        /// Going first in an auction.
        choice: 2.399,
        /// A volcano in hand, which brings a turn more.
        volcano: 1.761,
    }
}
