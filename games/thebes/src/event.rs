//! What happened, in the players' words.

use std::fmt;

use engine::{Seat, Viewer};
use serde::Serialize;

use crate::region::Region;

/// Something that happened at the table. Words of cards are those of the box.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[derive(ts_rs::TS)]
#[expect(missing_docs, reason = "the fields say what they are, and the sentences below how they belong together")]
pub enum Event {
    /// The markers were stacked (H4).
    Began { order: String },
    /// A green card was turned up: on a central space, or beside the board (H3).
    TurnedUp { card: &'static str, space: Option<u8> },
    /// A card was laid on a pile; nobody sees which (H3, H22).
    Laid { region: Region, find: Option<&'static str> },
    /// A card was taken from a central space (H6).
    Took { seat: Seat, card: &'static str, weeks: u8, week: u16 },
    /// An exhibition was held (H7).
    Exhibited { seat: Seat, card: &'static str, level: u8, weeks: u8, week: u16, points: i32 },
    /// A museum card was taken (H8).
    Museum { seat: Seat, card: &'static str, weeks: u8, week: u16, points: i32 },
    /// An artifact was given to a museum (H8).
    Donated { seat: Seat, find: &'static str, points: i32 },
    /// An action card was played (H10).
    Played { seat: Seat, card: &'static str, region: Region, weeks: u8, week: u16 },
    /// A pile was looked through; only who looked knows what was there (H13, H22).
    Looked { seat: Seat, region: Region, saw: Option<Vec<(&'static str, u32)>> },
    /// There was nothing to take (H11, H12).
    NothingThere { seat: Seat, region: Region },
    /// A dig began (H16).
    Dug { seat: Seat, region: Region, weeks: u8, leave: &'static str, assistants: u8, cards: u8, week: u16 },
    /// A card was taken from a pile (H11, H12, H17).
    Found { seat: Seat, region: Region, find: &'static str, points: i32 },
    /// A dig brought rubble (H17).
    Rubble { seat: Seat, region: Region },
    /// A dig is over; the rubble went back (H17).
    DigOver { seat: Seat, region: Region, rubble: u8 },
    /// A professor came to a player (H14, H15).
    ProfessorCame { seat: Seat, of: &'static str, points: i32 },
    /// A professor left a player (H14, H15).
    ProfessorLeft { seat: Seat, of: &'static str, points: i32 },
    /// A congress card counts together with the others (H20).
    Congress { seat: Seat, cards: u8, points: i32 },
    /// The deck is used up (H19).
    Over,
    /// Points for the weeks behind the foremost marker (H20).
    TimeBonus { seat: Seat, behind: u16, points: i32 },
}

impl Event {
    /// The event without what the viewer may not know (H22).
    pub(crate) fn told_to(&self, viewer: Viewer) -> Event {
        match self {
            Event::Laid { region, .. } if viewer != Viewer::All => Event::Laid { region: *region, find: None },
            Event::Looked { seat, region, .. } if !viewer.is(*seat) => {
                Event::Looked { seat: *seat, region: *region, saw: None }
            }
            _ => self.clone(),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Began { order } => write!(f, "The markers lie on week 0, from the top: {order}"),
            Event::TurnedUp { card, space: Some(space) } => write!(f, "{card} is turned up on space {space}"),
            Event::TurnedUp { card, space: None } => write!(f, "{card} is laid beside the board"),
            Event::Laid { region, find: None } => write!(f, "A card is laid on the pile of {region}"),
            Event::Laid { region, find: Some(find) } => write!(f, "{find} is laid on the pile of {region}"),
            Event::Took { seat, card, weeks, week } => {
                write!(f, "{seat} takes {card} in {} and stands on week {week}", Weeks(*weeks))
            }
            Event::Exhibited { seat, card, level, weeks, week, points } => write!(
                f,
                "{seat} holds {card} at level {level} in {} for {points} points and stands on week {week}",
                Weeks(*weeks)
            ),
            Event::Museum { seat, card, weeks, week, points } => {
                write!(f, "{seat} takes {card} in {} for {points} points and stands on week {week}", Weeks(*weeks))
            }
            Event::Donated { seat, find, points } => write!(f, "{seat} donates {find} ({points} points)"),
            Event::Played { seat, card, region, weeks, week } => {
                write!(f, "{seat} plays {card} on {region} in {} and stands on week {week}", Weeks(*weeks))
            }
            Event::Looked { seat, region, saw } => write_look(f, *seat, *region, saw.as_deref()),
            Event::NothingThere { seat, region } => write!(f, "{seat} finds nothing to take in {region}"),
            Event::Dug { seat, region, weeks, leave, assistants, cards, week } => {
                write!(f, "{seat} digs in {region} for {} by {leave}", Weeks(*weeks))?;
                if *assistants > 0 {
                    write!(f, " with {assistants} assistants")?;
                }
                write!(f, ", which grants {cards} cards, and stands on week {week}")
            }
            Event::Found { seat, region, find, points: 0 } => write!(f, "{seat} finds {find} in {region}"),
            Event::Found { seat, region, find, points } => {
                write!(f, "{seat} finds {find} in {region}, worth {points}")
            }
            Event::Rubble { seat, region } => write!(f, "{seat} finds rubble in {region}"),
            Event::DigOver { seat, region, rubble } => {
                write!(f, "{seat}'s dig in {region} is over, {rubble} rubble goes back")
            }
            Event::ProfessorCame { seat, of, points } => write!(f, "{} comes to {seat} ({points:+})", Chair(of)),
            Event::ProfessorLeft { seat, of, points } => write!(f, "{} leaves {seat} ({points:+})", Chair(of)),
            Event::Congress { seat, cards, points } => write!(f, "{seat} has {cards} congress cards ({points:+})"),
            Event::Over => f.write_str("The deck is used up, the match is over"),
            Event::TimeBonus { seat, behind, points } => {
                write!(f, "{seat} is {behind} weeks behind the foremost marker ({points:+})")
            }
        }
    }
}

fn write_look(
    f: &mut fmt::Formatter<'_>,
    seat: Seat,
    region: Region,
    saw: Option<&[(&'static str, u32)]>,
) -> fmt::Result {
    write!(f, "{seat} looks through the pile of {region}")?;
    match saw {
        None => Ok(()),
        Some([]) => f.write_str(" and finds it empty"),
        Some(saw) => saw.iter().enumerate().try_for_each(|(at, (find, copies))| {
            f.write_str(if at == 0 { ": " } else { ", " })?;
            if *copies == 1 { f.write_str(find) } else { write!(f, "{find} ({copies})") }
        }),
    }
}

/// A number of weeks.
struct Weeks(u8);

impl fmt::Display for Weeks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} week{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// A professor by their subject.
struct Chair(&'static str);

impl fmt::Display for Chair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "greatest" => f.write_str("The professor of the greatest knowledge"),
            region => write!(f, "The professor of {region}"),
        }
    }
}
