//! The box: sixteen islands and sixteen seas, one row a line, and what is computed from them once.
//!
//! Sides are numbered 0 to 5 clockwise as the tile lies with its red mark at the bottom: side 0 carries the mark.

use std::fmt;

use grid::Turn;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How many islands there are, Tonga included.
pub(crate) const ISLANDS: usize = 16;
/// How many seas there are.
pub(crate) const SEAS: usize = 16;
/// How many tiles there are.
pub(crate) const TILES: usize = ISLANDS + SEAS;
/// How many beaches all islands have together.
pub(crate) const BEACHES: usize = 47;
/// How many boats each seat has.
pub(crate) const BOATS: u8 = 15;

/// A beach as it is printed: its moorings, and the sides of the tile where its piers stand.
type BeachRow = (u8, &'static [u8]);

/// An island as it is printed: name, points, beaches.
struct IslandRow(&'static str, u8, &'static [BeachRow]);

#[rustfmt::skip]
const ISLAND_ROWS: [IslandRow; ISLANDS] = [
    IslandRow("tonga",     0, &[(3, &[0]), (3, &[1]), (3, &[2]), (3, &[3]), (3, &[4]), (3, &[5])]),
    IslandRow("muroroa",   2, &[(2, &[1]), (2, &[2]), (3, &[4, 5])]),
    IslandRow("nauru",     2, &[(2, &[1, 2]), (3, &[3]), (2, &[4, 5])]),
    IslandRow("tubuai",    2, &[(3, &[1, 2]), (3, &[4, 5])]),
    IslandRow("rapa-nui",  3, &[(5, &[1, 2]), (3, &[3, 4, 5])]),
    IslandRow("rarotonga", 3, &[(3, &[1, 2]), (4, &[3, 4, 5])]),
    IslandRow("tokelau",   3, &[(4, &[1]), (3, &[2, 3]), (2, &[4, 5])]),
    IslandRow("tuamotu",   3, &[(4, &[1, 2, 3]), (4, &[4, 5])]),
    IslandRow("hiva-oa",   4, &[(2, &[1, 2]), (2, &[3]), (5, &[4, 5])]),
    IslandRow("mangareva", 4, &[(2, &[1, 2]), (3, &[3, 4]), (4, &[5])]),
    IslandRow("oahu",      4, &[(3, &[1, 2]), (5, &[3]), (3, &[4, 5])]),
    IslandRow("tahiti",    4, &[(2, &[1, 2]), (3, &[3, 4]), (4, &[5])]),
    IslandRow("tuvalu",    4, &[(2, &[1, 2]), (4, &[3]), (3, &[4, 5])]),
    IslandRow("fidschi",   5, &[(5, &[1]), (4, &[2, 3]), (4, &[4, 5])]),
    IslandRow("hawaii",    5, &[(3, &[1, 2]), (5, &[3]), (2, &[4, 5])]),
    IslandRow("samoa",     5, &[(3, &[1, 2]), (4, &[3, 4]), (5, &[5])]),
];

/// A route as it is printed: the two sides it joins, and how many colours it asks for (0: any group).
type RouteRow = (u8, u8, u8);

/// A sea as it is printed: name and routes.
struct SeaRow(&'static str, [RouteRow; 3]);

#[rustfmt::skip]
const SEA_ROWS: [SeaRow; SEAS] = [
    SeaRow("sea-a", [(0, 3, 4), (1, 5, 4), (2, 4, 4)]),
    SeaRow("sea-b", [(0, 4, 4), (1, 3, 4), (2, 5, 3)]),
    SeaRow("sea-c", [(0, 3, 4), (1, 5, 3), (2, 4, 0)]),
    SeaRow("sea-d", [(0, 4, 3), (1, 3, 3), (2, 5, 4)]),
    SeaRow("sea-e", [(0, 1, 3), (2, 3, 2), (4, 5, 4)]),
    SeaRow("sea-f", [(0, 3, 3), (1, 5, 3), (2, 4, 3)]),
    SeaRow("sea-g", [(0, 3, 3), (1, 5, 2), (2, 4, 0)]),
    SeaRow("sea-h", [(0, 1, 3), (2, 3, 0), (4, 5, 2)]),
    SeaRow("sea-i", [(0, 4, 2), (1, 3, 3), (2, 5, 4)]),
    SeaRow("sea-j", [(0, 5, 2), (1, 2, 2), (3, 4, 2)]),
    SeaRow("sea-k", [(0, 1, 2), (2, 3, 0), (4, 5, 2)]),
    SeaRow("sea-l", [(0, 5, 0), (1, 2, 3), (3, 4, 4)]),
    SeaRow("sea-m", [(0, 4, 0), (1, 3, 4), (2, 5, 2)]),
    SeaRow("sea-n", [(0, 5, 0), (1, 2, 4), (3, 4, 2)]),
    SeaRow("sea-o", [(0, 1, 0), (2, 3, 2), (4, 5, 0)]),
    SeaRow("sea-p", [(0, 5, 0), (1, 2, 0), (3, 4, 0)]),
];

/// Where a route leads from one side of a sea, and how many colours it asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Route {
    /// The side at its other end.
    pub(crate) to: u8,
    /// The fewest colours; 0 lets any group pass.
    pub(crate) colours: u8,
}

/// The first beach of each island, and behind the last island the number of all beaches.
const FIRST_BEACH: [u8; ISLANDS + 1] = {
    let mut first = [0; ISLANDS + 1];
    let mut island = 0;
    while island < ISLANDS {
        first[island + 1] = first[island] + ISLAND_ROWS[island].2.len() as u8;
        island += 1;
    }
    first
};

/// Of each beach: its island, its moorings, its piers as a mask of sides.
const BEACH_TABLE: [(u8, u8, u8); BEACHES] = {
    let mut table = [(0, 0, 0); BEACHES];
    let mut island = 0;
    while island < ISLANDS {
        let mut number = 0;
        while number < ISLAND_ROWS[island].2.len() {
            let (moorings, sides) = ISLAND_ROWS[island].2[number];
            let (mut piers, mut side) = (0, 0);
            while side < sides.len() {
                piers |= 1 << sides[side];
                side += 1;
            }
            table[FIRST_BEACH[island] as usize + number] = (island as u8, moorings, piers);
            number += 1;
        }
        island += 1;
    }
    table
};

/// Of each island: its beaches as a mask, its piers as a mask of sides, its moorings.
const ISLAND_TABLE: [(u64, u8, u8); ISLANDS] = {
    let mut table = [(0, 0, 0); ISLANDS];
    let mut beach = 0;
    while beach < BEACHES {
        let (island, moorings, piers) = BEACH_TABLE[beach];
        let entry = &mut table[island as usize];
        *entry = (entry.0 | 1 << beach, entry.1 | piers, entry.2 + moorings);
        beach += 1;
    }
    table
};

const ROUTES: [[Route; 6]; SEAS] = {
    let mut table = [[Route { to: 0, colours: 0 }; 6]; SEAS];
    let mut sea = 0;
    while sea < SEAS {
        let mut at = 0;
        while at < 3 {
            let (a, b, colours) = SEA_ROWS[sea].1[at];
            table[sea][a as usize] = Route { to: b, colours };
            table[sea][b as usize] = Route { to: a, colours };
            at += 1;
        }
        sea += 1;
    }
    table
};

/// What stands at a side of a tile, in a form in which equal print gives equal values: the other end of the route
/// and its number, or the beach's moorings and all its piers (whatever the beach's number).
const fn print_at(tile: usize, side: u8, turn: u8) -> (u8, u8) {
    let printed = (side + 6 - turn) % 6;
    if tile >= ISLANDS {
        let route = ROUTES[tile - ISLANDS][printed as usize];
        return ((route.to + turn) % 6, route.colours);
    }
    let mut beach = FIRST_BEACH[tile];
    while beach < FIRST_BEACH[tile + 1] {
        let (_, moorings, piers) = BEACH_TABLE[beach as usize];
        if piers >> printed & 1 == 1 {
            return (turned(piers, Turn::clockwise(turn)), moorings);
        }
        beach += 1;
    }
    (0, 0)
}

/// How many turns of each tile look different; the others repeat them.
const LOOKS: [u8; TILES] = {
    let mut looks = [6; TILES];
    let mut tile = 0;
    while tile < TILES {
        let mut turn = 5;
        while turn > 0 {
            let (mut same, mut side) = (true, 0);
            while side < 6 {
                let (here, there) = (print_at(tile, side, 0), print_at(tile, side, turn));
                same &= here.0 == there.0 && here.1 == there.1;
                side += 1;
            }
            if same {
                looks[tile] = turn;
            }
            turn -= 1;
        }
        tile += 1;
    }
    looks
};

/// A mask of sides, turned clockwise.
#[inline]
pub(crate) const fn turned(sides: u8, turn: Turn) -> u8 {
    ((sides << turn.sixths()) | (sides >> (6 - turn.sixths()))) & 63
}

/// One of the 32 tiles: the islands in the order of their points, then the seas.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
pub struct Tile(u8);

impl Tile {
    /// Every tile.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..TILES as u8).map(Tile)
    }

    #[inline]
    pub(crate) const fn at(index: usize) -> Tile {
        Tile(index as u8)
    }

    /// The tile's place in [`all`](Tile::all).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The tile's name in records: `rapa-nui`, `sea-c`.
    pub const fn name(self) -> &'static str {
        match self.island() {
            Some(island) => island.name(),
            None => SEA_ROWS[self.index() - ISLANDS].0,
        }
    }

    /// The tile of a name.
    pub fn named(name: &str) -> Option<Tile> {
        Tile::all().find(|tile| tile.name() == name)
    }

    /// The island on the tile; `None` for a sea.
    #[inline]
    pub const fn island(self) -> Option<Island> {
        if self.index() < ISLANDS { Some(Island(self.0)) } else { None }
    }

    /// Where a sea's route leads from that side.
    #[inline]
    pub(crate) const fn route(self, side: u8) -> Route {
        ROUTES[self.index() - ISLANDS][side as usize]
    }

    /// How many turns of the tile look different: 2, 3 or all 6.
    #[inline]
    pub const fn looks(self) -> u8 {
        LOOKS[self.index()]
    }
}

