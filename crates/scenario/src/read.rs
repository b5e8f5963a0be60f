//! Reading a scenario's text.

use engine::{Fault, Opening, Rule, Seat, clip, plain_number};
use serde_json::Value as Json;

use super::{Scenario, ScenarioLine};

pub(super) fn scenario(text: &str) -> Result<Scenario, Fault> {
    let mut header = Header::default();
    let mut lines = Vec::new();
    let mut part = Part::Header;
    for (index, raw) in text.lines().enumerate() {
        let number = index + 1;
        let content = raw.split('#').next().unwrap_or("").trim_end();
        match part {
            // TOML has its own comments, and a # may stand in a text there.
            Part::Position if raw.trim_end() != "---" => {
                header.toml.push_str(raw);
                header.toml.push('\n');
            }
            _ if content.is_empty() => {}
            Part::Steps => lines.push((number, below(number, content)?)),
            Part::Header | Part::Position if content == "---" => part = Part::Steps,
            Part::Header | Part::Position if content == "position" => {
                header.position_line = number;
                part = Part::Position;
            }
            Part::Header | Part::Position => header.line(number, content)?,
        }
    }
    if part != Part::Steps {
        let last = text.lines().count().max(1);
        return Err(Fault::new(last, 1, "the scenario has no line '---'", "write the setup above it, the steps below"));
    }
    header.finish(lines)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Header,
    Position,
    Steps,
}

#[derive(Default)]
struct Header {
    game: Option<(usize, String)>,
    opening: Opening,
    box_file: Option<String>,
    toml: String,
    position_line: usize,
}

impl Header {
    fn line(&mut self, number: usize, content: &str) -> Result<(), Fault> {
        let (key, rest) = content.split_once(' ').unwrap_or((content, ""));
        let column = key.chars().count() + 2;
        match key {
            "game" => self.game = Some((number, rest.to_owned())),
            "box" => self.box_file = Some(rest.to_owned()),
            "seats" => {
                let seats = plain_number(rest).filter(|seats| (1..=engine::MOST_SEATS as u32).contains(seats));
                let seats = seats.ok_or_else(|| {
                    Fault::new(number, column, format!("'{}' is not a number of seats", clip(rest)), "write 2 to 6")
                })?;
                self.opening.seats = Opening::seats(seats as usize).seats;
            }
            "options" => {
                for pair in rest.split_whitespace() {
                    let (key, value) = pair.split_once('=').ok_or_else(|| {
                        Fault::new(number, column, format!("'{}' is not a pair", clip(pair)), "write key=value")
                    })?;
                    self.opening.options.push((key.to_owned(), value.to_owned()));
                }
            }
            _ => {
                let what = format!("'{}' is not a line of the setup", clip(key));
                return Err(Fault::new(
                    number,
                    1,
                    what,
                    "the setup has game, seats, options, box, position, then '---'",
                ));
            }
        }
        Ok(())
    }

    fn finish(self, lines: Vec<(usize, ScenarioLine)>) -> Result<Scenario, Fault> {
        let Some((game_line, game)) = self.game else {
            return Err(Fault::new(1, 1, "the scenario names no game", "add a line 'game NAME'"));
        };
        if self.opening.seats.is_empty() {
            return Err(Fault::new(game_line, 1, "the scenario has no line 'seats'", "add 'seats 2', say"));
        }
        let position = match self.position_line {
            0 => None,
            line => Some(position(&self.toml, line)?),
        };
        Ok(Scenario {
            game,
            game_line,
            opening: self.opening,
            box_file: self.box_file,
            position,
            position_line: self.position_line,
            lines,
        })
    }
}

fn position(toml: &str, line: usize) -> Result<Json, Fault> {
    toml::from_str::<Json>(toml).map_err(|error| {
        let before = error.span().map_or("", |span| toml.get(..span.start).unwrap_or(""));
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let what = error.message().replace('\n', " ");
        Fault::new(line + 1 + before.matches('\n').count(), column, what, "the position is TOML")
    })
}

pub(super) fn below(number: usize, content: &str) -> Result<ScenarioLine, Fault> {
    let (first, rest) = content.split_once(' ').unwrap_or((content, ""));
    let fault = |what: String, advice: &str| Fault::new(number, 1, what, advice);
    match first {
        "expect" => expectation(number, rest),
        "refuse" => refusal(number, rest),
        "undo" => plain_number(rest)
            .map(|step| ScenarioLine::Undo(step as usize))
            .ok_or_else(|| fault(format!("'{}' is not a step's number", clip(rest)), "write 'undo 3'")),
        "*" => Ok(ScenarioLine::Step { by: None, words: rest.to_owned() }),
        _ => match first.parse() {
            Ok(seat) => Ok(ScenarioLine::Step { by: Some(seat), words: rest.to_owned() }),
            Err(_) => Err(fault(
                format!("'{}' is not a line of a scenario", clip(first)),
                "lines begin with a seat's letter, *, expect, refuse or undo",
            )),
        },
    }
}

fn expectation(number: usize, rest: &str) -> Result<ScenarioLine, Fault> {
    if let Some(words) = rest.strip_prefix("legal has ") {
        return Ok(ScenarioLine::Has(words.to_owned()));
    }
    if let Some(words) = rest.strip_prefix("legal lacks ") {
        return Ok(ScenarioLine::Lacks(words.to_owned()));
    }
    match rest.split_once(" = ").or_else(|| rest.strip_suffix(" =").map(|left| (left, ""))) {
        Some((left, value)) => Ok(ScenarioLine::Expect { left: left.to_owned(), value: value.to_owned() }),
        None => Err(Fault::new(
            number,
            8,
            "nothing is expected here",
            "write 'expect LEFT = VALUE' or 'expect legal has …'",
        )),
    }
}

fn refusal(number: usize, rest: &str) -> Result<ScenarioLine, Fault> {
    if let Some(words) = rest.strip_prefix("* ") {
        return Ok(ScenarioLine::Undrawn { words: words.to_owned() });
    }
    let fault = |what: &str| Fault::new(number, 8, what, "write 'refuse T14 A uncover c3'");
    let (rule, rest) = rest.split_once(' ').ok_or_else(|| fault("the refusal is not whole"))?;
    let rule: Rule = rule.parse().map_err(|what: String| fault(&what))?;
    if rest == "setup" {
        return Ok(ScenarioLine::RefuseSetup { rule });
    }
    let (by, words) = rest.split_once(' ').ok_or_else(|| fault("the refused step is missing"))?;
    let by: Seat = by.parse().map_err(|_| fault("the refused step has no seat"))?;
    Ok(ScenarioLine::Refuse { rule, by, words: words.to_owned() })
}

/// A refusal of a lesson: the learner is the one who tries.
pub(super) fn learner(number: usize, content: &str, who: Seat) -> Result<(Rule, String), Fault> {
    match below(number, content)? {
        ScenarioLine::Refuse { rule, by, words } if by == who => Ok((rule, words)),
        _ => Err(Fault::new(number, 1, format!("only what {who} tries is refused here"), "write 'refuse T14 A …'")),
    }
}
