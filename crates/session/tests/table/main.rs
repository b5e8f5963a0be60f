//! What may be done at a table, and what may not.

mod absence;
mod branches;
mod handed;
mod nonces;
mod rated;
#[path = "../sitting/mod.rs"]
mod sitting;
mod takebacks;

use engine::{Fast, Seat, Viewer};
use protocol::{BotLevel, ClockRule, Command, LineKind, OutOfTime, RefusalCode, SeatPlan, Sitter, Stage, VoteKind};
use session::{Mover, Now, Table};
use sitting::{Sitting, now, pick, plan};

const A: Seat = Seat::A;
const B: Seat = Seat::new(1);

fn refused(sitting: &mut Sitting, name: &str, command: &Command) -> (RefusalCode, String) {
    let before = sitting.table.version();
    let refusal = sitting.command(name, command).unwrap_err();
    assert_eq!(sitting.table.version(), before, "a refused command leaves nothing behind");
    (refusal.code, refusal.reason.key.unwrap_or_default())
}

fn play(sitting: &Sitting, seat: Seat, word: &str) -> Command {
    Command::Play { seen: sitting.table.version(), seat, word: word.to_owned(), then: Vec::new() }
}

/// Plays until it is the seat's decision.
fn until(sitting: &mut Sitting, seat: Seat) {
    let mut rng = Fast::new(9);
    while sitting.table.mover() != Some(Mover::Player(seat)) {
        sitting.play_at_random(&mut rng);
    }
}

#[test]
fn people_sit_down_get_up_and_start() {
    let mut sitting = Sitting::make(plan("tikal", vec![SeatPlan::Me, SeatPlan::Open, SeatPlan::Invited]), 1);
    let sit = Command::Sit { seat: None, invitation: None };
    assert_eq!(refused(&mut sitting, "Ada", &sit).1, "already-sits");
    assert_eq!(refused(&mut sitting, "Ada", &Command::Start).1, "too-few");
    sitting.command("Bice", &sit).unwrap();
    assert_eq!(refused(&mut sitting, "Carlo", &sit).1, "table-full"); // an invited seat is not for everybody
    assert_eq!(refused(&mut sitting, "Bice", &Command::Start), (RefusalCode::Forbidden, "not-owner".to_owned()));
    let invited = Command::Sit { seat: Some(Seat::new(2)), invitation: Some("checked by the server".to_owned()) };
    sitting.command("Carlo", &invited).unwrap();
    sitting.command("Carlo", &Command::Leave).unwrap();
    assert_eq!(sitting.table.facts(&session::Presence::default()).seats[2].sitter, Sitter::Invited);
    sitting.command("Ada", &Command::Start).unwrap();
    // The seat that nobody took fell away.
    assert_eq!(sitting.table.game().unwrap().seats(), 2);
    assert_eq!(refused(&mut sitting, "Carlo", &sit).1, "started");
}

#[test]
fn a_bad_table_is_refused_with_the_reason() {
    let ada = Sitting::who("Ada");
    let make = |new| Table::make("t", &ada, new, engine::Seed::from_number(1), None, 0).err().unwrap().reason.text;
    assert!(make(plan("chess", vec![SeatPlan::Me, SeatPlan::Open])).contains("chess"));
    assert!(make(plan("tikal", vec![SeatPlan::Me])).contains("2 to 4"));
    assert!(make(plan("tikal", vec![SeatPlan::Me, SeatPlan::Me])).contains("one seat"));
    let mut new = plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]);
    new.options = vec![("colour".to_owned(), "red".to_owned())];
    assert!(make(new.clone()).contains("colour"));
    new.options = vec![("tempo".to_owned(), "jumps".to_owned())];
    assert!(make(new.clone()).contains("auction"));
    new.options.clear();
    new.clock = ClockRule::Turn { seconds: 0 };
    assert!(make(new.clone()).contains("second"));
    new.clock = ClockRule::None;
    new.seats[1] = SeatPlan::Device { name: " ".to_owned() };
    assert!(make(new).contains("visible"));
}

