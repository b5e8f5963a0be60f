//! Scenarios: rules as tests that a player can write (`docs/scenarios.md`). The same step by step, to be shown, and
//! lessons, which are positions with something to do (`docs/lessons.md`).

mod course;
mod expect;
mod lesson;
mod read;
mod steps;

use std::path::Path;

use engine::{AnyMatch, Fault, Kind, Note, Opening, Refused, Rule, Seat, Unopened, Viewer};
use serde_json::Value as Json;

pub use course::{Course, PlayedStep, Stop, Way};
pub use lesson::{LANGUAGES, LEARNER, Lesson, LessonStep, RefusalHint, Text};
pub use steps::ScenarioStep;

/// A scenario, read and not yet run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The game's key.
    pub game: String,
    /// The line that names the game.
    game_line: usize,
    opening: Opening,
    /// The file of an owner's box.
    pub box_file: Option<String>,
    position: Option<Json>,
    position_line: usize,
    lines: Vec<(usize, ScenarioLine)>,
}

/// A line below `---`.
#[derive(Clone, Debug)]
enum ScenarioLine {
    Step { by: Option<Seat>, words: String },
    Refuse { rule: Rule, by: Seat, words: String },
    Undrawn { words: String },
    RefuseSetup { rule: Rule },
    Undo(usize),
    Has(String),
    Lacks(String),
    Expect { left: String, value: String },
}

/// How a scenario went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// Steps played.
    pub steps: usize,
    /// Refusals and expectations that held.
    pub checks: usize,
}

impl Scenario {
    /// Reads a scenario; the first thing wrong with the text is the error.
    pub fn parse(text: &str) -> Result<Scenario, Fault> {
        read::scenario(text)
    }

    /// Runs the scenario with a game; the first thing that is not as it says is the error.
    pub fn run(&self, kind: &dyn Kind) -> Result<Passed, Fault> {
        if kind.info().key != self.game {
            let what = format!("the scenario is about {}, not {}", self.game, kind.info().key);
            return Err(Fault::new(self.game_line, 6, what, ""));
        }
        if let [(number, ScenarioLine::RefuseSetup { rule })] = &self.lines[..] {
            return self.refused_setup(kind, *number, *rule);
        }
        let game = self.open(kind, &self.opening).map_err(|error| {
            Fault::new(self.position_line.max(self.game_line), 1, error.to_string(), "mend the setup or the position")
        })?;
        let mut run = ScenarioRun::new(game);
        for (number, line) in &self.lines {
            run.line(line).map_err(|what| Fault::new(*number, 1, what, ""))?;
        }
        if run.passed.checks == 0 {
            let number = self.lines.last().map_or(self.game_line, |(number, _)| *number);
            return Err(Fault::new(number, 1, "the scenario expects nothing", "add a line 'expect' or 'refuse'"));
        }
        Ok(run.passed)
    }

    /// Opens the scenario's match, with an owner's box if its hash is given.
    pub fn open_with(
        &self,
        kind: &dyn Kind,
        box_digest: Option<engine::Digest>,
    ) -> Result<Box<dyn AnyMatch>, Unopened> {
        self.open(kind, &Opening { box_digest, ..self.opening.clone() })
    }

    /// Plays the steps before the first line that is no step: the position that a perft file counts from.
    pub fn play_steps(&self, game: &mut dyn AnyMatch) -> Result<(), String> {
        for (_, line) in &self.lines {
            let ScenarioLine::Step { by, words } = line else { break };
            game.play(*by, words).map_err(|refused| refused.to_string())?;
        }
        Ok(())
    }

    /// Names the box that the scenario is to be run with.
    pub fn with_box(mut self, box_digest: engine::Digest) -> Scenario {
        self.opening.box_digest = Some(box_digest);
        self
    }

    fn open(&self, kind: &dyn Kind, opening: &Opening) -> Result<Box<dyn AnyMatch>, Unopened> {
        match &self.position {
            Some(diagram) => kind.open_at(opening, diagram.clone()),
            None => kind.open(opening),
        }
    }

