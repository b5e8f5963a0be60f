//! The choices of a seat, as they are sent: there may be hundreds of them, and they are much alike.
//!
//! Offers are sent in runs. A run says once what its offers have in common, and of each word only the tokens that
//! differ from those of the word before. Ways of several words are sent as their last word and the offer that they go
//! on from.

use std::borrow::Cow;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::play::{Facts, Offer};

/// Numbers of the offers of a run: one for all, or one for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum Column {
    /// The same for all.
    All(i32),
    /// In the order of the words.
    Each(Vec<i32>),
}

impl Column {
    fn at(&self, index: usize) -> Option<i32> {
        match self {
            Column::All(number) => Some(*number),
            Column::Each(numbers) => numbers.get(index).copied(),
        }
    }
}

/// The targets of the offers of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum RunTarget {
    /// A token of the word; its verb is token 0.
    Token(usize),
    /// All tokens of the word from this one on.
    From([usize; 1]),
    /// Each by name.
    Named(Vec<String>),
}

/// Offers that are alike, in a row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS, ToSchema)]
pub struct OfferRun {
    /// The words. From the second on, an empty token stands for the token at the same place of the word before.
    pub words: Vec<String>,
    /// What they are about.
    #[serde(default)]
    #[ts(optional)]
    pub target: Option<RunTarget>,
    /// What they cost, in the game's own unit.
    #[serde(default)]
    #[ts(optional)]
    pub price: Option<Column>,
    /// The offers that they go on from, by their places in the list of all offers: the same gesture plays the words of
    /// that offer first.
    #[serde(default)]
    #[ts(optional)]
    pub after: Option<Vec<usize>>,
    /// Further numbers.
    #[serde(default)]
    #[ts(optional, type = "Record<string, Column>")]
    #[schema(value_type = Option<Object>)]
    pub facts: Option<serde_json::Map<String, Json>>,
}

/// One choice: a legal word, or a word that goes on from another choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub word: Cow<'static, str>,
    /// What it costs, in the game's own unit, with everything before it.
    pub price: Option<i32>,
    /// The place or piece that it concerns.
    pub target: Option<Cow<'static, str>>,
    /// The choice that it goes on from, by its place in the list: one before this one.
    pub after: Option<usize>,
    /// Further numbers.
    pub facts: Vec<(Cow<'static, str>, i32)>,
}

/// The choices of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers(pub Vec<Choice>);

impl Offers {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The offers one by one, each with all of its words. A way of several words tells the price of each of them as the
    /// facts `c1`, `c2`, ….
    pub fn each(&self) -> impl Iterator<Item = Offer> {
        self.0.iter().map(|choice| self.written_out(choice))
    }

    fn written_out(&self, last: &Choice) -> Offer {
        let (price, target) = (last.price, last.target.clone());
        let mut facts = last.facts.clone();
        let mut way = vec![last];
        while let Some(before) = way.last().and_then(|choice| self.0.get(choice.after?)) {
            way.push(before);
        }
        way.reverse();
        if way.len() > 1 {
            let mut paid = 0;
            for (index, choice) in way.iter().enumerate() {
                let price = choice.price.unwrap_or(paid);
                facts.push((format!("c{}", index + 1).into(), price - paid));
                paid = price;
            }
        }
        let mut words = way.into_iter().map(|choice| choice.word.clone());
        Offer { word: words.next().unwrap_or_default(), price, target, then: words.collect(), facts: Facts(facts) }
    }
}

impl Serialize for Offers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut runs = serializer.serialize_seq(None)?;
        let mut rest = &self.0[..];
        while let Some((run, behind)) = WrittenRun::split_off(rest) {
            runs.serialize_element(&run)?;
            rest = behind;
        }
        runs.end()
    }
}

impl<'de> Deserialize<'de> for Offers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Offers, D::Error> {
        let mut choices = Vec::new();
        for run in Vec::<OfferRun>::deserialize(deserializer)? {
            run.unpack(&mut choices);
        }
        let ahead = choices.iter().enumerate().any(|(place, choice)| choice.after.is_some_and(|after| after >= place));
        if ahead {
            return Err(serde::de::Error::custom("an offer goes on from one behind it"));
        }
        Ok(Offers(choices))
    }
}

impl OfferRun {
    fn unpack(&self, choices: &mut Vec<Choice>) {
        let mut before: Vec<&str> = Vec::new();
        for (index, packed) in self.words.iter().enumerate() {
            let tokens = packed.split(' ').enumerate();
            let tokens: Vec<&str> = tokens
                .map(|(place, token)| if token.is_empty() { before.get(place).copied().unwrap_or("") } else { token })
                .collect();
            let target = self.target.as_ref().and_then(|target| match target {
                RunTarget::Token(place) => tokens.get(*place).map(|token| (*token).to_owned()),
                RunTarget::From([place]) => tokens.get(*place..).map(|tokens| tokens.join(" ")),
                RunTarget::Named(names) => names.get(index).cloned(),
            });
            let fact = |(key, column): (&String, &Json)| {
                Some((Cow::Owned(key.clone()), Column::deserialize(column).ok()?.at(index)?))
            };
            choices.push(Choice {
                word: tokens.join(" ").into(),
                price: self.price.as_ref().and_then(|prices| prices.at(index)),
                target: target.map(Cow::from),
                after: self.after.as_ref().and_then(|after| after.get(index).copied()),
                facts: self.facts.iter().flatten().filter_map(fact).collect(),
            });
            before = tokens;
        }
    }
}

