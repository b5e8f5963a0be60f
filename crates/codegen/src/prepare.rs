//! Diagrams and lessons, played by the engine when the client is built, so that its pages show them without a server.

mod refusals;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow};
use catalog::GameEntry;
use engine::{AnyMatch, Seat, Viewer};
use lessons::{LANGUAGES, Lesson, Shelf};
use protocol::{
    Choice, Figure, FigurePicture, Frame, LessonLine, LessonScene, LessonStep, LessonStop, LessonText, LessonWay,
    MatchState, Offers, UndoAsked,
};
use scenario::{Course, LEARNER, PlayedStep, Stop, Text};

use refusals::Refusals;

/// A file of the client that is prepared.
#[derive(Debug)]
pub struct Prepared {
    /// Where it lies below the folder of what is prepared: `tikal/lessons/auction.json`.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// All that is prepared; the first diagram or lesson that cannot be played is the error.
pub fn prepared() -> Result<Vec<Prepared>> {
    let (mut files, mut lines) = (Vec::new(), BTreeMap::new());
    for shelf in lessons::SHELVES {
        let entry = catalog::find(shelf.game).with_context(|| format!("there is no game {}", shelf.game))?;
        let lessons = shelf.lessons().map_err(|fault| anyhow!(fault))?;
        teach(shelf, entry, &lessons, &mut files)?;
        lines.insert(shelf.game, lessons.iter().map(line).collect::<Vec<_>>());
    }
    files.push(written("lessons.json".to_owned(), &lines)?);
    Ok(files)
}

fn written(path: String, data: &impl serde::Serialize) -> Result<Prepared> {
    Ok(Prepared { path, text: serde_json::to_string(data)? })
}

fn teach(shelf: &Shelf, entry: &dyn GameEntry, lessons: &[Lesson], files: &mut Vec<Prepared>) -> Result<()> {
    let game = shelf.game;
    let page = shelf.page("en").map_err(|fault| anyhow!(fault))?;
    let mut shown: Vec<(&str, Viewer)> = Vec::new();
    for (_, mark) in page.figures() {
        if shown.contains(&(&mark.scenario, mark.eyes)) {
            continue;
        }
        shown.push((&mark.scenario, mark.eyes));
        let figure = figure(shelf, entry, &mark.scenario, mark.eyes)?;
        files.push(written(format!("{game}/figures/{}.{}.json", figure.scenario, figure.eyes), &figure)?);
    }
    for lesson in lessons {
        let made = prepare(entry, lesson).with_context(|| format!("in the lesson {} of {game}", lesson.key))?;
        files.push(written(format!("{game}/lessons/{}.json", lesson.key), &made)?);
    }
    let parts = entry.kind().parts(None).with_context(|| format!("{game} has no box"))?;
    let teaching = protocol::Teaching { parts: (&parts).into(), lessons: lessons.iter().map(line).collect() };
    files.push(written(format!("{game}/teaching.json"), &teaching)?);
    Ok(())
}

fn line(lesson: &Lesson) -> LessonLine {
    LessonLine {
        key: lesson.key.clone(),
        minutes: lesson.minutes,
        title: text(&lesson.title),
        steps: lesson.steps.iter().map(|step| step.key.clone()).collect(),
    }
}

fn text(text: &Text) -> LessonText {
    let [en, it, es] = LANGUAGES.map(|language| text.in_language(language).to_owned());
    LessonText { en, it, es }
}

/// A text that may be left out.
fn said(said: &Text) -> Option<LessonText> {
    (*said != Text::default()).then(|| text(said))
}

/// A match after a step, as a viewer sees it. The client has its own words for events.
fn frame(game: &dyn AnyMatch, viewer: Viewer, last: Option<(Option<Seat>, String)>, choices: bool) -> Frame {
    let mut frame = session::frame(game, viewer, last, choices);
    frame.events.iter_mut().for_each(|happened| happened.text.clear());
    frame
}

fn figure(shelf: &Shelf, entry: &dyn GameEntry, name: &str, eyes: Viewer) -> Result<Figure> {
    let scenario = shelf.scenario(name).map_err(|fault| anyhow!(fault))?;
    let steps = scenario.steps(entry.kind()).with_context(|| format!("in the scenario {name}"))?;
    let picture = |step: &scenario::ScenarioStep| {
        let last = (!step.words.is_empty()).then(|| (step.by, step.words.clone()));
        let mut frame = frame(&*step.game, eyes, last, true);
        frame.closed.clear();
        if step.refused.is_some() {
            frame.events.clear();
        }
        let position = (&step.game.diagram()).into();
        FigurePicture { frame, position, refused: step.refused.as_ref().map(session::reason) }
    };
    Ok(Figure {
        game: shelf.game.to_owned(),
        scenario: name.to_owned(),
        options: scenario.options().to_vec(),
        eyes: eyes_of(eyes),
        seats: scenario.seats(),
        pictures: steps.iter().map(picture).collect(),
    })
}

fn eyes_of(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "spectator".to_owned(),
        Viewer::All => "all".to_owned(),
    }
}

