//! Lessons: the faults that are found in them, and where right ways lead.

use scenario::Lesson;

/// A lesson with these steps, about the printed cells alone.
fn lesson(steps: &str) -> String {
    format!("lesson sample\ngame tikal\nseats 2\nminutes 1\n{}position\nap = 10\n---\n{steps}", texts("title"))
}

fn texts(word: &str) -> String {
    format!("{word}\n  en One.\n  it Uno.\n  es Una.\n")
}

fn step(key: &str, lines: &str) -> String {
    format!("step {key}\n{}{}{lines}\n", texts("title"), texts("do"))
}

fn course(text: &str) -> Result<scenario::Course, String> {
    let lesson = Lesson::parse(text).map_err(|fault| fault.to_string())?;
    lesson.course(catalog::find("tikal").unwrap().kind()).map_err(|fault| fault.to_string())
}

#[track_caller]
fn fails(steps: &str, what: &str) {
    let fault = course(&lesson(steps)).err().unwrap_or_default();
    assert!(fault.contains(what), "'{what}' is not in: {fault}");
}

#[test]
fn right_ways_meet_again_and_lead_to_the_end() {
    let enter = step("enter", "A enter leader a5 ; enter worker a5\nor A enter worker a5 ; enter leader a5");
    let course = course(&lesson(&(enter + &step("walk", "A move leader a5 b5") + &step("last", "")))).unwrap();
    // The first, two with half of it done, one after it, and one that is only read.
    assert_eq!(course.stops.len(), 5);
    assert_eq!(course.model(0), ["enter leader a5", "enter worker a5"]);
    assert!(course.is_right(0, ["enter worker a5", "enter leader a5"]));
    assert!(!course.is_right(0, ["enter worker a5", "enter worker a5"]));
    let last = course.stops.iter().find(|stop| stop.ways.iter().any(|way| way.to.is_none())).unwrap();
    assert_eq!((last.step, last.ways[0].word.as_deref()), (2, None));
}

#[test]
fn a_star_stands_for_any_word() {
    let enter = step("enter", "A enter * a5");
    let course = course(&lesson(&enter)).unwrap();
    let words: Vec<_> = course.stops[0].ways.iter().map(|way| way.word.clone().unwrap()).collect();
    assert_eq!(words, ["enter leader a5", "enter worker a5"]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    fails(&step("walk", "A move leader a5 b5"), "line 21, column 1: 'move leader a5 b5' is not legal here: T13");
    fails(&step("enter", "refuse T14 A enter worker a5\nA end"), "T14 should refuse");
    fails(&step("enter", "A enter worker a5\nexpect points.A = 3"), "points.A is 0, not 3");
    fails(&step("enter", "A enter worker a5\nA end"), "decides once a step");
    fails("step enter\ntitle\n  en One.\n  it Uno.\n", "has no 'es'");
    fails(&(step("end", "A end") + &step("late", "A enter worker a5")), "the learner is not to act");
    fails(&(step("one", "A end") + &step("one", "")), "a step 'one' already");
    fails(&step("enter", "or A end"), "'or' follows nothing");
    fails("A end\n", "before the first step");
}

#[test]
fn a_step_may_begin_at_another_position() {
    let later =
        step("uncover", "position\nplayers.A.workers = { b5 = 1 }\n---\nA uncover b5\nexpect state.values.b5 = 2");
    let course = course(&lesson(&(step("enter", "A enter worker a5") + &later))).unwrap();
    let jump = &course.stops[0].ways[0].played[1];
    assert_eq!((jump.by, jump.words.as_deref()), (None, None));
    assert_eq!(course.stops[1].game.steps(), 0);
}

#[test]
fn steps_show_what_was_played_and_refused() {
    let text = "game tikal\nseats 2\nposition\nplayers.A.workers = { b5 = 1 }\n---\nA uncover b5\n\
                expect state.ap = 8\nrefuse T14 A uncover b5\nundo 0\nA enter worker a5\n";
    let scenario = scenario::Scenario::parse(text).unwrap();
    let steps = scenario.steps(catalog::find("tikal").unwrap().kind()).unwrap();
    let words: Vec<_> = steps.iter().map(|step| step.words.as_str()).collect();
    assert_eq!(words, ["", "uncover b5", "uncover b5", "enter worker a5"]);
    assert!(steps[2].refused.is_some() && steps[1].refused.is_none());
    assert_eq!(steps[3].game.steps(), 1, "what was taken back is gone");
}
