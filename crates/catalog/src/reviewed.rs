//! Reviews of matches part by part, for whoever has no threads: the workers of a page share the parts out.

use engine::{AnyMatch, Evaluate, Study};
use review::{Demand, Judged, Part, Plan, Review, Standards, Verdict};

use crate::Hosted;
use crate::hosted::typed;

/// What a review by parts needs of a game.
pub trait Reviewed {
    /// The parts that a review of the match judges.
    ///
    /// # Panics
    /// If the match is of another game.
    fn course(&self, game: &dyn AnyMatch) -> Vec<Part>;

    /// How many there are.
    ///
    /// # Panics
    /// If the match is of another game.
    fn parts(&self, game: &dyn AnyMatch) -> usize {
        self.course(game).len()
    }

    /// Judges one part of a match, by its number; nothing if it has no such part.
    ///
    /// # Panics
    /// If the match is of another game.
    fn judge(&self, game: &dyn AnyMatch, plan: &Plan, part: usize) -> Option<Judged>;

    /// The review of a match whose parts are judged, in their order; nothing if some are missing.
    ///
    /// # Panics
    /// If the match is of another game.
    fn report(&self, game: &dyn AnyMatch, plan: &Plan, judged: &[Judged]) -> Option<Review>;

    /// Compares a turn with the right one of a puzzle, at the match's position, in `tries` worlds.
    ///
    /// # Errors
    /// If a word cannot be played.
    ///
    /// # Panics
    /// If the match is of another game.
    fn verdict(
        &self,
        game: &dyn AnyMatch,
        right: &[String],
        played: &[String],
        demand: &Demand,
        tries: u32,
    ) -> Result<Verdict, String>;
}

impl<G: Study + Evaluate> Reviewed for Hosted<G> {
    fn course(&self, game: &dyn AnyMatch) -> Vec<Part> {
        review::parts(typed::<G>(game))
    }

    fn judge(&self, game: &dyn AnyMatch, plan: &Plan, part: usize) -> Option<Judged> {
        let game = typed::<G>(game);
        (part < review::parts(game).len()).then(|| review::judge_part(game, plan, part))
    }

    fn report(&self, game: &dyn AnyMatch, plan: &Plan, judged: &[Judged]) -> Option<Review> {
        let parts = review::parts(typed::<G>(game));
        if !parts.iter().eq(judged.iter().map(|judged| &judged.part)) {
            return None;
        }
        Some(review::review(G::INFO.key, &game.record().seats, plan, &Standards::of::<G>(), judged))
    }

    fn verdict(
        &self,
        game: &dyn AnyMatch,
        right: &[String],
        played: &[String],
        demand: &Demand,
        tries: u32,
    ) -> Result<Verdict, String> {
        review::verdict(typed::<G>(game), right, played, demand, tries)
    }
}
