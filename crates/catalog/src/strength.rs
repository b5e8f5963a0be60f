//! How strong the levels of the bots are, on the scale of the ratings: as each game's ladder says it.

use engine::BotLadder;

/// The levels from the weakest on, as they are called.
const LEVELS: [&str; 4] = ["novice", "adept", "expert", "master"];

/// What a level of the bots is worth in a game, in rating points.
pub fn strength(game: &str, level: &str) -> Option<i32> {
    let level = LEVELS.iter().position(|known| *known == level)?;
    // A match of a game that is no longer there keeps its bots.
    Some(crate::find(game).map_or(BotLadder::USUAL.strengths, crate::GameEntry::strengths)[level])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_levels_that_rise() {
        for entry in crate::GAMES {
            let of = |level: &&str| strength(entry.kind().info().key, level).expect("a known level");
            let all = LEVELS.each_ref().map(of);
            assert!(all.is_sorted(), "{all:?}");
            assert_eq!((all, all[1]), (entry.strengths(), 1400), "an adept is the measure of all games");
        }
        assert_eq!(strength("tikal", "master"), Some(1911), "a game's own ladder says it");
        assert_eq!(strength("tikal", "guru"), None);
        assert_eq!(strength("chess", "adept"), Some(1400));
    }
}
