//! A lesson played through: every right way, and where it leads.

use engine::{AnyMatch, Fault, Kind, Seat, ToAct};

use crate::lesson::{Act, LEARNER, Lesson, LessonStep};
use crate::{ScenarioLine, ScenarioRun};

/// The most positions of a lesson.
const MOST: usize = 60;

/// All that can happen in a lesson.
pub struct Course {
    /// Where the learner is asked, or reads; the first one is where the lesson begins.
    pub stops: Vec<Stop>,
    /// What the lesson plays before the first one.
    pub before: Vec<PlayedStep>,
}

/// A position in which the lesson waits.
pub struct Stop {
    /// The step's place in the lesson.
    pub step: usize,
    /// The match.
    pub game: Box<dyn AnyMatch>,
    /// Whether the learner has done part of what is asked.
    pub begun: bool,
    /// What leads on: the learner's words, or nothing where the step is only read.
    pub ways: Vec<Way>,
    /// What is left to be done, in each right way; nothing where the step is only read.
    left: Vec<Vec<String>>,
}

/// What leads on from a stop.
pub struct Way {
    /// The learner's words; `None` where the learner only reads on.
    pub word: Option<String>,
    /// What happens, the learner's own action included.
    pub played: Vec<PlayedStep>,
    /// The place of the next stop; `None` at the end of the lesson.
    pub to: Option<usize>,
}

/// Something that happens on the way.
pub struct PlayedStep {
    /// Who decided; `None` for a draw, and where another position is set.
    pub by: Option<Seat>,
    /// The words; `None` where another position is set.
    pub words: Option<String>,
    /// The match after it.
    pub game: Box<dyn AnyMatch>,
}

impl Lesson {
    /// Plays all right ways; the first thing that is not as the lesson says is the error.
    pub fn course(&self, kind: &dyn Kind) -> Result<Course, Fault> {
        let line = self.steps.first().map_or(1, |step| step.line);
        let game = self.start.open(kind, &self.start.opening);
        let game = game.map_err(|error| Fault::new(line, 1, error.to_string(), "mend the setup or the position"))?;
        let mut making = Making { lesson: self, kind, stops: Vec::new() };
        let (before, first) = making.enter(game, Vec::new(), 0)?;
        if first.is_none() {
            return Err(Fault::new(line, 1, "the lesson asks for nothing", "add a line 'A …'"));
        }
        let mut next = 0;
        while next < making.stops.len() {
            making.lead_on(next)?;
            next += 1;
        }
        Ok(Course { stops: making.stops, before })
    }
}

impl Course {
    /// The stop after a word, where the word is right.
    pub fn after(&self, stop: usize, word: &str) -> Option<&Way> {
        self.stops[stop].ways.iter().find(|way| way.word.as_deref() == Some(word))
    }

    /// Whether words, one after the other, are right: each leads on within the step, the last one maybe out of it.
    pub fn is_right<'a>(&self, stop: usize, words: impl IntoIterator<Item = &'a str>) -> bool {
        let mut at = Some(stop);
        let step = self.stops[stop].step;
        words.into_iter().all(|word| {
            let here = at.filter(|stop| self.stops[*stop].step == step);
            let Some(way) = here.and_then(|stop| self.after(stop, word)) else { return false };
            at = way.to;
            true
        })
    }

    /// A shortest right way from a stop to the end of its step.
    pub fn model(&self, stop: usize) -> Vec<String> {
        let mut words = Vec::new();
        let (mut at, step) = (stop, self.stops[stop].step);
        while let Some(way) = self.stops[at].ways.first() {
            words.extend(way.word.clone());
            match way.to {
                Some(to) if self.stops[to].step == step && way.word.is_some() => at = to,
                _ => break,
            }
        }
        words
    }
}

struct Making<'a> {
    lesson: &'a Lesson,
    kind: &'a dyn Kind,
    stops: Vec<Stop>,
}

type Entered = (Vec<PlayedStep>, Option<usize>);

