//! Players who are away: vacations, and bots that sit in for them.

use engine::{Fast, Viewer};
use protocol::{BotLevel, ClockRule, Command, SeatPlan};
use session::{Mover, Table};

use crate::sitting::{Sitting, plan};
use crate::{A, until};

#[test]
fn whoever_is_out_of_time_is_helped_by_a_bot_for_one_turn() {
    let mut new = plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]);
    new.clock = ClockRule::Turn { seconds: 10 };
    let mut sitting = Sitting::make(new, 3);
    sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
    sitting.command("Ada", &Command::Start).unwrap();
    let Some(Mover::Player(seat)) = sitting.table.mover() else { panic!() };
    let due = sitting.table.due(true).unwrap();
    assert_eq!(due, sitting.at + 10_000);
    assert!(sitting.table.tick(due - 1).is_none());
    let carried = sitting.table.tick(due).unwrap();
    sitting.keep(&carried);
    assert_eq!(sitting.table.mover(), Some(Mover::Bot(seat, BotLevel::Adept)));
    let mut rng = Fast::new(1);
    while let Some(Mover::Bot(..)) = sitting.table.mover() {
        sitting.play_at_random(&mut rng);
    }
    // The turn is over, and the player decides again next time.
    assert_ne!(sitting.table.mover().unwrap().seat(), seat);
    until(&mut sitting, seat);
    let record = sitting.table.record(Viewer::Spectator).unwrap().to_string();
    assert!(record.contains(&format!("! {seat} bot/adept")) && record.contains(&format!("! {seat} back")), "{record}");
    // A clock that fell while no server ran charges nobody.
    let due = sitting.table.due(true).unwrap();
    let carried = sitting.table.tick(due + 3_600_000).unwrap();
    sitting.keep(&carried);
    assert_eq!(sitting.table.mover(), Some(Mover::Player(seat)));
    assert_eq!(sitting.table.due(true), Some(due + 3_610_000));
}

#[test]
fn a_vacation_is_noted_once_and_not_in_a_log_that_is_full() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let days = protocol::NewTable {
        clock: ClockRule::Days { days: 2 },
        ..plan("tikal", vec![SeatPlan::Me, SeatPlan::Bot { level: BotLevel::Novice }])
    };
    let mut sitting = Sitting::make(days, 1);
    sitting.command("Ada", &Command::Start).unwrap();
    let at = sitting.at;
    let noted = |sitting: &mut Sitting, until: Option<i64>| {
        let carried = sitting.table.vacation("p-ada", until, at);
        sitting.keep(&carried);
        carried.entries.len()
    };
    assert_eq!(noted(&mut sitting, None), 0, "nobody is away");
    assert_eq!(noted(&mut sitting, Some(at + DAY)), 1);
    for later in [0, 1, 59_999, -59_999] {
        assert_eq!(noted(&mut sitting, Some(at + DAY + later)), 0, "the same time");
    }
    assert_eq!(noted(&mut sitting, Some(at + DAY + 60_000)), 1);
    while sitting.table.version() < session::MOST_LOG {
        let chat = Command::Chat { text: "hello".to_owned() };
        sitting.at += 10_000;
        sitting.command("Ada", &chat).unwrap();
    }
    assert_eq!(noted(&mut sitting, Some(at + 9 * DAY)), 0);
    assert_eq!(noted(&mut sitting, None), 1, "it can be ended");
    assert_eq!(noted(&mut sitting, Some(at + 9 * DAY)), 0);
}

#[test]
fn a_table_is_left_to_bots_once_they_have_sat_in_for_everybody() {
    let bot = SeatPlan::Bot { level: BotLevel::Novice };
    let clock = ClockRule::Turn { seconds: 10 };
    let mut sitting = Sitting::make(protocol::NewTable { clock, ..plan("tikal", vec![SeatPlan::Me, bot]) }, 1);
    sitting.command("Ada", &Command::Start).unwrap();
    assert!(!sitting.table.is_left_to_bots(), "nobody has decided anything");
    let mut rng = Fast::new(1);
    until(&mut sitting, A);
    sitting.play_at_random(&mut rng);
    until(&mut sitting, A);
    assert!(!sitting.table.is_left_to_bots());
    // Her clock falls, and a bot plays her turn.
    sitting.at += 10_001;
    let fell = sitting.table.tick(sitting.at).expect("a clock falls");
    sitting.keep(&fell);
    assert!(!sitting.table.is_left_to_bots(), "it has decided nothing yet");
    sitting.play_at_random(&mut rng);
    assert!(sitting.table.is_left_to_bots());
    until(&mut sitting, A);
    assert!(sitting.table.is_left_to_bots(), "it is her turn again, and she is not there");
    let entries = sitting.log.iter().map(|(at, body)| (*at, body.as_str()));
    let folded = Table::fold("t1", sitting.seed, entries).expect("a table");
    assert!(folded.is_left_to_bots(), "the log says so, too");
    sitting.play_at_random(&mut rng);
    assert!(!sitting.table.is_left_to_bots(), "she is back");
}
