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
use serde_json::{Value as Json, json};
use store::{Backend, Entrant, Finished, NewAccount, Store, TableId};

use crate::node::{Node, database};
use crate::person::Person;

/// The game that is simulated.
const GAME: &str = "tikal";

/// Seats of a table.
const SEATS: usize = 4;

/// The spread of the people's strengths around 1500, in points.
const SPREAD: f64 = 250.0;

/// One in this many seats is a bot's.
const BOTS: usize = 10;

/// One in this many matches is held out, the last of all: it is not rated, and ratings shall foretell it.
const HELD_OUT: usize = 10;

/// Results that are written at once.
const PAGE: usize = 2_000;

/// Times a page is asked for, each time of another member.
const VISITS: usize = 100;

/// How many people wait to be paired.
const WAITING: usize = 500;

/// Over how many milliseconds the matches are spread: 200 days, so that there is a season before the present one.
const SPAN: i64 = 200 * 24 * 60 * 60 * 1000;

/// How many members sign in and look at their own matches.
const SIGNED_IN: usize = 5;

/// In how many milliseconds nobody else was seated when the rest fits nobody.
const STILL: u128 = 1_500;

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

/// How those fared who waited to be paired.
#[derive(Clone, Debug)]
pub struct Paired {
    /// How many waited.
    pub waited: usize,
    /// How many were seated; the rest fits nobody yet.
    pub seated: usize,
    /// After how many milliseconds the last of them was.
    pub millis: f64,
    /// How many milliseconds it took at most to claim some of them.
    pub claim: f64,
}

/// A match that was held out: who took part, in the order of their places.
type HeldOut = Vec<usize>;

