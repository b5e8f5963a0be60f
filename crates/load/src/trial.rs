//! One match against a bot at a running server, which can be left and gone on with: the trial of a binary or of an
//! image that is about to be shipped.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use engine::{Dice, Fast};
use protocol::{Command, Me, NewTable, Stage, ToAct};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::person::Person;
use crate::socket::Player;

/// More decisions than any match has.
const LONGEST: usize = 5_000;

/// A match under way: who plays where, and how far it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    cookie: String,
    me: Me,
    table: String,
    /// The version of the table that was seen last.
    pub version: u64,
}

impl Trial {
    /// Opens a table, and plays some decisions.
    pub async fn begin(server: SocketAddr, game: &str, decisions: usize) -> Result<Trial> {
        let page = Person::nobody(server).get("/").await?;
        ensure!(page.status == 200 && page.text.contains("<html"), "there is no page: {}", page.status);
        let person = Person::guest(server).await?;
        let seats = json!([{ "kind": "me" }, { "kind": "bot", "level": "novice" }]);
        let new: NewTable = serde_json::from_value(json!({ "game": game, "seats": seats }))?;
        let table = person.make(&new).await?;
        let mut player = Player::follow(&person, &table, None, None).await?;
        if let Err(refused) = player.act(Command::Start).await? {
            bail!("the match does not start: {refused:?}");
        }
        play(&mut player, decisions).await?;
        Ok(Trial { cookie: person.cookie, me: person.me, table, version: player.seen.version })
    }

    /// Goes on with the match to its end, at a server that was started again, and returns its record.
    pub async fn finish(&self, server: SocketAddr) -> Result<String> {
        let nobody = Person::nobody(server);
        let person = Person { cookie: self.cookie.clone(), me: self.me.clone(), ..nobody };
        let mut player = Player::follow(&person, &self.table, None, None).await?;
        let found = player.seen.version;
        ensure!(found >= self.version, "version {} was seen, and {found} is left of it", self.version);
        play(&mut player, LONGEST).await?;
        ensure!(is_over(&player), "the match has no end");
        player.person.record(&self.table).await
    }
}

fn is_over(player: &Player) -> bool {
    player.seen.table.as_ref().is_some_and(|table| table.stage == Stage::Over)
}

/// Plays until the match is over or this many decisions were made.
async fn play(player: &mut Player, decisions: usize) -> Result<()> {
    let mut rng = Fast::new(player.seen.version);
    for _ in 0..decisions {
        while player.offers().is_empty() && !is_over(player) {
            player.hear().await?;
        }
        if is_over(player) {
            return Ok(());
        }
        let words = player.offers();
        let to_act = player.seen.game.as_ref().map(|game| game.to_act.clone());
        let Some(ToAct::Seat { seat }) = to_act else { bail!("offers for {to_act:?}") };
        let word = rng.pick(&words).clone();
        let done = player.play(seat, &word).await?;
        let done = done.map_err(|refused| anyhow::anyhow!("{word}: {refused:?}")).context("an offer is legal")?;
        player.until(done.version).await?;
    }
    Ok(())
}
