//! Why what a learner may try is not legal. A page cannot ask the engine, so the answers to what boards ask about are
//! found beforehand: all words of one place (`uncover c3`), those of a small verb that is asked for (`place c3 r0`),
//! and what differs from a right word in one place.

use std::collections::{BTreeMap, BTreeSet};

use catalog::GameEntry;
use engine::{AnyMatch, Opening, Refused};
use protocol::{LessonRefusal, Reason};
use scenario::{LEARNER, Way};

/// A verb with more words than this has no list of them.
const MANY: u32 = 4000;

/// Of a verb that is asked for with no more words than this, all are judged.
const FEW: usize = 300;

/// The reasons that were found so far, each once.
pub(super) struct Refusals {
    pub(super) reasons: Vec<Reason>,
    /// The words of each verb.
    words: BTreeMap<String, Vec<String>>,
}

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
        Refusals { reasons: Vec::new(), words }
    }

    /// What is refused at a stop.
    pub(super) fn at(&mut self, game: &dyn AnyMatch, ways: &[Way]) -> Vec<LessonRefusal> {
        let mut tried: BTreeSet<String> = BTreeSet::new();
        for words in self.words.values() {
            tried.extend(words.iter().filter(|word| word.split(' ').count() == 2).cloned());
        }
        for right in ways.iter().filter_map(|way| way.word.as_deref()) {
            let verb = right.split(' ').next().unwrap_or_default();
            let all = self.words.get(verb).filter(|words| words.len() <= FEW);
            tried.extend(all.into_iter().flatten().cloned());
            tried.extend(self.near(right));
        }
        let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for words in tried {
            if let Err(refused @ Refused::Illegal(_)) = game.check(Some(LEARNER), &words) {
                found.entry(self.place(session::reason(&refused))).or_default().push(words);
            }
        }
        found.into_iter().map(|(why, words)| LessonRefusal { why, words }).collect()
    }

    /// Words that differ from others of their verb in one place.
    fn near(&self, right: &str) -> Vec<String> {
        let tokens: Vec<&str> = right.split(' ').collect();
        let known = self.words.get(tokens[0]).map_or(&[][..], Vec::as_slice);
        let mut near = Vec::new();
        for place in 1..tokens.len() {
            let others: BTreeSet<&str> = known.iter().filter_map(|word| word.split(' ').nth(place)).collect();
            for other in others {
                let mut words = tokens.clone();
                words[place] = other;
                near.push(words.join(" "));
            }
        }
        near
    }

    fn place(&mut self, reason: Reason) -> usize {
        let known = self.reasons.iter().position(|one| *one == reason);
        known.unwrap_or_else(|| {
            self.reasons.push(reason);
            self.reasons.len() - 1
        })
    }
}
