//! How good a position looks for a seat: what a good player looks at, in points.

use engine::Seat;

use crate::Thebes;
use crate::masks;
use crate::region::Region;
use crate::rules::{GREATEST, best_level};
use crate::stock::{FindKind, Group};
use crate::table::{DIG_MOST, Looter, Open, Phase};

/// What a week is worth: a third of a point at the end, and a share of the actions until then.
const WEEK: f32 = 0.42;
/// How much of a dig that is still to come counts now; the rest is what may come between.
const DIG_LATER: f32 = 0.72;
/// The same for generic leave, which competes for the best region.
const DIG_ANYWHERE: f32 = 0.55;
/// What knowledge from a pile is worth.
const KNOWLEDGE_FIND: f32 = 1.2;
/// How much of an exhibition within reach counts.
const EXHIBITION_READY: f32 = 0.8;
/// How much of an exhibition counts by the share of its artifacts that is there, squared.
const EXHIBITION_BEGUN: f32 = 0.4;
/// What a lead of one point of knowledge adds to a professor, up to three.
const PROFESSOR_LEAD: f32 = 0.35;
/// How much of a professor counts who is within reach, by how near.
const PROFESSOR_NEAR: f32 = 0.35;
/// How much the next congress card counts already.
const CONGRESS_NEXT: f32 = 0.3;
/// What is in hand: a scientist, an assistant; thief and raider by what they may take.
const SCIENTIST: f32 = 0.4;
const ASSISTANT: f32 = 0.9;
const LOOT_LATER: f32 = 0.7;

/// The estimate.
pub(crate) fn estimate(game: &Thebes, seat: Seat) -> f32 {
    let open = &game.open;
    if open.phase == Phase::Over {
        return open.points(seat) as f32;
    }
    open.points(seat) as f32 - f32::from(open.players[seat].weeks) * WEEK
        + digs(open, seat)
        + exhibitions(open, seat)
        + professors(open, seat)
        + congress(open, seat)
        + hand(open, seat)
        + pending(open, seat)
}

/// What a card of a region that is not out is worth on average, and the best of them.
fn yields(open: &Open, region: Region, admits: u32) -> (f32, f32) {
    let pile = open.pile(region);
    let unseen = pile.all & !open.out[region] & admits;
    let value = |bit: usize| match open.stock().find(pile.kinds[bit]).kind {
        FindKind::Artifact { points, .. } => f32::from(points),
        FindKind::Knowledge { value, .. } => f32::from(value) * KNOWLEDGE_FIND,
        FindKind::Rubble => 0.0,
    };
    let (mut sum, mut best) = (0.0, 0.0_f32);
    for bit in masks::places(u128::from(unseen)) {
        sum += value(bit);
        best = best.max(value(bit));
    }
    (sum / unseen.count_ones().max(1) as f32, best)
}

/// The share of a region's cards not found yet that has left the deck, as far as the open numbers tell.
fn uncovered(open: &Open) -> f32 {
    let all: u32 = Region::ALL.iter().map(|region| open.pile(*region).all.count_ones()).sum();
    let out: u32 = Region::ALL.iter().map(|region| open.out[*region].count_ones()).sum();
    let unseen = (all - out).max(1) as f32;
    (unseen - f32::from(open.backs)) / unseen
}

/// The best dig in a region: cards found less weeks spent.
fn best_dig(open: &Open, seat: Seat, region: Region, uncovered: f32) -> f32 {
    let knowledge = open.dig_knowledge(seat, region);
    let (mean, _) = yields(open, region, u32::MAX);
    let pile = (open.pile(region).all & !open.out[region]).count_ones() as f32 * uncovered;
    let gain = |weeks: u8| {
        let cards = f32::from(open.dig_cards(knowledge, weeks)).min(pile);
        cards * mean - f32::from(weeks) * WEEK
    };
    (1..=DIG_MOST).map(gain).fold(0.0, f32::max)
}

fn digs(open: &Open, seat: Seat) -> f32 {
    let player = &open.players[seat];
    let uncovered = uncovered(open);
    let mut best = 0.0_f32;
    let mut value = 0.0;
    for region in Region::ALL {
        let gain = best_dig(open, seat, region, uncovered.max(0.5));
        best = best.max(gain);
        // A second dig in the same region finds less.
        let permits =
            f32::from(player.permits[region].min(1)) + f32::from(player.permits[region].saturating_sub(1)) * 0.6;
        value += permits * gain * DIG_LATER;
    }
    let anywhere = u32::from(player.generic) + (player.cards & open.stock.digs).count_ones();
    value + anywhere as f32 * best * DIG_ANYWHERE
}

