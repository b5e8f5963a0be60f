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

/// A view as it is sent.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "View"))]
pub(crate) struct Sent {
    #[serde(rename = "box")]
    #[cfg_attr(feature = "typescript", ts(rename = "box", type = "string"))]
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
        let sent = Sent {
            temple: self.0.temple,
            seats: self.0.seats(),
            options: self.0.options.differing().into_iter().map(own).collect(),
            points: engine::Seat::all(self.0.seats()).map(|seat| self.0.points(seat)).collect(),
            position: self.0.diagram(),
            reach: self.0.reached(),
        };
        sent.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        use serde::de::Error;
        let sent = Sent::deserialize(deserializer)?;
        let mut options = Options::default();
        for (key, word) in &sent.options {
            options.set(key, word).map_err(D::Error::custom)?;
        }
        let draft = Draft::<Inka> { options, data: sent.temple, ..Draft::new(sent.seats) };
        let setup = draft.admit().map_err(|objections| D::Error::custom(&objections[0]))?;
        Inka::from_diagram(&setup, sent.position).map(View).map_err(|faults| D::Error::custom(faults.join("; ")))
    }
}
