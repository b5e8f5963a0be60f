//! All that one viewer may know (H22).
//!
//! A view is what lies open, what the viewer saw in the piles, and who else has looked where. It has no field
//! for the size or the content of a pile, nor for the backs that the deck still has of one region. Hands are shown as
//! numbers; beside them stands the public tally (cards seen taken and permits dealt, less those seen played), since
//! whoever remembers knows the hands.

mod text;

use std::collections::BTreeMap;

use engine::{Boxed, BySeat, Choices as _, Draft, Seat, Viewer};
use serde::Deserialize;

use crate::Thebes;
use crate::diagram::{Diagram, PlayerDiagram, Reader, Seen};
use crate::distribution::Distribution;
use crate::ledger::{Words, WordsByRegion};
use crate::odds::Odds;
use crate::region::{ByRegion, Region};
use crate::state::{Hidden, Look, Open, Phase};
use crate::stock::ThebesBox;
use crate::worlds::Facts;

/// All that one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "WireView")]
pub struct View {
    pub(crate) viewer: Viewer,
    pub(crate) open: Open,
    /// What the viewer saw at their last look through a pile.
    pub(crate) looks: ByRegion<Option<Look>>,
    /// Who has looked through which pile.
    pub(crate) looked: BySeat<ByRegion<bool>, 4>,
    /// Everything, for whoever may see everything.
    pub(crate) whole: Option<Hidden>,
}

impl View {
    pub(crate) fn new(game: &Thebes, viewer: Viewer) -> View {
        let own = |seat: Seat| game.hidden.looks[seat];
        View {
            viewer,
            open: game.open,
            looks: if let Viewer::Seat(seat) = viewer { own(seat) } else { ByRegion::default() },
            looked: BySeat::from_fn(game.open.seats(), |seat| ByRegion(own(seat).0.map(|look| look.is_some()))),
            whole: (viewer == Viewer::All).then_some(game.hidden),
        }
    }

    /// In percent, how likely the next card of a pile is a find, as far as the viewer can tell.
    fn next_find(&self, facts: &Facts, region: Region) -> u8 {
        let odds = Odds::by(self, facts, region);
        match self.open.phase {
            Phase::Dig { region: here, aside, .. } if here == region => odds.next_find(aside),
            _ => odds.some_find(1),
        }
    }

    /// The seat that looks, if it is one.
    pub(crate) fn seat(&self) -> Option<Seat> {
        if let Viewer::Seat(seat) = self.viewer { Some(seat) } else { None }
    }
}

/// A view as it goes over the wire: words in place of bits. [`text`] writes it.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[derive(ts_rs::TS)]
#[ts(rename = "View")]
#[expect(dead_code, reason = "clients read what follows from the rest")]
pub(crate) struct WireView {
    viewer: String,
    #[serde(rename = "box")]
    stock: Boxed<ThebesBox>,
    options: BTreeMap<String, String>,
    phase: Phase,
    to_act: Option<Seat>,
    /// The seats in the order in which they play.
    order: String,
    /// How many cards the deck has in all.
    deck: u32,
    display: Words,
    beside: Words,
    #[ts(type = "Record<string, SeatView>")]
    seats: BTreeMap<Seat, WireSeat>,
    #[ts(type = "Record<string, string>")]
    professors: BTreeMap<String, Seat>,
    spent: Words,
    donated: WordsByRegion,
    piles: BTreeMap<Region, WirePile>,
    /// The viewer's own hand.
    hand: Option<Hand>,
    /// Everybody's hand, as whoever remembers knows it.
    #[ts(type = "Record<string, Hand>")]
    tally: BTreeMap<Seat, Hand>,
    whole: Option<Whole>,
    /// In percent, from what the viewer knows, how likely the next card drawn from each pile is a find; at most 99.
    #[serde(default)]
    #[ts(type = "Record<Region, number>")]
    odds: BTreeMap<Region, u8>,
    /// The points for weeks behind the foremost marker if the match ended now (H20); 0 when it is over and counted.
    #[serde(default)]
    #[ts(type = "Record<string, number>")]
    bonus: BTreeMap<Seat, i32>,
}

