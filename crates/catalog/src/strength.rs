//! How strong the levels of the bots are, on the scale of the ratings.
//!
//! The arena's shares of wins between neighbouring levels at two seats (`docs/bots.md`, "The ladder") give the
//! differences, 400 points for ten to one; an adept has 1400 in every game. To be changed when the levels are.

/// The levels from the weakest on, as they are called.
const LEVELS: [&str; 4] = ["novice", "adept", "expert", "master"];

/// What they are worth in each game, in points.
const STRENGTHS: [(&str, [i32; 4]); 4] = [
    ("tikal", [1280, 1400, 1638, 1911]),
    ("tongiaki", [1153, 1400, 1667, 1862]),
    ("thebes", [1232, 1400, 1626, 1974]),
    ("inka", [1266, 1400, 1548, 1855]),
];

/// What a level is worth in a game that no arena has measured yet.
const UNMEASURED: [i32; 4] = [1250, 1400, 1600, 1850];

/// What a level of the bots is worth in a game, in rating points.
pub fn strength(game: &str, level: &str) -> Option<i32> {
    let level = LEVELS.iter().position(|known| *known == level)?;
    let measured = STRENGTHS.iter().find(|(key, _)| *key == game);
    Some(measured.map_or(UNMEASURED, |(_, strengths)| *strengths)[level])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_levels_that_rise() {
        for entry in crate::GAMES {
            let of = |level: &&str| strength(entry.kind().info().key, level).expect("a known level");
            assert!(LEVELS.iter().map(of).is_sorted());
        }
        assert_eq!(strength("tikal", "guru"), None);
    }
}
