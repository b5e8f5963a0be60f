//! The odds of a find, from what one viewer knows (H22).
//!
//! They weigh the same worlds as [`worlds`](crate::worlds) draws: every order of the deck that fits the hard facts of
//! the view. So they tell nothing that the view does not, least of all how many cards a pile has.

use crate::region::Region;
use crate::stock::FindKind;
use crate::view::View;
use crate::worlds::{Facts, Kind};

/// No odds are shown as certain: what a viewer has not seen may lie otherwise.
const MOST: f64 = 99.0;

/// One way in which rubble and finds can lie in a pile, and how much it weighs.
struct Way {
    rubble: u32,
    finds: u32,
    weight: f64,
}

/// What a viewer knows of the rubble and the finds in one pile.
pub(crate) struct Odds {
    ways: Vec<Way>,
}

impl Odds {
    /// What the view tells of a region's pile.
    pub(crate) fn new(view: &View, region: Region) -> Odds {
        Odds::by(view, &Facts::new(view), region)
    }

    /// The same where the facts of the view are known already.
    pub(crate) fn by(view: &View, facts: &Facts, region: Region) -> Odds {
        let pile = view.open.pile(region);
        if let Some(hidden) = view.whole {
            let here = hidden.piles[region];
            let (rubble, finds) = ((here & pile.rubble).count_ones(), (here & !pile.rubble).count_ones());
            return Odds { ways: vec![Way { rubble, finds, weight: 1.0 }] };
        }
        let [rubble, finds, others] = in_deck(view, facts, region);
        let (known_rubble, known_finds) = facts.known[region];
        let mut ways = Vec::with_capacity(rubble.len() * finds.len());
        for (rubble_below, in_rubble) in rubble.iter().enumerate() {
            for (finds_below, in_finds) in finds.iter().enumerate() {
                let Some(rest) = (facts.in_deck as usize).checked_sub(rubble_below + finds_below) else { continue };
                let weight = in_rubble * in_finds * others.get(rest).copied().unwrap_or(0.0);
                if weight > 0.0 {
                    let rubble = known_rubble + (rubble.len() - 1 - rubble_below) as u32;
                    ways.push(Way { rubble, finds: known_finds + (finds.len() - 1 - finds_below) as u32, weight });
                }
            }
        }
        Odds { ways }
    }

    /// In percent, how likely that many cards hold at least one find; a smaller pile is drawn whole (H17).
    pub(crate) fn some_find(&self, cards: u8) -> u8 {
        self.mean(|way| Some(1.0 - way.only_rubble(u32::from(cards))))
    }

    /// In percent, how likely the next card of a dig under way is a find, with that much rubble laid aside.
    pub(crate) fn next_find(&self, aside: u8) -> u8 {
        self.mean(|way| {
            let left = (way.rubble + way.finds).checked_sub(u32::from(aside)).filter(|left| *left > 0)?;
            Some(f64::from(way.finds) / f64::from(left))
        })
    }

    /// The mean over the ways that `chance` admits, in percent: 0 only where it cannot be.
    fn mean(&self, chance: impl Fn(&Way) -> Option<f64>) -> u8 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for way in &self.ways {
            if let Some(chance) = chance(way) {
                sum += chance * way.weight;
                weights += way.weight;
            }
        }
        if sum <= 0.0 { 0 } else { (100.0 * sum / weights).round().clamp(1.0, MOST) as u8 }
    }
}

impl Way {
    /// How likely that many cards are all rubble.
    fn only_rubble(&self, cards: u32) -> f64 {
        let all = self.rubble + self.finds;
        let step = |drawn: u32| f64::from(self.rubble.saturating_sub(drawn)) / f64::from(all - drawn);
        (0..cards.min(all)).map(step).product()
    }
}

/// In how many ways a region's rubble, its finds, and the cards of all other regions put 0, 1, … cards into the deck.
fn in_deck(view: &View, facts: &Facts, region: Region) -> [Vec<f64>; 3] {
    let stock = view.open.stock();
    let group = |kind: &Kind| match stock.find(kind.find).kind {
        _ if kind.region != region => 2,
        FindKind::Rubble => 0,
        FindKind::Artifact { .. } | FindKind::Knowledge { .. } => 1,
    };
    // Of cards of which none is known any set may be in the deck, whatever their kinds.
    let mut free = [0; 3];
    facts.free.iter().for_each(|kind| free[group(kind)] += kind.copies);
    let mut ways = free.map(|cards| sets(cards, cards));
    for kind in &facts.partly {
        let own = sets(kind.copies, kind.copies - kind.known);
        let ways = &mut ways[group(kind)];
        *ways = product(ways, &own);
    }
    ways
}

/// How many sets of 0, 1, … up to `most` cards there are out of `all`.
fn sets(all: u32, most: u32) -> Vec<f64> {
    let larger = |fewer: &f64, count: u32| fewer * f64::from(all + 1 - count) / f64::from(count);
    let next = |(sets, count): &(f64, u32)| Some((larger(sets, count + 1), count + 1));
    std::iter::successors(Some((1.0, 0)), next).map(|(sets, _)| sets).take(most as usize + 1).collect()
}

/// The ways of two groups together.
fn product(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut both = vec![0.0; one.len() + other.len() - 1];
    for (at, ways) in one.iter().enumerate() {
        for (more, own) in other.iter().enumerate() {
            both[at + more] += ways * own;
        }
    }
    both
}
