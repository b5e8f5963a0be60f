//! The answers to the last commands, so that a command that is sent again gets the same answer.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use protocol::Done;

/// How many answers are remembered.
const REMEMBERED: usize = 512;

/// Answers by `person/id`, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// Boxed, so that a map that grows moves only pointers: tables that started together grow at the same moment.
    by_id: HashMap<Arc<str>, Box<Done>>,
    order: VecDeque<Arc<str>>,
}

impl Answers {
    /// The answer to a recent command.
    pub(crate) fn get(&self, id: &str) -> Option<&Done> {
        self.by_id.get(id).map(Box::as_ref)
    }

    /// The answer given last.
    pub(crate) fn last(&mut self) -> Option<(&str, &mut Done)> {
        let id = self.order.back()?;
        Some((id, self.by_id.get_mut(id)?))
    }

    /// Remembers an answer, and forgets the oldest.
    pub(crate) fn put(&mut self, id: String, done: Done) {
        let id: Arc<str> = id.into();
        if self.by_id.insert(id.clone(), Box::new(done)).is_none() {
            self.order.push_back(id);
        }
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.by_id.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(version: u64) -> Done {
        Done { id: String::new(), table: String::new(), version, words: None, rematch: None, stopped: None }
    }

    #[test]
    fn the_last_answers_are_remembered_and_the_oldest_forgotten() {
        let mut answers = Answers::default();
        assert_eq!(answers.last(), None);
        for number in 0..=REMEMBERED as u64 {
            answers.put(number.to_string(), done(number));
        }
        assert_eq!(answers.get("0"), None);
        assert_eq!(answers.get("1").map(|done| done.version), Some(1));
        answers.put("7".to_owned(), done(70));
        assert_eq!(answers.get("7").map(|done| done.version), Some(70), "the same command has one answer");
        assert_eq!(answers.get("1").map(|done| done.version), Some(1));
        let last = REMEMBERED.to_string();
        assert_eq!(answers.last().map(|(id, done)| (id.to_owned(), done.version)), Some((last, REMEMBERED as u64)));
    }
}
