//! The law of imagined positions: a world that a seat imagines has the seat's information state, and a history of its
//! own that the rules allow.

use catalog::{AnyPosition, GAMES, GameEntry};
use engine::{Dice, Fast, Opening, Seat, ToAct, Viewer};

/// How many matches of each setup, and one step in how many is looked at.
const MATCHES: u64 = 2;
const EVERY: u32 = 12;

/// Setups of a game: every number of seats, and where an option hides something that option too.
fn openings(entry: &dyn GameEntry) -> Vec<Opening> {
    let (fewest, most) = entry.kind().info().seats;
    let mut all: Vec<Opening> = (fewest..=most).map(Opening::seats).collect();
    if entry.kind().info().key == "tikal" {
        let options = [("version", "auction"), ("tempo", "jumps")].map(|(key, word)| (key.to_owned(), word.to_owned()));
        all.push(Opening { options: options.to_vec(), ..Opening::seats(3) });
    }
    all
}

/// How a seat imagines its world: as the catalog does, or as a broken twin.
type Imagines = fn(&dyn AnyPosition, Seat, &mut Fast) -> Box<dyn AnyPosition>;

/// Holds a world against the position it was imagined from; says whether its history is another, or what is broken.
fn judge(
    entry: &dyn GameEntry,
    position: &dyn AnyPosition,
    seat: Seat,
    world: &dyn AnyPosition,
) -> Result<bool, &'static str> {
    let viewer = Viewer::Seat(seat);
    let holds = |holds: bool, broken: &'static str| if holds { Ok(()) } else { Err(broken) };
    holds(world.seen(viewer) == position.seen(viewer), "the seat reads its world otherwise")?;
    holds(world.view(viewer) == position.view(viewer), "the seat sees its world otherwise")?;
    holds(world.to_act() == position.to_act(), "somebody else is to act")?;
    let decides = position.to_act() == ToAct::Seat(seat);
    holds(!decides || world.legal() == position.legal(), "the seat may do something else in its world")?;
    let record = world.record().ok_or("the world has no history")?;
    let replayed = entry.kind().replay(&record, None).map_err(|_| "the rules forbid the history")?;
    holds(entry.position_of(&*replayed).same(world), "the history leads elsewhere")?;
    Ok(world.history() != position.history())
}

/// Looks at worlds of every seat in some matches; says how many there were, how many had a history of their own, and
/// whether the table hides anything.
fn look(entry: &dyn GameEntry, opening: &Opening, imagines: Imagines) -> Result<(u32, u32, bool), &'static str> {
    let (mut looked, mut others, mut hides) = (0, 0, false);
    for number in 0..MATCHES {
        let mut rng = Fast::stream(0x1f05, number);
        let mut position = entry.position(opening).unwrap_or_else(|fault| panic!("{fault}"));
        hides = position.hides();
        while !position.to_act().is_over() {
            position.draw_on(&mut rng);
            let Some(action) = position.pick(&mut rng) else { break };
            if rng.below(EVERY) == 0 {
                for seat in Seat::all(position.seats()) {
                    let world = imagines(&*position, seat, &mut rng);
                    looked += 1;
                    others += u32::from(judge(entry, &*position, seat, &*world)?);
                }
            }
            position.play(action.into()).unwrap_or_else(|why| panic!("{why}"));
        }
    }
    Ok((looked, others, hides))
}

/// The law for one opening of a game.
fn law(entry: &dyn GameEntry, opening: &Opening, imagines: Imagines) -> Result<(), &'static str> {
    let (looked, others, hides) = look(entry, opening, imagines)?;
    let key = entry.kind().info().key;
    assert!(looked > 10, "{key}: {looked} worlds");
    // With chips alone hidden, many a world has nothing to be imagined.
    let own = hides == (others > 0) && (key != "thebes" || others * 10 > looked * 9);
    if own { Ok(()) } else { Err("the histories are the true ones, or others where nothing is hidden") }
}

