//! How good a position looks for the seats: what a good player looks at.
//!
//! An island counts by its points and by how safely it is held: a boat on a beach that is nearly full may sail any
//! moment, and whoever moves decides by which pier. A departure is a chance as well as a risk, the better the more
//! colours go along and the fewer the routes ask for. Towards the end risks shrink, for beaches have no time left to fill.

use engine::{MOST_SEATS, Seat};
use grid::hex::Direction;

use crate::board::directions;
use crate::boats::MOST_ROYAL;
use crate::state::{ISLAND_TILES, Phase, SEA_TILES, Tongiaki};
use crate::tiles::{Beach, Island, beaches};
use crate::weights::Weights;

/// What decides a tie, in points.
const TIE: f32 = 0.05;

/// The estimates of all seats.
pub(crate) fn estimates(state: &Tongiaki, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
    let mut values = [0.0; MOST_SEATS];
    let table = Seat::all(usize::from(state.seats));
    if let Phase::Over(_) = state.phase {
        for seat in table {
            values[seat.index()] = state.points_of(seat) as f32 + TIE * state.ties_of(seat).0 as f32;
        }
        return values;
    }
    let weights = Weights::of(weights);
    let left = (state.pile & ISLAND_TILES).count_ones().min((state.pile & SEA_TILES).count_ones());
    let haste = (left as f32 / weights.late).min(1.0);
    for island in state.board.islands() {
        if let Some(owner) = state.boats.royal(island) {
            values[owner.index()] += island.points() as f32 + weights.royal + weights.presence;
        } else if !state.boats.ashore(island).is_empty() {
            held(state, island, haste, &weights, &mut values);
        }
    }
    for seat in table {
        let value = &mut values[seat.index()];
        *value += weights.reserve * f32::from(state.boats.reserve(seat)) + at_sea(state, seat, &weights);
        if !state.boats.afloat(seat) {
            *value += weights.stranded * haste;
        }
    }
    values
}

/// Adds the worth of an island to whoever has boats on its beaches.
fn held(state: &Tongiaki, island: Island, haste: f32, weights: &Weights, values: &mut [f32; MOST_SEATS]) {
    let (mut lost, mut hopes) = ([1.0f32; MOST_SEATS], [0.0f32; MOST_SEATS]);
    for beach in beaches(island.mask()) {
        let crew = state.boats.on(beach);
        if crew.is_empty() {
            continue;
        }
        let risk = match beach.moorings() - crew.len() {
            0 => weights.risk_0,
            1 => weights.risk_1,
            2 => weights.risk_2,
            _ => weights.risk_3,
        } * haste;
        let hope = risk * passage(state, beach, weights);
        for seat in crew.seats() {
            lost[seat.index()] *= risk;
            hopes[seat.index()] += hope;
        }
    }
    let points = island.points() as f32;
    let crew = state.boats.ashore(island);
    for seat in crew.seats() {
        let at = seat.index();
        let choice = if state.turn == seat { weights.own_choice } else { 1.0 };
        let further = weights.boat * f32::from(crew.of(seat) - 1);
        let mut worth =
            weights.presence + points * (1.0 - lost[at]) + weights.new_island * hopes[at] * choice + further;
        let alone = crew.of(seat) == crew.len() && island != Island::TONGA;
        if alone && state.boats.royals(seat) < MOST_ROYAL {
            worth += weights.royal_in_reach * (points * lost[at] + weights.royal);
        }
        values[at] += worth;
    }
}

/// How likely so many colours are to pass what is not turned up yet.
fn unknown(colours: u8, weights: &Weights) -> f32 {
    match colours {
        0 => 0.0,
        1 => weights.pass_1,
        2 => weights.pass_2,
        3 => weights.pass_3,
        _ => weights.pass_4,
    }
}

/// How likely the beach's boats are to come somewhere, by its best pier.
fn passage(state: &Tongiaki, beach: Beach, weights: &Weights) -> f32 {
    let island = beach.island();
    let colours = state.boats.on(beach).colours();
    let odds = |dir: Direction| {
        let (asked, end) = state.outlook(island, dir);
        match end {
            _ if colours < asked => 0.0,
            Some(_) => 1.0,
            None => unknown(colours, weights),
        }
    };
    directions(state.board.open(island, beach.piers())).map(odds).fold(0.0, f32::max)
}

/// What boats at sea may still come to.
fn at_sea(state: &Tongiaki, seat: Seat, weights: &Weights) -> f32 {
    if state.at_sea.of(seat) == 0 {
        return 0.0;
    }
    match state.phase {
        Phase::Land { shore, .. } if state.boats.ashore(shore).of(seat) == 0 => {
            shore.points() as f32 + weights.presence
        }
        Phase::Land { .. } => weights.boat * f32::from(state.at_sea.of(seat)),
        _ => weights.new_island * unknown(state.at_sea.colours(), weights),
    }
}
