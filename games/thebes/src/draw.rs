//! The table in text, at most 80 columns: the display, the time track, what each player has open, one's own hand, and
//! the dig table at one's knowledge.

use std::fmt::Write as _;

use engine::{Canvas, Ink, Seat};

use crate::distribution::Distribution;
use crate::ledger::{card_words, find_words};
use crate::region::Region;
use crate::rules::professor_word;
use crate::state::{DIG_MOST, Open, Phase};
use crate::stock::{Card, Group, Level};
use crate::view::View;

const WIDTH: usize = 80;

/// Draws what a viewer sees.
pub(crate) fn draw(view: &View, canvas: &mut Canvas) {
    let open = &view.open;
    canvas.line_in(&format!("Thebes   {}   deck {} cards", waits_for(open), open.deck_size()), Ink::Strong);
    track(open, canvas);
    board(open, canvas);
    piles(view, canvas);
    for seat in Seat::all(open.seats()) {
        player(open, seat, canvas);
    }
    if let Some(seat) = view.seat() {
        own(open, seat, canvas);
    }
}

fn waits_for(open: &Open) -> String {
    match open.phase {
        Phase::Order => "the markers are stacked".to_owned(),
        Phase::Back | Phase::Pile(_) | Phase::Card => "cards are turned up".to_owned(),
        Phase::Turn => format!("{} to act", open.hindmost()),
        Phase::Donate { seat, left } => format!("{seat} donates {left} more"),
        Phase::Choose { seat, region, .. } => format!("{seat} chooses from the pile of {region}"),
        Phase::Rob { seat, region } => format!("{seat} robs the pile of {region}"),
        Phase::Dig { seat, region, left, .. } => format!("{seat} digs in {region}, {left} more cards"),
        Phase::Over => "the match is over".to_owned(),
    }
}

/// The markers from the hindmost on; one over another plays first.
fn track(open: &Open, canvas: &mut Canvas) {
    let mut text = String::from("weeks    ");
    let mut last = None;
    for seat in open.order() {
        let week = open.players[*seat].weeks;
        if last == Some(week) {
            let _ = write!(text, " over {seat}");
        } else {
            let _ = write!(text, "{}{week}: {seat}", if last.is_none() { "" } else { "   " });
        }
        last = Some(week);
    }
    canvas.line(&text);
}

/// What lies on and beside the board.
fn board(open: &Open, canvas: &mut Canvas) {
    canvas.line("");
    for (space, card) in open.display.iter().enumerate() {
        let text = card.map_or("-".to_owned(), |card| describe(open, card));
        wrapped(canvas, &format!("space {}  {text}", space + 1), 9, Ink::Plain);
    }
    for (card, copies) in open.stock().kinds(open.beside) {
        let times = if copies == 1 { String::new() } else { format!(" ({copies} of them)") };
        wrapped(canvas, &format!("beside   {}{times}", describe(open, card)), 9, Ink::Plain);
    }
}

/// A card with what it costs and gives.
fn describe(open: &Open, card: Card) -> String {
    let print = open.print(card);
    let word = &print.word;
    match &print.group {
        Group::Exhibition(levels) => {
            let levels: Vec<String> = levels.iter().copied().map(level).collect();
            format!("{}  {}p  {}", word.trim_start_matches("exhibition-"), print.points, levels.join(", "))
        }
        Group::Museum { donate } => format!("{word}  {}p  donate {donate}, {}w", print.points, print.weeks),
        Group::Knowledge { .. } | Group::General { .. } | Group::Congress => format!("{word}  {}w", print.weeks),
        _ => format!("{word}  {}w, {}w to play", print.weeks, print.play),
    }
}

/// A level as `9w me3 cr2`.
fn level(level: Level) -> String {
    let needs = level.need.iter().filter(|(_, need)| **need > 0);
    let needs: Vec<String> = needs.map(|(region, need)| format!("{}{need}", &region.word()[..2])).collect();
    format!("{}w {}", level.weeks, needs.join(" "))
}

