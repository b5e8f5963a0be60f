//! What was judged so far, in a file beside the record: a review that was stopped goes on from there.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use catalog::review::{Judged, Plan};
use engine::Digest;
use serde_json::json;

/// The file, as far as it could be written: without it a review only cannot go on later.
pub(crate) struct ReviewFile {
    path: PathBuf,
    file: Mutex<Option<File>>,
}

impl ReviewFile {
    /// Opens the file of a record and a plan, and reads what was judged before. What another record, plan or version
    /// left there is thrown away, and so is a line that was not written to its end.
    pub(crate) fn open(record: &Path, text: &str, plan: &Plan) -> (ReviewFile, Vec<Judged>) {
        let mut name = record.file_name().unwrap_or_default().to_owned();
        name.push(".reviewing");
        let path = record.with_file_name(name);
        let version = env!("CARGO_PKG_VERSION");
        let head = json!({ "record": Digest::of_text(text), "plan": plan, "version": version }).to_string();
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        let mut lines = old.lines();
        let judged: Vec<Judged> = if lines.next() == Some(&*head) {
            lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
        } else {
            Vec::new()
        };
        let kept = ReviewFile { file: Mutex::new(File::create(&path).ok()), path };
        kept.line(&head);
        judged.iter().for_each(|part| kept.add(part));
        (kept, judged)
    }

    pub(crate) fn add(&self, part: &Judged) {
        self.line(&json!(part).to_string());
    }

    fn line(&self, line: &str) {
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let written = file.as_mut().map(|file| writeln!(file, "{line}"));
        if matches!(written, Some(Err(_))) {
            *file = None;
        }
    }

    /// All is judged: the file has done its work.
    pub(crate) fn done(&self) {
        // A file that stays does no harm: the next review reads it, or throws it away.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::review::{Depth, Part, Prospect};

    fn judged(number: usize) -> Judged {
        let prospect = vec![Prospect { margin: 0.5 + number as f64, win: 0.25 }; 2];
        Judged {
            number,
            part: Part { from: number, to: number + 1, by: None },
            words: vec!["first B".to_owned()],
            ought: prospect.clone(),
            came: prospect.clone(),
            error: prospect.clone(),
            spread: prospect,
            outcomes: Some(2),
            odds: Some(0.5),
            sampled: false,
            forced: false,
            others: Vec::new(),
        }
    }

    #[test]
    fn what_was_judged_is_read_again_for_the_same_record_and_plan_alone() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("game.quipu");
        let plan = Plan::new(Depth::Quick);
        let (kept, before) = ReviewFile::open(&record, "text", &plan);
        assert!(before.is_empty());
        kept.add(&judged(0));
        kept.add(&judged(1));
        kept.line("{\"number\":2,\"fr");
        drop(kept);
        let (kept, before) = ReviewFile::open(&record, "text", &plan);
        assert_eq!(before, [judged(0), judged(1)]);
        drop(kept);
        assert!(ReviewFile::open(&record, "another", &plan).1.is_empty());
        let (kept, before) = ReviewFile::open(&record, "text", &Plan { seed: 2, ..plan });
        assert!(before.is_empty());
        kept.done();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
