//! How good a position looks for a seat: points now, and what the scorings to come should bring.

use engine::Seat;

use crate::board::{CELLS, Cell, SIDES};
use crate::options::Terrain;
use crate::rules::SET_POINTS;
use crate::state::{Leader, Phase, Tikal, Turn};
use crate::tiles::{TILES, Tile, Treasure, VOLCANOES};

/// What a good player looks at, in points.
mod weight {
    /// How likely a temple with a lead of one, two, … is still held when a later scoring comes.
    pub(super) const SAFETY: [f32; 6] = [0.5, 0.62, 0.72, 0.8, 0.86, 0.9];
    /// The same for a temple that is level, and for one where one is behind.
    pub(super) const LEVEL: f32 = 0.22;
    pub(super) const BEHIND: f32 = 0.08;
    /// How much less each later scoring of a temple counts than the one before.
    pub(super) const FADING: f32 = 0.75;
    /// Treasures are seldom lost: a pair and a triple never.
    pub(super) const TREASURE: f32 = 0.95;
    /// An action point in hand.
    pub(super) const POINT: f32 = 0.3;
    /// A camp while all tiles are still to come.
    pub(super) const CAMP: f32 = 5.0;
    /// A piece on the board, and a guard not yet used, while all tiles are still to come.
    pub(super) const PIECE: f32 = 0.25;
    pub(super) const GUARD: f32 = 3.0;
    /// What a temple or a treasure site draws pieces with, and how it fades with each action point on the way.
    pub(super) const PULL: f32 = 0.3;
    pub(super) const SITE: f32 = 3.5;
    pub(super) const PER_STONE: f32 = 0.35;
    /// Going first in an auction; a volcano brings a turn more.
    pub(super) const CHOICE: f32 = 2.5;
    pub(super) const VOLCANO: f32 = 3.0;
}

/// How often the pull of a site is passed on to the cells around.
const REACH: usize = 4;

/// The estimate for one seat.
pub(crate) fn estimate(game: &Tikal, seat: Seat) -> f32 {
    let player = &game.players[seat];
    let points = player.points as f32;
    if game.phase == Phase::Over {
        return points;
    }
    let (now, later) = scorings(game, seat);
    let left = game.pile.len() as f32 / TILES as f32;
    let held = temples(game, seat, now, later) + treasures(game, seat, now + later);
    let spare = if game.seat == seat { weight::POINT * f32::from(game.ap) } else { 0.0 };
    let chips = weight::POINT * f32::from(player.chips - player.chosen.min(player.chips));
    let standing: u32 = player.at.into_iter().map(|cell| u32::from(player.pieces(cell))).sum();
    let outlook = weight::CAMP * player.camps.len() as f32
        + weight::PIECE * standing as f32
        + weight::GUARD * (2 - player.guards.len()) as f32;
    points + held + spare + chips + outlook * left + pull(game, seat) + auction(game, seat)
}

/// How many scorings the seat is in the middle of (0 or 1), and how many come later.
fn scorings(game: &Tikal, seat: Seat) -> (u32, u32) {
    let scoring = game.turn == Turn::Scoring;
    let now = scoring && (game.seat == seat || game.queue.as_slice().contains(&seat));
    let due = game.due.iter().flatten().count() - usize::from(scoring && game.due[0].is_some());
    let last = game.options.terrain == Terrain::Letters && !(scoring && game.due[0].is_none());
    let volcanoes = VOLCANOES.len() - game.volcanoes_taken();
    (u32::from(now), (volcanoes + due + usize::from(last)) as u32)
}

/// Temples: exactly for the scoring under way, by their safety for later ones.
fn temples(game: &Tikal, seat: Seat, now: u32, later: u32) -> f32 {
    let mut sum = 0.0;
    let later_scorings: f32 = (0..later).map(|scoring| weight::FADING.powi(scoring as i32)).sum();
    let guarded = game.guarded();
    for cell in game.temples {
        let value = f32::from(game.value[cell.index()]);
        if guarded.has(cell) {
            if game.players[seat].guards.has(cell) {
                sum += value * (now + later) as f32;
            }
            continue;
        }
        let own = i32::from(game.players[seat].strength(cell));
        if own == 0 {
            continue;
        }
        let rivals = game.players.iter().filter(|(other, _)| *other != seat);
        let rival = rivals.map(|(_, player)| i32::from(player.strength(cell))).max().unwrap_or(0);
        let safety = match own - rival {
            lead @ 1.. => weight::SAFETY[(lead as usize - 1).min(weight::SAFETY.len() - 1)],
            0 => weight::LEVEL,
            _ => weight::BEHIND,
        };
        sum += value * (safety * later_scorings + if own > rival { now as f32 } else { 0.0 });
    }
    sum
}

fn treasures(game: &Tikal, seat: Seat, scorings: u32) -> f32 {
    let sets = game.players[seat].treasures.iter().map(|count| SET_POINTS[*count as usize]);
    weight::TREASURE * (sets.sum::<i32>() * scorings as i32) as f32 + expected_find(game, seat, scorings)
}

/// A treasure dug and not yet seen is worth what it brings on average.
fn expected_find(game: &Tikal, seat: Seat, scorings: u32) -> f32 {
    if !(matches!(game.phase, Phase::Treasure(_)) && game.seat == seat) {
        return 0.0;
    }
    let (mut gain, mut left) = (0, 0);
    for kind in Treasure::ALL {
        let count = game.players[seat].treasures[kind.index()] as usize;
        let undug = i32::from(game.undug(kind));
        if undug > 0 {
            gain += undug * (SET_POINTS[count + 1] - SET_POINTS[count]);
            left += undug;
        }
    }
    weight::TREASURE * gain as f32 / left.max(1) as f32 * scorings as f32
}

/// How near the seat's pieces are to temples and treasures that are worth going to.
fn pull(game: &Tikal, seat: Seat) -> f32 {
    let mut field = [0f32; CELLS];
    for cell in game.temples.without(game.guarded()) {
        field[cell.index()] = f32::from(game.value[cell.index()]);
    }
    for cell in game.rich {
        field[cell.index()] = weight::SITE;
    }
    for _ in 0..REACH {
        for cell in game.explored {
            for side in 0..SIDES {
                let price = game.price[cell.index()][side];
                if price > 0
                    && let Some(there) = cell.neighbour(side)
                {
                    let from_there = field[there.index()] - weight::PER_STONE * f32::from(price);
                    field[cell.index()] = field[cell.index()].max(from_there);
                }
            }
        }
    }
    let player = &game.players[seat];
    let drawn = |cell: Cell| {
        let leader = if player.leader == Leader::On(cell) { 2.0 } else { 0.0 };
        // The third worker on a cell is drawn there less than the first.
        let workers = f32::from(player.workers[cell.index()]).sqrt();
        field[cell.index()] * (leader + workers)
    };
    weight::PULL * player.at.into_iter().map(drawn).sum::<f32>()
}

/// A bid is good as long as going first is worth more than it costs.
fn auction(game: &Tikal, seat: Seat) -> f32 {
    let fire = |fiery: bool| if fiery { weight::VOLCANO } else { 0.0 };
    let choice = weight::CHOICE + fire(game.round.display.into_iter().any(Tile::is_volcano));
    if game.round.bidder == Some(seat) {
        return choice - f32::from(game.round.bid);
    }
    if game.phase == Phase::Take && game.seat == seat {
        return choice;
    }
    fire(game.players[seat].hand.is_some_and(Tile::is_volcano))
}
