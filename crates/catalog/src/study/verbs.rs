//! Picking from a list of numbers as the bot `random` picks from one of decisions.

use engine::{Fast, MOST_VERBS, Random, Study};

/// Where the numbers of each verb end.
pub(super) struct Verbs(Vec<i32>);

impl Verbs {
    /// The verbs of a game.
    pub(super) fn of<G: Study>() -> Verbs {
        let mut ends = Vec::new();
        let mut end = 0;
        for (at, run) in G::SPACE.iter().enumerate() {
            end += run.size as i32;
            if G::SPACE.get(at + 1).is_none_or(|next| next.verb() != run.verb()) {
                ends.push(end);
            }
        }
        Verbs(ends)
    }

    /// The place of what is picked in a list: a verb uniformly, then a word of it uniformly.
    #[inline]
    pub(super) fn pick(&self, list: &[i32], rng: &mut Fast) -> usize {
        let mut starts = [0; MOST_VERBS + 1];
        let mut verbs = 0;
        let mut ends = self.0.iter();
        while starts[verbs] < list.len() {
            let start = starts[verbs];
            let end = ends.find(|end| list[start] < **end).unwrap_or_else(|| unreachable!("it lies within the space"));
            verbs += 1;
            starts[verbs] = start + list[start..].partition_point(|number| number < end);
        }
        Random::place(&starts[..=verbs], rng)
    }
}

#[cfg(test)]
mod tests {
    use engine::{Draft, Step, ToAct};

    use super::*;

    /// Picks the same from the numbers as from the decisions, all along some games.
    fn agree<G: Study>() {
        let setup = Draft::<G>::new(G::INFO.seats.1).admit().unwrap_or_else(|faults| panic!("{faults:?}"));
        let (verbs, mut rng) = (Verbs::of::<G>(), Fast::new(7));
        let (mut actions, mut numbers, mut drawn) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..3 {
            let mut state = G::new(&setup);
            loop {
                let step = match state.to_act() {
                    ToAct::Over(_) => break,
                    ToAct::Chance => Step::Chance(state.sample(&mut rng, &mut drawn)),
                    ToAct::Seat(_) => {
                        actions.clear();
                        numbers.clear();
                        state.actions(&mut actions);
                        actions.retain(|action| state.within(action));
                        state.numbers(&mut numbers);
                        let place = verbs.pick(&numbers, &mut rng.clone());
                        let action = Random::pick::<G>(&actions, &mut rng);
                        assert_eq!(state.number(&action), Some(numbers[place] as u32));
                        Step::Action(action)
                    }
                };
                state.apply(step, &mut ());
            }
        }
    }

    #[test]
    fn numbers_are_picked_as_decisions_are() {
        agree::<tikal::Tikal>();
        agree::<tongiaki::Tongiaki>();
        agree::<thebes::Thebes>();
        agree::<inka::Inka>();
        agree::<testkit::toy::Toy>();
    }
}
