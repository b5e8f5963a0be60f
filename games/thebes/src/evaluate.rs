//! How good a position looks for a seat: what a good player looks at, in points.

use engine::{BotLadder, Evaluate, Inputs, MOST_SEATS, Method, Net, Seat};

use crate::Thebes;
use crate::learned;
use crate::masks;
use crate::region::{ByRegion, Region};
use crate::rules::{GREATEST, best_level};
use crate::state::{DIG_MOST, Looter, Open, Phase};
use crate::stock::{FindKind, Group};
use crate::weights::Weights;

/// What the piles still hold, the same for everybody.
pub(crate) struct Grounds<'a> {
    pub(crate) open: &'a Open,
    weights: Weights,
    /// What a card that is not out is worth on average, by region.
    pub(crate) mean: ByRegion<f32>,
    /// The best of them.
    pub(crate) best: ByRegion<f32>,
    /// The same among artifacts alone.
    pub(crate) mean_artifact: ByRegion<f32>,
    best_artifact: ByRegion<f32>,
    /// How many cards are not out.
    pub(crate) unseen: ByRegion<f32>,
    /// The share of them that has left the deck, as far as the open numbers tell.
    pub(crate) uncovered: f32,
    /// How much of what is still to be done there is time for.
    pub(crate) time: f32,
}

/// What the estimate of a seat is made of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Terms {
    pub(crate) points: f32,
    pub(crate) digs: f32,
    pub(crate) exhibitions: f32,
    pub(crate) professors: f32,
    pub(crate) congress: f32,
    pub(crate) hand: f32,
    pub(crate) pending: f32,
    weeks: f32,
    /// The best dig in each region.
    pub(crate) gains: [f32; 4],
}

impl Terms {
    /// The estimate.
    pub(crate) fn sum(&self, time: f32) -> f32 {
        let to_do = self.digs + self.exhibitions + self.professors + self.congress + self.hand;
        self.points + (to_do * time + self.pending - self.weeks)
    }
}

/// About how many cards the deck has when the first turn begins.
const WHOLE_DECK: f32 = 150.0;

impl Evaluate for Thebes {
    const LADDER: BotLadder = BotLadder {
        method: Method::Ismcts,
        slips: [6.0, 2.2, 1.1, 0.0],
        usual: [36_000, 1_700],
        strengths: [1232, 1400, 1626, 1974],
        ..BotLadder::USUAL
    };

    const STANDARDS: &'static str = include_str!("../review.json");

    fn weights(seats: usize) -> &'static [(&'static str, f32)] {
        Weights::named(seats)
    }

    fn estimates(&self, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
        estimates(self, weights)
    }

    const INPUTS: usize = learned::COUNT;

    fn learned() -> Option<&'static Net> {
        learned::net()
    }

    fn familiar(&self) -> bool {
        self.open.stock.is_standard()
    }

    fn inputs(&self, inputs: &mut impl Inputs) {
        learned::feed(&Grounds::of(&self.open, Weights::of(self.open.seats(), None)), inputs);
    }

    fn progress(&self) -> f32 {
        (1.0 - self.open.deck_size() as f32 / WHOLE_DECK).max(0.0)
    }
}

/// The estimates of all seats.
fn estimates(game: &Thebes, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
    let open = &game.open;
    let mut values = [0.0; MOST_SEATS];
    if open.phase == Phase::Over {
        Seat::all(open.seats()).for_each(|seat| values[seat.index()] = open.points(seat) as f32);
        return values;
    }
    let grounds = Grounds::of(open, Weights::of(open.seats(), weights));
    for seat in Seat::all(open.seats()) {
        values[seat.index()] = grounds.terms(seat).sum(grounds.time);
    }
    values
}

