//! How good a position looks for the seats: what a good player looks at.
//!
//! An island counts by its points and by how safely it is held: a boat on a beach that is nearly full may sail any
//! moment, and whoever moves decides by which pier; where nobody else has a boat nobody else can fill a beach. A
//! departure is a chance as well as a risk, the better the more colours go along, the fewer the routes ask for and the
//! more there is to come to. Royal islands are few, so only the two that gain most by it count as such. Towards the end
//! risks and hopes shrink, for beaches have no time left to fill.

use engine::{BotLadder, Evaluate, Game as _, MOST_SEATS, Seat};

use crate::board::directions;
use crate::boats::MOST_ROYAL;
use crate::state::{ISLAND_TILES, Phase, SEA_TILES, Tongiaki};
use crate::tiles::{Beach, Island, Tile, beaches, tiles};
use crate::weights::Weights;

/// What decides a tie, in points.
const TIE: f32 = 0.05;

/// The islands, and the seas, that are turned up in a match at most.
const TILES_OF_A_KIND: f32 = 16.0;

impl Evaluate for Tongiaki {
    const LADDER: BotLadder = BotLadder {
        ends: 0.3,
        lead: Some(10.0),
        slips: [3.8, 1.5, 0.6, 0.0],
        usual: [72_000, 3_800],
        strengths: [1153, 1400, 1667, 1862],
        ..BotLadder::USUAL
    };

    const STANDARDS: &'static str = include_str!("../review.json");

    fn weights(seats: usize) -> &'static [(&'static str, f32)] {
        Weights::named(seats)
    }

    fn estimates(&self, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
        estimates(self, weights)
    }

    fn progress(&self) -> f32 {
        let left = (self.pile & ISLAND_TILES).count_ones().min((self.pile & SEA_TILES).count_ones());
        1.0 - left as f32 / TILES_OF_A_KIND
    }
}

/// The estimates of all seats.
fn estimates(state: &Tongiaki, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
    let mut values = [0.0; MOST_SEATS];
    let table = Seat::all(usize::from(state.seats));
    if let Phase::Over(_) = state.phase {
        for seat in table {
            values[seat.index()] = state.points_of(seat) as f32 + TIE * state.ties_of(seat).0 as f32;
        }
        return values;
    }
    let weights = &Weights::of(state.seats(), weights);
    let left = (state.pile & ISLAND_TILES).count_ones().min((state.pile & SEA_TILES).count_ones()) as f32;
    let haste = left / (left + weights.late.max(0.0));
    let mut prospects = [Prospects::default(); MOST_SEATS];
    // The best island for whoever has no boat on a beach: it is theirs for the asking (O22).
    let mut berth = 0.0f32;
    for island in state.board.islands() {
        if state.boats.room() & island.mask() != 0 {
            berth = berth.max(island.points() as f32);
        }
        if let Some(owner) = state.boats.royal(island) {
            values[owner.index()] += island.points() as f32 + weights.presence;
            prospects[owner.index()].royals += 1;
        } else if !state.boats.ashore(island).is_empty() {
            held(state, island, haste, weights, &mut values, &mut prospects);
        }
    }
    for seat in table {
        let own = &prospects[seat.index()];
        let reserve = f32::from(state.boats.reserve(seat));
        values[seat.index()] += weights.reserve * reserve
            + weights.few * reserve.min(4.0)
            + weights.growth * haste * own.growth
            + own.crowns(weights, haste)
            + at_sea(state, seat, weights);
        if !own.afloat {
            let worth = colony(state, seat, weights).unwrap_or(weights.stranded + weights.restart * berth);
            values[seat.index()] += worth * haste;
        }
    }
    values
}

/// What a seat may make of its islands.
#[derive(Clone, Copy, Default)]
struct Prospects {
    afloat: bool,
    royals: usize,
    /// The most boats that an expansion would add.
    growth: f32,
    /// The two islands that would gain most by becoming royal: what they are in danger of losing.
    saved: [f32; MOST_ROYAL],
}

impl Prospects {
    fn may_crown(&mut self, gain: f32) {
        if gain > self.saved[0] {
            self.saved = [gain, self.saved[0]];
        } else if gain > self.saved[1] {
            self.saved[1] = gain;
        }
    }

    /// What the royal islands that one may still have are worth.
    fn crowns(&self, weights: &Weights, haste: f32) -> f32 {
        let free = MOST_ROYAL.saturating_sub(self.royals);
        weights.crown * haste * free as f32 + weights.royal_in_reach * self.saved[..free].iter().sum::<f32>()
    }
}

