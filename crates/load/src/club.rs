//! A simulated club: people and bots of known strength, thousands of matches between them. Do ratings find the
//! strengths again, do they foretell results, and how fast are the pages that show them?
//!
//! Matches are drawn, not played, and written into the store as the server writes them; the ratings are those of the
//! real command, and the pages those of a real server.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use engine::{Dice, Fast, Seat};
use protocol::{BotLevel, MatchLine, MatchPlayer, Player};
use serde_json::json;
use store::{Backend, Entrant, Finished, NewAccount, Store, TableId};

use crate::node::Node;
use crate::person::Person;

/// The game that is simulated.
const GAME: &str = "tikal";

/// Seats of a table.
const SEATS: usize = 4;

/// The spread of the people's strengths around 1500, in points.
const SPREAD: f64 = 250.0;

/// One in this many seats is a bot's.
const BOTS: usize = 10;

/// One in this many matches is held out: it is not rated, and ratings shall foretell it.
const HELD_OUT: usize = 10;

/// Results that are written at once.
const PAGE: usize = 2_000;

/// Times a page is asked for.
const VISITS: usize = 40;

/// How many people wait to be paired.
const WAITING: usize = 500;

/// Milliseconds between two matches.
const BETWEEN: i64 = 60_000;

/// Somebody who plays: a person, or a bot of a level.
struct Member {
    key: String,
    name: String,
    strength: f64,
    bot: Option<BotLevel>,
}

/// The plan of a club.
#[derive(Clone, Copy, Debug)]
pub struct Club {
    /// How many accounts.
    pub accounts: usize,
    /// How many matches.
    pub matches: usize,
}

/// A match that was held out: who took part, in the order of their places.
type HeldOut = Vec<usize>;

/// What came of it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The rank correlation of ratings and strengths.
    pub spearman: f64,
    /// The mean surprise of held-out pairs by the ratings, and by the base rate, in bits.
    pub surprise: (f64, f64),
    /// The pages with the median and the longest time to answer, in milliseconds.
    pub pages: Vec<(String, f64, f64)>,
    /// How long it took until all who waited were seated, in milliseconds.
    pub pairing: f64,
    text: String,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Club {
    /// Makes the club in a folder, rates it with the command, and looks at it through a server.
    pub async fn run(self, quipu: &Path, folder: &Path, seed: u64) -> Result<Found> {
        let mut text = format!("club: {} accounts, {} matches of {SEATS}\n", self.accounts, self.matches);
        let mut rng = Fast::new(seed);
        let store = Store::open(&Backend::File(folder.join("quipu.db"))).await?;
        let members = self.members(&store, &mut rng).await?;
        let begun = Instant::now();
        let held_out = self.play(&store, &members, &mut rng).await?;
        store.close().await;
        writeln!(text, "  generated in {:.1} s", begun.elapsed().as_secs_f64())?;
        let begun = Instant::now();
        let rated = Command::new(quipu).args(["admin", "ratings", "recompute", "--data"]).arg(folder).output()?;
        ensure!(rated.status.success(), "the ratings: {}", String::from_utf8_lossy(&rated.stderr));
        let said = String::from_utf8_lossy(&rated.stdout).trim().to_owned();
        writeln!(text, "  {said}, in {:.1} s", begun.elapsed().as_secs_f64())?;
        let store = Store::open(&Backend::File(folder.join("quipu.db"))).await?;
        let ratings = ratings(&store, &members).await?;
        store.close().await;
        let people: Vec<usize> = (0..members.len()).filter(|index| members[*index].bot.is_none()).collect();
        let spearman = spearman(&people.iter().map(|one| (ratings[*one], members[*one].strength)).collect::<Vec<_>>());
        let surprise = surprise(&held_out, &ratings);
        writeln!(text, "  rank correlation of ratings and strengths: {spearman:.4}")?;
        let pairs = held_out.len() * SEATS * (SEATS - 1) / 2;
        writeln!(
            text,
            "  surprise of {pairs} held-out pairs: {:.4} bits, by the base rate {:.4}",
            surprise.0, surprise.1
        )?;
        let pages = pages(quipu, folder, &members[people[0]]).await?;
        for (page, median, longest) in &pages {
            writeln!(text, "  {page:<44} {median:6.1} ms, at most {longest:.1} ms")?;
        }
        let waiting: Vec<&Member> = people.iter().take(WAITING).map(|one| &members[*one]).collect();
        let pairing = pairing(quipu, folder, &waiting).await?;
        writeln!(text, "  {} people who wait are all seated after {pairing:.0} ms", waiting.len())?;
        Ok(Found { spearman, surprise, pages, pairing, text })
    }

    async fn members(self, store: &Store, rng: &mut Fast) -> Result<Vec<Member>> {
        let mut members = Vec::new();
        for number in 0..self.accounts {
            let name = format!("Member {number}");
            let hash = "no password".to_owned();
            let account = NewAccount { name: name.clone(), password_hash: hash.clone(), recovery_hash: hash };
            let person = store.account(&account, 1).await?;
            let strength = 1500.0 + SPREAD * normal(rng);
            members.push(Member { key: person.id.to_string(), name, strength, bot: None });
        }
        for level in BotLevel::ALL {
            let strength = catalog::strength(GAME, level.as_str()).context("a measured level")?;
            let name = format!("bot/{}", level.as_str());
            members.push(Member { key: name.clone(), name, strength: f64::from(strength), bot: Some(level) });
        }
        Ok(members)
    }

    /// Draws all matches and keeps their results. Returns those that were held out.
    async fn play(self, store: &Store, members: &[Member], rng: &mut Fast) -> Result<Vec<HeldOut>> {
        let (mut page, mut held_out) = (Vec::new(), Vec::new());
        let end = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_millis() as i64;
        for number in 0..self.matches {
            let places = ranking(&table(self.accounts, members.len(), rng), members, rng);
            let rated = number % HELD_OUT != 0;
            let at = end - (self.matches - number) as i64 * BETWEEN;
            page.push(result(&places, members, rated, at)?);
            if !rated {
                held_out.push(places);
            }
            if page.len() == PAGE || number + 1 == self.matches {
                store.keep_results(&page).await?;
                page.clear();
            }
        }
        Ok(held_out)
    }
}

