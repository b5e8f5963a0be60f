//! The messages of the socket.

use engine::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::lines::SentLine;
use crate::news::{Looked, News};
use crate::people::Me;
use crate::play::{Closed, Effect, Hint, Line, MatchState, Reason, View, VoteKind};
use crate::table::{BotLevel, Table};

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToServer {
    /// Follow a table. With `since` the client says which version it has, and gets only the gap if that is short.
    Watch {
        /// The table.
        table: String,
        /// The version that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        since: Option<u64>,
        /// The seat as which to see the match, for clients that play several seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        eyes: Option<Seat>,
    },
    /// Stop following a table.
    Unwatch {
        /// The table.
        table: String,
    },
    /// See the match as another of one's own seats, or as a spectator (the curtain).
    Look {
        /// The table.
        table: String,
        /// The seat; a spectator without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        eyes: Option<Seat>,
        /// The version of the view and lines that the client holds as its present viewer. With it, the server sends
        /// only the differences (`looked`); without it, the whole state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        since: Option<u64>,
    },
    /// Carry out a command at a table. Answered by `done` or `refused` with the same id.
    Do {
        /// The table.
        table: String,
        /// Chosen by the client, unique for it at this table (a random text). The id of one of the table's
        /// last 512 commands does nothing, and gets the same answer again.
        id: String,
        /// The command.
        #[serde(flatten)]
        command: Command,
    },
    /// Ask a question about the position. Answered by `answer` or `refused` with the same id.
    Ask {
        /// The table.
        table: String,
        /// Chosen by the client.
        id: String,
        /// The question.
        #[serde(flatten)]
        ask: Ask,
    },
    /// Check the connection. Answered by `pong`.
    Ping,
}

/// A command at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// Play a word, and then the words of `then` until one is refused or something is revealed.
    Play {
        /// The version that the client has seen. If the match went on since then, the command is refused as stale.
        #[ts(type = "number")]
        seen: u64,
        /// The seat that plays.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The word.
        word: String,
        /// The words that follow.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<String>>", optional)]
        then: Vec<String>,
    },
    /// Go back to before a step: at once if that is free or nobody else plays, otherwise by a vote.
    Undo {
        /// The version that the client has seen.
        #[ts(type = "number")]
        seen: u64,
        /// The seat that decided.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The step.
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
    /// Send a chat line.
    Chat {
        /// The text.
        text: String,
    },
    /// Take a seat; without a letter the first free one.
    Sit {
        /// The seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        seat: Option<Seat>,
        /// The invitation, if the seat needs one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        invitation: Option<String>,
    },
    /// Seat another person at one's own device.
    SitDevice {
        /// The seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The name.
        name: String,
    },
    /// Put a bot on a free seat; only for whoever made the table.
    SitBot {
        /// The seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// How strong.
        level: BotLevel,
    },
    /// Free a seat; only for whoever sits there or made the table.
    Free {
        /// The seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// Leave the table: before the match one's seats become free, during it they are given up. The table closes if its
    /// maker leaves before the match, or during one that no person plays.
    Leave,
    /// Pledge a nonce that shall be mixed into the seed, after the seed's commitment is known; one for each sitting.
    Nonce {
        /// `sha256:` and the SHA-256 of the nonce in hexadecimal digits.
        commit: String,
    },
    /// Reveal the nonce that was pledged, once the table is sealed.
    Reveal {
        /// 1 to 64 letters, digits, `-` or `_`.
        nonce: String,
    },
    /// Start the match, as soon as the pledged nonces are revealed; only for whoever made the table.
    Start,
    /// Take one's seats back from the bots that sit in.
    Back,
    /// Play again at a new table; the first to ask makes it, the others get its id.
    Rematch,
    /// Close the table before the match starts; only for whoever made it.
    Close,
}

/// A question about the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// Why is this word not allowed? (Answered with no reason if it is.)
    Why {
        /// The seat that would play.
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
    /// What would the verbs on offer change at once?
    Effects {
        /// For which seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// What would a bot play? Only if the table allows hints.
    Hint {
        /// For which seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
}

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ToClient {
    /// The first message: who the client is, and which server this is.
    Welcome {
        /// Who the client is.
        me: Me,
        /// The version of the protocol.
        protocol: u32,
        /// The version of the server.
        server: String,
        /// The server's time, in milliseconds since 1970.
        #[ts(type = "number")]
        now: i64,
    },
    /// The whole state of a table.
    State(State),
    /// What is new at a table since the version that the client has.
    News(News),
    /// What other eyes see otherwise.
    Looked(Looked),
    /// A command was carried out and is durable.
    Done(Done),
    /// A command or a question was refused, and nothing changed.
    Refused(Refusal),
    /// An answer.
    Answer {
        /// The id of the question.
        id: String,
        /// Why a word is not allowed; missing if it is allowed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        why: Option<Reason>,
        /// The verbs that are not on offer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        closed: Option<Vec<Closed>>,
        /// What the verbs on offer change at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        effects: Option<Vec<Effect>>,
        /// What a bot would play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        hint: Option<Hint>,
    },
    /// The table does not exist, or no longer.
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
    /// The answer to `ping`.
    Pong,
}

/// The whole state of a table, for one viewer.
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
    /// The view, once the match has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub view: Option<View>,
    /// The last lines of the log, each with what does not follow from the line before it (`SentLine`).
    #[serde(with = "crate::lines")]
    #[ts(as = "Vec<Line>")]
    #[schema(value_type = Vec<SentLine>)]
    pub lines: Vec<Line>,
    /// Whether there are older lines (`GET /api/tables/ID/log`).
    pub more_lines: bool,
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
    /// The version after the command. The news may arrive before or after this message.
    #[ts(type = "number")]
    pub version: u64,
    /// How many words of a `play` were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<usize>,
    /// The table of the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch: Option<String>,
    /// Why a later word of a `play` was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stopped: Option<Reason>,
}

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The message cannot be read.
    Malformed,
    /// The rules do not allow it; `reason` names the rule.
    Rule,
    /// The words cannot be read.
    Misread,
    /// It is not this seat's turn, or the seat is somebody else's.
    NotYours,
    /// The match has gone on since the version that the client has seen.
    Stale,
    /// The table does not allow it at this stage.
    NotNow,
    /// The table does not exist, or is not open to everybody.
    NoTable,
    /// A limit was reached: too long, too often or too many.
    Limit,
    /// The client may not do this: banned, muted, no hints.
    Forbidden,
    /// The server cannot do this right now; try again.
    Unavailable,
}

/// A refusal: nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Refusal {
    /// The id of the command or question, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// The table, if the message named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// The kind of refusal.
    pub code: RefusalCode,
    /// The reason.
    pub reason: Reason,
}

