//! The box as a client needs it to draw a table: the printed tiles, under the words of the notation.

use serde::Serialize;

use crate::boats::MOST_ROYAL;
use crate::tiles::{BOATS, Beach, Island, Tile};

/// The components of the box.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Parts {
    /// The boats of each seat.
    boats: u8,
    /// The most royal islands of one seat.
    royal: usize,
    /// The islands in the order of their points, Tonga first.
    islands: Vec<IslandPart>,
    /// The seas.
    seas: Vec<SeaPart>,
}

/// An island as it is printed, with its red mark at side 0.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub(crate) struct IslandPart {
    /// Its name in records.
    name: Island,
    /// What it is worth.
    points: i32,
    /// Its beaches, in the order of their numbers.
    beaches: Vec<BeachPart>,
    /// How many of its turns look different.
    looks: u8,
}

/// A beach as it is printed.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub(crate) struct BeachPart {
    /// Its name in records.
    name: Beach,
    /// How many boats it takes.
    moorings: u8,
    /// The sides at which its piers stand.
    piers: Vec<u8>,
}

/// A sea as it is printed, with its red mark at side 0.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub(crate) struct SeaPart {
    /// Its name in records.
    name: Tile,
    /// Its three routes.
    routes: Vec<RoutePart>,
    /// How many of its turns look different.
    looks: u8,
}

/// A route as it is printed.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub(crate) struct RoutePart {
    /// The sides that it joins.
    sides: [u8; 2],
    /// The fewest colours that it asks for; 0 lets any group pass.
    colours: u8,
}

impl Parts {
    /// The components, which are the same in every box.
    pub(crate) fn of_the_box() -> Parts {
        Parts {
            boats: BOATS,
            royal: MOST_ROYAL,
            islands: Island::all().map(island).collect(),
            seas: Tile::all().filter(|tile| tile.island().is_none()).map(sea).collect(),
        }
    }
}

fn island(island: Island) -> IslandPart {
    let piers = |beach: Beach| (0..6).filter(|side| beach.piers() >> side & 1 == 1).collect();
    let beach = |beach: Beach| BeachPart { name: beach, moorings: beach.moorings(), piers: piers(beach) };
    IslandPart {
        name: island,
        points: island.points(),
        beaches: island.beaches().map(beach).collect(),
        looks: island.tile().looks(),
    }
}

fn sea(tile: Tile) -> SeaPart {
    let route = |side: u8| {
        let route = tile.route(side);
        (side < route.to).then_some(RoutePart { sides: [side, route.to], colours: route.colours })
    };
    SeaPart { name: tile, routes: (0..6).filter_map(route).collect(), looks: tile.looks() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_are_those_of_the_box() {
        let parts = Parts::of_the_box();
        assert_eq!((parts.boats, parts.royal, parts.islands.len(), parts.seas.len()), (15, 2, 16, 16));
        let of_points = |points| parts.islands.iter().filter(|island| island.points == points).count();
        assert_eq!([0, 2, 3, 4, 5].map(of_points), [1, 3, 4, 5, 3]);
        assert_eq!(parts.islands.iter().map(|island| island.beaches.len()).sum::<usize>(), 47);
        let moorings = parts.islands.iter().flat_map(|island| &island.beaches).map(|beach| u32::from(beach.moorings));
        assert_eq!(moorings.sum::<u32>(), 152);
        for sea in &parts.seas {
            let mut sides: Vec<u8> = sea.routes.iter().flat_map(|route| route.sides).collect();
            sides.sort_unstable();
            assert_eq!(sides, [0, 1, 2, 3, 4, 5], "{}", sea.name);
        }
        let asking = |colours| parts.seas.iter().flat_map(|sea| &sea.routes).filter(|r| r.colours == colours).count();
        assert_eq!([0, 2, 3, 4].map(asking), [12; 4]);
    }
}
