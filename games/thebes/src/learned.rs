//! What the learned value goes by: what lies open, as numbers. Nothing hidden is among it, so that it says the same in
//! every world that fits a view.

use std::sync::OnceLock;

use engine::{Inputs, Net, Seat};

use crate::evaluate::Grounds;
use crate::masks;
use crate::options::{DigTable, KnowledgeFinds, Thief};
use crate::region::Region;
use crate::rules::{GREATEST, best_level};
use crate::state::{DIG_MOST, Open, Phase};
use crate::stock::Group;

engine::inputs! {
    // What all have in common.
    SEATS: 3,
    OPTIONS: 3,
    // The deck by tens, and as a number.
    DECK: 18,
    DECK_SIZE: 2,
    // Each region: what a card is worth, how many cards and artifacts are not out.
    GROUND: 4 * 3,
    UNCOVERED: 1,
    // Green cards in the deck: congresses, exhibitions.
    TO_COME: 2,
    // From here on what a seat has. Weeks behind or ahead of the others, the nearest and the farthest of them.
    GAP: 25,
    GAP_FAR: 25,
    NEXT: 1,
    KNOWLEDGE: 4 * 9,
    GENERAL: 9,
    ALL_KNOWN: 20,
    // Each region: permits (none, one, more) by what one would dig with.
    READY: 4 * 3 * (DIG_MOST as usize + 1),
    GAIN: 4,
    GAIN_NOW: 4,
    ANYWHERE: 6,
    ARTIFACTS: 4 * 9,
    CONGRESS: 8,
    ASSISTANTS: 4,
    SCIENTISTS: 3,
    THIEF: 4,
    RAIDER: 4,
    // Each professor: mine with a lead, free or another's with what is missing.
    PROFESSOR: 5 * 14,
    // Each exhibition beside the board: what is missing, or the level; whether a rival could hold it.
    EXHIBITION: 8 * 12,
    MUSEUM: 3 * 4,
    TERMS: 7,
    LEAD: 4,
    // A dig under way by cards, and where; a choice; a donation by artifacts.
    DIG: 10,
    DIG_AT: 4,
    CHOICE: 1,
    DONATION: 5,
    // The kinds of cards on the display, for who is next and for the others; free spaces.
    DISPLAY: 2 * 48,
    FREE: 2 * 5,
}

/// The net as it is shipped.
pub(crate) fn net() -> Option<&'static Net> {
    static NET: OnceLock<Option<Net>> = OnceLock::new();
    NET.get_or_init(|| Net::shipped(include_bytes!("../learned.net"))).as_ref()
}

/// Feeds a learned value its inputs.
pub(crate) fn feed(grounds: &Grounds<'_>, inputs: &mut impl Inputs) {
    let open = grounds.open;
    common(grounds, inputs);
    let mut estimates = [0.0; 4];
    let mut all_terms = [crate::evaluate::Terms::default(); 4];
    for seat in Seat::all(open.seats()) {
        let terms = grounds.terms(seat);
        estimates[seat.index()] = terms.sum(grounds.time);
        all_terms[seat.index()] = terms;
    }
    let artifacts: [_; 4] = std::array::from_fn(|at| {
        if at < open.seats() { open.artifacts(Seat::new(at)) } else { crate::region::ByRegion::default() }
    });
    for seat in Seat::all(open.seats()) {
        let terms = &all_terms[seat.index()];
        inputs.seat(seat, estimates[seat.index()]);
        standing(open, seat, inputs);
        knowledge(open, seat, inputs);
        cards(grounds, seat, inputs);
        exhibitions(open, seat, &artifacts, inputs);
        under_way(grounds, seat, inputs);
        display(open, seat, inputs);
        for region in Region::ALL {
            let at = region.index();
            inputs.on(ARTIFACTS + 9 * at + usize::from(artifacts[seat.index()][region].min(8)));
            if terms.gains[at] > 0.0 {
                inputs.put(GAIN + at, terms.gains[at] / 8.0);
                if open.players[seat].permits[region] > 0 {
                    inputs.put(GAIN_NOW + at, terms.gains[at] / 8.0);
                }
            }
        }
        let parts = [terms.digs, terms.exhibitions, terms.professors, terms.congress, terms.hand, terms.pending];
        for (at, part) in parts.into_iter().enumerate() {
            inputs.put(TERMS + at, part / 10.0);
        }
        inputs.put(TERMS + 6, terms.points / 40.0);
        let rivals = Seat::all(open.seats()).filter(|rival| *rival != seat);
        let (mut lead, mut ahead) = (f32::INFINITY, f32::INFINITY);
        for rival in rivals {
            lead = lead.min(estimates[seat.index()] - estimates[rival.index()]);
            ahead = ahead.min(terms.points - all_terms[rival.index()].points);
        }
        let late = 1.0 - grounds.time;
        for (at, value) in [lead, lead * late, ahead, ahead * late].into_iter().enumerate() {
            inputs.put(LEAD + at, value / 10.0);
        }
    }
}

