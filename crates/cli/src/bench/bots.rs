//! `quipu bench --bots`: how fast bots search, how that grows with threads, and whether they keep to their time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anstream::println;
use catalog::GameEntry;
use engine::{AnyMatch, Budget, Fast, Opening, Rng as _, ToAct};
use serde_json::json;

use crate::{Failure, Outcome, input};

/// The bots that search.
const BOTS: [&str; 3] = ["planner", "ismcts", "ismcts-plain"];
/// How long a decision may take.
const TIME: Duration = Duration::from_millis(100);

/// Measures the bots of one game for about so long each.
pub(super) fn run(key: &str, entry: &dyn GameEntry, opening: &Opening, seconds: f64, as_json: bool) -> Outcome {
    let positions = positions(entry, opening, (seconds / TIME.as_secs_f64()).ceil().max(4.0) as usize)?;
    for bot in BOTS {
        let Measured { one, two, scaling } = measure(entry, bot, &positions)?;
        if as_json {
            println!(
                "{}",
                json!({
                    "game": key, "bot": bot, "decisions": positions.len(), "iterations_per_s": one.per_second,
                    "iterations_per_s_2_threads": two.per_second, "scaling": scaling,
                    "ms_p50": one.p50, "ms_p99": one.p99,
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

/// The heading over the rows, and what two threads of this machine can do at all: they may share what one has alone.
pub(super) fn heading() {
    println!("two threads of this machine count {:.2} times as fast as one", ceiling());
    println!(
        "{:<10} {:<13} {:>12} {:>12} {:>8} {:>9} {:>9}",
        "game", "bot", "1 thread /s", "2 threads /s", "scaling", "p50 ms", "p99 ms"
    );
}

/// How much more two threads draw random numbers than one, in turn with one another.
fn ceiling() -> f64 {
    let draw = || {
        let (start, mut rng, mut drawn) = (Instant::now(), Fast::new(1), 0);
        while start.elapsed() < TIME {
            (0..1000).for_each(|_| _ = black_box(rng.next_u64()));
            drawn += 1;
        }
        drawn
    };
    let (mut one, mut two) = (0, 0);
    for _ in 0..10 {
        one += draw();
        two += std::thread::scope(|scope| {
            let other = scope.spawn(draw);
            draw() + other.join().unwrap_or(0)
        });
    }
    two as f64 / one as f64
}

/// One position thought about.
struct Decision {
    seconds: f64,
    /// Iterations: prefixes of turns, or passages through the tree.
    iterations: u64,
}

impl Decision {
    /// Whether there was more to think about than there was time.
    fn is_full(&self) -> bool {
        self.seconds >= TIME.as_secs_f64()
    }
}

/// All decisions with one number of threads.
struct Pace {
    per_second: f64,
    p50: f64,
    p99: f64,
}

struct Measured {
    one: Pace,
    two: Pace,
    scaling: f64,
}

/// Each position with one thread and with two, one right after the other: a machine that is faster now and slower then
/// is so for both. How it grows with threads is told by the positions that took all their time, if there are such.
fn measure(entry: &dyn GameEntry, bot: &str, positions: &[Box<dyn AnyMatch>]) -> Result<Measured, Failure> {
    let mut pairs = Vec::new();
    for (seed, game) in (0..).zip(positions) {
        pairs.push([decide(entry, bot, 1, &**game, seed)?, decide(entry, bot, 2, &**game, seed)?]);
    }
    let full: Vec<_> = pairs.iter().filter(|pair| pair.iter().all(Decision::is_full)).collect();
    let counted = if full.is_empty() { pairs.iter().collect() } else { full };
    let speed = |which: usize| per_second(counted.iter().map(|pair| &pair[which]));
    let scaling = speed(1) / speed(0).max(1e-9);
    let pace = |which: usize| Pace::of(pairs.iter().map(|pair| &pair[which]).collect());
    Ok(Measured { one: pace(0), two: pace(1), scaling })
}

fn decide(
    entry: &dyn GameEntry,
    bot: &str,
    threads: usize,
    game: &dyn AnyMatch,
    seed: u64,
) -> Result<Decision, Failure> {
    let no_such = || Failure::Usage(format!("there is no bot '{bot}'"));
    let mut player = entry.player_with(bot, threads).ok_or_else(no_such)?;
    let start = Instant::now();
    player.choose(game, &Budget::until(&|| start.elapsed() >= TIME), &mut Fast::new(seed));
    Ok(Decision { seconds: start.elapsed().as_secs_f64(), iterations: player.effort() })
}

fn per_second<'a>(decisions: impl Iterator<Item = &'a Decision>) -> f64 {
    let (mut iterations, mut seconds) = (0, 0.0);
    for decision in decisions {
        iterations += decision.iterations;
        seconds += decision.seconds;
    }
    iterations as f64 / seconds
}

impl Pace {
    fn of(mut decisions: Vec<&Decision>) -> Pace {
        decisions.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let at = |share: f64| 1e3 * decisions[((decisions.len() - 1) as f64 * share).round() as usize].seconds;
        Pace { per_second: per_second(decisions.iter().copied()), p50: at(0.5), p99: at(0.99) }
    }
}

/// Positions of matches played at random in which there is something to choose.
fn positions(entry: &dyn GameEntry, opening: &Opening, count: usize) -> Result<Vec<Box<dyn AnyMatch>>, Failure> {
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
