//! What teaches the games is whole: diagrams can be shown, lessons can be done, languages say the same.

use std::collections::BTreeSet;

use lessons::{Block, Help, LANGUAGES, SHELVES, Scenario, Section, Shelf};
use scenario::Way;

fn page(shelf: &Shelf, language: &str) -> Help {
    shelf.page(language).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Whether a page has the marks of sections; one without is a plain list of rules.
fn is_marked(help: &Help) -> bool {
    help.sections.iter().any(|section| !section.key.is_empty())
}

#[test]
fn every_game_has_a_shelf() {
    for entry in catalog::GAMES {
        let key = entry.kind().info().key;
        assert!(lessons::shelf(key).is_some(), "{key} teaches nothing");
    }
}

#[test]
fn all_languages_have_the_same_rules() {
    for shelf in SHELVES {
        let english: BTreeSet<_> = page(shelf, "en").rules().map(|(_, rule)| rule.rule.clone()).collect();
        for language in LANGUAGES {
            let here: BTreeSet<_> = page(shelf, language).rules().map(|(_, rule)| rule.rule.clone()).collect();
            assert_eq!(here, english, "{} in {language}", shelf.game);
        }
    }
}

/// What must be the same in all languages.
fn outline(section: &Section) -> Vec<String> {
    let mut lines =
        vec![format!("section {} {:?} {:?} {:?}", section.key, section.verbs, section.lesson, section.only)];
    lines.extend(section.blocks.iter().map(|block| match block {
        Block::Paragraph(paragraph) => format!("{:?} {:?}", paragraph.rule, paragraph.only),
        Block::Figure(figure) => {
            let stops: Vec<_> = figure.captions.iter().map(|(number, _)| number).collect();
            format!("figure {} {:?} {stops:?}", figure.scenario, figure.eyes)
        }
        Block::Asked(_) => "asked".to_owned(),
    }));
    lines
}

#[test]
fn all_languages_have_the_same_sections_diagrams_and_terms() {
    for shelf in SHELVES {
        let english = page(shelf, "en");
        if !is_marked(&english) {
            continue;
        }
        for language in LANGUAGES {
            let here = page(shelf, language);
            let outlines = |help: &Help| help.sections.iter().map(outline).collect::<Vec<_>>();
            for (one, other) in outlines(&here).iter().zip(outlines(&english)) {
                assert_eq!(*one, other, "{} in {language}", shelf.game);
            }
            assert_eq!(here.sections.len(), english.sections.len(), "{} in {language}", shelf.game);
            let terms =
                |help: &Help| help.terms.iter().map(|term| (term.key.clone(), term.rule.clone())).collect::<Vec<_>>();
            assert_eq!(terms(&here), terms(&english), "{} in {language}", shelf.game);
            let rows = |help: &Help| help.card.lines().filter(|line| line.starts_with('|')).count();
            assert_eq!(rows(&here), rows(&english), "the card of {} in {language}", shelf.game);
        }
    }
}

#[test]
fn a_page_with_sections_has_what_they_need() {
    for shelf in SHELVES {
        let lessons = shelf.lessons().unwrap_or_else(|fault| panic!("{fault}"));
        for language in LANGUAGES {
            let help = page(shelf, language);
            if !is_marked(&help) {
                continue;
            }
            let rules: BTreeSet<_> = help.rules().filter_map(|(_, rule)| rule.rule.clone()).collect();
            for section in &help.sections {
                let place = format!("{} in {language}, line {}", shelf.game, section.line);
                assert!(!section.key.is_empty(), "{place}: a section without its mark");
                assert!(!section.lead.is_empty(), "{place}: a section without its sentence");
                if let Some(lesson) = &section.lesson {
                    let (key, step) = lesson.split_once('/').unwrap_or((lesson, ""));
                    let found = lessons.iter().find(|one| one.key == key);
                    let there = found.is_some_and(|one| step.is_empty() || one.steps.iter().any(|it| it.key == step));
                    assert!(there, "{place}: there is no lesson '{lesson}'");
                }
            }
            for term in &help.terms {
                let known = rules.contains(&term.rule);
                assert!(known, "{} in {language}: {} links to {}", shelf.game, term.key, term.rule);
            }
        }
    }
}

#[test]
fn every_diagram_can_be_shown() {
    for shelf in SHELVES {
        let entry = catalog::find(shelf.game).unwrap_or_else(|| panic!("{} is a game", shelf.game));
        for (_, figure) in page(shelf, "en").figures() {
            let scenario = shelf.scenario(&figure.scenario).unwrap_or_else(|fault| panic!("{fault}"));
            let steps = scenario.steps(entry.kind()).unwrap_or_else(|fault| panic!("{}: {fault}", figure.scenario));
            let mut last = 0;
            for (number, _) in &figure.captions {
                let fits = *number > last && *number <= steps.len();
                assert!(fits, "{}: there is no step {number} of {}", figure.scenario, steps.len());
                last = *number;
            }
        }
    }
}

#[test]
fn every_lesson_can_be_done() {
    for shelf in SHELVES {
        let entry = catalog::find(shelf.game).unwrap_or_else(|| panic!("{} is a game", shelf.game));
        for lesson in shelf.lessons().unwrap_or_else(|fault| panic!("{fault}")) {
            let course = lesson.course(entry.kind()).unwrap_or_else(|fault| {
                panic!("games/{}/lessons/*_{}.lesson: {fault}", shelf.game, lesson.key);
            });
            let ends = course.stops.iter().flat_map(|stop| &stop.ways).filter(|way| way.to.is_none()).count();
            assert!(ends > 0, "{} {}: no way leads to the end", shelf.game, lesson.key);
            for (index, stop) in course.stops.iter().enumerate() {
                assert!(!stop.ways.is_empty(), "{} {}: stop {index} leads nowhere", shelf.game, lesson.key);
            }
        }
    }
}

/// Where the board is set anew or the lesson ends, what came of one's action is read first: no other step says it.
#[test]
fn the_last_action_before_another_position_or_the_end_says_what_came_of_it() {
    for shelf in SHELVES {
        let entry = catalog::find(shelf.game).unwrap_or_else(|| panic!("{} is a game", shelf.game));
        for lesson in shelf.lessons().unwrap_or_else(|fault| panic!("{fault}")) {
            let course = lesson.course(entry.kind()).unwrap_or_else(|fault| panic!("{}: {fault}", lesson.key));
            for stop in &course.stops {
                let anew = |way: &Way| way.to.is_none() || way.played.iter().any(|played| played.words.is_none());
                if stop.ways.iter().any(|way| way.word.is_some() && anew(way)) {
                    let step = &lesson.steps[stop.step];
                    let said = !step.done.in_language("en").is_empty();
                    assert!(said, "{} {}: '{}' needs a text 'done'", shelf.game, lesson.key, step.key);
                }
            }
        }
    }
}

/// Whatever is legal may be tried in a lesson, and is taken back: the step says why not that, and what to do.
#[test]
fn whatever_is_legal_and_off_the_lesson_is_answered() {
    let mut mute = Vec::new();
    for shelf in SHELVES {
        let entry = catalog::find(shelf.game).unwrap_or_else(|| panic!("{} is a game", shelf.game));
        for lesson in shelf.lessons().unwrap_or_else(|fault| panic!("{fault}")) {
            let course = lesson.course(entry.kind()).unwrap_or_else(|fault| panic!("{}: {fault}", lesson.key));
            for (number, step) in lesson.steps.iter().enumerate() {
                let asked = course
                    .stops
                    .iter()
                    .enumerate()
                    .filter(|(_, stop)| stop.step == number && stop.ways.iter().any(|way| way.word.is_some()));
                let off: BTreeSet<String> = asked
                    .flat_map(|(at, stop)| {
                        let legal = stop.game.legal().into_iter();
                        legal.filter(|word| course.after(at, word).is_none()).collect::<Vec<_>>()
                    })
                    .filter(|word| step.reaction(word).is_none())
                    .collect();
                let verbs: BTreeSet<&str> = off.iter().filter_map(|word| word.split(' ').next()).collect();
                if let Some(word) = off.first() {
                    mute.push(format!(
                        "{} {}: '{word}' is legal at '{}' and off the lesson, as are {} more ({verbs:?}): add 'wrong'",
                        shelf.game,
                        lesson.key,
                        step.key,
                        off.len() - 1,
                    ));
                }
            }
        }
    }
    assert!(mute.is_empty(), "{}", mute.join("\n"));
}

#[test]
fn texts_of_lessons_are_short() {
    for shelf in SHELVES {
        for lesson in shelf.lessons().unwrap_or_else(|fault| panic!("{fault}")) {
            for step in &lesson.steps {
                for language in LANGUAGES {
                    let place = format!("{} {} {} in {language}", shelf.game, lesson.key, step.key);
                    let task = step.task.in_language(language).chars().count();
                    assert!(task <= 90, "{place}: what to do has {task} letters");
                    let why = step.why.in_language(language).chars().count();
                    assert!(why <= 160, "{place}: the reason has {why} letters");
                }
            }
        }
    }
}

#[test]
fn a_newcomer_learns_a_game_in_about_ten_minutes() {
    for shelf in SHELVES {
        let lessons = shelf.lessons().unwrap_or_else(|fault| panic!("{fault}"));
        // A new game has none at first; with the first one it owes the others.
        if lessons.is_empty() {
            continue;
        }
        assert!(lessons.len() > 1, "{} has a first lesson and another", shelf.game);
        for lesson in &lessons {
            let steps = lesson.steps.len();
            assert!((8..=12).contains(&steps), "{} {} has {steps} steps", shelf.game, lesson.key);
        }
        let minutes: u32 = lessons.iter().map(|lesson| lesson.minutes).sum();
        assert!((8..=12).contains(&minutes), "{} is learnt in {minutes} minutes", shelf.game);
    }
}

#[test]
fn every_family_of_rules_has_a_diagram() {
    for shelf in SHELVES {
        let help = page(shelf, "en");
        // A new game's page is a plain list of rules at first; with the first mark it owes all of this.
        if !is_marked(&help) {
            continue;
        }
        let shown = help.figures().count();
        assert!(shown >= 15, "{} has {shown} diagrams", shelf.game);
        for section in &help.sections {
            let has = section.blocks.iter().any(|block| matches!(block, Block::Figure(_)));
            assert!(has, "{}: '{}' has no diagram", shelf.game, section.key);
        }
    }
}

/// What a reader sees of a page, in pieces.
fn texts(help: &Help) -> Vec<&str> {
    let mut texts = Vec::new();
    for section in &help.sections {
        texts.extend([&*section.title, &*section.lead]);
        for block in &section.blocks {
            match block {
                Block::Paragraph(paragraph) => texts.push(&paragraph.text),
                Block::Figure(figure) => texts.extend(figure.captions.iter().map(|(_, text)| &**text)),
                Block::Asked(asked) => texts.extend([&*asked.question, &*asked.answer]),
            }
        }
    }
    texts.extend(help.terms.iter().map(|term| &*term.text));
    texts
}

#[test]
fn rules_name_options_as_the_table_does_not_by_their_keys() {
    for shelf in SHELVES {
        let kind = catalog::find(shelf.game).unwrap_or_else(|| panic!("{} is a game", shelf.game)).kind();
        // A key that is one word may be a word of the language, too; with a value or as code it is a key.
        let written: Vec<String> = kind
            .choices()
            .iter()
            .flat_map(|option| {
                let whole = option.key.contains('_').then(|| option.key.to_owned());
                [format!("{}=", option.key), format!("`{}", option.key)].into_iter().chain(whole)
            })
            .collect();
        assert!(!written.is_empty(), "{} has options", shelf.game);
        for language in LANGUAGES {
            for text in texts(&page(shelf, language)) {
                let found = written.iter().find(|key| text.contains(&**key));
                assert!(found.is_none(), "{} in {language}: {found:?} in '{text}'", shelf.game);
            }
        }
    }
}

/// Opens a position as a table for practice does, and finds it as it was.
fn opens_as_a_table(entry: &dyn catalog::GameEntry, start: &Scenario, game: &dyn engine::AnyMatch, place: &str) {
    let opening = engine::Opening { options: start.options().to_vec(), ..engine::Opening::seats(start.seats()) };
    let opened = entry.kind().open_at(&opening, game.diagram());
    let opened = opened.unwrap_or_else(|why| panic!("{place} cannot be tried: {why}"));
    assert_eq!(opened.diagram(), game.diagram(), "{place} is another position as a table");
    assert_eq!(opened.to_act(), game.to_act(), "{place}: somebody else is to act at the table");
}

#[test]
fn every_step_and_every_stop_can_be_tried_at_a_table() {
    for shelf in SHELVES {
        let entry = catalog::find(shelf.game).unwrap_or_else(|| panic!("{} is a game", shelf.game));
        for (_, figure) in page(shelf, "en").figures() {
            let scenario = shelf.scenario(&figure.scenario).unwrap_or_else(|fault| panic!("{fault}"));
            let steps = scenario.steps(entry.kind()).unwrap_or_else(|fault| panic!("{fault}"));
            for (number, step) in steps.iter().enumerate() {
                opens_as_a_table(entry, &scenario, &*step.game, &format!("{} {}", figure.scenario, number + 1));
            }
        }
        for lesson in shelf.lessons().unwrap_or_else(|fault| panic!("{fault}")) {
            let course = lesson.course(entry.kind()).unwrap_or_else(|fault| panic!("{fault}"));
            for stop in &course.stops {
                let place = format!("{} {}", lesson.key, lesson.steps[stop.step].key);
                opens_as_a_table(entry, &lesson.start, &*stop.game, &place);
            }
        }
    }
}
