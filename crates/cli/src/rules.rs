//! `quipu rules`: the rules of a game, or one of them with its diagram as text.

use anstream::println;
use clap::Args;
use engine::Kind;
use lessons::{Block, FigureMark, Help, LANGUAGES, Section, Shelf};

use crate::phrases::Phrases;
use crate::show::{board, faint, strong, wrapped};
use crate::{Failure, Outcome, input};

#[derive(Args)]
pub(crate) struct Rules {
    /// The game
    game: String,
    /// One rule, such as T14, or a section, such as move; without it all sections are listed
    rule: Option<String>,
    /// The language: en, it or es
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: String,
}

/// What a game teaches with, or why it cannot.
pub(crate) fn shelf(game: &str, language: &str) -> Result<&'static Shelf, Failure> {
    input::entry(game)?;
    if !LANGUAGES.contains(&language) {
        return Err(Failure::Usage(format!("there is no language '{language}', there are: {}", LANGUAGES.join(", "))));
    }
    lessons::shelf(game).ok_or_else(|| Failure::Usage(format!("there is no rules page for {game}")))
}

impl Rules {
    pub(crate) fn run(self) -> Outcome {
        let shelf = shelf(&self.game, &self.language)?;
        let kind = input::entry(&self.game)?.kind();
        let page = shelf.page(&self.language).map_err(Failure::Check)?;
        let phrases = Phrases::of(&self.language);
        let Some(asked) = &self.rule else {
            contents(&page);
            return Ok(());
        };
        if let Some((section, rule)) = page.rule(asked) {
            println!("{}", strong(&section.title));
            println!("{}", wrapped(&format!("{} {}", asked.to_uppercase(), plain(&rule.text)), ""));
            return near(section, asked).map_or(Ok(()), |mark| figure(kind, shelf, mark, phrases));
        }
        let section = page.sections.iter().find(|section| section.key == *asked);
        let none = || Failure::Usage(format!("there is no rule or section '{}'", engine::clip(asked)));
        whole(kind, shelf, section.ok_or_else(none)?, phrases)
    }
}

/// The text without its marks.
fn plain(text: &str) -> String {
    text.replace("**", "")
}

fn contents(page: &Help) {
    for section in &page.sections {
        println!("{} {}", strong(&section.title), faint(&section.key));
        if !section.lead.is_empty() {
            println!("  {}", plain(&section.lead));
        }
        let numbers: Vec<&str> = section
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Paragraph(paragraph) => paragraph.rule.as_deref(),
                _ => None,
            })
            .collect();
        println!("  {}", faint(&numbers.join(" ")));
    }
}

/// The diagram that stands behind a rule, or else the section's first.
fn near<'a>(section: &'a Section, rule: &str) -> Option<&'a FigureMark> {
    let is_rule = |block: &Block| match block {
        Block::Paragraph(one) => one.rule.as_deref().is_some_and(|number| number.eq_ignore_ascii_case(rule)),
        _ => false,
    };
    let at = section.blocks.iter().position(is_rule).unwrap_or(0);
    let mark = |block: &'a Block| if let Block::Figure(mark) = block { Some(mark) } else { None };
    section.blocks[at..].iter().find_map(mark).or_else(|| section.blocks.iter().find_map(mark))
}

fn whole(kind: &dyn Kind, shelf: &Shelf, section: &Section, phrases: &Phrases) -> Outcome {
    println!("{}\n{}", strong(&section.title), plain(&section.lead));
    for block in &section.blocks {
        match block {
            Block::Paragraph(one) => {
                let number = one.rule.as_deref().map(|number| format!("{number} ")).unwrap_or_default();
                println!("\n{}", wrapped(&format!("{number}{}", plain(&one.text)), ""));
            }
            Block::Asked(asked) => println!("\n{}", wrapped(&format!("{} {}", asked.question, asked.answer), "  ")),
            Block::Figure(mark) => figure(kind, shelf, mark, phrases)?,
        }
    }
    Ok(())
}

/// A diagram, stop by stop.
fn figure(kind: &dyn Kind, shelf: &Shelf, mark: &FigureMark, phrases: &Phrases) -> Outcome {
    let scenario = shelf.scenario(&mark.scenario).map_err(Failure::Check)?;
    let steps = scenario.steps(kind).map_err(|fault| Failure::Check(format!("{}: {fault}", mark.scenario)))?;
    let all: Vec<(usize, String)> = (1..=steps.len()).map(|number| (number, String::new())).collect();
    let stops = if mark.captions.is_empty() { &all } else { &mark.captions };
    for (number, caption) in stops {
        let Some(step) = steps.get(number - 1) else { continue };
        println!();
        if step.refused.is_none() {
            println!("{}", board(&step.game.canvas(mark.eyes)));
        }
        println!("{}", wrapped(&format!("{number}. {}", plain(caption)), ""));
        if let Some(why) = &step.refused {
            let refused = phrases.refused.replace("{}", &step.words);
            println!("{}", faint(&wrapped(&format!("{refused} {why}"), "  ")));
        }
    }
    Ok(())
}