#[test]
fn a_word_is_judged_and_the_rule_named() {
    let mut sitting = Sitting::start("tikal", 2, 3);
    until(&mut sitting, A);
    let word = pick(sitting.table.game().unwrap(), &mut Fast::new(1), &[]);
    let command = play(&sitting, A, &word);
    assert_eq!(refused(&mut sitting, "Bice", &command).0, RefusalCode::NotYours);
    let command = play(&sitting, A, "place a1 r0");
    let refusal = sitting.command("Ada", &command).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Rule);
    assert!(refusal.reason.rule.unwrap().starts_with('T'));
    let command = play(&sitting, A, "dance");
    assert_eq!(refused(&mut sitting, "Ada", &command).0, RefusalCode::Misread);
    let command = play(&sitting, B, "end");
    assert_eq!(refused(&mut sitting, "Bice", &command).0, RefusalCode::NotYours);
    let stale = Command::Play { seen: 1, seat: A, word: word.clone(), then: Vec::new() };
    assert_eq!(refused(&mut sitting, "Ada", &stale).0, RefusalCode::Stale);
    let future = Command::Play { seen: sitting.table.version() + 1, seat: A, word, then: Vec::new() };
    assert_eq!(refused(&mut sitting, "Ada", &future).0, RefusalCode::Stale);
}

#[test]
fn talk_makes_no_choice_stale() {
    let mut sitting = Sitting::start("tikal", 2, 3);
    until(&mut sitting, A);
    let word = pick(sitting.table.game().unwrap(), &mut Fast::new(1), &[]);
    let command = play(&sitting, A, &word);
    sitting.command("Bice", &Command::Chat { text: "hurry".to_owned() }).unwrap();
    sitting.command("Ada", &command).unwrap();
}

#[test]
fn a_repeated_command_is_answered_as_before_also_after_a_restart() {
    let mut sitting = Sitting::start("thebes", 2, 3);
    until(&mut sitting, A);
    let word = pick(sitting.table.game().unwrap(), &mut Fast::new(1), &[]);
    let command = play(&sitting, A, &word);
    let first = sitting.command_as("Ada", "once", &command).unwrap();
    assert!(!first.entries.is_empty());
    let again = sitting.command_as("Ada", "once", &command).unwrap();
    assert!(again.entries.is_empty());
    assert_eq!(again.done, first.done);
    sitting.table = sitting.refold();
    let restarted = sitting.command_as("Ada", "once", &command).unwrap();
    assert_eq!((restarted.entries.len(), restarted.done), (0, first.done));
    // Another person may use the same id.
    assert_eq!(sitting.command_as("Bice", "once", &command).unwrap_err().code, RefusalCode::Stale);
}

#[test]
fn free_undo_goes_back_to_the_last_reveal_and_no_further() {
    let mut sitting = Sitting::start("tikal", 2, 3);
    until(&mut sitting, A);
    let before = sitting.table.game().unwrap().diagram();
    let step = sitting.table.game().unwrap().steps();
    let word = sitting.table.game().unwrap().legal().into_iter().find(|word| word.starts_with("place")).unwrap();
    sitting.play(&word);
    assert!(sitting.table.game().unwrap().free_undo(A) <= step, "placing a tile reveals nothing");
    let undo = Command::Undo { seen: sitting.table.version(), seat: A, to: step };
    let seen = sitting.table.version();
    sitting.command("Ada", &undo).unwrap();
    let late = Command::Play { seen, seat: A, word, then: Vec::new() };
    assert_eq!(refused(&mut sitting, "Ada", &late).0, RefusalCode::Stale, "an undo makes choices stale");
    assert_eq!(sitting.table.game().unwrap().diagram(), before);
    assert!(sitting.table.record(Viewer::Spectator).unwrap().to_string().contains(&format!("! A undo {step}")));
    // What somebody else has decided meanwhile is taken back only by consent.
    let own = sitting.table.game().unwrap().steps();
    let word = sitting.table.game().unwrap().legal().into_iter().find(|word| word.starts_with("place")).unwrap();
    sitting.play(&word);
    sitting.play("end");
    until(&mut sitting, B);
    let word = sitting.table.game().unwrap().legal()[0].clone();
    sitting.play(&word);
    let undo = Command::Undo { seen: sitting.table.version(), seat: A, to: own };
    sitting.command("Ada", &undo).unwrap();
    let votes = sitting.table.match_state(&sitting.table.reader(&Sitting::who("Bice"), None), 0).unwrap().votes;
    assert_eq!((votes[0].about, votes[0].asked.join(" ")), (VoteKind::Undo { seat: A, to: own }, "B".to_owned()));
    let number = votes[0].number;
    assert_eq!(refused(&mut sitting, "Ada", &Command::Vote { number, yes: true }).1, "not-asked");
    sitting.command("Bice", &Command::Vote { number, yes: true }).unwrap();
    assert_eq!(sitting.table.game().unwrap().steps(), own);
    assert!(
        sitting
            .table
            .all_lines(Viewer::Spectator)
            .iter()
            .any(|line| line.what == LineKind::Undo { seat: A, to: own, takeback: true })
    );
    assert_eq!(refused(&mut sitting, "Bice", &Command::Vote { number, yes: true }).1, "no-vote");
}

