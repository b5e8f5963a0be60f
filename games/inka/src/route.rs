//! By which cells a walk goes (K12): for whoever draws it, since the rules only ask what it costs.

use serde::{Deserialize, Serialize};

use crate::action::Foothold;
use crate::cells::{Cell, Cells};
use crate::state::{Inka, Phase};

/// A cell within reach of the pawn of the seat to act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Reached {
    /// The cell.
    pub cell: String,
    /// The cell before it on the way; none where the pawn stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<String>,
    /// The AP that the snakes on the way cost.
    pub price: u8,
}

/// The cheapest way to a cell, the shortest of these.
#[derive(Clone, Copy)]
struct Way {
    price: u8,
    length: u8,
    from: Option<Cell>,
}

/// The cheapest ways from where a pawn stands.
pub(crate) struct Routes([Option<Way>; 128]);

impl Inka {
    /// The ways of the seat to act, whether or not it may walk now.
    pub(crate) fn routes(&self) -> Routes {
        let mut ways = [None; 128];
        let origin = self.pawns[self.seat].map_or(Cells::NONE, |place| self.cells_of(place));
        let mut waiting: Vec<Cell> = origin.iter().collect();
        for cell in &waiting {
            ways[cell.bit() as usize] = Some(Way { price: 0, length: 0, from: None });
        }
        while let Some(cell) = waiting.pop() {
            let Some(here) = ways[cell.bit() as usize] else { continue };
            for next in cell.neighbours().filter(|next| self.may_enter(*next)) {
                let Some(toll) = self.toll(cell, next) else { continue };
                let way = Way { price: here.price + toll, length: here.length + 1, from: Some(cell) };
                let known = &mut ways[next.bit() as usize];
                if known.is_none_or(|known| (way.price, way.length) < (known.price, known.length)) {
                    *known = Some(way);
                    waiting.push(next);
                }
            }
        }
        Routes(ways)
    }

    /// What the pawn of the seat to act can reach in a walk now.
    pub(crate) fn reached(&self) -> Vec<Reached> {
        let Phase::Turn(turn) = self.phase else { return Vec::new() };
        if turn.walked {
            return Vec::new();
        }
        let routes = self.routes();
        let within = Cells::ALL.iter().filter_map(|cell| Some((cell, routes.0[cell.bit() as usize]?)));
        let within = within.filter(|(_, way)| way.price <= turn.ap);
        within
            .map(|(cell, way)| Reached {
                cell: cell.to_string(),
                from: way.from.map(|from| from.to_string()),
                price: way.price,
            })
            .collect()
    }

    /// The cells of the walk to a place, from where the pawn stands.
    pub(crate) fn way_to(&self, place: Foothold) -> Vec<String> {
        let routes = self.routes();
        let least =
            |cell: &Cell| routes.0[cell.bit() as usize].map_or((u8::MAX, u8::MAX), |way| (way.price, way.length));
        let mut at = self.cells_of(place).iter().min_by_key(least);
        let mut cells = Vec::new();
        while let Some(cell) = at {
            cells.push(cell.to_string());
            at = routes.0[cell.bit() as usize].and_then(|way| way.from);
        }
        cells.reverse();
        cells
    }
}

#[cfg(test)]
mod tests {
    use engine::{Draft, Game as _};

    use super::*;
    use crate::diagram::Diagram;

    fn with_snake() -> Inka {
        let mut diagram = Diagram::default();
        diagram.rhombi.insert("T04".into(), "u-4,2 d-4,1".into());
        Inka::from_diagram(&Draft::<Inka>::new(2).admit().unwrap(), diagram).unwrap()
    }

    #[test]
    fn k12_a_way_goes_cell_by_cell_and_tells_its_price() {
        let game = with_snake();
        let reached = game.reached();
        let at = |cell: &str| reached.iter().find(|reached| reached.cell == cell).cloned();
        assert_eq!(at("d-4,3").map(|here| (here.from, here.price)), Some((None, 0)), "where the pawn stands");
        assert_eq!(at("d-4,1").map(|here| (here.from, here.price)), Some((Some("u-4,2".into()), 1)), "over the snake");
        assert_eq!(at("u0,0"), None, "no way leads there");
        assert_eq!(game.way_to("T04/A".parse().unwrap()).last().map(String::as_str), Some("u-4,2"));
        assert_eq!(game.way_to("T04/B".parse().unwrap()).last().map(String::as_str), Some("d-4,1"));
    }

    #[test]
    fn k12_routes_cost_what_offers_do() {
        let game = with_snake();
        let routes = game.routes();
        for offer in game.offers().into_iter().filter(|offer| offer.word.starts_with("walk")) {
            let place: Foothold = offer.word["walk ".len()..].parse().unwrap();
            let least = game.cells_of(place).iter().filter_map(|cell| Some(routes.0[cell.bit() as usize]?.price)).min();
            assert_eq!(least.map(i32::from), offer.price, "{}", offer.word);
        }
    }
}
