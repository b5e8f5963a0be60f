//! Laws that every game must keep, and the runners of scenarios, recorded games and perft files.
//!
//! A game's `tests/laws.rs` is one line, [`laws!`].

pub mod files;
pub mod fuzz;
pub mod laws;
pub mod toy;

/// Holds every law against a game, and runs its scenarios, recorded games and perft files: the one line of
/// `tests/laws.rs`.
#[macro_export]
macro_rules! laws {
    ($game:ty) => {
        #[test]
        fn laws_hold() {
            match $crate::laws::hold::<$game>($crate::laws::Effort::from_env()) {
                Ok(tally) => eprintln!("{tally}"),
                Err(broken) => panic!("{broken}"),
            }
        }

        #[test]
        fn numbers_and_figures_hold() {
            match $crate::laws::study::<$game>($crate::laws::Effort::from_env()) {
                Ok(studied) => eprintln!("{studied:?}"),
                Err(broken) => panic!("{broken}"),
            }
        }

        #[test]
        fn numbers_are_those_of_yesterday() {
            $crate::files::space::<$game>($crate::tests!());
        }

        #[test]
        fn scenarios_hold() {
            $crate::files::scenarios($crate::kind::<$game>(), $crate::tests!());
        }

        #[test]
        fn records_replay_to_their_sheets() {
            $crate::files::records($crate::kind::<$game>(), $crate::tests!());
        }

        #[test]
        fn records_of_older_rules_replay() {
            $crate::files::older_records($crate::kind::<$game>(), $crate::tests!());
        }

        #[test]
        fn perft_counts_are_right() {
            $crate::files::perft($crate::kind::<$game>(), $crate::tests!());
        }
    };
}

/// The folder `tests` of the crate that asks.
#[macro_export]
macro_rules! tests {
    () => {
        std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
    };
}

/// The erased kind of a game type.
pub fn kind<G: engine::Game>() -> &'static dyn engine::Kind {
    engine::Of::<G>::KIND
}
