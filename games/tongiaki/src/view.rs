//! What a viewer may know: everything, since only the order of the pile is hidden and no position has one (O28).

use std::collections::BTreeMap;

use engine::{OptionWord as _, Seat};
use serde::{Deserialize, Serialize};

use crate::diagram::{self, Diagram};
use crate::options::FullBeaches;
use crate::state::Tongiaki;
use crate::tiles::{Island, Tile, tiles};

/// A position as anybody may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "WireView", try_from = "WireView")]
pub struct View(Tongiaki);

impl View {
    pub(crate) fn of(state: &Tongiaki) -> View {
        View(state.clone())
    }

    pub(crate) fn state(&self) -> &Tongiaki {
        &self.0
    }
}

/// The plain form of a [`View`], as a client gets it.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "View")]
pub struct WireView {
    /// How many seats.
    seats: usize,
    /// Which full beaches may sail (O12).
    full_beaches: String,
    /// The table.
    position: Diagram,
    /// The tiles not yet turned up, in no order.
    pile: Vec<Tile>,
    /// The points as they stand.
    #[ts(type = "Record<string, number>")]
    points: BTreeMap<Seat, i32>,
    /// The islands whose every pier leads back to them (O15).
    closed: Vec<Island>,
}

impl From<View> for WireView {
    fn from(View(state): View) -> WireView {
        let seats = state.seats.into();
        WireView {
            seats,
            full_beaches: state.full_beaches.word().to_owned(),
            position: diagram::of(&state),
            pile: tiles(state.pile).collect(),
            points: Seat::all(seats).map(|seat| (seat, state.points_of(seat))).collect(),
            closed: state.board.islands().filter(|island| state.board.is_closed(*island)).collect(),
        }
    }
}

impl TryFrom<WireView> for View {
    type Error = String;

    fn try_from(wire: WireView) -> Result<View, String> {
        if !(2..=engine::MOST_SEATS).contains(&wire.seats) {
            return Err("2 to 6 seats play".to_owned());
        }
        let full_beaches =
            FullBeaches::from_word(&wire.full_beaches).ok_or("full_beaches is 'all' or 'first'".to_owned())?;
        diagram::position(&wire.position, wire.seats, full_beaches).map(View).map_err(|faults| faults.join("; "))
    }
}
