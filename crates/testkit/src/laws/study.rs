//! What programs study: numbers lead to their decisions and back, figures are figures, pictures stay on their sheet.

use engine::{
    Dice, Fast, Match, Notation as _, Part, PartSet, Seat, Shape, Step, StepOf, Study, ToAct, Viewer, run_of,
};

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
    /// Pairs of positions beside each other that a seat sees differently.
    pub siblings: u64,
}

/// Plays games of every setup at random and holds the laws of numbers, figures and pictures against them.
pub fn study<G: Study>(effort: Effort) -> Result<Studied, Box<Broken>> {
    let mut rng = Fast::new(0x57d7);
    let mut studied = Studied::default();
    if let Some(part) = G::FIGURES.iter().find(|part| !is_well_named(part)) {
        let what = format!("the names of {} are not one for each place", part.name);
        return Err(Box::new(Broken { law: "names", what, record: String::new() }));
    }
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

/// Whether the named axis of a part has a name for each place, and each once.
fn is_well_named(part: &Part) -> bool {
    part.names.is_none_or(|(axis, names)| {
        let mut names: Vec<&str> = names.split(' ').collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        part.shape.get(axis) == Some(&count) && names.len() == count
    })
}

fn play_out<G: Study>(game: &mut Match<G>, effort: Effort, rng: &mut Fast, studied: &mut Studied) -> Verdict {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    loop {
        if game.steps().len() > G::LENGTH as usize {
            return broken("length", format!("a match at random has more than {} steps", G::LENGTH));
        }
        let step = match game.to_act() {
            ToAct::Over(_) => return look(game.state()),
            ToAct::Chance => {
                outcomes.clear();
                game.state().chances(&mut outcomes);
                if outcomes.len() > MOST_OUTCOMES {
                    return broken("outcomes", format!("a draw has {} outcomes", outcomes.len()));
                }
                if rng.below(effort.every) == 0 {
                    let steps: Vec<StepOf<G>> = outcomes.iter().map(|(outcome, _)| Step::Chance(*outcome)).collect();
                    siblings(game.state(), &steps, rng, studied)?;
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
                    parts(game.state(), rng)?;
                }
                if rng.below(effort.every) < 2 {
                    let steps: Vec<StepOf<G>> = actions.iter().map(|action| Step::Action(*action)).collect();
                    siblings(game.state(), &steps, rng, studied)?;
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

/// How many steps beside each other are tried: words for one cell stand together in a list.
const BESIDE: usize = 6;

/// Positions after steps beside each other that a seat sees differently have different figures.
fn siblings<G: Study>(state: &G, steps: &[StepOf<G>], rng: &mut Fast, studied: &mut Studied) -> Verdict {
    let first = rng.below(steps.len() as u32) as usize;
    let some = &steps[first..steps.len().min(first + BESIDE)];
    for seat in Seat::all(state.seats()) {
        let after = |step: &StepOf<G>| {
            let mut after = state.clone();
            after.apply(*step, &mut ());
            let view = after.view(Viewer::Seat(seat));
            let mut row = vec![0.0; G::USUAL.width(G::FIGURES)];
            G::figures_of(&view, seat, G::USUAL, &mut row);
            (view, row)
        };
        let seen: Vec<_> = some.iter().map(after).collect();
        for (at, (view, row)) in seen.iter().enumerate() {
            for (other, (there, figures)) in seen[..at].iter().enumerate().filter(|(_, (there, _))| there != view) {
                studied.siblings += 1;
                if row == figures {
                    let [one, two] = [other, at].map(|step| state.words(&some[step]));
                    let what =
                        format!("{seat} has the same figures after '{one}' and '{two}': {there:?}\nnot {view:?}");
                    return broken("sight", what);
                }
            }
        }
    }
    Ok(())
}

/// Some parts alone are the same as in the whole row.
fn parts<G: Study>(state: &G, rng: &mut Fast) -> Verdict {
    let mut names: Vec<&str> = G::FIGURES.iter().map(|part| part.name).collect();
    rng.shuffle(&mut names);
    names.truncate(1 + rng.below(names.len() as u32) as usize);
    let chosen = PartSet::named(G::FIGURES, names.iter().copied()).unwrap_or(PartSet::ALL);
    let view = state.view(Viewer::Seat(Seat::A));
    let (mut whole, mut some) = (vec![0.0; G::width()], vec![0.0; chosen.width(G::FIGURES)]);
    G::figures(&view, Seat::A, &mut whole);
    G::figures_of(&view, Seat::A, chosen, &mut some);
    let mut cut = some.clone();
    chosen.cut(G::FIGURES, &whole, &mut cut);
    if cut == some { Ok(()) } else { broken("parts", format!("{names:?} alone are not what the whole row has")) }
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