    fn refused_setup(&self, kind: &dyn Kind, number: usize, rule: Rule) -> Result<Passed, Fault> {
        match self.open(kind, &self.opening) {
            Err(Unopened::Objections(why)) if why.iter().any(|illegal| illegal.rule == rule) => {
                Ok(Passed { steps: 0, checks: 1 })
            }
            Err(other) => Err(Fault::new(number, 1, format!("refused for another reason: {other}"), "")),
            Ok(_) => Err(Fault::new(number, 1, format!("{rule} should refuse this match, and it was opened"), "")),
        }
    }
}

/// A scenario under way.
struct ScenarioRun {
    game: Box<dyn AnyMatch>,
    passed: Passed,
    /// The match before the last step, and the step.
    last: Option<(Box<dyn AnyMatch>, Option<Seat>, String)>,
}

impl ScenarioRun {
    fn new(game: Box<dyn AnyMatch>) -> ScenarioRun {
        ScenarioRun { game, passed: Passed::default(), last: None }
    }

    fn line(&mut self, line: &ScenarioLine) -> Result<(), String> {
        match line {
            ScenarioLine::Step { by, words } => {
                let before = self.game.duplicate();
                self.game.play(*by, words).map_err(|refused| format!("'{words}' is refused: {refused}"))?;
                self.last = Some((before, *by, words.clone()));
                self.passed.steps += 1;
                return Ok(());
            }
            ScenarioLine::Undo(to) => {
                let note = Note::Undo(Seat::A, *to);
                return self.game.note(note).map_err(|refused| refused.to_string());
            }
            ScenarioLine::Refuse { rule, by, words } => self.refuse(*rule, *by, words)?,
            ScenarioLine::Undrawn { words } => match self.game.check(None, words) {
                Err(Refused::NotDrawn(_)) => {}
                Err(other) => return Err(format!("'{words}' is wrong in another way: {other}")),
                Ok(()) => return Err(format!("'{words}' can be drawn")),
            },
            ScenarioLine::RefuseSetup { .. } => return Err("'refuse … setup' must be the only line".to_owned()),
            ScenarioLine::Has(words) => self.has(words, true)?,
            ScenarioLine::Lacks(words) => self.has(words, false)?,
            ScenarioLine::Expect { left, value } => expect::holds(&*self.game, left, value, self.last_seen(left))?,
        }
        self.passed.checks += 1;
        Ok(())
    }

    fn refuse(&self, rule: Rule, by: Seat, words: &str) -> Result<(), String> {
        match self.game.check(Some(by), words) {
            Err(Refused::Illegal(why)) if why.rule == rule => Ok(()),
            Err(Refused::Illegal(why)) => Err(format!("{rule} should refuse '{words}', another rule does: {why}")),
            Err(other) => Err(format!("{rule} should refuse '{words}', which fails otherwise: {other}")),
            Ok(()) => Err(format!("{rule} should refuse '{words}', and it is allowed")),
        }
    }

    fn has(&self, words: &str, wanted: bool) -> Result<(), String> {
        let legal = self.game.legal();
        if legal.iter().any(|word| word == words) == wanted {
            return Ok(());
        }
        Err(format!("'{words}' is {}on the list: {}", if wanted { "not " } else { "" }, legal.join(" | ")))
    }

    /// The last step as the viewer of `seen.B` may read it.
    fn last_seen(&self, left: &str) -> Option<String> {
        let viewer: Viewer = left.strip_prefix("seen.")?.parse().ok()?;
        let (before, by, words) = self.last.as_ref()?;
        let mut fold = before.duplicate();
        fold.play(*by, words).ok()?;
        let record = fold.redacted(viewer);
        record.lines.last().map(|line| match &line.entry {
            engine::RecordEntry::Step { words, .. } => words.clone(),
            engine::RecordEntry::Note(note) => note.to_string(),
        })
    }
}

/// Reads and runs one scenario file, with its box if it names one.
pub fn run_file(kind: &dyn Kind, file: &Path) -> Result<Passed, String> {
    let read = |file: &Path| std::fs::read_to_string(file).map_err(|error| error.to_string());
    let mut scenario = Scenario::parse(&read(file)?).map_err(|fault| fault.to_string())?;
    if let Some(name) = &scenario.box_file {
        let text = read(&file.parent().unwrap_or(Path::new(".")).join(name))?;
        let digest = kind.add_box(&text).map_err(|faults| faults[0].to_string())?;
        scenario = scenario.with_box(digest);
    }
    scenario.run(kind).map_err(|fault| fault.to_string())
}
