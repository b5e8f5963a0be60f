//! Lists of tables, from their index rows.

use std::collections::HashMap;

use protocol::{Refusal, TableLine};
use store::{Filter, IndexRow, PersonId, TableId, TableState};

use super::{Hub, Principal};
use crate::refusal::store_refusal;

/// How many public tables are listed, how many of one maker, how many of one place (a club behind one router, or one
/// person with many guests), and how many pages are searched for them.
const OPEN: usize = 50;
const OPEN_EACH: usize = 3;
const OPEN_PLACE: usize = 9;
const OPEN_PAGES: usize = 10;

/// How many public tables that wait for players may come from one place.
const PUBLIC_PLACE: usize = 30;

/// Where somebody came from, as a hash.
type Origin = Vec<u8>;

/// How much of a list each maker and each place has.
#[derive(Default)]
struct Shares {
    makers: HashMap<String, usize>,
    places: HashMap<Origin, usize>,
}

impl Shares {
    /// Gives a table of this maker a place in the list, if they have one left.
    fn admit(&mut self, maker: &str, came_from: &[Origin]) -> bool {
        let has = |shares: &HashMap<Origin, usize>, place| shares.get(place).copied().unwrap_or_default();
        let room = self.makers.get(maker).is_none_or(|shown| *shown < OPEN_EACH)
            && came_from.iter().all(|place| has(&self.places, place) < OPEN_PLACE);
        if room {
            *self.makers.entry(maker.to_owned()).or_default() += 1;
            for place in came_from {
                *self.places.entry(place.clone()).or_default() += 1;
            }
        }
        room
    }
}

impl Hub {
    /// The tables with a seat of this person, and those that they made.
    pub async fn list_mine(&self, who: &Principal) -> Result<Vec<TableLine>, Refusal> {
        let Ok(person) = who.id.parse::<PersonId>() else { return Ok(Vec::new()) };
        self.list(&Filter { person: Some(person), ..Filter::default() }, who).await
    }

    /// The public tables that still wait for players, newest first. Only the newest few of each maker and each place
    /// are listed, so that nobody can flood the list.
    pub async fn list_open(&self, who: &Principal) -> Result<Vec<TableLine>, Refusal> {
        let mut filter = Filter { public: true, states: vec![TableState::Gathering], ..Filter::default() };
        let (mut lines, mut shares) = (Vec::new(), Shares::default());
        for _ in 0..OPEN_PAGES {
            let rows = self.inner.store.list(&filter).await.map_err(|error| store_refusal(&error))?;
            let found: Vec<TableLine> = rows.iter().filter_map(|row| line(row, &who.id)).collect();
            let places = self.places_of_makers(&found).await?;
            for line in found {
                if shares.admit(&line.owner, places.get(&line.owner).map_or(&[], Vec::as_slice)) {
                    lines.push(line);
                }
                if lines.len() == OPEN {
                    return Ok(lines);
                }
            }
            if rows.len() < Filter::MOST as usize {
                break;
            }
            filter.before = rows.last().map(IndexRow::cursor);
        }
        Ok(lines)
    }

    /// Whether somebody may make one more public table. The list looks through a fixed number of pages, and no
    /// place shall fill these alone.
    pub(crate) async fn has_public_room(&self, person: PersonId) -> Result<bool, Refusal> {
        let since = self.now() - crate::ratings::TRACES_LAST;
        let own = self.inner.store.places(&[person], since).await.map_err(|error| store_refusal(&error))?;
        let own: Vec<Origin> = own.into_iter().map(|(_, place)| place).collect();
        let mut filter = Filter { public: true, states: vec![TableState::Gathering], ..Filter::default() };
        let mut made: HashMap<Origin, usize> = HashMap::new();
        for _ in 0..OPEN_PAGES {
            if own.is_empty() {
                break;
            }
            let rows = self.inner.store.list(&filter).await.map_err(|error| store_refusal(&error))?;
            let found: Vec<TableLine> = rows.iter().filter_map(|row| line(row, "")).collect();
            let places = self.places_of_makers(&found).await?;
            for place in found.iter().filter_map(|line| places.get(&line.owner)).flatten().filter(|at| own.contains(at))
            {
                let count = made.entry(place.clone()).or_default();
                *count += 1;
                if *count >= PUBLIC_PLACE {
                    return Ok(false);
                }
            }
            if rows.len() < Filter::MOST as usize {
                break;
            }
            filter.before = rows.last().map(IndexRow::cursor);
        }
        Ok(true)
    }