#[test]
fn a_draw_comes_again_the_same_whichever_way_one_comes() {
    let mut sitting = Sitting::start("tikal", 2, 3);
    until(&mut sitting, A);
    let draws = |table: &Table| {
        let record = table.game().unwrap().record().to_string();
        record.lines().filter(|line| line.starts_with("* tile")).map(str::to_owned).collect::<Vec<_>>()
    };
    let own = sitting.table.game().unwrap().steps();
    let places: Vec<String> =
        sitting.table.game().unwrap().legal().into_iter().filter(|word| word.starts_with("place")).collect();
    assert_ne!(places[0], places[places.len() - 1], "there are two ways");
    let mut drawn = Vec::new();
    for word in [&places[0], places.last().unwrap()] {
        sitting.play(word);
        sitting.play("end");
        drawn.push(draws(&sitting.table).pop().unwrap());
        let undo = Command::Undo { seen: sitting.table.version(), seat: A, to: own };
        sitting.command("Ada", &undo).unwrap();
        let number =
            sitting.table.match_state(&sitting.table.reader(&Sitting::who("Bice"), None), 0).unwrap().votes[0].number;
        sitting.command("Bice", &Command::Vote { number, yes: true }).unwrap();
    }
    assert_eq!(drawn[0], drawn[1], "the next tile is the same");
}

#[test]
fn a_refused_undo_leaves_the_match_and_a_move_ends_the_vote() {
    let mut sitting = Sitting::start("tikal", 2, 3);
    until(&mut sitting, A);
    let own = sitting.table.game().unwrap().steps();
    let word = sitting.table.game().unwrap().legal()[0].clone();
    sitting.play(&word);
    sitting.play("end");
    let ask = |sitting: &mut Sitting| {
        let undo = Command::Undo { seen: sitting.table.version(), seat: A, to: own };
        sitting.command("Ada", &undo).unwrap();
        sitting.table.match_state(&sitting.table.reader(&Sitting::who("Bice"), None), 0).unwrap().votes[0].number
    };
    let steps = sitting.table.game().unwrap().steps();
    let number = ask(&mut sitting);
    sitting.command("Bice", &Command::Vote { number, yes: false }).unwrap();
    assert_eq!(sitting.table.game().unwrap().steps(), steps);
    let number = ask(&mut sitting);
    until(&mut sitting, B);
    let word = sitting.table.game().unwrap().legal()[0].clone();
    sitting.play(&word);
    assert_eq!(refused(&mut sitting, "Bice", &Command::Vote { number, yes: true }).1, "no-vote");
}

#[test]
fn half_a_minute_late_a_clock_still_counts() {
    let mut new = plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]);
    new.clock = ClockRule::Turn { seconds: 10 };
    for (late, mover) in [(30_000, "bot"), (30_001, "player")] {
        let mut sitting = Sitting::make(new.clone(), 3);
        sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
        sitting.command("Ada", &Command::Start).unwrap();
        let due = sitting.table.due(true).unwrap();
        let carried = sitting.table.tick(due + late).unwrap();
        sitting.keep(&carried);
        let is_bot = matches!(sitting.table.mover(), Some(Mover::Bot(..)));
        assert_eq!(is_bot, mover == "bot", "{late} ms late");
    }
}

