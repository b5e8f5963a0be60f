//! `quipu learn`: the lessons of a game, with the text board.

mod trail;

use anstream::{print, println};
use clap::Args;
use engine::{Refused, ToAct, Viewer};
use lessons::{Lesson, Shelf};
use scenario::{Course, LEARNER, LessonStep, PlayedStep, Way};

use crate::phrases::Phrases;
use crate::play::Lines;
use crate::play::choose::{Choice, LONG_LIST, choose, columns, verbs};
use crate::rules::shelf;
use crate::show::{board, faint, strong, wrapped};
use crate::{Failure, Outcome, input};
use trail::Trail;

#[derive(Args)]
pub(crate) struct Learn {
    /// The game
    game: String,
    /// Which lesson, by its name; without it the one that you left, or the first
    lesson: Option<String>,
    /// The language: en, it or es
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: String,
    /// Begin at the first step, wherever you left the lesson
    #[arg(long)]
    anew: bool,
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
        let number = self.number(&lessons)?;
        let lesson = &lessons[number];
        let course = self.course(lesson)?;
        let mut trail = Trail::of(&self.game, &lesson.key);
        if self.anew {
            trail.clear();
        }
        let phrases = Phrases::of(&self.language);
        let teaching = Teaching { lesson, course: &course, language: &self.language, phrases };
        if teaching.teach(&mut Lines::new(), &mut trail)
            && let Some(next) = lessons.get(number + 1)
        {
            let command = format!("quipu learn {} {}", self.game, next.key);
            println!("{}", phrases.following.replace("{}", &command));
        }
        Ok(())
    }

    /// The place of the lesson that is asked for, that was left, or the first.
    fn number(&self, lessons: &[Lesson]) -> Result<usize, Failure> {
        let known: Vec<&str> = lessons.iter().map(|lesson| lesson.key.as_str()).collect();
        let none = || Failure::Usage(format!("there is no such lesson; the lessons are: {}", known.join(", ")));
        match &self.lesson {
            Some(key) => known.iter().position(|one| one == key).ok_or_else(none),
            None if lessons.is_empty() => Err(none()),
            None => Ok(known.iter().position(|key| !Trail::of(&self.game, key).is_empty()).unwrap_or(0)),
        }
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
    phrases: &'static Phrases,
}