/// How the targets of a run are found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Nothing,
    Token(usize),
    From(usize),
    Named,
}

impl Rule {
    /// How the target of a choice is found.
    fn of(choice: &Choice) -> Rule {
        let Some(target) = &choice.target else { return Rule::Nothing };
        if let Some(place) = choice.word.split(' ').position(|token| token == target) {
            return Rule::Token(place);
        }
        match choice.word.strip_suffix(&**target) {
            Some(before) if before.ends_with(' ') => Rule::From(before.matches(' ').count()),
            _ => Rule::Named,
        }
    }

    /// Whether it finds the target of a choice, too.
    fn finds(self, choice: &Choice) -> bool {
        match (self, &choice.target) {
            (Rule::Nothing, target) => target.is_none(),
            (_, None) => false,
            (Rule::Token(place), Some(target)) => choice.word.split(' ').nth(place) == Some(&**target),
            (Rule::From(_) | Rule::Named, Some(_)) => self == Rule::of(choice),
        }
    }
}

/// A run while it is written.
struct WrittenRun<'a> {
    choices: &'a [Choice],
    rule: Rule,
}

impl<'a> WrittenRun<'a> {
    /// The first run of these choices, and the choices behind it.
    fn split_off(choices: &'a [Choice]) -> Option<(WrittenRun<'a>, &'a [Choice])> {
        let first = choices.first()?;
        let rule = Rule::of(first);
        let alike = |choice: &&Choice| {
            let keys = |choice: &'a Choice| choice.facts.iter().map(|(key, _)| key);
            choice.price.is_some() == first.price.is_some()
                && choice.after.is_some() == first.after.is_some()
                && choice.facts.len() == first.facts.len()
                && choice.facts.iter().map(|(key, _)| key).eq(keys(first))
                && rule.finds(choice)
                && choice.word.split(' ').all(|token| !token.is_empty())
        };
        let length = 1 + choices[1..].iter().take_while(alike).count();
        let (choices, behind) = choices.split_at(length);
        Some((WrittenRun { choices, rule }, behind))
    }
}

impl Serialize for WrittenRun<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let first = &self.choices[0];
        let mut run = serializer.serialize_map(None)?;
        run.serialize_entry("words", &Words(self.choices))?;
        match self.rule {
            Rule::Nothing => {}
            Rule::Token(place) => run.serialize_entry("target", &place)?,
            Rule::From(place) => run.serialize_entry("target", &[place])?,
            Rule::Named => {
                run.serialize_entry("target", &List(self.choices, |choice: &Choice| choice.target.clone()))?;
            }
        }
        if first.price.is_some() {
            run.serialize_entry("price", &Numbers(self.choices, |choice: &Choice| choice.price))?;
        }
        if first.after.is_some() {
            run.serialize_entry("after", &List(self.choices, |choice: &Choice| choice.after))?;
        }
        if !first.facts.is_empty() {
            run.serialize_entry("facts", &Columns(self.choices))?;
        }
        run.end()
    }
}

/// The words of a run.
struct Words<'a>(&'a [Choice]);

impl Serialize for Words<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut words = serializer.serialize_seq(Some(self.0.len()))?;
        let (mut before, mut packed) = (None::<&str>, String::new());
        for choice in self.0 {
            packed.clear();
            let mut same = before.map(|word| word.split(' '));
            for (place, token) in choice.word.split(' ').enumerate() {
                if place > 0 {
                    packed.push(' ');
                }
                if same.as_mut().and_then(Iterator::next) != Some(token) {
                    packed.push_str(token);
                }
            }
            words.serialize_element(&packed)?;
            before = Some(&choice.word);
        }
        words.end()
    }
}

/// A part of each choice.
struct List<'a, F>(&'a [Choice], F);

impl<T: Serialize, F: Fn(&Choice) -> Option<T>> Serialize for List<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().filter_map(&self.1))
    }
}

/// A number of each choice, or one for all.
struct Numbers<'a, F>(&'a [Choice], F);

impl<F: Fn(&Choice) -> Option<i32>> Serialize for Numbers<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let first = self.0.first().and_then(&self.1);
        match first {
            Some(number) if self.0.iter().all(|choice| (self.1)(choice) == first) => serializer.serialize_i32(number),
            _ => List(self.0, &self.1).serialize(serializer),
        }
    }
}

