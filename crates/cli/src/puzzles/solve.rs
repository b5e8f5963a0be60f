//! A puzzle on the text board.

use anstream::{print, println};
use catalog::GameEntry;
use catalog::review::{Puzzle, Verdict};
use engine::{AnyMatch, Viewer};
use puzzles::{Collection, Posed, Rating};

use crate::play::Lines;
use crate::play::choose::{Choice, LONG_LIST, choose, columns, verbs};
use crate::show::{board, faint, strong, wrapped};
use crate::{Failure, Outcome};

/// In how many worlds a turn is compared with the right one.
const TRIES: u32 = 64;

/// Plays a puzzle: that of the day, or the one of a number.
pub(super) fn run(entry: &dyn GameEntry, collection: &Collection, number: Option<usize>) -> Outcome {
    let count = collection.puzzles.len();
    let at = match number {
        None => collection.of_day(today()),
        Some(number) if (1..=count).contains(&number) => number - 1,
        Some(number) => return Err(Failure::Usage(format!("there is no puzzle {number}, there are {count}"))),
    };
    let Some(posed) = collection.puzzles.get(at) else {
        return Err(Failure::Usage("there are no puzzles".to_owned()));
    };
    let puzzle = &posed.puzzle;
    let rating = Rating::of(puzzle, collection.head.attempts).word();
    println!("{}", strong(&format!("{}, puzzle {} of {count} ({rating})", entry.kind().info().name, at + 1)));
    let game = posed.open(entry.kind()).map_err(Failure::Check)?;
    print!("{}", board(&game.canvas(Viewer::Seat(puzzle.seat))));
    let task = format!(
        "You are {}. One turn is clearly best: play it, word by word, up to where something is drawn or another player \
         acts. 'undo' takes a word back, 'board' shows the board, 'solution' tells the turn.",
        puzzle.seat
    );
    println!("{}", wrapped(&task, ""));
    let Some(played) = turn(&*game, puzzle, &mut Lines::new()) else {
        tell(posed);
        return Ok(());
    };
    let verdict = entry.verdict(&*game, &puzzle.right[0].words, &played, &collection.head.demand, TRIES);
    told(&verdict.map_err(Failure::Check)?);
    tell(posed);
    Ok(())
}

fn today() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() / 86_400)
}

/// The words that the person plays; nothing if they give up.
fn turn(start: &dyn AnyMatch, puzzle: &Puzzle, lines: &mut Lines) -> Option<Vec<String>> {
    let mut played: Vec<String> = Vec::new();
    let mut game = start.duplicate();
    loop {
        let over = game.to_act().seat() != Some(puzzle.seat) || game.shows_since(start.steps());
        if over && !played.is_empty() {
            return Some(played);
        }
        let legal = game.legal();
        let list = if legal.len() > LONG_LIST {
            verbs(&legal) + "\n"
        } else {
            columns(&legal, &(0..legal.len()).collect::<Vec<_>>())
        };
        print!("{list}");
        let typed = lines.ask(&format!("{} {}>", puzzle.seat, played.len() + 1))?;
        match typed.as_str() {
            "solution" | "quit" => return None,
            "board" => print!("{}", board(&game.canvas(Viewer::Seat(puzzle.seat)))),
            "undo" => {
                played.pop();
                game = start.duplicate();
                for word in &played {
                    let _ = game.play(Some(puzzle.seat), word);
                }
            }
            typed => match choose(typed, &legal) {
                Choice::Word(word) => match game.play(Some(puzzle.seat), &word) {
                    Ok(()) => played.push(word),
                    Err(refused) => println!("{refused}"),
                },
                Choice::Several(some) => print!("{}", columns(&legal, &some)),
                Choice::None => println!("{}", faint("That is none of the words.")),
            },
        }
    }
}

fn told(verdict: &Verdict) {
    let Verdict { solved, right, played } = verdict;
    let percent = |win: f64| format!("{:.0} %", 100.0 * win);
    let line = if *solved {
        format!("Right. After this turn your chance to win is about {}.", percent(played.win))
    } else {
        format!(
            "Not the best: your chance to win is about {} after this turn and {} after the right one, which is worth \
             about {:.0} points more.",
            percent(played.win),
            percent(right.win),
            (right.margin - played.margin).max(0.0)
        )
    };
    println!("{}", strong(&wrapped(&line, "")));
}

fn tell(posed: &Posed) {
    let puzzle = &posed.puzzle;
    println!("{}", wrapped(&format!("The right turn: {}", puzzle.right[0].words.join(" · ")), ""));
    println!("{}", faint(&format!("From {}, after step {}.", posed.from, puzzle.at)));
}
