//! The tables of this device: what the hub is to the server.

use std::collections::HashMap;

use engine::{Seat, Seed, Viewer};
use protocol::{Ask, Done, NewBranch, NewTable, Refusal, RefusalCode, TableLine, ToClient, ToServer};
use serde::Serialize;
use serde_json::{Value, json};
use session::{Carried, Mover, Now, Table, refusal, refuse};

use crate::bots::{Bots, Clock, advise};
use crate::follow::{Follower, presence};
use crate::proof;
use crate::request::{Request, TimedEntry, Who};
use crate::review;

/// How many lines a page of the log holds.
const PAGE: usize = 200;

/// What a change leaves to do: first keep the entries, then tell the clients.
#[derive(Default, Serialize)]
pub struct Change {
    /// What is to be made durable before anybody is told; of a rematch, both tables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<KeptEntries>,
    /// The messages, each with the number of its client.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tell: Vec<(u32, ToClient)>,
    /// A hint that is asked for: by which client, under which id, at which table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advise: Option<(u32, String, String)>,
}

/// Entries to be kept.
#[derive(Serialize)]
pub struct KeptEntries {
    /// The table.
    pub id: String,
    /// The version before them: how many entries are kept already.
    pub after: u64,
    /// Times and texts.
    pub entries: Vec<TimedEntry>,
    /// The table in a list, as it is after them.
    pub line: TableLine,
}

struct Open {
    table: Table,
    followers: Vec<Follower>,
    bots: Bots,
}

/// The tables that are open on this device.
pub struct Host {
    tables: HashMap<String, Open>,
    clock: Clock,
}

impl Host {
    /// A host without tables. The clock counts milliseconds from whenever it likes; bots think by it.
    pub fn new(clock: fn() -> f64) -> Host {
        Host { tables: HashMap::new(), clock }
    }

