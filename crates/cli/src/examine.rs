//! `quipu examine`: whether reviews can be trusted. Equal players are reviewed, turns are looked at twice, and weak
//! turns are put in among good ones.

use std::ops::Range;

use anstream::println;
use catalog::review::{Class, Examined, Judged, Mean, Part, Plan, Prospect, Review, ReviewedTurn, agreeing, turns};
use catalog::{GAMES, GameEntry, ThinkingTime};
use clap::Args;
use engine::{AnyMatch, Budget, Fast, Opening, Rng as _, Seat, ToAct};
use serde_json::json;

use crate::review::DepthArgument;
use crate::sim::{progress, unprepared};
use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Examine {
    /// The games; all where none is named
    games: Vec<String>,
    /// How many seats
    #[arg(long, default_value_t = 2, value_name = "N")]
    seats: usize,
    /// The bot that plays on all seats; '@0.1' is a tenth of its usual thinking
    #[arg(long, default_value = "master@0.1", value_name = "BOT")]
    bot: String,
    /// How many matches are reviewed: do accounts close, is luck fair, do choices of equals cost little?
    #[arg(long, default_value_t = 0, value_name = "N")]
    matches: u64,
    /// How many turns are judged twice, with other random numbers: do the classes agree?
    #[arg(long, default_value_t = 0, value_name = "N")]
    twice: u64,
    /// How many turns of a weak bot are put in: are the mistakes among them found?
    #[arg(long, default_value_t = 0, value_name = "N")]
    slips: u64,
    /// The weak bot
    #[arg(long, default_value = "novice", value_name = "BOT")]
    weak: String,
    /// How thoroughly
    #[arg(long, value_enum, default_value_t = DepthArgument::Quick)]
    level: DepthArgument,
    /// How many threads review
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
}

/// How many turns are taken from one match.
const EACH: usize = 4;
/// Behind the seed: that of a second look.
const AGAIN: u64 = 1 << 20;

impl Examine {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let named: Result<Vec<_>, _> = self.games.iter().map(|name| input::entry(name)).collect();
        let entries = if self.games.is_empty() { GAMES.to_vec() } else { named? };
        for entry in entries {
            let opening = input::opening(entry, Some(self.seats), &[], shared)?;
            let bench = Bench { entry, opening, examine: &self, quiet: shared.json };
            bench.equals()?;
            bench.twice()?;
            bench.slips()?;
        }
        Ok(())
    }

    fn plan(&self) -> Plan {
        Plan { seed: self.seed, ..Plan::new(self.level.depth()) }
    }
}

/// One game with what is asked of it.
struct Bench<'a> {
    entry: &'a dyn GameEntry,
    opening: Opening,
    examine: &'a Examine,
    quiet: bool,
}

