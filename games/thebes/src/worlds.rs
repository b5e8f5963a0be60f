//! Whole positions that fit a view, for bots (H22 and its ruling).
//!
//! Hard facts alone count: what left each pile, the most rubble it ever showed at once, and what the viewer's own last
//! look showed less what left since. All of them say that certain cards must be in the pile or out of it. Every order
//! of the deck that fits them is equally likely, so a way to split a region's cards between pile and deck has as much
//! weight as there are sets of cards that make it.

use engine::{Dice, Rng, Seat};

use crate::Thebes;
use crate::ledger::above;
use crate::region::{ByRegion, Region};
use crate::state::{Hidden, Look, Looter, Phase};
use crate::stock::Find;
use crate::view::View;

/// How often a draw is repeated until it fits what the pending phase tells; a view made by hand may allow none.
const MOST_TRIES: u32 = 100_000;

/// A kind of card of a region, as far as it is not out.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) region: Region,
    pub(crate) find: Find,
    /// How many copies are in the pile or in the deck.
    pub(crate) copies: u32,
    /// How many of them must be in the pile.
    pub(crate) known: u32,
}

/// What a viewer knows of where the region cards are.
pub(crate) struct Facts {
    /// Kinds without a copy known to be in the pile: every copy may be anywhere.
    pub(crate) free: Vec<Kind>,
    /// Kinds with some copies known to be in the pile, but not all.
    pub(crate) partly: Vec<Kind>,
    /// How many region cards the deck has, beyond those known to be there.
    pub(crate) in_deck: u32,
    /// How much rubble, and how many finds, are known to be in each pile.
    pub(crate) known: ByRegion<(u32, u32)>,
}

impl Facts {
    pub(crate) fn new(view: &View) -> Facts {
        let open = &view.open;
        let mut facts =
            Facts { free: Vec::new(), partly: Vec::new(), in_deck: u32::from(open.backs), known: ByRegion::default() };
        let before_me = match open.phase {
            // Who is about to choose sees the whole pile.
            Phase::Choose { seat, region, .. } if view.seat() == Some(seat) => Some(region),
            _ => None,
        };
        for region in Region::ALL {
            let pile = open.pile(region);
            for find in &pile.runs {
                let count = |mask: u32| (mask & pile.slots(*find)).count_ones();
                let copies = count(pile.all) - count(open.out[region]);
                let seen = view.looks[region].map_or(0, |look| count(look.saw) - count(look.left));
                let shown = count(pile.some_rubble(open.rubble_shown[region]));
                let kind = Kind { region, find: *find, copies, known: seen.max(shown).min(copies) };
                let (rubble, finds) = &mut facts.known[region];
                *(if pile.rubble & pile.slots(*find) != 0 { rubble } else { finds }) += kind.known;
                if before_me == Some(region) {
                    facts.in_deck = facts.in_deck.saturating_sub(copies - kind.known);
                } else if kind.known == 0 {
                    facts.free.push(kind);
                } else if kind.known < copies {
                    facts.partly.push(kind);
                }
            }
        }
        facts
    }

    /// How many cards may be in the deck at most.
    fn room(&self) -> u32 {
        self.free.iter().chain(&self.partly).map(|kind| kind.copies - kind.known).sum()
    }

    /// Draws what the deck holds, each set of cards equally likely; calls `lay` for each kind of card in the deck.
    fn deal(&self, rng: &mut impl Rng, mut lay: impl FnMut(&Kind, u32)) {
        let mut left = self.in_deck.min(self.room());
        let ways = self.ways(left);
        for (at, kind) in self.partly.iter().enumerate() {
            let mut point = below(rng, ways[at][left as usize]);
            let sets = sets(kind.copies, kind.copies - kind.known);
            for in_deck in 0..=(kind.copies - kind.known).min(left) {
                let share = sets[in_deck as usize] * ways[at + 1][(left - in_deck) as usize];
                if point < share {
                    lay(kind, in_deck);
                    left -= in_deck;
                    break;
                }
                point -= share;
            }
        }
        let mut cards = self.free.iter().map(|kind| kind.copies).sum::<u32>();
        for kind in &self.free {
            for _ in 0..kind.copies {
                if rng.below(cards) < left {
                    lay(kind, 1);
                    left -= 1;
                }
                cards -= 1;
            }
        }
    }

