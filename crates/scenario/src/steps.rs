//! A scenario step by step: its position, and each step that is played or refused.

use engine::{AnyMatch, Fault, Kind, Refused, Seat};

use crate::{Scenario, ScenarioLine, ScenarioRun};

/// One step of a scenario, as it can be shown.
pub struct ScenarioStep {
    /// Who decided the step; `None` for the position and for a draw.
    pub by: Option<Seat>,
    /// The words of the step; empty for the position.
    pub words: String,
    /// Why the step was refused, if it was.
    pub refused: Option<Refused>,
    /// The match after the step, or as it stays.
    pub game: Box<dyn AnyMatch>,
}

impl Scenario {
    /// The options that differ from the default.
    pub fn options(&self) -> &[(String, String)] {
        &self.opening.options
    }

    /// How many seats.
    pub fn seats(&self) -> usize {
        self.opening.seats.len()
    }

    /// The scenario step by step, the position first; what is only expected is no step.
    pub fn steps(&self, kind: &dyn Kind) -> Result<Vec<ScenarioStep>, Fault> {
        if let [(number, ScenarioLine::RefuseSetup { .. })] = &self.lines[..] {
            return Err(Fault::new(*number, 1, "a match that is refused cannot be shown", "choose another scenario"));
        }
        let game = self.open(kind, &self.opening).map_err(|error| {
            Fault::new(self.position_line.max(self.game_line), 1, error.to_string(), "mend the setup or the position")
        })?;
        let shown = |game: &dyn AnyMatch, by: Option<Seat>, words: &str, refused: Option<Refused>| ScenarioStep {
            by,
            words: words.to_owned(),
            refused,
            game: game.duplicate(),
        };
        let mut steps = vec![shown(&*game, None, "", None)];
        let mut run = ScenarioRun::new(game);
        for (number, line) in &self.lines {
            run.line(line).map_err(|what| Fault::new(*number, 1, what, ""))?;
            match line {
                ScenarioLine::Step { by, words } => steps.push(shown(&*run.game, *by, words, None)),
                ScenarioLine::Refuse { by, words, .. } => {
                    let refused = run.game.check(Some(*by), words).err();
                    steps.push(shown(&*run.game, Some(*by), words, refused));
                }
                _ => {}
            }
        }
        Ok(steps)
    }
}
