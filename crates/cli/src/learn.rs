//! `quipu learn`: the lessons of a game, with the text board.

use anstream::println;
use clap::Args;
use engine::{Refused, ToAct, Viewer};
use lessons::{Lesson, Shelf};
use scenario::{Course, LEARNER, LessonStep, Played};

use crate::play::Lines;
use crate::rules::shelf;
use crate::show::{board, faint, strong, wrapped};
use crate::{Failure, Outcome, input};

#[derive(Args)]
pub(crate) struct Learn {
    /// The game
    game: String,
    /// Which lesson, by its name; without it the first
    lesson: Option<String>,
    /// The language: en, it or es
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: String,
    /// Play every right way of every lesson and say what is wrong, instead of teaching
    #[arg(long)]
    check: bool,
}

impl Learn {
    pub(crate) fn run(self) -> Outcome {
        let shelf = shelf(&self.game, &self.language)?;
        let lessons = shelf.lessons().map_err(Failure::Check)?;
        if self.check {
            return self.check(shelf, &lessons);
        }
        let found = match &self.lesson {
            Some(key) => lessons.iter().find(|lesson| lesson.key == *key),
            None => lessons.first(),
        };
        let known: Vec<&str> = lessons.iter().map(|lesson| lesson.key.as_str()).collect();
        let none = || Failure::Usage(format!("there is no such lesson; the lessons are: {}", known.join(", ")));
        let lesson = found.ok_or_else(none)?;
        let course = self.course(lesson)?;
        let ended = Teaching { lesson, course: &course, language: &self.language }.teach(&mut Lines::new());
        if let (true, Some(next)) = (ended, known.iter().skip_while(|key| **key != lesson.key).nth(1)) {
            println!("\nThe next lesson: quipu learn {} {next}", self.game);
        }
        Ok(())
    }

    fn course(&self, lesson: &Lesson) -> Result<Course, Failure> {
        let kind = input::entry(&self.game)?.kind();
        lesson.course(kind).map_err(|fault| Failure::Check(format!("{}.lesson: {fault}", lesson.key)))
    }

    fn check(&self, shelf: &Shelf, lessons: &[Lesson]) -> Outcome {
        for lesson in lessons {
            let course = self.course(lesson)?;
            println!(
                "ok    {} {} ({} steps, {} positions)",
                shelf.game,
                lesson.key,
                lesson.steps.len(),
                course.stops.len()
            );
        }
        Ok(())
    }
}

struct Teaching<'a> {
    lesson: &'a Lesson,
    course: &'a Course,
    language: &'a str,
}

impl Teaching<'_> {
    /// Goes through the lesson; answers whether it came to its end.
    fn teach(&self, lines: &mut Lines) -> bool {
        println!("{}", strong(self.lesson.title.in_language(self.language)));
        println!("{}", faint("Type words as they are shown; ? shows the way, q leaves."));
        let (mut at, mut shown) = (0, None);
        loop {
            let stop = &self.course.stops[at];
            let step = &self.lesson.steps[stop.step];
            if shown != Some(stop.step) {
                println!("\n{}", board(&stop.game.canvas(Viewer::Seat(LEARNER))));
                self.say(stop.step, step);
                shown = Some(stop.step);
            }
            let next = match stop.ways.first() {
                Some(way) if way.word.is_none() => lines.ask("[Enter]").filter(|line| line != "q").map(|_| way),
                _ => self.decision(at, step, lines),
            };
            let Some(way) = next else { return false };
            tell(&way.played);
            let Some(to) = way.to else { return true };
            at = to;
        }
    }

    fn say(&self, number: usize, step: &LessonStep) {
        let text = |text: &scenario::Text| text.in_language(self.language).replace("**", "");
        println!("{}", strong(&format!("{}. {}", number + 1, text(&step.title))));
        println!("{}", wrapped(&text(&step.task), ""));
        println!("{}", faint(&wrapped(&text(&step.why), "  ")));
    }

    /// Asks until the words are right.
    fn decision(&self, at: usize, step: &LessonStep, lines: &mut Lines) -> Option<&scenario::Way> {
        let game = &self.course.stops[at].game;
        let mut tries = 0;
        loop {
            let line = lines.ask(">")?;
            match line.as_str() {
                "q" => return None,
                "?" => println!("  {}", self.course.model(at).join(" ; ")),
                words => {
                    if let Some(way) = self.course.after(at, words) {
                        return Some(way);
                    }
                    tries += 1;
                    println!("{}", wrapped(&self.reaction(step, words, game.check(Some(LEARNER), words).err()), "  "));
                    if tries > 1 {
                        println!("  {}", self.course.model(at).join(" ; "));
                    }
                }
            }
        }
    }

    fn reaction(&self, step: &LessonStep, words: &str, refused: Option<Refused>) -> String {
        if let Some(why) = refused {
            let hint = step.refusals.iter().find(|refusal| refusal.words == words);
            let hint = hint.map(|refusal| refusal.hint.in_language(self.language)).unwrap_or_default();
            return format!("{why}. {hint}");
        }
        let begins = |beginning: &str| words == beginning || words.starts_with(&format!("{beginning} "));
        let fits = step.wrong.iter().filter(|(beginning, _)| beginning.is_empty() || begins(beginning));
        let best = fits.max_by_key(|(beginning, _)| beginning.len());
        let text = best.map(|(_, text)| text.in_language(self.language)).unwrap_or_default();
        if text.is_empty() {
            "That can be done, but the lesson asks for something else.".to_owned()
        } else {
            text.to_owned()
        }
    }
}

/// What happened, in sentences.
fn tell(played: &[Played]) {
    for one in played.iter().filter(|one| one.words.is_some()) {
        for told in one.game.events_for(Viewer::Seat(LEARNER)) {
            println!("  {}", faint(&told.text));
        }
        if let ToAct::Over(rule) = one.game.to_act() {
            println!("  the match is over by {rule}");
        }
    }
}
