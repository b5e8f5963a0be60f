//! Messages read only as far as a player who picks blindly needs them: a generator must not cost more than the server.

use std::borrow::Cow;

use anyhow::{Context as _, Result};
use engine::{Dice as _, Fast};
use serde::Deserialize;
use serde_json::value::RawValue;

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
    pub(crate) offers: Option<&'a RawValue>,
}

impl<'a> Game<'a> {
    /// The words of an offer, any of them; nothing where there is none. Only that one is read: all the others are
    /// counted by how they begin, which no word and no other part of an offer does.
    pub(crate) fn pick(&self, rng: &mut Fast) -> Result<Option<Cow<'a, str>>> {
        const BEGIN: &str = "{\"word\":\"";
        let offers = self.offers.map_or("", RawValue::get);
        let count = offers.matches(BEGIN).count();
        if count == 0 {
            return Ok(None);
        }
        let picked = offers.match_indices(BEGIN).nth(rng.below(count as u32) as usize);
        let (at, _) = picked.context("an offer is gone while one looks")?;
        let first = serde_json::Deserializer::from_str(&offers[at..]).into_iter::<Offer<'a>>().next();
        Ok(Some(first.context("an offer has no words")??.word))
    }
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
            "offers":[{"word":"a b","price":2,"then":["x","y"]},{"word":"c \"d\"","facts":{"word":1}},{"word":"e"}]}}"#;
        let light: Light<'_> = serde_json::from_str(text).unwrap();
        let (game, mut rng) = (light.game.unwrap(), Fast::new(1));
        let mut found: Vec<String> = (0..50).map(|_| game.pick(&mut rng).unwrap().unwrap().into_owned()).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, ["a b", "c \"d\"", "e"]);
        assert_eq!(Game { offers: None, ..game }.pick(&mut rng).unwrap(), None);
    }
}
