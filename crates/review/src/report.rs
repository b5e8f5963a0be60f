//! The review of a match: its turns, its curve, and each seat's account.

use engine::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::account::SeatAccount;
use crate::class::{Class, Classes};
use crate::moments::{Moment, moments};
use crate::part::{Alternative, Judged};
use crate::plan::Plan;
use crate::prospect::Prospect;
use crate::standards::Standards;

/// The review of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Review {
    /// The game.
    pub game: String,
    /// How it was reviewed.
    pub plan: Plan,
    /// The loss from which a turn gets each class.
    pub classes: Classes,
    /// The seats.
    pub seats: Vec<SeatReview>,
    /// The turns, stretches between draws taken together.
    pub turns: Vec<ReviewedTurn>,
    /// What could be expected after each part, and before the first step.
    pub curve: Vec<Point>,
}

/// What a review says about a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SeatReview {
    /// The seat.
    #[ts(type = "string")]
    pub seat: Seat,
    /// Who sat there.
    pub name: String,
    /// What made its result.
    pub account: SeatAccount,
    /// The share of the best turns' chances that it kept, from 0 to 1; nothing where it had nothing to choose.
    pub accuracy: Option<f64>,
    /// How many turns there were of each class, in the order of [`Class::ALL`].
    pub counts: [usize; Class::ALL.len()],
    /// The points that its choices lost in each third of the match.
    pub lost: [f64; 3],
    /// The points that luck brought in each third of the match.
    pub lucky: [f64; 3],
    /// The moments that mattered.
    pub moments: Vec<Moment>,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ReviewedTurn {
    /// Whose it was.
    #[ts(type = "string")]
    pub seat: Seat,
    /// The first step.
    pub from: usize,
    /// The step behind the last.
    pub to: usize,
    /// The words of what was decided.
    pub words: Vec<String>,
    /// How good it was.
    pub class: Class,
    /// The prospects of the best turn found, for the seat that played.
    pub best: Prospect,
    /// What the played turn brought less that, by seat.
    pub change: Vec<Prospect>,
    /// The standard error of that, for the seat that played.
    pub error: Prospect,
    /// How much better the best turn was than the next, where the best was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gain: Option<Prospect>,
    /// The step of the turn at which the turns in `others` begin.
    pub at: usize,
    /// Other turns from that step, the best first. It is the step where most was lost, or else the first.
    pub others: Vec<Alternative>,
    /// The prospects of what was played from that step.
    pub played: Prospect,
}

/// What could be expected at one moment of the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Point {
    /// How many steps were played.
    pub step: usize,
    /// What each seat could expect.
    pub seats: Vec<Prospect>,
    /// For each seat the range that luck alone would have reached in four of five matches.
    pub band: Vec<[Prospect; 2]>,
}

/// Four of five of what is spread normally lie within this many standard deviations.
const FOUR_OF_FIVE: f64 = 1.28;

/// Puts a review together. `names` are those of the seats.
pub fn review(game: &str, names: &[String], plan: &Plan, standards: &Standards, judged: &[Judged]) -> Review {
    let turns = turns(judged, standards);
    let steps = judged.last().map_or(0, |part| part.part.to);
    let seat = |(index, name): (usize, &String)| {
        let seat = Seat::new(index);
        let own = || turns.iter().filter(|turn| turn.seat == seat);
        let draws = || judged.iter().filter(|part| part.part.by.is_none());
        SeatReview {
            seat,
            name: name.clone(),
            account: SeatAccount::of(judged, seat),
            accuracy: accuracy(own()),
            counts: Class::ALL.map(|class| own().filter(|turn| turn.class == class).count()),
            lost: by_thirds(own().map(|turn| (turn.from, turn.change[index].margin)), steps),
            lucky: by_thirds(draws().map(|part| (part.part.from, part.change(seat).margin)), steps),
            moments: moments(judged, &turns, seat),
        }
    };
    Review {
        game: game.to_owned(),
        plan: *plan,
        classes: standards.classes,
        seats: names.iter().enumerate().map(seat).collect(),
        curve: curve(judged, names.len()),
        turns,
    }
}

