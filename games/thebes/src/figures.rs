//! What a seat sees as figures, for programs that learn.
//!
//! Green cards are counted by kind in the order of the box, the cards of a pile by their bits.

use engine::{Part, Seat, mark, parts_of};

use crate::masks;
use crate::region::{ByRegion, Region};
use crate::space::CARDS;
use crate::state::{Open, Phase};
use crate::stock::ThebesBox;
use crate::view::View;

const SEATS: usize = 4;
const REGIONS: usize = 4;
/// The cards with a region's back.
const PILE: usize = 21;
const SEAT: usize = 22;

/// What the figures of a seat and of the course show, in their order.
const OF_SEAT: &str = "present weeks points generic-permits general-knowledge acts permits-mesopotamia permits-egypt \
    permits-greece permits-crete knowledge-mesopotamia knowledge-egypt knowledge-greece knowledge-crete \
    looked-mesopotamia looked-egypt looked-greece looked-crete order-0 order-1 order-2 order-3";
const OF_COURSE: &str = "order back pile card turn donate choose rob dig over in-mesopotamia in-egypt in-greece \
    in-crete left aside deck backs rubble-mesopotamia rubble-egypt rubble-greece rubble-crete seats time-bonus";

pub(crate) const PARTS: [Part; 13] = [
    Part::of("display", &[4, CARDS]),
    Part::of("beside", &[CARDS]),
    Part::of("deck", &[CARDS]),
    Part::of("spent", &[CARDS]),
    Part::of("cards", &[SEATS, CARDS]),
    Part::of("finds", &[SEATS, REGIONS, PILE]),
    Part::of("out", &[REGIONS, PILE]),
    Part::of("donated", &[REGIONS, PILE]),
    Part::of("saw", &[REGIONS, PILE]),
    Part::of("left", &[REGIONS, PILE]),
    Part::of("seats", &[SEATS, SEAT]).named(1, OF_SEAT),
    Part::of("professors", &[5, SEATS]),
    Part::of("course", &[24]).named(0, OF_COURSE),
];

pub(crate) fn write(view: &View, seat: Seat, row: &mut [f32]) {
    let open = &view.open;
    let stock = open.stock();
    let [display, beside, deck, spent, cards, finds, out, donated, saw, left, seats, professors, course] =
        parts_of(&PARTS, row);
    for (space, card) in open.display.iter().enumerate() {
        if let Some(card) = card.filter(|card| usize::from(card.0) < CARDS) {
            mark(display, space * CARDS + usize::from(card.0));
        }
    }
    write_cards(stock, open.beside, beside);
    write_cards(stock, open.deck, deck);
    write_cards(stock, open.spent, spent);
    for (place, other) in seat.round(open.seats()).enumerate() {
        let player = &open.players[other];
        write_cards(stock, player.cards, &mut cards[place * CARDS..][..CARDS]);
        write_bits(&player.finds, &mut finds[place * REGIONS * PILE..][..REGIONS * PILE]);
        write_seat(view, other, &mut seats[place * SEAT..][..SEAT]);
    }
    write_bits(&open.out, out);
    write_bits(&open.donated, donated);
    write_bits(&ByRegion::from_fn(|region| view.looks[region].map_or(0, |look| look.saw)), saw);
    write_bits(&ByRegion::from_fn(|region| view.looks[region].map_or(0, |look| look.left)), left);
    for (professor, owner) in open.professors.iter().enumerate() {
        if let Some(owner) = owner {
            mark(professors, professor * SEATS + seat.distance(*owner, open.seats()));
        }
    }
    write_course(open, seat, course);
}

fn write_cards(stock: &ThebesBox, held: u128, out: &mut [f32]) {
    for place in masks::places(held) {
        let card = stock.card_at[place];
        if let Some(figure) = out.get_mut(usize::from(card.0)) {
            *figure += 1.0 / f32::from(stock.print(card).copies);
        }
    }
}

fn write_bits(bits: &ByRegion<u32>, out: &mut [f32]) {
    for (region, bits) in bits.iter() {
        for place in masks::places(u128::from(*bits)) {
            mark(out, region.index() * PILE + place);
        }
    }
}

fn write_seat(view: &View, seat: Seat, out: &mut [f32]) {
    let open = &view.open;
    let player = &open.players[seat];
    out[0] = 1.0;
    out[1] = f32::from(player.weeks) / 104.0;
    out[2] = open.points(seat) as f32 / 100.0;
    out[3] = f32::from(player.generic) / 4.0;
    out[4] = f32::from(player.general) / 10.0;
    out[5] = f32::from(u8::from(open.decider() == Some(seat)));
    for region in Region::ALL {
        let at = region.index();
        out[6 + at] = f32::from(player.permits[region]) / 4.0;
        out[10 + at] = f32::from(player.knowledge[region]) / 12.0;
        out[14 + at] = f32::from(u8::from(view.looked[seat][region]));
    }
    let order = open.order().iter().position(|other| *other == seat);
    mark(out, 18 + order.unwrap_or(0));
}

fn write_course(open: &Open, seat: Seat, out: &mut [f32]) {
    let (index, region, left, aside) = match open.phase {
        Phase::Order => (0, None, 0, 0),
        Phase::Back => (1, None, 0, 0),
        Phase::Pile(region) => (2, Some(region), 0, 0),
        Phase::Card => (3, None, 0, 0),
        Phase::Turn => (4, None, 0, 0),
        Phase::Donate { left, .. } => (5, None, left, 0),
        Phase::Choose { region, .. } => (6, Some(region), 0, 0),
        Phase::Rob { region, .. } => (7, Some(region), 0, 0),
        Phase::Dig { region, left, aside, .. } => (8, Some(region), left, aside),
        Phase::Over => (9, None, 0, 0),
    };
    mark(out, index);
    if let Some(region) = region {
        mark(out, 10 + region.index());
    }
    out[14] = f32::from(left) / 12.0;
    out[15] = f32::from(aside) / 12.0;
    out[16] = open.deck_size() as f32 / 168.0;
    out[17] = f32::from(open.backs) / 84.0;
    for region in Region::ALL {
        out[18 + region.index()] = f32::from(open.rubble_shown[region]) / 16.0;
    }
    out[22] = open.seats() as f32 / 4.0;
    out[23] = open.time_bonus(seat) as f32 / 20.0;
}