/// One of the sixteen islands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
pub struct Island(u8);

impl Island {
    /// The island on which everybody starts.
    pub const TONGA: Island = Island(0);

    /// Every island, Tonga first.
    pub fn all() -> impl DoubleEndedIterator<Item = Island> + Clone {
        (0..ISLANDS as u8).map(Island)
    }

    #[inline]
    pub(crate) const fn at(index: usize) -> Island {
        Island(index as u8)
    }

    /// The island's place in [`all`](Island::all).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The island's tile.
    #[inline]
    pub const fn tile(self) -> Tile {
        Tile(self.0)
    }

    /// The island's name in records.
    pub const fn name(self) -> &'static str {
        ISLAND_ROWS[self.index()].0
    }

    /// The island of a name.
    pub fn named(name: &str) -> Option<Island> {
        Island::all().find(|island| island.name() == name)
    }

    /// The number at the foot of its statue.
    #[inline]
    pub const fn points(self) -> i32 {
        ISLAND_ROWS[self.index()].1 as i32
    }

    /// Its beaches, in the order of their numbers.
    pub fn beaches(self) -> impl DoubleEndedIterator<Item = Beach> + Clone {
        (FIRST_BEACH[self.index()]..FIRST_BEACH[self.index() + 1]).map(Beach)
    }

    /// Its beaches as a mask.
    #[inline]
    pub(crate) const fn mask(self) -> u64 {
        ISLAND_TABLE[self.index()].0
    }

    /// Its piers, as a mask of sides.
    #[inline]
    pub(crate) const fn piers(self) -> u8 {
        ISLAND_TABLE[self.index()].1
    }

    /// Its moorings.
    pub const fn moorings(self) -> u8 {
        ISLAND_TABLE[self.index()].2
    }
}

