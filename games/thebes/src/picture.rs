//! The table as a picture: the weeks as a track, the central spaces, the four piles, and what each player has.

use engine::{Colour, Pen, Picture, Point, Seat};

use crate::region::Region;
use crate::state::Open;
use crate::stock::{Card, Group};
use crate::view::View;

const WIDTH: f32 = 920.0;
const MARGIN: f32 = 20.0;
/// The weeks of a year, around which the markers go.
const YEAR: u16 = 52;
const SAND: Colour = Colour(0xe9, 0xd8, 0xae);
const CARD: Colour = Colour(0xdc, 0xe6, 0xcf);
const EDGE: Colour = Colour(0x7d, 0x6b, 0x4c);

const fn colour(region: Region) -> Colour {
    match region {
        Region::Mesopotamia => Colour(0x9c, 0x6b, 0x3f),
        Region::Egypt => Colour(0xd6, 0xa7, 0x2c),
        Region::Greece => Colour(0x4f, 0x8a, 0xb8),
        Region::Crete => Colour(0x8f, 0x5a, 0x8c),
    }
}

pub(crate) fn paint(view: &View) -> Picture {
    let open = &view.open;
    let seats = open.seats();
    let mut picture = Picture::new(WIDTH, 330.0 + 66.0 * seats as f32);
    paint_weeks(open, &mut picture);
    for (space, card) in open.display.iter().enumerate() {
        let at = (MARGIN + 112.0 * space as f32, 100.0);
        match card {
            Some(card) => paint_card(open, *card, at, &mut picture),
            None => picture.rectangle(at, (102.0, 70.0), Pen::line(EDGE, 1.0)),
        }
    }
    let beside = open.stock().kinds(open.beside).take(4);
    for (place, (card, _)) in beside.enumerate() {
        paint_card(open, card, (MARGIN + 460.0 + 112.0 * place as f32, 100.0), &mut picture);
    }
    let deck = format!("deck {} cards", open.deck_size());
    picture.text_from((MARGIN, 186.0), 12.0, deck, Colour::INK);
    for region in Region::ALL {
        paint_pile(view, region, (MARGIN + 220.0 * region.index() as f32, 204.0), &mut picture);
    }
    for seat in Seat::all(seats) {
        paint_seat(view, seat, 330.0 + 66.0 * seat.index() as f32, &mut picture);
    }
    picture
}

fn paint_weeks(open: &Open, picture: &mut Picture) {
    let width = (WIDTH - 2.0 * MARGIN) / f32::from(YEAR);
    for week in 0..YEAR {
        let at = (MARGIN + width * f32::from(week), 50.0);
        picture.rectangle(at, (width, 24.0), Pen::fill(SAND).edged(EDGE, 0.6));
        if week % 4 == 0 {
            picture.text((at.0 + width / 2.0, 84.0), 8.0, week.to_string(), EDGE);
        }
    }
    for (place, seat) in open.order().iter().enumerate() {
        let weeks = open.players[*seat].weeks;
        let below = open.order()[..place].iter().filter(|other| open.players[**other].weeks % YEAR == weeks % YEAR);
        let x = MARGIN + width * (f32::from(weeks % YEAR) + 0.5);
        let y = 44.0 - 10.0 * below.count() as f32;
        picture.circle((x, y), 8.0, Pen::fill(Colour::of(*seat)).edged(Colour::LIGHT, 1.0));
        picture.text((x, y), 9.0, seat.to_string(), Colour::LIGHT);
    }
}

fn paint_card(open: &Open, card: Card, (x, y): Point, picture: &mut Picture) {
    let print = open.print(card);
    picture.rectangle((x, y), (102.0, 70.0), Pen::fill(CARD).edged(EDGE, 1.5));
    let band = match print.group {
        Group::Knowledge { region, .. } | Group::Thief(region) | Group::Raider(region) => colour(region),
        _ => Colour(0x6d, 0x8b, 0x5e),
    };
    picture.rectangle((x, y), (102.0, 14.0), Pen::fill(band));
    for (line, word) in print.word.split('-').take(3).enumerate() {
        picture.text((x + 51.0, y + 26.0 + 14.0 * line as f32), 11.0, word, Colour::INK);
    }
    picture.text_from((x + 4.0, y + 7.0), 9.0, format!("{} weeks", print.weeks), Colour::LIGHT);
}

fn paint_pile(view: &View, region: Region, (x, y): Point, picture: &mut Picture) {
    let open = &view.open;
    picture.rectangle((x, y), (200.0, 74.0), Pen::fill(SAND).edged(colour(region), 3.0));
    picture.rectangle((x + 8.0, y + 10.0), (40.0, 54.0), Pen::fill(colour(region)).edged(EDGE, 1.0));
    picture.text_from((x + 58.0, y + 18.0), 13.0, region.word(), Colour::INK);
    let gone = open.out[region].count_ones();
    picture.text_from((x + 58.0, y + 36.0), 11.0, format!("{gone} taken out"), Colour::INK);
    if let Some(owner) = open.professors[region.index()] {
        picture.circle((x + 66.0, y + 56.0), 7.0, Pen::fill(Colour::of(owner)));
        picture.text_from((x + 78.0, y + 56.0), 10.0, "professor", Colour::INK);
    }
}

fn paint_seat(view: &View, seat: Seat, y: f32, picture: &mut Picture) {
    let open = &view.open;
    let player = &open.players[seat];
    let mark = if open.decider() == Some(seat) { ">" } else { " " };
    let head = format!(
        "{mark} {seat}  {} points  week {}  {} cards in hand",
        open.points(seat),
        player.weeks,
        open.hand(seat).count_ones()
    );
    picture.text_from((MARGIN, y), 13.0, head, Colour::of(seat));
    for region in Region::ALL {
        let x = MARGIN + 22.0 + 150.0 * region.index() as f32;
        picture.circle((x, y + 24.0), 7.0, Pen::fill(colour(region)).edged(EDGE, 1.0));
        let found = player.finds[region].count_ones();
        let line = format!("knows {} has {found}", player.knowledge[region]);
        picture.text_from((x + 12.0, y + 24.0), 11.0, line, Colour::INK);
    }
    picture.text_from((MARGIN + 630.0, y + 24.0), 11.0, format!("general {}", player.general), Colour::INK);
}
