//! Finished matches: stored with the entry that ends them, listed for those who may see them, and exported.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use protocol::{MatchLine, Matches, Player, RatingChange, RefusalCode};
use serde::{Deserialize, Serialize};
use session::Table;
use store::{Entrant, Finished, Person, PersonId, ResultCursor, ResultFilter, ResultRow};

use crate::{App, Refused};

/// How many matches a page holds.
pub const PAGE: u32 = 50;

/// How long a request waits for a match to be rated.
const RATING: Duration = Duration::from_secs(5);

/// A finished match as the store keeps it: its line, and what ratings need beside it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ResultDetails {
    #[serde(flatten)]
    pub(crate) line: MatchLine,
    /// The seats of guests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) guests: Vec<usize>,
    /// The pairs of seats whose players came from the same place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) together: Vec<(usize, usize)>,
    /// Whether both are known.
    #[serde(default)]
    pub(crate) judged: bool,
}

impl ResultDetails {
    /// Reads what the store keeps.
    pub(crate) fn read(row: &ResultRow) -> Result<ResultDetails, store::Error> {
        let damaged = |error| store::Error::Damaged(format!("the result of table {}: {error}", row.table));
        serde_json::from_str(&row.body).map_err(damaged)
    }

    /// The people who played.
    pub(crate) fn people(&self) -> impl Iterator<Item = PersonId> {
        let id =
            |player: &Player| if let Player::Person { id: Some(id), .. } = player { id.parse().ok() } else { None };
        self.line.players.iter().filter_map(move |one| id(&one.player))
    }
}

/// The result of a table, as the store keeps it; `None` before the match is over.
pub(crate) fn finished(table: &Table) -> Option<Finished> {
    let over = table.finished()?;
    let entrant = |(one, entrant): (&protocol::MatchPlayer, &session::Entrant)| Entrant {
        player: entrant.player.clone(),
        seat: one.seat.index() as u8,
        place: one.place as u8,
        points: one.points,
        won: one.place == 1,
    };
    let guests = over.entrants.iter().enumerate().filter(|(_, one)| one.guest).map(|(seat, _)| seat);
    let kept = ResultDetails {
        guests: guests.collect(),
        together: over.together.iter().map(|(one, other)| (one.index(), other.index())).collect(),
        judged: over.judged,
        line: over.line,
    };
    Some(Finished {
        ended_at: kept.line.ended,
        game: kept.line.game.clone(),
        ladder: over.ladder,
        rated: kept.line.unrated.is_none(),
        body: serde_json::to_string(&kept).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}")),
        players: kept.line.players.iter().zip(&over.entrants).map(entrant).collect(),
    })
}

/// Who reads a list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever played, or has the table's address: they know the names anyway.
    Table,
    /// Anybody: only names that are listed are shown.
    Anybody,
}

/// Which matches to list, as a request asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// Only those of this game.
    pub game: Option<String>,
    /// `yes` for rated matches only, `no` for the others.
    pub rated: Option<String>,
    /// `yes` for those that were won only, `no` for the others.
    pub won: Option<String>,
    /// Only those with this player: an account's name, or `bot/` and a level.
    pub with: Option<String>,
    /// Only those that ended since then, in milliseconds since 1970.
    pub since: Option<i64>,
    /// The page after this position, which the page before names.
    pub before: Option<String>,
    /// How many at most, up to 50.
    pub limit: Option<u32>,
}

/// Writes a position in a list.
fn written(cursor: ResultCursor) -> String {
    format!("{}.{}", cursor.ended_at, cursor.table)
}

fn position(text: &str) -> Result<ResultCursor, Refused> {
    let read = || {
        let (at, table) = text.split_once('.')?;
        Some(ResultCursor { ended_at: at.parse().ok()?, table: table.parse().ok()? })
    };
    read().ok_or_else(|| Refused::malformed("'before' is what the page before calls 'next'"))
}

fn answer(name: &str, text: Option<&str>) -> Result<Option<bool>, Refused> {
    match text {
        None | Some("") => Ok(None),
        Some("yes") => Ok(Some(true)),
        Some("no") => Ok(Some(false)),
        Some(_) => Err(Refused::malformed(format!("'{name}' is yes or no"))),
    }
}

impl App {
    /// Refuses where the host keeps no lists of finished matches.
    pub(crate) fn has_history(&self) -> Result<(), Refused> {
        if self.config.history {
            return Ok(());
        }
        Err(Refused::new(RefusalCode::Forbidden, "no_history", "this server lists no finished matches"))
    }

