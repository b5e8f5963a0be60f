//! The bots on the four games: they answer legally and in time, honestly, and the same again.

use std::sync::atomic::{AtomicU32, Ordering};

use catalog::ThinkingTime;
use engine::{
    Bot as _, BotLadder, Budget, Draft, Evaluate, Fast, Game as _, Match, Method, Opening, Perspective, Playout, Seat,
    Step, ToAct, Viewer,
};
use search::{Breadth, Making, Planner};
use tongiaki::Tongiaki;

/// The names of the bots that search.
const SEARCHING: [&str; 6] = ["novice", "master", "greedy", "planner", "ismcts", "ismcts-plain"];

fn making(method: Method, threads: usize) -> Making<'static> {
    Making { ladder: BotLadder { method, ..BotLadder::default() }, threads, ..Making::default() }
}

/// A position in which a seat is to act, from a match that went on at random for a while.
fn position<G: Evaluate>(number: u64) -> (G, Seat) {
    let seats = G::INFO.seats.0 + (number as usize / 7) % (G::INFO.seats.1 - G::INFO.seats.0 + 1);
    let setup = Draft::<G>::new(seats).admit().unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut rng = Fast::stream(11, number);
    let mut length = number * 37 % 211;
    loop {
        let mut state = G::new(&setup);
        Playout::default().run(&mut state, &mut rng, length);
        while state.to_act() == ToAct::Chance {
            Playout::default().run(&mut state, &mut rng, 1);
        }
        if let ToAct::Seat(seat) = state.to_act() {
            return (state, seat);
        }
        length /= 2;
    }
}

fn legal<G: Evaluate>(state: &G) -> Vec<G::Action> {
    let mut legal = Vec::new();
    state.actions(&mut legal);
    legal
}

fn chosen<G: Evaluate>(
    name: &str,
    making: &Making<'_>,
    state: &G,
    seat: Seat,
    budget: &Budget<'_>,
    seed: u64,
) -> G::Action {
    let mut bot = search::bot::<G>(name, making).unwrap_or_else(|| panic!("{name}"));
    bot.choose(&Perspective::new(state, seat), &legal(state), budget, &mut Fast::new(seed))
}

/// With a clock that is counted, not read, a bot answers within 64 further calls, and always legally.
fn in_time<G: Evaluate>(method: Method) {
    for number in 0..1000 {
        let (state, seat) = position::<G>(number);
        // The best one on all positions, the others on some.
        for name in SEARCHING {
            if name != "master" && number % 20 != 0 {
                continue;
            }
            let (calls, most) = (AtomicU32::new(0), (number % 40) as u32);
            let stop = || calls.fetch_add(1, Ordering::Relaxed) >= most;
            let action = chosen(name, &making(method, 1), &state, seat, &Budget::until(&stop), number);
            assert_eq!(state.check(&action), Ok(()), "{name} at position {number}");
            let asked = calls.load(Ordering::Relaxed);
            assert!(asked <= most + 64, "{name} at position {number}: {asked} calls where {most} were granted");
        }
    }
}

/// How many iterations a bot thinks in these tests: a prefix of the planner is quick, a node of a tree is not.
fn iterations(name: &str, method: Method) -> u32 {
    let levels = ["novice", "master"].contains(&name);
    if name == "planner" || levels && method == Method::Planner { 400 } else { 12 }
}

/// Seed, iterations and number of threads fix the move.
fn the_same_again<G: Evaluate>() {
    for number in 0..12 {
        let (state, seat) = position::<G>(number);
        for name in SEARCHING {
            for threads in [1, 2, 3] {
                let making = making(Method::Planner, threads);
                let budget = Budget::iterations(iterations(name, Method::Planner));
                let choice = || chosen(name, &making, &state, seat, &budget, number);
                assert_eq!(choice(), choice(), "{name} with {threads} threads at position {number}");
            }
        }
    }
}

