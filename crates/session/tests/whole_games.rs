//! Whole matches of every game at a table with two people, one of them at two seats, and a bot.

mod sitting;

use engine::{Fast, Seat, Viewer};
use protocol::{Command, LineKind, Stage, ToAct};
use serde_json::Value as Json;
use session::{Presence, Reader, Table};
use sitting::{Sitting, pick};

#[test]
fn every_game_is_played_to_its_end_and_every_reader_can_follow() {
    for entry in catalog::GAMES {
        let key = entry.kind().info().key;
        for number in 0..3 {
            let mut sitting = Sitting::start(key, 3, number);
            let mut readers = Readers::of(&mut sitting.table);
            let mut rng = Fast::new(number);
            while *sitting.table.stage() == Stage::Playing {
                sitting.play_at_random(&mut rng);
                readers.follow(&mut sitting.table);
            }
            assert_eq!(*sitting.table.stage(), Stage::Over, "{key}");
            assert!(readers.compared > 0, "{key}");
            readers.saw_every_step(&sitting.table);
            let record = sitting.table.record(Viewer::All).unwrap();
            assert!(record.seed.is_some() && record.result.is_some(), "{key}");
            assert_eq!(record.commit, record.seed.map(|seed| seed.commitment()));
            let replayed = entry.kind().replay(&record, None).unwrap();
            assert_eq!(replayed.outcome(), sitting.table.game().unwrap().outcome());
        }
    }
}

/// A program is sent the view that its seat has at the table, and reads it as that seat's.
#[test]
fn what_a_seat_is_sent_reads_as_its_view() {
    for entry in catalog::GAMES {
        let mut sitting = Sitting::start(entry.kind().info().key, 3, 4);
        let mut rng = Fast::new(2);
        for _ in 0..40 {
            for seat in Seat::all(3) {
                let reader = Reader { yours: vec![seat], viewer: Viewer::Seat(seat) };
                let sent = sitting.table.state(&reader, 0, &Presence::default()).view.expect("a view");
                let text = serde_json::to_string(&sent).unwrap();
                let glimpse = entry.glimpse(&text, seat).unwrap_or_else(|error| panic!("{error}: {text}"));
                assert_eq!(glimpse.is_to_act(), sitting.table.mover().map(session::Mover::seat) == Some(seat));
            }
            sitting.play_at_random(&mut rng);
        }
    }
}

#[test]
fn the_fold_of_the_log_is_the_table() {
    for entry in catalog::GAMES {
        let key = entry.kind().info().key;
        let mut sitting = Sitting::start(key, 2, 7);
        let mut rng = Fast::new(3);
        for _ in 0..60 {
            if *sitting.table.stage() == Stage::Playing {
                sitting.play_at_random(&mut rng);
            }
        }
        sitting.command("Ada", &Command::Chat { text: "well played".to_owned() }).unwrap();
        let again = sitting.refold();
        assert_eq!(again.version(), sitting.table.version());
        assert_eq!(again.stage(), sitting.table.stage());
        assert_eq!(again.overview(true), sitting.table.overview(true));
        for viewer in [Viewer::Seat(engine::Seat::A), Viewer::Spectator] {
            assert_eq!(again.game().unwrap().view(viewer), sitting.table.game().unwrap().view(viewer), "{key}");
            assert_eq!(again.all_lines(viewer), sitting.table.all_lines(viewer), "{key}");
        }
    }
}

