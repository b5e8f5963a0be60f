//! The weights of `estimate`: data, changed by tuning and not by hand.
//!
//! Made by: judgement, not tuned yet

engine::weights! {
    /// What a good player looks at, in points where nothing else is said.
    pub(crate) struct Weights {
        /// How likely a temple with a lead of one is still held when a later scoring comes.
        lead_1: 0.5,
        /// The same with a lead of two.
        lead_2: 0.62,
        /// Of three.
        lead_3: 0.72,
        /// Of four.
        lead_4: 0.8,
        /// Of five and more.
        lead_5: 0.87,
        /// The same for a temple that is level.
        level: 0.22,
        /// For one where one is behind.
        behind: 0.08,
        /// How much less each later scoring of a temple counts than the one before.
        fading: 0.75,
        /// How much of what treasures bring in later scorings counts.
        treasure: 0.95,
        /// An action point in hand.
        point: 0.3,
        /// A camp while all tiles are still to come.
        camp: 5.0,
        /// A piece on the board while all tiles are still to come.
        piece: 0.25,
        /// A guard not yet used while all tiles are still to come.
        guard: 3.0,
        /// How strongly a temple draws pieces, as a share of its value.
        pull: 0.3,
        /// The value of a treasure site beside that of temples.
        site: 3.5,
        /// How the pull fades with each action point on the way.
        per_stone: 0.35,
        /// How many workers the leader counts for when he is drawn somewhere.
        leader: 2.0,
        /// Going first in an auction.
        choice: 2.5,
        /// A volcano in hand, which brings a turn more.
        volcano: 3.0,
    }
}
