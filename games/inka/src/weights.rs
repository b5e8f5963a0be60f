//! The weights of `estimate`: data, changed by tuning and not by hand.
//!
//! Made by: judgement; `cargo xtask tune inka --iterations 800 --steps 300 --pairs 8` found nothing better (49.0 % +- 2.3)

engine::weights! {
    /// What a good player looks at, in AP.
    pub(crate) struct Weights {
        /// The worth of a statue taken.
        statue: 8.0,
        /// The cost of each AP between the pawn and the exit, by way of the statues that are left.
        away: 1.0,
        /// The cost of each AP by which the blockers lengthen the next leg; they stay for a turn only.
        blocked: 0.4,
        /// The worth of standing on a goal rhombus whose statue is still there: the next turn begins with taking it.
        at_statue: 0.6,
        /// The worth of a turn that is not over: what the blocker will do at its end, so that AP are spent before.
        to_come: 2.0,
        /// The worth of having the next turn, in a race.
        tempo: 1.0,
        /// How much of a rival's estimate counts against one's own: hindering each other is a race that nobody wins.
        rivalry: 0.5,
    }
}
