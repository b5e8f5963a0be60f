//! Presence on other nodes: who follows a table there. Nodes announce it to each other, and nothing is stored. A node
//! without announcements is forgotten after a while, together with its clients.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use session::Presence;
use store::TableId;

use super::awake::Awake;
use super::{Hub, locked};

/// After how many milliseconds without an announcement a node counts as having no followers of a table.
const NODE_TIMEOUT: i64 = 60_000;

/// Who follows a table on one node. It does not say who of them plays: that changes, so each node works it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Crowd {
    /// The people, each once.
    pub(super) people: Vec<String>,
    /// How many are not logged in.
    pub(super) unknown: usize,
}

impl Crowd {
    /// Adds one client.
    pub(super) fn add(&mut self, person: &str) {
        if person.is_empty() {
            self.unknown += 1;
        } else if !self.people.iter().any(|known| known == person) {
            self.people.push(person.to_owned());
        }
    }

    /// Adds them to a presence; `sitting` are the people who have a seat.
    pub(super) fn join(&self, presence: &mut Presence, sitting: &[String]) {
        presence.spectators += self.unknown;
        for person in &self.people {
            if !sitting.contains(person) {
                presence.spectators += 1;
            } else if !presence.has(person) {
                presence.people.push(person.clone());
            }
        }
    }
}

/// What a node announces: who follows a table there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Announcement {
    node: String,
    table: TableId,
    crowd: Crowd,
}

impl Announcement {
    fn write(&self) -> String {
        let Announcement { node, table, crowd } = self;
        format!("here {node} {table} {} {}", crowd.unknown, crowd.people.join(","))
    }

    fn read(text: &str) -> Option<Announcement> {
        let mut words = text.strip_prefix("here ")?.split(' ');
        let (node, table) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
        let unknown = words.next()?.parse().ok()?;
        let people = words.next()?.split(',').filter(|person| !person.is_empty()).map(str::to_owned).collect();
        Some(Announcement { node, table, crowd: Crowd { people, unknown } })
    }
}

/// How an announcement differs from the node's last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Nothing was known of that node before.
    First,
    /// It differs.
    New,
    /// It is the same.
    None,
}

/// Who follows a table on each node, by the node's name, with the time of the announcement.
type Announced = HashMap<String, (Crowd, i64)>;

/// What other nodes have announced.
#[derive(Debug)]
pub(super) struct Elsewhere {
    tables: Mutex<HashMap<TableId, Announced>>,
    /// When a person was last announced by another node.
    people: Mutex<HashMap<String, i64>>,
    /// Since when this node has received all announcements.
    listening_since: AtomicI64,
}

impl Elsewhere {
    pub(super) fn new(now: i64) -> Elsewhere {
        Elsewhere { tables: Mutex::default(), people: Mutex::default(), listening_since: AtomicI64::new(now) }
    }

    /// Announcements may have been lost.
    pub(super) fn missed_something(&self, now: i64) {
        self.listening_since.store(now, Ordering::Relaxed);
    }

    /// Takes in an announcement.
    fn hear(&self, here: Announcement, now: i64) -> Change {
        let mut people = locked(&self.people);
        for person in &here.crowd.people {
            people.insert(person.clone(), now);
        }
        let mut tables = locked(&self.tables);
        let said = tables.entry(here.table).or_default();
        if here.crowd == Crowd::default() {
            let gone = said.remove(&here.node);
            if said.is_empty() {
                tables.remove(&here.table);
            }
            return if gone.is_some() { Change::New } else { Change::None };
        }
        let before = said.insert(here.node, (here.crowd.clone(), now));
        match before {
            None => Change::First,
            Some((before, _)) if before == here.crowd => Change::None,
            Some(_) => Change::New,
        }
    }

    /// Forgets nodes that have fallen silent.
    fn forget(&self, now: i64) {
        locked(&self.people).retain(|_, at| now - *at <= NODE_TIMEOUT);
        locked(&self.tables).retain(|_, said| {
            said.retain(|_, (_, at)| now - *at <= NODE_TIMEOUT);
            !said.is_empty()
        });
    }

    /// Adds those who follow a table on other nodes.
    pub(super) fn add_to(&self, presence: &mut Presence, table: TableId, sitting: &[String], now: i64) {
        let tables = locked(&self.tables);
        let said = tables.get(&table).into_iter().flat_map(HashMap::values);
        for (crowd, _) in said.filter(|(_, at)| now - at <= NODE_TIMEOUT) {
            crowd.join(presence, sitting);
        }
    }