impl Teaching<'_> {
    /// Goes through the lesson; answers whether it came to its end.
    fn teach(&self, lines: &mut Lines, trail: &mut Trail) -> bool {
        println!("{}", strong(self.lesson.title.in_language(self.language)));
        println!("{}", faint(&wrapped(self.phrases.how, "")));
        let seats = self.course.stops[0].game.seats().min(self.phrases.seats.len());
        println!("{}.", self.phrases.seats[..seats].join(", "));
        let (mut at, mut shown) = (trail.follow(self.course), None);
        if at > 0 {
            let number = self.course.stops[at].step + 1;
            println!("{}", self.phrases.resumed.replace("{}", &number.to_string()));
        }
        loop {
            let stop = &self.course.stops[at];
            if shown != Some(stop.step) {
                println!("\n{}", board(&stop.game.canvas(Viewer::Seat(LEARNER))));
                self.say(stop.step);
                shown = Some(stop.step);
            }
            let next = match stop.ways.first() {
                Some(way) if way.word.is_none() => lines.ask(self.phrases.read).filter(|line| line != "q").map(|_| way),
                _ => self.decision(at, lines),
            };
            let Some(way) = next else {
                println!("{}", self.phrases.kept.replace("{}", &(stop.step + 1).to_string()));
                return false;
            };
            trail.note(way);
            self.tell(at, way);
            let Some(to) = way.to else {
                trail.clear();
                println!("\n{}", strong(self.phrases.done));
                return true;
            };
            at = to;
        }
    }

    fn text(&self, text: &scenario::Text) -> String {
        text.in_language(self.language).replace("**", "")
    }

    fn say(&self, number: usize) {
        let step = &self.lesson.steps[number];
        println!("{}", strong(&format!("{}. {}", number + 1, self.text(&step.title))));
        println!("{}", wrapped(&self.text(&step.task), ""));
        println!("{}", faint(&wrapped(&self.text(&step.why), "  ")));
        // What is marked on the screen is named here; parts of the page have no name.
        let marked: Vec<&str> = step
            .light
            .iter()
            .filter_map(|click| click.split_once(':'))
            .filter(|(kind, _)| *kind != "verb")
            .map(|(_, name)| name)
            .collect();
        if !marked.is_empty() {
            println!("{}", faint(&wrapped(&self.phrases.marked.replace("{}", &marked.join("  ")), "  ")));
        }
    }

    /// What came of a way: events, points, and the lesson's own words when its step is done.
    fn tell(&self, at: usize, way: &Way) {
        // Another position is not something that happened.
        let happened: Vec<&PlayedStep> = way.played.iter().take_while(|one| one.words.is_some()).collect();
        for one in &happened {
            for told in one.game.events_for(Viewer::Seat(LEARNER)) {
                println!("  {}", faint(&told.text));
            }
            if let ToAct::Over(rule) = one.game.to_act() {
                println!("  {}", self.phrases.over.replace("{}", &rule.to_string()));
            }
        }
        let stop = &self.course.stops[at];
        let gained = happened.last().map_or(0, |last| last.game.points(LEARNER) - stop.game.points(LEARNER));
        if gained != 0 {
            println!("  {}", strong(&self.phrases.gained(gained)));
        }
        let done = self.text(&self.lesson.steps[stop.step].done);
        let leaves = way.to.is_none_or(|to| self.course.stops[to].step != stop.step);
        if leaves && !done.is_empty() {
            println!("{}", wrapped(&done, "  "));
        }
    }

    fn list(&self, legal: &[String]) {
        if legal.len() > LONG_LIST {
            println!("{}\n{}", faint(self.phrases.verbs), verbs(legal));
        } else {
            all(legal);
        }
    }

    /// Asks until the words are right.
    fn decision(&self, at: usize, lines: &mut Lines) -> Option<&Way> {
        let game = &self.course.stops[at].game;
        let step = &self.lesson.steps[self.course.stops[at].step];
        let legal = game.legal();
        let model = || println!("  {}", self.course.model(at).join(" ; "));
        self.list(&legal);
        let mut tries = 0;
        loop {
            let line = lines.ask(">")?;
            let words = match line.as_str() {
                "q" => return None,
                "?" => {
                    model();
                    continue;
                }
                "list" => {
                    all(&legal);
                    continue;
                }
                "" => {
                    self.list(&legal);
                    continue;
                }
                typed => match choose(typed, &legal) {
                    Choice::Word(word) => word,
                    Choice::Several(shown) => {
                        print!("{}", columns(&legal, &shown));
                        continue;
                    }
                    Choice::None => typed.to_owned(),
                },
            };
            if let Some(way) = self.course.after(at, &words) {
                return Some(way);
            }
            tries += 1;
            println!("{}", wrapped(&self.reaction(step, &words, game.check(Some(LEARNER), &words).err()), "  "));
            if tries > 1 {
                model();
            }
        }
    }

    fn reaction(&self, step: &LessonStep, words: &str, refused: Option<Refused>) -> String {
        if let Some(why) = refused {
            let hint = step.refusals.iter().find(|refusal| refusal.words == words);
            let hint = hint.map_or_else(|| self.text(&step.task), |refusal| self.text(&refusal.hint));
            return format!("{why}. {hint}");
        }
        let text = step.reaction(words).map(|text| self.text(text)).unwrap_or_default();
        if text.is_empty() { self.phrases.other.to_owned() } else { text }
    }
}

/// All choices with their numbers.
fn all(legal: &[String]) {
    print!("{}", columns(legal, &(0..legal.len()).collect::<Vec<_>>()));
}
