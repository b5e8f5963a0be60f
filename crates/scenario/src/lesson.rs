//! Lessons: prepared positions with steps that a learner does (`docs/lessons.md`).

use engine::{Fault, Rule, Seat, clip, plain_number};

use crate::read::{below, learner};
use crate::{Scenario, ScenarioLine};

/// The languages of every text, in the order of their lines.
pub const LANGUAGES: [&str; 3] = ["en", "it", "es"];

/// Who learns.
pub const LEARNER: Seat = Seat::A;

/// A text in each language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub [String; LANGUAGES.len()]);

impl Text {
    /// The text in a language; in English where there is no such language.
    pub fn in_language(&self, language: &str) -> &str {
        let index = LANGUAGES.iter().position(|one| *one == language).unwrap_or(0);
        &self.0[index]
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(String::is_empty)
    }
}

/// A lesson, read and not yet played.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The name in links and in what is kept of it.
    pub key: String,
    /// About how long it takes.
    pub minutes: u32,
    /// What it is called.
    pub title: Text,
    /// The position that it begins with.
    pub start: Scenario,
    /// What is to be done, one after the other.
    pub steps: Vec<LessonStep>,
}

/// One thing to do, or to see.
#[derive(Clone, Debug, Default)]
pub struct LessonStep {
    /// Its name within the lesson.
    pub key: String,
    /// The line on which it begins.
    pub line: usize,
    /// Two to four words.
    pub title: Text,
    /// The one thing to do.
    pub task: Text,
    /// The reason.
    pub why: Text,
    /// What came of it.
    pub done: Text,
    /// What is marked meanwhile, by the clicks of the game's web half.
    pub light: Vec<String>,
    /// The reactions to legal actions off the lesson, by how their words begin.
    pub wrong: Vec<(String, Text)>,
    /// What must be refused while the step waits, and the hint that follows the reason.
    pub refusals: Vec<RefusalHint>,
    /// What happens, in order.
    pub(crate) script: Vec<(usize, Act)>,
}

/// Something that a rule refuses.
#[derive(Clone, Debug)]
pub struct RefusalHint {
    pub(crate) line: usize,
    /// The rule.
    pub rule: Rule,
    /// What the learner may try.
    pub words: String,
    /// What to do instead.
    pub hint: Text,
}

/// A line of a step.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// The match goes on at another position.
    Position(Box<Scenario>),
    /// A line as in a scenario: a step that the lesson plays, or something that must hold.
    Line(ScenarioLine),
    /// The learner decides: each way is right that one of these spells.
    Decide(Vec<Vec<String>>),
}

impl LessonStep {
    /// The reaction to a legal action off the lesson: the one whose beginning is the longest.
    pub fn reaction(&self, words: &str) -> Option<&Text> {
        let begins = |beginning: &str| words.strip_prefix(beginning).is_some_and(|rest| rest.starts_with(' '));
        let fits =
            self.wrong.iter().filter(|(beginning, _)| beginning.is_empty() || words == beginning || begins(beginning));
        fits.max_by_key(|(beginning, _)| beginning.len()).map(|(_, text)| text)
    }
}

impl Lesson {
    /// Reads a lesson; the first thing wrong with the text is the error.
    pub fn parse(text: &str) -> Result<Lesson, Fault> {
        let mut reading = Reading::default();
        for (index, raw) in text.lines().enumerate() {
            reading.line(index + 1, raw)?;
        }
        reading.settle(text.lines().count())?;
        reading.finish()
    }

    /// The game's key.
    pub fn game(&self) -> &str {
        &self.start.game
    }
}

/// Where a text goes that the next lines give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TextPart {
    #[default]
    Nowhere,
    LessonTitle,
    Title,
    Task,
    Why,
    Done,
    Wrong,
    Refusal,
}

#[derive(Default)]
struct Reading {
    key: String,
    minutes: u32,
    title: Text,
    /// The lines of the header that scenarios have, too, each on its own line.
    header: String,
    /// The setup, without the position.
    setup: String,
    below: bool,
    /// The line on which a position began, and its text so far.
    position: Option<(usize, String)>,
    start: Option<Scenario>,
    steps: Vec<LessonStep>,
    place: TextPart,
}

fn fault<T>(line: usize, what: impl Into<String>, advice: &str) -> Result<T, Fault> {
    Err(Fault::new(line, 1, what.into(), advice))
}

