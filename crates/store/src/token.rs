//! Tokens: logins, programs, feeds and invitations. Only hashes are stored, so that a stolen database holds no usable
//! token.

use serde::{Deserialize, Serialize};

use crate::Store;
use crate::database::{on, row};
use crate::error::{Error, Result};
use crate::id::{PersonId, TableId};

/// The SHA-256 of a token.
pub type TokenHash = [u8; 32];

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenKind {
    /// A person's browser.
    Login,
    /// A program that plays.
    Bot,
    /// A reader of a person's feed.
    Feed,
    /// An invitation to a seat.
    Invite,
}

impl TokenKind {
    const ALL: [TokenKind; 4] = [TokenKind::Login, TokenKind::Bot, TokenKind::Feed, TokenKind::Invite];

    fn as_str(self) -> &'static str {
        match self {
            TokenKind::Login => "login",
            TokenKind::Bot => "bot",
            TokenKind::Feed => "feed",
            TokenKind::Invite => "invite",
        }
    }

    fn read(word: &str) -> Result<TokenKind> {
        let known = TokenKind::ALL.into_iter().find(|kind| kind.as_str() == word);
        known.ok_or_else(|| Error::Damaged(format!("a token has the unknown kind '{word}'")))
    }
}

/// A token, by its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is for.
    pub kind: TokenKind,
    /// Its hash.
    pub hash: TokenHash,
    /// Its owner.
    pub person: Option<PersonId>,
    /// The only table for which it is valid. It is deleted with the table.
    pub table: Option<TableId>,
    /// For what at that table it is valid: an invitation for this seat, a program's token for this sitting.
    pub seat: Option<u32>,
    /// The label by which its owner knows it: a browser, the name of a program; opaque here.
    pub label: String,
    /// When it was made, in Unix milliseconds.
    pub created_at: i64,
    /// Until when it is valid; `None` is forever.
    pub expires_at: Option<i64>,
}

row! {
    struct Row {
        hash: Vec<u8>,
        kind: String,
        person_id: Option<i64>,
        table_id: Option<i64>,
        seat: Option<i64>,
        label: String,
        created_at: i64,
        expires_at: Option<i64>,
    }
}

impl TryFrom<Row> for Token {
    type Error = Error;

    fn try_from(row: Row) -> Result<Token> {
        let odd = |_| Error::Damaged("the hash of a token is not 32 bytes".to_owned());
        Ok(Token {
            kind: TokenKind::read(&row.kind)?,
            hash: row.hash.try_into().map_err(odd)?,
            person: row.person_id.map(PersonId),
            table: row.table_id.map(TableId),
            seat: row.seat.map(|seat| seat as u32),
            label: row.label,
            created_at: row.created_at,
            expires_at: row.expires_at,
        })
    }
}

macro_rules! columns {
    () => {
        "select hash, kind, person_id, table_id, seat, label, created_at, expires_at from tokens where "
    };
}
const FIND: &str = concat!(columns!(), "hash = $1 and kind = $2 and (expires_at is null or expires_at > $3)");
pub(crate) const OF_PERSON: &str = concat!(columns!(), "person_id = $1 order by created_at, hash");
pub(crate) const OF_TABLE: &str = concat!(columns!(), "table_id = $1 order by created_at, hash");

const LOCK_TABLE: &str = "update tables set touched_at = touched_at where id = $1";
const DELETE_SITTING: &str = "delete from tokens where table_id = $1 and kind = 'bot' and seat = $2";
const INSERT: &str = "insert into tokens (hash, kind, person_id, table_id, seat, label, created_at, expires_at)
                      values ($1, $2, $3, $4, $5, $6, $7, $8)";

/// The query that stores a token, for either database.
macro_rules! insert {
    ($token:expr) => {{
        let query = sqlx::query(INSERT).bind($token.hash.as_slice()).bind($token.kind.as_str());
        let query = query.bind($token.person.map(|person| person.0)).bind($token.table.map(|table| table.0));
        let query = query.bind($token.seat.map(i64::from)).bind(&$token.label);
        query.bind($token.created_at).bind($token.expires_at)
    }};
}

impl Store {
    /// Stores a token.
    pub async fn add_token(&self, token: &Token) -> Result<()> {
        on!(self.write(), db => insert!(token).execute(db).await.map(drop)?)
    }

