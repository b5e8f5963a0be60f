//! Kills a server while rated matches end: no result that was acknowledged is lost, and none is counted twice.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use engine::{Dice, Fast};
use serde_json::{Value as Json, json};
use store::{Backend, ResultFilter, Store};
use tokio::task::JoinSet;

use crate::generate::guests;
use crate::node::Node;
use crate::person::Person;

/// Turns that each player has before one gives up.
const TURNS: usize = 3;

/// What was seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted {
    /// How often the server was killed.
    pub kills: usize,
    /// How many ends of a match were acknowledged.
    pub acknowledged: usize,
    /// How many results there are.
    pub results: usize,
}

impl std::fmt::Display for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counted { kills, acknowledged, results } = self;
        write!(f, "killed {kills} times: {acknowledged} acknowledged ends of matches, none lost; ")?;
        write!(f, "{results} results, each rated once")
    }
}

/// Kills a server a number of times while pairs of people play rated matches and end them, then counts.
pub async fn count_results(
    node: &mut Node,
    backend: &Backend,
    times: usize,
    pairs: usize,
    seed: u64,
) -> Result<Counted> {
    let mut rng = Fast::new(seed);
    let people = guests(node.address, 2 * pairs).await?;
    let mut ended: HashSet<String> = HashSet::new();
    for _ in 0..times {
        let mut playing = JoinSet::new();
        for two in people.chunks_exact(2) {
            let two = [two[0].clone(), two[1].clone()];
            playing.spawn(async move {
                let mut ended = Vec::new();
                // Until the server is gone.
                while let Ok(table) = play(&two).await {
                    ended.push(table);
                }
                ended
            });
        }
        tokio::time::sleep(Duration::from_millis(u64::from(300 + rng.below(900)))).await;
        node.kill()?;
        while let Some(tables) = playing.join_next().await {
            ended.extend(tables?);
        }
        node.start().await?;
    }
    // Asking for a result rates whatever is still to be rated.
    for table in &ended {
        let result = people[0].get(&format!("/api/tables/{table}/result")).await?.json()?;
        ensure!(result["players"][0]["rating"].is_object(), "{table} is not rated: {result}");
    }
    node.kill()?;
    let store = Store::open(backend).await?;
    let counted = count(&store, &people, &ended).await?;
    store.close().await;
    Ok(Counted { kills: times, acknowledged: ended.len(), ..counted })
}

/// Plays a rated match until one gives up, and returns its table once that is acknowledged.
async fn play([one, other]: &[Person; 2]) -> Result<String> {
    let new = json!({ "game": "tongiaki", "rated": true, "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let table = one.make(&serde_json::from_value(new)?).await?;
    let act = async |person: &Person, what: &str| {
        let path = format!("/api/tables/{table}/do");
        person.post(&path, &json!({ "id": what, "do": what })).await?.json()
    };
    act(other, "sit").await?;
    act(one, "start").await?;
    let (mut last, mut turns) = (String::new(), 0);
    for number in 0.. {
        let state = one.get(&format!("/api/tables/{table}")).await?.json()?;
        let seat = state["game"]["to_act"]["seat"].as_str().context("a seat is to act")?.to_owned();
        if seat != last {
            turns += 1;
            last.clone_from(&seat);
        }
        if turns > 2 * TURNS {
            break;
        }
        let mover = if seat == "A" { one } else { other };
        let position: Json = mover.get(&format!("/api/tables/{table}/position")).await?.json()?;
        let word = &position["legal"][0];
        let play = json!({ "id": format!("p{number}"), "seen": position["version"], "word": word, "seat": seat });
        mover.post(&format!("/api/tables/{table}/play"), &play).await?.json()?;
    }
    act(other, "leave").await?;
    Ok(table)
}

/// Counts each person's results and what ratings made of them.
async fn count(store: &Store, people: &[Person], ended: &HashSet<String>) -> Result<Counted> {
    let mut tables: HashMap<String, usize> = HashMap::new();
    for person in people {
        let mut filter = ResultFilter { player: person.me.id.clone(), ..ResultFilter::default() };
        let mut rated = 0;
        loop {
            let rows = store.results(&filter).await?;
            for row in &rows {
                *tables.entry(row.table.to_string()).or_default() += 1;
                rated += i64::from(row.rated);
                ensure!(!row.pending, "{} is still to be rated", row.table);
            }
            if rows.len() < ResultFilter::MOST as usize {
                break;
            }
            filter.before = rows.last().map(store::ResultRow::cursor);
        }
        let standing = store.standing("tongiaki", 0, &person.me.id).await?;
        let games = standing.map_or(0, |standing| standing.games);
        ensure!(games == rated, "{} has {rated} rated results, and {games} were counted", person.me.id);
    }
    ensure!(tables.values().all(|times| *times == 2), "a match has a result for each of two players");
    let lost: Vec<&String> = ended.iter().filter(|table| !tables.contains_key(*table)).collect();
    ensure!(lost.is_empty(), "these ends were acknowledged and are lost: {lost:?}");
    Ok(Counted { results: tables.len(), ..Counted::default() })
}