#[test]
fn a_world_has_the_information_state_and_a_history_of_its_own() {
    for entry in GAMES {
        for opening in openings(*entry) {
            let kept = law(*entry, &opening, |position, seat, rng| position.imagine(seat, rng));
            assert_eq!(kept, Ok(()), "{} for {} seats", entry.kind().info().key, opening.seats.len());
        }
    }
}

/// Broken twins show that the law can fail: a world that is the truth, one of another seat, one that went on.
#[test]
fn the_law_notices_what_is_no_world_of_the_seat() {
    let twins: [(Imagines, &str); 3] = [
        (|position, _, _| position.duplicate(), "the histories are the true ones"),
        (|position, seat, rng| position.imagine(seat.next(position.seats()), rng), "the seat sees its world otherwise"),
        (
            |position, seat, rng| {
                let mut world = position.imagine(seat, rng);
                let action = world.pick(rng).unwrap_or_else(|| panic!("a seat is to act"));
                world.play(action.into()).unwrap_or_else(|why| panic!("{why}"));
                world
            },
            "the seat reads its world otherwise",
        ),
    ];
    let entry = catalog::find("thebes").unwrap_or_else(|| panic!("a game"));
    for (imagines, noticed) in twins {
        let broken = law(entry, &Opening::seats(3), imagines).expect_err("a broken twin");
        assert!(broken.starts_with(noticed), "{broken}");
    }
}

/// What a seat has never seen is not kept from the truth: the first cards on the piles of Thebes are those of the truth
/// no more often than by chance.
#[test]
fn nothing_of_the_truth_is_left() {
    let entry = catalog::find("thebes").unwrap_or_else(|| panic!("a game"));
    let (mut same, mut hidden) = (0, 0);
    for number in 0..60 {
        let mut rng = Fast::stream(7, number);
        let mut position = entry.position(&Opening::seats(2)).unwrap_or_else(|fault| panic!("{fault}"));
        for _ in 0..6 {
            position.draw_on(&mut rng);
            let action = position.pick(&mut rng).unwrap_or_else(|| panic!("a seat is to act"));
            position.play(action.into()).unwrap_or_else(|why| panic!("{why}"));
        }
        let world = position.imagine(Seat::A, &mut rng);
        let lines = position.seen(Viewer::Seat(Seat::A));
        for ((line, truth), told) in lines.iter().zip(position.history()).zip(world.history()) {
            if line.ends_with('?') {
                hidden += 1;
                same += u32::from(truth == told);
            }
        }
    }
    // A region has 21 cards, five to eight of them rubble: by chance about one in six is of the kind it truly is.
    assert!(hidden > 150 && same * 3 < hidden, "{same} of {hidden} hidden draws are the true ones");
}

/// A position that is not played from the start has no history to tell otherwise: its world shows none of what is
/// hidden.
#[test]
fn a_world_of_a_position_without_its_beginning_shows_no_hidden_draw() {
    let entry = catalog::find("thebes").unwrap_or_else(|| panic!("a game"));
    let mut rng = Fast::new(3);
    let fleet = entry.fleet(&Opening::seats(3), 0, 1, 9).unwrap_or_else(|fault| panic!("{fault}"));
    let mut position = fleet.position(0);
    for _ in 0..30 {
        position.draw_on(&mut rng);
        let Some(action) = position.pick(&mut rng) else { break };
        position.play(action.into()).unwrap_or_else(|why| panic!("{why}"));
    }
    for seat in Seat::all(3) {
        let viewer = Viewer::Seat(seat);
        let world = position.imagine(seat, &mut rng);
        assert_eq!((world.seen(viewer), world.view(viewer)), (position.seen(viewer), position.view(viewer)));
        let lines = position.seen(viewer);
        assert!(lines.iter().any(|line| line.ends_with('?')), "something was hidden");
        for (line, (_, number)) in lines.iter().zip(world.history()) {
            assert_eq!(line.ends_with('?'), number.is_none(), "{line}");
        }
    }
}
