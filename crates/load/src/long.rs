//! How long it takes to open a long match from its log.

use std::fmt::Write as _;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use engine::{Dice, Fast, Seat};
use protocol::{Command, NewTable, ToAct, ToClient, ToServer};
use serde_json::json;

use crate::node::Node;
use crate::person::Person;
use crate::socket::Player;

/// From this step on every decision is taken back, as by players who try things out: the log grows, but the match goes
/// on.
const LONG: usize = 300;

/// How often each request is repeated.
const OPENED: usize = 7;

/// Plays until the log has `steps` steps, then opens the match repeatedly after a restart of the server.
pub async fn open_long(node: &mut Node, steps: usize) -> Result<String> {
    let person = Person::guest(node.address).await?;
    let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "device", "name": "Bea" }] });
    let table = person.make(&serde_json::from_value::<NewTable>(new)?).await?;
    let played = lengthen(&mut Player::follow(&person, &table, None, None).await?, steps).await?;
    let mut told = format!("long: a match of Inka whose log has {played} steps\n");
    let ask =
        [format!("/api/tables/{table}"), format!("/api/tables/{table}/views/150"), view(&table, 0), view(&table, LONG)];
    for path in ask {
        let mut times = Vec::new();
        for _ in 0..OPENED {
            // A server that has just started has no table in memory.
            node.kill()?;
            node.start().await?;
            person.get("/api/me").await?;
            let begun = Instant::now();
            let answer = person.get(&path).await?;
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            ensure!(answer.status == 200, "{path}: {}", answer.status);
        }
        times.sort_by(f64::total_cmp);
        let (usual, worst) = (times[OPENED / 2], times[OPENED - 1]);
        writeln!(told, "  {}: {usual:.1} ms, {worst:.1} ms at most of {OPENED}", path.replace(&table, "ID"))?;
    }
    Ok(told)
}

fn view(table: &str, step: usize) -> String {
    format!("/api/tables/{table}/views/{step}")
}

/// Plays both seats, and avoids the words that would end the match.
pub(crate) async fn lengthen(player: &mut Player, steps: usize) -> Result<usize> {
    let started = player.act(Command::Start).await?.map_err(|refused| anyhow::anyhow!("{refused:?}"))?;
    player.until(started.version).await?;
    let (mut rng, mut played) = (Fast::new(7), 0);
    while played < steps {
        let game = player.seen.game.clone().context("a match")?;
        let ToAct::Seat { seat } = game.to_act else { anyhow::bail!("the match ended after {played} steps") };
        if player.offers().is_empty() {
            look_as(player, seat).await?;
        }
        let words: Vec<String> = player.offers();
        ensure!(!words.is_empty(), "seat {seat} is to act and has no offers");
        let tame: Vec<&String> = words.iter().filter(|word| !word.starts_with("take")).collect();
        let word = if tame.is_empty() { rng.pick(&words).clone() } else { (*rng.pick(&tame)).clone() };
        let done = player.play(seat, &word).await?.map_err(|refused| anyhow::anyhow!("{word}: {refused:?}"))?;
        player.until(done.version).await?;
        let step = player.seen.game.as_ref().map_or(0, |game| game.step);
        played += step - game.step;
        if game.step > LONG
            && let Ok(done) = player.act(Command::Undo { seen: player.seen.version, seat, to: game.step }).await?
        {
            player.until(done.version).await?;
        }
    }
    Ok(played)
}

/// Looks as another seat of the same device: where something is hidden, only whoever is to act has offers.
async fn look_as(player: &mut Player, seat: Seat) -> Result<()> {
    let (table, since) = (player.table.clone(), Some(player.seen.version));
    player.socket.send(&ToServer::Look { table, eyes: Some(seat), since }).await?;
    while !matches!(player.hear().await?, ToClient::Looked(_) | ToClient::State(_)) {}
    Ok(())
}