    /// From where the makers of some tables came, by maker.
    async fn places_of_makers(&self, lines: &[TableLine]) -> Result<HashMap<String, Vec<Origin>>, Refusal> {
        let makers: Vec<PersonId> = lines.iter().filter_map(|line| line.owner.parse().ok()).collect();
        let since = self.now() - crate::ratings::TRACES_LAST;
        let found = self.inner.store.places(&makers, since).await.map_err(|error| store_refusal(&error))?;
        let mut places = HashMap::<String, Vec<Origin>>::new();
        for (maker, place) in found {
            places.entry(maker.to_string()).or_default().push(place);
        }
        Ok(places)
    }

    /// The tables that wait for this person, the one whose time runs out first before the others.
    pub async fn list_turns(&self, who: &Principal) -> Result<Vec<TableLine>, Refusal> {
        let Ok(person) = who.id.parse::<PersonId>() else { return Ok(Vec::new()) };
        let mut lines: Vec<TableLine> = Vec::new();
        for row in self.playing(person).await? {
            lines.extend(line(&row, &who.id).filter(|line| line.your_turn));
        }
        lines.sort_by_key(|line| (line.deadline.unwrap_or(i64::MAX), line.updated));
        Ok(lines)
    }

    /// All tables at which this person plays.
    async fn playing(&self, person: PersonId) -> Result<Vec<IndexRow>, Refusal> {
        let mut filter = Filter { person: Some(person), states: vec![TableState::Playing], ..Filter::default() };
        let mut rows = Vec::new();
        loop {
            let page = self.inner.store.list(&filter).await.map_err(|error| store_refusal(&error))?;
            let last = page.len() < Filter::MOST as usize;
            filter.before = page.last().map(IndexRow::cursor);
            rows.extend(page);
            if last {
                return Ok(rows);
            }
        }
    }

    /// Lets the clocks of days of a person stand still until then, or run again, at one table.
    pub(crate) async fn vacation(&self, table: TableId, person: PersonId, until: Option<i64>) -> Result<(), Refusal> {
        let id = person.to_string();
        self.change(table, |table, now| Ok(table.vacation(&id, until, now.at))).await.map(drop)
    }

    /// The same at all tables at which they play, to the last one, also if nobody waits for the answer.
    pub(crate) async fn vacation_everywhere(&self, person: PersonId, until: Option<i64>) -> Result<(), Refusal> {
        let hub = self.clone();
        let everywhere = async move {
            for row in hub.playing(person).await? {
                hub.vacation(row.table, person, until).await?;
            }
            Ok(())
        };
        self.to_the_end(everywhere).await?
    }

    async fn list(&self, filter: &Filter, who: &Principal) -> Result<Vec<TableLine>, Refusal> {
        let rows = self.inner.store.list(filter).await.map_err(|error| store_refusal(&error))?;
        Ok(rows.iter().filter_map(|row| line(row, &who.id)).collect())
    }

    /// Leaves all tables of a person: before a match their seats become free, during one they are given up.
    pub async fn leave_all(&self, who: &Principal) -> Result<(), Refusal> {
        let Ok(person) = who.id.parse::<PersonId>() else { return Ok(()) };
        let states = vec![TableState::Gathering, TableState::Playing];
        let filter = Filter { person: Some(person), states, ..Filter::default() };
        let rows = self.inner.store.list(&filter).await.map_err(|error| store_refusal(&error))?;
        for row in rows {
            let nothing =
                || session::refusal(protocol::RefusalCode::NotNow, "no-own-seat", "there is no seat to leave");
            let left = self.change(row.table, |table, now| table.person_left(&who.id, now.at).ok_or_else(nothing));
            if let Err(refused) = left.await {
                tracing::debug!(table = %row.table, why = %refused.reason.text, "cannot leave a table");
            }
        }
        Ok(())
    }
}

/// The line of a list, for one reader.
fn line(row: &IndexRow, reader: &str) -> Option<TableLine> {
    let mut line: TableLine = serde_json::from_str(&row.index.summary).ok()?;
    line.deadline = row.index.due_at.filter(|at| *at > 0 && row.index.state == TableState::Playing);
    line.your_turn = row.index.waiting_for.iter().any(|person| person.to_string() == reader);
    Some(line)
}
