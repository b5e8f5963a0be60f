//! Reviews of all games: accounts close, and reviews are the same each time.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use catalog::review::{Class, Depth, Judged, Plan, Prospect, Review, Watch};
use catalog::{GAMES, GameEntry, ThinkingTime};
use engine::{AnyMatch, Opening, Record, Seat};

/// The recorded games of a game.
fn recorded(entry: &dyn GameEntry) -> Vec<(PathBuf, Box<dyn AnyMatch>)> {
    let folder = format!("{}/../../games/{}/tests/records", env!("CARGO_MANIFEST_DIR"), entry.kind().info().key);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "quipu"));
    files.sort();
    let read = |file: PathBuf| {
        let record = Record::from_bytes(&std::fs::read(&file).unwrap()).unwrap();
        // Records with an owner's box are not for here.
        let game = entry.kind().replay(&record, None).ok()?;
        game.to_act().is_over().then_some((file, game))
    };
    files.into_iter().filter_map(read).collect()
}

/// A match of bots.
fn played(entry: &dyn GameEntry, seats: usize, bot: &str, number: u64) -> Box<dyn AnyMatch> {
    let mut simulator = entry.simulator(&Opening::seats(seats), &vec![bot.to_owned(); seats]).ok().unwrap();
    let record = simulator.game(5, number, &ThinkingTime::Iterations(100), true).record.unwrap();
    entry.kind().replay(&record, None).unwrap()
}

fn glance(entry: &dyn GameEntry, game: &dyn AnyMatch, seed: u64) -> Review {
    entry.review(game, &Plan { seed, ..Plan::new(Depth::Glance) }, 1, Vec::new(), &()).unwrap()
}

/// First estimate, luck, choice, the others and the reckoning add up to the result.
fn closes(review: &Review, game: &dyn AnyMatch, what: &str) {
    let outcome = game.outcome();
    for seat in &review.seats {
        let index = seat.seat.index();
        let rivals = Seat::all(game.seats()).filter(|rival| *rival != seat.seat);
        let best = rivals.map(|rival| outcome.points[rival.index()]).max().unwrap_or(outcome.points[index]);
        let won = if outcome.places[index] == 1 { 1.0 / outcome.winners().count() as f64 } else { 0.0 };
        let result = Prospect { margin: f64::from(outcome.points[index] - best), win: won };
        let off = seat.account.first + seat.account.shares.sum() - result;
        assert!(off.margin.abs() < 1e-6 && off.win.abs() < 1e-9, "{what}, {}: off by {off:?}", seat.seat);
    }
    let wins: f64 =
        review.curve.iter().map(|point| (point.seats.iter().map(|seat| seat.win).sum::<f64>() - 1.0).abs()).sum();
    assert!(wins < 1e-6, "{what}: chances add up to 1 at every moment");
}

#[test]
fn accounts_of_recorded_games_close_for_every_seat() {
    for entry in GAMES {
        // Every third: all of them take a minute, and self-play below adds tables of every size.
        for (file, game) in recorded(*entry).into_iter().step_by(3) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            closes(&glance(*entry, &*game, 1), &*game, &format!("{} {name}", entry.kind().info().key));
        }
    }
}

#[test]
fn accounts_close_at_tables_of_every_size() {
    for entry in GAMES {
        let (least, most) = entry.kind().info().seats;
        for seats in least.max(2)..=most {
            let game = played(*entry, seats, "random", seats as u64);
            closes(&glance(*entry, &*game, 2), &*game, &format!("{} with {seats}", entry.kind().info().key));
        }
    }
}

/// Matches of every strength at tables of every size; `QUIPU_LAWS=long` plays 200 of each game, as `cargo xtask soak`
/// does.
#[test]
fn accounts_of_many_matches_close() {
    let long = std::env::var("QUIPU_LAWS").is_ok_and(|effort| effort == "long");
    let games = if long { 200 } else { 4 };
    for entry in GAMES {
        let (least, most) = entry.kind().info().seats;
        let sizes: Vec<usize> = (least.max(2)..=most).collect();
        for number in 0..games {
            let seats = sizes[number % sizes.len()];
            let bot = ["random", "greedy", "novice", "adept"][number / sizes.len() % 4];
            let game = played(*entry, seats, bot, 1000 + number as u64);
            let what = format!("{}, match {number} of {bot} with {seats}", entry.kind().info().key);
            closes(&glance(*entry, &*game, 4), &*game, &what);
        }
    }
}

