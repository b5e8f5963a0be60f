//! Puzzles: positions where one turn is clearly best, by what its player could know.

use engine::{Budget, Evaluate, Fast, Match, Perspective, Seat, Step, ToAct, Viewer};
use search::{Ahead, Learned, Level, Making, fingerprint};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::judge::{THINKING, TriedTurn, behind, outlook, paired, shows_last, turns_found};
use crate::part::{parts_of, positions};
use crate::prospect::{Prospect, mean};
use crate::standards::{Fit, Standards};

/// How long a position is thought about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    /// The search for turns, as a multiple of a master's usual turn (40 ms).
    pub think: f64,
    /// How many of the turns found are looked at.
    pub lines: usize,
    /// Worlds in which every turn found is tried.
    pub sift: u32,
    /// Worlds in which the turns close to the best are tried.
    pub tries: u32,
}

impl Thinking {
    /// To find the positions of a match where a turn stands out.
    pub const SHORT: Thinking = Thinking { think: 0.15, lines: 8, sift: 0, tries: 0 };
    /// To be sure.
    pub const LONG: Thinking = Thinking { think: 4.0, lines: 12, sift: 12, tries: 60 };
    /// To see again that a puzzle holds.
    pub const AGAIN: Thinking = Thinking { think: 0.5, lines: 6, sift: 6, tries: 30 };

    fn iterations<G: Evaluate>(&self) -> u32 {
        (f64::from(search::usual("master", &G::LADDER)) * self.think).ceil() as u32
    }
}

/// What a puzzle must hold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Demand {
    /// By how much the chance to win falls with every turn that is not right.
    pub margin: f64,
    /// Turns that lose less than this are as good as the best one.
    pub alike: f64,
    /// How many turns may be right: they differ in a detail that does not matter.
    pub right: usize,
}

impl Demand {
    /// What shipped puzzles hold.
    pub const USUAL: Demand = Demand { margin: 0.08, alike: 0.01, right: 3 };

    /// Whether a turn with this loss of the chance to win counts as solved: it is nearer to the right turns than to the
    /// others.
    pub fn solved(&self, loss: f64) -> bool {
        loss < self.margin / 2.0
    }
}

/// A turn in words, with what it should bring to its player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PuzzleAnswer {
    /// Its words.
    pub words: Vec<String>,
    /// The chance to win, from 0 to 1.
    pub win: f64,
    /// The points ahead of the strongest rival at the end.
    pub margin: f64,
}

/// A position where one turn is clearly best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Puzzle {
    /// How many steps of the match lead to it.
    pub at: usize,
    /// Who is to act.
    pub seat: Seat,
    /// The right turns, the best first: mostly one.
    pub right: Vec<PuzzleAnswer>,
    /// The best of the others.
    pub others: Vec<PuzzleAnswer>,
    /// How often a novice, an adept, an expert and a master solved it, of [`ATTEMPTS`] each.
    pub solved: [u8; 4],
}

/// How often a bot of each level tries a puzzle.
pub const ATTEMPTS: u8 = 5;

/// How a turn compares with the right one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Verdict {
    /// Whether it solves the puzzle.
    pub solved: bool,
    /// What the right turn should bring.
    pub right: Prospect,
    /// What the turn should bring.
    pub played: Prospect,
}

/// How many other turns a puzzle keeps.
const KEPT: usize = 2;
/// With fewer turns to choose from it is no puzzle.
const FEWEST: usize = 4;
/// How many standard errors must lie between the margin and what was found.
const SURE: f64 = 2.0;
/// The part of a match in which puzzles lie: not before there is anything on the board.
const LEAST_PROGRESS: f32 = 0.08;
/// Turns that a short search tells apart by no more than this are alike.
const ALIKE_POINTS: f32 = 0.2;
/// By how many points a turn must lead in a short search to be thought about for long.
const LEAST_LEAD: f32 = 1.0;
/// How many positions of a match are thought about for long, for each puzzle that it may have.
const LOOKED_AT: usize = 2;
/// How many steps lie between two puzzles of a match, at least.
const APART: usize = 12;

/// Where a match may have puzzles: where a seat begins a turn. Gives the steps before it.
pub fn puzzle_places<G: Evaluate>(game: &Match<G>) -> Vec<usize> {
    let single = Standards::of::<G>().single;
    let positions = positions(game);
    let mut before = None;
    let mut places = Vec::new();
    for part in parts_of(&positions, game.steps()) {
        let Some(seat) = part.by else { continue };
        if (single || before != Some(seat)) && positions[part.from].progress() >= LEAST_PROGRESS {
            places.push(part.from);
        }
        before = Some(seat);
    }
    places
}

