//! What the learned value goes by: the table as numbers.

use std::sync::OnceLock;

use engine::{Inputs, Net, Seat};

use crate::evaluate::{Terms, field};
use crate::options::{Boulder, Options, Scoring, Switch, Version};
use crate::state::{Leader, MOST, POINTS, Phase, Tikal, Turn};
use crate::tiles::TILES;
use crate::weights::Weights;

/// The leads in a temple that count as different: behind by three or more, up to five or more ahead; and alone or not.
const LEADS: usize = 9;
/// The values of temples, none to eleven.
const VALUES: usize = 12;

engine::inputs! {
    // What all have in common.
    SEATS: 3,
    SCORING: 1,
    // Tiles still to come, and scorings.
    PILE: TILES / 2 + 2,
    LEFT: 1,
    COMING: 5,
    TURN: 2,
    // Temples that nobody guards by value, and treasures that lie about.
    OPEN_TEMPLES: VALUES,
    RICH: 1,
    // What a seat has. Whether it acts, and with how many points left.
    ACTS: POINTS as usize + 1,
    TREASURE: 1,
    WAITS: 1,
    SCORES: 1,
    SUPPLY: 19,
    GONE: 6,
    LEADER: 4,
    // Camps and guards, each by the scorings that come.
    CAMPS: 3 * 5,
    GUARDS: 3 * 5,
    GUARDED: 2,
    // How many kinds of treasures one has once, twice, three times.
    SETS: 3 * 9,
    // Temples where one has pieces by value and lead, and again the more the more tiles are to come.
    TEMPLE: VALUES * LEADS,
    EARLY: VALUES * LEADS,
    ALONE: VALUES,
    // Cells with pieces, with many of them, with treasures and two of them, beside temples.
    CELLS_HELD: 12,
    CROWDED: 1,
    DIGGING: 4,
    IDLE: 1,
    TERMS: 6,
    AHEAD: 4,
    PIECES: 20,
}

/// The net as it is shipped.
pub(crate) fn net() -> Option<&'static Net> {
    static NET: OnceLock<Option<Net>> = OnceLock::new();
    NET.get_or_init(|| None).as_ref()
}

/// Whether a net knows tables with these options: the basic version, by rounds or at once, without the variants.
pub(crate) fn familiar(options: &Options) -> bool {
    let none = [options.obstacles, options.machine_gun] == [Switch::Off; 2];
    options.version == Version::Basic && options.boulder == Boulder::Off && none
}

/// Feeds a learned value its inputs.
pub(crate) fn feed(game: &Tikal, inputs: &mut impl Inputs) {
    let weights = Weights::of(game.players.len(), None);
    let field = field(game, &weights);
    let mut terms = [Terms::default(); MOST];
    let mut estimates = [0.0; MOST];
    for (seat, _) in game.players.iter() {
        let own = Terms::of(game, seat, &field, &weights);
        (terms[seat.index()], estimates[seat.index()]) = (own, own.sum());
    }
    let coming = (terms[0].scorings.0 + terms[0].scorings.1).min(4) as usize;
    let left = game.pile.len() as f32 / TILES as f32;
    common(game, coming, left, inputs);
    for seat in game.table() {
        let own = &terms[seat.index()];
        inputs.seat(seat, estimates[seat.index()]);
        standing(game, seat, own, inputs);
        pieces(game, seat, coming, inputs);
        temples(game, seat, left, inputs);
        let parts = [own.temples, own.treasures, own.spare, own.outlook, own.drawn, own.points / 4.0];
        for (at, part) in parts.into_iter().enumerate() {
            inputs.put(TERMS + at, part / 10.0);
        }
        let (mut lead, mut ahead) = (f32::INFINITY, f32::INFINITY);
        for rival in game.table().filter(|rival| *rival != seat) {
            lead = lead.min(estimates[seat.index()] - estimates[rival.index()]);
            ahead = ahead.min(own.points - terms[rival.index()].points);
        }
        for (at, value) in [lead, lead * (1.0 - left), ahead, ahead * (1.0 - left)].into_iter().enumerate() {
            inputs.put(AHEAD + at, value / 20.0);
        }
    }
}