#[test]
fn a_clock_that_was_set_back_gives_nobody_time_and_loses_nothing() {
    let mut new = plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]);
    new.clock = ClockRule::Bank { seconds: 60, increment: 0 };
    let mut sitting = Sitting::make(new, 3);
    sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
    sitting.command("Ada", &Command::Start).unwrap();
    let mut rng = Fast::new(1);
    for _ in 0..4 {
        sitting.play_at_random(&mut rng);
    }
    // The machine was started again with a clock that is an hour behind.
    sitting.at -= 3_600_000;
    for _ in 0..8 {
        sitting.play_at_random(&mut rng);
        let clocks =
            &sitting.table.match_state(&sitting.table.reader(&Sitting::who("Ada"), None), sitting.at).unwrap().clocks;
        assert!(clocks.iter().all(|clock| clock.left <= 60_000), "{clocks:?}");
    }
    let again = sitting.refold();
    assert_eq!((again.version(), again.overview(true)), (sitting.table.version(), sitting.table.overview(true)));
}

#[test]
fn a_seat_that_is_given_up_ranks_last_and_with_two_seats_the_match_ends() {
    let mut new = plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]);
    new.clock = ClockRule::Bank { seconds: 10, increment: 0 };
    new.out_of_time = OutOfTime::GiveUp;
    let mut sitting = Sitting::make(new, 3);
    sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
    sitting.command("Ada", &Command::Start).unwrap();
    let slow = sitting.table.mover().unwrap().seat();
    let due = sitting.table.due(true).unwrap();
    let carried = sitting.table.tick(due).unwrap();
    sitting.keep(&carried);
    assert_eq!(*sitting.table.stage(), Stage::Over);
    assert_eq!(sitting.table.result().unwrap().places[slow.index()], 2);
    assert_eq!(sitting.table.result().unwrap().places[1 - slow.index()], 1);
    assert_eq!(sitting.table.facts(&session::Presence::default()).seed, Some(sitting.seed.to_string()));

    // With three seats a bot plays on for the seat that was left, to the end.
    let mut sitting = Sitting::start("tongiaki", 3, 5);
    sitting.command("Bice", &Command::Leave).unwrap();
    assert_eq!(*sitting.table.stage(), Stage::Playing);
    let mut rng = Fast::new(2);
    let mut bot_moved = false;
    while *sitting.table.stage() == Stage::Playing {
        bot_moved |= matches!(sitting.table.mover(), Some(Mover::Bot(seat, _)) if seat == B);
        sitting.play_at_random(&mut rng);
    }
    assert!(bot_moved);
    assert_eq!(sitting.table.result().unwrap().places[1], 3);
}

#[test]
fn a_player_who_is_gone_can_be_replaced_by_vote_and_come_back() {
    let mut sitting = Sitting::start("tikal", 2, 3);
    let about = VoteKind::Bot { seat: B };
    assert_eq!(refused(&mut sitting, "Ada", &Command::Propose { about }).1, "not-gone");
    let away = |person: &str| (person == "p-bice").then_some(61_000);
    let (ada, at) = (Sitting::who("Ada"), sitting.at);
    let gone = Now { absent: &away, ..now(at) };
    let carried = sitting.table.command(&ada, "vote", &Command::Propose { about }, &gone).unwrap();
    sitting.keep(&carried);
    until(&mut sitting, A);
    let facts = sitting.table.facts(&session::Presence::default());
    assert_eq!(facts.seats[1].stand_in, Some(BotLevel::Adept));
    assert_eq!(refused(&mut sitting, "Ada", &Command::Back).1, "no-stand-in");
    sitting.command("Bice", &Command::Back).unwrap();
    assert_eq!(sitting.table.facts(&session::Presence::default()).seats[1].stand_in, None);
}