impl Reading {
    fn line(&mut self, number: usize, raw: &str) -> Result<(), Fault> {
        if let Some((began, toml)) = &mut self.position {
            if raw.trim_end() != "---" {
                toml.push_str(raw);
                toml.push('\n');
                return Ok(());
            }
            let (began, toml) = (*began, std::mem::take(toml));
            self.position = None;
            return self.positioned(began, &toml);
        }
        let content = raw.split(" #").next().filter(|_| !raw.starts_with('#')).unwrap_or("").trim_end();
        if content.trim().is_empty() {
            self.header.push('\n');
            return Ok(());
        }
        if content.starts_with(' ') {
            self.header.push('\n');
            return self.text(number, content.trim_start());
        }
        self.settle(number)?;
        match content {
            "---" if !self.below => self.at_the_start(),
            "position" => {
                self.position = Some((number, String::new()));
                Ok(())
            }
            _ if self.below => self.step_line(number, content),
            _ => self.header_line(number, content),
        }
    }

    /// A text in one language belongs to the line above it.
    fn text(&mut self, number: usize, content: &str) -> Result<(), Fault> {
        let (language, said) = content.split_once(' ').unwrap_or((content, ""));
        let Some(index) = LANGUAGES.iter().position(|one| *one == language) else {
            return fault(number, format!("'{}' is no language", clip(language)), "texts begin with en, it or es");
        };
        let Some(text) = self.spot() else {
            return fault(number, "this text belongs to nothing", "write it below title, do, why, done, wrong, refuse");
        };
        if !text.0[index].is_empty() {
            return fault(number, format!("there is a text in '{language}' already"), "one line a language");
        }
        said.trim().clone_into(&mut text.0[index]);
        Ok(())
    }

    /// The text that the next lines give.
    fn spot(&mut self) -> Option<&mut Text> {
        if self.place == TextPart::LessonTitle {
            return Some(&mut self.title);
        }
        let step = self.steps.last_mut()?;
        match self.place {
            TextPart::Title => Some(&mut step.title),
            TextPart::Task => Some(&mut step.task),
            TextPart::Why => Some(&mut step.why),
            TextPart::Done => Some(&mut step.done),
            TextPart::Wrong => step.wrong.last_mut().map(|(_, text)| text),
            TextPart::Refusal => step.refusals.last_mut().map(|refusal| &mut refusal.hint),
            TextPart::Nowhere | TextPart::LessonTitle => None,
        }
    }

    /// What was begun must be there in all languages; only a hint may be left out.
    fn settle(&mut self, number: usize) -> Result<(), Fault> {
        let optional = self.place == TextPart::Refusal;
        if let Some(text) = self.spot()
            && text.0.iter().any(String::is_empty)
            && !(optional && text.is_empty())
        {
            let lacking = LANGUAGES.iter().zip(&text.0).find(|(_, said)| said.is_empty());
            let what = format!("the text above has no '{}'", lacking.map_or("", |(language, _)| language));
            return fault(number, what, "write it in en, it and es");
        }
        self.place = TextPart::Nowhere;
        Ok(())
    }

    fn header_line(&mut self, number: usize, content: &str) -> Result<(), Fault> {
        let (word, rest) = content.split_once(' ').unwrap_or((content, ""));
        let mut own = String::new();
        match word {
            "lesson" => rest.clone_into(&mut self.key),
            "minutes" => match plain_number(rest) {
                Some(minutes) => self.minutes = minutes,
                None => return fault(number, format!("'{}' is no number of minutes", clip(rest)), "write 'minutes 5'"),
            },
            "title" => self.place = TextPart::LessonTitle,
            _ => content.clone_into(&mut own),
        }
        if !own.is_empty() {
            self.setup.push_str(&own);
            self.setup.push('\n');
        }
        self.header.push_str(&own);
        self.header.push('\n');
        Ok(())
    }

    /// A position is whole: that of the beginning, or another one.
    fn positioned(&mut self, began: usize, toml: &str) -> Result<(), Fault> {
        if self.below {
            // The lines of the file count in what is wrong with it.
            let setup = &self.setup;
            let gap = "\n".repeat(began.saturating_sub(1 + setup.lines().count()));
            let scenario = Scenario::parse(&format!("{setup}{gap}position\n{toml}---\n"))?;
            return self.act(began, Act::Position(Box::new(scenario)));
        }
        self.start = Some(Scenario::parse(&format!("{}position\n{toml}---\n", self.header))?);
        self.below = true;
        Ok(())
    }

