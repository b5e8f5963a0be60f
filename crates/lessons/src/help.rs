//! A game's rules page: `games/NAME/web/help/xx.md`, read part by part.

use engine::{Fault, Viewer};

/// A rules page.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// The sections, in the order of the page.
    pub sections: Vec<Section>,
    /// What can be pointed at, each in a sentence.
    pub terms: Vec<Term>,
    /// The reference card, as it is written.
    pub card: String,
}

/// A section of the rules.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The line of its heading.
    pub line: usize,
    /// Its name in links, the same in all languages; empty on a page without marks.
    pub key: String,
    /// Its heading.
    pub title: String,
    /// The one sentence below it.
    pub lead: String,
    /// The verbs that it explains.
    pub verbs: Vec<String>,
    /// The lesson that teaches it, and the step: `first_turn/walk`.
    pub lesson: Option<String>,
    /// When it is played, where that is not always.
    pub only: Option<Only>,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// An option, and the values with which something is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Only {
    /// The option.
    pub option: String,
    /// The values.
    pub values: Vec<String>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph, of a rule or of none.
    Paragraph(Paragraph),
    /// A diagram.
    Figure(FigureMark),
    /// A question that is often asked.
    Asked(QuestionAnswer),
}

/// A paragraph of the rules.
#[derive(Clone, Debug, Default)]
pub struct Paragraph {
    /// The rule's number, `T14`, if it is a rule.
    pub rule: Option<String>,
    /// The text.
    pub text: String,
    /// When it is played, where that is not always.
    pub only: Option<Only>,
}

/// A question that is often asked.
#[derive(Clone, Debug, Default)]
pub struct QuestionAnswer {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
}

/// A diagram on the page.
#[derive(Clone, Debug)]
pub struct FigureMark {
    /// Its line.
    pub line: usize,
    /// The scenario's name.
    pub scenario: String,
    /// As whom it is seen.
    pub eyes: Viewer,
    /// What is said, by the number of the picture, from 1.
    pub captions: Vec<(usize, String)>,
}

/// Something that can be pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its line.
    pub line: usize,
    /// What it is: `verb:move`, `piece:leader`.
    pub key: String,
    /// The rule that it links to.
    pub rule: String,
    /// One or two sentences.
    pub text: String,
}

impl Help {
    /// Reads a page; the first thing wrong with it is the error.
    pub fn parse(text: &str) -> Result<Help, Fault> {
        let mut reading = Reading::default();
        for (index, line) in text.lines().enumerate() {
            reading.line(index + 1, line.trim_end())?;
        }
        reading.end_of_paragraph();
        Ok(reading.help)
    }

    /// The section that has a rule, and the rule.
    pub fn rule(&self, number: &str) -> Option<(&Section, &Paragraph)> {
        self.rules().find(|(_, rule)| rule.rule.as_deref().is_some_and(|one| one.eq_ignore_ascii_case(number)))
    }

    /// All rules with their sections, in the order of the page.
    pub fn rules(&self) -> impl Iterator<Item = (&Section, &Paragraph)> {
        self.sections.iter().flat_map(|section| {
            section.blocks.iter().filter_map(move |block| match block {
                Block::Paragraph(paragraph) if paragraph.rule.is_some() => Some((section, paragraph)),
                _ => None,
            })
        })
    }

    /// All diagrams with their sections, in the order of the page.
    pub fn figures(&self) -> impl Iterator<Item = (&Section, &FigureMark)> {
        self.sections.iter().flat_map(|section| {
            section.blocks.iter().filter_map(move |block| match block {
                Block::Figure(figure) => Some((section, figure)),
                _ => None,
            })
        })
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Before,
    FirstTurn,
    Rules,
    Terms,
    Card,
}

#[derive(Default)]
struct Reading {
    help: Help,
    part: Part,
    /// The paragraph being read.
    paragraph: String,
    only: Option<Only>,
}

/// What stands in a mark: `<!-- section move verbs=move -->`.
fn mark(line: &str) -> Option<&str> {
    line.trim().strip_prefix("<!--")?.strip_suffix("-->").map(str::trim)
}

fn only(said: &str) -> Option<Only> {
    let (option, values) = said.strip_prefix("only ")?.split_once('=')?;
    Some(Only { option: option.to_owned(), values: values.split('|').map(str::to_owned).collect() })
}

/// A caption: `3. On to the treasures`.
fn caption(line: &str) -> Option<(usize, String)> {
    let (number, said) = line.split_once(". ")?;
    Some((number.parse().ok()?, said.trim().to_owned()))
}

/// The number of a rule, and its text: `**T14** Uncover …`.
fn rule(text: &str) -> Option<(&str, &str)> {
    let (number, rest) = text.strip_prefix("**")?.split_once("** ")?;
    let digits = number.strip_prefix(|letter: char| letter.is_ascii_uppercase())?;
    digits.chars().all(|digit| digit.is_ascii_digit()).then_some((number, rest))
}

impl Reading {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        if let Some(said) = mark(line) {
            return self.mark(number, said);
        }
        match self.part {
            Part::Rules => self.rules(number, line),
            Part::Terms => self.term(number, line),
            Part::Card => {
                self.help.card.push_str(line);
                self.help.card.push('\n');
                Ok(())
            }
            Part::Before | Part::FirstTurn => Ok(()),
        }
    }

