//! Before the match: making a table, sitting down, starting.

use engine::{Dice, Opening, Seat, Seed};
use protocol::{
    BotLevel, ClockRule, Done, MOST_NAME, NewTable, Refusal, RefusalCode, SeatPlan, Sitter, Stage, is_unseen,
};

use crate::branch::Branch;
use crate::command::{Carried, Now, Requester};
use crate::entry::{Holder, LogEntry};
use crate::refuse::{refusal, refuse};
use crate::table::{SeatState, Table};

/// The longest clock: a quarter of a year.
const MOST_SECONDS: u32 = 90 * 86_400;

/// The match before a rematch, and for whom the seats of the others are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// The table of the match before.
    pub of: String,
    /// Who holds the seats of the others.
    pub holders: Vec<Holder>,
}

impl Table {
    /// Makes a table, if the game allows the seats and options.
    pub fn make(
        id: &str,
        who: &Requester,
        new: NewTable,
        seed: Seed,
        rematch: Option<Rematch>,
        at: i64,
    ) -> Result<(Table, Carried), Refusal> {
        // A position is for whoever tries it out, at the seats that it has.
        let alone = new.position.is_none();
        let new = NewTable {
            public: new.public && alone,
            shuffle_seats: new.shuffle_seats && alone,
            rated: new.rated && alone,
            ..new
        };
        let rules = admit(&new)?;
        Ok(make(id, who, new, seed, Origin { rematch, ..Origin::under(rules) }, at))
    }

    /// Takes a free seat. The caller has checked that an invitation is valid for the seat.
    pub(crate) fn sit(&mut self, who: &Requester, seat: Option<Seat>, invited: bool, at: i64) -> Result<(), Refusal> {
        self.is_gathering()?;
        if who.program.is_some() {
            return refuse(RefusalCode::Forbidden, "program-seat", "a program plays only the seat of its token");
        }
        let has_own = |state: &SeatState| matches!(&state.sitter, Sitter::Person { id, .. } if *id == who.id);
        if self.seats.iter().any(has_own) {
            return refuse(RefusalCode::NotNow, "already-sits", "you already have a seat");
        }
        let open = |seat: &Seat| match &self.seats[seat.index()].sitter {
            Sitter::Open => true,
            Sitter::Invited => invited,
            _ => self.is_kept_for(*seat, who),
        };
        let seat = match seat {
            Some(seat) if seat.index() < self.seats.len() && open(&seat) => seat,
            Some(seat) => return refuse(RefusalCode::NotNow, "seat-taken", format!("{seat} is not free")),
            None => Seat::all(self.seats.len())
                .find(|seat| self.is_kept_for(*seat, who))
                .or_else(|| Seat::all(self.seats.len()).find(open))
                .ok_or_else(|| refusal(RefusalCode::NotNow, "table-full", "no seat is free"))?,
        };
        self.seat(seat, Sitter::Person { id: who.id.clone(), name: who.name.clone() }, at);
        Ok(())
    }

    /// Seats somebody. Each seating is a new sitting with a number of its own.
    fn seat(&mut self, seat: Seat, sitter: Sitter, at: i64) {
        self.apply(at, LogEntry::Sat { seat, sitter, sitting: Some(self.next_sitting) });
    }

    /// Whether a seat of a rematch is kept for this person.
    fn is_kept_for(&self, seat: Seat, who: &Requester) -> bool {
        let state = self.seats.get(seat.index());
        matches!(state.map(|state| &state.sitter), Some(Sitter::Reserved { id, .. }) if *id == who.id)
    }

    pub(crate) fn sit_device(&mut self, who: &Requester, seat: Seat, name: &str, at: i64) -> Result<(), Refusal> {
        self.is_gathering()?;
        let name = plain(name)?;
        if !self.people().contains(&who.id) && self.owner != who.id {
            return refuse(RefusalCode::Forbidden, "sit-first", "take a seat yourself first");
        }
        self.may_fill(who, seat)?;
        self.seat(seat, Sitter::Device { host: who.id.clone(), name }, at);
        Ok(())
    }

