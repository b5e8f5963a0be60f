//! What a viewer may know: everything (K20). Only the order in which path rhombi will be drawn is unknown, and the
//! state does not hold it either.

use engine::{Boxed, Choices as _, Draft, Game as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::diagram::Diagram;
use crate::options::Options;
use crate::route::Reached;
use crate::state::Inka;
use crate::temple::Temple;

/// All that a viewer may know: the position itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View(Inka);

impl View {
    pub(crate) fn of(game: &Inka) -> View {
        View(game.clone())
    }

    pub(crate) fn game(&self) -> &Inka {
        &self.0
    }
}

/// A view as it goes over the wire.
#[derive(Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "View")]
pub(crate) struct WireView {
    #[serde(rename = "box")]
    temple: Boxed<Temple>,
    seats: usize,
    /// The options that differ from the default.
    options: Vec<(String, String)>,
    /// The points by seat.
    points: Vec<i32>,
    position: Diagram,
    /// Where the pawn of the seat to act can walk now, and by which cells; for whoever draws it.
    #[serde(default, skip_deserializing)]
    reach: Vec<Reached>,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let own = |(key, word): (&str, &str)| (key.to_owned(), word.to_owned());
        let wire = WireView {
            temple: self.0.temple,
            seats: self.0.seats(),
            options: self.0.options.differing().into_iter().map(own).collect(),
            points: engine::Seat::all(self.0.seats()).map(|seat| self.0.points(seat)).collect(),
            position: self.0.diagram(),
            reach: self.0.reached(),
        };
        wire.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        use serde::de::Error;
        let wire = WireView::deserialize(deserializer)?;
        let mut options = Options::default();
        for (key, word) in &wire.options {
            options.set(key, word).map_err(D::Error::custom)?;
        }
        let draft = Draft::<Inka> { options, data: wire.temple, ..Draft::new(wire.seats) };
        let setup = draft.admit().map_err(|objections| D::Error::custom(&objections[0]))?;
        Inka::from_diagram(&setup, wire.position).map(View).map_err(|faults| D::Error::custom(faults.join("; ")))
    }
}