/// What lies open of one player.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[derive(ts_rs::TS)]
#[ts(rename = "SeatView")]
#[expect(dead_code, reason = "clients read what follows from the rest")]
pub(crate) struct WireSeat {
    weeks: u16,
    points: i32,
    cards: Words,
    finds: WordsByRegion,
    knowledge: BTreeMap<Region, u8>,
    general: u8,
    /// How many action cards are in hand.
    hand: u32,
    /// How many permits are in hand.
    permits: u32,
    /// Which piles this player has looked through.
    looked: Vec<Region>,
}

/// What is known of one pile.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[derive(ts_rs::TS)]
#[ts(rename = "PileView")]
#[expect(dead_code, reason = "clients read what follows from the rest")]
pub(crate) struct WirePile {
    /// What the box has for the region, as the two cards of the distribution list it.
    #[serde(default)]
    in_box: Distribution,
    /// What of it was found; its words are `left`.
    #[serde(default)]
    found: Distribution,
    /// The finds that left it.
    left: Words,
    /// The most rubble that it ever showed at once.
    rubble_shown: u8,
    /// What the viewer saw there, and what of it left since.
    look: Option<Seen>,
}

/// A hand.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub(crate) struct Hand {
    cards: Words,
    permits: BTreeMap<String, u8>,
}

/// Everything that is hidden.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub(crate) struct Whole {
    piles: WordsByRegion,
    #[ts(type = "Record<string, Partial<Record<Region, Seen>>>")]
    looks: BTreeMap<Seat, BTreeMap<Region, Seen>>,
}

impl WireView {
    /// The open part as a diagram, hands filled in from the tally.
    fn diagram(&self) -> Diagram {
        let place = |(seat, page): (&Seat, &WireSeat)| {
            let hand = self.tally.get(seat);
            let cards = page.cards.iter().chain(hand.iter().flat_map(|hand| &hand.cards));
            let place = PlayerDiagram {
                weeks: page.weeks,
                cards: cards.cloned().collect(),
                finds: page.finds.clone(),
                permits: Some(hand.map(|hand| hand.permits.clone()).unwrap_or_default()),
            };
            (*seat, place)
        };
        Diagram {
            phase: self.phase,
            order: self.order.clone(),
            display: Some(self.display.clone()),
            beside: self.beside.clone(),
            seats: self.seats.iter().map(place).collect(),
            professors: self.professors.clone(),
            spent: self.spent.clone(),
            donated: self.donated.clone(),
            rubble_shown: self.piles.iter().map(|(region, pile)| (*region, pile.rubble_shown)).collect(),
            ..Diagram::default()
        }
    }
}

impl TryFrom<WireView> for View {
    type Error = String;

    fn try_from(wire: WireView) -> Result<View, String> {
        let viewer: Viewer = wire.viewer.parse()?;
        let mut draft = Draft::<Thebes> { data: wire.stock, ..Draft::new(wire.seats.len()) };
        for (key, word) in &wire.options {
            draft.options.set(key, word).map_err(|error| error.to_string())?;
        }
        let setup = draft.admit().map_err(|objections| objections[0].to_string())?;
        let mut diagram = wire.diagram();
        if let Some(whole) = &wire.whole {
            diagram.piles.clone_from(&whole.piles);
            diagram.looks.clone_from(&whole.looks);
            let game = crate::diagram::read(&setup, &diagram).map_err(|faults| faults.join("; "))?;
            return Ok(View::new(&game, viewer));
        }
        let mut reader = Reader::new(&setup);
        reader.open(&diagram);
        let mut looks = ByRegion::default();
        for (region, pile) in &wire.piles {
            looks[*region] = pile.look.as_ref().map(|seen| reader.look(*region, seen));
        }
        let mut open = reader.open;
        open.backs = wire.deck.saturating_sub(open.deck.count_ones()).min(255) as u8;
        let view = View {
            viewer,
            open,
            looks,
            looked: BySeat::from_fn(open.seats(), |seat| {
                ByRegion::from_fn(|region| wire.seats.get(&seat).is_some_and(|seat| seat.looked.contains(&region)))
            }),
            whole: None,
        };
        let mut faults = reader.ledger.faults;
        if !crate::worlds::is_possible(&view) {
            faults.push("no world fits this view".to_owned());
        }
        if faults.is_empty() { Ok(view) } else { Err(faults.join("; ")) }
    }
}

impl Open {
    /// The seat that decides, if one does.
    pub(crate) fn decider(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn => Some(self.hindmost()),
            Phase::Donate { seat, .. } | Phase::Choose { seat, .. } => Some(seat),
            _ => None,
        }
    }
}
