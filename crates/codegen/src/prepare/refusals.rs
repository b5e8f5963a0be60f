//! Why what a learner may try is not legal. A page cannot ask the engine, so it is asked beforehand: about all words of
//! each verb that has not very many, and what differs from a right or legal word in one place (a board asks about ways
//! that no word spells, such as one to a cell far off). Words that are refused alike are told by what they begin with.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use catalog::GameEntry;
use engine::{AnyMatch, Opening, Refused};
use protocol::{LessonRefusal, Reason};
use scenario::{LEARNER, Way};

/// A verb with more words than this has no list of them.
const MANY: u32 = 4000;

/// What stands for any token of words, and at their end for all that may follow.
const ANY: &str = "*";

/// The reasons that were found so far, each once.
pub(super) struct Refusals {
    pub(super) reasons: Vec<Reason>,
    /// The words of each verb.
    words: BTreeMap<String, Vec<String>>,
    /// The reason that words had at the last stop, which they have at most others, too.
    last: BTreeMap<String, usize>,
}

/// What the engine says of words: the place of the reason, or nothing where they are legal.
struct Said<'a> {
    tokens: Vec<&'a str>,
    why: Option<usize>,
}

/// What was said of words, by their verbs.
type Judged<'a> = BTreeMap<&'a str, Vec<Said<'a>>>;

impl Refusals {
    pub(super) fn new(entry: &dyn GameEntry) -> Refusals {
        let mut words: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let opening = Opening::seats(entry.kind().info().seats.0);
        if let Ok(position) = entry.position(&opening) {
            let mut first = 0;
            for run in entry.space().runs {
                let size = run.size;
                let numbers = if size > MANY { 0..0 } else { first..first + size };
                let of_verb = words.entry(run.verb().to_owned()).or_default();
                of_verb.extend(numbers.filter_map(|number| position.action_words(number).ok()));
                first += size;
            }
        }
        Refusals { reasons: Vec::new(), words, last: BTreeMap::new() }
    }

    /// What is refused at a stop.
    pub(super) fn at(&mut self, game: &dyn AnyMatch, ways: &[Way]) -> Vec<LessonRefusal> {
        let legal = game.legal();
        let mut tried: BTreeSet<String> = self.words.values().flatten().cloned().collect();
        let right = ways.iter().filter_map(|way| way.word.as_deref());
        for word in right.chain(legal.iter().map(String::as_str)) {
            tried.extend(self.near(word, &legal));
        }
        let mut said = BTreeMap::new();
        self.judge(game, &tried, &mut said);
        let more: BTreeSet<String> = said.values().flat_map(|of_verb| beyond(of_verb)).collect();
        self.judge(game, &more, &mut said);
        let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (why, words) in said.into_values().flat_map(told) {
            found.entry(why).or_default().push(words);
        }
        found.into_iter().map(|(why, words)| LessonRefusal { why, words }).collect()
    }

    /// Asks the engine about words, and sorts them by their verbs.
    fn judge<'a>(&mut self, game: &dyn AnyMatch, asked: &'a BTreeSet<String>, said: &mut Judged<'a>) {
        for words in asked {
            let why = match game.check(Some(LEARNER), words) {
                Err(refused @ Refused::Illegal(_)) => Some(self.place(words, session::reason(&refused))),
                Err(_) => continue,
                Ok(()) => None,
            };
            let tokens: Vec<&str> = words.split(' ').collect();
            said.entry(tokens[0]).or_default().push(Said { tokens, why });
        }
    }

    /// Words that differ from others of their verb in one place.
    fn near(&self, word: &str, legal: &[String]) -> Vec<String> {
        let tokens: Vec<&str> = word.split(' ').collect();
        let known = self.words.get(tokens[0]).map_or(&[][..], Vec::as_slice);
        // Where there is no list of all, it is what may be done that is combined.
        let known = if known.is_empty() { legal } else { known };
        let known = || known.iter().filter(|word| word.starts_with(tokens[0]));
        let mut near = Vec::new();
        for place in 1..tokens.len() {
            let others: BTreeSet<&str> = known().filter_map(|word| word.split(' ').nth(place)).collect();
            for other in others {
                let mut words = tokens.clone();
                words[place] = other;
                near.push(words.join(" "));
            }
        }
        near
    }

    fn place(&mut self, words: &str, reason: Reason) -> usize {
        if let Some(last) = self.last.get(words).filter(|last| self.reasons[**last] == reason) {
            return *last;
        }
        let known = self.reasons.iter().position(|one| *one == reason);
        let place = known.unwrap_or_else(|| {
            self.reasons.push(reason);
            self.reasons.len() - 1
        });
        self.last.insert(words.to_owned(), place);
        place
    }
}

