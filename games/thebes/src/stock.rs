//! The box as the rules use it: every card with its word, its numbers and its bits. Made from a file by
//! [`box_file`](crate::box_file), once.

use engine::{BoxData, BoxFault, BoxShelf};

use crate::masks;
use crate::region::{ByRegion, Region};

/// A kind of green card; which one, the box says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub(crate) u8);

/// A kind of card that can lie in a pile; which one, the box says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Find(pub(crate) u8);

/// What a green card is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Knowledge of a region.
    Knowledge {
        /// The region.
        region: Region,
        /// The points of knowledge.
        value: u8,
    },
    /// General knowledge.
    General {
        /// The points of knowledge.
        value: u8,
    },
    /// A congress.
    Congress,
    /// A dig in any region.
    Dig,
    /// A thief for one region.
    Thief(Region),
    /// A tomb raider for one region.
    Raider(Region),
    /// A scientist.
    Scientist,
    /// An assistant.
    Assistant,
    /// An exhibition with its three levels.
    Exhibition([Level; 3]),
    /// A museum.
    Museum {
        /// How many artifacts it asks for.
        donate: u8,
    },
}

/// A level of an exhibition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// The weeks it takes.
    pub weeks: u8,
    /// The artifacts that one must have.
    pub need: ByRegion<u8>,
}

/// What is printed on a green card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// The card's word.
    pub word: String,
    /// What it is for.
    pub group: Group,
    /// The weeks to take it; of an exhibition the level says them.
    pub weeks: u8,
    /// The weeks to play it, for an action card.
    pub play: u8,
    /// The points for an exhibition or a museum.
    pub points: u8,
    /// How many copies there are.
    pub copies: u8,
    /// The bits of its copies.
    pub(crate) slots: u128,
}

/// What a card of a pile is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindKind {
    /// An artifact.
    Artifact {
        /// Where it was made and found.
        region: Region,
        /// Its points.
        points: u8,
    },
    /// Knowledge, of a region or (without one) general.
    Knowledge {
        /// What it is about.
        of: Option<Region>,
        /// The points of knowledge.
        value: u8,
    },
    /// Rubble.
    Rubble,
}

/// What is printed on a card of a pile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindPrint {
    /// The card's word.
    pub word: String,
    /// What it is.
    pub kind: FindKind,
}

/// The cards of one region: which bits are what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pile {
    /// The kind at each bit.
    pub(crate) kinds: Vec<Find>,
    /// All bits.
    pub(crate) all: u32,
    /// The bits of artifacts.
    pub(crate) artifacts: u32,
    /// The points of the artifact at each bit; 0 for anything else.
    pub(crate) points: [u8; 32],
    /// The bits of rubble, the highest ones.
    pub(crate) rubble: u32,
    /// The kinds in the order of their bits, each once.
    pub(crate) runs: Vec<Find>,
    /// The bits of each kind of the box, none where the kind does not belong to this pile.
    pub(crate) slots: Vec<u32>,
}

impl Pile {
    /// The bits of a kind.
    #[inline]
    pub(crate) fn slots(&self, find: Find) -> u32 {
        self.slots[find.0 as usize]
    }

    /// The kinds in a set of bits, each with its number of copies there, sorted.
    pub(crate) fn kinds_in(&self, mask: u32) -> impl Iterator<Item = (Find, u32)> {
        let mut left = mask & self.all;
        std::iter::from_fn(move || {
            let find = *self.kinds.get(left.trailing_zeros() as usize)?;
            let copies = left & self.slots(find);
            left &= !copies;
            Some((find, copies.count_ones()))
        })
    }

    /// The points of some artifacts, and of the best of them.
    #[inline]
    pub(crate) fn points(&self, mut some: u32) -> (u32, u8) {
        let (mut sum, mut best) = (0, 0);
        while some != 0 {
            let points = self.points[some.trailing_zeros() as usize];
            some &= some - 1;
            sum += u32::from(points);
            best = best.max(points);
        }
        (sum, best)
    }

    /// The lowest bits of rubble, that many.
    #[inline]
    pub(crate) fn some_rubble(&self, count: u8) -> u32 {
        self.rubble & !(self.rubble << count)
    }
}

/// A professor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Professor {
    /// The knowledge that the professor asks for.
    pub knowledge: u8,
    /// The points.
    pub points: u8,
}

/// The permits that a player begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Permits {
    /// For each region.
    pub region: u8,
    /// Generic ones.
    pub generic: u8,
}