fn exhibitions(open: &Open, seat: Seat) -> f32 {
    let stock = open.stock();
    let artifacts = open.artifacts(seat);
    let value = |place: usize| {
        let print = stock.print(stock.card_at[place]);
        let Group::Exhibition(levels) = &print.group else { return 0.0 };
        let points = f32::from(print.points);
        if let Some(level) = best_level(levels, artifacts) {
            return (points - f32::from(levels[level].weeks) * WEEK).max(0.0) * EXHIBITION_READY;
        }
        let (mut need, mut have) = (0, 0);
        for region in Region::ALL {
            need += levels[0].need[region];
            have += levels[0].need[region].min(artifacts[region]);
        }
        let share = f32::from(have) / f32::from(need.max(1));
        points * share * share * EXHIBITION_BEGUN
    };
    masks::places(open.beside & stock.exhibitions).map(value).sum()
}

fn professors(open: &Open, seat: Seat) -> f32 {
    let mut value = 0.0;
    for which in 0..=GREATEST {
        let known = f32::from(open.knowledge_for(which, seat));
        let others = Seat::all(open.seats()).filter(|other| *other != seat);
        let rival = others.map(|other| open.knowledge_for(which, other)).max().unwrap_or(0);
        let professor = open.stock.professors[which];
        if open.professors[which] == Some(seat) {
            value += (known - f32::from(rival)).min(3.0) * PROFESSOR_LEAD;
        } else {
            let goal = f32::from(professor.knowledge.max(rival + 1));
            value += f32::from(professor.points) * (known / goal).powi(2) * PROFESSOR_NEAR;
        }
    }
    value
}

fn congress(open: &Open, seat: Seat) -> f32 {
    let cards = open.congresses(seat);
    if cards == 0 {
        return 0.0;
    }
    (open.congress_points(cards + 1) - open.congress_points(cards)) as f32 * CONGRESS_NEXT
}

fn hand(open: &Open, seat: Seat) -> f32 {
    let stock = open.stock();
    let uncovered = uncovered(open).max(0.3);
    let value = |(card, copies): (crate::stock::Card, u32)| {
        let print = stock.print(card);
        let week = f32::from(print.play) * WEEK;
        let one = match print.group {
            Group::Thief(region) => (yields(open, region, open.pile(region).artifacts).0 * LOOT_LATER - week).max(0.0),
            Group::Raider(region) => (yields(open, region, u32::MAX).1 * uncovered * LOOT_LATER - week).max(0.0),
            Group::Scientist => SCIENTIST,
            Group::Assistant => ASSISTANT,
            _ => 0.0,
        };
        one * copies as f32
    };
    stock.kinds(open.hand(seat)).map(value).sum()
}

/// What the action under way will still bring or cost.
fn pending(open: &Open, seat: Seat) -> f32 {
    match open.phase {
        Phase::Dig { seat: digger, region, left, .. } if digger == seat => {
            let pile = (open.pile(region).all & !open.out[region]).count_ones() as f32 * uncovered(open);
            f32::from(left).min(pile) * yields(open, region, u32::MAX).0
        }
        Phase::Rob { seat: thief, region } if thief == seat => yields(open, region, open.pile(region).artifacts).0,
        Phase::Choose { seat: looter, by, region } if looter == seat => {
            let admits = if by == Looter::Thief { open.pile(region).artifacts } else { u32::MAX };
            yields(open, region, admits).1 * LOOT_LATER
        }
        Phase::Donate { seat: giver, left } if giver == seat => -cheapest(open, seat, left as usize),
        _ => 0.0,
    }
}

/// The points of a player's cheapest artifacts, that many.
fn cheapest(open: &Open, seat: Seat, count: usize) -> f32 {
    let mut points = Vec::with_capacity(44);
    for (region, held) in open.players[seat].finds.iter() {
        let pile = open.pile(region);
        for bit in masks::places(u128::from(held & pile.artifacts)) {
            if let FindKind::Artifact { points: worth, .. } = open.stock().find(pile.kinds[bit]).kind {
                points.push(worth);
            }
        }
    }
    points.sort_unstable();
    points.iter().take(count).map(|worth| f32::from(*worth)).sum()
}
