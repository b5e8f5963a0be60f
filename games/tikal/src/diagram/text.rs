//! The text of a position, straight from the table: clients are told the position after every step, and a [`Diagram`]
//! that is written once and thrown away would cost more than the text.
//!
//! The fields are those of [`Diagram`], in their order.
//!
//! [`Diagram`]: super::Diagram

use engine::{Items, Pairs};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::{
    buried, due, guards, jump, leader, obstacles, occasion, older_rules, phase, tiles, treasures, values, worked,
    workers, write_round,
};
use crate::state::{Player, Tikal};

/// A position that is written as its diagram.
pub(crate) struct Position<'a>(pub(crate) &'a Tikal);

impl Serialize for Position<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let game = self.0;
        let (phase, cell) = phase(game);
        let mut fields = serializer.serialize_struct("Diagram", 17)?;
        if let Some(rules) = older_rules(game) {
            fields.serialize_field("rules", &rules)?;
        }
        fields.serialize_field("phase", &phase)?;
        fields.serialize_field("turn", &game.seat)?;
        fields.serialize_field("occasion", &occasion(game))?;
        fields.serialize_field("ap", &game.ap)?;
        fields.serialize_field("cell", &cell)?;
        fields.serialize_field("jump", &jump(game))?;
        fields.serialize_field("tiles", &Pairs(|| tiles(game)))?;
        fields.serialize_field("values", &Pairs(|| values(game)))?;
        fields.serialize_field("buried", &Pairs(|| buried(game)))?;
        fields.serialize_field("obstacles", &Items(|| obstacles(game)))?;
        fields.serialize_field("aside", &Items(|| game.aside.into_iter()))?;
        fields.serialize_field("players", &Pairs(|| game.players.iter().map(|(seat, player)| (seat, Own(player)))))?;
        fields.serialize_field("queue", game.queue.as_slice())?;
        fields.serialize_field("due", &Items(|| due(game)))?;
        fields.serialize_field("last_volcano", &game.last_volcano)?;
        fields.serialize_field("round", &write_round(&game.round))?;
        fields.end()
    }
}

/// What one player has.
struct Own<'a>(&'a Player);

impl Serialize for Own<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let player = self.0;
        let mut fields = serializer.serialize_struct("PlayerDiagram", 13)?;
        fields.serialize_field("points", &player.points)?;
        fields.serialize_field("leader", &leader(player))?;
        fields.serialize_field("workers", &Pairs(|| workers(player)))?;
        fields.serialize_field("supply", &player.supply)?;
        fields.serialize_field("gone", &player.gone)?;
        fields.serialize_field("camps", &Items(|| player.camps.into_iter()))?;
        fields.serialize_field("guards", &Pairs(|| guards(player)))?;
        fields.serialize_field("treasures", &Pairs(|| treasures(player)))?;
        fields.serialize_field("worked", &Pairs(|| worked(player)))?;
        fields.serialize_field("shot", &Items(|| player.shot.into_iter()))?;
        fields.serialize_field("tile", &player.hand)?;
        fields.serialize_field("chips", &player.chips)?;
        fields.serialize_field("chosen", &player.chosen)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use engine::{Dice as _, Draft, Fast, Game as _, ToAct};

    use super::*;
    use crate::options::Options;

    fn options(words: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        for (key, word) in words {
            engine::Choices::set(&mut options, key, word).expect("an option");
        }
        options
    }

    #[test]
    fn a_position_is_written_as_its_diagram() {
        let tables = [
            options(&[]),
            options(&[("obstacles", "on"), ("machine_gun", "on"), ("boulder", "off")]),
            options(&[("version", "auction"), ("tempo", "jumps"), ("obstacles", "on"), ("machine_gun", "on")]),
        ];
        for (number, options) in tables.into_iter().enumerate() {
            let setup = Draft::<Tikal>::new(4).with(options).admit().expect("these go together");
            let (mut game, mut rng) = (Tikal::new(&setup), Fast::new(number as u64));
            let (mut legal, mut drawn) = (Vec::new(), Vec::new());
            while !matches!(game.to_act(), ToAct::Over(_)) {
                let text = |told: serde_json::Result<String>| told.expect("plain data");
                assert_eq!(text(serde_json::to_string(&Position(&game))), text(serde_json::to_string(&game.diagram())));
                if game.to_act() == ToAct::Chance {
                    drawn.clear();
                    game.chances(&mut drawn);
                    game.apply(engine::Step::Chance(rng.pick(&drawn).0), &mut ());
                } else {
                    legal.clear();
                    game.actions(&mut legal);
                    game.apply(engine::Step::Action(*rng.pick(&legal)), &mut ());
                }
            }
        }
    }
}