    fn mark(&mut self, number: usize, said: &str) -> Result<(), Fault> {
        let part = match said {
            "first-turn" => Some(Part::FirstTurn),
            "rules" => Some(Part::Rules),
            "terms" => Some(Part::Terms),
            "card" => Some(Part::Card),
            _ => None,
        };
        self.end_of_paragraph();
        if let Some(part) = part {
            self.part = part;
            return Ok(());
        }
        if said == "broad" && self.part == Part::Rules {
            // Whether diagrams take the whole width is up to the page that draws them.
            return Ok(());
        }
        if let Some(only) = only(said) {
            match self.help.sections.last_mut() {
                // Right below the heading it is about the whole section.
                Some(section) if section.blocks.is_empty() && section.lead.is_empty() => section.only = Some(only),
                _ => self.only = Some(only),
            }
            return Ok(());
        }
        match (said.strip_prefix("section "), self.help.sections.last_mut()) {
            (Some(said), Some(section)) => section_mark(number, said, section),
            _ => Err(Fault::new(number, 1, format!("'{said}' is no mark"), "see docs/lessons.md for those there are")),
        }
    }

    fn rules(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        if let Some(title) = line.strip_prefix("### ") {
            self.end_of_paragraph();
            self.help.sections.push(Section { line: number, title: title.to_owned(), ..Section::default() });
            return Ok(());
        }
        if line.is_empty() || line.starts_with("## ") {
            self.end_of_paragraph();
            return Ok(());
        }
        if let Some(said) = line.strip_prefix("![") {
            self.end_of_paragraph();
            let figure = figure(number, said.trim_end_matches(']'))?;
            return self.push(number, Block::Figure(figure));
        }
        let last = self.help.sections.last_mut().and_then(|section| section.blocks.last_mut());
        if let (true, Some(Block::Figure(figure))) = (self.paragraph.is_empty(), last) {
            if let Some(caption) = caption(line) {
                figure.captions.push(caption);
                return Ok(());
            }
            if let (Some((_, text)), Some(more)) = (figure.captions.last_mut(), line.strip_prefix("   ")) {
                text.push(' ');
                text.push_str(more.trim());
                return Ok(());
            }
        }
        if !self.paragraph.is_empty() {
            self.paragraph.push(' ');
        }
        self.paragraph.push_str(line.trim());
        Ok(())
    }

    fn push(&mut self, number: usize, block: Block) -> Result<(), Fault> {
        match self.help.sections.last_mut() {
            Some(section) => {
                section.blocks.push(block);
                Ok(())
            }
            None => Err(Fault::new(number, 1, "this stands in no section", "begin one with ### and its title")),
        }
    }

    /// A paragraph is whole: the lead, a question, a rule or other words.
    fn end_of_paragraph(&mut self) {
        let text = std::mem::take(&mut self.paragraph);
        let Some(section) = self.help.sections.last_mut() else { return };
        if text.is_empty() {
            return;
        }
        let lead = text.strip_prefix('*').filter(|rest| !rest.starts_with('*')).and_then(|rest| rest.strip_suffix('*'));
        if let (Some(lead), true) = (lead, section.blocks.is_empty() && section.lead.is_empty()) {
            lead.clone_into(&mut section.lead);
            return;
        }
        if let Some((question, answer)) = text.strip_prefix("> **").and_then(|rest| rest.split_once("**")) {
            let (question, answer) = (question.to_owned(), answer.replace(" > ", " ").trim().to_owned());
            section.blocks.push(Block::Asked(QuestionAnswer { question, answer }));
            return;
        }
        let only = self.only.take();
        let paragraph = match rule(&text) {
            Some((number, rest)) => Paragraph { rule: Some(number.to_owned()), text: rest.to_owned(), only },
            None => Paragraph { rule: None, text, only },
        };
        section.blocks.push(Block::Paragraph(paragraph));
    }

    fn term(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        if let Some((key, rest)) = line.strip_prefix("- `").and_then(|rest| rest.split_once("` ")) {
            let Some((rule, text)) = rest.split_once(": ") else {
                let advice = "write - `verb:move` T13: One piece crosses an edge.";
                return Err(Fault::new(number, 1, "the term has no rule", advice));
            };
            let (key, rule, text) = (key.to_owned(), rule.to_owned(), text.to_owned());
            self.help.terms.push(Term { line: number, key, rule, text });
        } else if let (Some(more), Some(term)) = (line.strip_prefix("  "), self.help.terms.last_mut()) {
            term.text.push(' ');
            term.text.push_str(more.trim());
        } else if !line.is_empty() && !line.starts_with('#') {
            let advice = "write - `verb:move` T13: One piece crosses an edge.";
            return Err(Fault::new(number, 1, "this is no term", advice));
        }
        Ok(())
    }
}

fn section_mark(number: usize, said: &str, section: &mut Section) -> Result<(), Fault> {
    let mut words = said.split_whitespace();
    words.next().unwrap_or_default().clone_into(&mut section.key);
    for word in words {
        match word.split_once('=') {
            Some(("verbs", verbs)) => section.verbs = verbs.split(',').map(str::to_owned).collect(),
            Some(("lesson", lesson)) => section.lesson = Some(lesson.to_owned()),
            _ => return Err(Fault::new(number, 1, format!("'{word}' is not known here"), "write verbs=… or lesson=…")),
        }
    }
    Ok(())
}

fn figure(number: usize, said: &str) -> Result<FigureMark, Fault> {
    let (scenario, eyes) = match said.split_once(" as ") {
        Some((scenario, eyes)) => (scenario, eyes),
        None => (said, "A"),
    };
    let eyes = eyes.parse().map_err(|what: String| Fault::new(number, 1, what, "write ![NAME as B]"))?;
    Ok(FigureMark { line: number, scenario: scenario.to_owned(), eyes, captions: Vec::new() })
}