/// One of the 47 beaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
pub struct Beach(u8);

impl Beach {
    /// Every beach, island by island.
    pub fn all() -> impl DoubleEndedIterator<Item = Beach> + Clone {
        (0..BEACHES as u8).map(Beach)
    }

    /// The beach's place in [`all`](Beach::all).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The beach of a name such as `nauru.2`.
    pub fn named(name: &str) -> Option<Beach> {
        let (island, number) = name.split_once('.')?;
        let island = Island::named(island)?;
        let number: usize = engine::plain_number(number)? as usize;
        island.beaches().nth(number.checked_sub(1)?)
    }

    /// The island it belongs to.
    #[inline]
    pub const fn island(self) -> Island {
        Island(BEACH_TABLE[self.index()].0)
    }

    /// Its number on the island, from 1.
    pub const fn number(self) -> u8 {
        self.0 - FIRST_BEACH[self.island().index()] + 1
    }

    /// How many boats it takes.
    #[inline]
    pub const fn moorings(self) -> u8 {
        BEACH_TABLE[self.index()].1
    }

    /// Its piers, as a mask of sides.
    #[inline]
    pub(crate) const fn piers(self) -> u8 {
        BEACH_TABLE[self.index()].2
    }

    /// The beach as a mask.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The beaches of a mask, in order.
pub(crate) fn beaches(mut mask: u64) -> impl Iterator<Item = Beach> {
    std::iter::from_fn(move || {
        let next = (mask != 0).then(|| Beach(mask.trailing_zeros() as u8));
        mask &= mask.wrapping_sub(1);
        next
    })
}

/// The tiles of a mask, in order.
pub(crate) fn tiles(mut mask: u32) -> impl Iterator<Item = Tile> {
    std::iter::from_fn(move || {
        let next = (mask != 0).then(|| Tile(mask.trailing_zeros() as u8));
        mask &= mask.wrapping_sub(1);
        next
    })
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Island {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Beach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.island(), self.number())
    }
}