impl<'a> Grounds<'a> {
    pub(crate) fn of(open: &'a Open, weights: Weights) -> Grounds<'a> {
        let none = ByRegion([0.0; 4]);
        let mut grounds = Grounds {
            open,
            weights,
            mean: none,
            best: none,
            mean_artifact: none,
            best_artifact: none,
            unseen: none,
            uncovered: 0.0,
            time: 1.0,
        };
        let mut all = 0.0;
        for region in Region::ALL {
            let unseen = open.pile(region).all & !open.out[region];
            grounds.unseen[region] = unseen.count_ones() as f32;
            all += grounds.unseen[region];
            let artifacts = unseen & open.pile(region).artifacts;
            let (sum, best) = open.pile(region).points(artifacts);
            let (sum, best) = (sum as f32, f32::from(best));
            let (rest, best_of_rest) = grounds.finds(region, unseen & !artifacts & !open.pile(region).rubble);
            grounds.mean_artifact[region] = sum / artifacts.count_ones().max(1) as f32;
            grounds.best_artifact[region] = best;
            grounds.mean[region] = (sum + rest) / unseen.count_ones().max(1) as f32;
            grounds.best[region] = best.max(best_of_rest);
        }
        let all = all.max(1.0);
        grounds.uncovered = (all - f32::from(open.backs)) / all;
        let late = grounds.weights.late.max(0.1) * open.seats() as f32;
        grounds.time = (open.deck_size() as f32 / late).min(1.0);
        grounds
    }

    /// What the estimate of a seat is made of.
    pub(crate) fn terms(&self, seat: Seat) -> Terms {
        let mut terms = Terms {
            points: self.open.points(seat) as f32,
            exhibitions: self.exhibitions(seat),
            professors: self.professors(seat),
            congress: self.congress(seat),
            hand: self.hand(seat),
            pending: self.pending(seat),
            weeks: f32::from(self.open.players[seat].weeks) * self.weights.week,
            ..Terms::default()
        };
        terms.gains = Region::ALL.map(|region| self.best_dig(seat, region));
        terms.digs = self.digs(seat, &terms.gains);
        terms
    }

    /// The worth of some finds of a region, and of the best of them.
    fn finds(&self, region: Region, mut some: u32) -> (f32, f32) {
        let pile = self.open.pile(region);
        let (mut sum, mut best) = (0.0, 0.0_f32);
        while some != 0 {
            let bit = some.trailing_zeros() as usize;
            some &= some - 1;
            let value = match self.open.stock().find(pile.kinds[bit]).kind {
                FindKind::Artifact { points, .. } => f32::from(points),
                FindKind::Knowledge { value, .. } => f32::from(value) * self.weights.knowledge_find,
                FindKind::Rubble => 0.0,
            };
            sum += value;
            best = best.max(value);
        }
        (sum, best)
    }

    /// The best dig in a region: cards found less weeks spent.
    fn best_dig(&self, seat: Seat, region: Region) -> f32 {
        let knowledge = self.open.dig_knowledge(seat, region);
        let pile = self.unseen[region] * self.uncovered.max(0.5);
        let mean = self.mean[region];
        let (mut best, mut most) = (0.0_f32, 0);
        if knowledge == 0 {
            return best;
        }
        for weeks in 1..=DIG_MOST {
            let cards = self.open.dig_cards(knowledge, weeks);
            // More weeks for no more cards are no better dig.
            if cards > most {
                most = cards;
                best = best.max(f32::from(cards).min(pile) * mean - f32::from(weeks) * self.weights.week);
            }
        }
        best
    }

    fn digs(&self, seat: Seat, gains: &[f32; 4]) -> f32 {
        let player = &self.open.players[seat];
        let (mut best, mut value) = (0.0_f32, 0.0);
        for region in Region::ALL {
            let gain = gains[region.index()];
            best = best.max(gain);
            let permits = player.permits[region];
            let digs = f32::from(permits.min(1)) + f32::from(permits.saturating_sub(1)) * self.weights.dig_again;
            value += digs * gain * self.weights.dig_later;
        }
        let anywhere = u32::from(player.generic) + (player.cards & self.open.stock.digs).count_ones();
        value + anywhere as f32 * best * self.weights.dig_anywhere
    }

    fn exhibitions(&self, seat: Seat) -> f32 {
        let stock = self.open.stock();
        let beside = self.open.beside & stock.exhibitions;
        if beside == 0 {
            return 0.0;
        }
        let artifacts = self.open.artifacts(seat);
        let value = |place: usize| {
            let print = stock.print(stock.card_at[place]);
            let Group::Exhibition(levels) = &print.group else { return 0.0 };
            let points = f32::from(print.points);
            if let Some(level) = best_level(levels, artifacts) {
                let weeks = f32::from(levels[level].weeks);
                return (points - weeks * self.weights.week).max(0.0) * self.weights.exhibition_ready;
            }
            let (mut need, mut have) = (0, 0);
            for region in Region::ALL {
                need += levels[0].need[region];
                have += levels[0].need[region].min(artifacts[region]);
            }
            let share = f32::from(have) / f32::from(need.max(1));
            points * share * share * self.weights.exhibition_begun
        };
        masks::places(beside).map(value).sum()
    }

    fn professors(&self, seat: Seat) -> f32 {
        let open = self.open;
        let mut value = 0.0;
        for which in 0..=GREATEST {
            let known = f32::from(open.knowledge_for(which, seat));
            let others = Seat::all(open.seats()).filter(|other| *other != seat);
            let rival = others.map(|other| open.knowledge_for(which, other)).max().unwrap_or(0);
            let professor = open.stock.professors[which];
            if open.professors[which] == Some(seat) {
                value += (known - f32::from(rival)).min(3.0) * self.weights.professor_lead;
            } else {
                let share = known / f32::from(professor.knowledge.max(rival + 1));
                value += f32::from(professor.points) * share * share * self.weights.professor_near;
            }
        }
        value
    }

    fn congress(&self, seat: Seat) -> f32 {
        let cards = self.open.congresses(seat);
        if cards == 0 {
            return 0.0;
        }
        let next = self.open.congress_points(cards + 1) - self.open.congress_points(cards);
        next as f32 * self.weights.congress_next
    }

    fn hand(&self, seat: Seat) -> f32 {
        let held = self.open.hand(seat);
        if held == 0 {
            return 0.0;
        }
        let (stock, weights) = (self.open.stock(), &self.weights);
        let raided = self.uncovered.max(0.3) * weights.loot_later;
        let value = |(card, copies): (crate::stock::Card, u32)| {
            let print = stock.print(card);
            let week = f32::from(print.play) * weights.week;
            let one = match print.group {
                Group::Thief(region) => (self.mean_artifact[region] * weights.loot_later - week).max(0.0),
                Group::Raider(region) => (self.best[region] * raided - week).max(0.0),
                Group::Scientist => weights.scientist,
                Group::Assistant => weights.assistant,
                _ => 0.0,
            };
            one * copies as f32
        };
        stock.kinds(held).map(value).sum()
    }

    /// What the action under way will still bring or cost.
    fn pending(&self, seat: Seat) -> f32 {
        match self.open.phase {
            Phase::Dig { seat: digger, region, left, .. } if digger == seat => {
                f32::from(left).min(self.unseen[region] * self.uncovered) * self.mean[region]
            }
            Phase::Rob { seat: thief, region } if thief == seat => self.mean_artifact[region],
            Phase::Choose { seat: looter, by, region } if looter == seat => {
                let best = if by == Looter::Thief { self.best_artifact[region] } else { self.best[region] };
                best * self.weights.loot_later
            }
            Phase::Donate { seat: giver, left } if giver == seat => -cheapest(self.open, seat, left as usize),
            _ => 0.0,
        }
    }
}

/// The points of a player's cheapest artifacts, that many.
fn cheapest(open: &Open, seat: Seat, count: usize) -> f32 {
    let (mut points, mut held_points) = ([0; 44], 0);
    for (region, held) in open.players[seat].finds.iter() {
        let pile = open.pile(region);
        for bit in masks::places(u128::from(held & pile.artifacts)) {
            if let FindKind::Artifact { points: worth, .. } = open.stock().find(pile.kinds[bit]).kind {
                points[held_points] = worth;
                held_points = (held_points + 1).min(points.len() - 1);
            }
        }
    }
    points[..held_points].sort_unstable();
    points[..held_points].iter().take(count).map(|worth| f32::from(*worth)).sum()
}