#[test]
fn chat_has_limits() {
    let mut sitting = Sitting::start("tikal", 2, 3);
    let say = |text: &str| Command::Chat { text: text.to_owned() };
    assert_eq!(refused(&mut sitting, "Ada", &say("  ")).1, "chat-length");
    assert_eq!(refused(&mut sitting, "Ada", &say(&"x".repeat(501))).1, "chat-length");
    assert_eq!(refused(&mut sitting, "Ada", &say("a\u{7}b")).1, "chat-length");
    sitting.command("Ada", &say("two\nlines")).unwrap();
    sitting.command("Ada", &say(&"x".repeat(500))).unwrap();
    sitting.at += 10_000;
    (0..8).for_each(|_| drop(sitting.command("Ada", &say("hello")).unwrap()));
    assert_eq!(refused(&mut sitting, "Ada", &say("hello")), (RefusalCode::Limit, "chat-rate".to_owned()));
    sitting.command("Bice", &say("hello")).unwrap();
    sitting.at += 10_000;
    sitting.command("Ada", &say("hello")).unwrap();
}

#[test]
fn a_gesture_of_several_words_stops_where_one_is_refused_or_the_turn_ends() {
    let mut sitting = Sitting::start("tikal", 2, 3);
    until(&mut sitting, A);
    let word = sitting.table.game().unwrap().legal().into_iter().find(|word| word.starts_with("place")).unwrap();
    let seen = sitting.table.version();
    let then = vec!["end".to_owned(), "end".to_owned()];
    let carried = sitting.command("Ada", &Command::Play { seen, seat: A, word, then }).unwrap();
    assert_eq!((carried.done.words, carried.done.stopped), (Some(2), None), "after 'end' it is another's turn");
    until(&mut sitting, A);
    let word = sitting.table.game().unwrap().legal().into_iter().find(|word| word.starts_with("place")).unwrap();
    let play = |sitting: &Sitting, then: Vec<String>| {
        let seen = sitting.table.version();
        Command::Play { seen, seat: A, word: word.clone(), then }
    };
    let many = play(&sitting, vec!["end".to_owned(); 40]);
    assert_eq!(refused(&mut sitting, "Ada", &many), (RefusalCode::Limit, "words".to_owned()));
    let dance = play(&sitting, vec!["dance".to_owned(), "end".to_owned()]);
    let carried = sitting.command("Ada", &dance).unwrap();
    assert_eq!(carried.done.words, Some(1));
    assert!(carried.done.stopped.unwrap().text.contains("dance"));
}

/// A table of Ada and these people that has started.
fn table_of(others: &[&str]) -> Sitting {
    let seats = [SeatPlan::Me, SeatPlan::Open, SeatPlan::Open, SeatPlan::Open];
    let mut sitting = Sitting::make(plan("tikal", seats[..=others.len()].to_vec()), 3);
    for name in others {
        sitting.command(name, &Command::Sit { seat: None, invitation: None }).unwrap();
    }
    sitting.command("Ada", &Command::Start).unwrap();
    sitting
}

/// Proposes while Dora has been away for long enough, and gives the number of the vote.
fn propose(sitting: &mut Sitting, about: VoteKind) -> u64 {
    let away = |person: &str| (person == "p-dora").then_some(60_000);
    let gone = Now { absent: &away, ..now(sitting.at) };
    let id = format!("propose-{}", sitting.table.version());
    let carried = sitting.table.command(&Sitting::who("Ada"), &id, &Command::Propose { about }, &gone).unwrap();
    sitting.keep(&carried);
    carried.done.version
}

