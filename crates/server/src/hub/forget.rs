//! Deleting a person from the logs: their name and their chat are removed from every table.

use protocol::Refusal;
use session::LogEntry;
use store::PersonId;

use super::Hub;
use crate::refusal::store_refusal;

impl Hub {
    /// Removes the name and the chat of a person from every table's log. Their moves stay: the match is the others',
    /// too.
    pub async fn forget(&self, person: PersonId) -> Result<(), Refusal> {
        let store = &self.inner.store;
        let id = person.to_string();
        for table in store.tables_naming(person).await.map_err(|error| store_refusal(&error))? {
            let log = store.log(table, 0).await.map_err(|error| store_refusal(&error))?;
            let id = id.clone();
            let anew = move |entry: &store::StoredEntry| {
                let without = serde_json::from_str::<LogEntry>(&entry.body).ok()?.without(&id)?;
                Some((entry.seq, without.body()))
            };
            let entries = self.inner.reading.work(move || log.iter().filter_map(anew).collect::<Vec<_>>()).await?;
            if !entries.is_empty() {
                self.rewrite(table, &entries).await?;
            }
        }
        Ok(())
    }
}