    /// What the store is asked for; `None` if it names an opponent whom nobody knows.
    pub(crate) async fn results_wanted(
        &self,
        player: PersonId,
        wanted: &Wanted,
    ) -> Result<Option<ResultFilter>, Refused> {
        let with = match wanted.with.as_deref().filter(|with| !with.is_empty()) {
            None => None,
            Some(bot) if bot.starts_with("bot/") => Some(bot.to_owned()),
            Some(name) => match self.store.person_by_name(name).await? {
                Some(person) => Some(person.id.to_string()),
                None => return Ok(None),
            },
        };
        Ok(Some(ResultFilter {
            player: player.to_string(),
            game: wanted.game.clone().filter(|game| !game.is_empty()),
            rated: answer("rated", wanted.rated.as_deref())?,
            won: answer("won", wanted.won.as_deref())?,
            with,
            since: wanted.since,
            before: wanted.before.as_deref().map(position).transpose()?,
            limit: wanted.limit.unwrap_or(PAGE).clamp(1, PAGE),
        }))
    }

    /// A page of a person's matches.
    pub async fn matches(&self, player: PersonId, wanted: &Wanted, audience: &Audience) -> Result<Matches, Refused> {
        let Some(mut filter) = self.results_wanted(player, wanted).await? else {
            return Ok(Matches { matches: Vec::new(), next: None });
        };
        let most = filter.limit;
        filter.limit += 1;
        let mut rows = self.store.results(&filter).await?;
        let more = rows.len() > most as usize;
        rows.truncate(most as usize);
        let next = rows.last().filter(|_| more).map(|row| written(row.cursor()));
        Ok(Matches { matches: self.shown(&rows, audience).await?, next })
    }

    /// The match of a table, with what it did to ratings.
    pub async fn match_of(&self, table: store::TableId) -> Result<MatchLine, Refused> {
        let mut row = self.store.result(table).await?;
        if row.as_ref().is_some_and(|row| row.pending) {
            // While all ratings are made anew this takes long, and nobody waits for it.
            if let Ok(rated) = tokio::time::timeout(RATING, self.rate()).await {
                rated?;
            }
            row = self.store.result(table).await?;
        }
        let shown = self.shown(row.as_slice(), &Audience::Table).await?;
        shown.into_iter().next().ok_or_else(|| Refused::missing("result"))
    }

    /// Results as somebody may see them.
    pub(crate) async fn shown(&self, rows: &[ResultRow], audience: &Audience) -> Result<Vec<MatchLine>, Refused> {
        let kept = rows.iter().map(ResultDetails::read).collect::<Result<Vec<_>, _>>()?;
        let people: BTreeSet<PersonId> = kept.iter().flat_map(ResultDetails::people).collect();
        let people = self.store.people(&people.into_iter().collect::<Vec<_>>()).await?;
        let line = |(row, kept): (&ResultRow, ResultDetails)| {
            let mut line = kept.line;
            for one in &mut line.players {
                self.name(&mut one.player, &people, audience);
                let Some(played) = row.players.iter().find(|played| played.seat as usize == one.seat.index()) else {
                    continue;
                };
                one.rating = played.rating.map(|(before, after, deviation)| RatingChange {
                    before: rating::shown(before),
                    after: rating::shown(after),
                    provisional: crate::ratings::is_provisional(played.games, deviation),
                });
                one.accuracy = played.accuracy.map(|accuracy| accuracy as f64 / 1e3);
                one.luck = played.luck.map(|luck| luck as f64 / 1e3);
            }
            line
        };
        Ok(rows.iter().zip(kept).map(line).collect())
    }

    /// Names a player as somebody may see them: by the name that they have now, if they are listed.
    pub(crate) fn name(&self, player: &mut Player, people: &BTreeMap<PersonId, Person>, audience: &Audience) {
        let Player::Person { id, name, page } = player else { return };
        let person = id.as_deref().and_then(|id| id.parse().ok()).and_then(|id: PersonId| people.get(&id));
        let listed = person.filter(|person| person.account && person.listed && self.config.profiles);
        *page = listed.is_some();
        if let Some(person) = listed {
            *name = Some(person.name.clone());
        } else if *audience == Audience::Anybody {
            (*id, *name) = (None, None);
        }
        if *audience == Audience::Anybody {
            *id = None;
        }
    }
}
