//! What games tell a learned value, and where it counts.

use engine::{
    BoxData as _, Budget, Choices as _, Draft, Evaluate, Fast, Game as _, Inputs, Net, Perspective, Playout, Seat,
    Setup, ToAct, Viewer,
};
use search::Making;
use thebes::{Thebes, ThebesBox};
use tikal::Tikal;

/// A seat with its estimate, or nobody where it is about all; and its inputs.
type Part = (Option<(Seat, f32)>, Vec<(usize, f32)>);

/// All inputs: what is common, then seat by seat.
#[derive(Default, PartialEq, Debug)]
struct Heard(Vec<Part>);

impl Heard {
    fn by<G: Evaluate>(state: &G) -> Heard {
        let mut told = Heard(vec![(None, Vec::new())]);
        state.inputs(&mut told);
        told
    }
}

impl Inputs for Heard {
    fn seat(&mut self, seat: Seat, estimate: f32) {
        self.0.push((Some((seat, estimate)), Vec::new()));
    }

    fn put(&mut self, input: usize, value: f32) {
        if let Some((_, inputs)) = self.0.last_mut() {
            inputs.push((input, value));
        }
    }
}

/// Tables of every size, with the usual options and with each other value of each of them.
fn tables<G: Evaluate>() -> Vec<Setup<G>> {
    let mut all = vec![G::Options::default()];
    for choice in G::Options::KEYS {
        for value in &choice.values[1..] {
            let mut options = G::Options::default();
            all.extend(options.set(choice.key, value).is_ok().then_some(options));
        }
    }
    let (least, most) = G::INFO.seats;
    let drafts = (least..=most).flat_map(|seats| all.iter().map(move |options| Draft::<G>::new(seats).with(*options)));
    drafts.filter_map(|draft| draft.admit().ok()).collect()
}

/// Positions of a match that is played at random.
fn positions<G: Evaluate>(setup: &Setup<G>, number: u64) -> Vec<G> {
    let (mut state, mut rng, mut playout) = (G::new(setup), Fast::stream(21, number), Playout::default());
    let mut all = Vec::new();
    while !matches!(state.to_act(), ToAct::Over(_)) && all.len() < 600 {
        all.push(state.clone());
        playout.run(&mut state, &mut rng, 1);
    }
    all
}

fn tells<G: Evaluate>() {
    let mut told_at = 0;
    for (number, setup) in tables::<G>().iter().enumerate() {
        for state in positions(setup, number as u64) {
            if !state.familiar() {
                continue;
            }
            told_at += 1;
            let told = Heard::by(&state);
            let seats: Vec<Option<Seat>> = told.0.iter().map(|(seat, _)| seat.map(|(seat, _)| seat)).collect();
            let expected = std::iter::once(None).chain(Seat::all(state.seats()).map(Some));
            assert_eq!(seats, expected.collect::<Vec<_>>(), "what is common, then all seats");
            let estimates = state.estimates(None);
            for (seat, inputs) in &told.0 {
                assert!(inputs.len() <= Net::ROOM, "{} inputs at once", inputs.len());
                let right =
                    |(input, value): &(usize, f32)| *input < G::INPUTS && value.is_finite() && value.abs() < 60.0;
                assert!(inputs.iter().all(right), "{inputs:?}");
                if let Some((seat, estimate)) = seat {
                    assert!((estimates[seat.index()] - estimate).abs() < 1e-4, "{seat}: {estimate} and {estimates:?}");
                }
            }
        }
    }
    assert!(told_at > 1000, "{told_at} positions");
}

#[test]
fn what_thebes_tells_is_in_order_at_every_table() {
    tells::<Thebes>();
}

#[test]
fn what_tikal_tells_is_in_order_at_every_table() {
    tells::<Tikal>();
}

