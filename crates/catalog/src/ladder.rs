//! How each game is best searched, and how far its levels slip: found by `quipu arena`, see `docs/bots.md`.

use search::{Ladder, Method};

/// The ladder of a game.
pub(crate) fn ladder(game: &str) -> Ladder {
    match game {
        "tikal" => Ladder { method: Method::Planner, rounds: 1, ends: 0.0, slips: [5.0, 2.8, 1.1, 0.0] },
        "tongiaki" => Ladder { method: Method::Planner, rounds: 1, ends: 0.3, slips: [3.8, 1.5, 0.6, 0.0] },
        "thebes" => Ladder { method: Method::Ismcts, rounds: 1, ends: 0.0, slips: [6.0, 2.2, 1.1, 0.0] },
        "inka" => Ladder { method: Method::Planner, rounds: 4, ends: 0.0, slips: [6.0, 0.58, 0.36, 0.0] },
        _ => Ladder::default(),
    }
}