/// Who sits at a table: people, now and then a bot, nobody twice.
fn table(accounts: usize, members: usize, rng: &mut Fast) -> Vec<usize> {
    let mut seats: Vec<usize> = Vec::new();
    while seats.len() < SEATS {
        let bot = !seats.is_empty() && rng.below(BOTS as u32) == 0;
        let next = if bot {
            accounts + rng.below((members - accounts) as u32) as usize
        } else {
            rng.below(accounts as u32) as usize
        };
        if !seats.contains(&next) {
            seats.push(next);
        }
    }
    seats
}

/// The order in which a match ends: each plays above or below their strength so that 400 points are ten to one.
fn ranking(seats: &[usize], members: &[Member], rng: &mut Fast) -> Vec<usize> {
    let mut played: Vec<(f64, usize)> = seats
        .iter()
        .map(|one| {
            let noise = -(-uniform(rng).ln()).ln() * 400.0 / std::f64::consts::LN_10;
            (members[*one].strength + noise, *one)
        })
        .collect();
    played.sort_by(|one, other| other.0.total_cmp(&one.0));
    played.into_iter().map(|(_, one)| one).collect()
}

/// A result as the server keeps it.
fn result(places: &[usize], members: &[Member], rated: bool, at: i64) -> Result<(TableId, Finished)> {
    let table = TableId::random();
    let person =
        |member: &Member| Player::Person { id: Some(member.key.clone()), name: Some(member.name.clone()), page: false };
    let player = |(place, one): (usize, &usize)| MatchPlayer {
        seat: Seat::new(place),
        player: members[*one].bot.map_or_else(|| person(&members[*one]), |level| Player::Bot { level }),
        place: place + 1,
        points: 90 - 7 * place as i32,
        given_up: false,
        rating: None,
        accuracy: None,
        luck: None,
    };
    let line = MatchLine {
        table: table.to_string(),
        game: GAME.to_owned(),
        options: Vec::new(),
        players: places.iter().enumerate().map(player).collect(),
        ended: at,
        seconds: 3_600,
        turns: 36,
        takebacks: false,
        unrated: (!rated).then_some(protocol::Unrated::Casual),
    };
    let mut body = serde_json::to_value(&line)?;
    body["judged"] = true.into();
    let entrant = |(place, one): (usize, &usize)| Entrant {
        player: members[*one].key.clone(),
        seat: place as u8,
        place: place as u8 + 1,
        points: 90 - 7 * place as i32,
        won: place == 0,
    };
    let players = places.iter().enumerate().map(entrant).collect();
    let (game, ladder) = (GAME.to_owned(), GAME.to_owned());
    Ok((table, Finished { ended_at: at, game, ladder, rated, body: body.to_string(), players }))
}

fn uniform(rng: &mut Fast) -> f64 {
    (f64::from(rng.below(1 << 30)) + 0.5) / f64::from(1u32 << 30)
}

fn normal(rng: &mut Fast) -> f64 {
    (-2.0 * uniform(rng).ln()).sqrt() * (std::f64::consts::TAU * uniform(rng)).cos()
}