impl Refusal {
    /// A refusal that does not say yet what was refused.
    pub fn new(code: RefusalCode, reason: Reason) -> Refusal {
        Refusal { id: None, table: None, code, reason }
    }

    /// Adds what was refused. Nothing else fills in `table` and `id`.
    pub fn about(self, table: Option<String>, id: Option<String>) -> Refusal {
        Refusal { id, table, ..self }
    }
}

impl ToServer {
    /// The table and the id that a refusal of this message names.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_what_was_refused() {
        let subject = |text: &str| serde_json::from_str::<ToServer>(text).unwrap().subject();
        let (t, i) = (Some("t1".to_owned()), Some("c1".to_owned()));
        assert_eq!(subject(r#"{"t":"do","table":"t1","id":"c1","do":"start"}"#), (t.clone(), i.clone()));
        assert_eq!(subject(r#"{"t":"ask","table":"t1","id":"c1","ask":"hint","seat":"A"}"#), (t.clone(), i.clone()));
        for text in [
            r#"{"t":"watch","table":"t1"}"#,
            r#"{"t":"unwatch","table":"t1"}"#,
            r#"{"t":"look","table":"t1","eyes":"B"}"#,
        ] {
            assert_eq!(subject(text), (t.clone(), None), "{text}");
        }
        assert_eq!(subject(r#"{"t":"ping"}"#), (None, None));
        let reason = Reason { rule: None, key: None, values: None, text: "no".to_owned() };
        let refusal = Refusal::new(RefusalCode::Rule, reason).about(t, i);
        let text = r#"{"id":"c1","table":"t1","code":"rule","reason":{"text":"no"}}"#;
        assert_eq!(serde_json::to_string(&refusal).unwrap(), text);
    }
}