#[test]
fn a_majority_seats_a_bot_and_all_must_agree_to_call_off() {
    let dora = Seat::new(3);
    let seat_bot = VoteKind::Bot { seat: dora };
    let stand_in = |sitting: &Sitting| sitting.table.facts(&session::Presence::default()).seats[3].stand_in;
    let mut sitting = table_of(&["Bice", "Carlo", "Dora"]);
    let number = propose(&mut sitting, seat_bot);
    assert_eq!(stand_in(&sitting), None, "one of three is no majority");
    assert_eq!(refused(&mut sitting, "Dora", &Command::Vote { number, yes: false }).1, "not-asked");
    sitting.command("Bice", &Command::Vote { number, yes: true }).unwrap();
    assert_eq!(stand_in(&sitting), Some(BotLevel::Adept), "two of three are");

    let mut sitting = table_of(&["Bice", "Carlo", "Dora"]);
    let number = propose(&mut sitting, seat_bot);
    sitting.command("Bice", &Command::Vote { number, yes: false }).unwrap();
    sitting.command("Carlo", &Command::Vote { number, yes: false }).unwrap();
    assert_eq!(stand_in(&sitting), None);
    assert_eq!(refused(&mut sitting, "Bice", &Command::Vote { number, yes: true }).1, "no-vote");

    let mut three = table_of(&["Bice", "Dora"]);
    propose(&mut three, VoteKind::Bot { seat: Seat::new(2) });
    let facts = three.table.facts(&session::Presence::default());
    assert_eq!(facts.seats[2].stand_in, None, "half is no majority");

    let number = propose(&mut sitting, VoteKind::CallOff);
    for name in ["Bice", "Carlo", "Dora"] {
        assert_eq!(*sitting.table.stage(), Stage::Playing, "{name} has not agreed yet");
        sitting.command(name, &Command::Vote { number, yes: true }).unwrap();
    }
    assert_eq!(*sitting.table.stage(), Stage::Over);
}

#[test]
fn only_some_may_change_the_seats_and_close_the_table() {
    let seats = [SeatPlan::Me, SeatPlan::Open, SeatPlan::Open];
    let mut sitting = Sitting::make(plan("tikal", seats.to_vec()), 1);
    let c = Seat::new(2);
    let bot = |seat| Command::SitBot { seat, level: BotLevel::Novice };
    let device = |name: &str| Command::SitDevice { seat: c, name: name.to_owned() };
    assert_eq!(refused(&mut sitting, "Bice", &device("Cleo")).1, "sit-first");
    sitting.command("Bice", &Command::Sit { seat: Some(B), invitation: None }).unwrap();
    assert_eq!(refused(&mut sitting, "Bice", &bot(c)).1, "not-owner");
    assert_eq!(refused(&mut sitting, "Ada", &bot(B)).1, "seat-taken");
    sitting.command("Bice", &device("Cleo")).unwrap();
    assert_eq!(refused(&mut sitting, "Carlo", &Command::Free { seat: c }).1, "not-owner");
    assert_eq!(refused(&mut sitting, "Ada", &Command::Free { seat: Seat::new(3) }).1, "no-seat");
    sitting.command("Bice", &Command::Free { seat: c }).unwrap();
    sitting.command("Ada", &bot(c)).unwrap();
    sitting.command("Ada", &Command::Free { seat: B }).unwrap();
    assert_eq!(sitting.table.people(), ["p-ada"]);
    assert_eq!(refused(&mut sitting, "Bice", &Command::Close).1, "not-owner");
    // Whoever made the table closes it by leaving.
    sitting.command("Ada", &Command::Leave).unwrap();
    assert!(matches!(sitting.table.stage(), Stage::Closed { .. }));
}

#[test]
fn a_rematch_has_the_same_players_on_the_same_seats() {
    let mut sitting = Sitting::start("tongiaki", 4, 5);
    assert_eq!(sitting.table.rematch_plan(&Sitting::who("Ada")).unwrap_err().reason.key.unwrap(), "not-over");
    sitting.command("Ada", &Command::Propose { about: VoteKind::CallOff }).unwrap();
    let number = sitting.table.version();
    sitting.command("Bice", &Command::Vote { number, yes: true }).unwrap();
    assert_eq!(*sitting.table.stage(), Stage::Over);
    let other = sitting.table.rematch_plan(&Sitting::who("Carlo")).unwrap_err();
    assert_eq!(other.reason.key.unwrap(), "not-a-player");
    let aldo = SeatPlan::Device { name: "Aldo".to_owned() };
    let (again, rematch) = sitting.table.rematch_plan(&Sitting::who("Ada")).unwrap();
    assert_eq!(again.seats, [SeatPlan::Me, SeatPlan::Open, aldo, SeatPlan::Bot { level: BotLevel::Adept }]);
    assert!(!again.public && again.game == "tongiaki");
    let (ada, seed) = (Sitting::who("Ada"), engine::Seed::from_number(1));
    let (table, _) = Table::make("t2", &ada, again, seed, Some(rematch), 0).unwrap();
    let kept = Sitter::Reserved { id: "p-bice".to_owned(), name: "Bice".to_owned() };
    assert_eq!(table.facts(&session::Presence::default()).seats[1].sitter, kept);
}

