//! The puzzles that are shipped: all can be played, and a sample still holds. `cargo xtask soak` thinks about all of
//! them again, and for longer (`QUIPU_PUZZLES=all`).

use catalog::review::{Demand, Thinking};
use catalog::{GAMES, GameEntry};
use puzzles::{Collection, Posed};

fn shipped() -> impl Iterator<Item = (&'static dyn GameEntry, Collection)> {
    let read = |entry: &&'static dyn GameEntry| Some((*entry, Collection::of(entry.kind().info().key)?.unwrap()));
    GAMES.iter().filter_map(read)
}

/// Plays the words of a turn.
fn played(entry: &dyn GameEntry, posed: &Posed, words: &[String]) -> Result<(), String> {
    let mut game = posed.open(entry.kind())?;
    for word in words {
        game.play(Some(posed.puzzle.seat), word).map_err(|refused| format!("'{word}': {refused}"))?;
    }
    Ok(())
}

#[test]
fn every_puzzle_can_be_played_and_one_turn_is_clearly_best() {
    for (entry, Collection { head, puzzles }) in shipped() {
        let info = entry.kind().info();
        assert_eq!((head.game.as_str(), head.rules), (info.key, info.rules));
        assert!(!puzzles.is_empty(), "{} has puzzles", info.name);
        for (number, posed) in puzzles.iter().enumerate() {
            let what = format!("{}, puzzle {} ({})", info.name, number + 1, posed.from);
            let puzzle = &posed.puzzle;
            for answer in puzzle.right.iter().chain(&puzzle.others) {
                played(entry, posed, &answer.words).unwrap_or_else(|fault| panic!("{what}: {fault}"));
            }
            assert!((1..=head.demand.right).contains(&puzzle.right.len()), "{what}");
            let apart = puzzle.right[0].win - puzzle.others[0].win;
            // What is kept is rounded.
            assert!(apart >= head.demand.margin - 0.001, "{what}: {apart}");
            assert!(puzzle.solved.iter().all(|solved| *solved <= head.attempts), "{what}");
        }
    }
}

#[test]
fn a_sample_still_holds() {
    let whole = std::env::var_os("QUIPU_PUZZLES").is_some();
    for (entry, Collection { head, puzzles }) in shipped() {
        // A look is rough, and estimates change a little: half the margin is enough.
        let demand = Demand { margin: head.demand.margin / 2.0, ..head.demand };
        let (thinking, count) = if whole { (Thinking::LONG, puzzles.len()) } else { (Thinking::AGAIN, SAMPLE) };
        let sample = puzzles.iter().step_by(puzzles.len().div_ceil(count).max(1));
        let fault = |posed: &Posed| {
            let game = posed.open(entry.kind()).unwrap();
            let held = entry.puzzle_holds(&*game, &posed.puzzle, &thinking, &demand, 7);
            held.err().map(|fault| format!("{} {}: {fault}", posed.from, posed.puzzle.at))
        };
        let (all, faults) = (sample.clone().count(), sample.filter_map(fault).collect::<Vec<_>>());
        assert!(4 * faults.len() <= all, "puzzles of {} hold no more, of {all}: {faults:?}", head.game);
    }
}

/// How many puzzles of each game are thought about again.
const SAMPLE: usize = 4;

#[test]
fn the_right_turn_solves_a_puzzle_and_the_next_best_does_not() {
    for (entry, Collection { head, puzzles }) in shipped() {
        let posed = &puzzles[0];
        let game = posed.open(entry.kind()).unwrap();
        let verdict = |words: &[String]| {
            let right = &posed.puzzle.right[0].words;
            entry.verdict(&*game, right, words, &head.demand, Thinking::AGAIN.tries).unwrap()
        };
        assert!(verdict(&posed.puzzle.right[0].words).solved);
        let other = verdict(&posed.puzzle.others[0].words);
        assert!(!other.solved && other.right.win > other.played.win, "{}: {other:?}", head.game);
        let strange = entry.verdict(&*game, &posed.puzzle.right[0].words, &["dance".to_owned()], &head.demand, 1);
        assert!(strange.is_err());
    }
}