impl Bench<'_> {
    fn head(&self, what: &str) -> String {
        let Examine { seats, bot, level, .. } = self.examine;
        let name = self.entry.kind().info().name;
        format!("\n{name}, {seats} seats, {bot}, {} review: {what}", level.depth().word())
    }

    /// A match of the bots.
    fn played(&self, number: u64) -> Result<Box<dyn AnyMatch>, Failure> {
        let bots = vec![self.examine.bot.clone(); self.examine.seats];
        let mut simulator = self.entry.simulator(&self.opening, &bots).map_err(unprepared)?;
        let record = simulator.game(self.examine.seed, number, &ThinkingTime::Usual, true).record;
        let record = record.ok_or_else(|| Failure::Check("a match came without its record".to_owned()))?;
        self.entry.kind().replay(&record, None).map_err(|fault| Failure::Check(fault.to_string()))
    }

    fn equals(&self) -> Outcome {
        if self.examine.matches == 0 {
            return Ok(());
        }
        let bar = progress(self.examine.matches, self.quiet);
        let mut reviews: Vec<Review> = Vec::new();
        for number in 0..self.examine.matches {
            let (game, threads) = (self.played(number)?, usize::from(self.examine.threads));
            reviews.extend(self.entry.review(&*game, &self.examine.plan(), threads, Vec::new(), &()));
            bar.inc(1);
        }
        bar.finish_and_clear();
        let found = Examined::of(&reviews);
        if self.quiet {
            println!(
                "{}",
                json!({ "game": self.entry.kind().info().key, "seats": self.examine.seats, "found": found })
            );
            return Ok(());
        }
        println!("{}", self.head(&format!("{} matches", found.games)));
        print(&found);
        Ok(())
    }

    fn twice(&self) -> Outcome {
        let plan = self.examine.plan();
        let again = Plan { seed: plan.seed + AGAIN, ..plan };
        let (mut agreed, bar) = ([0; 3], progress(self.examine.twice, self.quiet));
        let mut number = 0;
        while bar.position() < self.examine.twice {
            let game = self.played(number)?;
            for turn in self.picked(&*game, number) {
                let pair = [plan, again].map(|plan| self.judged(&*game, &plan, &turn));
                let found = agreeing(&pair[0], &pair[1]);
                agreed.iter_mut().zip(found).for_each(|(sum, one)| *sum += one);
                bar.inc(1);
            }
            number += 1;
        }
        bar.finish_and_clear();
        let [same, near, all] = agreed;
        if self.quiet && self.examine.twice > 0 {
            let key = self.entry.kind().info().key;
            println!("{}", json!({ "game": key, "turns": all, "same": same, "near": near }));
        } else if self.examine.twice > 0 {
            let percent = |count: usize| 100.0 * count as f64 / all.max(1) as f64;
            println!("{}", self.head(&format!("{all} turns judged twice, with other random numbers")));
            println!("same class {:.1} %, same or next {:.1} %", percent(same), percent(near));
        }
        Ok(())
    }

    fn slips(&self) -> Outcome {
        let plan = self.examine.plan();
        let truth = Plan { seed: plan.seed + AGAIN, ..Plan::new(catalog::review::Depth::Full) };
        let (mut classes, bar) = (Vec::new(), progress(self.examine.slips, self.quiet));
        let mut number = 0;
        while bar.position() < self.examine.slips {
            let game = self.played(number)?;
            for turn in self.picked(&*game, number) {
                let weak = self.put_in(&*game, turn.start, number)?;
                let slipped = turn.start..weak.steps();
                let class = |plan: &Plan| self.judged(&*weak, plan, &slipped).iter().map(|turn| turn.class).max();
                classes.extend(class(&truth).zip(class(&plan)));
                bar.inc(1);
            }
            number += 1;
        }
        bar.finish_and_clear();
        let count = |least: Class, found: Class| {
            let all = classes.iter().filter(|(truth, _)| *truth >= least);
            (all.clone().filter(|(_, seen)| *seen >= found).count(), all.count())
        };
        let (mistakes, blunders) = (count(Class::Mistake, Class::Inaccurate), count(Class::Blunder, Class::Mistake));
        let sound = classes.iter().filter(|(truth, _)| *truth <= Class::Good);
        let blamed = sound.clone().filter(|(_, seen)| *seen >= Class::Mistake).count();
        if self.quiet && self.examine.slips > 0 {
            let key = self.entry.kind().info().key;
            println!(
                "{}",
                json!({ "game": key, "turns": classes.len(), "mistakes": mistakes, "blunders": blunders,
                "blamed": (blamed, sound.count()) })
            );
        } else if self.examine.slips > 0 {
            println!("{}", self.head(&format!("{} turns of {} put in", classes.len(), self.examine.weak)));
            println!("mistakes or blunders by a long look: {1}, of which {0} are told", mistakes.0, mistakes.1);
            println!("blunders: {1}, of which {0} are told as such or as mistakes", blunders.0, blunders.1);
            println!("good turns: {}, of which {blamed} are told as mistakes", sound.count());
        }
        Ok(())
    }

    /// Some turns from the middle of a match: their steps.
    fn picked(&self, game: &dyn AnyMatch, number: u64) -> Vec<Range<usize>> {
        let parts = self.entry.course(game);
        let single = self.entry.standards().single;
        let mut all: Vec<(Seat, Range<usize>)> = Vec::new();
        for Part { from, to, by } in parts {
            let Some(seat) = by else { continue };
            match all.last_mut() {
                Some((last, steps)) if !single && *last == seat => steps.end = to,
                _ => all.push((seat, from..to)),
            }
        }
        let (low, high) = (all.len() / 8, all.len() * 7 / 8);
        let mut rng = Fast::stream(self.examine.seed ^ AGAIN, number);
        let mut pick = |_| all[low + rng.next_u64() as usize % (high - low).max(1)].1.clone();
        let mut picked: Vec<Range<usize>> = (0..EACH).map(&mut pick).collect();
        picked.sort_by_key(|steps| steps.start);
        picked.dedup();
        picked
    }

    /// The match up to a step, with a turn of the weak bot behind it.
    fn put_in(&self, game: &dyn AnyMatch, step: usize, number: u64) -> Result<Box<dyn AnyMatch>, Failure> {
        let (key, weak) = (self.entry.kind().info().key, &self.examine.weak);
        let bot = self.entry.player(weak);
        let mut bot = bot.ok_or_else(|| Failure::Usage(format!("{key} has no bot '{weak}'")))?;
        let before = self.entry.kind().replay(&game.record(), Some(step));
        let mut game = before.map_err(|fault| Failure::Check(fault.to_string()))?;
        let mut rng = Fast::stream(self.examine.seed, (number << 20) + step as u64);
        let (seat, budget) = (game.to_act(), Budget::iterations(self.entry.usual(weak)));
        let single = self.entry.standards().single;
        loop {
            match game.to_act() {
                ToAct::Chance if single => break,
                ToAct::Chance => game.sample(&mut rng),
                ToAct::Seat(actor) if game.to_act() == seat => {
                    let words = bot.choose(&*game, &budget, &mut rng);
                    game.play(Some(actor), &words).map_err(|refused| Failure::Check(refused.to_string()))?;
                }
                _ => break,
            }
        }
        Ok(game)
    }

    /// The judged parts within some steps, as turns.
    fn judged(&self, game: &dyn AnyMatch, plan: &Plan, steps: &Range<usize>) -> Vec<ReviewedTurn> {
        let parts = self.entry.course(game).into_iter().enumerate();
        let inside = parts.filter(|(_, part)| part.by.is_some() && steps.contains(&part.from));
        let judged: Vec<Judged> = inside.filter_map(|(number, _)| self.entry.judge(game, plan, number)).collect();
        turns(&judged, &self.entry.standards())
    }
}

