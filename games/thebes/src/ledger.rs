//! From lists of words to cards and back, and a ledger that lets no card lie in two places.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use engine::{clip, plain_number};
use serde::{Serialize, Serializer};

use crate::masks;
use crate::region::{ByRegion, Region};
use crate::stock::{Find, Pile, ThebesBox};

/// A list of cards: words, with `*3` behind one that is there three times.
pub(crate) type Words = Vec<Cow<'static, str>>;

/// Lists of cards by region; a region without any is left out.
pub(crate) type WordsByRegion = BTreeMap<Region, Words>;

/// Some cards of a kind, as a list names them.
pub(crate) struct Copies {
    word: &'static str,
    copies: u32,
}

impl fmt::Display for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.copies {
            1 => f.write_str(self.word),
            copies => write!(f, "{}*{copies}", self.word),
        }
    }
}

impl Serialize for Copies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.copies == 1 { serializer.serialize_str(self.word) } else { serializer.collect_str(self) }
    }
}

impl From<Copies> for Cow<'static, str> {
    fn from(copies: Copies) -> Self {
        if copies.copies == 1 { copies.word.into() } else { copies.to_string().into() }
    }
}

/// The list of a set of green cards.
pub(crate) fn cards(stock: &'static ThebesBox, held: u128) -> impl Iterator<Item = Copies> {
    stock.kinds(held).map(|(card, copies)| Copies { word: &stock.print(card).word, copies })
}

/// The list of a set of a region's cards.
pub(crate) fn finds(stock: &'static ThebesBox, pile: &Pile, mask: u32) -> impl Iterator<Item = Copies> {
    pile.kinds_in(mask).map(|(find, copies)| Copies { word: &stock.find(find).word, copies })
}

/// The words of a set of green cards.
pub(crate) fn card_words(stock: &'static ThebesBox, held: u128) -> Words {
    cards(stock, held).map(Cow::from).collect()
}

/// The words of a set of a region's cards.
pub(crate) fn find_words(stock: &'static ThebesBox, pile: &Pile, mask: u32) -> Words {
    finds(stock, pile, mask).map(Cow::from).collect()
}

/// The words of sets by region, empty ones left out.
pub(crate) fn find_words_by_region<'a>(
    stock: &'static ThebesBox,
    pile: impl Fn(Region) -> &'a Pile,
    masks: &ByRegion<u32>,
) -> WordsByRegion {
    let words = |(region, mask): (Region, &u32)| (region, find_words(stock, pile(region), *mask));
    masks.iter().filter(|(_, mask)| **mask != 0).map(words).collect()
}

/// Splits `rubble*3` into the word and the number of copies.
fn copies(text: &str) -> (&str, u32) {
    match text.rsplit_once('*').and_then(|(word, copies)| Some((word, plain_number(copies)?))) {
        Some((word, copies)) => (word, copies.min(255)),
        None => (text, 1),
    }
}

/// Every card of the box, and how many of each are not placed yet.
pub(crate) struct Ledger {
    stock: &'static ThebesBox,
    piles: &'static ByRegion<Pile>,
    green: Vec<u32>,
    finds: ByRegion<Vec<u32>>,
    /// What is wrong so far.
    pub(crate) faults: Vec<String>,
}

impl Ledger {
    /// A ledger in which nothing is placed.
    pub(crate) fn new(stock: &'static ThebesBox, piles: &'static ByRegion<Pile>) -> Ledger {
        let green = stock.cards().map(|(_, print)| u32::from(print.copies)).collect();
        let finds = ByRegion::from_fn(|region| piles[region].slots.iter().map(|slots| slots.count_ones()).collect());
        Ledger { stock, piles, green, finds, faults: Vec::new() }
    }

    /// Places green cards that a filter admits.
    pub(crate) fn cards(&mut self, list: &[Cow<'static, str>], place: &str, admits: impl Fn(u128) -> bool) -> u128 {
        let mut held = 0;
        for text in list {
            let (name, copies) = copies(text);
            let Some(card) = self.stock.card_of_word(name).filter(|card| admits(self.stock.print(*card).slots)) else {
                self.faults.push(format!("'{}' is no card for {place}", clip(text)));
                continue;
            };
            let left = &mut self.green[card.0 as usize];
            if *left < copies {
                self.faults.push(format!("{name} lies in too many places, {left} are left for {place}"));
                continue;
            }
            *left -= copies;
            let slots = self.stock.print(card).slots;
            (0..copies).for_each(|_| held = masks::with(held, slots));
        }
        held
    }

    /// Places cards of a region that a filter admits; gives them filled from the lowest bits.
    pub(crate) fn finds(&mut self, region: Region, list: &[Cow<'static, str>], place: &str, admits: u32) -> u32 {
        let read = self.memory(region, list, place, admits);
        for (find, copies) in self.piles[region].kinds_in(read) {
            let left = &mut self.finds[region][find.0 as usize];
            if *left < copies {
                let name = &self.stock.find(find).word;
                self.faults.push(format!("{name} of {region} lies in too many places, {left} are left for {place}"));
            }
            *left = left.saturating_sub(copies);
        }
        read
    }

    /// Reads cards of a region without placing them: what somebody saw.
    pub(crate) fn memory(&mut self, region: Region, list: &[Cow<'static, str>], place: &str, admits: u32) -> u32 {
        let pile = &self.piles[region];
        let mut held = 0;
        for text in list {
            let (name, copies) = copies(text);
            let slots = self.stock.find_of_word(name).map_or(0, |find| pile.slots(find)) & admits;
            if slots == 0 {
                self.faults.push(format!("'{}' is no card of {region} for {place}", clip(text)));
                continue;
            }
            if (held & slots).count_ones() + copies > slots.count_ones() {
                self.faults.push(format!("{region} does not have that many {name} for {place}"));
                continue;
            }
            (0..copies).for_each(|_| held = masks::with(u128::from(held), u128::from(slots)) as u32);
        }
        held
    }

    /// The green cards that are not placed yet.
    pub(crate) fn rest(&self) -> u128 {
        let mut held = 0;
        for (card, print) in self.stock.cards() {
            (0..self.green[card.0 as usize]).for_each(|_| held = masks::with(held, print.slots));
        }
        held
    }

    /// The cards of a region that are not placed yet, filled from the lowest bits.
    pub(crate) fn rest_of(&self, region: Region) -> u32 {
        let pile = &self.piles[region];
        let lowest = |find: &Find| low_bits(pile.slots(*find), self.finds[region][find.0 as usize]);
        pile.runs.iter().fold(0, |rest, find| rest | lowest(find))
    }
}

/// The lowest of the slots, that many.
pub(crate) fn low_bits(slots: u32, count: u32) -> u32 {
    slots & !(u64::from(slots) << count) as u32
}

/// The cards of a pile on top of those that are out, kind by kind: the lowest bits are out, the next in the pile.
pub(crate) fn above(pile: &Pile, out: u32, in_pile: u32) -> u32 {
    let bits = |find: &Find| {
        let slots = pile.slots(*find);
        let (gone, here) = ((out & slots).count_ones(), (in_pile & slots).count_ones());
        low_bits(slots, gone + here) & !low_bits(slots, gone)
    };
    pile.runs.iter().fold(0, |all, find| all | bits(find))
}
