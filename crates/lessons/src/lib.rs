//! What teaches the games (`docs/lessons.md`): rules pages with their diagrams, and lessons. The texts are part of the
//! binary, so that terminal and server have them without files.

mod help;

pub use help::{Block, FigureMark, Help, Only, Paragraph, QuestionAnswer, Section, Term};
pub use scenario::{LANGUAGES, Lesson, Scenario};

/// What a game teaches with.
#[derive(Debug)]
pub struct Shelf {
    /// The game's key.
    pub game: &'static str,
    /// The rules page by language.
    pub help: &'static [(&'static str, &'static str)],
    /// The scenarios that the page shows, by name.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// The lessons by the names of their files, in order.
    pub lessons: &'static [(&'static str, &'static str)],
}

/// What all games teach with.
pub static SHELVES: &[Shelf] = include!(concat!(env!("OUT_DIR"), "/shelves.rs"));

/// What a game teaches with.
pub fn shelf(game: &str) -> Option<&'static Shelf> {
    SHELVES.iter().find(|shelf| shelf.game == game)
}

impl Shelf {
    /// The rules page in a language, in English where there is no such language.
    pub fn page(&self, language: &str) -> Result<Help, String> {
        let found = self.help.iter().find(|(one, _)| *one == language).or(self.help.first());
        let (language, text) = found.ok_or("there is no rules page")?;
        Help::parse(text).map_err(|fault| format!("games/{}/web/help/{language}.md: {fault}", self.game))
    }

    /// A scenario that the page shows.
    pub fn scenario(&self, name: &str) -> Result<Scenario, String> {
        let found = self.scenarios.iter().find(|(one, _)| *one == name);
        let (_, text) = found.ok_or_else(|| format!("the rules of {} show no scenario '{name}'", self.game))?;
        Scenario::parse(text).map_err(|fault| format!("games/{}/tests/scenarios/{name}.scn: {fault}", self.game))
    }

    /// The lessons, read.
    pub fn lessons(&self) -> Result<Vec<Lesson>, String> {
        let read = |(name, text): &(&str, &str)| {
            let fault = |what: String| format!("games/{}/lessons/{name}.lesson: {what}", self.game);
            let lesson = Lesson::parse(text).map_err(|one| fault(one.to_string()))?;
            match name.split_once('_') {
                Some((_, key)) if key == lesson.key => Ok(lesson),
                _ => Err(fault(format!("the lesson is '{}', its file is called otherwise", lesson.key))),
            }
        };
        self.lessons.iter().map(read).collect()
    }
}