    /// Stores the token of a program in place of all others for its sitting: of two that are made at once, one stays.
    pub async fn replace_program_token(&self, token: &Token) -> Result<()> {
        let gone = on!(self.write(), db => {
            let mut all = db.begin().await?;
            // Whoever else makes one for this table waits.
            let lock = sqlx::query(LOCK_TABLE).bind(token.table.map(|table| table.0));
            lock.execute(&mut *all).await?;
            let delete = sqlx::query(DELETE_SITTING).bind(token.table.map(|table| table.0));
            let gone = delete.bind(token.seat.map(i64::from)).execute(&mut *all).await?.rows_affected();
            insert!(token).execute(&mut *all).await?;
            all.commit().await?;
            gone
        })?;
        if gone > 0 { self.access_changed(None).await } else { Ok(()) }
    }

    /// Deletes the tokens of the program of a sitting, and returns how many.
    pub async fn delete_program_tokens(&self, table: TableId, sitting: u32) -> Result<u64> {
        let gone = on!(self.write(), db => {
            let delete = sqlx::query(DELETE_SITTING).bind(table.0).bind(i64::from(sitting));
            delete.execute(db).await?.rows_affected()
        })?;
        if gone > 0 {
            self.access_changed(None).await?;
        }
        Ok(gone)
    }

    /// Finds a valid token of a kind.
    pub async fn token(&self, kind: TokenKind, hash: &TokenHash, now: i64) -> Result<Option<Token>> {
        let row = on!(self.read(), db => {
            let query = sqlx::query_as::<_, Row>(FIND).bind(hash.as_slice()).bind(kind.as_str()).bind(now);
            query.fetch_optional(db).await?
        })?;
        row.map(Token::try_from).transpose()
    }

    /// Lists the tokens of a person, oldest first.
    pub async fn tokens_of(&self, person: PersonId) -> Result<Vec<Token>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(OF_PERSON).bind(person.0).fetch_all(db).await?)?;
        rows.into_iter().map(Token::try_from).collect()
    }

    /// Lists the tokens of a table, oldest first.
    pub async fn tokens_for(&self, table: TableId) -> Result<Vec<Token>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(OF_TABLE).bind(table.0).fetch_all(db).await?)?;
        rows.into_iter().map(Token::try_from).collect()
    }

    /// Changes when a token expires.
    pub async fn renew_token(&self, hash: &TokenHash, expires_at: Option<i64>) -> Result<()> {
        let sql = "update tokens set expires_at = $2 where hash = $1";
        let found = on!(self.write(), db => {
            sqlx::query(sql).bind(hash.as_slice()).bind(expires_at).execute(db).await?.rows_affected()
        })?;
        if found == 0 { Err(Error::Nothing("token")) } else { Ok(()) }
    }

    /// Deletes a token; `false` if there was none. If two callers delete it at once, one of them gets `true`.
    pub async fn delete_token(&self, hash: &TokenHash) -> Result<bool> {
        let sql = "delete from tokens where hash = $1 returning person_id";
        let gone = on!(self.write(), db => {
            sqlx::query_scalar::<_, Option<i64>>(sql).bind(hash.as_slice()).fetch_optional(db).await?
        })?;
        if let Some(person) = gone {
            self.access_changed(person.map(PersonId)).await?;
        }
        Ok(gone.is_some())
    }

    /// Deletes all tokens of a person, or all of one kind, and returns how many.
    pub async fn delete_tokens_of(&self, person: PersonId, kind: Option<TokenKind>) -> Result<u64> {
        let sql = "delete from tokens where person_id = $1 and (cast($2 as text) is null or kind = $2)";
        let gone = on!(self.write(), db => {
            sqlx::query(sql).bind(person.0).bind(kind.map(TokenKind::as_str)).execute(db).await?.rows_affected()
        })?;
        self.access_changed(Some(person)).await?;
        Ok(gone)
    }

    /// Deletes the expired tokens, and returns how many.
    pub async fn expire_tokens(&self, now: i64) -> Result<u64> {
        let sql = "delete from tokens where expires_at <= $1";
        on!(self.write(), db => sqlx::query(sql).bind(now).execute(db).await?.rows_affected())
    }
}