    /// Whether anybody may follow a table on another node. A node that has not listened for long cannot know, and must
    /// not stop bots that somebody waits for.
    pub(super) fn may_attend(&self, table: TableId, now: i64) -> bool {
        let heard = |said: &Announced| said.values().any(|(_, at)| now - at <= NODE_TIMEOUT);
        now - self.listening_since.load(Ordering::Relaxed) <= NODE_TIMEOUT
            || locked(&self.tables).get(&table).is_some_and(heard)
    }

    /// Whether a person is connected to another node.
    pub(super) fn has(&self, person: &str, now: i64) -> bool {
        locked(&self.people).get(person).is_some_and(|at| now - at <= NODE_TIMEOUT)
    }
}

impl Hub {
    /// Takes in what another node announces.
    pub(super) async fn hear(&self, text: &str) {
        let Some(here) = Announcement::read(text) else {
            return tracing::debug!(text, "unknown announcement of another node");
        };
        let table = here.table;
        let word = self.inner.elsewhere.hear(here, self.now());
        if word == Change::None {
            return;
        }
        let awake = locked(&self.inner.tables).get(&table).cloned();
        let Some(awake) = awake else { return };
        self.tell_who_is_there(&awake).await;
        // A node that announces for the first time does not know who is connected here.
        if word == Change::First && awake.attended() {
            self.announce(&awake).await;
        }
    }

    /// Repeats all announcements, for nodes that missed them, and so that this node does not count as silent.
    pub(super) async fn announce_all(&self) {
        let attended: Vec<_> = locked(&self.inner.tables).values().filter(|awake| awake.attended()).cloned().collect();
        for awake in attended {
            self.announce(&awake).await;
        }
        self.inner.elsewhere.forget(self.now());
    }

    /// Announces to other nodes who follows a table here.
    pub(super) async fn announce(&self, awake: &Awake) {
        let store::Backend::Postgres(_) = self.inner.config.backend else { return };
        let here = Announcement { node: self.inner.node.clone(), table: awake.id, crowd: awake.crowd() };
        if let Err(error) = self.inner.store.broadcast(&here.write()).await {
            tracing::debug!(%error, table = %awake.id, "cannot announce who is connected");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crowd(people: &[&str], unknown: usize) -> Crowd {
        Crowd { people: people.iter().map(|&person| person.to_owned()).collect(), unknown }
    }

    #[test]
    fn what_is_written_can_be_read() {
        for crowd in [crowd(&[], 0), crowd(&["a"], 0), crowd(&["a", "b"], 3)] {
            let here = Announcement { node: "n".to_owned(), table: TableId::random(), crowd };
            assert_eq!(Announcement::read(&here.write()), Some(here));
        }
        for text in ["", "here", "here n", "here n 000000000011 x a", "there n 000000000011 0 a"] {
            assert_eq!(Announcement::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_silent_node_is_forgotten_and_one_that_left_at_once() {
        let (elsewhere, table) = (Elsewhere::new(-NODE_TIMEOUT - 1), TableId::random());
        let here = |crowd| Announcement { node: "n".to_owned(), table, crowd };
        assert!(!elsewhere.may_attend(table, 0));
        assert_eq!(elsewhere.hear(here(crowd(&["a"], 1)), 0), Change::First);
        assert_eq!(elsewhere.hear(here(crowd(&["a", "b", "c"], 1)), 5), Change::New);
        assert_eq!(elsewhere.hear(here(crowd(&["a", "b", "c"], 1)), 10), Change::None);
        let sitting = ["a", "b"].map(str::to_owned);
        let at = |now| {
            let mut presence = Presence { people: vec!["b".to_owned()], spectators: 1 };
            elsewhere.add_to(&mut presence, table, &sitting, now);
            (presence.people.join(" "), presence.spectators)
        };
        assert_eq!(at(10 + NODE_TIMEOUT), ("b a".to_owned(), 3));
        assert_eq!(at(11 + NODE_TIMEOUT), ("b".to_owned(), 1));
        assert!(elsewhere.may_attend(table, 20) && !elsewhere.may_attend(table, 11 + NODE_TIMEOUT));
        assert!(elsewhere.has("a", 20) && !elsewhere.has("d", 20));
        assert_eq!(elsewhere.hear(here(Crowd::default()), 20), Change::New);
        assert!(!elsewhere.may_attend(table, 20));
    }

    #[test]
    fn who_cannot_know_puts_no_bots_to_sleep() {
        let (elsewhere, table) = (Elsewhere::new(0), TableId::random());
        assert!(elsewhere.may_attend(table, NODE_TIMEOUT) && !elsewhere.may_attend(table, NODE_TIMEOUT + 1));
        elsewhere.missed_something(NODE_TIMEOUT);
        assert!(elsewhere.may_attend(table, NODE_TIMEOUT + 1));
    }
}