/// Adds the worth of an island to whoever has boats on its beaches.
fn held(
    state: &Tongiaki,
    island: Island,
    haste: f32,
    weights: &Weights,
    values: &mut [f32; MOST_SEATS],
    prospects: &mut [Prospects; MOST_SEATS],
) {
    let (mut lost, mut hopes) = ([1.0f32; MOST_SEATS], [0.0f32; MOST_SEATS]);
    let ashore = state.boats.ashore(island);
    let rivals = ashore.colours() - 1;
    // Whoever has no boat here cannot expand here: beaches of one colour fill by its own will, or when boats land.
    let crowd = if rivals == 0 { weights.alone } else { 1.0 + weights.crowd * f32::from(rivals - 1) };
    for beach in beaches(island.mask()) {
        let crew = state.boats.on(beach);
        if crew.is_empty() {
            continue;
        }
        let (risk, sails) = match beach.moorings() - crew.len() {
            0 => (weights.risk_0, Some(weights.sails_0)),
            1 => (weights.risk_1, Some(weights.sails_1)),
            2 => (weights.risk_2, Some(weights.sails_2)),
            _ => (weights.risk_3, None),
        };
        let risk = (risk * crowd).clamp(0.0, 1.0);
        if let Some(sails) = sails {
            passage(state, beach, sails, weights, &mut hopes);
        }
        for seat in crew.seats() {
            lost[seat.index()] *= risk;
        }
    }
    let points = island.points() as f32;
    let room = (state.boats.room() & island.mask()).count_ones() as u8;
    for seat in ashore.seats() {
        let at = seat.index();
        let choice = if state.turn == seat { weights.own_choice } else { 1.0 };
        let further = weights.boat * f32::from(ashore.of(seat) - 1);
        let danger = points * lost[at] * haste;
        values[at] += weights.presence + points - danger + hopes[at] * choice * haste + further;
        let own = &mut prospects[at];
        own.afloat = true;
        own.growth = own.growth.max(f32::from(ashore.of(seat).min(room).min(state.boats.reserve(seat))));
        if rivals == 0 && island != Island::TONGA {
            own.may_crown(danger + weights.royal * points);
        }
    }
}

/// How likely that many colours are to pass what is not turned up yet.
fn unknown(colours: u8, weights: &Weights) -> f32 {
    match colours {
        0 => 0.0,
        1 => weights.pass_1,
        2 => weights.pass_2,
        3 => weights.pass_3,
        _ => weights.pass_4,
    }
}

/// Adds what the beach's boats may come to by its best pier, for those who are on it.
fn passage(state: &Tongiaki, beach: Beach, sails: f32, weights: &Weights, hopes: &mut [f32; MOST_SEATS]) {
    let island = beach.island();
    let crew = state.boats.on(beach);
    let colours = crew.colours();
    let (mut unseen, mut shores) = (0.0f32, 0u32);
    for dir in directions(state.board.open(island, beach.piers())) {
        let (asked, end) = state.outlook(island, dir);
        match end {
            _ if colours < asked => {}
            Some(shore) => shores |= 1 << shore.tile().index(),
            None => unseen = unseen.max(unknown(colours, weights)),
        }
    }
    for seat in crew.seats() {
        let mut best = weights.new_island * unseen;
        for shore in tiles(shores).filter_map(Tile::island) {
            let new = state.boats.ashore(shore).of(seat) == 0 && state.boats.free(shore) > 0;
            best = best.max(if new { weights.known_island * shore.points() as f32 } else { weights.again });
        }
        hopes[seat.index()] += sails * best;
    }
}

/// What a colonisation under way should come to.
fn colony(state: &Tongiaki, seat: Seat, weights: &Weights) -> Option<f32> {
    if state.turn != seat {
        return None;
    }
    let found = |island: Island| weights.colony * island.points() as f32;
    match state.phase {
        Phase::Found | Phase::MustColonise => Some(weights.new_colony),
        Phase::Lay(tile) => Some(tile.island().map_or(weights.new_colony, found)),
        Phase::Moor(mooring) => Some(found(mooring.island)),
        _ => None,
    }
}

/// What boats at sea may still come to.
fn at_sea(state: &Tongiaki, seat: Seat, weights: &Weights) -> f32 {
    if state.at_sea.of(seat) == 0 {
        return 0.0;
    }
    match state.phase {
        Phase::Land { shore, .. } if state.boats.ashore(shore).of(seat) == 0 => weights.landing * shore.points() as f32,
        Phase::Land { .. } => weights.boat * f32::from(state.at_sea.of(seat)),
        _ => weights.new_island * unknown(state.at_sea.colours(), weights),
    }
}
