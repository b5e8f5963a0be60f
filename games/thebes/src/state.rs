//! The state of a match: what lies open on the table and what is hidden, as two types. A view is made of the first
//! alone, so that a new secret cannot leak by being forgotten.

use engine::{Boxed, BySeat, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::masks;
use crate::options::{KnowledgeFinds, Options};
use crate::region::{ByRegion, Region};
use crate::stock::{Card, DigRows, Pile, Print, ThebesBox};

/// The most weeks and the most knowledge in the dig table.
pub(crate) const DIG_MOST: u8 = 12;

/// A position of Thebes: The Tomb Raiders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Thebes {
    pub(crate) open: Open,
    pub(crate) hidden: Hidden,
}

impl Thebes {
    /// What the deck holds of a region.
    #[inline]
    pub(crate) fn deck_of(&self, region: Region) -> u32 {
        self.open.deck_of(region, self.hidden.piles[region])
    }
}

/// Who looks through a pile and takes from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
pub enum Looter {
    /// A thief, who wants artifacts (H11).
    Thief,
    /// A tomb raider, who takes anything but rubble (H12).
    Raider,
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub enum Phase {
    /// The markers are stacked (H4).
    Order,
    /// The deck's top card is looked at from behind (H3).
    Back,
    /// The deck's top card is laid on its pile (H3).
    Pile(Region),
    /// The deck's top card, a green one, is turned up (H3).
    Card,
    /// The hindmost player chooses an action (H5).
    #[default]
    Turn,
    /// A museum gets its artifacts (H8).
    Donate {
        /// Who gives.
        seat: Seat,
        /// How many are still to be given.
        left: u8,
    },
    /// Somebody has looked through a pile and takes a card of it (H11, H12).
    Choose {
        /// Who takes.
        seat: Seat,
        /// By which card.
        by: Looter,
        /// Where.
        region: Region,
    },
    /// A thief takes an artifact at random (H11).
    Rob {
        /// Who takes.
        seat: Seat,
        /// Where.
        region: Region,
    },
    /// A dig is under way (H17).
    Dig {
        /// Who digs.
        seat: Seat,
        /// Where.
        region: Region,
        /// How many cards the table still grants, whether or not the pile has them.
        left: u8,
        /// How much rubble was laid aside.
        aside: u8,
    },
    /// The match is over (H19).
    Over,
}

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Player {
    /// The weeks spent: the marker's place.
    pub(crate) weeks: u16,
    /// Green cards, those lying open and the action cards in hand. Everybody saw them being taken.
    pub(crate) cards: u128,
    /// Finds, by the pile they are from.
    pub(crate) finds: ByRegion<u32>,
    /// Permits in hand, for each region.
    pub(crate) permits: ByRegion<u8>,
    /// Generic permits in hand.
    pub(crate) generic: u8,
    /// Knowledge of each region.
    pub(crate) knowledge: ByRegion<u8>,
    /// General knowledge.
    pub(crate) general: u8,
}

impl Player {
    /// All knowledge together (H15).
    pub(crate) fn all_knowledge(&self) -> u8 {
        self.knowledge.0.iter().sum::<u8>() + self.general
    }
}

/// Everything that lies open on the table, or that whoever remembers knows (H22).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Open {
    pub(crate) stock: Boxed<ThebesBox>,
    pub(crate) options: Options,
    pub(crate) players: BySeat<Player, 4>,
    /// The seats in the order in which they play: the hindmost first, on a shared space the upper one first.
    pub(crate) order: [Seat; 4],
    /// Who has the professors: the four regions', then that of the greatest knowledge.
    pub(crate) professors: [Option<Seat>; 5],
    /// The central spaces.
    pub(crate) display: [Option<Card>; 4],
    /// Exhibitions and museums beside the board.
    pub(crate) beside: u128,
    /// Green cards left in the deck.
    pub(crate) deck: u128,
    /// How many cards with a region's back, all regions together, are left in the deck.
    pub(crate) backs: u8,
    /// Action cards that left the game.
    pub(crate) spent: u128,
    /// What was taken out of each pile. Of a kind with copies the lowest bits are out, the next ones in the pile,
    /// the highest ones in the deck.
    pub(crate) out: ByRegion<u32>,
    /// Artifacts that left the game.
    pub(crate) donated: ByRegion<u32>,
    /// The most rubble that each pile ever showed at once.
    pub(crate) rubble_shown: ByRegion<u8>,
    pub(crate) phase: Phase,
}

/// What a player saw when they last looked through a pile, and what left it since.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Look {
    pub(crate) saw: u32,
    pub(crate) left: u32,
}

/// What is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Hidden {
    /// The cards in each pile.
    pub(crate) piles: ByRegion<u32>,
    /// What each seat saw when it last looked through a pile.
    pub(crate) looks: BySeat<ByRegion<Option<Look>>, 4>,
}

