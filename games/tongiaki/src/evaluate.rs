//! How good a position looks for a seat: what a good player looks at, with its weights in one place.
//!
//! An island counts by its points and by how safely it is held: a boat on a beach that is nearly full may sail any
//! moment, and whoever moves decides by which pier. A departure is a chance as well as a risk, the better the more
//! colours go along and the fewer the routes ask for. Towards the end risks shrink, for beaches have no time left to fill.

use engine::{Game as _, Seat};
use grid::hex::Direction;

use crate::board::directions;
use crate::boats::MOST_ROYAL;
use crate::state::{ISLAND_TILES, Phase, SEA_TILES, Tongiaki};
use crate::tiles::{Beach, Island};

/// How likely a beach is to sail before one acts again, by its free moorings: none, one, two, more.
const RISK: [f32; 4] = [0.95, 0.5, 0.2, 0.06];
/// How likely a group is to pass what is not turned up yet, by its colours: none, one, two, three, four and more.
const UNKNOWN: [f32; 5] = [0.0, 0.45, 0.65, 0.8, 0.95];
/// What an island to be found is worth.
const NEW_ISLAND: f32 = 2.2;
/// How much better a departure is when oneself decides where it goes.
const OWN_CHOICE: f32 = 1.3;
/// The worth of a royal island beyond its points, since nobody takes it away.
const ROYAL: f32 = 0.6;
/// The worth of an island that could be made royal, as a share of what it would then be safe from.
const ROYAL_IN_REACH: f32 = 0.5;
/// Each further boat on an island.
const BOAT: f32 = 0.12;
/// A boat in the reserve.
const RESERVE: f32 = 0.03;
/// Being on an island at all, Tonga too (O26).
const PRESENCE: f32 = 0.25;
/// Having no boat on any beach.
const STRANDED: f32 = -1.0;
/// From this many tiles before the end on risks shrink.
const LATE: f32 = 6.0;
/// How much of the best rival's worth counts against one.
const RIVALRY: f32 = 0.4;
/// What decides a tie, in points.
const TIE: f32 = 0.05;

pub(crate) fn estimate(state: &Tongiaki, seat: Seat) -> f32 {
    let rivals = Seat::all(state.seats()).filter(|other| *other != seat);
    if let Phase::Over(_) = state.phase {
        let best = rivals.map(|other| state.points_of(other)).max().unwrap_or(0);
        return state.points_of(seat) as f32 - RIVALRY * best as f32 + TIE * state.ties_of(seat).0 as f32;
    }
    let best = rivals.map(|other| worth(state, other)).fold(0.0, f32::max);
    worth(state, seat) - RIVALRY * best
}

/// What a seat's boats are worth.
fn worth(state: &Tongiaki, seat: Seat) -> f32 {
    let left = (state.pile & ISLAND_TILES).count_ones().min((state.pile & SEA_TILES).count_ones());
    let haste = (left as f32 / LATE).min(1.0);
    let mut worth = RESERVE * f32::from(state.boats.reserve(seat));
    if !state.boats.afloat(seat) {
        worth += STRANDED * haste;
    }
    for island in state.board.islands() {
        if state.boats.royal(island) == Some(seat) {
            worth += island.points() as f32 + ROYAL + PRESENCE;
        } else if state.boats.ashore(island).of(seat) > 0 {
            worth += held(state, seat, island, haste);
        }
    }
    worth + at_sea(state, seat)
}

/// The worth of an island with own boats on its beaches.
fn held(state: &Tongiaki, seat: Seat, island: Island, haste: f32) -> f32 {
    let points = island.points() as f32;
    let crew = state.boats.ashore(island);
    let (mut lost, mut hopes) = (1.0, 0.0);
    for beach in state.boats.own(seat, island.mask()) {
        let free = usize::from(beach.moorings() - state.boats.on(beach).len());
        let risk = RISK[free.min(RISK.len() - 1)] * haste;
        lost *= risk;
        hopes += risk * passage(state, beach);
    }
    if state.turn == seat {
        hopes *= OWN_CHOICE;
    }
    let mut worth = PRESENCE + points * (1.0 - lost) + NEW_ISLAND * hopes + BOAT * f32::from(crew.of(seat) - 1);
    let alone = crew.of(seat) == crew.len() && island != Island::TONGA;
    if alone && state.boats.royals(seat) < MOST_ROYAL {
        worth += ROYAL_IN_REACH * (points * lost + ROYAL);
    }
    worth
}

/// How likely the beach's boats are to come somewhere, by its best pier.
fn passage(state: &Tongiaki, beach: Beach) -> f32 {
    let island = beach.island();
    let colours = state.boats.on(beach).colours();
    let odds = |dir: Direction| {
        let (asked, end) = state.outlook(island, dir);
        match end {
            _ if colours < asked => 0.0,
            Some(_) => 1.0,
            None => UNKNOWN[usize::from(colours).min(UNKNOWN.len() - 1)],
        }
    };
    directions(state.board.open(island, beach.piers())).map(odds).fold(0.0, f32::max)
}

/// What boats at sea may still come to.
fn at_sea(state: &Tongiaki, seat: Seat) -> f32 {
    if state.at_sea.of(seat) == 0 {
        return 0.0;
    }
    match state.phase {
        Phase::Land { shore, .. } if state.boats.ashore(shore).of(seat) == 0 => shore.points() as f32 + PRESENCE,
        Phase::Land { .. } => BOAT * f32::from(state.at_sea.of(seat)),
        _ => NEW_ISLAND * UNKNOWN[usize::from(state.at_sea.colours()).min(UNKNOWN.len() - 1)],
    }
}