fn prepare(entry: &dyn GameEntry, lesson: &Lesson) -> Result<protocol::Lesson> {
    let course = lesson.course(entry.kind())?;
    let hides = course.stops.iter().any(|stop| stop.game.hides());
    let mut refusals = Refusals::new(entry);
    let stops = (0..course.stops.len()).map(|index| stop(&course, index, &mut refusals)).collect();
    Ok(protocol::Lesson {
        game: lesson.game().to_owned(),
        key: lesson.key.clone(),
        minutes: lesson.minutes,
        title: text(&lesson.title),
        options: lesson.start.options().to_vec(),
        seats: lesson.start.seats(),
        hides,
        steps: lesson.steps.iter().map(step).collect(),
        stops,
        reasons: refusals.reasons,
    })
}

fn step(step: &scenario::LessonStep) -> LessonStep {
    let reaction =
        |words: &str, text: &Text| Some(protocol::LessonReaction { words: words.to_owned(), text: said(text)? });
    LessonStep {
        key: step.key.clone(),
        title: text(&step.title),
        task: text(&step.task),
        why: said(&step.why),
        done: said(&step.done),
        light: step.light.clone(),
        wrong: step.wrong.iter().filter_map(|(words, text)| reaction(words, text)).collect(),
        refused: step.refusals.iter().filter_map(|refusal| reaction(&refusal.words, &refusal.hint)).collect(),
    }
}

fn stop(course: &Course, index: usize, refusals: &mut Refusals) -> LessonStop {
    let Stop { step, game, begun, ways, .. } = &course.stops[index];
    let viewer = Viewer::Seat(LEARNER);
    let Frame { view, closed, .. } = frame(&**game, viewer, None, true);
    let asks = ways.iter().any(|way| way.word.is_some());
    LessonStop {
        step: *step,
        begun: *begun,
        game: MatchState {
            step: game.steps(),
            to_act: session::to_act(&**game),
            points: Seat::all(game.seats()).map(|seat| game.points(seat)).collect(),
            eyes: eyes_of(viewer),
            yours: vec![LEARNER.to_string()],
            hides: game.hides(),
            offers: right(course, index),
            undo: UndoAsked { free: None, ask: None, takeback: false },
            votes: Vec::new(),
            clocks: Vec::new(),
            result: None,
        },
        view,
        position: (&game.diagram()).into(),
        closed,
        effects: session::effects(&**game, |word| ways.iter().any(|way| way.word.as_deref() == Some(word))),
        legal: if asks { game.legal() } else { Vec::new() },
        refused: if asks { refusals.at(&**game, ways) } else { Vec::new() },
        model: if asks { course.model(index) } else { Vec::new() },
        ways: ways.iter().map(way).collect(),
    }
}

/// The offers that lead on. The way to a right offer is right itself, so no offer loses what it comes after.
fn right(course: &Course, index: usize) -> Offers {
    let all = session::offers(&*course.stops[index].game);
    let right: Vec<bool> = all
        .each()
        .map(|offer| {
            let words = std::iter::once(&*offer.word).chain(offer.then.iter().map(|word| &**word));
            course.is_right(index, words)
        })
        .collect();
    let places: Vec<usize> =
        right.iter().scan(0, |kept, right| Some(std::mem::replace(kept, *kept + usize::from(*right)))).collect();
    let chosen = all
        .0
        .into_iter()
        .zip(&right)
        .filter(|(_, right)| **right)
        .map(|(choice, _)| Choice { after: choice.after.map(|before| places[before]), ..choice });
    Offers(chosen.collect())
}

fn way(way: &scenario::Way) -> LessonWay {
    LessonWay { word: way.word.clone(), scenes: way.played.iter().map(scene).collect(), to: way.to }
}

fn scene(played: &PlayedStep) -> LessonScene {
    // What was drawn is told by its events, as far as the learner may know it.
    let words = played.words.clone().filter(|_| played.by.is_some()).unwrap_or_default();
    let mut frame = frame(&*played.game, Viewer::Seat(LEARNER), Some((played.by, words)), false);
    let jump = played.words.is_none();
    if jump {
        frame.events.clear();
    }
    LessonScene { frame, jump }
}