    pub(crate) fn sit_bot(&mut self, who: &Requester, seat: Seat, level: BotLevel, at: i64) -> Result<(), Refusal> {
        self.is_gathering()?;
        self.is_owner(who)?;
        self.may_fill(who, seat)?;
        self.seat(seat, Sitter::Bot { level }, at);
        Ok(())
    }

    /// Frees a seat: one's own, or any seat if one made the table.
    pub(crate) fn free(&mut self, who: &Requester, seat: Seat, at: i64) -> Result<(), Refusal> {
        self.is_gathering()?;
        let state = self.seats.get(seat.index());
        if state.and_then(SeatState::person) != Some(&who.id) && !self.is_kept_for(seat, who) {
            self.is_owner(who)?;
        }
        if state.is_none() {
            return refuse(RefusalCode::NotNow, "no-seat", format!("the table has no seat {seat}"));
        }
        self.seat(seat, self.planned(seat), at);
        Ok(())
    }

    /// What an empty seat is.
    fn planned(&self, seat: Seat) -> Sitter {
        match self.made.seats[seat.index()] {
            SeatPlan::Invited => Sitter::Invited,
            _ => Sitter::Open,
        }
    }

    /// Refuses people who may not put a bot, or another person at their device, on this seat. Anybody may fill an open
    /// seat. A seat with an invitation, or one kept for somebody, may be filled by that person or the table's maker.
    fn may_fill(&self, who: &Requester, seat: Seat) -> Result<(), Refusal> {
        match self.seats.get(seat.index()).map(|state| &state.sitter) {
            Some(Sitter::Open) => Ok(()),
            Some(Sitter::Invited | Sitter::Reserved { .. }) if self.owner == who.id || self.is_kept_for(seat, who) => {
                Ok(())
            }
            Some(Sitter::Invited | Sitter::Reserved { .. }) => {
                refuse(RefusalCode::Forbidden, "seat-kept", format!("{seat} is kept for somebody"))
            }
            _ => refuse(RefusalCode::NotNow, "seat-taken", format!("{seat} is not free")),
        }
    }

    pub(crate) fn is_owner(&self, who: &Requester) -> Result<(), Refusal> {
        if self.owner == who.id {
            return Ok(());
        }
        refuse(RefusalCode::Forbidden, "not-owner", format!("only {} may do this", self.owner_name))
    }

    /// Starts the match with those who sit at the table, once their nonces are revealed. Empty seats fall away.
    pub(crate) fn start(&mut self, who: &Requester, now: &Now<'_>) -> Result<(), Refusal> {
        self.is_gathering()?;
        self.is_owner(who)?;
        let order = self.taken();
        let least = catalog::find(&self.made.game).map_or(2, |entry| entry.kind().info().seats.0);
        if order.len() < least {
            return refuse(
                RefusalCode::NotNow,
                "too-few",
                format!("the game needs {least} players, and {} sit here", order.len()),
            );
        }
        // Options may need more seats than are taken.
        admit(&NewTable {
            seats: order.iter().map(|seat| self.made.seats[seat.index()].clone()).collect(),
            ..self.made.clone()
        })?;
        self.seal(now);
        Ok(())
    }

    /// The seats that are taken.
    fn taken(&self) -> Vec<Seat> {
        Seat::all(self.seats.len()).filter(|seat| !self.seats[seat.index()].is_empty()).collect()
    }

    /// Begins the match. The seats are shuffled by a seed that includes all nonces, so nobody can choose who sits
    /// where.
    pub(crate) fn begin_match(&mut self, at: i64) {
        let mut order = self.taken();
        if self.made.shuffle_seats {
            self.seed.draws(&self.nonces()).stream("seats", 0).shuffle(&mut order);
        }
        self.apply(at, LogEntry::Started { order });
        self.settle(at);
    }

    /// Closes the table before the match, or at any time if no person plays. Only its maker may: it counts as
    /// theirs.
    pub(crate) fn close_by(&mut self, who: &Requester, at: i64) -> Result<(), Refusal> {
        if self.stage != Stage::Playing || !self.players().is_empty() {
            self.in_stage(&Stage::Gathering)?;
        }
        self.is_owner(who)?;
        self.apply(at, LogEntry::Closed { why: format!("{} closed it", self.owner_name) });
        Ok(())
    }

