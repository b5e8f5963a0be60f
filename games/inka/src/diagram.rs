//! The public plain form of a position: what scenarios and puzzles are written in, and what views are made of.
//!
//! Everything has a legal default: A's turn with 3 AP, the pawns on the starts in table order, the goal rhombi in
//! the middle with all statues, and no path rhombus in the hall. A path rhombus that is left out lies nowhere, in
//! a turn too, so that a scenario shows what matters alone.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use engine::{Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::action::{Foothold, Space};
use crate::cells::Cells;
use crate::options::CoverStarts;
use crate::placement::Placement;
use crate::state::{AP, Inka, Phase, QUIET_TURNS, Turn};
use crate::temple::{GOALS, Rhombus};

/// A position in plain words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub struct Diagram {
    /// What is going on: `first`, `start`, `draw`, `lay`, `turn`, `left` or `exhausted`.
    #[ts(type = "\"first\" | \"start\" | \"draw\" | \"lay\" | \"turn\" | \"left\" | \"exhausted\"")]
    pub stage: String,
    /// Who is to act, or has left.
    pub seat: Seat,
    /// The path rhombus in hand, while one is laid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hand: Option<String>,
    /// The AP left.
    pub ap: u8,
    /// The phase of the turn: 2, or 3 once path rhombi rest.
    pub phase: u8,
    /// Whether the last thing done in phase 3 was a walk.
    pub walked: bool,
    /// Whether a statue was taken in this turn.
    pub took: bool,
    /// The turns in a row without a statue taken.
    pub quiet: u8,
    /// Where the rhombi lie, half A first: `T04 = "d-4,-1 u-3,-1"`. Goals that are left out lie in the middle.
    #[ts(type = "Record<string, string>")]
    pub rhombi: BTreeMap<String, String>,
    /// Where the pawns stand, by seat: `u0,3`, `T07` or `T04/A`; left out altogether, on the starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, string>")]
    pub pawns: Option<BTreeMap<Seat, String>>,
    /// Where the blockers stand, by seat: `u0,3` or `T07`.
    #[ts(type = "Record<string, string>")]
    pub blockers: BTreeMap<Seat, String>,
    /// The goal rhombi from which a seat has taken its statue.
    #[ts(type = "Record<string, Array<string>>")]
    pub taken: BTreeMap<Seat, Vec<String>>,
}

impl Default for Diagram {
    fn default() -> Diagram {
        Diagram {
            stage: "turn".into(),
            seat: Seat::A,
            hand: None,
            ap: AP,
            phase: 2,
            walked: false,
            took: false,
            quiet: 0,
            rhombi: BTreeMap::new(),
            pawns: None,
            blockers: BTreeMap::new(),
            taken: BTreeMap::new(),
        }
    }
}

impl Diagram {
    /// The diagram of a position.
    pub(crate) fn of(game: &Inka) -> Diagram {
        let turn = if let Phase::Turn(turn) = game.phase { turn } else { Turn::FRESH };
        let words = |item: &dyn Display| item.to_string();
        let taken = game.taken.iter().map(|(seat, taken)| {
            let goals = Rhombus::goals().enumerate().filter(|(index, _)| taken >> index & 1 == 1);
            (seat, goals.map(|(_, goal)| goal.to_string()).collect())
        });
        Diagram {
            stage: phase_word(game.phase).into(),
            seat: game.seat,
            hand: if let Phase::Lay(rhombus) = game.phase { Some(rhombus.to_string()) } else { None },
            ap: turn.ap,
            phase: if turn.third { 3 } else { 2 },
            walked: turn.walked,
            took: turn.took,
            quiet: game.quiet,
            rhombi: game.lying().map(|(rhombus, lying)| (rhombus.to_string(), lying.to_string())).collect(),
            pawns: Some(game.pawns.iter().filter_map(|(seat, pawn)| Some((seat, words(pawn.as_ref()?)))).collect()),
            blockers: game.blockers.iter().filter_map(|(seat, at)| Some((seat, words(at.as_ref()?)))).collect(),
            taken: taken.collect(),
        }
    }

    /// The position of the diagram, or everything that is wrong with it.
    pub(crate) fn into_game(self, setup: &Setup<Inka>) -> Result<Inka, Vec<String>> {
        let mut reading = Reading { game: Inka::before_the_first_step(setup), faults: Vec::new() };
        reading.rhombi(&self);
        reading.pawns(&self);
        reading.blockers(&self);
        reading.taken(&self);
        reading.phase(&self);
        if reading.faults.is_empty() {
            reading.possible();
        }
        if reading.faults.is_empty() { Ok(reading.game) } else { Err(reading.faults) }
    }
}

fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::First => "first",
        Phase::Start => "start",
        Phase::Draw => "draw",
        Phase::Lay(_) => "lay",
        Phase::Turn(_) => "turn",
        Phase::Left => "left",
        Phase::Exhausted => "exhausted",
    }
}

/// A diagram being read, with what was found wrong so far.
struct Reading {
    game: Inka,
    faults: Vec<String>,
}

impl Reading {
    fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(what.into());
    }

    fn parse<T: FromStr<Err = String>>(&mut self, text: &str) -> Option<T> {
        text.parse().map_err(|error| self.fault(error)).ok()
    }

    fn seated(&mut self, seat: Seat) -> bool {
        let seated = seat.index() < self.game.pawns.len();
        if !seated {
            self.fault(format!("nobody sits at {seat}"));
        }
        seated
    }

    fn rhombi(&mut self, diagram: &Diagram) {
        for (id, cells) in &diagram.rhombi {
            let (rhombus, lying) = (self.parse::<Rhombus>(id), self.parse::<Placement>(cells));
            if let (Some(rhombus), Some(lying)) = (rhombus, lying) {
                self.game.rhombi[rhombus.index()] = Some(lying);
            }
        }
        let mut covered = Cells::NONE;
        let lying: Vec<_> = self.game.lying().collect();
        for (rhombus, placement) in lying {
            if covered.meets(placement.cells()) {
                self.fault(format!("{rhombus} lies on another rhombus"));
            }
            covered |= placement.cells();
            let starts = self.game.temple.exits & placement.cells();
            if !starts.is_empty() && self.game.options.cover_starts == CoverStarts::Off {
                self.fault(format!("{rhombus} lies on a start"));
            }
        }
    }

    fn pawns(&mut self, diagram: &Diagram) {
        let Some(pawns) = &diagram.pawns else {
            if !matches!(diagram.stage.as_str(), "first" | "start") {
                let starts = self.game.temple.starts;
                self.game.pawns.values_mut().zip(starts).for_each(|(pawn, cell)| *pawn = Some(Foothold::Cell(cell)));
            }
            return;
        };
        for (seat, place) in pawns {
            if self.seated(*seat)
                && let Some(place) = self.parse(place)
            {
                self.game.pawns[*seat] = Some(place);
            }
        }
    }

    fn blockers(&mut self, diagram: &Diagram) {
        for (seat, space) in &diagram.blockers {
            if self.seated(*seat)
                && let Some(space) = self.parse(space)
            {
                self.game.blockers[*seat] = Some(space);
            }
        }
    }

    fn taken(&mut self, diagram: &Diagram) {
        for (seat, goals) in &diagram.taken {
            if !self.seated(*seat) {
                continue;
            }
            for goal in goals {
                let Some(rhombus) = self.parse::<Rhombus>(goal) else { continue };
                match rhombus.goal_index() {
                    Some(index) => self.game.taken[*seat] |= 1 << index,
                    None => self.fault(format!("{rhombus} is no goal rhombus, it has no statues")),
                }
            }
        }
    }

    fn phase(&mut self, diagram: &Diagram) {
        if self.seated(diagram.seat) {
            self.game.seat = diagram.seat;
        }
        if diagram.quiet > QUIET_TURNS {
            self.fault(format!("after {QUIET_TURNS} quiet turns the game is over"));
        }
        self.game.quiet = diagram.quiet;
        let hand = diagram.hand.as_deref().and_then(|hand| self.parse::<Rhombus>(hand));
        self.game.phase = match (diagram.stage.as_str(), hand) {
            ("first", _) => Phase::First,
            ("start", _) => Phase::Start,
            ("draw", _) => Phase::Draw,
            ("lay", Some(rhombus)) => Phase::Lay(rhombus),
            ("turn", _) => self.turn(diagram),
            ("left", _) => Phase::Left,
            ("exhausted", _) => Phase::Exhausted,
            ("lay", None) => return self.fault("while a rhombus is laid, hand = \"T04\" says which"),
            (other, _) => {
                let other = engine::clip(other);
                return self.fault(format!("'{other}' is no stage: first, start, draw, lay, turn, left, exhausted"));
            }
        };
    }

    fn turn(&mut self, diagram: &Diagram) -> Phase {
        let Diagram { ap, phase, walked, took, .. } = *diagram;
        if ap > AP {
            self.fault(format!("a turn has {AP} AP, not {ap}"));
        }
        if !(2..=3).contains(&phase) {
            self.fault(format!("AP are spent in phase 2 or 3, not {phase}"));
        }
        if phase == 2 && (walked || took) {
            self.fault("who has walked or taken a statue is in phase 3");
        }
        if took && self.game.quiet > 0 {
            self.fault("a statue was taken in this turn, so quiet is 0");
        }
        Phase::Turn(Turn { ap, third: phase == 3, walked, took })
    }

    /// Whether everything can stand where it stands.
    fn possible(&mut self) {
        self.pawns_stand();
        self.blockers_stand();
        self.phase_fits();
    }

    fn pawns_stand(&mut self) {
        let pawns: Vec<(Seat, Foothold)> =
            self.game.pawns.iter().filter_map(|(seat, pawn)| Some((seat, (*pawn)?))).collect();
        for (index, (seat, place)) in pawns.iter().enumerate() {
            let fault = match place {
                Foothold::Cell(cell) if self.game.covered().contains(*cell) => Some("a cell under a rhombus"),
                Foothold::Cell(cell) if !self.game.temple.floor.contains(*cell) => Some("a ruin"),
                Foothold::On(rhombus, _) if self.game.rhombi[rhombus.index()].is_none() => {
                    Some("a rhombus that lies nowhere")
                }
                Foothold::On(rhombus, half) if half.is_some() != self.game.temple.face(*rhombus).is_halved() => {
                    Some("a half where halves do not count, or a whole rhombus where they do")
                }
                _ => None,
            };
            if let Some(what) = fault {
                self.fault(format!("{seat}'s pawn stands on {place}, {what}"));
            }
            let goal = matches!(place, Foothold::On(rhombus, _) if rhombus.is_goal());
            if !goal && pawns[..index].iter().any(|(_, other)| other.space() == place.space()) {
                self.fault(format!("two pawns stand on {}", place.space()));
            }
        }
    }

    fn blockers_stand(&mut self) {
        let blockers: Vec<(Seat, Space)> =
            self.game.blockers.iter().filter_map(|(seat, at)| Some((seat, (*at)?))).collect();
        for (index, (seat, space)) in blockers.iter().enumerate() {
            let fault = match space {
                Space::Cell(cell) if self.game.covered().contains(*cell) => Some("a cell under a rhombus"),
                Space::On(rhombus) if rhombus.is_goal() => Some("a goal rhombus"),
                Space::On(rhombus) if self.game.rhombi[rhombus.index()].is_none() => {
                    Some("a rhombus that lies nowhere")
                }
                _ if self.game.pawns.values().flatten().any(|place| place.space() == *space) => Some("with a pawn"),
                _ if blockers[..index].iter().any(|(_, other)| other == space) => Some("with another blocker"),
                _ => None,
            };
            if let Some(what) = fault {
                self.fault(format!("{seat}'s blocker stands on {space}, {what}"));
            }
        }
    }

    fn phase_fits(&mut self) {
        let game = &self.game;
        let standing = game.pawns.values().flatten().count();
        let all_stand = standing == game.pawns.len();
        let blockers = game.blockers.values().flatten().count();
        let taken = game.taken.values().any(|taken| *taken != 0);
        let unlaid: Vec<Rhombus> = game.unlaid().collect();
        let all_taken = game.taken[game.seat].count_ones() == GOALS as u32;
        let on_exit = matches!(game.pawns[game.seat], Some(Foothold::Cell(cell)) if game.temple.exits.contains(cell));
        let early = matches!(game.phase, Phase::First | Phase::Start | Phase::Draw | Phase::Lay(_));
        let fault = match game.phase {
            Phase::First if standing > 0 => "before the first step no pawn stands anywhere",
            Phase::Start if game.pawns[game.seat].is_some() || game.temple.starts.len() < standing + 1 => {
                "the seat to choose a start stands on one"
            }
            Phase::Draw | Phase::Lay(_) | Phase::Turn(_) | Phase::Left | Phase::Exhausted if !all_stand => {
                "every seat needs a pawn"
            }
            Phase::Draw if unlaid.is_empty() => "no path rhombus is left to draw",
            Phase::Lay(rhombus) if !unlaid.contains(&rhombus) => "the rhombus in hand is no path rhombus or lies",
            Phase::Turn(_) if game.blockers[game.seat].is_some() => {
                "the blocker of the seat whose turn it is was taken back"
            }
            Phase::Turn(_) if game.quiet >= QUIET_TURNS => "after that many quiet turns the game is over",
            Phase::Left if !all_taken => "who left has three statues",
            Phase::Left if !on_exit => "who left stands on an exit",
            Phase::Exhausted if game.quiet != QUIET_TURNS => "a game that nobody won ends after 200 quiet turns",
            _ if early && (blockers > 0 || taken || game.quiet > 0) => {
                "before the first turn nothing is blocked or taken"
            }
            _ => return,
        };
        self.fault(fault);
    }
}