#[test]
fn a_step_that_is_refused_leaves_the_table_readable_before_it() {
    let mut sitting = Sitting::start("tikal", 2, 1);
    let mut rng = Fast::new(1);
    (0..20).for_each(|_| sitting.play_at_random(&mut rng));
    let steps = sitting.table.game().unwrap().steps();
    let body = r#"{"e":"step","by":"A","words":"place z9 r0"}"#.to_owned();
    sitting.log.push((0, body));
    sitting.log.push((0, r#"{"e":"step","by":"A","words":"end"}"#.to_owned()));
    let mut again: Table = sitting.refold();
    let Stage::Broken { step, why } = again.stage().clone() else { panic!("{:?}", again.stage()) };
    assert_eq!(step, steps);
    assert!(why.contains("z9"), "{why}");
    // It can be read, and nothing can be done at it.
    assert_eq!(again.frames(Viewer::Spectator, 0, usize::MAX).len(), steps + 1);
    let who = Sitting::who("Ada");
    let refused = again.command(&who, "1", &Command::Chat { text: "hm".to_owned() }, &sitting::now(0)).unwrap_err();
    assert!(refused.reason.text.contains("z9"), "{refused:?}");
}

/// Half of the steps are taken back: a match of players who try things out.
#[test]
fn a_log_of_5000_steps_is_folded_whole() {
    let mut sitting = Sitting::start("inka", 2, 5);
    let mut rng = Fast::new(5);
    let mut steps = 0;
    while steps < 5_000 {
        let (step, seat) = (sitting.table.game().unwrap().steps(), sitting.table.mover().unwrap().seat());
        let word = pick(sitting.table.game().unwrap(), &mut rng, &["take"]);
        sitting.play(&word);
        steps += sitting.table.game().unwrap().steps() - step;
        let undo = Command::Undo { seen: sitting.table.version(), seat, to: step };
        let over = *sitting.table.stage() == Stage::Over;
        assert!(!over, "the match ended after {steps} steps");
        if step > 300 && sitting.table.game().unwrap().free_undo(seat) <= step {
            sitting.command(Sitting::name_of(seat), &undo).unwrap();
        }
    }
    let again = sitting.refold();
    assert_eq!(again.game().unwrap().diagram(), sitting.table.game().unwrap().diagram());
    assert_eq!(again.game().unwrap().record(), sitting.table.game().unwrap().record());
}

#[test]
fn other_eyes_are_told_what_they_see_otherwise() {
    for entry in catalog::GAMES {
        let key = entry.kind().info().key;
        let (mut sitting, mut rng, mut otherwise) = (Sitting::start(key, 3, 1), Fast::new(5), 0);
        let eyes = [Viewer::Seat(Seat::A), Viewer::Seat(Seat::new(2)), Viewer::Spectator];
        let mut reader = Reader { yours: vec![Seat::A, Seat::new(2)], viewer: eyes[0] };
        sitting.table.follow_now(reader.viewer);
        let state = sitting.table.state(&reader, 0, &Presence::default());
        let (mut view, mut lines) = (state.view.unwrap().0.read(), state.lines);
        for viewer in eyes.into_iter().cycle().skip(1).take(150) {
            let since = sitting.table.version();
            sitting.play_at_random(&mut rng);
            let table = &mut sitting.table;
            if *table.stage() != Stage::Playing {
                break;
            }
            for mut line in table.news(&reader, since, 0, &Presence::default()).unwrap().lines {
                apply(&mut view, &std::mem::take(&mut line.changes));
                lines.push(line);
            }
            let before = std::mem::replace(&mut reader.viewer, viewer);
            table.follow_now(viewer);
            let looked = table.looked(&reader, before, 0).expect("what is followed is known");
            table.look_away(before);
            apply(&mut view, &looked.changes);
            lines.retain(|line| line.version >= looked.from);
            otherwise += looked.lines.len();
            for line in looked.lines {
                let place = lines.binary_search_by_key(&line.version, |line| line.version).unwrap();
                lines[place] = line;
            }
            let game = table.game().unwrap();
            let truth = game.view(if game.hides() { viewer } else { Viewer::Spectator });
            assert_eq!(view, truth, "{key}: the changes do not add up");
            let all = table.all_lines(viewer);
            assert_eq!(lines, all[all.len() - lines.len()..], "{key}");
        }
        assert_eq!(otherwise > 0, sitting.table.game().unwrap().hides(), "{key}");
    }
}

/// Clients that put together what they are sent, one for each viewer.
struct Readers {
    clients: Vec<(Reader, u64, Json, Vec<protocol::Line>)>,
    /// The view after each step, as it was put together from the step's own changes.
    views: Vec<(Viewer, usize, Json)>,
    /// How often their lines were compared with those that are made again.
    compared: usize,
}

impl Readers {
    fn of(table: &mut Table) -> Readers {
        let viewers = [
            (vec![Seat::new(0), Seat::new(2)], Viewer::Seat(Seat::A)),
            (vec![Seat::new(1)], Viewer::Seat(Seat::new(1))),
            (Vec::new(), Viewer::Spectator),
        ];
        let open = |(yours, viewer): (Vec<Seat>, Viewer)| {
            let reader = Reader { yours, viewer };
            table.follow_now(viewer);
            let state = table.state(&reader, 0, &Presence::default());
            let Some(view) = state.view else { panic!("a whole view comes first") };
            (reader, state.version, view.0.read(), state.lines)
        };
        Readers { clients: viewers.into_iter().map(open).collect(), views: Vec::new(), compared: 0 }
    }

    fn follow(&mut self, table: &mut Table) {
        for (reader, version, view, lines) in &mut self.clients {
            let news = table.news(reader, *version, 0, &Presence::default()).unwrap();
            assert!(news.view.is_none(), "who follows is told the changes");
            for mut line in news.lines {
                apply(view, &std::mem::take(&mut line.changes));
                if let LineKind::Step { step, .. } = line.what {
                    self.views.push((reader.viewer, step + 1, view.clone()));
                }
                lines.push(line);
            }
            *version = news.version;
            let game = table.game().unwrap();
            let truth = game.view(if game.hides() { reader.viewer } else { Viewer::Spectator });
            assert_eq!(*view, truth, "the changes do not add up");
            // Where nothing is hidden a device gets the offers of each of its seats.
            let decides = table.mover().is_some_and(|mover| {
                let own = reader.yours.contains(&mover.seat());
                own && (reader.viewer == Viewer::Seat(mover.seat()) || !game.hides())
            });
            assert_eq!(!news.game.unwrap().offers.is_empty(), decides && *table.stage() == Stage::Playing);
            if table.version().is_multiple_of(50) {
                assert_eq!(*lines, table.all_lines(reader.viewer), "lines as they came and as they are read again");
                self.compared += 1;
            }
        }
    }
}

impl Readers {
    /// Each step of news had its own view, and no later one: nobody saw a tile before it was turned up.
    fn saw_every_step(&self, table: &Table) {
        let hides = table.game().unwrap().hides();
        for (reader, ..) in &self.clients {
            let frames = table.frames(if hides { reader.viewer } else { Viewer::Spectator }, 0, usize::MAX);
            let own: Vec<_> = self.views.iter().filter(|(viewer, ..)| *viewer == reader.viewer).collect();
            assert!(own.len() > 20, "{} steps", own.len());
            for (_, step, view) in own {
                let frame = &frames[*step];
                // What nobody is told of comes with the draw behind it.
                if frame.events.is_empty() && frame.to_act == ToAct::Chance {
                    continue;
                }
                assert_eq!(*view, frame.view.0.read(), "after step {step}");
            }
        }
    }
}

fn apply(view: &mut Json, changes: &protocol::Changes) {
    changes.make(view).unwrap();
}

/// The end of a long log, as it is kept at hand and as it is made again.
#[test]
fn a_state_has_the_last_lines_of_a_log_of_any_length() {
    let mut sitting = Sitting::start("tongiaki", 2, 4);
    let reader = Reader { yours: vec![Seat::A], viewer: Viewer::Seat(Seat::A) };
    let mut rng = Fast::new(4);
    let mut compared = [0; 2];
    while *sitting.table.stage() == Stage::Playing && sitting.table.version() < 400 {
        sitting.play_at_random(&mut rng);
        if !sitting.table.version().is_multiple_of(5) {
            continue;
        }
        let all = sitting.table.all_lines(reader.viewer);
        let last = all[all.len().saturating_sub(100)..].to_vec();
        for table in [&mut sitting.refold(), &mut sitting.table] {
            table.follow_now(reader.viewer);
            let state = table.state(&reader, 0, &Presence::default());
            assert_eq!((state.lines, state.more_lines), (last.clone(), all.len() > 100), "of {} lines", all.len());
        }
        compared[usize::from(all.len() > 100)] += 1;
    }
    assert!(compared.iter().all(|count| *count > 5), "{compared:?}");
}

/// A match of three that has gone on for 300 entries, or is over.
fn long_match(game: &str) -> Sitting {
    let mut sitting = Sitting::start(game, 3, 4);
    let mut rng = Fast::new(4);
    while sitting.table.version() < 300 && *sitting.table.stage() == Stage::Playing {
        sitting.play_at_random(&mut rng);
    }
    sitting
}

/// To read the log again is long work: nobody who opens a table that was just read needs it, and who comes later
/// does it beside the table.
#[test]
fn lines_are_made_once_for_all_who_come() {
    let mut sitting = long_match("thebes");
    assert!(sitting.table.version() >= 300 && sitting.table.game().unwrap().hides());
    let viewers: Vec<_> = Seat::all(3).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::All]).collect();
    let last = |table: &mut Table, viewer| table.state(&Reader { yours: Vec::new(), viewer }, 0, &Presence::default());
    let mut read = sitting.refold();
    for viewer in viewers {
        let all = sitting.table.all_lines(viewer);
        let wanted = &all[all.len() - 100..];
        assert!(read.follow(viewer).is_none(), "{viewer:?} has unread lines");
        assert_eq!(last(&mut read, viewer).lines, wanted, "{viewer:?}");
        // Nobody has followed the other one yet.
        let unread = sitting.table.follow(viewer).expect("unread lines");
        let state = last(&mut sitting.table, viewer);
        assert!(state.lines.len() < 100 && state.more_lines, "{viewer:?} has all lines at once");
        let lines = unread.lines();
        sitting.table.fill_in(viewer, &lines);
        assert_eq!(last(&mut sitting.table, viewer).lines, wanted, "{viewer:?}");
        assert!(sitting.table.follow(viewer).is_none(), "{viewer:?} has them now");
    }
}

