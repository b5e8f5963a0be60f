//! The table: the fold of its log.

use engine::{AnyMatch, Draws, Note, Opening, Refused, Seat, Seed};
use protocol::{BotLevel, Done, NewTable, SeatPlan, Seated, Sitter, Stage, TableLine};

use crate::answers::Answers;
use crate::branch::Branch;
use crate::clock::Clocks;
use crate::entry::{Holder, LogEntry};
use crate::frame::points;
use crate::lines::{KEPT, LineCache};
use crate::reader::Presence;
use crate::sight::Sight;
use crate::vote::Ballot;

/// The seats of guests, and the pairs of seats that came from the same place.
type Circumstances = (Vec<Seat>, Vec<(Seat, Seat)>);

/// A table with its match: the fold of its log.
pub struct Table {
    pub(crate) id: String,
    pub(crate) seed: Seed,
    pub(crate) made: NewTable,
    /// The version of the game's rules when it was made.
    pub(crate) rules: u32,
    pub(crate) owner: String,
    pub(crate) owner_name: String,
    pub(crate) seats: Vec<SeatState>,
    /// The number that the next sitting gets.
    pub(crate) next_sitting: u32,
    pub(crate) stage: Stage,
    /// When the pledges were sealed. From then on nonces are revealed, and nothing else changes before the match.
    pub(crate) sealed: Option<i64>,
    pub(crate) live: Option<Live>,
    pub(crate) clocks: Clocks,
    pub(crate) ballots: Vec<Ballot>,
    pub(crate) rematch: Option<String>,
    /// The moment of another match that this one goes on from.
    pub(crate) branch: Option<Branch>,
    /// Whether it was begun on a device and handed over.
    pub(crate) handed: bool,
    /// What the server knew about the players when the match was over: guests, and who came from the same place.
    pub(crate) judged: Option<Circumstances>,
    /// The whole log, with times.
    pub(crate) log: Vec<(i64, LogEntry)>,
    /// The answers to recent commands.
    pub(crate) answered: Answers,
    /// The last lines, for every viewer who follows the table.
    pub(crate) line_cache: LineCache,
    /// The views as they were shown, so that only changes need to be sent.
    pub(crate) sights: Vec<Sight>,
    /// The last version that changed anything apart from the match.
    pub(crate) facts_version: u64,
}

/// A match in progress, with the source of its draws.
pub(crate) struct Live {
    pub(crate) game: Box<dyn AnyMatch>,
    pub(crate) draws: Draws,
}

/// A seat, with who sits there.
#[derive(Clone, Debug)]
pub(crate) struct SeatState {
    pub(crate) sitter: Sitter,
    /// The number of this sitting, unique at the table. It stays when seats are shuffled or removed, so a token can
    /// name the sitter instead of the seat.
    pub(crate) sitting: u32,
    /// The hash of the nonce of this sitting, and the nonce once it is revealed.
    pub(crate) pledge: Option<String>,
    pub(crate) nonce: Option<String>,
    /// The bot that sits in for the player, and whether only until the turn is over.
    pub(crate) stand_in: Option<(BotLevel, bool)>,
    pub(crate) given_up: bool,
    /// Whether a bot that sits in took the last decision of the seat.
    pub(crate) deputised: bool,
    /// Until when the player is away.
    pub(crate) vacation: Option<i64>,
}

impl SeatState {
    fn new(sitter: Sitter, sitting: u32) -> SeatState {
        SeatState {
            sitter,
            sitting,
            pledge: None,
            nonce: None,
            stand_in: None,
            given_up: false,
            deputised: false,
            vacation: None,
        }
    }

    /// The person who plays the seat; `None` for bots and programs.
    pub(crate) fn person(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Person { id, .. } => Some(id),
            Sitter::Device { host, .. } => Some(host),
            _ => None,
        }
    }

    /// Whether nobody sits there yet.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self.sitter, Sitter::Open | Sitter::Invited | Sitter::Reserved { .. })
    }

    /// The name for lines and records.
    pub(crate) fn name(&self) -> String {
        match &self.sitter {
            Sitter::Open | Sitter::Invited | Sitter::Reserved { .. } => String::new(),
            Sitter::Person { name, .. } | Sitter::Device { name, .. } | Sitter::Program { name, .. } => name.clone(),
            Sitter::Bot { level } => format!("bot/{}", level.as_str()),
        }
    }
}

