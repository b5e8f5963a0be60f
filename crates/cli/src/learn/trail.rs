//! How far somebody is in a lesson, kept beside the games of `quipu play`.

use std::fs;
use std::path::PathBuf;

use scenario::{Course, Way};

use crate::play::keep;

/// The line of a step that was only read.
const READ_ON: &str = "-";

/// What was done so far in a lesson, a line each.
pub(super) struct Trail {
    /// Nothing where there is no folder to keep it in.
    file: Option<PathBuf>,
    words: Vec<String>,
}

impl Trail {
    /// The trail of a lesson, as far as it is kept.
    pub(super) fn of(game: &str, lesson: &str) -> Trail {
        let file = keep::folder().map(|folder| folder.join("lessons").join(format!("{game}-{lesson}.txt")));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        Trail { file, words: text.lines().map(str::to_owned).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Forgets it: the lesson is done, or begins anew.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        if let Some(file) = &self.file {
            // What was never kept need not go.
            let _ = fs::remove_file(file);
        }
    }

    /// Notes what was done, so that it is kept even if the terminal is closed.
    pub(super) fn note(&mut self, way: &Way) {
        self.words.push(way.word.clone().unwrap_or_else(|| READ_ON.to_owned()));
        let Some(file) = &self.file else { return };
        let written = file.parent().map_or(Ok(()), fs::create_dir_all);
        // Where nothing can be kept, the lesson begins at its first step the next time.
        let _ = written.and_then(|()| fs::write(file, self.words.join("\n")));
    }

    /// The stop that it leads to; what does not fit the lesson any more is forgotten.
    pub(super) fn follow(&mut self, course: &Course) -> usize {
        let mut at = 0;
        for (index, word) in self.words.iter().enumerate() {
            let fits = |way: &&Way| way.word.as_deref().unwrap_or(READ_ON) == word;
            let Some(to) = course.stops[at].ways.iter().find(fits).and_then(|way| way.to) else {
                self.words.truncate(index);
                break;
            };
            at = to;
        }
        at
    }
}