/// What all have in common.
fn common(grounds: &Grounds<'_>, inputs: &mut impl Inputs) {
    let open = grounds.open;
    inputs.on(SEATS + open.seats() - 2);
    let others = [
        open.options.thief != Thief::default(),
        open.options.knowledge_finds != KnowledgeFinds::default(),
        open.options.dig_table != DigTable::default(),
    ];
    for (at, other) in others.into_iter().enumerate() {
        if other {
            inputs.on(OPTIONS + at);
        }
    }
    let deck = open.deck_size();
    inputs.on(DECK + (deck as usize).div_ceil(10).min(17));
    inputs.put(DECK_SIZE, deck as f32 / 150.0);
    inputs.put(DECK_SIZE + 1, 1.0 / (1.0 + deck as f32 / 8.0));
    for region in Region::ALL {
        let at = GROUND + 3 * region.index();
        let artifacts = open.pile(region).artifacts & !open.out[region];
        inputs.put(at, grounds.mean[region] / 3.0);
        inputs.put(at + 1, grounds.unseen[region] / 20.0);
        inputs.put(at + 2, artifacts.count_ones() as f32 / 10.0);
    }
    inputs.put(UNCOVERED, grounds.uncovered);
    let stock = open.stock();
    for (at, cards) in [stock.congress, stock.exhibitions].into_iter().enumerate() {
        inputs.put(TO_COME + at, (open.deck & cards).count_ones() as f32 / 5.0);
    }
}

/// Where the marker stands.
fn standing(open: &Open, seat: Seat, inputs: &mut impl Inputs) {
    let own = i32::from(open.players[seat].weeks);
    let gaps = Seat::all(open.seats()).filter(|rival| *rival != seat);
    let (mut near, mut far) = (i32::MIN, i32::MAX);
    for rival in gaps {
        let gap = own - i32::from(open.players[rival].weeks);
        (near, far) = (near.max(gap), far.min(gap));
    }
    let place = |gap: i32| (gap.clamp(-12, 12) + 12) as usize;
    inputs.on(GAP + place(near));
    if open.seats() > 2 {
        inputs.on(GAP_FAR + place(far));
    }
    if open.hindmost() == seat {
        inputs.on(NEXT);
    }
}

/// Knowledge, professors, and leave to dig.
fn knowledge(open: &Open, seat: Seat, inputs: &mut impl Inputs) {
    let player = &open.players[seat];
    for region in Region::ALL {
        let at = region.index();
        inputs.on(KNOWLEDGE + 9 * at + usize::from(player.knowledge[region].min(8)));
        let with = usize::from(open.dig_knowledge(seat, region).min(DIG_MOST));
        inputs.on(READY + (3 * at + usize::from(player.permits[region].min(2))) * (usize::from(DIG_MOST) + 1) + with);
    }
    inputs.on(GENERAL + usize::from(player.general.min(8)));
    inputs.on(ALL_KNOWN + usize::from(player.all_knowledge().min(19)));
    let anywhere = u32::from(player.generic) + (player.cards & open.stock.digs).count_ones();
    inputs.on(ANYWHERE + anywhere.min(5) as usize);
    for which in 0..=GREATEST {
        let known = open.knowledge_for(which, seat);
        let rivals = Seat::all(open.seats()).filter(|rival| *rival != seat);
        let rival = rivals.map(|rival| open.knowledge_for(which, rival)).max().unwrap_or(0);
        let missing = |of: u8| usize::from(of.saturating_sub(known).clamp(1, 5)) - 1;
        let state = match open.professors[which] {
            Some(holder) if holder == seat => usize::from(known.saturating_sub(rival).min(3)),
            Some(_) => 4 + missing(rival + 1),
            None => 9 + missing(open.stock.professors[which].knowledge),
        };
        inputs.on(PROFESSOR + 14 * which + state);
    }
}

