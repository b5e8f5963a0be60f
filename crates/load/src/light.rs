//! Messages read only as far as a player who picks blindly needs them: a generator must not cost more than the server.

use std::borrow::Cow;

use serde::Deserialize;

/// A message of the server.
#[derive(Debug, Deserialize)]
pub(crate) struct Light<'a> {
    #[serde(borrow)]
    pub(crate) t: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(crate) id: Option<Cow<'a, str>>,
    #[serde(default)]
    pub(crate) version: u64,
    #[serde(borrow, default)]
    pub(crate) game: Option<Game<'a>>,
    #[serde(borrow, default)]
    pub(crate) code: Option<Cow<'a, str>>,
}

/// A match, as far as it matters.
#[derive(Debug, Deserialize)]
pub(crate) struct Game<'a> {
    #[serde(borrow)]
    pub(crate) to_act: ToAct<'a>,
    #[serde(borrow)]
    pub(crate) eyes: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) yours: Vec<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) offers: Vec<Offer<'a>>,
}

/// Who moves next.
#[derive(Debug, Deserialize)]
pub(crate) struct ToAct<'a> {
    #[serde(borrow)]
    pub(crate) kind: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(crate) seat: Option<Cow<'a, str>>,
}

/// A choice.
#[derive(Debug, Deserialize)]
pub(crate) struct Offer<'a> {
    #[serde(borrow)]
    pub(crate) word: Cow<'a, str>,
}