impl Making<'_> {
    /// Begins a step, and gives where the lesson waits next.
    fn enter(&mut self, game: Box<dyn AnyMatch>, played: Vec<PlayedStep>, step: usize) -> Result<Entered, Fault> {
        let Some(asked) = self.lesson.steps.get(step) else { return Ok((played, None)) };
        let decision = asked.script.iter().position(|(_, act)| matches!(act, Act::Decide(_)));
        let (game, played) = self.run(asked, 0..decision.unwrap_or(asked.script.len()), game, played)?;
        let left = match decision.map(|index| &asked.script[index]) {
            Some((line, Act::Decide(ways))) => {
                if game.to_act() != ToAct::Seat(LEARNER) {
                    return Err(Fault::new(
                        *line,
                        1,
                        "the learner is not to act here",
                        "see who is: expect to_act = A",
                    ));
                }
                ways.clone()
            }
            _ => Vec::new(),
        };
        for refusal in &asked.refusals {
            let held = ScenarioRun::new(game.duplicate()).refuse(refusal.rule, LEARNER, &refusal.words);
            held.map_err(|what| Fault::new(refusal.line, 1, what, ""))?;
        }
        let to = self.stop(Stop { step, game, begun: false, ways: Vec::new(), left })?;
        Ok((played, Some(to)))
    }

    /// Plays lines of a step.
    fn run(
        &self,
        step: &LessonStep,
        lines: std::ops::Range<usize>,
        game: Box<dyn AnyMatch>,
        mut played: Vec<PlayedStep>,
    ) -> Result<(Box<dyn AnyMatch>, Vec<PlayedStep>), Fault> {
        let mut run = ScenarioRun::new(game);
        for (number, act) in &step.script[lines] {
            let fault = |what: String| Fault::new(*number, 1, what, "");
            match act {
                Act::Line(line) => {
                    run.line(line).map_err(fault)?;
                    if let ScenarioLine::Step { by, words } = line {
                        played.push(PlayedStep { by: *by, words: Some(words.clone()), game: run.game.duplicate() });
                    }
                }
                Act::Position(scenario) => {
                    let opened = scenario.open(self.kind, &scenario.opening);
                    run = ScenarioRun::new(opened.map_err(|error| fault(error.to_string()))?);
                    played.push(PlayedStep { by: None, words: None, game: run.game.duplicate() });
                }
                Act::Decide(_) => {}
            }
        }
        Ok((run.game, played))
    }

    /// The place of a stop; one that is there already is not made twice.
    fn stop(&mut self, stop: Stop) -> Result<usize, Fault> {
        let same = |known: &Stop| {
            (known.step, known.begun) == (stop.step, stop.begun)
                && known.left == stop.left
                && known.game.diagram() == stop.game.diagram()
        };
        if let Some(known) = self.stops.iter().position(same) {
            return Ok(known);
        }
        if self.stops.len() == MOST {
            let line = self.lesson.steps[stop.step].line;
            let advice = "let right ways meet again, or set a new position";
            return Err(Fault::new(line, 1, format!("the lesson has more than {MOST} positions"), advice));
        }
        self.stops.push(stop);
        Ok(self.stops.len() - 1)
    }

    /// Finds the ways of a stop.
    fn lead_on(&mut self, at: usize) -> Result<(), Fault> {
        let (step, left) = (self.stops[at].step, self.stops[at].left.clone());
        let game = self.stops[at].game.duplicate();
        let asked = &self.lesson.steps[step];
        let Some(index) = asked.script.iter().position(|(_, act)| matches!(act, Act::Decide(_))) else {
            let (played, to) = self.enter(game, Vec::new(), step + 1)?;
            self.stops[at].ways.push(Way { word: None, played, to });
            return Ok(());
        };
        let line = asked.script[index].0;
        let legal = game.legal();
        for way in &left {
            if !legal.iter().any(|word| matches(&way[0], word)) {
                let why = game.check(Some(LEARNER), &way[0]).err().map(|refused| refused.to_string());
                let what = format!("'{}' is not legal here: {}", way[0], why.unwrap_or_default());
                return Err(Fault::new(line, 1, what, "every right way must be possible in every branch"));
            }
        }
        // In the order of the file: the first way is the one that is shown.
        let mut words: Vec<&String> = Vec::new();
        for way in &left {
            words.extend(legal.iter().filter(|word| matches(&way[0], word)));
        }
        let mut done: Vec<&String> = Vec::new();
        for word in words {
            if done.contains(&word) {
                continue;
            }
            done.push(word);
            let way = self.follow(at, word, &left, index)?;
            self.stops[at].ways.push(way);
        }
        Ok(())
    }

    /// Plays one right word.
    fn follow(&mut self, at: usize, word: &str, left: &[Vec<String>], index: usize) -> Result<Way, Fault> {
        let (step, mut game) = (self.stops[at].step, self.stops[at].game.duplicate());
        let asked = &self.lesson.steps[step];
        let line = asked.script[index].0;
        game.play(Some(LEARNER), word).map_err(|refused| Fault::new(line, 1, refused.to_string(), ""))?;
        let played = vec![PlayedStep { by: Some(LEARNER), words: Some(word.to_owned()), game: game.duplicate() }];
        let rest: Vec<Vec<String>> =
            left.iter().filter(|way| matches(&way[0], word)).map(|way| way[1..].to_vec()).collect();
        let (played, to) = if rest.iter().any(Vec::is_empty) {
            let (game, played) = self.run(asked, index + 1..asked.script.len(), game, played)?;
            self.enter(game, played, step + 1)?
        } else {
            if game.to_act() != ToAct::Seat(LEARNER) {
                return Err(Fault::new(
                    line,
                    1,
                    format!("after '{word}' the learner is not to act"),
                    "end the way there",
                ));
            }
            (played, Some(self.stop(Stop { step, game, begun: true, ways: Vec::new(), left: rest })?))
        };
        Ok(Way { word: Some(word.to_owned()), played, to })
    }
}

/// Whether words are what a lesson asks for, in which `*` stands for any one word.
fn matches(pattern: &str, words: &str) -> bool {
    let (mut pattern, mut words) = (pattern.split(' '), words.split(' '));
    loop {
        match (pattern.next(), words.next()) {
            (None, None) => return true,
            (Some(asked), Some(word)) if asked == "*" || asked == word => {}
            _ => return false,
        }
    }
}
