//! Bots and hints: thinking for as long as a clock of outside says.

use std::collections::HashMap;

use catalog::{GameEntry, Player};
use engine::{AnyMatch, Budget, Fast, Seat};
use protocol::{BotLevel, Hint, Refusal, RefusalCode};
use serde::Serialize;
use session::{Table, refusal};

use crate::request::BotTime;

/// About this many bytes for a search: a phone has not much more for a page.
const MEMORY: usize = 24 << 20;

/// The bots at a table. One that waits remembers the turn that it has planned.
#[derive(Default)]
pub(crate) struct Bots(HashMap<(Seat, BotLevel), Box<dyn Player>>);

/// What a bot decided.
#[derive(Debug, Serialize)]
pub(crate) struct Decided {
    seat: Seat,
    word: String,
    /// The version of the table at which it decided.
    version: u64,
    /// The iterations that it made.
    effort: u64,
}

/// A clock in milliseconds, of which only differences count.
pub(crate) type Clock = fn() -> f64;

impl Bots {
    /// Lets the bot of the seat to act decide.
    pub(crate) fn think(
        &mut self,
        table: &Table,
        level: BotLevel,
        pace: BotTime,
        noise: u64,
        clock: Clock,
    ) -> Result<Decided, Refusal> {
        let (game, seat, entry) = asked(table)?;
        let player = match self.0.remove(&(seat, level)) {
            Some(player) => Some(player),
            None => entry.player_within(level.as_str(), 1, Some(MEMORY)),
        };
        let none = || refusal(RefusalCode::Malformed, "no-bot", format!("there is no bot '{}'", level.as_str()));
        let mut player = player.ok_or_else(none)?;
        let share = catalog::share(level.as_str());
        let word = within(pace, share, clock, |budget| player.choose(game, budget, &mut Fast::new(noise)));
        let effort = player.effort();
        player.rest();
        self.0.insert((seat, level), player);
        Ok(Decided { seat, word, version: table.version(), effort })
    }
}

/// What a master would play for the seat to act.
pub(crate) fn advise(table: &Table, pace: BotTime, noise: u64, clock: Clock) -> Result<Hint, Refusal> {
    let (game, _, entry) = asked(table)?;
    let advised =
        within(pace, 1.0, clock, |budget| entry.advise_within(game, (1, Some(MEMORY)), budget, &mut Fast::new(noise)));
    Ok(session::hint(advised))
}

fn asked(table: &Table) -> Result<(&dyn AnyMatch, Seat, &'static dyn GameEntry), Refusal> {
    let none = || refusal(RefusalCode::NotNow, "not-started", "nobody is to decide");
    let game = table.game().ok_or_else(none)?;
    let seat = game.to_act().seat().ok_or_else(none)?;
    Ok((game, seat, catalog::find(table.game_key()).ok_or_else(none)?))
}

/// Thinks for a share of the time, or for a number of iterations.
fn within<T>(pace: BotTime, share: f64, clock: Clock, think: impl FnOnce(&Budget<'_>) -> T) -> T {
    match pace {
        BotTime::Iterations(iterations) => think(&Budget::iterations(iterations)),
        BotTime::Millis(millis) => {
            let end = clock() + f64::from(millis) * share;
            think(&Budget::until(&|| clock() >= end))
        }
    }
}