    /// Answers a request: both are JSON. What is refused is answered with `{"refused": …}`.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let unread = |error: serde_json::Error| refusal(RefusalCode::Malformed, "malformed", error.to_string());
        let answer = serde_json::from_slice(request).map_err(unread).and_then(|request| self.carry_out(request));
        let text = answer.unwrap_or_else(|refusal| written(&json!({ "refused": refusal })));
        text.unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"))
    }

    fn carry_out(&mut self, request: Request) -> Result<Written, Refusal> {
        Ok(match request {
            Request::Games => written(&session::games()),
            Request::Parts { game } => written(&parts(&game)?),
            Request::Read { record, eyes } => written(&session::replay(record.as_bytes(), eyes)?),
            Request::Make { id, seed, who, table, at } => written(&self.make(&id, &seed, &who, table, None, at)?),
            Request::Rematch { table, id, seed, who, at } => written(&self.rematch(&table, &id, &seed, &who, at)?),
            Request::Branch { table, id, seed, who, branch, at } => {
                written(&self.branch(&table, &id, &seed, &who, &branch, at)?)
            }
            Request::Open { id, seed, log } => written(&self.open(&id, &seed, &log)?),
            Request::More { id, log } => {
                let table = &mut self.find(&id)?.table;
                table.catch_up(log.iter().map(|(at, body)| (*at, body.as_str())));
                written(&table.version())
            }
            Request::Forget { id } => written(&self.tables.remove(&id).is_some()),
            Request::Hear { client, who, message, at } => written(&self.hear(client, &who, message, at)),
            Request::Gone { client } => {
                for open in self.tables.values_mut() {
                    open.followers.retain(|follower| follower.client != client);
                }
                written(&())
            }
            Request::Due { id } => written(&self.due(&id)?),
            Request::Tick { id, at } => written(&self.change(&id, at, |table| Ok(table.tick(at)))?),
            Request::Plays { id, seat, word, at } => {
                written(&self.change(&id, at, |table| table.bot_plays(seat, &word, at).map(Some))?)
            }
            Request::Think { id, level, pace, noise } => {
                let clock = self.clock;
                let Open { table, bots, .. } = self.find(&id)?;
                written(&bots.think(table, level, pace, noise, clock)?)
            }
            Request::Advise { id, pace, noise } => {
                let clock = self.clock;
                written(&advise(&self.find(&id)?.table, pace, noise, clock)?)
            }
            Request::Reviewable { record } => written(&review::parts(&record)?),
            Request::Judge { record, level, part } => written(&review::judge(&record, level, part)?),
            Request::Review { record, level, judged } => written(&review::report(&record, level, &judged)?),
            Request::Verdict { table, right, played, demand, tries } => {
                written(&review::verdict(&table, &right, &played, &demand, tries)?)
            }
            Request::Prove { game, scenario } => written(&proof::prove(&game, &scenario)?),
            Request::Replay { record } => written(&proof::replay(&record)?),
            Request::Playouts { game, seats, seed, games } => written(&proof::playouts(&game, seats, seed, games)?),
            Request::Simulate { game, bots, seed, iterations } => {
                written(&proof::simulate(&game, &bots, seed, iterations)?)
            }
            reading => self.read(reading)?,
        })
    }

    /// Answers what only reads a table.
    fn read(&mut self, request: Request) -> Result<Written, Refusal> {
        Ok(match request {
            Request::Log { id, who, before } => {
                let table = &self.find(&id)?.table;
                let (lines, more) = table.story().page(viewer(table, &who), before, PAGE);
                written(&json!({ "lines": lines, "more": more }))
            }
            Request::Frames { id, who, from, to, eyes } => {
                let table = &self.find(&id)?.table;
                let seats = table.game().map_or(0, engine::AnyMatch::seats);
                let viewer = session::seen_by(viewer(table, &who), eyes, seats);
                written(&table.frames(viewer, from, to.saturating_sub(1)))
            }
            Request::Sheet { id } => written(&self.find(&id)?.table.sheet()),
            Request::Record { id, who } => {
                let table = &self.find(&id)?.table;
                let none = || refusal(RefusalCode::NotNow, "not-started", "the match has not started");
                written(&table.record(viewer(table, &who)).ok_or_else(none)?.to_string())
            }
            Request::State { id, who, at } => {
                let Open { table, followers, .. } = self.find(&id)?;
                let reader = table.reader(&who.requester(), None);
                table.follow_now(reader.viewer);
                written(&table.state(&reader, at, &presence(followers)))
            }
            _ => return refuse(RefusalCode::Malformed, "malformed", "this is no request"),
        })
    }

    fn find(&mut self, id: &str) -> Result<&mut Open, Refusal> {
        let none = || refusal(RefusalCode::NoTable, "no_table", format!("table {id} is not open"));
        self.tables.get_mut(id).ok_or_else(none)
    }

    fn put(&mut self, table: Table) {
        let open = Open { table, followers: Vec::new(), bots: Bots::default() };
        self.tables.insert(open.table.id().to_owned(), open);
    }

    fn make(
        &mut self,
        id: &str,
        seed: &str,
        who: &Who,
        new: NewTable,
        rematch: Option<session::Rematch>,
        at: i64,
    ) -> Result<Change, Refusal> {
        Ok(self.begin(Table::make(id, &who.requester(), new, read_seed(seed)?, rematch, at)?))
    }

    /// A table that was just made.
    fn begin(&mut self, (table, carried): (Table, Carried)) -> Change {
        let keep = kept(&table, carried);
        self.put(table);
        Change { keep: vec![keep], ..Change::default() }
    }

    fn rematch(&mut self, of: &str, id: &str, seed: &str, who: &Who, at: i64) -> Result<Change, Refusal> {
        let (plan, rematch) = self.find(of)?.table.rematch_plan(&who.requester())?;
        let mut made = self.make(id, seed, who, plan, Some(rematch), at)?;
        let noted = self.change(of, at, |table| Ok(Some(table.note_rematch(id, at))))?;
        made.keep.extend(noted.keep);
        made.tell.extend(noted.tell);
        Ok(made)
    }

    fn branch(
        &mut self,
        of: &str,
        id: &str,
        seed: &str,
        who: &Who,
        new: &NewBranch,
        at: i64,
    ) -> Result<Change, Refusal> {
        let table = &self.find(of)?.table;
        let ((plan, branch), rules) = (table.branch_plan(new)?, table.rules());
        let made = Table::make_branch(id, &who.requester(), plan, read_seed(seed)?, (branch, rules), at)?;
        Ok(self.begin(made))
    }

    fn open(&mut self, id: &str, seed: &str, log: &[TimedEntry]) -> Result<TableLine, Refusal> {
        let entries = log.iter().map(|(at, body)| (*at, body.as_str()));
        let unread = || refusal(RefusalCode::Malformed, "log", format!("the log of table {id} cannot be read"));
        let table = Table::fold(id, read_seed(seed)?, entries).ok_or_else(unread)?;
        let line = table.overview(true).line;
        self.put(table);
        Ok(line)
    }

    /// What is due: a bot's move by seat and level, or the time at which to look at the clocks.
    fn due(&mut self, id: &str) -> Result<Value, Refusal> {
        let table = &self.find(id)?.table;
        Ok(match (table.mover(), table.due(true)) {
            (Some(Mover::Bot(seat, level)), Some(_)) => {
                json!({ "bot": { "seat": seat, "level": level }, "version": table.version() })
            }
            (_, at) => json!({ "at": at }),
        })
    }

    /// Changes a table, and tells its followers.
    fn change(
        &mut self,
        id: &str,
        at: i64,
        change: impl FnOnce(&mut Table) -> Result<Option<Carried>, Refusal>,
    ) -> Result<Change, Refusal> {
        let open = self.find(id)?;
        let Some(carried) = change(&mut open.table)? else { return Ok(Change::default()) };
        Ok(open.settle(carried, at).0)
    }

    /// Answers a message of a client.
    fn hear(&mut self, client: u32, who: &Who, message: ToServer, at: i64) -> Change {
        let (table, id) = message.subject();
        self.heard(client, who, message, at)
            .unwrap_or_else(|refusal| Change::telling(client, ToClient::Refused(refusal.about(table, id))))
    }

    fn heard(&mut self, client: u32, who: &Who, message: ToServer, at: i64) -> Result<Change, Refusal> {
        Ok(match message {
            ToServer::Ping => Change::telling(client, ToClient::Pong),
            ToServer::Watch { table, since, eyes } => {
                let follower = Follower::new(client, who.clone(), eyes);
                Change::telling(client, self.find(&table)?.watch(follower, since, at))
            }
            ToServer::Unwatch { table } => {
                self.find(&table)?.followers.retain(|follower| follower.client != client);
                Change::default()
            }
            ToServer::Look { table, eyes, since } => {
                let Open { table, followers, .. } = self.find(&table)?;
                let there = presence(followers);
                let mut looking = followers.iter_mut().filter(|follower| follower.client == client);
                let looked = looking.next().map(|follower| follower.look(table, eyes, since.is_some(), at, &there));
                looked.map(|message| Change::telling(client, message)).unwrap_or_default()
            }
            ToServer::Do { table, id, command } => {
                // Nobody is ever away from their own device.
                let now = Now { at, absent: &|_| None, away_before_vote: i64::MAX };
                let open = self.find(&table)?;
                let carried = open.table.command(&who.requester(), &id, &command, &now)?;
                let (mut change, done) = open.settle(carried, at);
                change.tell.insert(0, (client, ToClient::Done(done)));
                change
            }
            ToServer::Ask { table, id, ask } => match self.find(&table)?.ask(who, id.clone(), ask)? {
                Some(answer) => Change::telling(client, answer),
                None => Change { advise: Some((client, id, table)), ..Change::default() },
            },
        })
    }
}

