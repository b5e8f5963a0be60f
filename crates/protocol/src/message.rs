//! The messages of the socket.

use engine::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::people::Me;
use crate::play::{Closed, Hint, Line, MatchState, Reason, ViewUpdate, VoteKind};
use crate::table::{BotLevel, Table};

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToServer {
    /// Follow a table. With `since` the client says which version it has, and gets the gap where that is short.
    Watch {
        /// The table.
        table: String,
        /// The version that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        since: Option<u64>,
        /// Through whose eyes, for whoever plays several seats at one device.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        eyes: Option<Seat>,
    },
    /// Follow it no longer.
    Unwatch {
        /// The table.
        table: String,
    },
    /// Look through the eyes of another of one's own seats, or of nobody's (the curtain).
    Look {
        /// The table.
        table: String,
        /// The seat; nobody's without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        eyes: Option<Seat>,
    },
    /// Do something at a table. Answered by `done` or `refused` with the same id.
    Do {
        /// The table.
        table: String,
        /// Chosen by the client, unique for it at this table (a random text); a repeated id does nothing again and is
        /// answered as the first time.
        id: String,
        /// What.
        #[serde(flatten)]
        command: Command,
    },
    /// Ask something about the position. Answered by `answer` or `refused` with the same id.
    Ask {
        /// The table.
        table: String,
        /// Chosen by the client.
        id: String,
        /// What.
        #[serde(flatten)]
        ask: Ask,
    },
    /// Is anybody there? Answered by `pong`.
    Ping,
}

/// What can be done at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// Play a word; `then` follows word by word as long as none is refused and nothing is revealed.
    Play {
        /// The version that the client has seen; an older one is refused as stale.
        #[ts(type = "number")]
        seen: u64,
        /// In whose name.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The word.
        word: String,
        /// What follows.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<String>>", optional)]
        then: Vec<String>,
    },
    /// Take back to before a step: at once where that is free, else by a vote.
    Undo {
        /// The version that the client has seen.
        #[ts(type = "number")]
        seen: u64,
        /// Whose decision.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// To before which step.
        to: usize,
    },
    /// Propose something to the others.
    Propose {
        /// What.
        about: VoteKind,
    },
    /// Answer a vote.
    Vote {
        /// Its number.
        #[ts(type = "number")]
        number: u64,
        /// Yes or no.
        yes: bool,
    },
    /// Say something.
    Chat {
        /// What.
        text: String,
    },
    /// Take a seat, the first free one without a letter.
    Sit {
        /// The seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        seat: Option<Seat>,
        /// The seat's invitation, where it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invitation: Option<String>,
    },
    /// Seat somebody else at one's own device.
    SitDevice {
        /// The seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The name.
        name: String,
    },
    /// Put a bot on a free seat (whoever made the table).
    SitBot {
        /// The seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// How strong.
        level: BotLevel,
    },
    /// Make a seat free again (whoever made the table, or who sits there).
    Free {
        /// The seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// Leave the table: one's seats become free, or are given up once the match is under way.
    Leave,
    /// Mix a nonce into the seed, after its commitment was seen and before the match starts.
    Nonce {
        /// 1 to 64 letters, digits, `-` or `_`.
        nonce: String,
    },
    /// Start the match (whoever made the table).
    Start,
    /// Take a seat back from the bot that sits in.
    Back,
    /// Ask for the same table again; whoever asks first makes it, all others find it.
    Rematch,
    /// Close the table (whoever made it, before the match starts).
    Close,
}