/// The puzzles of a match, at most `most`. A short search finds the positions where one turn stands out the most; only
/// those are searched for long. `stop` ends the search.
pub fn puzzles<G: Evaluate>(
    game: &Match<G>,
    demand: &Demand,
    seed: u64,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Puzzle>> {
    let all = positions(game);
    let dice = |at: usize| seed ^ (at as u64) << 20;
    let mut places = Vec::new();
    for at in puzzle_places(game) {
        if stop() {
            return None;
        }
        let Some(seat) = all[at].to_act().seat() else { continue };
        let lead = Scales::new(&all[at], seat, dice(at)).lead(demand);
        places.extend(lead.filter(|lead| *lead >= LEAST_LEAD).map(|lead| (lead, at)));
    }
    places.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut found: Vec<Puzzle> = Vec::new();
    for (_, at) in places.into_iter().take(most * LOOKED_AT) {
        if stop() {
            return None;
        }
        if found.len() < most && found.iter().all(|other| other.at.abs_diff(at) >= APART) {
            let puzzle = puzzle_at(&all[at], at, demand, dice(at));
            // What nobody solves is wrong, or nobody could read it.
            found.extend(puzzle.filter(|puzzle| puzzle.solved.iter().any(|solved| *solved > 0)));
        }
    }
    found.sort_by_key(|puzzle| puzzle.at);
    Some(found)
}

/// The puzzle at a position, if it is one.
fn puzzle_at<G: Evaluate>(state: &G, at: usize, demand: &Demand, dice: u64) -> Option<Puzzle> {
    let seat = state.to_act().seat()?;
    let mut scales = Scales::new(state, seat, dice);
    let long = scales.weighed(&Thinking::LONG, demand, &[]);
    let right = gap(&long, seat, demand)?;
    let answer = |line: &TriedTurn<G>| scales.answer(line);
    let puzzle = Puzzle {
        at,
        seat,
        right: long[..right].iter().map(answer).collect(),
        others: long[right..].iter().take(KEPT).map(answer).collect(),
        solved: [0; 4],
    };
    let solved = scales.attempts(&long[0], demand);
    Some(Puzzle { solved, ..puzzle })
}

/// Whether a puzzle holds, thought about again: its right turn is legal and beats what it must, by this share of the
/// margin.
///
/// # Errors
/// What does not hold.
pub fn puzzle_holds<G: Evaluate>(
    game: &Match<G>,
    puzzle: &Puzzle,
    thinking: &Thinking,
    demand: &Demand,
    dice: u64,
) -> Result<(), String> {
    let state = game.state();
    if state.to_act() != ToAct::Seat(puzzle.seat) {
        return Err(format!("{} is not to act", puzzle.seat));
    }
    let mut scales = Scales::new(state, puzzle.seat, dice);
    let mut known = Vec::new();
    for answer in puzzle.right.iter().chain(&puzzle.others) {
        known.push(scales.line(&answer.words)?);
    }
    let lines = scales.weighed(thinking, demand, &known);
    let at = |actions: &[G::Action]| lines.iter().find(|line| line.actions == actions);
    let Some(best) = at(&known[0].actions) else { return Err("its turn is far from the best".to_owned()) };
    let right = &known[..puzzle.right.len()];
    let others = lines.iter().filter(|line| !right.iter().any(|right| right.actions == line.actions));
    for other in others {
        let lost = apart(best, other, puzzle.seat);
        if lost < -demand.alike || (lost > demand.alike && lost < demand.margin) {
            let words = scales.words(&other.actions).join(", ");
            return Err(format!("'{words}' loses only {:.1} %", 100.0 * lost));
        }
    }
    Ok(())
}

/// Compares a turn with the right one of a puzzle. The match must stand at the puzzle's position.
///
/// # Errors
/// If a word cannot be played.
pub fn verdict<G: Evaluate>(
    game: &Match<G>,
    right: &[String],
    played: &[String],
    demand: &Demand,
    tries: u32,
) -> Result<Verdict, String> {
    let state = game.state();
    let seat = state.to_act().seat().ok_or("nobody is to act")?;
    let mut scales = Scales::new(state, seat, 1);
    let [mut right, mut played] = [scales.line(right)?, scales.line(played)?];
    let same = scales.print(&right.actions) == scales.print(&played.actions);
    scales.try_line(&mut right, tries);
    scales.try_line(&mut played, tries);
    let (right, played) = (right.mean()[seat.index()], played.mean()[seat.index()]);
    Ok(Verdict { solved: same || demand.solved(right.win - played.win), right, played })
}

/// How many of the lines are right; `None` unless every other line surely loses the margin.
fn gap<G: Evaluate>(lines: &[TriedTurn<G>], seat: Seat, demand: &Demand) -> Option<usize> {
    let best = lines.first().filter(|_| lines.len() >= FEWEST)?;
    let right = lines.iter().take_while(|line| apart(best, line, seat) < demand.alike).count();
    let sure = |line: &TriedTurn<G>| {
        let error = paired(best, line)[seat.index()].win;
        apart(best, line, seat) - SURE * error >= demand.margin
    };
    (right <= demand.right && right < lines.len() && lines[right..].iter().all(sure)).then_some(right)
}

/// By how much a line's chance to win is greater than another's, in the tries that both have.
fn apart<G: Evaluate>(line: &TriedTurn<G>, other: &TriedTurn<G>, seat: Seat) -> f64 {
    let tries = line.tries.len().min(other.tries.len());
    let win = |line: &TriedTurn<G>| mean(line.tries[..tries].iter())[seat.index()].win;
    win(line) - win(other)
}

/// Measures the turns of a position: all of them in the same worlds, with the same dice.
struct Scales<'a, G: Evaluate> {
    state: &'a G,
    view: G::View,
    seat: Seat,
    /// A world that fits what the seat sees, in which turns are told apart.
    world: G,
    fit: Fit,
    turns: usize,
    ahead: Ahead<G>,
    dice: u64,
}

