//! The weights of `estimate`: data, changed by tuning and not by hand.
//!
//! Made by: `cargo xtask tune tongiaki --iterations 800 --steps 400 --pairs 10 --proof 300`, 64.8 % (+- 3.0) against the weights before

engine::weights! {
    /// What a good player looks at, in points where nothing else is said.
    pub(crate) struct Weights {
        /// How likely a full beach is to sail before one acts again.
        risk_0: 1.139,
        /// The same with one free mooring.
        risk_1: 0.609,
        /// With two.
        risk_2: 0.123,
        /// With more.
        risk_3: 0.059,
        /// How likely one colour is to pass what is not turned up yet.
        pass_1: 0.529,
        /// The same for two colours.
        pass_2: 0.475,
        /// For three.
        pass_3: 1.06,
        /// For four and more.
        pass_4: 1.162,
        /// What an island to be found is worth.
        new_island: 0.442,
        /// How much better a departure is when oneself decides where it goes.
        own_choice: 1.841,
        /// The worth of a royal island beyond its points, since nobody takes it away.
        royal: 0.883,
        /// The worth of an island that could be made royal, as a share of what it would then be safe from.
        royal_in_reach: 0.186,
        /// Each further boat on an island.
        boat: 0.103,
        /// A boat in the reserve.
        reserve: 0.028,
        /// Being on an island at all, Tonga too (O26).
        presence: 0.101,
        /// Having no boat on any beach.
        stranded: -0.878,
        /// From this many tiles before the end on risks shrink.
        late: 2.575,
    }
}
