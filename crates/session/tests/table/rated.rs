//! What makes a match count for ratings although somebody gave up.

use engine::{Fast, Seat};
use protocol::{Command, MatchLine, NewTable, SeatPlan, Unrated};
use session::Mover;

use crate::sitting::{Sitting, pick, plan};

const PEOPLE: [&str; 3] = ["Ada", "Bice", "Carlo"];

/// How many turns each seat has had: a turn is a run of decisions of one seat.
fn turns(sitting: &Sitting) -> [usize; 3] {
    let game = sitting.table.game().unwrap();
    let mut actors: Vec<Seat> = (0..game.steps()).filter_map(|step| game.actor(step)).collect();
    actors.dedup();
    [0, 1, 2].map(|seat| actors.iter().filter(|actor| actor.index() == seat).count())
}

/// Plays a rated match of three at random until it is as it is wanted; then all give up. `None` if it ended before.
fn given_up(number: u64, wanted: impl Fn([usize; 3]) -> bool) -> Option<MatchLine> {
    let new = plan("thebes", vec![SeatPlan::Me, SeatPlan::Open, SeatPlan::Open]);
    let mut sitting = Sitting::make(NewTable { rated: true, ..new }, number);
    for name in &PEOPLE[1..] {
        sitting.command(name, &Command::Sit { seat: None, invitation: None }).unwrap();
    }
    sitting.command("Ada", &Command::Start).unwrap();
    let mut rng = Fast::new(number);
    while let Some(Mover::Player(seat)) = sitting.table.mover() {
        if wanted(turns(&sitting)) {
            PEOPLE.iter().for_each(|name| drop(sitting.command(name, &Command::Leave).unwrap()));
            return Some(sitting.table.finished().unwrap().line);
        }
        let word = pick(sitting.table.game().unwrap(), &mut rng, &[]);
        let play = Command::Play { seen: sitting.table.version(), seat, word, then: Vec::new() };
        sitting.command(PEOPLE[seat.index()], &play).unwrap();
    }
    None
}

#[test]
fn a_match_counts_once_everybody_has_had_three_turns() {
    let uneven = |turns: [usize; 3]| turns.iter().sum::<usize>() >= 9 && turns.contains(&2);
    let line = (1..99).find_map(|number| given_up(number, uneven)).expect("in Thebes who is behind in time goes on");
    assert_eq!(line.unrated, Some(Unrated::Abandoned), "nine turns, but two of one seat");
    let all = |turns: [usize; 3]| turns.iter().all(|turns| *turns >= 3);
    let line = (1..99).find_map(|number| given_up(number, all)).expect("a match of some length");
    assert_eq!(line.unrated, None);
}
