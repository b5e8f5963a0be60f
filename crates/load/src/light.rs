//! Parses only what a random player needs of a message: a generator must not need more time than the server.

use std::borrow::Cow;

use anyhow::{Context as _, Result};
use engine::{Dice as _, Fast};
use memchr::memmem;
use serde::Deserialize;

/// Splits a message into its text without the offers, and the offers: there may be hundreds of them, and only one is
/// needed. Their delimiters cannot occur elsewhere, since quotes in strings are escaped.
pub(crate) fn parted(text: &str) -> (Cow<'_, str>, &str) {
    const BEGIN: &str = "\"offers\":[";
    const END: &str = "],\"undo\":";
    let parts = || {
        let begin = memmem::find(text.as_bytes(), BEGIN.as_bytes())? + BEGIN.len();
        let end = begin + memmem::find(&text.as_bytes()[begin..], END.as_bytes())?;
        Some((text[..begin].to_owned() + &text[end..], &text[begin..end]))
    };
    parts().map_or((text.into(), ""), |(rest, offers)| (rest.into(), offers))
}

/// The word of a random offer; `None` if there is none. Only that offer is parsed: the others are counted by their
/// first characters, which occur nowhere else.
pub(crate) fn pick<'a>(offers: &'a str, rng: &mut Fast) -> Result<Option<Cow<'a, str>>> {
    const BEGIN: &str = "{\"word\":\"";
    let begins = || memmem::find_iter(offers.as_bytes(), BEGIN);
    let count = begins().count();
    if count == 0 {
        return Ok(None);
    }
    let at = begins().nth(rng.below(count as u32) as usize).context("an offer is gone while one looks")?;
    let first = serde_json::Deserializer::from_str(&offers[at..]).into_iter::<Offer<'a>>().next();
    Ok(Some(first.context("an offer has no words")??.word))
}

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

/// The parts of a match that are needed.
#[derive(Debug, Deserialize)]
pub(crate) struct Game<'a> {
    #[serde(borrow)]
    pub(crate) to_act: ToAct<'a>,
    #[serde(borrow)]
    pub(crate) eyes: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) yours: Vec<Cow<'a, str>>,
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
struct Offer<'a> {
    #[serde(borrow)]
    word: Cow<'a, str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_offer_may_be_picked_and_nothing_else() {
        let text = r#"{"t":"news","version":3,"game":{"to_act":{"kind":"seat","seat":"A"},"eyes":"A","yours":["A"],
            "offers":[{"word":"a b","price":2,"then":["x","y"]},
            {"word":"c \"d\"","facts":{"word":1}},{"word":"e"}],"undo":{}}}"#;
        let (rest, offers) = parted(text);
        let light: Light<'_> = serde_json::from_str(&rest).unwrap();
        assert_eq!((light.version, &*light.game.unwrap().eyes), (3, "A"));
        let mut rng = Fast::new(1);
        let mut found: Vec<String> = (0..50).map(|_| pick(offers, &mut rng).unwrap().unwrap().into_owned()).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, ["a b", "c \"d\"", "e"]);
        assert_eq!(parted(r#"{"t":"pong"}"#), (r#"{"t":"pong"}"#.into(), ""));
        assert_eq!(pick("", &mut rng).unwrap(), None);
    }
}