/// The reckoning has no direction: its sum stays within three standard deviations of its steps, but for a few seats.
#[test]
fn the_reckoning_stays_within_the_printed_error() {
    for entry in GAMES {
        let (mut within, mut all) = (0, 0);
        for number in 0..3 {
            let review = glance(*entry, &*played(*entry, 2, "greedy", number), 3);
            for seat in &review.seats {
                let (off, error) = (seat.account.shares.reckoning.win.abs(), seat.account.closing_error.win);
                all += 1;
                within += usize::from(off <= error);
            }
        }
        assert!(within * 6 >= all * 5, "{}: {within} of {all}", entry.kind().info().key);
    }
}

#[test]
fn the_same_seed_gives_the_same_review_on_any_number_of_threads() {
    for entry in GAMES {
        let game = played(*entry, 2, "greedy", 1);
        let plan = Plan::new(Depth::Glance);
        let one = entry.review(&*game, &plan, 1, Vec::new(), &()).unwrap();
        assert_eq!(one, entry.review(&*game, &plan, 2, Vec::new(), &()).unwrap());
    }
}

#[test]
fn parts_that_are_judged_one_by_one_make_the_same_review() {
    let entry = GAMES[3];
    let game = played(entry, 2, "greedy", 3);
    let plan = Plan::new(Depth::Glance);
    let parts = entry.parts(&*game);
    // As workers do who share them out: in any order.
    let mut judged: Vec<Judged> = (0..parts).rev().map(|part| entry.judge(&*game, &plan, part).unwrap()).collect();
    judged.reverse();
    assert_eq!(entry.report(&*game, &plan, &judged).unwrap(), glance(entry, &*game, plan.seed));
    assert!(entry.judge(&*game, &plan, parts).is_none());
    assert!(entry.report(&*game, &plan, &judged[1..]).is_none());
}

/// Stops after some parts.
struct Stopper(AtomicUsize, std::sync::Mutex<Vec<Judged>>);

impl Watch for Stopper {
    fn judged(&self, part: &Judged) {
        self.0.fetch_add(1, Ordering::Relaxed);
        self.1.lock().unwrap().push(part.clone());
    }

    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= 10
    }
}

#[test]
fn a_review_that_was_stopped_goes_on_and_comes_out_the_same() {
    let entry = GAMES[1];
    let game = played(entry, 2, "greedy", 2);
    let plan = Plan::new(Depth::Glance);
    let stopper = Stopper(AtomicUsize::new(0), std::sync::Mutex::default());
    assert!(entry.review(&*game, &plan, 1, Vec::new(), &stopper).is_none());
    let kept = stopper.1.into_inner().unwrap();
    assert_eq!(kept.len(), 10);
    let whole = glance(entry, &*game, plan.seed);
    assert_eq!(entry.review(&*game, &plan, 1, kept, &()).unwrap(), whole);
}

#[test]
fn turns_have_classes_and_a_forced_one_is_not_counted() {
    for entry in GAMES {
        let review = glance(*entry, &*played(*entry, 2, "random", 3), 1);
        assert!(review.turns.iter().any(|turn| turn.class >= Class::Mistake), "random play makes mistakes");
        for turn in &review.turns {
            assert!(turn.class != Class::Forced || turn.others.is_empty(), "{turn:?}");
            assert!(turn.others.len() <= 2);
        }
        for seat in &review.seats {
            assert_eq!(
                seat.counts.iter().sum::<usize>(),
                review.turns.iter().filter(|turn| turn.seat == seat.seat).count()
            );
            assert!(seat.accuracy.is_none_or(|accuracy| (0.0..1.0).contains(&accuracy)), "{:?}", seat.accuracy);
            assert!(seat.moments.len() <= 3);
        }
    }
}

/// What a seat could not know plays no part: two matches that look alike to the seat until it acts are judged alike.
#[test]
fn a_turn_is_judged_by_what_its_player_could_know() {
    let entry = GAMES[2];
    let game = played(entry, 2, "greedy", 4);
    let closed = glance(entry, &*game, 1);
    let plan = Plan { open: true, ..Plan::new(Depth::Glance) };
    let open = entry.review(&*game, &plan, 1, Vec::new(), &()).unwrap();
    assert!(open.plan.open && !closed.plan.open);
    closes(&open, &*game, "open cards");
    assert_ne!(closed.turns, open.turns, "a look at open cards is another look");
}