/// What all have in common.
fn common(game: &Tikal, coming: usize, left: f32, inputs: &mut impl Inputs) {
    inputs.on(SEATS + game.players.len() - 2);
    if game.options.scoring == Scoring::Immediate {
        inputs.on(SCORING);
    }
    inputs.on(PILE + game.pile.len().div_ceil(2));
    inputs.put(LEFT, left);
    inputs.on(COMING + coming);
    match game.turn {
        Turn::Scoring => inputs.on(TURN),
        Turn::Extra => inputs.on(TURN + 1),
        Turn::Normal | Turn::Jump => {}
    }
    for cell in game.temples.without(game.guarded()) {
        inputs.put(OPEN_TEMPLES + usize::from(game.value[cell.index()]).min(VALUES - 1), 0.5);
    }
    inputs.put(RICH, game.buried.iter().map(|left| f32::from(*left)).sum::<f32>() / 8.0);
}

/// Whose turn it is, and what a seat has beside the board.
fn standing(game: &Tikal, seat: Seat, terms: &Terms, inputs: &mut impl Inputs) {
    let player = &game.players[seat];
    if game.seat == seat {
        inputs.on(ACTS + usize::from(game.ap.min(POINTS)));
        if matches!(game.phase, Phase::Treasure(_)) {
            inputs.on(TREASURE);
        }
    }
    if game.queue.as_slice().contains(&seat) {
        inputs.on(WAITS);
    }
    if terms.scorings.0 > 0 {
        inputs.on(SCORES);
    }
    inputs.on(SUPPLY + usize::from(player.supply.min(18)));
    inputs.on(GONE + usize::from(player.gone.min(5)));
    inputs.on(LEADER
        + match player.leader {
            Leader::Supply => 0,
            Leader::On(_) => 1,
            Leader::Guard(_) => 2,
            Leader::Gone => 3,
        });
    let mut sets = [0; 3];
    for count in player.treasures {
        if let Some(set) = usize::from(count).checked_sub(1) {
            sets[set.min(2)] += 1;
        }
    }
    for (at, kinds) in sets.into_iter().enumerate() {
        inputs.on(SETS + 9 * at + kinds.min(8));
    }
}

/// The pieces on the board.
fn pieces(game: &Tikal, seat: Seat, coming: usize, inputs: &mut impl Inputs) {
    let player = &game.players[seat];
    inputs.on(CAMPS + 5 * player.camps.len().min(2) + coming);
    inputs.on(GUARDS + 5 * player.guards.len().min(2) + coming);
    let guarded: f32 = player.guards.into_iter().map(|cell| f32::from(game.value[cell.index()])).sum();
    inputs.put(GUARDED, guarded / 10.0);
    inputs.put(GUARDED + 1, guarded * coming as f32 / 40.0);
    let (mut standing, mut crowded, mut idle) = (0, 0, 0);
    let mut digging = [0; 4];
    for cell in player.at {
        let pieces = player.pieces(cell);
        standing += usize::from(pieces);
        crowded += pieces.saturating_sub(4);
        if game.rich.has(cell) {
            let rivals = game.players.iter().any(|(rival, other)| rival != seat && other.at.has(cell));
            digging[2 * usize::from(rivals) + usize::from(pieces > 1)] += 1;
        } else if !game.temples.has(cell) {
            idle += pieces;
        }
    }
    inputs.on(PIECES + standing.min(19));
    inputs.on(CELLS_HELD + player.at.len().min(11));
    inputs.put(CROWDED, f32::from(crowded) / 4.0);
    inputs.put(IDLE, f32::from(idle) / 4.0);
    for (at, count) in digging.into_iter().enumerate() {
        if count > 0 {
            inputs.put(DIGGING + at, count as f32 / 2.0);
        }
    }
}

/// Temples where the seat has pieces.
fn temples(game: &Tikal, seat: Seat, left: f32, inputs: &mut impl Inputs) {
    let player = &game.players[seat];
    for cell in game.temples.and(player.at).without(game.guarded()) {
        let value = usize::from(game.value[cell.index()]).min(VALUES - 1);
        let rivals = game.players.iter().filter(|(other, _)| *other != seat);
        let rival = rivals.map(|(_, rival)| rival.strength(cell)).max().unwrap_or(0);
        let lead = i32::from(player.strength(cell)) - i32::from(rival);
        let at = VALUES * (lead.clamp(-3, 5) + 3) as usize + value;
        inputs.on(TEMPLE + at);
        inputs.put(EARLY + at, left);
        if rival == 0 {
            inputs.on(ALONE + value);
        }
    }
}