impl<'a, G: Evaluate> Scales<'a, G> {
    fn new(state: &'a G, seat: Seat, dice: u64) -> Scales<'a, G> {
        let view = state.view(Viewer::Seat(seat));
        let seats = state.seats();
        Scales {
            state,
            seat,
            world: G::determinize(&view, &mut Fast::stream(dice, THINKING)),
            view,
            fit: Standards::of::<G>().fit(seats),
            turns: seats * G::LADDER.rounds.max(1) as usize,
            ahead: Ahead::default(),
            dice,
        }
    }

    fn print(&self, actions: &[G::Action]) -> u64 {
        fingerprint(&behind(self.world.clone(), self.seat, actions))
    }

    /// Finds turns and measures them together with the known ones, best first. Turns that cannot be the best any more
    /// get fewer tries.
    fn weighed(&mut self, thinking: &Thinking, demand: &Demand, known: &[TriedTurn<G>]) -> Vec<TriedTurn<G>> {
        let mut lines: Vec<TriedTurn<G>> =
            known.iter().map(|line| TriedTurn { actions: line.actions.clone(), tries: Vec::new() }).collect();
        let prints = lines.iter().map(|line| self.print(&line.actions)).collect();
        let mut rng = Fast::stream(self.dice, THINKING + 1);
        let task = (self.state, &self.world, self.seat);
        let (think, most) = (thinking.iterations::<G>(), thinking.lines);
        lines.extend(
            turns_found(task, prints, (think, most), &mut self.ahead, &mut rng).into_iter().map(|(line, _)| line),
        );
        lines.iter_mut().for_each(|line| self.try_line(line, thinking.sift));
        self.sort(&mut lines);
        let win = |line: &TriedTurn<G>| line.mean()[self.seat.index()].win;
        let best = lines.first().map_or(0.0, win);
        // Where several turns are about as good it is no puzzle, and more tries would be wasted.
        if lines.iter().filter(|line| best - win(line) < demand.margin / 2.0).count() > demand.right + 1 {
            return lines;
        }
        let near = lines.iter().take_while(|line| best - win(line) <= 2.0 * demand.margin).count();
        let near = near.max(demand.right + 1).min(lines.len());
        lines[..near].iter_mut().for_each(|line| self.try_line(line, thinking.tries));
        self.sort(&mut lines);
        lines
    }

    /// By how many points the best turn of a short search leads the first one that is not as good.
    fn lead(&mut self, demand: &Demand) -> Option<f32> {
        let (think, most) = (Thinking::SHORT.iterations::<G>(), Thinking::SHORT.lines);
        let mut rng = Fast::stream(self.dice, THINKING + 1);
        let task = (self.state, &self.world, self.seat);
        let found = turns_found(task, Vec::new(), (think, most), &mut self.ahead, &mut rng);
        let (_, best) = found.first().filter(|_| found.len() >= FEWEST)?;
        let others = found[1..].iter().map(|(_, margin)| best - margin).filter(|lead| *lead > ALIKE_POINTS);
        let alike = found.len() - others.clone().count();
        others
            .fold(None, |least: Option<f32>, lead| Some(least.map_or(lead, |least| least.min(lead))))
            .filter(|_| alike <= demand.right)
    }

    /// The best for the seat first.
    fn sort(&self, lines: &mut [TriedTurn<G>]) {
        let win = |line: &TriedTurn<G>| line.mean()[self.seat.index()].win;
        lines.sort_by(|a, b| win(b).total_cmp(&win(a)));
    }

    /// Plays a line until it has `tries` tries.
    fn try_line(&mut self, line: &mut TriedTurn<G>, tries: u32) {
        for number in line.tries.len() as u64..u64::from(tries) {
            let mut rng = Fast::stream(self.dice, number);
            let state = behind(G::determinize(&self.view, &mut rng), self.seat, &line.actions);
            line.tries.push(outlook(state, &mut self.ahead, &self.fit, self.turns, &mut rng));
        }
    }

    /// Reads a turn from its words, up to where something is drawn or shown: what follows is another decision.
    fn line(&self, words: &[String]) -> Result<TriedTurn<G>, String> {
        let mut state = self.world.clone();
        let mut actions = Vec::new();
        for word in words {
            if state.to_act() != ToAct::Seat(self.seat) {
                return Err(format!("'{word}' comes after the turn"));
            }
            let action = state.read_action(word).map_err(|misread| misread.why)?;
            state.check(&action).map_err(|illegal| illegal.to_string())?;
            let shows = state.reveals(&Step::Action(action));
            state.apply(Step::Action(action), &mut ());
            actions.push(action);
            if shows || state.to_act() == ToAct::Chance {
                break;
            }
        }
        Ok(TriedTurn { actions, tries: Vec::new() })
    }

    fn words(&self, turn: &[G::Action]) -> Vec<String> {
        let mut state = self.world.clone();
        let mut words = Vec::new();
        for action in turn {
            words.push(state.words(&Step::Action(*action)));
            state.apply(Step::Action(*action), &mut ());
        }
        words
    }

    fn answer(&self, line: &TriedTurn<G>) -> PuzzleAnswer {
        let Prospect { margin, win } = line.mean()[self.seat.index()];
        let rounded = |figure: f64, digits: f64| (figure * digits).round() / digits;
        PuzzleAnswer { words: self.words(&line.actions), win: rounded(win, 1e3), margin: rounded(margin, 10.0) }
    }

    /// How often bots of each level find the right turn, or one that counts as solved.
    fn attempts(&mut self, right: &TriedTurn<G>, demand: &Demand) -> [u8; 4] {
        let tries = Thinking::LONG.sift / 2;
        let best = self.first_tries(right, tries);
        let mut known = vec![(self.print(&right.actions), true)];
        Level::ALL.map(|level| {
            let solves = |number: &u8| {
                let actions = self.attempt(level, u64::from(*number));
                let print = self.print(&actions);
                if let Some((_, solved)) = known.iter().find(|(other, _)| *other == print) {
                    return *solved;
                }
                let mut line = TriedTurn { actions, tries: Vec::new() };
                self.try_line(&mut line, tries);
                let solved = demand.solved(best - line.mean()[self.seat.index()].win);
                known.push((print, solved));
                solved
            };
            (0..ATTEMPTS).filter(solves).count() as u8
        })
    }

    /// The mean chance to win over the first `tries` tries of a line.
    fn first_tries(&self, line: &TriedTurn<G>, tries: u32) -> f64 {
        let few =
            TriedTurn::<G> { actions: Vec::new(), tries: line.tries.iter().take(tries as usize).copied().collect() };
        few.mean()[self.seat.index()].win
    }

    /// The turn that a bot plays, up to where something is drawn or shown.
    fn attempt(&self, level: Level, number: u64) -> Vec<G::Action> {
        let ladder = G::LADDER;
        let Some(mut bot) =
            search::bot::<G>(level.word(), &Making { ladder, learned: Learned::Nothing, ..Making::default() })
        else {
            unreachable!("every level has its bot")
        };
        let iterations = f64::from(search::usual(level.word(), &ladder)) * level.share();
        let budget = Budget::iterations(iterations.ceil() as u32);
        let mut rng = Fast::stream(self.dice, (THINKING << 1) + number);
        let (mut state, mut actions, mut legal) = (self.world.clone(), Vec::new(), Vec::new());
        while state.to_act() == ToAct::Seat(self.seat) && !shows_last(&self.world, self.seat, &actions) {
            legal.clear();
            state.actions(&mut legal);
            let action = bot.choose(&Perspective::new(&state, self.seat), &legal, &budget, &mut rng);
            state.apply(Step::Action(action), &mut ());
            actions.push(action);
        }
        actions
    }
}