/// A net says the same in every world that fits a view: no input tells anything hidden.
#[test]
fn nothing_hidden_is_told() {
    let setup = Draft::<Thebes>::new(3).admit().unwrap();
    let mut others = 0;
    for (number, state) in positions(&setup, 1).into_iter().enumerate() {
        let ToAct::Seat(seat) = state.to_act() else { continue };
        let elsewhere = Thebes::determinize(&state.view(Viewer::Seat(seat)), &mut Fast::stream(22, number as u64));
        others += usize::from(elsewhere != state);
        assert_eq!(Heard::by(&state), Heard::by(&elsewhere), "position {number}");
    }
    assert!(others > 20, "{others} worlds differed");
}

/// What a bot chooses by name in the positions of a match, with few iterations.
fn choices<G: Evaluate>(name: &str, setup: &Setup<G>) -> Vec<G::Action> {
    let decisions = positions(setup, 3).into_iter().filter(|state| matches!(state.to_act(), ToAct::Seat(_)));
    let choice = |(number, state): (usize, G)| {
        let ToAct::Seat(seat) = state.to_act() else { unreachable!("filtered") };
        let mut legal = Vec::new();
        state.actions(&mut legal);
        let making = Making { ladder: G::LADDER, ..Making::default() };
        let mut bot = search::bot::<G>(name, &making).unwrap();
        let seen = Perspective::new(&state, seat);
        bot.choose(&seen, &legal, &Budget::iterations(60), &mut Fast::new(number as u64))
    };
    decisions.step_by(3).enumerate().map(choice).collect()
}

#[test]
fn what_was_learned_counts_and_a_name_may_go_without() {
    let setup = Draft::<Thebes>::new(2).admit().unwrap();
    let (with, without) = (choices("master", &setup), choices("master^", &setup));
    let moved = with.iter().zip(&without).filter(|(one, other)| one != other).count();
    assert!(moved * 10 > with.len(), "{moved} of {} choices", with.len());
    assert_eq!(choices("novice", &setup), choices("novice^", &setup), "a novice has learned nothing");
}

#[test]
fn a_box_that_was_corrected_goes_by_the_estimate() {
    let text = format!("# Mine.\n{}", include_str!("../../../games/thebes/box.toml"));
    let data = ThebesBox::shelf().add(&text).unwrap();
    let setup = Draft::<Thebes> { data, ..Draft::new(2) }.admit().unwrap();
    assert!(!Thebes::new(&setup).familiar() && Thebes::new(&Draft::new(2).admit().unwrap()).familiar());
    assert_eq!(choices("master", &setup), choices("master^", &setup));
}

#[test]
fn options_that_no_net_of_tikal_knows() {
    for (option, value, known) in [
        ("scoring", "immediate", true),
        ("first", "B", true),
        ("version", "auction", false),
        ("boulder", "1d20", false),
        ("obstacles", "on", false),
        ("machine_gun", "on", false),
    ] {
        let mut options = tikal::Options::default();
        options.set(option, value).unwrap();
        let setup = Draft::<Tikal>::new(2).with(options).admit().unwrap();
        assert_eq!(Tikal::new(&setup).familiar(), known, "{option}={value}");
    }
}

/// Chances add up to one, and whoever has won far more points is likelier to win.
#[test]
fn chances_add_up() {
    let net = Thebes::learned().unwrap();
    for (number, setup) in tables::<Thebes>().iter().enumerate() {
        for state in positions(setup, number as u64) {
            let mut reader = net.reader();
            state.inputs(&mut reader);
            let said = reader.prospects();
            let sum: f32 = said.chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4 && said.chances.iter().all(|chance| *chance >= 0.0), "{said:?}");
            assert!(said.points.iter().all(|points| points.is_finite() && points.abs() < 400.0), "{said:?}");
        }
    }
}

/// A step that ends the match needs no net: bots look at what it ended with.
#[test]
fn a_match_that_is_over_is_told_of_as_well() {
    let mut state = Thebes::new(&Draft::new(2).admit().unwrap());
    Playout::default().run(&mut state, &mut Fast::new(8), 100_000);
    assert!(matches!(state.to_act(), ToAct::Over(_)));
    let told = Heard::by(&state);
    assert!(
        told.0.iter().flat_map(|(_, inputs)| inputs).all(|(input, value)| *input < Thebes::INPUTS && value.is_finite())
    );
}
