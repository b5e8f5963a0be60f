//! The weights of `estimate`: data, changed by tuning and not by hand.
//!
//! Made by: judgement, not tuned yet

engine::weights! {
    /// What a good player looks at, in points where nothing else is said.
    pub(crate) struct Weights {
        /// How likely a full beach is to sail before one acts again.
        risk_0: 0.95,
        /// The same with one free mooring.
        risk_1: 0.5,
        /// With two.
        risk_2: 0.2,
        /// With more.
        risk_3: 0.06,
        /// How likely one colour is to pass what is not turned up yet.
        pass_1: 0.45,
        /// The same for two colours.
        pass_2: 0.65,
        /// For three.
        pass_3: 0.8,
        /// For four and more.
        pass_4: 0.95,
        /// What an island to be found is worth.
        new_island: 2.2,
        /// How much better a departure is when oneself decides where it goes.
        own_choice: 1.3,
        /// The worth of a royal island beyond its points, since nobody takes it away.
        royal: 0.6,
        /// The worth of an island that could be made royal, as a share of what it would then be safe from.
        royal_in_reach: 0.5,
        /// Each further boat on an island.
        boat: 0.12,
        /// A boat in the reserve.
        reserve: 0.03,
        /// Being on an island at all, Tonga too (O26).
        presence: 0.25,
        /// Having no boat on any beach.
        stranded: -1.0,
        /// From this many tiles before the end on risks shrink.
        late: 6.0,
    }
}