/// The same view out of two states that differ in what is hidden gives the same move.
fn honest<G: Evaluate>() -> usize {
    let mut different = 0;
    for number in 0..40 {
        let (state, seat) = position::<G>(number);
        let view = state.view(Viewer::Seat(seat));
        let elsewhere = G::determinize(&view, &mut Fast::stream(12, number));
        assert!(elsewhere.view(Viewer::Seat(seat)) == view, "another world, the same view");
        different += usize::from(elsewhere != state);
        for name in SEARCHING {
            for method in [Method::Planner, Method::Ismcts] {
                let budget = Budget::iterations(iterations(name, method));
                let choice = |world: &G| chosen(name, &making(method, 1), world, seat, &budget, number);
                assert_eq!(choice(&state), choice(&elsewhere), "{name} at position {number}");
            }
        }
    }
    different
}

/// Whole matches with bots that keep their plans, every answer checked.
fn to_the_end<G: Evaluate>(method: Method) {
    for (number, names) in [["novice", "master"], ["expert", "adept"]].into_iter().enumerate() {
        let setup = Draft::<G>::new(2).admit().unwrap_or_else(|faults| panic!("{faults:?}"));
        let (mut game, mut rng) = (Match::new(setup), Fast::new(number as u64));
        let mut bots = names.map(|name| search::bot::<G>(name, &making(method, 1)).unwrap_or_else(|| panic!("{name}")));
        for _ in 0..3000 {
            match game.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance => drop(game.sample(&mut rng)),
                ToAct::Seat(seat) => {
                    let seen = Perspective::new(game.state(), seat);
                    let legal = legal(game.state());
                    let action = bots[seat.index()].choose(&seen, &legal, &Budget::iterations(20), &mut rng);
                    assert_eq!(game.state().check(&action), Ok(()), "{}", names[seat.index()]);
                    game.apply(Step::Action(action));
                }
            }
        }
    }
}

/// A planner that soon has time left for the ends of matches.
fn far_sighted(ends: f32, threads: usize) -> Planner<Tongiaki> {
    Planner::new(Breadth { kept: 6, tries: 2, widest: 4, ends, ..Breadth::default() }, threads, None)
}

/// A bot that plays turns on to the end of the match does so honestly, stops in time, chooses the same again, and
/// changes its choice by what it finds.
#[test]
fn a_planner_may_look_to_the_end_of_the_match() {
    let (mut moved, mut stopped) = (0, 0);
    for number in 0..40 {
        let (state, seat) = position::<Tongiaki>(number);
        let elsewhere = Tongiaki::determinize(&state.view(Viewer::Seat(seat)), &mut Fast::stream(12, number));
        let choice = |ends: f32, threads: usize, world: &Tongiaki, budget: &Budget<'_>| {
            let seen = Perspective::new(world, seat);
            far_sighted(ends, threads).choose(&seen, &legal(world), budget, &mut Fast::new(number))
        };
        let budget = Budget::iterations(20_000);
        for threads in [1, 2] {
            let far = choice(1.0, threads, &state, &budget);
            assert_eq!(far, choice(1.0, threads, &elsewhere, &budget), "{threads} threads at position {number}");
            moved += usize::from(far != choice(0.0, threads, &state, &budget));
        }
        let (calls, most) = (AtomicU32::new(0), 300);
        let stop = || calls.fetch_add(1, Ordering::Relaxed) >= most;
        let action = choice(1.0, 1, &state, &Budget::until(&stop));
        assert_eq!(state.check(&action), Ok(()), "at position {number}");
        let asked = calls.load(Ordering::Relaxed);
        assert!(asked <= most + 64, "{asked} calls at position {number}");
        stopped += usize::from(asked > most);
    }
    assert!(moved > 5, "the ends of matches moved {moved} choices");
    assert!(stopped > 5, "{stopped} were stopped on the way");
}