    /// Closes the table at any stage, for the host of the server.
    pub fn close(&mut self, why: &str, at: i64) -> Carried {
        let after = self.version();
        if !matches!(self.stage, Stage::Closed { .. } | Stage::Over) {
            self.apply(at, LogEntry::Closed { why: why.to_owned() });
        }
        self.carried(after)
    }

    /// Records the table of the rematch.
    pub fn note_rematch(&mut self, table: &str, at: i64) -> Carried {
        let after = self.version();
        self.apply(at, LogEntry::Rematch { table: table.to_owned() });
        self.carried(after)
    }

    /// The plan of a rematch: the same players and bots on the same seats. Anybody who played may ask for it, also if
    /// they left before the end. The others' seats are kept for them; programs stay their owners'.
    pub fn rematch_plan(&self, who: &Requester) -> Result<(NewTable, Rematch), Refusal> {
        if !matches!(self.stage, Stage::Over) {
            return refuse(RefusalCode::NotNow, "not-over", "the match is not over");
        }
        if !self.seats.iter().any(|state| state.person() == Some(who.id.as_str())) {
            return refuse(RefusalCode::NotYours, "not-a-player", "only those who played may ask for a rematch");
        }
        let sitters: Vec<&Sitter> = self.seats.iter().map(|state| &state.sitter).collect();
        let plan = |sitter: &&Sitter| match sitter {
            Sitter::Person { id, .. } if *id == who.id => SeatPlan::Me,
            Sitter::Device { host, name } if *host == who.id => SeatPlan::Device { name: name.clone() },
            Sitter::Bot { level } => SeatPlan::Bot { level: *level },
            Sitter::Program { name, .. } => SeatPlan::Program { name: name.clone() },
            _ => SeatPlan::Open,
        };
        let holder = |(index, sitter): (usize, &&Sitter)| match sitter {
            Sitter::Person { id, name } | Sitter::Device { host: id, name } | Sitter::Program { owner: id, name } => {
                let other = *id != who.id;
                other.then(|| Holder { seat: Seat::new(index), id: id.clone(), name: name.clone() })
            }
            _ => None,
        };
        let holders = sitters.iter().enumerate().filter_map(holder).collect();
        let seats = sitters.iter().map(plan).collect();
        // If seats were shuffled, they were shuffled for the first match; they stay.
        let plan = NewTable { seats, public: false, shuffle_seats: false, ..self.made.clone() };
        Ok((plan, Rematch { of: self.id.clone(), holders }))
    }

    /// The seat of a program and the person whose program it is, while it sits. `sitting` is the number of the sitting.
    pub fn program(&self, sitting: u32) -> Option<(Seat, &str)> {
        let index = self.seats.iter().position(|state| state.sitting == sitting && !state.given_up)?;
        match &self.seats[index].sitter {
            Sitter::Program { owner, .. } => Some((Seat::new(index), owner)),
            _ => None,
        }
    }

    /// The sitting of the program on a seat, with its owner and name.
    pub fn program_at(&self, seat: Seat) -> Option<(u32, &str, &str)> {
        let state = self.seats.get(seat.index()).filter(|state| !state.given_up)?;
        match &state.sitter {
            Sitter::Program { owner, name } => Some((state.sitting, owner, name)),
            _ => None,
        }
    }

    /// The sittings of all programs.
    pub fn programs(&self) -> Vec<u32> {
        Seat::all(self.seats.len()).filter_map(|seat| self.program_at(seat)).map(|(sitting, ..)| sitting).collect()
    }

    /// The table of the rematch, once somebody has asked for one.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    pub(crate) fn carried(&self, after: u64) -> Carried {
        let done = Done {
            id: String::new(),
            table: self.id.clone(),
            version: self.version(),
            words: None,
            rematch: None,
            stopped: None,
        };
        Carried { after, entries: self.entries_behind(after), done }
    }
}