/// Where it matters how words end, all other endings of their verb: a piece is asked to go to any place.
fn beyond(of_verb: &[Said<'_>]) -> Vec<String> {
    let endings: BTreeSet<&str> = of_verb.iter().filter(|one| one.tokens.len() > 2).map(|one| last(one).1).collect();
    let alike = of_verb.chunk_by(|one, other| last(one).0 == last(other).0);
    let open = alike.filter(|alike| alike[0].tokens.len() > 2 && alike.iter().any(|one| one.why != alike[0].why));
    let more = open.flat_map(|alike| {
        let begun = last(&alike[0]).0.join(" ");
        let others = endings.iter().filter(|ending| alike.iter().all(|one| last(one).1 != **ending));
        others.map(move |ending| format!("{begun} {ending}")).collect::<Vec<_>>()
    });
    more.collect()
}

/// The tokens but the last, and the last.
fn last<'a, 'b>(one: &'b Said<'a>) -> (&'b [&'a str], &'a str) {
    let (ending, begun) = one.tokens.split_last().unwrap_or((&"", &[]));
    (begun, *ending)
}

/// The words of a verb that are refused, each with the place of its reason. Those that are refused alike are told at
/// once: by their first token or by another one, whichever makes fewer of them.
fn told(mut said: Vec<Said<'_>>) -> Vec<(usize, String)> {
    let most = said.iter().map(|one| one.tokens.len()).max().unwrap_or_default();
    // A token that is left out is one, too.
    said.iter_mut().for_each(|one| one.tokens.resize(most, ""));
    let told = (1..most).map(|first| {
        let order: Vec<usize> = std::iter::once(first).chain((1..most).filter(|place| *place != first)).collect();
        said.sort_unstable_by(|one, other| {
            let places = order.iter().map(|place| one.tokens[*place].cmp(other.tokens[*place]));
            places.fold(Ordering::Equal, Ordering::then)
        });
        let mut found = Vec::new();
        fold(&said, &order, 0, &mut found);
        found
    });
    let told = told.min_by_key(Vec::len);
    told.unwrap_or_else(|| said.iter().filter_map(|one| Some((one.why?, one.tokens[0].to_owned()))).collect())
}

/// Goes through words in an order of their places, in which they are sorted.
fn fold(said: &[Said<'_>], order: &[usize], depth: usize, found: &mut Vec<(usize, String)>) {
    let [Said { tokens, why }, others @ ..] = said else { return };
    if others.iter().all(|other| other.why == *why) {
        if let Some(why) = why {
            // One alone says nothing of words that were not asked about.
            let fixed = if others.is_empty() { order } else { &order[..depth] };
            found.push((*why, pattern(tokens, fixed)));
        }
        return;
    }
    let place = order[depth];
    for alike in said.chunk_by(|one, other| one.tokens[place] == other.tokens[place]) {
        fold(alike, order, depth + 1, found);
    }
}

/// Words with some of their tokens; the others are any.
fn pattern(tokens: &[&str], fixed: &[usize]) -> String {
    let of = |(place, token): (usize, &&str)| {
        if place == 0 || fixed.contains(&place) { (*token).to_owned() } else { ANY.to_owned() }
    };
    let mut pattern: Vec<String> = tokens.iter().enumerate().map(of).collect();
    while pattern.last().is_some_and(String::is_empty) || pattern.ends_with(&[ANY.to_owned(), ANY.to_owned()]) {
        pattern.pop();
    }
    pattern.join(" ")
}