/// Who is to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// A person or a program, for this seat.
    Player(Seat),
    /// A bot of that level, for this seat.
    Bot(Seat, BotLevel),
}

impl Mover {
    /// The seat.
    pub fn seat(self) -> Seat {
        match self {
            Mover::Player(seat) | Mover::Bot(seat, _) => seat,
        }
    }
}

/// What lists and the scheduler need to know about a table; it follows from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// The people with a seat, and whoever made the table: it counts as theirs, too.
    pub people: Vec<String>,
    /// The people whose decision it is.
    pub waiting_for: Vec<String>,
    /// When a bot has to move or a clock runs out, in milliseconds since 1970; 0 is at once.
    pub due_at: Option<i64>,
    /// The table in a list.
    pub line: TableLine,
}

impl Table {
    /// The fold of a log: times and bodies of all entries. Returns `None` if the log does not begin with the making of
    /// a table. A step that is refused leaves the table broken before that step, and readable.
    pub fn fold<'a>(id: &str, seed: Seed, log: impl IntoIterator<Item = (i64, &'a str)>) -> Option<Table> {
        let log: Vec<(i64, &str)> = log.into_iter().collect();
        let ((at, body), rest) = log.split_first()?;
        let mut table = Table::begin(id, seed, *at, serde_json::from_str(body).ok()?)?;
        // Clients that open a table read only the end of its log: only those lines are made, for all of them at once.
        let (untold, told) = rest.split_at(rest.len().saturating_sub(2 * KEPT));
        table.line_cache.hush(untold.len());
        table.catch_up(untold.iter().copied());
        table.line_cache.follow_all(table.seats.len());
        table.catch_up(told.iter().copied());
        table.line_cache.follow_none();
        Some(table)
    }

    /// Folds in the entries that others have appended after this version.
    pub fn catch_up<'a>(&mut self, log: impl IntoIterator<Item = (i64, &'a str)>) {
        for (at, body) in log {
            match serde_json::from_str(body) {
                Ok(entry) => self.apply(at, entry),
                Err(error) => self.break_off(format!("entry {} cannot be read: {error}", self.log.len() + 1)),
            }
        }
    }

    pub(crate) fn begin(id: &str, seed: Seed, at: i64, first: LogEntry) -> Option<Table> {
        let LogEntry::Made { table: made, owner, name, rules, holders, branch, handed, .. } = &first else {
            return None;
        };
        let sitter = |index: usize, plan: &SeatPlan| match (plan, holder(holders, Seat::new(index))) {
            (SeatPlan::Me, _) => Sitter::Person { id: owner.clone(), name: name.clone() },
            (SeatPlan::Open, Some(Holder { id, name, .. })) => Sitter::Reserved { id: id.clone(), name: name.clone() },
            (SeatPlan::Open, None) => Sitter::Open,
            (SeatPlan::Invited, _) => Sitter::Invited,
            (SeatPlan::Device { name }, _) => Sitter::Device { host: owner.clone(), name: name.clone() },
            (SeatPlan::Bot { level }, _) => Sitter::Bot { level: *level },
            (SeatPlan::Program { name }, holder) => {
                let owner = holder.map_or(owner, |holder| &holder.id);
                Sitter::Program { owner: owner.clone(), name: name.clone() }
            }
        };
        let seat = |(index, plan): (usize, &SeatPlan)| SeatState::new(sitter(index, plan), index as u32);
        let mut table = Table {
            id: id.to_owned(),
            seed,
            owner: owner.clone(),
            owner_name: name.clone(),
            seats: made.seats.iter().enumerate().map(seat).collect(),
            next_sitting: made.seats.len() as u32,
            stage: Stage::Gathering,
            sealed: None,
            live: None,
            clocks: Clocks::new(made.clock, made.seats.len()),
            ballots: Vec::new(),
            rematch: None,
            branch: branch.clone(),
            handed: *handed,
            judged: None,
            made: (**made).clone(),
            rules: *rules,
            log: Vec::new(),
            answered: Answers::default(),
            line_cache: LineCache::default(),
            sights: Vec::new(),
            facts_version: 1,
        };
        table.line_cache.note(1, at, &first, 0);
        table.log.push((at, first));
        Some(table)
    }

    /// The table's number.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The version: how many entries the log has.
    pub fn version(&self) -> u64 {
        self.log.len() as u64
    }

    /// The game's key.
    pub fn game_key(&self) -> &str {
        &self.made.game
    }

    /// What was agreed on when it was made.
    pub fn made(&self) -> &NewTable {
        &self.made
    }

    /// How far it is.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The match, once it has started.
    pub fn game(&self) -> Option<&dyn AnyMatch> {
        self.live.as_ref().map(|live| &*live.game)
    }

    /// Who made it.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// When something last happened.
    pub fn updated(&self) -> i64 {
        self.log.last().map_or(0, |(at, _)| *at)
    }

    /// Folds one more entry in. An entry that cannot be carried out breaks the table.
    pub(crate) fn apply(&mut self, at: i64, entry: LogEntry) {
        if matches!(self.stage, Stage::Broken { .. }) {
            return;
        }
        match self.carry_out(at, &entry) {
            Ok(()) => self.append(at, entry),
            Err(why) => self.break_off(why),
        }
    }

    /// Applies an entry to the table.
    fn carry_out(&mut self, at: i64, entry: &LogEntry) -> Result<(), String> {
        match entry {
            LogEntry::Step { by, words, .. } => {
                let played = self.step(at, *by, words).ok_or("a step before the match started")?;
                played.map_err(|refused| refused.to_string())?;
            }
            LogEntry::Sat { seat, sitter, sitting } => {
                let sitting = sitting.unwrap_or(self.next_sitting);
                self.next_sitting = sitting + 1;
                self.seats[seat.index()] = SeatState::new(sitter.clone(), sitting);
            }
            LogEntry::Pledged { seat, commit } => self.seats[seat.index()].pledge = Some(commit.clone()),
            LogEntry::Sealed => self.sealed = Some(at),
            LogEntry::Nonce { seat, nonce } => self.seats[seat.index()].nonce = Some(nonce.clone()),
            LogEntry::Started { order } => self.open(order)?,
            LogEntry::Undone { seat, to, .. } => self.note(Note::Undo(*seat, *to)),
            LogEntry::Made { .. } | LogEntry::Chat { .. } | LogEntry::Resumed => {}
            LogEntry::Proposed { seat, about } => self.propose(*seat, *about),
            LogEntry::Voted { number, seat, yes } => self.count(*number, *seat, *yes),
            LogEntry::StandIn { seat, level, turn } => {
                self.seats[seat.index()].stand_in = Some((*level, *turn));
                self.note(Note::Bot(*seat, format!("bot/{}", level.as_str())));
            }
            LogEntry::Back { seat } => {
                self.seats[seat.index()].stand_in = None;
                self.note(Note::Back(*seat));
            }
            LogEntry::GaveUp { seat, .. } => {
                self.seats[seat.index()].given_up = true;
                self.note(Note::Bot(*seat, format!("bot/{}", self.made.stand_in.as_str())));
            }
            LogEntry::Vacation { seat, until, .. } => {
                self.seats[seat.index()].vacation = *until;
                self.clocks.stand_still(*seat, until.unwrap_or(at), at);
            }
            LogEntry::CalledOff => self.note(Note::Over),
            LogEntry::Over { .. } => self.stage = Stage::Over,
            LogEntry::Judged { guests, together } => self.judged = Some((guests.clone(), together.clone())),
            LogEntry::Rematch { table } => self.rematch = Some(table.clone()),
            LogEntry::Closed { why } => self.stage = Stage::Closed { why: why.clone() },
        }
        Ok(())
    }

    /// Logs an entry that was applied, and everything that follows from it.
    pub(crate) fn append(&mut self, at: i64, entry: LogEntry) {
        let quiet = matches!(entry, LogEntry::Step { .. } | LogEntry::Chat { .. } | LogEntry::Judged { .. });
        self.remember(&entry);
        if entry == LogEntry::Resumed {
            self.clocks.resume(at);
        }
        self.lapse(&entry);
        if let LogEntry::Step { by: Some(seat), .. } = &entry {
            let state = &mut self.seats[seat.index()];
            state.deputised = state.stand_in.is_some();
        }
        if !matches!(entry, LogEntry::Step { .. }) {
            let takebacks = self.takebacks().iter().map(|(_, times)| times).sum();
            self.line_cache.note(self.log.len() as u64 + 1, at, &entry, takebacks);
        }
        self.log.push((at, entry));
        if !quiet {
            self.facts_version = self.version();
        }
        self.look_again();
        self.hand_over(at);
    }

    /// Starts the clock of the seat to act, and ends the stand-in of a bot that played one turn.
    fn hand_over(&mut self, at: i64) {
        let mover = self.mover();
        for seat in Seat::all(self.seats.len()) {
            let state = &mut self.seats[seat.index()];
            if matches!(state.stand_in, Some((_, true))) && mover.map(Mover::seat) != Some(seat) {
                state.stand_in = None;
                self.note(Note::Back(seat));
                self.facts_version = self.version();
            }
        }
        let thinks = match mover {
            Some(Mover::Player(seat)) => Some(seat),
            _ => None,
        };
        self.clocks.pass_to(thinks, at);
    }

    /// Plays a step. Its words are read and judged here and nowhere else. `None` before the match has started.
    pub(crate) fn step(&mut self, at: i64, by: Option<Seat>, words: &str) -> Option<Result<(), Refused>> {
        let version = self.version() + 1;
        let live = self.live.as_mut()?;
        Some(self.line_cache.step(&mut *live.game, version, at, by, words))
    }

    fn note(&mut self, note: Note) {
        if let Some(live) = &mut self.live {
            // A note that does not fit (an undo before the start) cannot have been logged.
            let noted = live.game.note(note);
            debug_assert!(noted.is_ok(), "{noted:?}");
        }
    }

    /// Starts the match with these seats of the table, in this order.
    fn open(&mut self, order: &[Seat]) -> Result<(), String> {
        let seats: Vec<SeatState> = order.iter().filter_map(|seat| self.seats.get(seat.index()).cloned()).collect();
        self.seats = seats;
        let opening = Opening {
            seats: self.seats.iter().map(SeatState::name).collect(),
            options: self.made.options.clone(),
            box_digest: None,
            rules: Some(self.rules),
        };
        let entry = catalog::find(&self.made.game).ok_or_else(|| format!("there is no game '{}'", self.made.game))?;
        let opened = match &self.made.position {
            Some(position) => entry.kind().open_at(&opening, position.read()),
            None => entry.kind().open(&opening),
        };
        let mut game = opened.map_err(|error| error.to_string())?;
        let mut draws = self.seed.draws(&self.nonces());
        if let Some(branch) = &self.branch {
            branch.replay(&mut *game)?;
            draws = branch.draws().map_or(draws, |(seed, nonces)| seed.draws(nonces));
        }
        if self.rules != entry.kind().info().rules {
            // The table's options were relative to older defaults; lists and a rematch need them relative to today's.
            self.made.options = game.record().options;
        }
        self.clocks = Clocks::new(self.made.clock, self.seats.len());
        self.live = Some(Live { game, draws });
        self.stage = Stage::Playing;
        self.sealed = None;
        Ok(())
    }

    /// Whether it is for practice: it begins at a position, and nothing that is done at it counts.
    pub(crate) fn is_practice(&self) -> bool {
        self.made.position.is_some()
    }

    /// The seats that took back what had shown something hidden, and how often; in practice nobody counts it.
    pub(crate) fn takebacks(&self) -> Vec<(Seat, u32)> {
        self.game().filter(|_| !self.is_practice()).map(AnyMatch::takebacks).unwrap_or_default()
    }

    /// The nonces of the seats, which are mixed into the seed.
    pub(crate) fn nonces(&self) -> Vec<(Seat, String)> {
        let nonce = |(index, state): (usize, &SeatState)| Some((Seat::new(index), state.nonce.clone()?));
        self.seats.iter().enumerate().filter_map(nonce).collect()
    }

    fn break_off(&mut self, why: String) {
        let step = self.live.as_ref().map_or(0, |live| live.game.steps());
        self.stage = Stage::Broken { step, why };
        self.facts_version = self.version();
    }

    /// Remembers the answer to the command that an entry belongs to.
    fn remember(&mut self, entry: &LogEntry) {
        let version = self.log.len() as u64 + 1;
        let (id, word) = match entry {
            LogEntry::Step { id: Some(id), .. } => (id.clone(), true),
            LogEntry::Undone { id: Some(id), .. } => (id.clone(), false),
            LogEntry::Chat { id, person, .. } => (format!("{person}/{id}"), false),
            LogEntry::Step { by: None, .. } => {
                if let Some((_, done)) = self.answered.last() {
                    done.version = version;
                }
                return;
            }
            _ => return,
        };
        match self.answered.last() {
            Some((last, done)) if last == id => {
                done.version = version;
                done.words = done.words.map(|words| words + 1);
            }
            _ => {
                let own = id.split_once('/').map_or(id.as_str(), |(_, own)| own).to_owned();
                let done = Done {
                    id: own,
                    table: self.id.clone(),
                    version,
                    words: word.then_some(1),
                    rematch: None,
                    stopped: None,
                };
                self.answered.put(id, done);
            }
        }
    }

    /// Who is to decide, while the match is in progress.
    pub fn mover(&self) -> Option<Mover> {
        if self.stage != Stage::Playing {
            return None;
        }
        let seat = self.game()?.to_act().seat()?;
        let state = &self.seats[seat.index()];
        Some(match (&state.sitter, state.stand_in) {
            _ if state.given_up => Mover::Bot(seat, self.made.stand_in),
            (_, Some((level, _))) => Mover::Bot(seat, level),
            (Sitter::Bot { level }, None) => Mover::Bot(seat, *level),
            _ => Mover::Player(seat),
        })
    }

    /// When something is due: 0 if a bot is to move, otherwise when the clock or the wait for nonces runs out. Bots
    /// wait while nobody watches, unless the table says that they shall go on.
    pub fn due(&self, attended: bool) -> Option<i64> {
        if let Some(until) = self.reveals_until() {
            return Some(until);
        }
        match self.mover()? {
            Mover::Bot(..) => (attended || self.made.keep_going).then_some(0),
            Mover::Player(_) => self.clocks.falls().map(|(_, at)| at),
        }
    }

    /// The seats that a person plays, including those of others at the same device.
    pub fn seats_of(&self, person: &str) -> Vec<Seat> {
        let own = |seat: &Seat| {
            let state = &self.seats[seat.index()];
            state.person() == Some(person) && !state.given_up
        };
        Seat::all(self.seats.len()).filter(own).collect()
    }

    /// Who has a seat; `None` for a seat that the table does not have.
    pub fn sitter(&self, seat: Seat) -> Option<&Sitter> {
        self.seats.get(seat.index()).map(|state| &state.sitter)
    }

    /// The people with a seat, each once.
    pub fn people(&self) -> Vec<String> {
        each_once(self.seats.iter().filter_map(SeatState::person))
    }

    /// The people who play, each once: not those who gave up.
    pub fn players(&self) -> Vec<String> {
        each_once(self.seats.iter().filter(|state| !state.given_up).filter_map(SeatState::person))
    }

    /// The person whose decision it is.
    pub fn waits_for(&self) -> Option<&str> {
        match self.mover() {
            Some(Mover::Player(seat)) => self.seats[seat.index()].person(),
            _ => None,
        }
    }

    /// What lists and the scheduler need to know.
    pub fn overview(&self, attended: bool) -> Overview {
        Overview {
            people: each_once(self.people().iter().map(String::as_str).chain([self.owner.as_str()])),
            waiting_for: self.waits_for().map(str::to_owned).into_iter().collect(),
            due_at: self.due(attended),
            line: self.line(),
        }
    }

    fn line(&self) -> TableLine {
        TableLine {
            id: self.id.clone(),
            game: self.made.game.clone(),
            owner: self.owner.clone(),
            stage: self.stage.clone(),
            seats: self.seated(&Presence::default()),
            options: self.made.options.clone(),
            clock: self.made.clock,
            to_act: self.mover().map(|mover| mover.seat().to_string()).into_iter().collect(),
            your_turn: false,
            points: self.game().map(points).unwrap_or_default(),
            takebacks: self.takebacks(),
            updated: self.updated(),
            rated: self.made.rated,
            created: self.log.first().map_or(0, |(at, _)| *at),
            deadline: None,
        }
    }

    pub(crate) fn seated(&self, presence: &Presence) -> Vec<Seated> {
        let seated = |(index, state): (usize, &SeatState)| Seated {
            seat: Seat::new(index),
            sitter: state.sitter.clone(),
            connected: state.person().is_some_and(|person| presence.has(person)),
            stand_in: state.stand_in.map(|(level, _)| level),
            given_up: state.given_up,
            vacation_until: state.vacation,
        };
        self.seats.iter().enumerate().map(seated).collect()
    }
}

/// People, each once.
fn each_once<'a>(people: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for person in people {
        if !known.iter().any(|one| one == person) {
            known.push(person.to_owned());
        }
    }
    known
}

/// Who holds a seat, if somebody does.
fn holder(holders: &[Holder], seat: Seat) -> Option<&Holder> {
    holders.iter().find(|holder| holder.seat == seat)
}