    /// Without a position the lesson begins before the first step of a match.
    fn at_the_start(&mut self) -> Result<(), Fault> {
        self.start = Some(Scenario::parse(&format!("{}---\n", self.header))?);
        self.below = true;
        Ok(())
    }

    fn act(&mut self, number: usize, act: Act) -> Result<(), Fault> {
        match self.steps.last_mut() {
            Some(step) => {
                step.script.push((number, act));
                Ok(())
            }
            None => fault(number, "this stands before the first step", "begin with 'step KEY'"),
        }
    }

    fn step_line(&mut self, number: usize, content: &str) -> Result<(), Fault> {
        let (word, rest) = content.split_once(' ').unwrap_or((content, ""));
        if word == "step" {
            return self.begin(number, rest);
        }
        let Some(step) = self.steps.last_mut() else {
            return fault(number, "this stands before the first step", "begin with 'step KEY'");
        };
        match word {
            "title" => self.place = TextPart::Title,
            "do" => self.place = TextPart::Task,
            "why" => self.place = TextPart::Why,
            "done" => self.place = TextPart::Done,
            "light" => step.light.extend(rest.split_whitespace().map(str::to_owned)),
            "wrong" => {
                step.wrong.push((rest.to_owned(), Text::default()));
                self.place = TextPart::Wrong;
            }
            "or" => return self.or(number, rest),
            "play" => return self.act(number, Act::Line(below(number, rest)?)),
            "A" => return self.decide(number, rest),
            "refuse" => return self.refuse(number, content),
            "undo" => return fault(number, "a lesson cannot go back", "set a new position"),
            _ => return self.act(number, Act::Line(below(number, content)?)),
        }
        Ok(())
    }

    fn begin(&mut self, number: usize, key: &str) -> Result<(), Fault> {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if key.is_empty() || !key.chars().all(plain) {
            return fault(number, format!("'{}' is no name of a step", clip(key)), "write 'step walk'");
        }
        if self.steps.iter().any(|step| step.key == key) {
            return fault(number, format!("there is a step '{key}' already"), "name it otherwise");
        }
        self.steps.push(LessonStep { key: key.to_owned(), line: number, ..LessonStep::default() });
        Ok(())
    }

    fn decide(&mut self, number: usize, words: &str) -> Result<(), Fault> {
        let decided = |step: &LessonStep| step.script.iter().any(|(_, act)| matches!(act, Act::Decide(_)));
        if self.steps.last().is_some_and(decided) {
            let advice = "write 'or A …' for another right way, 'play A …' for what the lesson does";
            return fault(number, "the learner decides once a step", advice);
        }
        self.act(number, Act::Decide(vec![sequence(words)]))
    }

    fn or(&mut self, number: usize, content: &str) -> Result<(), Fault> {
        let Some(words) = content.strip_prefix("A ") else {
            return fault(number, "'or' needs the learner", "write 'or A uncover b5'");
        };
        let script = self.steps.last_mut().map(|step| &mut step.script);
        if let Some((_, Act::Decide(ways))) = script.and_then(|script| script.last_mut()) {
            ways.push(sequence(words));
            return Ok(());
        }
        fault(number, "'or' follows nothing", "write it below the line 'A …'")
    }

    fn refuse(&mut self, number: usize, content: &str) -> Result<(), Fault> {
        let (rule, words) = learner(number, content, LEARNER)?;
        if let Some(step) = self.steps.last_mut() {
            step.refusals.push(RefusalHint { line: number, rule, words, hint: Text::default() });
        }
        self.place = TextPart::Refusal;
        Ok(())
    }

    fn finish(self) -> Result<Lesson, Fault> {
        let Some(start) = self.start else {
            return fault(1, "the lesson has no line '---'", "write the setup above it, the steps below");
        };
        if self.key.is_empty() || self.title.is_empty() || self.minutes == 0 {
            return fault(1, "the lesson has no name, title or minutes", "write lesson, title and minutes");
        }
        if self.steps.is_empty() {
            return fault(1, "the lesson has no step", "write 'step KEY' below '---'");
        }
        for step in &self.steps {
            if step.title.is_empty() || step.task.is_empty() {
                return fault(step.line, format!("the step '{}' lacks title or do", step.key), "write both");
            }
        }
        Ok(Lesson { key: self.key, minutes: self.minutes, title: self.title, start, steps: self.steps })
    }
}

/// The actions of one right way.
fn sequence(words: &str) -> Vec<String> {
    words.split(';').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}
