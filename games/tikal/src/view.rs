//! What one viewer may know. Everything is open but the chips chosen for a jump (T36).

use std::collections::BTreeMap;

use engine::{Choices, Dice, Draft, Game, Items, Pairs, Rng, Seat, Viewer};
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::board::Cell;
use crate::diagram::{Diagram, Position};
use crate::options::{Options, Terrain};
use crate::seats::SeatSet;
use crate::state::{Phase, Tikal};
use crate::tiles::{Kind, Tile};

/// The table through the eyes of one viewer.
///
/// It holds a table from which the hidden numbers were removed, so that imagining a whole position is a copy and
/// a few dice; what is written out is [`WireView`].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "WireView")]
pub struct View {
    /// Whose view it is, where that makes a difference.
    you: Option<Seat>,
    /// The table; hidden choices are 0 in it.
    table: Tikal,
    /// Who has chosen chips that the viewer does not see.
    hidden: SeatSet,
}

/// A view as it is written, for clients and programs.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
#[ts(rename = "View")]
pub struct WireView {
    /// Whose view it is: a player's, at a table that hides something (T36).
    you: Option<Seat>,
    /// How many sit at the table.
    seats: usize,
    /// The options that differ from the default.
    #[ts(type = "Record<string, string>")]
    options: BTreeMap<String, String>,
    /// The position, as far as it is open.
    position: Diagram,
    /// Who has chosen chips that only they see.
    hidden_chips: Vec<Seat>,
    /// How many tiles of each letter are still in the stack.
    #[ts(type = "Record<string, number>")]
    #[expect(dead_code, reason = "clients read it; for a table it follows from the position")]
    stack: BTreeMap<char, usize>,
    /// With `terrain=random_sudden_death`, note 1 of the variant: where each temple tile is, its cell or `up`, `hand`,
    /// `aside`, `to come`.
    #[ts(type = "Record<Tile, string>", optional)]
    #[expect(dead_code, reason = "clients read it; for a table it follows from the position")]
    #[serde(default)]
    temples: BTreeMap<Tile, String>,
    /// How many squares of each value are left.
    #[ts(type = "Record<string, number>")]
    #[expect(dead_code, reason = "clients read it; for a table it follows from the position")]
    squares: BTreeMap<u8, u8>,
    /// What each seat would score if it were scored now.
    #[ts(type = "Record<string, number>")]
    #[expect(dead_code, reason = "clients read it; for a table it follows from the position")]
    if_scored_now: BTreeMap<Seat, i32>,
}

impl View {
    pub(crate) fn new(game: &Tikal, viewer: Viewer) -> View {
        let mut table = game.clone();
        let mut hidden = SeatSet::default();
        if game.phase == Phase::Chips {
            for seat in game.table().filter(|seat| !viewer.is(*seat) && game.players[*seat].chosen > 0) {
                table.players[seat].chosen = 0;
                hidden.insert(seat);
            }
        }
        let you = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        View { you: you.filter(|_| game.hides()), table, hidden }
    }

    /// The open part of the table.
    pub(crate) fn table(&self) -> &Tikal {
        &self.table
    }

    /// Whether the seat has chosen chips that this viewer does not see.
    pub(crate) fn hides(&self, seat: Seat) -> bool {
        self.hidden.has(seat)
    }

    pub(crate) fn imagine(&self, rng: &mut impl Rng) -> Tikal {
        let mut game = self.table.clone();
        for seat in self.hidden.seats() {
            let most = game.players[seat].chips.clamp(1, 5);
            game.players[seat].chosen = 1 + rng.below(u32::from(most)) as u8;
        }
        game
    }
}

/// Written straight from the table, with the fields of [`WireView`] in their order: whoever follows a table gets it
/// after every step.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let table = &self.table;
        let mut options = table.options.differing();
        options.sort_unstable();
        let points = |seat| (seat, table.score_now(seat));
        let mut fields = serializer.serialize_struct("View", 9)?;
        fields.serialize_field("you", &self.you)?;
        fields.serialize_field("seats", &table.players.len())?;
        fields.serialize_field("options", &Pairs(|| options.iter().copied()))?;
        fields.serialize_field("position", &Position(table))?;
        fields.serialize_field("hidden_chips", &Items(|| self.hidden.seats()))?;
        fields.serialize_field("stack", &Pairs(|| letters(table)))?;
        if table.options.terrain == Terrain::RandomSuddenDeath {
            fields.serialize_field("temples", &Pairs(|| temples(table)))?;
        }
        fields.serialize_field("squares", &Pairs(|| (2u8..).zip(&table.squares[2..])))?;
        fields.serialize_field("if_scored_now", &Pairs(|| Seat::all(table.players.len()).map(points)))?;
        fields.end()
    }
}

/// How many tiles of each letter are still in the stack.
fn letters(table: &Tikal) -> impl Iterator<Item = (char, usize)> {
    let left = |letter: char| table.pile.into_iter().filter(|tile| tile.id().starts_with(letter)).count();
    ('A'..='G').map(move |letter| (letter, left(letter))).filter(|(_, left)| *left > 0)
}

/// T34: where each temple tile is, as note 1 of the variant lists them.
pub(crate) fn temples(table: &Tikal) -> impl Iterator<Item = (Tile, &'static str)> {
    let temples = Tile::all().filter(|tile| matches!(tile.kind(), Kind::Temple(_)));
    temples.map(move |tile| {
        let lies = |cell: &Cell| table.ground[cell.index()].is_some_and(|laid| laid.tile == tile);
        let place = match table.explored.into_iter().find(lies) {
            Some(cell) => cell.name(),
            None if table.round.display.has(tile) => "up",
            None if table.players.values().any(|player| player.hand == Some(tile)) => "hand",
            None if table.aside.has(tile) => "aside",
            None => "to come",
        };
        (tile, place)
    })
}

impl TryFrom<WireView> for View {
    type Error = String;

    fn try_from(wire: WireView) -> Result<View, String> {
        let mut options = Options::default();
        for (key, word) in &wire.options {
            options.set(key, word).map_err(|error| error.to_string())?;
        }
        let setup = Draft::<Tikal>::new(wire.seats).with(options).admit().map_err(|faults| faults[0].to_string())?;
        let mut position = wire.position;
        let mut hidden = SeatSet::default();
        // A seat that has chosen is no longer asked; any number stands for the one that is hidden.
        for seat in wire.hidden_chips {
            position.players.entry(seat).or_default().chosen = 1;
            hidden.insert(seat);
        }
        let mut table = Tikal::from_diagram(&setup, position).map_err(|faults| faults.join("; "))?;
        hidden.seats().for_each(|seat| table.players[seat].chosen = 0);
        Ok(View { you: wire.you.filter(|_| table.hides()), table, hidden })
    }
}