/// The ratings of all members, in points; those of bots are their strengths.
async fn ratings(store: &Store, members: &[Member]) -> Result<Vec<f64>> {
    let mut ratings = Vec::new();
    for member in members {
        let standing = store.standing(GAME, 0, &member.key).await?;
        ratings.push(standing.map_or(1500.0, |standing| standing.rating as f64 / 1000.0));
    }
    Ok(ratings)
}

/// How well two orders agree, from -1 to 1.
fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let ranks = |of: fn(&(f64, f64)) -> f64| {
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by(|one, other| of(&pairs[*one]).total_cmp(&of(&pairs[*other])));
        let places: HashMap<usize, usize> = order.into_iter().enumerate().map(|(place, one)| (one, place)).collect();
        places
    };
    let (ratings, strengths) = (ranks(|pair| pair.0), ranks(|pair| pair.1));
    let apart = |one: usize| (ratings[&one] as f64 - strengths[&one] as f64).powi(2);
    let count = pairs.len() as f64;
    1.0 - 6.0 * (0..pairs.len()).map(apart).sum::<f64>() / (count * (count * count - 1.0))
}

/// The mean surprise about who of two came first, in bits: by the ratings, and if each were as likely.
fn surprise(held_out: &[HeldOut], ratings: &[f64]) -> (f64, f64) {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for places in held_out {
        for (place, one) in places.iter().enumerate() {
            for other in &places[place + 1..] {
                let chance = 1.0 / (1.0 + 10f64.powf((ratings[*other] - ratings[*one]) / 400.0));
                sum -= chance.log2();
                pairs += 1.0;
            }
        }
    }
    (sum / pairs, 1.0)
}

/// How long pages take to answer, one visitor at a time.
async fn pages(quipu: &Path, folder: &Path, member: &Member) -> Result<Vec<(String, f64, f64)>> {
    let mut node = Node::on_file(quipu, folder)?;
    node.start().await?;
    let visitor = Person::guest(node.address).await?;
    let name = member.name.replace(' ', "%20");
    let mut found = Vec::new();
    for path in [
        format!("/api/ladder?game={GAME}"),
        format!("/api/ladder?game={GAME}&season=now"),
        format!("/api/people/{name}"),
        format!("/api/people/{name}/matches"),
        format!("/api/people/{name}/matches?won=yes&rated=yes&with=bot/adept"),
    ] {
        let mut millis = Vec::new();
        for _ in 0..VISITS {
            let begun = Instant::now();
            let answer = visitor.get(&path).await?;
            millis.push(begun.elapsed().as_secs_f64() * 1e3);
            ensure!(answer.status == 200, "{path}: {} {}", answer.status, answer.text);
        }
        millis.sort_by(f64::total_cmp);
        found.push((path, millis[VISITS / 2], millis[VISITS - 1]));
    }
    Ok(found)
}

/// How long it takes until people who all wait from one moment on are seated two by two, in milliseconds.
async fn pairing(quipu: &Path, folder: &Path, waiting: &[&Member]) -> Result<f64> {
    let mut node = Node::on_file(quipu, folder)?;
    node.start().await?;
    let store = Store::open(&Backend::File(folder.join("quipu.db"))).await?;
    for member in waiting {
        let wanted = json!({ "games": [GAME], "seats": [2], "pace": "letter", "rated": true, "bots": false });
        let wish = json!({ "wanted": wanted, "ratings": { GAME: member.strength as i32 } });
        // Whoever was last seen in 1970 is not looked for yet.
        store.wait(member.key.parse()?, &wish.to_string(), 1).await?;
    }
    let begun = Instant::now();
    let now = "update waiting set since = (unixepoch() - 60) * 1000, seen_at = unixepoch() * 1000";
    ensure!(store.damage(now).await? == waiting.len() as u64, "all of them wait");
    while store.count_waiting(0).await? > 1 {
        ensure!(begun.elapsed().as_secs() < 60, "{} still wait", store.count_waiting(0).await?);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let millis = begun.elapsed().as_secs_f64() * 1e3;
    store.close().await;
    Ok(millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_agree_correlate() {
        let pairs: Vec<(f64, f64)> = (0..9).map(|one| (f64::from(one), f64::from(one * one))).collect();
        assert!((spearman(&pairs) - 1.0).abs() < 1e-9);
        let turned: Vec<(f64, f64)> = (0..9).map(|one| (f64::from(one), -f64::from(one))).collect();
        assert!((spearman(&turned) + 1.0).abs() < 1e-9);
        let even = surprise(&[vec![0, 1]], &[1500.0, 1500.0]);
        assert!((even.0 - 1.0).abs() < 1e-9);
    }
}
