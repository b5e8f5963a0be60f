//! Counting paths: the oldest test of a move generator.

use crate::game::{Game, Step, ToAct};

/// Counts the paths of `depth` steps from a position, decisions and chance outcomes alike, each outcome once.
/// A path that ends earlier because the match is over does not count.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    count(game, depth, &|game, out| game.actions(out))
}

/// Counts the same the slow way: the whole alphabet filtered by `check`, without the generator.
pub fn slow_perft<G: Game>(game: &G, depth: u32) -> u64 {
    let mut alphabet = Vec::new();
    game.alphabet(&mut alphabet);
    count(game, depth, &|game, out| {
        if game.to_act().seat().is_some() {
            out.extend(alphabet.iter().filter(|action| game.check(action).is_ok()));
        }
    })
}

fn count<G: Game>(game: &G, depth: u32, list: &dyn Fn(&G, &mut Vec<G::Action>)) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |step| {
        let mut next = game.clone();
        next.apply(step, &mut ());
        count(&next, depth - 1, list)
    };
    match game.to_act() {
        ToAct::Over(_) => 0,
        ToAct::Seat(_) => {
            let mut actions = Vec::new();
            list(game, &mut actions);
            if depth == 1 { actions.len() as u64 } else { actions.into_iter().map(|a| after(Step::Action(a))).sum() }
        }
        ToAct::Chance => {
            let mut chances = Vec::new();
            game.chances(&mut chances);
            chances.into_iter().map(|(chance, _)| after(Step::Chance(chance))).sum()
        }
    }
}
