//! How each game is best searched, and how far its levels slip: found by `quipu arena`, see `docs/bots.md`.

use search::{Ladder, Method};

/// The ladder of a game.
pub(crate) fn ladder(game: &str) -> Ladder {
    let usual = Ladder::default();
    match game {
        "tikal" => Ladder { slips: [5.0, 2.8, 1.1, 0.0], ..usual },
        "tongiaki" => Ladder { ends: 0.3, lead: Some(10.0), slips: [3.8, 1.5, 0.6, 0.0], ..usual },
        "thebes" => Ladder { method: Method::Ismcts, slips: [6.0, 2.2, 1.1, 0.0], ..usual },
        "inka" => Ladder { rounds: 4, slips: [6.0, 0.58, 0.36, 0.0], ..usual },
        _ => usual,
    }
}