/// How many cards a dig gives: by weeks, then by knowledge, each from 0 to 12.
pub type DigRows = [[u8; 13]; 13];

/// The components of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThebesBox {
    pub(crate) prints: Vec<Print>,
    pub(crate) finds: Vec<FindPrint>,
    /// The kind at each bit of the green cards.
    pub(crate) card_at: Vec<Card>,
    /// With knowledge in the piles, and without.
    pub(crate) piles: [ByRegion<Pile>; 2],
    /// The four regions', then that of the greatest knowledge.
    pub(crate) professors: [Professor; 5],
    /// For 2, 3 and 4 seats.
    pub(crate) permits: [Permits; 3],
    /// Points by number of congress cards.
    pub(crate) congress_points: Vec<u8>,
    /// The default reading, and the literal one.
    pub(crate) dig: [DigRows; 2],
    /// All green cards.
    pub(crate) green: u128,
    pub(crate) actions: u128,
    pub(crate) exhibitions: u128,
    pub(crate) museums: u128,
    pub(crate) congress: u128,
    pub(crate) digs: u128,
    pub(crate) assistants: u128,
    pub(crate) scientists: u128,
}

impl ThebesBox {
    /// What is printed on a card.
    #[inline]
    pub fn print(&self, card: Card) -> &Print {
        &self.prints[card.0 as usize]
    }

    /// What is printed on a card of a pile.
    #[inline]
    pub fn find(&self, find: Find) -> &FindPrint {
        &self.finds[find.0 as usize]
    }

    /// Every kind of green card.
    pub fn cards(&self) -> impl Iterator<Item = (Card, &Print)> {
        self.prints.iter().enumerate().map(|(at, print)| (Card(at as u8), print))
    }

    /// The green card of a word.
    pub fn card_of_word(&self, word: &str) -> Option<Card> {
        self.cards().find(|(_, print)| print.word == word).map(|(card, _)| card)
    }

    /// The find of a word.
    pub fn find_of_word(&self, word: &str) -> Option<Find> {
        self.finds.iter().position(|print| print.word == word).map(|at| Find(at as u8))
    }

    /// Exhibitions and museums lie beside the board, all others on the central spaces (H3).
    #[inline]
    pub(crate) fn is_presentation(&self, card: Card) -> bool {
        matches!(self.print(card).group, Group::Exhibition(_) | Group::Museum { .. })
    }

    /// The kinds in a set, each with its number of copies there.
    pub(crate) fn kinds(&self, held: u128) -> impl Iterator<Item = (Card, u32)> {
        let mut left = held & self.green;
        std::iter::from_fn(move || {
            let card = *self.card_at.get(left.trailing_zeros() as usize)?;
            let copies = left & self.print(card).slots;
            left &= !copies;
            Some((card, copies.count_ones()))
        })
    }

    /// What the box holds, for its owner to compare with the real one.
    fn summary(&self) -> Vec<String> {
        let count = |group: u128| group.count_ones();
        let mut lines = vec![format!(
            "{} green cards: {} action cards, {} congresses, {} exhibitions, {} museums",
            count(self.green),
            count(self.actions),
            count(self.congress),
            count(self.exhibitions),
            count(self.museums),
        )];
        for (region, pile) in self.piles[0].iter() {
            let worth = |find: &Find| match self.find(*find).kind {
                FindKind::Artifact { points, .. } => u32::from(points),
                FindKind::Knowledge { .. } | FindKind::Rubble => 0,
            };
            let points: u32 = pile.kinds.iter().map(worth).sum();
            let (artifacts, rubble) = (pile.artifacts.count_ones(), pile.rubble.count_ones());
            lines.push(format!("{region}: {artifacts} artifacts worth {points} points, {rubble} rubble"));
        }
        lines
    }

    /// The card at the `nth` bit of a set, counted from 0.
    #[inline]
    pub(crate) fn nth(&self, held: u128, nth: u32) -> Card {
        self.card_at[masks::nth(held, nth)]
    }
}

impl BoxData for ThebesBox {
    fn parse(text: &str) -> Result<ThebesBox, Vec<BoxFault>> {
        crate::box_file::read(text)
    }

    fn examine(&self, _stop: &dyn Fn() -> bool) -> Result<Vec<String>, Vec<BoxFault>> {
        Ok(self.summary())
    }

    fn shelf() -> &'static BoxShelf<ThebesBox> {
        static SHELF: BoxShelf<ThebesBox> = BoxShelf::new(include_str!("../box.toml"));
        &SHELF
    }
}
