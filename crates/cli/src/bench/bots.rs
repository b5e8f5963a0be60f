//! `quipu bench --bots`: how fast bots search, how that grows with threads, and whether they keep to their time.

use std::time::{Duration, Instant};

use anstream::println;
use catalog::Entry;
use engine::{AnyMatch, Budget, Fast, Opening, ToAct};
use serde_json::json;

use crate::{Failure, Outcome, input};

/// The bots that search.
const BOTS: [&str; 3] = ["planner", "ismcts", "ismcts-plain"];
/// How long a decision may take.
const TIME: Duration = Duration::from_millis(100);

/// Measures the bots of one game for about so long each.
pub(super) fn run(key: &str, entry: &dyn Entry, opening: &Opening, seconds: f64, as_json: bool) -> Outcome {
    let positions = positions(entry, opening, (seconds / TIME.as_secs_f64()).ceil().max(4.0) as usize)?;
    for bot in BOTS {
        let (one, two) = measure(entry, bot, &positions)?;
        let scaling = two.per_second / one.per_second.max(1e-9);
        if as_json {
            println!(
                "{}",
                json!({
                    "game": key, "bot": bot, "decisions": positions.len(), "iterations_per_s": one.per_second,
                    "iterations_per_s_2_threads": two.per_second, "scaling": scaling, "ms_p50": one.p50, "ms_p99": one.p99,
                })
            );
            continue;
        }
        println!(
            "{key:<10} {bot:<13} {:>12.0} {:>12.0} {scaling:>8.2} {:>9.1} {:>9.1}",
            one.per_second, two.per_second, one.p50, one.p99
        );
    }
    Ok(())
}

/// The heading over the rows.
pub(super) fn heading() {
    println!(
        "{:<10} {:<13} {:>12} {:>12} {:>8} {:>9} {:>9}",
        "game", "bot", "1 thread /s", "2 threads /s", "scaling", "p50 ms", "p99 ms"
    );
}

/// What decisions took and what was looked at in them.
#[derive(Default)]
struct Decisions {
    took: Vec<f64>,
    iterations: u64,
}

struct Measured {
    /// Iterations: prefixes of turns, or passages through the tree.
    per_second: f64,
    p50: f64,
    p99: f64,
}

/// Each position with one thread and with two, one right after the other: a machine that is faster now and slower then
/// is so for both.
fn measure(entry: &dyn Entry, bot: &str, positions: &[Box<dyn AnyMatch>]) -> Result<(Measured, Measured), Failure> {
    let (mut one, mut two) = (Decisions::default(), Decisions::default());
    for game in positions {
        one.decide(entry, bot, 1, &**game)?;
        two.decide(entry, bot, 2, &**game)?;
    }
    Ok((one.measured(), two.measured()))
}

impl Decisions {
    fn decide(&mut self, entry: &dyn Entry, bot: &str, threads: usize, game: &dyn AnyMatch) -> Outcome {
        let no_such = || Failure::Usage(format!("there is no bot '{bot}'"));
        let mut player = entry.player_with(bot, threads).ok_or_else(no_such)?;
        let start = Instant::now();
        player.choose(game, &Budget::until(&|| start.elapsed() >= TIME), &mut Fast::new(self.took.len() as u64));
        self.took.push(start.elapsed().as_secs_f64());
        self.iterations += player.effort();
        Ok(())
    }

    fn measured(mut self) -> Measured {
        let seconds: f64 = self.took.iter().sum();
        self.took.sort_by(f64::total_cmp);
        let at = |share: f64| 1e3 * self.took[((self.took.len() - 1) as f64 * share).round() as usize];
        Measured { per_second: self.iterations as f64 / seconds, p50: at(0.5), p99: at(0.99) }
    }
}

/// Positions of matches played at random in which there is something to choose.
fn positions(entry: &dyn Entry, opening: &Opening, count: usize) -> Result<Vec<Box<dyn AnyMatch>>, Failure> {
    let open = || entry.kind().open(opening).map_err(|error| input::unopened(&error));
    let Some(mut random) = entry.player("random") else { return Ok(Vec::new()) };
    let (mut game, mut rng, mut positions) = (open()?, Fast::new(3), Vec::new());
    let mut decisions = 0;
    while positions.len() < count {
        match game.to_act() {
            ToAct::Over(_) => game = open()?,
            ToAct::Chance => game.sample(&mut rng),
            ToAct::Seat(seat) => {
                decisions += 1;
                if decisions % 7 == 0 && game.legal().len() > 4 {
                    positions.push(game.duplicate());
                }
                let words = random.choose(&*game, &Budget::iterations(1), &mut rng);
                let played = game.play(Some(seat), &words);
                debug_assert!(played.is_ok(), "random plays legally");
            }
        }
    }
    Ok(positions)
}
