//! Public pages of accounts, and leaderboards.

use std::collections::BTreeMap;

use protocol::{
    Board, BoardRow, BotLevel, Opponent, Opponents, PlayStyle, Player, Profile, ProfileChoice, RatingLine, RatingPoint,
    RefusalCode,
};
use rating::Season;
use serde::Deserialize;
use store::{LadderRow, Person, PersonId, Store};
use utoipa::IntoParams;

use crate::history::{Audience, Wanted};
use crate::hub::Principal;
use crate::ratings::{BOT, is_provisional};
use crate::{App, Refused};

/// How many ratings a curve has.
const CURVE: u32 = 200;

/// How many opponents, matches and best matches a page shows.
const OPPONENTS: u32 = 12;
const MATCHES: u32 = 8;
const BEST: u32 = 3;

/// How many opponents a page of all of them shows.
const OPPONENTS_PAGE: u32 = 50;

/// How many places a leaderboard shows.
const PLACES: u32 = 50;

/// How long ago a rating is compared with, in milliseconds: a month.
const MONTH: i64 = 30 * 24 * 60 * 60 * 1000;

/// Which leaderboard.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichBoard {
    /// The game's key.
    pub game: String,
    /// The options that change the game, as `key=value` with spaces between; none for the game as it is.
    #[serde(default)]
    pub options: String,
    /// A season, as `2026-4`, `now` for the present one; all of them without it.
    #[serde(default)]
    pub season: String,
    /// `people` leaves the bots out, `friends` all but one's friends and oneself.
    #[serde(default)]
    pub who: String,
}

/// The options of a ladder.
fn options(ladder: &str) -> (String, Vec<(String, String)>) {
    let mut words = ladder.split(' ');
    let game = words.next().unwrap_or_default().to_owned();
    let pair = |word: &str| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    (game, words.filter_map(pair).collect())
}

impl App {
    /// Refuses where the host has no profiles.
    pub(crate) fn has_profiles(&self) -> Result<(), Refused> {
        if self.config.profiles {
            return Ok(());
        }
        Err(Refused::new(RefusalCode::Forbidden, "no_profiles", "this server has no public pages"))
    }

    /// The account with a public page of this name, and what it shows. One's own is always found.
    pub(crate) async fn on_show(&self, name: &str, who: &Principal) -> Result<(Person, ProfileChoice), Refused> {
        self.has_profiles()?;
        let person = self.store.person_by_name(name).await?.ok_or_else(|| Refused::missing("person"))?;
        let choice = self.people.settings(person.id).await?.0.profile.unwrap_or_default();
        if person.id.to_string() == who.id {
            return Ok((person, ProfileChoice { page: true, ratings: true, matches: true, ..choice }));
        }
        if choice.page { Ok((person, choice)) } else { Err(Refused::missing("person")) }
    }

    /// The public page of an account.
    pub async fn profile(&self, name: &str, who: &Principal) -> Result<Profile, Refused> {
        let (person, choice) = self.on_show(name, who).await?;
        let (id, own) = (person.id.to_string(), person.id.to_string() == who.id);
        let audience = if own { Audience::Table } else { Audience::Anybody };
        let mut profile = Profile {
            name: person.name,
            since: person.created_at,
            own,
            ratings: Vec::new(),
            games: Vec::new(),
            opponents: Vec::new(),
            more_opponents: false,
            style: None,
            matches: Vec::new(),
            best: Vec::new(),
        };
        if choice.ratings && self.config.ratings {
            for standing in self.store.standings_of(&id).await? {
                profile.ratings.push(self.rating_line(&id, standing).await?);
            }
            profile.ratings.sort_by_key(|line| std::cmp::Reverse(line.games));
        }
        if choice.matches && self.config.history {
            profile.games = self.store.games_of(&id).await?;
            let played: i64 = profile.games.iter().map(|(_, played, _)| played).sum();
            let met = self.store.opponents_of(&id, OPPONENTS + 1).await?;
            profile.more_opponents = met.len() > OPPONENTS as usize || played > Store::COUNTED;
            profile.opponents = self.opponents(met, OPPONENTS, &audience).await?;
            let (reviewed, accuracy, luck) = self.store.style_of(&id).await?;
            let style =
                |luck| PlayStyle { reviewed, accuracy: accuracy.map(|mean| mean / 1000.0), luck: luck / 1000.0 };
            profile.style = luck.map(style);
            let last = Wanted { limit: Some(MATCHES), ..Wanted::default() };
            profile.matches = self.matches(person.id, &last, &audience).await?.matches;
            profile.best = self.shown(&self.store.best_results(&id, BEST).await?, &audience).await?;
        }
        Ok(profile)
    }