/// What is known of the piles; never how many cards they have.
fn piles(view: &View, canvas: &mut Canvas) {
    let open = &view.open;
    canvas.line("");
    for region in Region::ALL {
        let found = open.out[region].count_ones();
        let mut text = format!("{:<12} {found} found, {} rubble shown", region.word(), open.rubble_shown[region]);
        if let Some(look) = view.looks[region] {
            let still = find_words(open.stock(), open.pile(region), look.saw & !look.left);
            let _ = write!(text, "; you saw: {}", if still.is_empty() { "nothing".into() } else { still.join(" ") });
        }
        wrapped(canvas, &text, 13, Ink::Stone);
        let (all, found) = (Distribution::in_box(open, region), Distribution::found(open, region));
        wrapped(canvas, &format!("{:13}in the box: {all}", ""), 15, Ink::Faint);
        if found != Distribution::default() {
            wrapped(canvas, &format!("{:13}found: {found}", ""), 15, Ink::Faint);
        }
    }
}

fn player(open: &Open, seat: Seat, canvas: &mut Canvas) {
    let player = &open.players[seat];
    let knowledge: Vec<String> =
        player.knowledge.iter().map(|(region, value)| format!("{}{value}", &region.word()[..2])).collect();
    let professors = open.professors.iter().enumerate().filter(|(_, holder)| **holder == Some(seat));
    let professors: Vec<&str> = professors.map(|(which, _)| professor_word(which)).collect();
    let permits: u8 = player.permits.0.iter().sum::<u8>() + player.generic;
    canvas.line("");
    let text = format!(
        "{seat}  week {}  {} points  knows {} general {}  hand {}, permits {permits}",
        player.weeks,
        open.points(seat),
        knowledge.join(" "),
        player.general,
        open.hand(seat).count_ones(),
    );
    wrapped(canvas, &text, 3, Ink::Seat(seat));
    if !professors.is_empty() {
        canvas.line(&format!("   professors: {}", professors.join(" ")));
    }
    let stock = open.stock();
    let cards = card_words(stock, player.cards & !stock.actions).join(" ");
    if !cards.is_empty() {
        wrapped(canvas, &format!("   {cards}"), 3, Ink::Plain);
    }
    for (region, held) in player.finds.iter().filter(|(_, held)| **held != 0) {
        let finds = find_words(stock, open.pile(region), *held).join(" ");
        wrapped(canvas, &format!("   {}: {finds}", region.word()), 3, Ink::Gold);
    }
}

/// One's own hand, and what digs would give.
fn own(open: &Open, seat: Seat, canvas: &mut Canvas) {
    let player = &open.players[seat];
    let permits = player.permits.iter().filter(|(_, count)| **count > 0);
    let mut hand: Vec<String> = permits.map(|(region, count)| format!("{} x{count}", region.word())).collect();
    if player.generic > 0 {
        hand.push(format!("generic x{}", player.generic));
    }
    if hand.is_empty() {
        hand.push("-".to_owned());
    }
    let cards = card_words(open.stock(), open.hand(seat)).join(" ");
    canvas.line("");
    wrapped(canvas, &format!("permits  {}", hand.join(", ")), 9, Ink::Plain);
    wrapped(canvas, &format!("hand     {}", if cards.is_empty() { "-" } else { &cards }), 9, Ink::Plain);
    let weeks: String = (1..=DIG_MOST).map(|week| format!("{week:>4}")).collect();
    canvas.line_in(&format!("weeks of a dig        {weeks}"), Ink::Faint);
    for region in Region::ALL {
        let knowledge = open.dig_knowledge(seat, region);
        let cell = |week: u8| match open.dig_cards(knowledge, week) {
            0 => "   -".to_owned(),
            cards => format!("{cards:>4}"),
        };
        let cells: String = (1..=DIG_MOST).map(cell).collect();
        canvas.line(&format!("{:<12} know {knowledge:>2}  {cells}", region.word()));
    }
}

/// Writes a text over as many lines as it needs, those after the first indented.
fn wrapped(canvas: &mut Canvas, text: &str, indent: usize, ink: Ink) {
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        if line.chars().count() + word.trim_end().chars().count() > WIDTH {
            canvas.line_in(line.trim_end(), ink);
            line = " ".repeat(indent);
        }
        line.push_str(word);
    }
    canvas.line_in(line.trim_end(), ink);
}
