//! Lists of tables, from their index rows.

use std::collections::HashMap;

use protocol::{Refusal, TableLine};
use store::{Filter, IndexRow, PersonId, TableState};

use super::{Hub, Principal};
use crate::refusal::store_refusal;

/// How many public tables are listed, how many of one maker, and in how many pages they are looked for.
const OPEN: usize = 50;
const OPEN_EACH: usize = 3;
const OPEN_PAGES: usize = 10;

impl Hub {
    /// The tables with a seat of this person, and those that they made.
    pub async fn list_mine(&self, who: &Principal) -> Result<Vec<TableLine>, Refusal> {
        let Ok(person) = who.id.parse::<PersonId>() else { return Ok(Vec::new()) };
        self.list(&Filter { person: Some(person), ..Filter::default() }, who).await
    }

    /// The public tables that still wait for players, the newest first, and of each maker only the newest few: nobody
    /// pushes the others off the list.
    pub async fn list_open(&self, who: &Principal) -> Result<Vec<TableLine>, Refusal> {
        let mut filter = Filter { public: true, states: vec![TableState::Gathering], ..Filter::default() };
        let (mut lines, mut of_maker) = (Vec::new(), HashMap::<String, usize>::new());
        for _ in 0..OPEN_PAGES {
            let rows = self.inner.store.list(&filter).await.map_err(|error| store_refusal(&error))?;
            for line in rows.iter().filter_map(|row| line(row, &who.id)) {
                let shown = of_maker.entry(line.owner.clone()).or_default();
                *shown += 1;
                if *shown <= OPEN_EACH {
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
    line.your_turn = row.index.waiting_for.iter().any(|person| person.to_string() == reader);
    Some(line)
}