/// Debug and JSON show these types by name, and JSON reads them back.
macro_rules! by_name {
    ($($type:ty, $what:literal;)*) => {$(
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                let unknown = || serde::de::Error::custom(format!("'{}' is not {}", engine::clip(&name), $what));
                Self::named(&name).ok_or_else(unknown)
            }
        }
    )*};
}
by_name! {
    Tile, "a tile such as nauru or sea-c";
    Island, "an island such as rapa-nui";
    Beach, "a beach such as nauru.2";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        assert!(Tile::all().all(|tile| Tile::named(tile.name()) == Some(tile)));
        assert!(Beach::all().all(|beach| Beach::named(&beach.to_string()) == Some(beach)));
        for bad in ["", "nauru", "nauru.0", "nauru.4", "nauru.01", "sea-a.1", "tonga.7", "nauru.1.1"] {
            assert_eq!(Beach::named(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_turns_that_look_alike_are_those_of_the_notation() {
        let with = |looks: u8| -> Vec<&str> {
            Tile::all().filter(|tile| *tile != Tile(0) && tile.looks() == looks).map(Tile::name).collect()
        };
        assert_eq!(with(3), ["tubuai", "sea-a", "sea-b", "sea-d", "sea-f"]);
        assert_eq!(with(2), ["sea-j", "sea-p"]);
        assert_eq!(with(1).len() + with(4).len() + with(5).len(), 0);
    }
}
