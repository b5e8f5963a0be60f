//! What programs study: numbers lead to their decisions and back, figures are figures, pictures stay on their sheet.

use engine::{Dice, Fast, Match, Notation as _, Seat, Shape, Step, Study, ToAct, Viewer, run_of};

use super::{Broken, Effort, Verdict, broken, games};

/// No draw has more outcomes than this; whoever numbers them may count on it.
pub const MOST_OUTCOMES: usize = 256;

/// How many games, positions and numbers were looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Studied {
    /// Positions in which a seat decides.
    pub positions: u64,
    /// Legal decisions.
    pub decisions: u64,
    /// Numbers held against the rules.
    pub numbers: u64,
    /// Legal decisions beyond the space.
    pub beyond: u64,
}

/// Plays games of every setup at random and holds the laws of numbers, figures and pictures against them.
pub fn study<G: Study>(effort: Effort) -> Result<Studied, Box<Broken>> {
    let mut rng = Fast::new(0x57d7);
    let mut studied = Studied::default();
    for setup in games::setups::<G>(effort, &mut rng) {
        let mut game = Match::new(setup);
        let verdict = play_out(&mut game, effort, &mut rng, &mut studied);
        verdict.map_err(|(law, what)| {
            let what = format!("{what}\nsetup: {setup:?}, step {}", game.steps().len());
            Box::new(Broken { law, what, record: game.record().to_string() })
        })?;
    }
    Ok(studied)
}

fn play_out<G: Study>(game: &mut Match<G>, effort: Effort, rng: &mut Fast, studied: &mut Studied) -> Verdict {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    loop {
        let step = match game.to_act() {
            ToAct::Over(_) => return look(game.state()),
            ToAct::Chance => {
                outcomes.clear();
                game.state().chances(&mut outcomes);
                if outcomes.len() > MOST_OUTCOMES {
                    return broken("outcomes", format!("a draw has {} outcomes", outcomes.len()));
                }
                Step::Chance(*rng.weighted(&outcomes))
            }
            ToAct::Seat(_) => {
                actions.clear();
                game.state().actions(&mut actions);
                let numbers = numbers(game.state(), &actions, studied)?;
                if rng.below(effort.every) == 0 {
                    masks(game.state(), &numbers, effort.words, rng, studied)?;
                    look(game.state())?;
                }
                Step::Action(engine::Random::pick::<G>(&actions, rng))
            }
        };
        game.apply(step);
    }
}

/// Every legal decision has a number of its own, rising along the list, that leads back to it.
fn numbers<G: Study>(
    state: &G,
    legal: &[G::Action],
    studied: &mut Studied,
) -> Result<Vec<u32>, (&'static str, String)> {
    let mut numbers = Vec::new();
    let runs: Vec<u32> = G::SPACE.iter().scan(0, |next, run| Some(std::mem::replace(next, *next + run.size))).collect();
    studied.positions += 1;
    for action in legal {
        let words = || state.words(&Step::Action(*action));
        studied.decisions += 1;
        let number = state.number(action);
        if number.is_some() != state.within(action) {
            return Err(("numbers", format!("'{}' has the number {number:?}, and is said to differ", words())));
        }
        let Some(number) = number else {
            studied.beyond += 1;
            continue;
        };
        if number >= G::size() {
            return Err(("numbers", format!("'{}' has the number {number} of {}", words(), G::size())));
        }
        let (verb, run) = (G::INFO.verbs[action.verb()], run_of(&runs, number).0);
        if G::SPACE[run].verb() != verb {
            return Err(("numbers", format!("'{}' has the number {number} of '{}'", words(), G::SPACE[run].name)));
        }
        if numbers.last().is_some_and(|last| *last >= number) {
            return Err(("numbers", format!("the number {number} of '{}' does not rise along the list", words())));
        }
        if state.numbered(number) != Some(*action) {
            let back = state.numbered(number);
            return Err(("numbers", format!("'{}' has the number {number}, which means {back:?}", words())));
        }
        numbers.push(number);
    }
    if numbers.is_empty() {
        return Err(("numbers", "no legal decision has a number".to_owned()));
    }
    let mut listed = vec![-1];
    state.numbers(&mut listed);
    if listed[0] != -1 || !listed[1..].iter().copied().eq(numbers.iter().map(|number| *number as i32)) {
        return Err(("numbers", format!("{listed:?} are listed behind a -1, {numbers:?} are legal")));
    }
    Ok(numbers)
}

/// A number is legal by the rules exactly if the list has it; a number that means something is the one that it has.
fn masks<G: Study>(state: &G, legal: &[u32], tries: usize, rng: &mut Fast, studied: &mut Studied) -> Verdict {
    let all = G::size();
    let tried = |index: usize, rng: &mut Fast| if all as usize <= tries { index as u32 } else { rng.below(all) };
    for index in 0..tries.min(all as usize) {
        let number = tried(index, rng);
        studied.numbers += 1;
        let meant = state.numbered(number);
        if let Some(action) = &meant
            && state.number(action) != Some(number)
        {
            return broken("numbers", format!("{number} means {action:?}, whose number is {:?}", state.number(action)));
        }
        let allowed = meant.is_some_and(|action| state.check(&action).is_ok());
        if allowed != legal.contains(&number) {
            return broken("numbers", format!("{number} ({meant:?}) is allowed: {allowed}, listed: {}", !allowed));
        }
    }
    Ok(())
}

/// Figures are numbers of a moderate size, and every picture stays on its sheet.
fn look<G: Study>(state: &G) -> Verdict {
    let mut row = vec![0.0; G::width()];
    for seat in Seat::all(state.seats()) {
        let view = state.view(Viewer::Seat(seat));
        row.fill(0.0);
        G::figures(&view, seat, &mut row);
        if let Some(at) = row.iter().position(|figure| !(-4.0..=4.0).contains(figure)) {
            return broken("figures", format!("figure {at} of {seat} is {}", row[at]));
        }
        if row.iter().all(|figure| *figure == 0.0) {
            return broken("figures", format!("{seat} sees nothing but zeros"));
        }
    }
    let picture = G::paint(&state.view(Viewer::Spectator));
    let (width, height) = picture.size;
    let inside = |(x, y): &(f32, f32)| (0.0..=width).contains(x) && (0.0..=height).contains(y);
    let stray = picture.shapes.iter().find(|shape| match shape {
        Shape::Polygon(points, _) | Shape::Line(points, _) => !points.iter().all(inside),
        Shape::Circle(middle, ..) | Shape::Text(middle, ..) => !inside(middle),
    });
    match stray {
        Some(shape) => broken("picture", format!("{shape:?} lies outside of {width} x {height}")),
        None => Ok(()),
    }
}