/// What can be asked about the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// Why is this word not allowed? (Answered with no reason if it is.)
    Why {
        /// In whose name.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The word.
        word: String,
    },
    /// Which verbs are not on offer now, and why?
    Closed {
        /// For which seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// What would a bot do? Where the table allows hints.
    Hint {
        /// For which seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToClient {
    /// The first message: who one is, and which server this is.
    Welcome {
        /// Who one is.
        me: Me,
        /// The version of the protocol.
        protocol: u32,
        /// The version of the server.
        server: String,
        /// The server's time, in milliseconds since 1970.
        #[ts(type = "number")]
        now: i64,
    },
    /// A table, whole.
    State(State),
    /// What is new at a table since the version that the client has.
    News(News),
    /// A command was carried out and is durable.
    Done(Done),
    /// A command or a question was refused, and nothing changed.
    Refused(Refusal),
    /// An answer.
    Answer {
        /// The id of the question.
        id: String,
        /// Why a word is not allowed; none if it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        why: Option<Reason>,
        /// The verbs that are not on offer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        closed: Option<Vec<Closed>>,
        /// What a bot would do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        hint: Option<Hint>,
    },
    /// The table is not there (any more).
    Gone {
        /// The table.
        table: String,
        /// Why, in English.
        why: String,
    },
    /// The server stops; connect again in a while.
    Closing {
        /// Why, in English.
        why: String,
    },
    /// Somebody is there.
    Pong,
}

/// A table, whole, for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct State {
    /// The version.
    #[ts(type = "number")]
    pub version: u64,
    /// The server's time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
    /// The table.
    pub table: Table,
    /// The match, once it has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<MatchState>,
    /// The view, once it has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub view: Option<ViewUpdate>,
    /// The last lines of the log.
    pub lines: Vec<Line>,
    /// Whether there are older lines (`GET /api/tables/ID/log`).
    pub more_lines: bool,
    /// How many watch without a seat.
    pub spectators: usize,
}

/// What is new at a table, for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct News {
    /// The table's number.
    pub id: String,
    /// The version that this follows: what comes does not fit any other, and who has another asks for the whole.
    #[ts(type = "number")]
    pub since: u64,
    /// The version now.
    #[ts(type = "number")]
    pub version: u64,
    /// The server's time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
    /// The new lines of the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Line>>", optional)]
    pub lines: Vec<Line>,
    /// The table, if anything about it changed (who sits, who is connected, how far it is).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Table>,
    /// The match, if it moved on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<MatchState>,
    /// The view, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub view: Option<ViewUpdate>,
    /// How many watch without a seat.
    pub spectators: usize,
}

/// A command was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Done {
    /// The command's id.
    pub id: String,
    /// The table.
    pub table: String,
    /// The version after it; the news come beside this message, before or behind it.
    #[ts(type = "number")]
    pub version: u64,
    /// How many of the words of a `play` were carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<usize>,
    /// The table that a rematch is played at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch: Option<String>,
    /// Why a later word of a `play` was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stopped: Option<Reason>,
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The message cannot be read.
    Malformed,
    /// The rules do not allow it; `reason` names the rule.
    Rule,
    /// The words are none of the game's.
    Misread,
    /// Somebody else is to act, or this seat is another's.
    NotYours,
    /// The client has not seen what happened meanwhile.
    Stale,
    /// The table does not allow it at this stage.
    NotNow,
    /// The table is not there, or not for everybody.
    NoTable,
    /// Too long, too often or too many.
    Limit,
    /// One may not do this here: banned, muted, hints off.
    Forbidden,
    /// The server cannot make it durable now; try again.
    Unavailable,
}

/// Something was refused, and nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Refusal {
    /// The id of what was refused, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// The table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// The kind of refusal.
    pub code: RefusalCode,
    /// Why, and which rule.
    pub reason: Reason,
}

impl Refusal {
    /// A refusal that does not say yet what was refused.
    pub fn new(code: RefusalCode, reason: Reason) -> Refusal {
        Refusal { id: None, table: None, code, reason }
    }

    /// The same, saying what was refused: the one place where `table` and `id` are filled in.
    pub fn about(self, table: Option<String>, id: Option<String>) -> Refusal {
        Refusal { id, table, ..self }
    }
}

impl ToServer {
    /// The table that a message is about, and its own id, for whoever refuses it.
    pub fn subject(&self) -> (Option<String>, Option<String>) {
        match self {
            ToServer::Watch { table, .. } | ToServer::Unwatch { table } | ToServer::Look { table, .. } => {
                (Some(table.clone()), None)
            }
            ToServer::Do { table, id, .. } | ToServer::Ask { table, id, .. } => (Some(table.clone()), Some(id.clone())),
            ToServer::Ping => (None, None),
        }
    }
}
