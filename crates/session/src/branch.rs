//! A match played on from one of its moments, at a table of its own.

use engine::{AnyMatch, RecordEntry, Seat, Seed};
use protocol::{ClockRule, NewBranch, NewTable, OutOfTime, Refusal, RefusalCode, SeatPlan, Stage};
use serde::{Deserialize, Serialize};

use crate::command::{Carried, Requester};
use crate::gather::{Origin, admit, make};
use crate::refuse::refuse;
use crate::table::Table;

/// The start of a branch: everything its fold needs, so that the log of its table is complete without the other
/// table's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The table whose match it was.
    pub of: String,
    /// The steps that were played there.
    pub steps: Vec<(Option<Seat>, String)>,
    /// The seed and the nonces of that match, if the branch repeats its draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<(String, Vec<(Seat, String)>)>,
}

impl Branch {
    /// Plays the steps.
    pub(crate) fn replay(&self, game: &mut dyn AnyMatch) -> Result<(), String> {
        for (by, words) in &self.steps {
            game.play(*by, words).map_err(|refused| refused.to_string())?;
        }
        Ok(())
    }

    /// The seed and the nonces that draws follow.
    pub(crate) fn draws(&self) -> Option<(Seed, &[(Seat, String)])> {
        let (seed, nonces) = self.draws.as_ref()?;
        Some((seed.parse().ok()?, nonces))
    }
}

impl Table {
    /// The plan of a table that continues this match. Anybody may ask for one: the match is over, and its record is
    /// public.
    pub fn branch_plan(&self, new: &NewBranch) -> Result<(NewTable, Branch), Refusal> {
        let (Stage::Over, Some(game)) = (&self.stage, self.game()) else {
            return refuse(RefusalCode::NotNow, "not-over", "the match is not over");
        };
        if new.step >= game.steps() {
            let text = format!("the match has {} steps, and nothing is left to play after {}", game.steps(), new.step);
            return refuse(RefusalCode::NotNow, "no-step", text);
        }
        if new.seat.index() >= self.seats.len() {
            return refuse(RefusalCode::NotNow, "no-seat", format!("the table has no seat {}", new.seat));
        }
        let step = |entry: RecordEntry| match entry {
            RecordEntry::Step { by, words } => Some((by, words)),
            RecordEntry::Note(_) => None,
        };
        let lines = game.record_of_standing().lines.into_iter();
        let steps = lines.filter_map(|line| step(line.entry)).take(new.step).collect();
        let draws = new.same.then(|| match self.branch.as_ref().and_then(|branch| branch.draws.clone()) {
            Some(draws) => draws,
            None => (self.seed.to_string(), self.nonces()),
        });
        let seat = |index: usize| match new.level {
            _ if index == new.seat.index() => SeatPlan::Me,
            Some(level) => SeatPlan::Bot { level },
            // Not by their names: they may not want to be at a table that they never saw.
            None => SeatPlan::Device { name: Seat::new(index).to_string() },
        };
        let plan = NewTable {
            seats: (0..self.seats.len()).map(seat).collect(),
            clock: ClockRule::None,
            out_of_time: OutOfTime::default(),
            stand_in: new.level.unwrap_or_default(),
            public: false,
            hints: true,
            keep_going: false,
            shuffle_seats: false,
            rated: false,
            ..self.made.clone()
        };
        Ok((plan, Branch { of: self.id.clone(), steps, draws }))
    }

    /// Makes a table at which a match is played on, under the rules that it was begun with.
    pub fn make_branch(
        id: &str,
        who: &Requester,
        new: NewTable,
        seed: Seed,
        branch: (Branch, u32),
        at: i64,
    ) -> Result<(Table, Carried), Refusal> {
        admit(&new)?;
        Ok(make(id, who, new, seed, Origin { branch: Some(branch.0), ..Origin::under(branch.1) }, at))
    }

    /// The table and the step that the match continues from; `None` if that table stayed on a device.
    pub fn branch_of(&self) -> Option<(&str, usize)> {
        self.branch.as_ref().filter(|_| !self.handed).map(|branch| (branch.of.as_str(), branch.steps.len()))
    }

    /// The version of the rules that the match follows.
    pub fn rules(&self) -> u32 {
        self.rules
    }
}