/// Cards in hand and congresses.
fn cards(grounds: &Grounds<'_>, seat: Seat, inputs: &mut impl Inputs) {
    let open = grounds.open;
    let stock = open.stock();
    inputs.on(CONGRESS + open.congresses(seat).min(7));
    let held = open.hand(seat);
    inputs.on(ASSISTANTS + (held & stock.assistants).count_ones().min(3) as usize);
    inputs.on(SCIENTISTS + (held & stock.scientists).count_ones().min(2) as usize);
    for (card, _) in stock.kinds(held & !(stock.assistants | stock.scientists | stock.digs)) {
        match stock.print(card).group {
            Group::Thief(region) => inputs.put(THIEF + region.index(), grounds.mean_artifact[region] / 3.0),
            Group::Raider(region) => inputs.put(RAIDER + region.index(), grounds.best[region] / 5.0),
            _ => {}
        }
    }
}

/// Exhibitions and museums beside the board.
fn exhibitions(open: &Open, seat: Seat, artifacts: &[crate::region::ByRegion<u8>; 4], inputs: &mut impl Inputs) {
    let stock = open.stock();
    let rivals = || Seat::all(open.seats()).filter(|rival| *rival != seat);
    let number = |of: u128, place: usize| (of & ((1 << place) - 1)).count_ones() as usize;
    for place in masks::places(open.beside & stock.exhibitions) {
        let Group::Exhibition(levels) = &stock.print(stock.card_at[place]).group else { continue };
        let own = &artifacts[seat.index()];
        let state = best_level(levels, *own).map_or_else(
            || {
                let lacks = |region: Region| usize::from(levels[0].need[region].saturating_sub(own[region]));
                3 - Region::ALL.into_iter().map(lacks).sum::<usize>().clamp(1, 3)
            },
            |level| 3 + level,
        );
        let contested = rivals().any(|rival| best_level(levels, artifacts[rival.index()]).is_some());
        let at = number(stock.exhibitions, place).min(7);
        inputs.on(EXHIBITION + 12 * at + 6 * usize::from(contested) + state);
    }
    let count = |seat: Seat| artifacts[seat.index()].0.iter().sum::<u8>();
    for place in masks::places(open.beside & stock.museums) {
        let Group::Museum { donate } = stock.print(stock.card_at[place]).group else { continue };
        let at = usize::from(donate.clamp(2, 4)) - 2;
        let contested = rivals().any(|rival| count(rival) >= donate);
        inputs.on(MUSEUM + 4 * at + 2 * usize::from(contested) + usize::from(count(seat) >= donate));
    }
}

/// What the action under way will still bring.
fn under_way(grounds: &Grounds<'_>, seat: Seat, inputs: &mut impl Inputs) {
    match grounds.open.phase {
        Phase::Dig { seat: digger, region, left, .. } if digger == seat => {
            inputs.on(DIG + usize::from(left.min(9)));
            inputs.put(DIG_AT + region.index(), f32::from(left) * grounds.mean[region] / 8.0);
        }
        Phase::Rob { seat: looter, .. } | Phase::Choose { seat: looter, .. } if looter == seat => inputs.on(CHOICE),
        Phase::Donate { seat: giver, left } if giver == seat => inputs.on(DONATION + usize::from(left.min(4))),
        _ => {}
    }
}

/// What can be taken.
fn display(open: &Open, seat: Seat, inputs: &mut impl Inputs) {
    let next = usize::from(open.hindmost() == seat);
    let mut free = 0;
    for space in open.display {
        match space {
            Some(card) => inputs.on(DISPLAY + 48 * next + usize::from(card.0).min(47)),
            None => free += 1,
        }
    }
    inputs.on(FREE + 5 * next + free);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_that_is_shipped_is_whole() {
        let net = Net::read(include_bytes!("../learned.net")).unwrap();
        assert_eq!(net.rows.len(), COUNT);
        assert_eq!(super::net(), Some(&net));
    }
}