/// A lead that is nearly a win moves choices where more than two sit at the table, and none where two do.
#[test]
fn a_lead_counts_among_more_than_two() {
    let mut moved = [0, 0];
    for number in 0..120 {
        let (state, seat) = position::<Tongiaki>(number);
        let choice = |lead: Option<f32>| {
            let mut planner = Planner::new(Breadth { lead, ..Breadth::default() }, 1, None);
            let budget = Budget::iterations(3000);
            planner.choose(&Perspective::new(&state, seat), &legal(&state), &budget, &mut Fast::new(number))
        };
        moved[usize::from(state.seats() > 2)] += usize::from(choice(Some(0.5)) != choice(None));
    }
    assert_eq!(moved[0], 0, "two seats");
    assert!(moved[1] > 3, "a lead moved {} choices", moved[1]);
}

/// The share of this number of matches for two that the first bot wins with this many iterations, on either seat.
fn share_of_wins<G: Evaluate>(bots: [&str; 2], iterations: u32, games: u64) -> f64 {
    let entry = catalog::find(G::INFO.key).unwrap_or_else(|| panic!("{}", G::INFO.key));
    let mut wins = 0.0;
    for first in 0..2 {
        let bots = [bots[first], bots[1 - first]].map(str::to_owned);
        let mut simulator = entry.simulator(&Opening::seats(2), &bots).unwrap_or_else(|error| panic!("{error:?}"));
        for number in 0..games / 2 {
            let outcome = simulator.game(19, number, &ThinkingTime::Iterations(iterations), false).outcome;
            let winners = outcome.winners().count() as f64;
            wins += outcome.winners().filter(|seat| seat.index() == first).count() as f64 / winners;
        }
    }
    wins / games as f64
}

/// Two masters of Inka do not undo each other's moves for ever: their matches end with somebody leaving.
#[test]
fn masters_of_inka_arrive() {
    let entry = catalog::find("inka").unwrap_or_else(|| panic!("inka"));
    let bots = ["master", "master"].map(str::to_owned);
    let mut simulator = entry.simulator(&Opening::seats(2), &bots).unwrap_or_else(|error| panic!("{error:?}"));
    for number in 0..30 {
        let end = simulator.game(32, number, &ThinkingTime::Iterations(1), false).end;
        assert_eq!(end.to_string(), "K18", "game {number}");
    }
}

/// However short the time, every level beats `random`, and a master is no weaker than the best next step.
fn sensible_at_once<G: Evaluate>(least: f64) {
    let won = ["novice", "adept", "expert", "master"].map(|level| share_of_wins::<G>([level, "random"], 1, 20));
    assert!(won.iter().all(|share| *share >= least), "against random: {won:?}");
    let won = share_of_wins::<G>(["master", "greedy"], 1, 40);
    assert!(won >= 0.45, "a master without time won {won} of its games against greedy");
}

macro_rules! on_each_game {
    ($($name:ident: $game:ty, $method:ident, $hides:literal, $at_once:literal;)+) => {$(
        mod $name {
            use super::*;

            #[test]
            fn a_bot_answers_soon_after_the_clock_has_run_out() {
                in_time::<$game>(Method::$method);
            }

            #[test]
            fn seed_iterations_and_threads_fix_the_move() {
                the_same_again::<$game>();
            }

            #[test]
            fn a_bot_plays_the_same_whatever_is_hidden_from_it() {
                let different = honest::<$game>();
                assert!(!$hides || different > 20, "{different} worlds differed");
            }

            #[test]
            fn every_level_plays_sensibly_with_a_single_iteration() {
                sensible_at_once::<$game>($at_once);
            }

            #[test]
            fn bots_play_whole_matches_legally() {
                to_the_end::<$game>(Method::$method);
            }
        }
    )+};
}

// Tikal hides something with chosen chips only, Tongiaki and Inka nothing but what is still to be drawn. The last
// number is what a level must win against `random` with a single iteration: less where luck has a say.
on_each_game! {
    on_tikal: tikal::Tikal, Planner, false, 0.9;
    on_tongiaki: Tongiaki, Planner, false, 0.8;
    on_thebes: thebes::Thebes, Ismcts, true, 0.8;
    on_inka: inka::Inka, Planner, false, 0.9;
}