    async fn rating_line(&self, player: &str, standing: LadderRow) -> Result<RatingLine, Refused> {
        let (game, options) = options(&standing.ladder);
        let curve = self.store.curve(player, &standing.ladder, CURVE).await?;
        let point = |rating: &store::Rating| RatingPoint { at: rating.at, rating: rating::shown(rating.rating) };
        Ok(RatingLine {
            game,
            options,
            rating: rating::shown(standing.rating),
            provisional: is_provisional(standing.games, standing.deviation),
            games: standing.games,
            wins: standing.wins,
            curve: curve.iter().rev().map(point).collect(),
        })
    }

    /// All opponents of an account that shows its matches, those met most first, after some of them.
    pub async fn opponents_on_show(&self, name: &str, who: &Principal, after: u32) -> Result<Opponents, Refused> {
        self.has_history()?;
        let (person, choice) = self.on_show(name, who).await?;
        if !choice.matches {
            return Err(Refused::missing("list"));
        }
        let id = person.id.to_string();
        let audience = if id == who.id { Audience::Table } else { Audience::Anybody };
        let met = self.store.all_opponents_of(&id, after, OPPONENTS_PAGE + 1).await?;
        let next = (met.len() > OPPONENTS_PAGE as usize).then(|| after.saturating_add(OPPONENTS_PAGE));
        Ok(Opponents { opponents: self.opponents(met, OPPONENTS_PAGE, &audience).await?, next })
    }

    async fn opponents(
        &self,
        mut met: Vec<(String, i64, i64, i64)>,
        most: u32,
        audience: &Audience,
    ) -> Result<Vec<Opponent>, Refused> {
        met.truncate(most as usize);
        let ids: Vec<PersonId> = met.iter().filter_map(|(other, ..)| other.parse().ok()).collect();
        let people = self.store.people(&ids).await?;
        let opponent = |(other, games, ahead, behind): (String, i64, i64, i64)| {
            let player = self.player(&other, &people, audience);
            Opponent { player, games, ahead, behind }
        };
        Ok(met.into_iter().map(opponent).collect())
    }

    /// A player by what ratings know them as.
    fn player(&self, key: &str, people: &BTreeMap<PersonId, Person>, audience: &Audience) -> Player {
        let level = key.strip_prefix(BOT).and_then(|word| BotLevel::ALL.into_iter().find(|one| one.as_str() == word));
        if let Some(level) = level {
            return Player::Bot { level };
        }
        let name = key.parse().ok().and_then(|id: PersonId| people.get(&id)).map(|person| person.name.clone());
        let mut player = Player::Person { id: Some(key.to_owned()), name, page: false };
        self.name(&mut player, people, audience);
        player
    }