impl Look {
    /// A card of the kind that owns the slots leaves the pile: of those seen, as far as one of them is left.
    #[inline]
    pub(crate) fn lose(&mut self, slots: u32) {
        if (self.saw & slots).count_ones() > (self.left & slots).count_ones() {
            self.left = masks::with(u128::from(self.left), u128::from(slots)) as u32;
        }
    }
}

impl Open {
    /// The table before the first step (H1, H2).
    pub(crate) fn new(setup: &Setup<Thebes>) -> Open {
        let stock = setup.data();
        let permits = stock.permits[setup.seats() - 2];
        let player = Player { permits: ByRegion([permits.region; 4]), generic: permits.generic, ..Player::default() };
        let mut open = Open {
            stock,
            options: *setup.options(),
            players: BySeat::all(setup.seats(), player),
            order: [Seat::A; 4],
            professors: [None; 5],
            display: [None; 4],
            beside: 0,
            deck: stock.green,
            backs: 0,
            spent: 0,
            out: ByRegion::default(),
            donated: ByRegion::default(),
            rubble_shown: ByRegion::default(),
            phase: Phase::Order,
        };
        open.backs = Region::ALL.iter().map(|region| open.pile(*region).kinds.len() as u8).sum();
        Seat::all(setup.seats()).zip(&mut open.order).for_each(|(seat, place)| *place = seat);
        open
    }

    /// How many players there are.
    #[inline]
    pub(crate) fn seats(&self) -> usize {
        self.players.len()
    }

    /// All that is printed on the cards.
    #[inline]
    pub(crate) fn stock(&self) -> &'static ThebesBox {
        self.stock.data()
    }

    /// What is printed on a card.
    #[inline]
    pub(crate) fn print(&self, card: Card) -> &'static Print {
        self.stock().print(card)
    }

    /// Which cards a region has.
    #[inline]
    pub(crate) fn pile(&self, region: Region) -> &'static Pile {
        &self.stock().piles[usize::from(self.options.knowledge_finds == KnowledgeFinds::Off)][region]
    }

    /// The dig table.
    #[inline]
    pub(crate) fn dig_rows(&self) -> &'static DigRows {
        &self.stock().dig[self.options.dig_table as usize]
    }

    /// Whose turn it is, or will be once the action under way is over (H5).
    #[inline]
    pub(crate) fn hindmost(&self) -> Seat {
        self.order[0]
    }

    /// The seats in the order in which they play.
    pub(crate) fn order(&self) -> &[Seat] {
        &self.order[..self.seats()]
    }

    /// How many cards the deck has.
    #[inline]
    pub(crate) fn deck_size(&self) -> u32 {
        self.deck.count_ones() + u32::from(self.backs)
    }

    /// The first free central space (H3).
    #[inline]
    pub(crate) fn free_space(&self) -> Option<usize> {
        self.display.iter().position(Option::is_none)
    }

    /// Action cards in a player's hand.
    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> u128 {
        self.players[seat].cards & self.stock.actions
    }

    /// How many artifacts of each region a player has.
    #[inline]
    pub(crate) fn artifacts(&self, seat: Seat) -> ByRegion<u8> {
        let finds = &self.players[seat].finds;
        ByRegion::from_fn(|region| (finds[region] & self.pile(region).artifacts).count_ones() as u8)
    }

    /// A player's knowledge for digs in a region, without assistants (H16).
    #[inline]
    pub(crate) fn dig_knowledge(&self, seat: Seat, region: Region) -> u8 {
        let player = &self.players[seat];
        player.knowledge[region] + player.general
    }

    /// How many cards a dig gives (H16).
    #[inline]
    pub(crate) fn dig_cards(&self, knowledge: u8, weeks: u8) -> u8 {
        self.dig_rows()[weeks as usize][knowledge.min(DIG_MOST) as usize]
    }

    /// Moves a player's marker; on the space where it lands it goes on top (H5).
    #[inline]
    pub(crate) fn advance(&mut self, seat: Seat, weeks: u16) {
        self.players[seat].weeks += weeks;
        let week = self.players[seat].weeks;
        let seats = self.seats();
        let mut place = self.order[..seats].iter().position(|other| *other == seat).unwrap_or(0);
        while place > 0 {
            self.order.swap(place, place - 1);
            place -= 1;
        }
        while place + 1 < seats && self.players[self.order[place + 1]].weeks < week {
            self.order.swap(place, place + 1);
            place += 1;
        }
    }

    /// Takes an action card out of a hand and out of the game (H10).
    #[inline]
    pub(crate) fn spend(&mut self, seat: Seat, card: Card) {
        let slots = self.print(card).slots;
        self.players[seat].cards = masks::without(self.players[seat].cards, slots);
        self.spent = masks::with(self.spent, slots);
    }

    /// What the deck holds of a region, given what its pile holds.
    #[inline]
    pub(crate) fn deck_of(&self, region: Region, pile: u32) -> u32 {
        self.pile(region).all & !pile & !self.out[region]
    }
}
