//! What a host is asked.

use catalog::review::{Demand, Depth, Judged};
use engine::Seat;
use protocol::{BotLevel, NewBranch, NewTable, ToServer};
use serde::Deserialize;

/// Who asks: the person of this device.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Who {
    /// The person's number.
    pub id: String,
    /// The name.
    pub name: String,
}

impl Who {
    pub(crate) fn requester(&self) -> session::Requester {
        session::Requester { id: self.id.clone(), name: self.name.clone(), program: None }
    }
}

/// An entry of a log: its time and its text.
pub(crate) type TimedEntry = (i64, String);

/// How long a bot may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotTime {
    /// This many milliseconds for a master, and its share of them for each level.
    Millis(u32),
    /// This many iterations, by which the same noise gives the same move.
    Iterations(u32),
}

/// A request.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "q", rename_all = "snake_case")]
pub enum Request {
    /// The games there are.
    Games,
    /// The components of a game's box.
    Parts {
        /// The game's key.
        game: String,
    },
    /// The frames of a record.
    Read {
        /// The record's text.
        record: String,
        /// The seat by whose eyes it is seen; everything is open without it.
        #[serde(default)]
        eyes: Option<Seat>,
    },
    /// Makes a table.
    Make {
        /// Its number.
        id: String,
        /// 64 hexadecimal digits, as random as can be.
        seed: String,
        /// Who makes it.
        who: Who,
        /// What is agreed on.
        table: NewTable,
        /// The time.
        at: i64,
    },
    /// Makes the rematch of a table, or says which one it is.
    Rematch {
        /// The table that is over.
        table: String,
        /// The number of the new one.
        id: String,
        /// Its seed.
        seed: String,
        /// Who asks for it.
        who: Who,
        /// The time.
        at: i64,
    },
    /// Makes the table at which a match that is over is played on from one of its moments.
    Branch {
        /// The table whose match it is.
        table: String,
        /// The number of the new one.
        id: String,
        /// Its seed.
        seed: String,
        /// Who plays on.
        who: Who,
        /// From where, and against whom.
        branch: NewBranch,
        /// The time.
        at: i64,
    },
    /// Opens a table from its log. One that is open already is folded anew.
    Open {
        /// Its number.
        id: String,
        /// Its seed.
        seed: String,
        /// Its log.
        log: Vec<TimedEntry>,
    },
    /// Folds in what was appended elsewhere; of a table that is open.
    More {
        /// The table.
        id: String,
        /// The entries behind its version.
        log: Vec<TimedEntry>,
    },
    /// Forgets a table: nobody looks at it, or what happened could not be kept.
    Forget {
        /// The table.
        id: String,
    },
    /// A message of a client.
    Hear {
        /// The number of the client.
        client: u32,
        /// Who it is.
        who: Who,
        /// The message.
        message: ToServer,
        /// The time.
        at: i64,
    },
    /// A client is gone.
    Gone {
        /// Its number.
        client: u32,
    },
    /// What is due at a table: a bot's move, or a clock.
    Due {
        /// The table.
        id: String,
    },
    /// A clock may have run out.
    Tick {
        /// The table.
        id: String,
        /// The time.
        at: i64,
    },
    /// A bot has decided.
    Plays {
        /// The table.
        id: String,
        /// Its seat.
        seat: Seat,
        /// Its word.
        word: String,
        /// The time.
        at: i64,
    },
    /// A page of the log.
    Log {
        /// The table.
        id: String,
        /// Who reads.
        who: Who,
        /// The lines before this version.
        #[serde(default)]
        before: Option<u64>,
    },
    /// The frames after some steps.
    Frames {
        /// The table.
        id: String,
        /// Who reads.
        who: Who,
        /// From this step.
        from: usize,
        /// To before this one.
        to: usize,
        /// When the match is over: the seat by whose eyes it is seen.
        #[serde(default)]
        eyes: Option<Seat>,
    },
    /// The score sheet.
    Sheet {
        /// The table.
        id: String,
    },
    /// The record, as the reader may have it.
    Record {
        /// The table.
        id: String,
        /// Who reads.
        who: Who,
    },
    /// The whole state for a reader.
    State {
        /// The table.
        id: String,
        /// Who reads.
        who: Who,
        /// The time.
        at: i64,
    },
    /// Lets the bot of the seat to act decide.
    Think {
        /// The table.
        id: String,
        /// How strong.
        level: BotLevel,
        /// How long.
        pace: BotTime,
        /// Random bits for its choices.
        noise: u64,
    },
    /// What a master would play for the seat to act.
    Advise {
        /// The table.
        id: String,
        /// How long.
        pace: BotTime,
        /// Random bits.
        noise: u64,
    },
    /// How many parts a review of the match judges.
    Reviewable {
        /// The record's text.
        record: String,
    },
    /// Judges a part of a match.
    Judge {
        /// The record's text.
        record: String,
        /// How thoroughly.
        level: Depth,
        /// The number of the part.
        part: usize,
    },
    /// The review of a match whose parts are judged.
    Review {
        /// The record's text.
        record: String,
        /// How thoroughly they were judged.
        level: Depth,
        /// The parts, in their order.
        judged: Vec<Judged>,
    },
    /// How a turn compares with the right one of a puzzle.
    Verdict {
        /// The table that begins at the puzzle's position.
        table: NewTable,
        /// The right turn.
        right: Vec<String>,
        /// The turn that was played.
        played: Vec<String>,
        /// What the puzzle holds.
        demand: Demand,
        /// In how many worlds both are tried.
        tries: u32,
    },
    /// Runs a scenario or a perft file.
    Prove {
        /// The game's key.
        game: String,
        /// The file's text.
        scenario: String,
    },
    /// Replays a record for every viewer, to its sheet.
    Replay {
        /// The record's text.
        record: String,
    },
    /// Plays matches at random as fast as the game allows.
    Playouts {
        /// The game's key.
        game: String,
        /// How many seats.
        seats: usize,
        /// The seed.
        seed: u64,
        /// How many matches.
        games: u64,
    },
    /// Lets bots play a whole match by iterations.
    Simulate {
        /// The game's key.
        game: String,
        /// The bots, one a seat.
        bots: Vec<String>,
        /// The seed.
        seed: u64,
        /// The iterations of a search.
        iterations: u32,
    },
}