/// Where a table comes from.
pub(crate) struct Origin {
    /// The version of the game's rules.
    pub(crate) rules: u32,
    /// The match before.
    pub(crate) rematch: Option<Rematch>,
    /// The moment of another match that it goes on from.
    pub(crate) branch: Option<Branch>,
    /// Whether it was begun on a device.
    pub(crate) handed: bool,
}

impl Origin {
    /// A table of its own, under this version of the rules.
    pub(crate) fn under(rules: u32) -> Origin {
        Origin { rules, rematch: None, branch: None, handed: false }
    }
}

/// Makes a table that was admitted.
pub(crate) fn make(
    id: &str,
    who: &Requester,
    table: NewTable,
    seed: Seed,
    Origin { rules, rematch, branch, handed }: Origin,
    at: i64,
) -> (Table, Carried) {
    let (rematch_of, holders) = rematch.map_or((None, Vec::new()), |rematch| (Some(rematch.of), rematch.holders));
    let first = LogEntry::Made {
        table: Box::new(table),
        owner: who.id.clone(),
        name: who.name.clone(),
        commit: seed.commitment().to_string(),
        rules,
        rematch_of,
        holders,
        branch,
        handed,
    };
    let body = first.body();
    let table = Table::begin(id, seed, at, first).unwrap_or_else(|| unreachable!("it begins with its making"));
    let done = Done { id: String::new(), table: id.to_owned(), version: 1, words: None, rematch: None, stopped: None };
    (table, Carried { after: 0, entries: vec![(at, body)], done })
}

/// Checks the plan of a table, and returns the version of the game's rules.
pub(crate) fn admit(new: &NewTable) -> Result<u32, Refusal> {
    let Some(entry) = catalog::find(&new.game) else {
        return refuse(RefusalCode::Malformed, "no-game", format!("there is no game '{}'", new.game));
    };
    let info = entry.kind().info();
    let (least, most) = info.seats;
    if !(least..=most).contains(&new.seats.len()) {
        return refuse(
            RefusalCode::Rule,
            "seats",
            format!("{} is for {least} to {most} players, not {}", info.name, new.seats.len()),
        );
    }
    if new.seats.iter().filter(|plan| **plan == SeatPlan::Me).count() > 1 {
        return refuse(RefusalCode::Malformed, "two-of-me", "you have one seat; others at your device need a name");
    }
    for plan in &new.seats {
        if let SeatPlan::Device { name } | SeatPlan::Program { name } = plan {
            plain(name)?;
        }
    }
    let good = |seconds: u32| (1..=MOST_SECONDS).contains(&seconds);
    let clock = match new.clock {
        ClockRule::None => true,
        ClockRule::Turn { seconds } => good(seconds),
        ClockRule::Bank { seconds, increment } => good(seconds) && increment <= MOST_SECONDS,
        ClockRule::Days { days } => (1..=90).contains(&days),
    };
    if !clock {
        return refuse(RefusalCode::Malformed, "clock", "a clock runs for at least one second and at most 90 days");
    }
    let mut opening = Opening::seats(new.seats.len());
    opening.options.clone_from(&new.options);
    let opened = match &new.position {
        Some(position) => entry.kind().open_at(&opening, position.read()),
        None => entry.kind().open(&opening),
    };
    match opened {
        Ok(_) => Ok(info.rules),
        Err(engine::Unopened::Objections(objections)) => {
            let why = crate::frame::reason(&engine::Refused::Illegal(objections[0].clone()));
            Err(Refusal::new(RefusalCode::Rule, why))
        }
        Err(engine::Unopened::Position(faults)) => refuse(RefusalCode::Malformed, "position", faults.join("; ")),
        Err(error) => refuse(RefusalCode::Malformed, "options", error.to_string()),
    }
}

/// A name that can be shown: neither empty nor too long, and without characters that nobody sees.
fn plain(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > MOST_NAME || name.chars().any(is_unseen) {
        return refuse(RefusalCode::Malformed, "name", format!("a name has 1 to {MOST_NAME} visible characters"));
    }
    Ok(name.to_owned())
}
