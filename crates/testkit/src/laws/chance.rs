//! Laws about draws.

use engine::{Dice, Fast, Game, Notation as _, ToAct};

use super::{Verdict, broken};

/// Outcomes are sorted, each once, with positive weights, and at least one.
pub(super) fn weights<G: Game>(state: &G) -> Verdict {
    let law = "weights";
    let mut outcomes = Vec::new();
    state.chances(&mut outcomes);
    if outcomes.is_empty() {
        return broken(law, "something is drawn, and there is no outcome");
    }
    if let Some((outcome, _)) = outcomes.iter().find(|(_, weight)| *weight == 0) {
        return broken(law, format!("{outcome:?} has no weight"));
    }
    if let Some(pair) = outcomes.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
        return broken(law, format!("{:?} stands before {:?}", pair[0].0, pair[1].0));
    }
    if outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum::<u64>() > u64::from(u32::MAX) {
        return broken(law, "the weights add up beyond 32 bits");
    }
    let pending = G::INFO.draws.get(state.drawing()).copied();
    for (outcome, _) in &outcomes {
        let words = state.words(&engine::Step::Chance(*outcome));
        if outcome.verb() != state.drawing() || words.split(' ').next() != pending {
            return broken(law, format!("'{words}' is not a draw of the kind {pending:?}"));
        }
    }
    Ok(())
}

/// A drawn step has the listed weights' distribution: a chi-square test that a true sampler fails less than once
/// in a thousand million times.
pub(super) fn distribution<G: Game>(state: &G, rng: &mut Fast) -> Verdict {
    if state.to_act() != ToAct::Chance {
        return Ok(());
    }
    let law = "distribution";
    let mut outcomes = Vec::new();
    state.chances(&mut outcomes);
    let draws = (outcomes.len() * 30).clamp(100, 3000);
    let mut counts = vec![0u32; outcomes.len()];
    let mut scratch = Vec::new();
    for _ in 0..draws {
        let drawn = state.sample(rng, &mut scratch);
        match outcomes.binary_search_by(|(outcome, _)| outcome.cmp(&drawn)) {
            Ok(at) => counts[at] += 1,
            Err(_) => return broken(law, format!("{drawn:?} was drawn, and is not an outcome")),
        }
    }
    let total: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let expected = outcomes.iter().map(|(_, weight)| f64::from(*weight) / total * draws as f64);
    let bins = pooled(counts.into_iter().map(f64::from).zip(expected));
    if improbable(&bins) {
        return broken(law, format!("drawn and expected do not fit: {bins:?}"));
    }
    // Taken from a shared stream: the next step is to come from an unrelated place.
    rng.below(2);
    Ok(())
}

/// `roam` picks like the bot `random`: a verb, then a word of it, each uniformly.
pub(super) fn roaming<G: Game>(state: &G, rng: &mut Fast) -> Verdict {
    let law = "roaming";
    let mut legal = Vec::new();
    state.actions(&mut legal);
    if legal.is_empty() {
        return Ok(());
    }
    let draws = if legal.len() <= 20 { 1000 } else { 400 };
    let (mut counts, mut scratch) = (vec![0u32; legal.len()], Vec::new());
    for _ in 0..draws {
        match legal.binary_search(&state.roam(rng, &mut scratch)) {
            Ok(at) => counts[at] += 1,
            Err(_) => return broken(law, "a word was picked that is not on the list"),
        }
    }
    let verbs = legal.chunk_by(|a, b| a.verb() == b.verb());
    let share = f64::from(draws) / verbs.clone().count() as f64;
    let expected = verbs.flat_map(|words| words.iter().map(move |_| share / words.len() as f64));
    let bins = pooled(counts.into_iter().map(f64::from).zip(expected));
    if improbable(&bins) { broken(law, format!("picked and expected do not fit: {bins:?}")) } else { Ok(()) }
}

/// Puts outcomes of little weight together, so that the chi-square approximation holds.
fn pooled(counts: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut bins: Vec<(f64, f64)> = Vec::new();
    let mut rest = (0.0, 0.0);
    for (count, expected) in counts {
        if expected >= 8.0 {
            bins.push((count, expected));
        } else {
            rest = (rest.0 + count, rest.1 + expected);
        }
    }
    if rest.1 >= 8.0 || bins.is_empty() {
        bins.push(rest);
    }
    bins
}

/// Whether counts are further from what is expected than chance explains (p below about 1e-9), by the
/// Wilson-Hilferty approximation of the chi-square distribution.
pub fn improbable(bins: &[(f64, f64)]) -> bool {
    let freedom = bins.len() as f64 - 1.0;
    if freedom < 1.0 {
        return false;
    }
    let chi: f64 = bins.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    let spread = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt() > 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_count_is_probable_and_a_loaded_one_is_not() {
        assert!(!improbable(&[(103.0, 100.0), (97.0, 100.0)]));
        assert!(improbable(&[(200.0, 100.0), (0.1, 100.0)]));
    }
}
