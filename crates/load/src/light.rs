//! Parses only what a random player needs of a message: a generator must not need more time than the server.

use std::borrow::Cow;

use anyhow::{Context as _, Result};
use engine::{Dice as _, Fast};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The word of a random offer; `None` if there is none. Ways are left out: their first words are offers, too.
pub(crate) fn pick(offers: Option<&RawValue>, rng: &mut Fast) -> Result<Option<String>> {
    let Some(offers) = offers.map(RawValue::get) else { return Ok(None) };
    let runs: Vec<PickedRun<'_>> = serde_json::from_str(offers).with_context(|| offers.to_owned())?;
    let open = || runs.iter().filter(|run| run.after.is_none());
    let count: usize = open().map(|run| run.words.len()).sum();
    let mut at = rng.below(count as u32) as usize;
    let holds = |run: &&PickedRun<'_>| {
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
    /// As whom the reader sees the match, where they looked.
    #[serde(borrow, default)]
    pub(crate) eyes: Option<Cow<'a, str>>,
    /// The choices, where they looked. There may be hundreds of them, and only one is needed.
    #[serde(borrow, default)]
    pub(crate) offers: Option<&'a RawValue>,
}

/// The parts of a match that are needed.
#[derive(Debug, Deserialize)]
pub(crate) struct Game<'a> {
    #[serde(borrow)]
    pub(crate) to_act: ToAct<'a>,
    #[serde(borrow, default)]
    pub(crate) eyes: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) yours: Option<Vec<Cow<'a, str>>>,
    #[serde(borrow, default)]
    pub(crate) offers: Option<&'a RawValue>,
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
struct PickedRun<'a> {
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
        let light: Light<'_> = serde_json::from_str(text).unwrap();
        let game = light.game.unwrap();
        assert_eq!((light.version, game.eyes.as_deref()), (3, Some("A")));
        let mut rng = Fast::new(1);
        let mut found: Vec<String> = (0..50).map(|_| pick(game.offers, &mut rng).unwrap().unwrap()).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, ["a b", "c \"d\" e", "c \"d\" f", "end"]);
        let light: Light<'_> = serde_json::from_str(r#"{"t":"looked","eyes":"C","offers":[{"words":["x"]}]}"#).unwrap();
        assert_eq!((light.eyes.as_deref(), pick(light.offers, &mut rng).unwrap().as_deref()), (Some("C"), Some("x")));
        assert_eq!(pick(None, &mut rng).unwrap(), None);
    }
}
