//! What happened, in the players' words: for the log, the animation and the score sheet.

use std::fmt;

use engine::{Rule, Seat};
use grid::Turn;
use grid::hex::{Direction, Hex};
use serde::Serialize;

use crate::boats::Crew;
use crate::tiles::{Beach, Island, Tile};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the sentences below say what each field is")]
pub enum Event {
    /// Who begins was drawn (O3).
    First { seat: Seat },
    /// A turn begins.
    Turn { seat: Seat },
    /// A boat came from the reserve to a beach.
    Moored { seat: Seat, beach: Beach },
    /// An island was chosen for expansion (O4).
    Expands { seat: Seat, island: Island, boats: u8 },
    /// A boat was taken from a beach for another island (O23).
    Shifts { seat: Seat, from: Beach, island: Island },
    /// A seat without boats begins anew (O22).
    Restarts { seat: Seat, island: Island, boats: u8 },
    /// A full beach left (O6).
    Sails {
        seat: Seat,
        beach: Beach,
        #[serde(with = "crate::text")]
        #[ts(type = "string")]
        toward: Direction,
        boats: Crew,
    },
    /// A beach departed for the fourth time in a turn (O18).
    Exhausted { beach: Beach },
    /// A tile was laid.
    Lays {
        tile: Tile,
        #[serde(with = "crate::text")]
        #[ts(type = "string")]
        cell: Hex,
        #[serde(with = "crate::text")]
        #[ts(type = "string")]
        turn: Turn,
    },
    /// A group crossed a sea (O11).
    Crosses { sea: Tile, colours: u8, asked: u8 },
    /// A group had too few colours for a sea (O10).
    Fails { sea: Tile, colours: u8, asked: u8 },
    /// The boats of a failed voyage came home (O10).
    Home { boats: Crew },
    /// A group came to an island (O8).
    Reaches { island: Island, boats: Crew },
    /// A royal island sent a group back (O20).
    SentBack { royal: Island, island: Island },
    /// A boat landed (O13).
    Lands { seat: Seat, beach: Beach },
    /// Boats found no mooring and went home (O13).
    NoMooring { island: Island, boats: Crew },
    /// A closed island left the table (O15).
    Removed { island: Island, boats: Crew },
    /// An island became royal (O19).
    Royal { seat: Seat, island: Island },
    /// A seat took its boats back to colonise anew (O21).
    Colonises { seat: Seat },
    /// A tile was turned up for a colonisation (O21).
    Draws { seat: Seat, tile: Tile },
    /// The last sea swallowed a group (O24).
    Lost { sea: Tile, boats: Crew },
    /// The match ended.
    Over { rule: Rule },
    /// A seat has come to an island that it did not hold.
    Gains { seat: Seat, island: Island, points: i32 },
    /// A seat has lost its last boat on an island.
    Loses { seat: Seat, island: Island, points: i32 },
}

fn many(colours: u8) -> String {
    format!("{colours} {}", if colours == 1 { "colour" } else { "colours" })
}

fn boats(count: u8) -> &'static str {
    if count == 1 { "boat" } else { "boats" }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::First { seat } => write!(f, "{seat} begins"),
            Event::Turn { seat } => write!(f, "{seat}'s turn"),
            Event::Moored { seat, beach } => write!(f, "{seat} puts a boat on {beach}"),
            Event::Expands { seat, island, boats: count } => {
                write!(f, "{seat} expands on {island} by {count} {}", boats(*count))
            }
            Event::Shifts { seat, from, island } => write!(f, "{seat} takes a boat from {from} to {island}"),
            Event::Restarts { seat, island, boats: count } => {
                write!(f, "{seat} begins anew on {island} with {count} {}", boats(*count))
            }
            Event::Sails { seat, beach, toward, boats } => {
                write!(f, "{seat} lets {boats} sail from {beach} to the {toward}")
            }
            Event::Exhausted { beach } => write!(f, "{beach} has departed three times in this turn, the voyage fails"),
            Event::Lays { tile, cell, turn } => write!(f, "{tile} is laid on {cell}, turned by {turn}"),
            Event::Crosses { sea, colours, asked: 0 } => {
                write!(f, "{sea} lets any group pass, also this one of {}", many(*colours))
            }
            Event::Crosses { sea, colours, asked } => {
                write!(f, "{sea} asks for {asked} colours, the group has {}: it passes", many(*colours))
            }
            Event::Fails { sea, colours, asked } => {
                write!(f, "{sea} asks for {asked} colours, the group has {}: the voyage fails", many(*colours))
            }
            Event::Home { boats } => write!(f, "{boats} return to their reserves"),
            Event::Reaches { island, boats } => write!(f, "{boats} reach {island}"),
            Event::SentBack { royal, island } => write!(f, "{royal} is royal and sends the boats back to {island}"),
            Event::Lands { seat, beach } => write!(f, "a boat of {seat} lands on {beach}"),
            Event::NoMooring { island, boats } => write!(f, "{boats} find no mooring on {island} and return"),
            Event::Removed { island, boats } => {
                write!(f, "{island} is closed and leaves the table, {boats} return to their reserves")
            }
            Event::Royal { seat, island } => write!(f, "{island} becomes a royal island of {seat}"),
            Event::Colonises { seat } => write!(f, "{seat} takes all boats back and colonises anew"),
            Event::Draws { seat, tile } => write!(f, "{seat} turns up {tile}"),
            Event::Lost { sea, boats } => write!(f, "{sea} is the last sea, {boats} are lost"),
            Event::Over { rule } => write!(f, "the game is over by {rule}"),
            Event::Gains { seat, island, points } => write!(f, "{seat} holds {island}: {points} points"),
            Event::Loses { seat, island, points } => write!(f, "{seat} holds {island} no more: {points} points less"),
        }
    }
}
