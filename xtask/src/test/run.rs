//! A stage under way: the commands it runs, what they say, and what they count.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::End;
use super::changes::Changes;
use super::count::Count;
use crate::builds::follow;
use crate::progress::{Job, Progress, State};
use crate::tools::root;

/// A stage under way.
pub(crate) struct StageRun<'a> {
    /// Whether the short form of the test is wanted.
    pub(crate) quick: bool,
    /// What was changed, where only that is tested.
    pub(crate) changes: Option<&'a Changes>,
    /// The line that shows how far the stage is.
    pub(crate) job: Job,
    /// The tests that were run so far.
    pub(crate) count: Count,
    log: File,
    path: PathBuf,
}

impl<'a> StageRun<'a> {
    pub(crate) fn new(
        name: &str,
        progress: &Progress,
        quick: bool,
        changes: Option<&'a Changes>,
    ) -> Result<StageRun<'a>> {
        let path = root().join("target/test").join(format!("{}.log", name.replace(' ', "-")));
        let made = fs::create_dir_all(path.with_file_name("")).and_then(|()| File::create(&path));
        let log = made.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(StageRun { quick, changes, job: progress.job(name), count: Count::default(), log, path })
    }

    /// Writes a line into the stage's log.
    pub(crate) fn note(&mut self, line: &str) {
        // A full disk shows itself elsewhere.
        writeln!(self.log, "{line}").unwrap_or_default();
    }

    /// Runs a command to its end, keeps what it says, and says whether it succeeded.
    pub(crate) fn succeeds(&mut self, command: &mut Command) -> Result<bool> {
        self.listen(command, |_| None)
    }

    /// Runs tests and adds up what they report. A run that reports no test at all has failed, whatever it says.
    pub(crate) fn tests(&mut self, command: &mut Command, read: fn(&str) -> Option<Count>) -> Result<End> {
        let before = self.count.clone();
        let good = self.listen(command, read)?;
        Ok((good && self.count != before).into())
    }

    fn listen(&mut self, command: &mut Command, read: fn(&str) -> Option<Count>) -> Result<bool> {
        let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy().into_owned()).collect();
        let shown = format!("{} {}", command.get_program().display(), arguments.join(" "));
        self.note(&format!("$ {shown}"));
        let job = self.job.clone();
        let mut lines = 0;
        follow(command, &job, |line| {
            self.note(line);
            lines += 1;
            if let Some(more) = read(line) {
                self.count.add(more);
            }
            let doing: String = line.trim().chars().take(70).collect();
            job.set(State { doing, ..State::default() });
        })
    }

    /// Ends the stage's line; shows all that was said where it failed.
    pub(crate) fn close(&mut self, failed: bool) {
        self.job.end();
        if failed {
            let said = fs::read_to_string(&self.path).unwrap_or_default();
            self.job.say(&format!("---- {}\n{}\n----", self.path.display(), said.trim_end()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::count;
    use crate::tools::cargo;

    #[test]
    fn a_run_without_a_test_has_failed() {
        let mut run = StageRun::new("a trial", &Progress::new(), false, None).unwrap();
        assert_eq!(run.tests(&mut cargo("--version"), count::cargo_test).unwrap(), End::Failed);
        run.close(false);
        let said = fs::read_to_string(root().join("target/test/a-trial.log")).unwrap();
        assert!(said.contains("cargo 1."), "{said}");
    }
}
