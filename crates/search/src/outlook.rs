//! What a turn should bring in the end: played on to the end of the match, in lines of the score sheet.

use std::fmt;

use engine::{Evaluate, Fast, ScoreLine, Scored as _, Seat, Step, StepOf, ToAct};

use crate::policy::Policy;
use crate::value::Judge;

/// What a turn should bring.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The points ahead of the strongest rival at the end, on average.
    pub margin: f32,
    /// What it gains, in the words of the score sheet: what the turn itself scores, or else the next scoring.
    pub gains: Vec<Gain>,
}

/// What a line of the score sheet should bring.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// The section of the sheet.
    pub section: String,
    /// The item.
    pub item: String,
    /// The points, on average.
    pub points: f32,
    /// Whether it comes only later, with the next scoring.
    pub later: bool,
    /// Whether it was the same in every world: luck and the others have no say in it.
    pub sure: bool,
}

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.later {
            write!(f, "{}: ", self.section)?;
        }
        let whole = (self.points - self.points.round()).abs() < 0.05;
        write!(f, "{} {:+.*}", self.item, usize::from(!whole), self.points)
    }
}

/// No match is played on further than this, in decisions.
const LONGEST: usize = 500;
/// How many gains are named.
const NAMED: usize = 4;

/// Plays a turn on to the end in a number of worlds that fit what the seat sees.
pub fn outlook<G: Evaluate>(view: &G::View, seat: Seat, turn: &[G::Action], worlds: u32, rng: &mut Fast) -> Outlook {
    let mut policy = Policy::new(Judge::new::<G>(None));
    let (mut margin, mut now, mut later) = (0.0, Sums::default(), Sums::default());
    for number in 0..worlds.max(1) {
        let mut world = G::determinize(view, rng);
        let mut lines = Vec::new();
        for action in turn {
            if world.to_act() != ToAct::Seat(seat) || world.check(action).is_err() {
                break;
            }
            play(&mut world, Step::Action(*action), seat, &mut lines);
        }
        while world.to_act() == ToAct::Chance {
            let chance = world.sample(rng, &mut Vec::new());
            play(&mut world, Step::Chance(chance), seat, &mut lines);
        }
        lines.drain(..).for_each(|line| now.add(&line, number));
        let mut decisions = 0;
        while decisions < LONGEST {
            let step = match world.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance => Step::Chance(world.sample(rng, &mut Vec::new())),
                ToAct::Seat(actor) => {
                    decisions += 1;
                    Step::Action(policy.best_step(&world, actor))
                }
            };
            play(&mut world, step, seat, &mut lines);
        }
        // The next scoring is the first section that comes up.
        let section = lines.first().map(|line| line.section.clone());
        lines.iter().filter(|line| Some(&line.section) == section.as_ref()).for_each(|line| later.add(line, number));
        margin += lead(&world, seat);
    }
    let worlds = worlds.max(1);
    let gains = now.named(worlds, false);
    let gains = if gains.is_empty() { later.named(worlds, true) } else { gains };
    Outlook { margin: margin / worlds as f32, gains }
}

/// Plays a step and keeps what it writes on the seat's score sheet.
fn play<G: Evaluate>(world: &mut G, step: StepOf<G>, seat: Seat, lines: &mut Vec<ScoreLine>) {
    let mut events = Vec::new();
    world.apply(step, &mut events);
    lines.extend(events.iter().filter_map(|event| event.score_line(world)).filter(|line| line.seat == seat));
}

/// The points ahead of the strongest rival.
fn lead<G: Evaluate>(world: &G, seat: Seat) -> f32 {
    let rivals = Seat::all(world.seats()).filter(|rival| *rival != seat);
    let best = rivals.map(|rival| world.points(rival)).max().unwrap_or(0);
    (world.points(seat) - best) as f32
}

/// Points by section and item, in the order in which they came up.
#[derive(Default)]
struct Sums(Vec<Sum>);

/// What an item brought, in each world where it came up.
struct Sum {
    section: String,
    item: String,
    by_world: Vec<(u32, i32)>,
}

impl Sum {
    fn total(&self) -> i32 {
        self.by_world.iter().map(|(_, points)| points).sum()
    }
}

impl Sums {
    fn add(&mut self, line: &ScoreLine, world: u32) {
        let known = self.0.iter_mut().find(|sum| sum.section == line.section && sum.item == line.item);
        let Some(sum) = known else {
            let (section, item) = (line.section.to_string(), line.item.to_string());
            self.0.push(Sum { section, item, by_world: vec![(world, line.points)] });
            return;
        };
        match sum.by_world.last_mut() {
            Some((last, points)) if *last == world => *points += line.points,
            _ => sum.by_world.push((world, line.points)),
        }
    }

    /// The greatest of them, on average.
    fn named(mut self, worlds: u32, later: bool) -> Vec<Gain> {
        self.0.retain(|sum| sum.total() != 0);
        self.0.sort_by_key(|sum| -sum.total().abs());
        self.0.truncate(NAMED);
        let name = |sum: Sum| Gain {
            points: sum.total() as f32 / worlds as f32,
            later,
            sure: sum.by_world.len() == worlds as usize
                && sum.by_world.iter().all(|(_, one)| *one == sum.by_world[0].1),
            section: sum.section,
            item: sum.item,
        };
        self.0.into_iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(item: &'static str, points: i32) -> ScoreLine {
        ScoreLine { seat: Seat::A, section: "islands".into(), item: item.into(), points }
    }

    #[test]
    fn a_gain_is_sure_if_it_is_the_same_in_every_world() {
        let mut sums = Sums::default();
        for world in 0..2 {
            sums.add(&line("samoa", 3), world);
            sums.add(&line("tahiti", 1), world);
            sums.add(&line("samoa", 1), world);
        }
        sums.add(&line("hawaii", 5), 1);
        sums.add(&line("tahiti", 1), 1);
        let gains: Vec<_> = sums.named(2, false).into_iter().map(|gain| (gain.item, gain.points, gain.sure)).collect();
        let expected = [("samoa", 4.0, true), ("hawaii", 2.5, false), ("tahiti", 1.5, false)];
        assert_eq!(gains, expected.map(|(item, points, sure)| (item.to_owned(), points, sure)));
    }
}