#[test]
fn news_of_more_than_is_cached_are_none() {
    let mut sitting = long_match("tikal");
    let reader = Reader { yours: Vec::new(), viewer: Viewer::Spectator };
    let version = sitting.table.version();
    let mut news = |since| sitting.table.news(&reader, since, 0, &Presence::default()).map(|news| news.lines.len());
    assert_eq!((news(1), news(version)), (None, Some(0)));
    assert!(news(version - 60).is_some_and(|lines| lines > 50));
}

#[test]
fn frames_are_those_between_two_steps() {
    let mut sitting = Sitting::start("thebes", 2, 4);
    let mut rng = Fast::new(4);
    (0..30).for_each(|_| sitting.play_at_random(&mut rng));
    for viewer in [Viewer::Seat(Seat::A), Viewer::Spectator] {
        let all = sitting.table.frames(viewer, 0, usize::MAX);
        assert_eq!(all.iter().map(|frame| frame.step).collect::<Vec<_>>(), (0..all.len()).collect::<Vec<_>>());
        assert!(all.len() > 30 && all[0].words.is_empty() && all[1..].iter().all(|frame| !frame.words.is_empty()));
        for (from, to) in [(0, 0), (0, 5), (1, 1), (7, 12), (12, 7)] {
            let some = sitting.table.frames(viewer, from, to);
            assert_eq!(some, all.get(from..=to).unwrap_or_default(), "{from} to {to}");
        }
    }
}
