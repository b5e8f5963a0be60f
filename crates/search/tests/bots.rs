//! The bots, on the toy.

use engine::{Budget, Draft, Fast, Game, Match, Perspective, Step, ToAct, Viewer};
use search::Making;
use testkit::toy::Toy;

/// Plays a match with a bot per seat and gives the place of each.
fn places(bots: [&str; 2], seed: u64) -> Vec<usize> {
    let setup = Draft::<Toy>::new(2).admit().unwrap();
    let (mut game, mut rng) = (Match::new(setup), Fast::new(seed));
    let mut players = bots.map(|name| search::bot::<Toy>(name, &Making::default()).unwrap());
    loop {
        match game.to_act() {
            ToAct::Over(_) => return game.state().outcome().places,
            ToAct::Chance => drop(game.sample(&mut rng)),
            ToAct::Seat(seat) => {
                let mut legal = Vec::new();
                game.state().actions(&mut legal);
                let seen = Perspective::new(game.state(), seat);
                let action = players[seat.index()].choose(&seen, &legal, &Budget::iterations(10), &mut rng);
                game.state().check(&action).unwrap();
                game.apply(Step::Action(action));
            }
        }
    }
}

#[test]
fn greedy_beats_random() {
    let wins = (0..40).filter(|seed| places(["greedy", "random"], *seed)[0] == 1).count();
    assert!(wins > 30, "greedy won {wins} of 40");
}

#[test]
fn a_bot_plays_the_same_whatever_is_hidden_from_it() {
    let setup = Draft::<Toy>::new(3).admit().unwrap();
    let mut different = 0;
    for seed in 0..60 {
        let (mut state, mut rng) = (Toy::new(&setup), Fast::new(seed));
        engine::Playout::default().run(&mut state, &mut rng, 20);
        let ToAct::Seat(seat) = state.to_act() else { continue };
        let elsewhere = Toy::determinize(&state.view(Viewer::Seat(seat)), &mut rng);
        different += usize::from(elsewhere != state);
        let mut legal = Vec::new();
        state.actions(&mut legal);
        for (name, _) in search::BOTS {
            let choice = |world: &Toy| {
                let mut bot = search::bot::<Toy>(name, &Making::default()).unwrap();
                bot.choose(&Perspective::new(world, seat), &legal, &Budget::iterations(10), &mut Fast::new(7))
            };
            assert_eq!(choice(&state), choice(&elsewhere), "{name}");
        }
    }
    assert!(different > 10, "the worlds must really differ");
}

#[test]
fn searching_beats_random_too() {
    for name in ["planner", "ismcts"] {
        let wins = (0..20).filter(|seed| places([name, "random"], *seed)[0] == 1).count();
        assert!(wins > 15, "{name} won {wins} of 20");
    }
}

#[test]
fn a_bot_answers_soon_after_the_clock_has_run_out() {
    use std::sync::atomic::{AtomicU32, Ordering};
    let setup = Draft::<Toy>::new(2).admit().unwrap();
    for seed in 0..100 {
        let (mut state, mut rng) = (Toy::new(&setup), Fast::new(seed));
        engine::Playout::default().run(&mut state, &mut rng, 5 + seed % 40);
        let ToAct::Seat(seat) = state.to_act() else { continue };
        let mut legal = Vec::new();
        state.actions(&mut legal);
        for (name, _) in search::BOTS {
            let calls = AtomicU32::new(0);
            let stop = || calls.fetch_add(1, Ordering::Relaxed) >= 10;
            let mut bot = search::bot::<Toy>(name, &Making::default()).unwrap();
            let action = bot.choose(&Perspective::new(&state, seat), &legal, &Budget::until(&stop), &mut rng);
            assert!(legal.contains(&action), "{name}");
            assert!(calls.load(Ordering::Relaxed) <= 10 + 64, "{name} asked {calls:?} times");
        }
    }
}

#[test]
fn an_unknown_bot_is_none() {
    assert!(search::bot::<Toy>("oracle", &Making::default()).is_none());
    assert!(search::BOTS.iter().all(|(name, _)| search::bot::<Toy>(name, &Making::default()).is_some()));
}

/// A search stays within its memory, and gives it back while the bot waits.
#[test]
fn a_search_has_its_measure_and_a_bot_that_waits_holds_nothing() {
    let setup = Draft::<Toy>::new(3).admit().unwrap();
    let (mut state, mut rng) = (Toy::new(&setup), Fast::new(5));
    while state.to_act() == ToAct::Chance {
        let chance = state.sample(&mut rng, &mut Vec::new());
        state.apply(Step::Chance(chance), &mut ());
    }
    let seat = state.to_act().seat().unwrap();
    let seen = Perspective::new(&state, seat);
    let think = |thinker: &mut dyn search::Thinker<Toy>| {
        thinker.think(&seen, &Budget::iterations(20_000), 0.0, &mut Fast::new(7));
    };
    let tree = || search::Ismcts::<Toy>::new(search::Guidance::FULL, 1, None);
    let (mut free, mut bound) = (tree(), tree().within(64 << 10));
    think(&mut free);
    think(&mut bound);
    assert!(free.bytes() > 4 * (64 << 10), "{} bytes without a bound", free.bytes());
    assert!(bound.bytes() <= 64 << 10, "{} bytes", bound.bytes());
    search::Thinker::rest(&mut free);
    assert_eq!(free.bytes(), 0);
    let mut planner = search::Planner::<Toy>::default();
    let empty = planner.bytes();
    think(&mut planner);
    assert!(planner.bytes() > empty);
    search::Thinker::rest(&mut planner);
    assert_eq!(planner.bytes(), empty);
}
