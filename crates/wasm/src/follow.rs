//! Clients that follow a table, and what each of them is sent.

use engine::{Seat, Viewer};
use protocol::ToClient;
use session::{Presence, Reader, Table};

use crate::request::Who;

/// The largest gap, in versions, that is sent as news; beyond it the whole state is sent.
const GAP: u64 = 60;

/// A client that follows a table.
pub(crate) struct Follower {
    pub(crate) client: u32,
    pub(crate) who: Who,
    /// The seat as which they asked to see the match.
    pub(crate) eyes: Option<Seat>,
    /// The version that was sent last, and for which viewer.
    has: Option<(u64, Viewer)>,
}

impl Follower {
    pub(crate) fn new(client: u32, who: Who, eyes: Option<Seat>) -> Follower {
        Follower { client, who, eyes, has: None }
    }

    fn reader(&self, table: &Table) -> Reader {
        table.reader(&self.who.requester(), self.eyes)
    }

    /// The gap since the version that the client has, or the whole state.
    pub(crate) fn begin(&mut self, table: &mut Table, since: Option<u64>, now: i64, presence: &Presence) -> ToClient {
        let reader = self.reader(table);
        table.follow_now(reader.viewer);
        let version = table.version();
        self.has = Some((version, reader.viewer));
        let gap = since.filter(|since| *since <= version && version - since <= GAP);
        match gap.and_then(|since| table.news(&reader, since, now, presence)) {
            Some(news) => ToClient::News(news),
            None => ToClient::State(table.state(&reader, now, presence)),
        }
    }

    /// What other eyes see otherwise, for who keeps what they have seen; the whole state for others.
    pub(crate) fn look(
        &mut self,
        table: &mut Table,
        eyes: Option<Seat>,
        keeps: bool,
        now: i64,
        presence: &Presence,
    ) -> ToClient {
        self.eyes = eyes;
        let reader = self.reader(table);
        table.follow_now(reader.viewer);
        let version = table.version();
        let before = self.has.filter(|(has, _)| keeps && *has == version).map(|(_, viewer)| viewer);
        if let Some(looked) = before.and_then(|before| table.looked(&reader, before, now)) {
            self.has = Some((version, reader.viewer));
            return ToClient::Looked(looked);
        }
        self.begin(table, None, now, presence)
    }

    /// What is new for the client. At the end of a match, when everybody sees everything, the last steps are told as
    /// they were seen before the whole is.
    pub(crate) fn news(&mut self, table: &mut Table, now: i64, presence: &Presence) -> Vec<ToClient> {
        let Some((since, viewer)) = self.has else { return Vec::new() };
        let reader = self.reader(table);
        if viewer != reader.viewer {
            let eyes = Reader { yours: reader.yours, viewer };
            let last = table.news(&eyes, since, now, presence).map(ToClient::News);
            return last.into_iter().chain([self.begin(table, None, now, presence)]).collect();
        }
        if since == table.version() {
            return Vec::new();
        }
        match table.news(&reader, since, now, presence) {
            Some(news) => {
                self.has = Some((table.version(), viewer));
                vec![ToClient::News(news)]
            }
            None => vec![self.begin(table, None, now, presence)],
        }
    }
}

/// Who is connected: whoever follows.
pub(crate) fn presence(followers: &[Follower]) -> Presence {
    let mut presence = Presence::default();
    for follower in followers {
        if !presence.has(&follower.who.id) {
            presence.people.push(follower.who.id.clone());
        }
    }
    presence
}