    /// A leaderboard.
    pub async fn board(&self, which: &WhichBoard, who: &Principal) -> Result<Board, Refused> {
        self.has_profiles()?;
        catalog::find(&which.game).ok_or_else(|| Refused::missing("game"))?;
        let season = self.season(&which.season)?;
        let number = season.map_or(0, Season::number);
        let (_, options) = options(&format!("{} {}", which.game, which.options));
        let ladder = session::ladder(&which.game, &options);
        let now = self.time.now();
        let ranked = match &*which.who {
            "friends" => self.store.board_among(&ladder, number, &self.circle(who).await?, now - MONTH).await?,
            _ => self.store.board(&ladder, number, now - MONTH, PLACES).await?,
        };
        let ids: Vec<PersonId> = ranked.iter().filter_map(|(standing, _)| standing.player.parse().ok()).collect();
        let people = self.store.people(&ids).await?;
        let row = |(standing, earlier): (LadderRow, Option<i64>)| BoardRow {
            place: 0,
            own: standing.player == who.id,
            player: self.player(&standing.player, &people, &Audience::Anybody),
            rating: rating::shown(standing.rating),
            games: standing.games,
            wins: standing.wins,
            trend: earlier.map(|earlier| rating::shown(standing.rating) - rating::shown(earlier)),
        };
        let full = ranked.len() >= PLACES as usize;
        // Who was deleted has no place any more.
        let here =
            |(standing, _): &(LadderRow, Option<i64>)| standing.player.parse().is_ok_and(|id| people.contains_key(&id));
        let mut rows: Vec<BoardRow> = ranked.into_iter().filter(here).map(row).collect();
        if which.who == "friends" {
            // Among few, a place without a name would say whose it is.
            rows.retain(|row| row.own || matches!(&row.player, Player::Person { name: Some(_), .. }));
        }
        let alone = ["people", "friends"].contains(&&*which.who);
        let bots = if alone { Vec::new() } else { self.bots(&which.game, &ladder, number).await? };
        let lowest = rows.last().map_or(i32::MIN, |row| row.rating);
        rows.extend(bots.iter().filter(|bot| !full || bot.rating >= lowest).cloned());
        rows.sort_by_key(|row| std::cmp::Reverse(row.rating));
        for (place, row) in (1..).zip(&mut rows) {
            row.place = place;
        }
        let own =
            if rows.iter().any(|row| row.own) { None } else { self.own_place(&ladder, number, who, &bots).await? };
        Ok(Board {
            game: which.game.clone(),
            options,
            season: season.map(|season| season.to_string()),
            rows,
            own,
            least: i64::from(rating::LEAST_GAMES),
        })
    }

    /// Whoever asks, and their friends.
    async fn circle(&self, who: &Principal) -> Result<Vec<String>, Refused> {
        let Ok(person) = who.id.parse::<PersonId>() else { return Ok(Vec::new()) };
        let mut circle: Vec<String> = self.friends_of(person).await?.iter().map(PersonId::to_string).collect();
        circle.push(who.id.clone());
        Ok(circle)
    }

    fn season(&self, text: &str) -> Result<Option<Season>, Refused> {
        match text {
            "" => Ok(None),
            "now" => Ok(Some(Season::of(self.time.now()))),
            text => text.parse().map(Some).map_err(|()| Refused::malformed("a season is written as 2026-4")),
        }
    }

    /// The bots on a ladder, whether they played there or not.
    async fn bots(&self, game: &str, ladder: &str, season: i64) -> Result<Vec<BoardRow>, Refused> {
        let mut bots = Vec::new();
        for level in BotLevel::ALL {
            let stood = self.store.standing(ladder, season, &format!("{BOT}{}", level.as_str())).await?;
            bots.push(BoardRow {
                place: 0,
                player: Player::Bot { level },
                own: false,
                rating: catalog::strength(game, level.as_str()).unwrap_or_default(),
                games: stood.as_ref().map_or(0, |standing| standing.games),
                wins: stood.as_ref().map_or(0, |standing| standing.wins),
                trend: None,
            });
        }
        Ok(bots)
    }

    /// The place of whoever asks, if they have one.
    async fn own_place(
        &self,
        ladder: &str,
        season: i64,
        who: &Principal,
        bots: &[BoardRow],
    ) -> Result<Option<BoardRow>, Refused> {
        let Some(standing) = self.store.standing(ladder, season, &who.id).await?.filter(|standing| standing.settled)
        else {
            return Ok(None);
        };
        let above = self.store.above(ladder, season, standing.rating, &who.id).await?;
        let rating = rating::shown(standing.rating);
        let stronger = bots.iter().filter(|bot| bot.rating > rating).count() as i64;
        Ok(Some(BoardRow {
            place: above + stronger + 1,
            player: Player::Person { id: None, name: Some(who.name.clone()), page: true },
            own: true,
            rating,
            games: standing.games,
            wins: standing.wins,
            trend: None,
        }))
    }
}