fn print(found: &Examined) {
    let percent = |share: f64| 100.0 * share;
    let both = |one: &Prospect| format!("{:.1} % ({:.1} points)", percent(one.win), one.margin);
    println!("accounts close to {:.0e} in chances and {:.0e} points", found.open.win, found.open.margin);
    println!(
        "reckoning: within its printed error for {:.1} % of {} seats, reaching {}",
        percent(found.within),
        found.seats,
        both(&found.reckoning)
    );
    let Mean { value, error } = found.luck;
    println!("luck of the first seat: {:+.1} ±{:.1} %", percent(value), percent(1.96 * error));
    println!("luck reached {}, by the odds {}", both(&found.lucky), both(&found.by_odds));
    let [luck, choice, reckoning] = found.made_by.map(percent);
    println!("results made by luck {luck:.0} %, by choices {choice:.0} %, by the reckoning {reckoning:.0} %");
    let Mean { value, error } = found.choice;
    let by_turn = percent(found.by_turn);
    println!("choice in a match: {:+.1} ±{:.1} %, a turn {by_turn:+.2} %", percent(value), percent(1.96 * error));
    let Mean { value, error } = found.choice_points;
    println!("choice in a match: {value:+.1} ±{:.1} points", 1.96 * error);
    let classes: Vec<String> =
        Class::ALL.iter().zip(found.classes).map(|(class, count)| format!("{count} {}", class.word())).collect();
    println!("turns: {}", classes.join(", "));
}
