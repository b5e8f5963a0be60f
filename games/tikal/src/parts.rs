//! The components under the words of the notation, for clients that draw them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::{COLUMNS, Cell, ROWS, SIDES};
use crate::rules::{MOST_CHIPS, PRICES};
use crate::state::POINTS;
use crate::tiles::{
    CAMPS, COPIES, GUARDS, Kind, LETTERS, PRINTED, PRINTED_AT, SQUARES, TILES, Tile, Treasure, WORKERS,
};

/// What is printed on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
pub enum Ground {
    /// A temple.
    Temple,
    /// A treasure site.
    Treasure,
    /// Jungle.
    Jungle,
    /// A volcano.
    Volcano,
    /// The base camp.
    Base,
}

/// A tile of the stack or a cell printed on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS)]
pub struct TilePart {
    /// What it shows.
    pub kind: Ground,
    /// The value of a temple.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub value: Option<u8>,
    /// The golden masks of a treasure site.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub masks: Option<u8>,
    /// The stones by side, clockwise from the north, before it is turned.
    pub stones: [u8; SIDES],
    /// How many of its turns look different.
    pub turns: u8,
}

/// The box.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS)]
pub struct Parts {
    /// How many columns the board has, a to h.
    pub columns: usize,
    /// How many rows, 1 to 5.
    pub rows: usize,
    /// The tiles by id, those printed on the board too.
    #[ts(type = "Record<Tile, TilePart>")]
    pub tiles: BTreeMap<&'static str, TilePart>,
    /// Which tile is printed on which cell.
    #[ts(type = "Record<Cell, Tile>")]
    pub printed: BTreeMap<Cell, &'static str>,
    /// How many tiles each letter has.
    #[ts(type = "Record<string, number>")]
    pub letters: BTreeMap<char, usize>,
    /// How many temple squares of each value there are.
    #[ts(type = "Record<string, number>")]
    pub squares: BTreeMap<u8, u8>,
    /// How many treasures of each kind there are.
    #[ts(type = "Record<Treasure, number>")]
    pub treasures: BTreeMap<Treasure, u8>,
    /// The workers of a seat.
    pub workers: u8,
    /// The camps of a seat.
    pub camps: usize,
    /// The guards of a seat.
    pub guards: usize,
    /// The action points of a turn.
    pub points: u8,
    /// The most chips of a jump.
    pub chips: u8,
    /// What each verb costs, in action points.
    #[ts(type = "Record<string, number>")]
    pub prices: BTreeMap<&'static str, u8>,
}

fn tile_part(tile: Tile) -> TilePart {
    let (kind, value, masks) = match tile.kind() {
        Kind::Temple(value) => (Ground::Temple, Some(value), None),
        Kind::Treasure(masks) => (Ground::Treasure, None, Some(masks)),
        Kind::Jungle => (Ground::Jungle, None, None),
        Kind::Volcano => (Ground::Volcano, None, None),
        Kind::BaseCamp => (Ground::Base, None, None),
    };
    TilePart { kind, value, masks, stones: std::array::from_fn(|side| tile.stones(0, side)), turns: tile.turns() }
}

impl Parts {
    fn of_the_box() -> Parts {
        let printed = |place: usize| Tile::nth(TILES + place).id();
        Parts {
            columns: COLUMNS,
            rows: ROWS,
            tiles: (0..TILES + PRINTED).map(|place| (Tile::nth(place).id(), tile_part(Tile::nth(place)))).collect(),
            printed: (0..PRINTED).map(|place| (PRINTED_AT[place], printed(place))).collect(),
            letters: ('A'..='G').zip(LETTERS).collect(),
            squares: (0..).zip(SQUARES).filter(|(_, count)| *count > 0).collect(),
            treasures: Treasure::ALL.into_iter().map(|kind| (kind, COPIES)).collect(),
            workers: WORKERS,
            camps: CAMPS,
            guards: GUARDS,
            points: POINTS,
            chips: MOST_CHIPS,
            prices: PRICES.into_iter().collect(),
        }
    }
}

/// The components as plain data.
pub(crate) fn parts() -> serde_json::Value {
    serde_json::to_value(Parts::of_the_box()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fit_the_box() {
        let parts = Parts::of_the_box();
        let of = |kind| parts.tiles.values().filter(|tile| tile.kind == kind).count();
        let counts = [Ground::Temple, Ground::Jungle, Ground::Treasure, Ground::Volcano, Ground::Base].map(of);
        assert_eq!(counts, [15 + 2, 10 + 1, 8, 3, 1], "the tiles and the printed cells");
        assert_eq!(parts.letters.values().sum::<usize>() + parts.printed.len(), parts.tiles.len());
        assert_eq!(parts.columns * parts.rows, parts.tiles.len(), "a tile for every cell");
        assert_eq!(parts.squares.values().map(|count| u32::from(*count)).sum::<u32>(), 48, "squares");
        let masks: u8 = parts.tiles.values().filter_map(|tile| tile.masks).sum();
        assert_eq!(masks, parts.treasures.values().sum::<u8>(), "a treasure for every mask");
        assert!(parts.tiles.values().all(|tile| tile.value.is_some() == (tile.kind == Ground::Temple)));
    }

    #[test]
    fn the_client_is_tested_with_these_parts() {
        let file: serde_json::Value = serde_json::from_str(include_str!("../web/tests/fixtures/parts.json")).unwrap();
        assert_eq!(file, parts(), "web/tests/fixtures/parts.json is not the box");
    }

    #[test]
    fn the_parts_are_plain_data_under_the_words() {
        let parts = parts();
        assert_eq!(parts["tiles"]["A4"]["kind"], "treasure");
        assert_eq!(parts["tiles"]["A4"]["stones"], serde_json::json!([2, 0, 0, 0, 1, 0]));
        assert_eq!(parts["printed"]["a5"], "BASE");
        assert_eq!((&parts["prices"]["guard"], &parts["squares"]["10"]), (&5.into(), &1.into()));
        assert!(parts["prices"].get("move").is_none(), "stones tell what a move costs");
    }
}