impl Change {
    fn telling(client: u32, message: ToClient) -> Change {
        Change { tell: vec![(client, message)], ..Change::default() }
    }
}

impl Open {
    /// What is left to do after a change.
    fn settle(&mut self, carried: Carried, at: i64) -> (Change, Done) {
        let there = presence(&self.followers);
        let mut change = Change::default();
        let done = carried.done.clone();
        if !carried.entries.is_empty() {
            change.keep.push(kept(&self.table, carried));
            for follower in &mut self.followers {
                let news = follower.news(&mut self.table, at, &there);
                change.tell.extend(news.into_iter().map(|message| (follower.client, message)));
            }
        }
        (change, done)
    }

    fn watch(&mut self, mut follower: Follower, since: Option<u64>, at: i64) -> ToClient {
        self.followers.retain(|other| other.client != follower.client);
        let mut there = presence(&self.followers);
        if !there.has(&follower.who.id) {
            there.people.push(follower.who.id.clone());
        }
        let message = follower.begin(&mut self.table, since, at, &there);
        self.followers.push(follower);
        message
    }

    /// Answers a question; `None` if a bot has to think about it.
    fn ask(&self, who: &Who, id: String, ask: Ask) -> Result<Option<ToClient>, Refusal> {
        let (Ask::Why { seat, .. } | Ask::Closed { seat } | Ask::Effects { seat } | Ask::Hint { seat }) = &ask;
        if !self.table.seats_of(&who.id).contains(seat) {
            return refuse(RefusalCode::NotYours, "not-your-seat", format!("{seat} is not your seat"));
        }
        let (mut why, mut closed, mut effects) = (None, None, None);
        match ask {
            Ask::Why { seat, word } => why = self.table.why_not(seat, &word),
            Ask::Closed { .. } => closed = Some(self.table.closed()),
            Ask::Effects { .. } => effects = Some(self.table.effects()),
            Ask::Hint { seat } => {
                may_be_advised(&self.table, seat)?;
                return Ok(None);
            }
        }
        Ok(Some(ToClient::Answer { id, why, closed, effects, hint: None }))
    }
}

fn may_be_advised(table: &Table, seat: Seat) -> Result<(), Refusal> {
    if !table.made().hints {
        return refuse(RefusalCode::Forbidden, "no-hints", "this table does not allow hints");
    }
    if table.game().and_then(|game| game.to_act().seat()) != Some(seat) {
        return refuse(RefusalCode::NotYours, "not-your-turn", "it is not your turn");
    }
    Ok(())
}

type Written = serde_json::Result<Vec<u8>>;

fn written(answer: &impl Serialize) -> Written {
    serde_json::to_vec(answer)
}

fn kept(table: &Table, carried: Carried) -> KeptEntries {
    KeptEntries {
        id: table.id().to_owned(),
        after: carried.after,
        entries: carried.entries,
        line: table.overview(true).line,
    }
}

fn viewer(table: &Table, who: &Who) -> Viewer {
    table.reader(&who.requester(), None).viewer
}

fn read_seed(seed: &str) -> Result<Seed, Refusal> {
    seed.parse().map_err(|_| refusal(RefusalCode::Malformed, "seed", "a seed has 64 hexadecimal digits"))
}

fn parts(game: &str) -> Result<Value, Refusal> {
    let none = || refusal(RefusalCode::NoTable, "no-game", format!("there is no game '{game}'"));
    catalog::find(game).and_then(|entry| entry.kind().parts(None)).ok_or_else(none)
}