/// The share of the best turns' chances that was kept.
fn accuracy<'a>(turns: impl Iterator<Item = &'a ReviewedTurn>) -> Option<f64> {
    let (mut best, mut kept) = (0.0, 0.0);
    for turn in turns.filter(|turn| turn.class != Class::Forced) {
        best += turn.best.win;
        kept += turn.best.win + turn.change[turn.seat.index()].win;
    }
    (best > 0.0).then(|| (kept / best).clamp(0.0, 1.0))
}

/// The sums of points at steps of the match, by its thirds.
fn by_thirds(points: impl Iterator<Item = (usize, f64)>, steps: usize) -> [f64; 3] {
    let mut sums = [0.0; 3];
    points.for_each(|(step, points)| sums[(3 * step / steps.max(1)).min(2)] += points);
    sums
}

/// The turns: what a seat decided until somebody else did, draws between left out.
pub fn turns(judged: &[Judged], standards: &Standards) -> Vec<ReviewedTurn> {
    let mut runs: Vec<Vec<&Judged>> = Vec::new();
    for part in judged.iter().filter(|part| part.part.by.is_some()) {
        match runs.last_mut() {
            Some(run) if !standards.single && run[0].part.by == part.part.by => run.push(part),
            _ => runs.push(vec![part]),
        }
    }
    runs.iter().filter_map(|run| turn(run, &standards.classes)).collect()
}

fn turn(run: &[&Judged], classes: &Classes) -> Option<ReviewedTurn> {
    let seat = run[0].part.by?;
    let loss = |part: &Judged| -part.change(seat).win;
    let seats = run[0].came.len();
    let change: Vec<Prospect> = Seat::all(seats).map(|seat| run.iter().map(|part| part.change(seat)).sum()).collect();
    let error = run.iter().map(|part| part.error[seat.index()].squared()).sum::<Prospect>().root();
    // A loss within the error of the review does not count against the player.
    let sure = (-change[seat.index()].win - error.win).max(0.0);
    let free = run.iter().filter(|part| !part.forced);
    let worst = free.clone().copied().max_by(|a, b| loss(a).total_cmp(&loss(b)));
    let shown = worst.filter(|part| loss(part) > 0.0).or_else(|| free.clone().copied().next()).unwrap_or(run[0]);
    let class = if free.clone().next().is_none() { Class::Forced } else { classes.of(sure) };
    let next = |part: &&&Judged| Some(part.came[seat.index()] - part.others.first()?.prospect);
    let gain = free.clone().filter_map(|part| next(&part)).max_by(|a, b| a.win.total_cmp(&b.win));
    Some(ReviewedTurn {
        seat,
        from: run[0].part.from,
        to: run[run.len() - 1].part.to,
        words: run.iter().flat_map(|part| part.words.clone()).collect(),
        class,
        best: run[0].ought[seat.index()],
        change,
        error,
        gain: gain.filter(|gain| class == Class::Best && gain.win > 0.0),
        at: shown.part.from,
        others: shown.others.clone(),
        played: shown.came[seat.index()],
    })
}

/// What could be expected after each part, with the band of luck: its middle is the prospect without luck, its width
/// the spread of all draws so far.
fn curve(judged: &[Judged], seats: usize) -> Vec<Point> {
    let mut luck = vec![Prospect::default(); seats];
    let mut spread = vec![Prospect::default(); seats];
    let mut curve = Vec::with_capacity(judged.len() + 1);
    let point = |step: usize, at: &[Prospect], luck: &[Prospect], spread: &[Prospect]| {
        let band = |(seat, prospect): (usize, &Prospect)| {
            let (centre, reach) = (*prospect - luck[seat], spread[seat].root() * FOUR_OF_FIVE);
            [centre - reach, centre + reach].map(|end| Prospect { win: end.win.clamp(0.0, 1.0), ..end })
        };
        Point { step, seats: at.to_vec(), band: at.iter().enumerate().map(band).collect() }
    };
    if let Some(first) = judged.first() {
        curve.push(point(0, &first.ought, &luck, &spread));
    }
    for part in judged {
        if part.part.by.is_none() {
            for seat in Seat::all(seats) {
                luck[seat.index()] += part.change(seat);
                spread[seat.index()] += part.spread[seat.index()].squared();
            }
        }
        curve.push(point(part.part.to, &part.came, &luck, &spread));
    }
    curve
}
