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
        Some((text[..begin].to_owned() + &text[end..], &text[begin - 1..=end]))
    };
    parts().map_or((text.into(), ""), |(rest, offers)| (rest.into(), offers))
}

/// The word of a random offer; `None` if there is none. Ways are left out: their first words are offers, too.
pub(crate) fn pick(offers: &str, rng: &mut Fast) -> Result<Option<String>> {
    if offers.is_empty() {
        return Ok(None);
    }
    let runs: Vec<Run<'_>> = serde_json::from_str(offers).with_context(|| offers.to_owned())?;
    let open = || runs.iter().filter(|run| run.after.is_none());
    let count: usize = open().map(|run| run.words.len()).sum();
    let mut at = rng.below(count as u32) as usize;
    let holds = |run: &&Run<'_>| {
        let here = at < run.words.len();
        at -= if here { 0 } else { run.words.len() };
        here
    };
    let run = open().find(holds).context("an offer is gone while one looks")?;
    // An empty token stands for the one of the word before.
    let mut tokens: Vec<&str> = Vec::new();
    for word in &run.words[..=at] {
        for (place, token) in word.split(' ').enumerate() {
            match tokens.get_mut(place) {
                Some(_) if token.is_empty() => {}
                Some(same) => *same = token,
                None => tokens.push(token),
            }
        }
        tokens.truncate(word.split(' ').count());
    }
    Ok(Some(tokens.join(" ")))
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

/// A run of choices.
#[derive(Debug, Deserialize)]
struct Run<'a> {
    #[serde(borrow)]
    words: Vec<Cow<'a, str>>,
    #[serde(default)]
    after: Option<serde::de::IgnoredAny>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_offer_may_be_picked_and_nothing_else() {
        let text = r#"{"t":"news","version":3,"game":{"to_act":{"kind":"seat","seat":"A"},"eyes":"A","yours":["A"],
            "offers":[{"words":["a b","c \"d\" e","  f"],"price":[2,3,4]},{"words":["x y z"],"after":[0]},
            {"words":["end"]}],"undo":{}}}"#;
        let (rest, offers) = parted(text);
        let light: Light<'_> = serde_json::from_str(&rest).unwrap();
        assert_eq!((light.version, &*light.game.unwrap().eyes), (3, "A"));
        let mut rng = Fast::new(1);
        let mut found: Vec<String> = (0..50).map(|_| pick(offers, &mut rng).unwrap().unwrap()).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, ["a b", "c \"d\" e", "c \"d\" f", "end"]);
        assert_eq!(parted(r#"{"t":"pong"}"#), (r#"{"t":"pong"}"#.into(), ""));
        assert_eq!(pick("", &mut rng).unwrap(), None);
    }
}