/// How long a page took to answer, in milliseconds.
#[derive(Clone, Debug)]
pub struct Visited {
    /// Its path, with `NAME` for the member and `DEEP` for a position far down.
    pub page: String,
    /// Half of the answers took at most this long.
    pub median: f64,
    /// 95 of 100 answers took at most this long.
    pub p95: f64,
    /// The longest.
    pub longest: f64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The rank correlation of ratings and strengths.
    pub spearman: f64,
    /// The mean surprise of held-out pairs by the ratings, and by the base rate, in bits.
    pub surprise: (f64, f64),
    /// The pages.
    pub pages: Vec<Visited>,
    /// How those fared who waited to be paired.
    pub pairing: Paired,
    text: String,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Club {
    /// Makes the club in an empty database, rates it with the command, and looks at it through a server.
    pub async fn run(self, quipu: &Path, backend: &Backend, seed: u64) -> Result<Found> {
        let mut text = format!("club: {} accounts, {} matches of {SEATS}\n", self.accounts, self.matches);
        let mut rng = Fast::new(seed);
        let store = Store::open(backend).await?;
        let signed_in = self.sign_in(quipu, backend).await?;
        let members = self.members(&store, &signed_in, &mut rng).await?;
        let begun = Instant::now();
        let held_out = self.play(&store, &members, &mut rng).await?;
        store.close().await;
        writeln!(text, "  generated in {:.1} s", begun.elapsed().as_secs_f64())?;
        rate(quipu, backend, &mut text)?;
        let store = Store::open(backend).await?;
        let (ratings, games) = ratings(&store, &members).await?;
        store.close().await;
        let people: Vec<usize> = (0..members.len()).filter(|index| members[*index].bot.is_none()).collect();
        let spearman = spearman(&people.iter().map(|one| (ratings[*one], members[*one].strength)).collect::<Vec<_>>());
        let surprise = surprise(&held_out, &ratings);
        let mean = people.iter().map(|one| games[*one]).sum::<i64>() as f64 / people.len() as f64;
        let range = people.iter().map(|one| games[*one]);
        let (least, most) = (range.clone().min().unwrap_or_default(), range.max().unwrap_or_default());
        writeln!(text, "  rated matches of each person: {mean:.1} on average, {least} to {most}")?;
        writeln!(text, "  rank correlation of ratings and strengths: {spearman:.4}")?;
        let pairs = held_out.len() * SEATS * (SEATS - 1) / 2;
        writeln!(
            text,
            "  surprise of {pairs} held-out pairs: {:.4} bits, by the base rate {:.4}",
            surprise.0, surprise.1
        )?;
        let people: Vec<&Member> = people.iter().map(|one| &members[*one]).collect();
        let pages = self.pages(quipu, backend, &people, signed_in).await?;
        for Visited { page, median, p95, longest } in &pages {
            writeln!(text, "  {page:<52} median {median:5.1} ms, p95 {p95:5.1} ms, at most {longest:5.1} ms")?;
        }
        let waiting = &people[..WAITING.min(people.len())];
        let pairing = pairing(quipu, backend, waiting, &mut rng).await?;
        let Paired { waited, seated, millis, claim } = &pairing;
        write!(text, "  of {waited} people who wait for many things {seated} are seated after {millis:.0} ms, ")?;
        writeln!(text, "the longest claim took {claim:.1} ms")?;
        Ok(Found { spearman, surprise, pages, pairing, text })
    }

    /// Some accounts that are made at a server, whose cookies are known.
    async fn sign_in(self, quipu: &Path, backend: &Backend) -> Result<Vec<Person>> {
        let mut node = Node::on(quipu, backend)?;
        node.start().await?;
        let mut people = Vec::new();
        for number in 0..SIGNED_IN.min(self.accounts) {
            let mut person = Person::guest(node.address).await?;
            let account = json!({ "name": format!("Member {number}"), "password": "correct horse battery" });
            let answer = person.post("/api/account", &account).await?;
            answer.json()?;
            person.cookie = answer.cookie.unwrap_or(person.cookie);
            people.push(person);
        }
        Ok(people)
    }

    async fn members(self, store: &Store, signed_in: &[Person], rng: &mut Fast) -> Result<Vec<Member>> {
        let mut members = Vec::new();
        for number in 0..self.accounts {
            let name = format!("Member {number}");
            let key = if let Some(person) = signed_in.get(number) {
                person.me.id.clone()
            } else {
                let hash = "no password".to_owned();
                let account = NewAccount { name: name.clone(), password_hash: hash.clone(), recovery_hash: hash };
                store.account(&account, 1).await?.id.to_string()
            };
            let strength = 1500.0 + SPREAD * normal(rng);
            members.push(Member { key, name, strength, bot: None });
        }
        for level in BotLevel::ALL {
            let strength = catalog::strength(GAME, level.as_str()).context("a measured level")?;
            let name = format!("bot/{}", level.as_str());
            members.push(Member { key: name.clone(), name, strength: f64::from(strength), bot: Some(level) });
        }
        Ok(members)
    }

    /// Milliseconds between two matches.
    fn between(self) -> i64 {
        SPAN / self.matches.max(1) as i64
    }

    /// Draws all matches and keeps their results. Returns those that were held out.
    async fn play(self, store: &Store, members: &[Member], rng: &mut Fast) -> Result<Vec<HeldOut>> {
        let (mut page, mut held_out) = (Vec::new(), Vec::new());
        let end = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_millis() as i64;
        for number in 0..self.matches {
            let places = ranking(&table(self.accounts, members.len(), rng), members, rng);
            let rated = number < self.matches - self.matches / HELD_OUT;
            let at = end - (self.matches - number) as i64 * self.between();
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

    /// How long pages take to answer, one visitor at a time, who looks at another member each time; their own matches
    /// those see who have signed in.
    async fn pages(
        self,
        quipu: &Path,
        backend: &Backend,
        people: &[&Member],
        signed_in: Vec<Person>,
    ) -> Result<Vec<Visited>> {
        let mut node = Node::on(quipu, backend)?;
        node.start().await?;
        let visitor = Person::guest(node.address).await?;
        let signed_in: Vec<Person> =
            signed_in.into_iter().map(|person| Person { server: node.address, ..person }).collect();
        let season = visitor.get(&format!("/api/ladder?game={GAME}&season=now")).await?.json()?;
        let past = season_before(season["season"].as_str().context("a season")?)?;
        let end = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_millis() as i64;
        // Nearly as far down as there are matches.
        let deep = format!("{}.{}", end - SPAN / 100 * 95, "0".repeat(12));
        let mut found = Vec::new();
        for page in [
            format!("/api/ladder?game={GAME}"),
            format!("/api/ladder?game={GAME}&season=now"),
            format!("/api/ladder?game={GAME}&season={past}"),
            "/api/people/NAME".to_owned(),
            "/api/people/NAME/matches".to_owned(),
            "/api/people/NAME/matches?before=DEEP".to_owned(),
            "/api/people/NAME/matches?won=yes&rated=yes&with=bot/adept".to_owned(),
            "/api/matches".to_owned(),
            "/api/matches?before=DEEP".to_owned(),
        ] {
            let own = page.starts_with("/api/matches");
            let mut millis = Vec::new();
            for visit in 0..VISITS {
                let member = people[visit * people.len() / VISITS];
                let path = page.replace("NAME", &member.name.replace(' ', "%20")).replace("DEEP", &deep);
                let who = if own { &signed_in[visit % signed_in.len()] } else { &visitor };
                let begun = Instant::now();
                let answer = who.get(&path).await?;
                millis.push(begun.elapsed().as_secs_f64() * 1e3);
                ensure!(answer.status == 200, "{path}: {} {}", answer.status, answer.text);
            }
            millis.sort_by(f64::total_cmp);
            let most = |part: usize| millis[(VISITS * part).div_ceil(100) - 1];
            found.push(Visited { page, median: most(50), p95: most(95), longest: most(100) });
        }
        Ok(found)
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

/// Rates everything with the command, and notes what it said and how long it took.
fn rate(quipu: &Path, backend: &Backend, text: &mut String) -> Result<()> {
    let begun = Instant::now();
    let mut command = Command::new(quipu);
    command.args(["admin", "ratings", "recompute"]).args(database(backend)?);
    // The command makes a key where there is none; it shall not be in anybody's folder.
    let keys = tempfile::tempdir()?;
    if matches!(backend, Backend::Postgres(_)) {
        command.arg("--data").arg(keys.path());
    }
    let rated = command.output()?;
    ensure!(rated.status.success(), "the ratings: {}", String::from_utf8_lossy(&rated.stderr));
    let said = String::from_utf8_lossy(&rated.stdout).trim().to_owned();
    writeln!(text, "  {said}, in {:.1} s", begun.elapsed().as_secs_f64())?;
    Ok(())
}

/// The ratings of all members, in points, and how many rated matches each has; the ratings of bots are their strengths.
async fn ratings(store: &Store, members: &[Member]) -> Result<(Vec<f64>, Vec<i64>)> {
    let (mut ratings, mut games) = (Vec::new(), Vec::new());
    for member in members {
        let standing = store.standing(GAME, 0, &member.key).await?;
        games.push(standing.as_ref().map_or(0, |standing| standing.games));
        ratings.push(standing.map_or(1500.0, |standing| standing.rating as f64 / 1000.0));
    }
    Ok((ratings, games))
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

/// The season before one.
fn season_before(season: &str) -> Result<String> {
    let (year, quarter) = season.split_once('-').context("a season is a year and a quarter")?;
    let (year, quarter): (u32, u32) = (year.parse()?, quarter.parse()?);
    Ok(if quarter > 1 { format!("{year}-{}", quarter - 1) } else { format!("{}-4", year - 1) })
}

/// What somebody would like to play: some of the games and numbers of seats, a pace, rated or not, bots or not.
fn wish(member: &Member, rng: &mut Fast) -> Json {
    let kinds: Vec<_> = catalog::GAMES.iter().map(|entry| entry.kind().info()).collect();
    let mut games: Vec<_> = kinds.iter().filter(|_| rng.below(2) == 0).collect();
    if games.is_empty() {
        games.push(rng.pick(&kinds));
    }
    let most = games.iter().map(|info| info.seats.1).max().unwrap_or(2);
    let mut seats: Vec<usize> = (2..=most).filter(|_| rng.below(2) == 0).collect();
    if seats.is_empty() {
        seats.push(2);
    }
    let pace = *rng.pick(&["live", "brisk", "letter"]);
    let (rated, bots) = (rng.below(4) > 0, rng.below(4) == 0);
    let games: Vec<&str> = games.iter().map(|info| info.key).collect();
    let ratings: HashMap<&str, i32> = games.iter().map(|game| (*game, member.strength as i32)).collect();
    let wanted = json!({ "games": games, "seats": seats, "pace": pace, "rated": rated, "bots": bots });
    json!({ "wanted": wanted, "ratings": ratings })
}

/// How people are seated who all wait from one moment on, as if they had waited for ten minutes: nobody's range is too
/// narrow, and who is seated later has not waited for a wider one.
async fn pairing(quipu: &Path, backend: &Backend, waiting: &[&Member], rng: &mut Fast) -> Result<Paired> {
    let (mut node, metrics) = Node::on(quipu, backend)?.watched()?;
    node.start().await?;
    let store = Store::open(backend).await?;
    for member in waiting {
        // Whoever was last seen in 1970 is not looked for yet.
        store.wait(member.key.parse()?, &wish(member, rng).to_string(), 1).await?;
    }
    let begun = Instant::now();
    let now = match backend {
        Backend::Postgres(_) => {
            "update waiting set since = (floor(extract(epoch from now())) - 600) * 1000,
                                seen_at = floor(extract(epoch from now())) * 1000"
        }
        _ => "update waiting set since = (unixepoch() - 600) * 1000, seen_at = unixepoch() * 1000",
    };
    ensure!(store.damage(now).await? == waiting.len() as u64, "all of them wait");
    let (mut left, mut last) = (waiting.len() as u64, begun.elapsed());
    while left > 0 && begun.elapsed().saturating_sub(last).as_millis() < STILL {
        tokio::time::sleep(Duration::from_millis(10)).await;
        let still = store.count_waiting(0).await?;
        if still != left {
            (left, last) = (still, begun.elapsed());
        }
    }
    let mut seated = 0;
    for member in waiting {
        let own = store.waits(member.key.parse()?, 1).await?;
        seated += usize::from(own.is_some_and(|own| own.table.is_some()));
    }
    ensure!(seated as u64 + left >= waiting.len() as u64, "whoever waits no longer has a table");
    store.close().await;
    let told = Person::nobody(metrics).get("/metrics").await?.text;
    let claim = told.lines().find_map(|line| line.strip_prefix("quipu_longest_claim_seconds "));
    let claim: f64 = claim.context("the server tells how long claims took")?.parse()?;
    Ok(Paired { waited: waiting.len(), seated, millis: last.as_secs_f64() * 1e3, claim: claim * 1e3 })
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

    #[test]
    fn a_season_comes_after_another() {
        assert_eq!(season_before("2026-4").unwrap(), "2026-3");
        assert_eq!(season_before("2026-1").unwrap(), "2025-4");
        assert!(season_before("now").is_err());
    }
}
