//! What teaches the games is whole: diagrams can be shown, lessons can be done, languages say the same.

use std::collections::BTreeSet;

use lessons::{Block, Help, LANGUAGES, SHELVES, Section, Shelf};

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
            let pictures =
                scenario.pictures(entry.kind()).unwrap_or_else(|fault| panic!("{}: {fault}", figure.scenario));
            let mut last = 0;
            for (number, _) in &figure.captions {
                let fits = *number > last && *number <= pictures.len();
                assert!(fits, "{}: there is no picture {number} of {}", figure.scenario, pictures.len());
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

#[test]
fn texts_of_lessons_are_short() {
    for shelf in SHELVES {
        for lesson in shelf.lessons().unwrap_or_else(|fault| panic!("{fault}")) {
            for step in &lesson.steps {
                for language in LANGUAGES {
                    let place = format!("{} {} {} in {language}", shelf.game, lesson.key, step.key);
                    let task = step.task.in_language(language).chars().count();
                    assert!(task <= 120, "{place}: what to do has {task} letters");
                    let why = step.why.in_language(language).chars().count();
                    assert!(why <= 220, "{place}: the reason has {why} letters");
                }
            }
        }
    }
}
