//! What commands show: boards with or without colours, tables of scores, JSON.

use std::fmt::{self, Write as _};

use anstyle::{AnsiColor, Color, Style};
use engine::{AnyMatch, Canvas, Ink, Seat, ToAct};
use serde_json::{Map, Value as Json, json};

/// The colours of the seats, which people with a colour deficiency can tell apart, too.
const SEATS: [AnsiColor; 6] = [
    AnsiColor::BrightRed,
    AnsiColor::BrightBlue,
    AnsiColor::BrightYellow,
    AnsiColor::BrightGreen,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
];

fn style(ink: Ink) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour)));
    match ink {
        Ink::Plain => Style::new(),
        Ink::Seat(seat) => colour(SEATS[seat.index()]).bold(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Strong => Style::new().bold(),
        Ink::Water => colour(AnsiColor::Cyan),
        Ink::Leaf => colour(AnsiColor::Green),
        Ink::Stone => colour(AnsiColor::White),
        Ink::Gold => colour(AnsiColor::Yellow),
        Ink::Fire => colour(AnsiColor::Red),
    }
}

/// A board as text with colours; `anstream` takes them out where the terminal has none.
pub(crate) fn board(canvas: &Canvas) -> String {
    let mut text = String::new();
    let painted = canvas.show(&mut text, |f, run, ink| {
        let style = style(ink);
        if style.is_plain() { f.write_str(run) } else { write!(f, "{style}{run}{style:#}") }
    });
    debug_assert!(painted.is_ok(), "writing to a string does not fail");
    text
}

/// A seat's letter in its colour.
pub(crate) fn seat(seat: Seat) -> String {
    let style = style(Ink::Seat(seat));
    format!("{style}{seat}{style:#}")
}

/// A heading.
pub(crate) fn strong(text: &str) -> String {
    let style = style(Ink::Strong);
    format!("{style}{text}{style:#}")
}

/// Something set back.
pub(crate) fn faint(text: &str) -> String {
    let style = style(Ink::Faint);
    format!("{style}{text}{style:#}")
}

/// A text broken at blanks into lines of at most 80 columns, each behind an indent.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    const COLUMNS: usize = 80;
    let mut lines = String::new();
    let mut line = indent.to_owned();
    for word in text.split(' ') {
        let begun = line.len() > indent.len();
        if begun && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines.push_str(&line);
            lines.push('\n');
            line = format!("{indent}  {word}");
        } else {
            line.push_str(if begun { " " } else { "" });
            line.push_str(word);
        }
    }
    lines + &line
}

/// Who is to act, as programs read it: a letter, `*`, or nothing when the match is over.
pub(crate) fn to_act(game: &dyn AnyMatch) -> Json {
    match game.to_act() {
        ToAct::Seat(seat) => json!(seat),
        ToAct::Chance => json!("*"),
        ToAct::Over(_) => Json::Null,
    }
}

/// Who is to act, as people read it.
pub(crate) fn waits_for(game: &dyn AnyMatch) -> String {
    match game.to_act() {
        ToAct::Seat(seat) => format!("{seat} is to act"),
        ToAct::Chance => "something is drawn".to_owned(),
        ToAct::Over(rule) => format!("over by {rule}"),
    }
}

/// Values by the letters of their seats.
pub(crate) fn by_seat<T: Into<Json>>(values: impl IntoIterator<Item = T>) -> Json {
    let pairs = values.into_iter().enumerate().map(|(index, value)| (Seat::new(index).to_string(), value.into()));
    Json::Object(pairs.collect::<Map<_, _>>())
}

/// The end of a match for programs: `{"scores":{…},"winners":[…],"end":"T22"}`.
pub(crate) fn result(game: &dyn AnyMatch) -> Json {
    let outcome = game.outcome();
    let end = match game.to_act() {
        ToAct::Over(rule) => json!(rule),
        _ => Json::Null,
    };
    let winners: Vec<Seat> = outcome.winners().collect();
    json!({ "scores": by_seat(outcome.points), "winners": winners, "end": end })
}

/// The score sheet as text, by section.
pub(crate) fn sheet(game: &dyn AnyMatch) -> String {
    let mut text = String::new();
    let mut write = |args: fmt::Arguments<'_>| text.write_fmt(args);
    for seat in Seat::all(game.seats()) {
        let _ = write(format_args!("{}: {} points\n", self::seat(seat), game.points(seat)));
        let mut section = "";
        for line in game.sheet().lines().iter().filter(|line| line.seat == seat) {
            if line.section != section {
                section = &line.section;
                let _ = write(format_args!("  {section}\n"));
            }
            let _ = write(format_args!("    {:<40} {:>4}\n", line.item, line.points));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn long_sentences_are_broken_at_eighty_columns() {
        let text =
            "C digs in egypt for 9 weeks by permit with 1 assistants, which grants 1 cards, and stands on week 13";
        let shown = wrapped(text, "    ");
        assert!(shown.lines().all(|line| line.chars().count() <= 80 && line.starts_with("    ")), "{shown}");
        assert_eq!(shown.split_whitespace().collect::<Vec<_>>(), text.split(' ').collect::<Vec<_>>());
        assert_eq!(wrapped("short", "  "), "  short");
    }
}
