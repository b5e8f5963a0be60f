//! A review in the terminal.

use anstream::println;
use catalog::review::{Class, Moment, MomentKind, Prospect, Review, ReviewedTurn, SeatAccount, SeatReview, Shares};

use crate::show::{self, faint, strong};

/// Prints a review: the table of the seats, then every turn that lost something, then the key moments.
pub(crate) fn review(review: &Review) {
    let (level, open) = (review.plan.level.word(), review.plan.open);
    let by = if open { "with open cards" } else { "by what the players could know" };
    println!("{}", strong(&format!("{} review, {} turns, {by}", level, review.turns.len())));
    println!("{}", faint("chances to win; in brackets points at the end against the strongest rival"));
    println!("\n     first            luck             choice           others           reckoning        result");
    review.seats.iter().for_each(account);
    println!();
    for seat in &review.seats {
        let counts = Class::ALL.iter().zip(seat.counts).filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts.map(|(class, count)| format!("{count} {}", class.word())).collect();
        let accuracy = seat.accuracy.map_or("–".to_owned(), |accuracy| format!("{:.0} %", 100.0 * accuracy));
        println!("{}  {:<12} accuracy {accuracy}; {}", show::seat(seat.seat), seat.name, counts.join(", "));
        let [early, middle, late] = seat.lost;
        println!(
            "{}",
            faint(&format!("   points by choice: {early:+.1} early, {middle:+.1} in the middle, {late:+.1} late"))
        );
    }
    println!();
    let weak = review.turns.iter().enumerate().filter(|(_, turn)| turn.class >= Class::Inaccurate);
    weak.for_each(|(number, turn)| lost(number, turn));
    for seat in &review.seats {
        println!("{} {}", show::seat(seat.seat), strong("key moments"));
        seat.moments.iter().for_each(|moment| key(moment, review));
    }
}

fn both(prospect: Prospect) -> String {
    format!("{:>+5.1} % ({:+.1})", 100.0 * prospect.win, prospect.margin)
}

fn account(seat: &SeatReview) {
    let SeatAccount { first, shares, result, luck_error, choice_error, closing_error, .. } = &seat.account;
    let Shares { luck, choice, others, reckoning } = shares;
    let level = |prospect: &Prospect| format!("{:>5.1} % ({:+.1})", 100.0 * prospect.win, prospect.margin);
    let changes = [luck, choice, others, reckoning].map(|cell| format!("{:<17}", both(*cell))).concat();
    println!("{}  {:<17}{changes}{}", show::seat(seat.seat), level(first), level(result));
    let within = |error: &Prospect| format!("±{:.1} % (±{:.1})", 100.0 * error.win, error.margin);
    let errors = format!(
        "   expected error: luck {}, choice {}, reckoning {}",
        within(luck_error),
        within(choice_error),
        within(closing_error)
    );
    println!("{}", faint(&errors));
}

fn lost(number: usize, turn: &ReviewedTurn) {
    let change = turn.change[turn.seat.index()];
    let head = format!("turn {}, {}: {}", number + 1, turn.class.word(), both(change));
    println!("{} {}", show::seat(turn.seat), strong(&head));
    println!("{}", show::wrapped(&format!("played: {}", turn.words.join(" · ")), "   "));
    for other in &turn.others {
        let text = format!("better by {}: {}", both(other.prospect - turn.played), other.words.join(" · "));
        println!("{}", faint(&show::wrapped(&text, "   ")));
    }
}

fn key(moment: &Moment, review: &Review) {
    let seat = review.turns.get(moment.turn).map_or(String::new(), |turn| format!(" ({})", turn.seat));
    println!("   turn {}{seat}: {}: {}", moment.turn + 1, told(moment), both(moment.change));
}

/// What made a moment one.
pub(crate) fn told(moment: &Moment) -> String {
    let what = match moment.kind {
        MomentKind::Lost => "a better turn was possible",
        MomentKind::Found => "the best turn, clearly",
        MomentKind::Luck => "luck",
        MomentKind::Given => "what another player did",
    };
    let odds = moment.odds.map_or(String::new(), |odds| format!(", drawn {:.0} times in a hundred", 100.0 * odds));
    format!("{what}{odds}")
}
