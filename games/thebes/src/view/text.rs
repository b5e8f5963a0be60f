//! The text of a view, straight from the table: whoever follows a match gets it after every step, and every viewer has
//! one of their own.
//!
//! The fields are those of [`WireView`](super::WireView) and of its parts, in their order.

use engine::{Choices as _, Items, Pairs, Seat, Shown, Viewer};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::View;
use crate::Thebes;
use crate::action::Order;
use crate::diagram::write;
use crate::distribution::Distribution;
use crate::ledger::{Copies, cards, finds};
use crate::options::Options;
use crate::region::{ByRegion, Region};
use crate::rules::professor_word;
use crate::state::{Hidden, Look, Open};
use crate::stock::Card;
use crate::worlds::Facts;

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let open = &self.open;
        let facts = Facts::new(self);
        let seats = || Seat::all(open.seats());
        let space = |card: &Option<Card>| card.map_or("-", |card| open.print(card).word.as_str());
        let options = || Options::KEYS.iter().enumerate().map(|(at, key)| (key.key, open.options.word(at)));
        let regions = || Region::ALL.into_iter();
        let mut fields = serializer.serialize_struct("View", 20)?;
        match self.viewer {
            Viewer::Seat(seat) => fields.serialize_field("viewer", &seat)?,
            Viewer::Spectator => fields.serialize_field("viewer", "spectator")?,
            Viewer::All => fields.serialize_field("viewer", "all")?,
        }
        fields.serialize_field("box", &open.stock)?;
        fields.serialize_field("options", &Pairs(options))?;
        fields.serialize_field("phase", &open.phase)?;
        fields.serialize_field("to_act", &open.decider())?;
        fields.serialize_field("order", &Shown(Order::new(open.order())))?;
        fields.serialize_field("deck", &open.deck_size())?;
        fields.serialize_field("display", &Items(|| open.display.iter().map(space)))?;
        fields.serialize_field("beside", &Items(|| cards(open.stock(), open.beside)))?;
        fields.serialize_field("seats", &Pairs(|| seats().map(|seat| (seat, OwnPage { view: self, seat }))))?;
        fields.serialize_field("professors", &Pairs(|| professors(open)))?;
        fields.serialize_field("spent", &Items(|| cards(open.stock(), open.spent)))?;
        fields.serialize_field("donated", &FindsByRegion { open, masks: &open.donated })?;
        fields
            .serialize_field("piles", &Pairs(|| regions().map(|region| (region, PileText { view: self, region }))))?;
        fields.serialize_field("hand", &self.seat().map(|seat| HandText { open, seat }))?;
        fields.serialize_field("tally", &Pairs(|| seats().map(|seat| (seat, HandText { open, seat }))))?;
        fields.serialize_field("whole", &self.whole.as_ref().map(|hidden| WholeText { open, hidden }))?;
        fields.serialize_field("odds", &Pairs(|| regions().map(|region| (region, self.next_find(&facts, region)))))?;
        fields.serialize_field("bonus", &Pairs(|| seats().map(|seat| (seat, open.bonus_now(seat)))))?;
        fields.end()
    }
}

/// Who has the professors that somebody has.
fn professors(open: &Open) -> impl Iterator<Item = (&'static str, Seat)> {
    let held = |(which, seat): (usize, &Option<Seat>)| Some((professor_word(which), (*seat)?));
    open.professors.iter().enumerate().filter_map(held)
}

/// Some cards of a region.
struct Finds<'a> {
    open: &'a Open,
    region: Region,
    mask: u32,
}

impl Finds<'_> {
    fn each(&self) -> impl Iterator<Item = Copies> {
        finds(self.open.stock(), self.open.pile(self.region), self.mask)
    }
}

impl Serialize for Finds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

/// Cards by region; a region without any is left out.
struct FindsByRegion<'a> {
    open: &'a Open,
    masks: &'a ByRegion<u32>,
}

impl Serialize for FindsByRegion<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let some = self.masks.iter().filter(|(_, mask)| **mask != 0);
        serializer.collect_map(some.map(|(region, mask)| (region, Finds { open: self.open, region, mask: *mask })))
    }
}

/// What lies open of one player.
struct OwnPage<'a> {
    view: &'a View,
    seat: Seat,
}

impl Serialize for OwnPage<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let open = &self.view.open;
        let player = &open.players[self.seat];
        let looked = || self.view.looked[self.seat].iter().filter(|(_, looked)| **looked).map(|(region, _)| region);
        let permits = player.permits.0.iter().map(|count| u32::from(*count)).sum::<u32>() + u32::from(player.generic);
        let mut fields = serializer.serialize_struct("SeatView", 9)?;
        fields.serialize_field("weeks", &player.weeks)?;
        fields.serialize_field("points", &open.points(self.seat))?;
        fields.serialize_field("cards", &Items(|| cards(open.stock(), player.cards & !open.stock.actions)))?;
        fields.serialize_field("finds", &FindsByRegion { open, masks: &player.finds })?;
        fields.serialize_field("knowledge", &Pairs(|| player.knowledge.iter()))?;
        fields.serialize_field("general", &player.general)?;
        fields.serialize_field("hand", &open.hand(self.seat).count_ones())?;
        fields.serialize_field("permits", &permits)?;
        fields.serialize_field("looked", &Items(looked))?;
        fields.end()
    }
}

/// What is known of one pile.
struct PileText<'a> {
    view: &'a View,
    region: Region,
}

impl Serialize for PileText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (open, region) = (&self.view.open, self.region);
        let look = self.view.looks[region].map(|look| LookText { open, region, look });
        let mut fields = serializer.serialize_struct("PileView", 5)?;
        fields.serialize_field("in_box", &Distribution::in_box(open, region))?;
        fields.serialize_field("found", &Distribution::found(open, region))?;
        fields.serialize_field("left", &Finds { open, region, mask: open.out[region] })?;
        fields.serialize_field("rubble_shown", &open.rubble_shown[region])?;
        fields.serialize_field("look", &look)?;
        fields.end()
    }
}

/// What somebody saw in a pile.
struct LookText<'a> {
    open: &'a Open,
    region: Region,
    look: Look,
}

impl Serialize for LookText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LookText { open, region, look } = *self;
        let mut fields = serializer.serialize_struct("Seen", 2)?;
        fields.serialize_field("saw", &Finds { open, region, mask: look.saw })?;
        fields.serialize_field("left", &Finds { open, region, mask: look.left })?;
        fields.end()
    }
}

/// A hand.
struct HandText<'a> {
    open: &'a Open,
    seat: Seat,
}

impl Serialize for HandText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let open = self.open;
        let player = &open.players[self.seat];
        let permits = || {
            let regions = player.permits.iter().map(|(region, count)| (region.word(), *count));
            regions.chain([("generic", player.generic)]).filter(|(_, count)| *count > 0)
        };
        let mut fields = serializer.serialize_struct("Hand", 2)?;
        fields.serialize_field("cards", &Items(|| cards(open.stock(), open.hand(self.seat))))?;
        fields.serialize_field("permits", &Pairs(permits))?;
        fields.end()
    }
}

/// Everything that is hidden, for whoever may see it.
struct WholeText<'a> {
    open: &'a Open,
    hidden: &'a Hidden,
}

impl Serialize for WholeText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let diagram = write(&Thebes { open: *self.open, hidden: *self.hidden });
        let mut fields = serializer.serialize_struct("Whole", 2)?;
        fields.serialize_field("piles", &diagram.piles)?;
        fields.serialize_field("looks", &diagram.looks)?;
        fields.end()
    }
}