#[test]
fn whoever_left_a_match_may_ask_for_a_rematch() {
    let bot = SeatPlan::Bot { level: BotLevel::Novice };
    let mut new = plan("tikal", vec![bot.clone(), SeatPlan::Me]);
    new.shuffle_seats = true;
    let mut sitting = Sitting::make(new, 1);
    sitting.command("Ada", &Command::Start).unwrap();
    let seats = sitting.table.facts(&session::Presence::default()).seats;
    sitting.command("Ada", &Command::Leave).unwrap();
    assert_eq!(*sitting.table.stage(), Stage::Over);
    let (again, _) = sitting.table.rematch_plan(&Sitting::who("Ada")).unwrap();
    let is_bot = |index: usize| matches!(seats[index].sitter, Sitter::Bot { .. });
    assert_eq!([0, 1].map(|index| again.seats[index] == bot), [0, 1].map(is_bot), "as the lot had it");
    assert!(!again.shuffle_seats);
}

#[test]
fn a_sitting_has_one_number_also_in_a_log_that_names_none() {
    let robo = SeatPlan::Program { name: "Robo".to_owned() };
    let mut sitting = Sitting::make(plan("tikal", vec![SeatPlan::Open, SeatPlan::Me, robo]), 1);
    let (sit, free) = (Command::Sit { seat: None, invitation: None }, Command::Free { seat: Seat::new(2) });
    assert_eq!(sitting.table.program(2), Some((Seat::new(2), "p-ada")));
    assert_eq!((sitting.table.program(1), sitting.table.program(3)), (None, None));
    sitting.command("Bice", &sit).unwrap();
    sitting.command("Bice", &Command::Leave).unwrap();
    // The log as it was written before sittings had numbers.
    let numbers = |body: &String| (0..9).fold(body.clone(), |body, n| body.replace(&format!(",\"sitting\":{n}"), ""));
    let old: Vec<(i64, String)> = sitting.log.iter().map(|(at, body)| (*at, numbers(body))).collect();
    assert!(sitting.log[1].1.contains("sitting") && !old[1].1.contains("sitting"));
    let fold = |log: &[(i64, String)]| {
        Table::fold("t1", sitting.seed, log.iter().map(|(at, body)| (*at, body.as_str()))).unwrap()
    };
    assert_eq!(fold(&old).program(2), Some((Seat::new(2), "p-ada")));
    let started = [old, vec![(2_000, r#"{"e":"started","order":["C","B"]}"#.to_owned())]].concat();
    assert_eq!(fold(&started).program(2), Some((A, "p-ada")), "the sitting goes with the program");
    sitting.command("Ada", &free).unwrap();
    assert_eq!(sitting.table.program(2), None, "it ends with the program's seat");
}

/// A spectator's and a player's lines are those of the engine's redacted record, and that hides something.
#[test]
fn nobody_reads_what_is_hidden_from_them() {
    let mut rng = Fast::new(4);
    let mut sitting = Sitting::start("thebes", 2, 12);
    (0..60).for_each(|_| sitting.play_at_random(&mut rng));
    for viewer in [Viewer::Seat(A), Viewer::Seat(B), Viewer::Spectator] {
        let redacted = sitting.table.game().unwrap().redacted(viewer);
        let told: Vec<String> = sitting
            .table
            .all_lines(viewer)
            .into_iter()
            .filter_map(|line| match line.what {
                LineKind::Step { seat, words, .. } => Some(engine::RecordEntry::Step { by: seat, words }.to_string()),
                _ => None,
            })
            .collect();
        let expected: Vec<String> = redacted.lines.iter().map(|line| line.entry.to_string()).collect();
        assert_eq!(told, expected);
        assert!(told.iter().any(|line| line.contains('?')), "something is hidden");
    }
}

/// A table that was made under that version of the rules.
fn made_under(rules: u32, game: &str) -> Sitting {
    let mut sitting = Sitting::start(game, 2, 5);
    let today = catalog::find(game).unwrap().kind().info().rules;
    let (now, then) = (format!("\"rules\":{today}"), format!("\"rules\":{rules}"));
    assert!(sitting.log[0].1.contains(&now), "{}", sitting.log[0].1);
    sitting.log[0].1 = sitting.log[0].1.replace(&now, &then);
    sitting.table = sitting.refold();
    sitting
}

#[test]
fn a_table_of_older_rules_goes_on_under_them() {
    let defaults =
        [("tongiaki", "full_beaches", "all"), ("thebes", "thief", "random"), ("inka", "cover_starts", "off")];
    for (game, key, value) in defaults {
        let mut sitting = made_under(1, game);
        let options = vec![(key.to_owned(), value.to_owned())];
        assert_eq!(sitting.table.game().unwrap().record().options, options, "{game}");
        assert_eq!(sitting.table.made().options, options, "lists and a rematch say what is played");
        let mut rng = Fast::new(4);
        for _ in 0..30 {
            sitting.play_at_random(&mut rng);
        }
        let again = sitting.refold();
        assert_eq!(*again.stage(), Stage::Playing, "{game}");
        assert_eq!(again.game().unwrap().record(), sitting.table.game().unwrap().record(), "{game}");
    }
    // Tikal has no option for what version 2 changed (T22, T32): the match keeps its version.
    assert_eq!(made_under(1, "tikal").table.game().unwrap().record().rules, 1);
    assert_eq!(made_under(2, "tikal").table.game().unwrap().record().rules, 2);
}

#[test]
fn a_table_of_unknown_rules_is_broken_before_its_first_step() {
    for game in ["tikal", "tongiaki", "thebes", "inka"] {
        let sitting = made_under(99, game);
        let Stage::Broken { step: 0, why } = sitting.table.stage() else { panic!("{:?}", sitting.table.stage()) };
        assert!(why.contains("version 99"), "{why}");
    }
}

#[test]
fn a_table_for_practice_begins_at_its_position() {
    let bot = SeatPlan::Bot { level: BotLevel::Novice };
    let position = r#"{"players": {"A": {"workers": {"b5": 2}}}, "values": {"b5": 4}}"#;
    let mut new = plan("tikal", vec![SeatPlan::Me, bot.clone()]);
    new.position = protocol::Plain::written(position);
    let mut sitting = Sitting::make(new.clone(), 1);
    assert!(!sitting.table.made().public, "nobody else finds it");
    sitting.command("Ada", &Command::Start).unwrap();
    let uncover = play(&sitting, A, "uncover b5");
    sitting.command("Ada", &uncover).unwrap();
    let frames = sitting.table.frames(Viewer::Spectator, 0, 10);
    let value = |index: usize| frames[index].view.0.read()["position"]["values"]["b5"].clone();
    assert_eq!((value(0), value(1)), (4.into(), 5.into()), "replays begin there, too");
    assert!(sitting.table.record(Viewer::All).is_none(), "a record cannot tell where it began");
    // Everything can be taken back where only bots sit, and the log alone tells the position.
    let again = Table::fold("t1", sitting.seed, sitting.log.iter().map(|(at, body)| (*at, body.as_str()))).unwrap();
    assert_eq!(again.game().unwrap().diagram(), sitting.table.game().unwrap().diagram());

    new.position = protocol::Plain::written(r#"{"players": {"A": {"workers": {"h1": 1}}}}"#);
    let refusal = Table::make("t", &Sitting::who("Ada"), new, engine::Seed::from_number(1), None, 0).err().unwrap();
    assert_eq!(refusal.reason.key.as_deref(), Some("position"), "{refusal:?}");
}
