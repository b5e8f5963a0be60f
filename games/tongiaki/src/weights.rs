//! The weights of `estimate`: data, changed by tuning and not by hand. The second value is for more than two seats.
//!
//! Made by: `cargo xtask tune tongiaki --iterations 1000 --steps 250 --pairs 10 --proof 200 --seed 21`, 54.5 % (+- 3.9) against the weights before
//! Made for more than two by: `cargo xtask tune tongiaki --seats 4 --iterations 1000 --steps 300 --pairs 8 --proof 100 --seed 3` from weights fitted to how matches end, 52.6 % (+- 5.4) against those; two further runs found nothing better

engine::weights! {
    /// What a good player looks at, in points where nothing else is said.
    pub(crate) struct Weights {
        /// How likely an island is to be lost with a boat on a full beach, where others have boats too.
        risk_0: 0.536 | 0.716,
        /// The same with one free mooring.
        risk_1: 0.857 | 1.004,
        /// With two.
        risk_2: 0.292 | 0.491,
        /// With more.
        risk_3: 0.132 | 0.281,
        /// How much smaller the risk is where nobody else has a boat, who could fill a beach.
        alone: 0.774 | 0.955,
        /// How much it grows with each colour there beyond two.
        crowd: 0.219 | 0.035,
        /// How likely a full beach is to sail to the good of those on it.
        sails_0: 0.927 | 0.561,
        /// The same with one free mooring.
        sails_1: 0.539 | 0.433,
        /// With two.
        sails_2: 0.08 | 0.224,
        /// How likely one colour is to pass what is not turned up yet.
        pass_1: 0.608 | 0.237,
        /// The same for two colours.
        pass_2: 0.523 | 0.85,
        /// For three.
        pass_3: 1.027 | 0.563,
        /// For four and more.
        pass_4: 0.891 | 1.466,
        /// What an island to be found is worth.
        new_island: 1.653 | 2.082,
        /// What an island in reach is worth where one has no boat yet, as a share of its points.
        known_island: 0.783 | 1.201,
        /// What a voyage is worth to an island where one has a boat, or where there is no room.
        again: 0.082 | 0.26,
        /// How much better a departure is when oneself decides where it goes.
        own_choice: 1.691 | 1.817,
        /// What a royal island that one may still have is worth while there is time.
        crown: 0.197 | 0.935,
        /// The worth of an island that could become royal, as a share of its points.
        royal: 0.069 | -0.048,
        /// The same, as a share of all that it would then be worth more.
        royal_in_reach: 0.476 | 0.12,
        /// Each further boat on an island.
        boat: 0.073 | 0.087,
        /// A boat in the reserve.
        reserve: 0.038 | 0.054,
        /// Each of the last four boats in the reserve.
        few: 0.111 | 0.102,
        /// Each boat that the best expansion would add.
        growth: 0.109 | 0.145,
        /// Being on an island at all, Tonga too (O26).
        presence: 0.105 | -0.064,
        /// Having no boat on any beach.
        stranded: -0.496 | -0.1,
        /// The best island where one may then begin again, as a share of its points.
        restart: 0.512 | 0.5,
        /// A colonisation that has not found its island yet.
        new_colony: 2.566 | 2.491,
        /// The island of a colonisation, as a share of its points.
        colony: 0.895 | 0.652,
        /// The island to which boats at sea come, as a share of its points.
        landing: 0.491 | 0.499,
        /// This many tiles before the end, half of all risks and hopes are left.
        late: 1.273 | 1.774,
    }
}