    /// In how many ways the kinds from each place on, and the free cards behind them, put that many into the deck.
    fn ways(&self, most: u32) -> Vec<Vec<u128>> {
        let free = self.free.iter().map(|kind| kind.copies).sum();
        let mut ways = vec![sets(free, most)];
        for kind in self.partly.iter().rev() {
            let behind = &ways[ways.len() - 1];
            let own_sets = sets(kind.copies, kind.copies - kind.known);
            let here = |count: u32| {
                let split = 0..=(kind.copies - kind.known).min(count);
                split.map(|own| own_sets[own as usize] * behind[(count - own) as usize]).sum()
            };
            ways.push((0..=most).map(here).collect());
        }
        ways.reverse();
        ways
    }
}

/// How many sets of 0, 1, … up to `most` cards there are out of `all`.
fn sets(all: u32, most: u32) -> Vec<u128> {
    let mut sets = vec![1; most as usize + 1];
    for count in 1..=most {
        let fewer: u128 = sets[count as usize - 1];
        sets[count as usize] = fewer * u128::from((all + 1).saturating_sub(count)) / u128::from(count);
    }
    sets
}

/// A number below `bound`, each equally likely; 0 if there is none.
fn below(rng: &mut impl Rng, bound: u128) -> u128 {
    let Some(last) = bound.checked_sub(1) else { return 0 };
    let mask = u128::MAX.checked_shr(last.leading_zeros()).unwrap_or(0);
    loop {
        let point = (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) & mask;
        if point < bound {
            return point;
        }
    }
}

/// Whether the deck's cards find room beside what the viewer knows.
pub(crate) fn is_possible(view: &View) -> bool {
    let facts = Facts::new(view);
    facts.in_deck <= facts.room()
}

/// A position that fits the view, each order of the deck that fits it equally likely.
pub(crate) fn imagine(view: &View, rng: &mut impl Rng) -> Thebes {
    if let Some(hidden) = view.whole {
        return Thebes { open: view.open, hidden };
    }
    let facts = Facts::new(view);
    let mut piles = piles_without(view, &facts, rng);
    for _ in 0..MOST_TRIES {
        if fits(view, &piles, rng) {
            break;
        }
        piles = piles_without(view, &facts, rng);
    }
    let open = view.open;
    let mut hidden = Hidden { piles, looks: engine::BySeat::all(open.seats(), ByRegion::default()) };
    for seat in Seat::all(open.seats()) {
        for region in Region::ALL {
            // What others saw is what lies there now, as far as the viewer can tell.
            let saw = open.seen_bits(region, &hidden);
            let others = view.looked[seat][region].then_some(Look { saw, left: 0 });
            hidden.looks[seat][region] = if view.seat() == Some(seat) { view.looks[region] } else { others };
        }
    }
    Thebes { open, hidden }
}

/// All that is neither out nor dealt to the deck.
fn piles_without(view: &View, facts: &Facts, rng: &mut impl Rng) -> ByRegion<u32> {
    let open = &view.open;
    let mut in_pile = ByRegion::from_fn(|region| match (open.phase, view.seat()) {
        (Phase::Choose { seat, region: here, .. }, Some(viewer)) if (seat, here) == (viewer, region) => {
            above(open.pile(region), open.out[region], view.looks[region].map_or(0, |look| look.saw))
        }
        _ => open.pile(region).all & !open.out[region],
    });
    facts.deal(rng, |kind, count| {
        // Of a kind with copies the highest bits are in the deck.
        let slots = open.pile(kind.region).slots(kind.find);
        for _ in 0..count {
            let held = in_pile[kind.region] & slots;
            in_pile[kind.region] &= !held.checked_ilog2().map_or(0, |highest| 1 << highest);
        }
    });
    in_pile
}

/// Whether the piles fit what the pending phase tells everybody.
fn fits(view: &View, piles: &ByRegion<u32>, rng: &mut impl Rng) -> bool {
    let open = &view.open;
    match open.phase {
        // The top card is of this region: of all orders as many have it there as the deck has such cards.
        Phase::Pile(region) => {
            let there = open.deck_of(region, piles[region]).count_ones();
            let most = u32::from(open.backs).min(open.pile(region).all.count_ones());
            rng.below(most.max(1)) < there
        }
        Phase::Rob { region, .. } => piles[region] & open.loot(Looter::Thief, region) != 0,
        Phase::Choose { by, region, .. } => piles[region] & open.loot(by, region) != 0,
        Phase::Dig { region, aside, .. } => piles[region] & !open.pile(region).some_rubble(aside) != 0,
        _ => true,
    }
}