/// The facts of a run.
struct Columns<'a>(&'a [Choice]);

impl Serialize for Columns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut columns = serializer.serialize_map(Some(self.0[0].facts.len()))?;
        for (place, (key, _)) in self.0[0].facts.iter().enumerate() {
            let number = |choice: &Choice| choice.facts.get(place).map(|(_, number)| *number);
            columns.serialize_entry(key, &Numbers(self.0, number))?;
        }
        columns.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn choice(word: &str, price: Option<i32>, target: Option<&str>) -> Choice {
        let (word, target) = (word.to_owned().into(), target.map(|target| target.to_owned().into()));
        Choice { word, price, target, ..Choice::default() }
    }

    fn way(word: &str, price: i32, target: &str, after: usize) -> Choice {
        Choice { after: Some(after), ..choice(word, Some(price), Some(target)) }
    }

    fn some() -> Offers {
        let facts = |keys: [(&'static str, i32); 2]| keys.map(|(key, number)| (Cow::Borrowed(key), number)).to_vec();
        Offers(vec![
            choice("enter worker a5", Some(1), Some("a5")),
            choice("move worker g4 f3", Some(2), Some("f3")),
            choice("move worker g4 f2", Some(3), Some("f2")),
            choice("move leader g4 f2", Some(3), Some("f2")),
            choice("obstacle a4 a5", Some(4), Some("a4 a5")),
            choice("play thief", None, Some("egypt")),
            choice("end", None, None),
            choice("a  \"word\" of  spaces", None, None),
            choice("pass", None, None),
            Choice {
                facts: facts([("cards", 3), ("odds", 90)]),
                ..choice("dig crete 7 permit", Some(7), Some("crete"))
            },
            Choice {
                facts: facts([("cards", 4), ("odds", 90)]),
                ..choice("dig crete 8 permit", Some(8), Some("crete"))
            },
            way("move worker f3 e4", 4, "e4", 1),
            way("move worker e4 d3", 5, "d3", 11),
        ])
    }

    #[test]
    fn what_is_sent_says_everything_once() {
        let sent = serde_json::to_value(some()).unwrap();
        let runs = json!([
            {"words": ["enter worker a5"], "target": 2, "price": 1},
            {"words": ["move worker g4 f3", "   f2", " leader  "], "target": 3, "price": [2, 3, 3]},
            {"words": ["obstacle a4 a5"], "target": [1], "price": 4},
            {"words": ["play thief"], "target": ["egypt"]},
            {"words": ["end"]},
            {"words": ["a  \"word\" of  spaces", "pass"]},
            {"words": ["dig crete 7 permit", "  8 "], "target": 1, "price": [7, 8],
                "facts": {"cards": [3, 4], "odds": 90}},
            {"words": ["move worker f3 e4", "  e4 d3"], "target": 3, "price": [4, 5], "after": [1, 11]},
        ]);
        assert_eq!(sent, runs);
        assert_eq!(serde_json::from_value::<Offers>(sent).unwrap(), some());
        let ahead = json!([{"words": ["a", "b"], "after": [0, 1]}]);
        assert!(serde_json::from_value::<Offers>(ahead).is_err());
    }

    #[test]
    fn a_way_is_written_out_with_the_price_of_each_word() {
        let last = some().each().last().unwrap();
        assert_eq!(
            serde_json::to_value(last).unwrap(),
            json!({
                "word": "move worker g4 f3",
                "price": 5,
                "target": "d3",
                "then": ["move worker f3 e4", "move worker e4 d3"],
                "facts": {"c1": 2, "c2": 2, "c3": 1},
            })
        );
        let first = some().each().next().unwrap();
        assert_eq!(first.then, [""; 0]);
        let sent = serde_json::to_value(first).unwrap();
        assert_eq!(sent.get("facts"), None, "a way of one word has the offer's price alone");
    }

    #[test]
    fn targets_are_found_by_whole_words_and_sent_in_one_run_where_they_are_found_alike() {
        assert!(Offers::default().is_empty() && !some().is_empty());
        let sent = |choices: Vec<Choice>| {
            let offers = Offers(choices);
            let sent = serde_json::to_value(&offers).unwrap();
            assert_eq!(serde_json::from_value::<Offers>(sent.clone()).unwrap(), offers);
            sent
        };
        assert_eq!(
            sent(vec![choice("play forest", None, Some("rest"))]),
            json!([{"words": ["play forest"], "target": ["rest"]}])
        );
        let named = sent(vec![choice("play thief", None, Some("egypt")), choice("play raider", None, Some("crete"))]);
        assert_eq!(named.as_array().unwrap().len(), 1, "{named}");
        let mixed = sent(vec![choice("play thief", None, Some("egypt")), choice("dig crete", None, Some("crete"))]);
        assert_eq!(mixed.as_array().unwrap().len(), 2, "{mixed}");
    }
}
