//! How good a position looks for the seats: points now, and what the scorings to come should bring.

use engine::{BotLadder, Evaluate, Game as _, Inputs, MOST_SEATS, Net, Seat, ToAct};

use crate::board::{CELLS, Cell, CellSet};
use crate::learned;
use crate::options::{Terrain, Version};
use crate::score::SET_POINTS;
use crate::seats::SeatSet;
use crate::state::{Leader, Phase, Player, Tikal, Turn};
use crate::tiles::{TILES, Tile, Treasure, VOLCANOES};
use crate::weights::Weights;

/// How often the pull of a site is passed on to the cells around.
const REACH: usize = 4;

/// The third worker on a cell is drawn there less than the first: roots.
const ROOTS: [f32; 19] = [
    0.0, 1.0, 1.414, 1.732, 2.0, 2.236, 2.449, 2.646, 2.828, 3.0, 3.162, 3.317, 3.464, 3.606, 3.742, 3.873, 4.0, 4.123,
    4.243,
];

impl Evaluate for Tikal {
    const LADDER: BotLadder = BotLadder {
        slips: [5.0, 2.8, 1.1, 0.0],
        usual: [33_000, 2_400],
        strengths: [1280, 1400, 1638, 1911],
        ..BotLadder::USUAL
    };

    const STANDARDS: &'static str = include_str!("../review.json");

    fn weights(seats: usize) -> &'static [(&'static str, f32)] {
        Weights::named(seats)
    }

    fn estimates(&self, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
        estimates(self, weights)
    }

    const INPUTS: usize = learned::COUNT;

    fn learned() -> Option<&'static Net> {
        learned::net()
    }

    fn familiar(&self) -> bool {
        learned::familiar(&self.options)
    }

    fn inputs(&self, inputs: &mut impl Inputs) {
        learned::feed(self, inputs);
    }

    fn progress(&self) -> f32 {
        1.0 - self.pile.len() as f32 / TILES as f32
    }

    fn quiet(&self, seat: Seat) -> bool {
        match self.options.version {
            Version::Basic => self.to_act() == ToAct::Seat(seat),
            // What a bid was worth shows when everybody has played their turn: a fresh round begins.
            Version::Auction => {
                let fresh = self.round.bid == 0 && self.round.passed == SeatSet::default();
                self.phase == Phase::Bid && fresh && self.round.waiting == SeatSet::all(self.players.len())
            }
        }
    }

    fn stakes(&self) -> bool {
        self.phase == Phase::Bid
    }
}

/// The estimates of all seats.
fn estimates(game: &Tikal, weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
    let mut values = [0.0; MOST_SEATS];
    if game.phase == Phase::Over {
        game.players.iter().for_each(|(seat, player)| values[seat.index()] = player.points as f32);
        return values;
    }
    let weights = Weights::of(game.players.len(), weights);
    let field = field(game, &weights);
    for (seat, _) in game.players.iter() {
        values[seat.index()] = Terms::of(game, seat, &field, &weights).sum();
    }
    values
}

/// What the estimate of a seat is made of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Terms {
    pub(crate) points: f32,
    pub(crate) temples: f32,
    pub(crate) treasures: f32,
    pub(crate) spare: f32,
    chips: f32,
    pub(crate) outlook: f32,
    pub(crate) drawn: f32,
    auction: f32,
    /// How many scorings the seat is in the middle of, and how many come later.
    pub(crate) scorings: (u32, u32),
}

impl Terms {
    pub(crate) fn of(game: &Tikal, seat: Seat, field: &[f32; CELLS], weights: &Weights) -> Terms {
        let player = &game.players[seat];
        let (now, later) = scorings(game, seat);
        Terms {
            points: player.points as f32,
            temples: temples(game, seat, now, later, weights),
            treasures: treasures(game, seat, now + later) * weights.treasure,
            spare: if game.seat == seat { weights.point * f32::from(game.ap) } else { 0.0 },
            chips: weights.point * f32::from(player.chips - player.chosen.min(player.chips)),
            outlook: outlook(player, weights) * (game.pile.len() as f32 / TILES as f32),
            drawn: drawn(player, field, weights),
            auction: auction(game, seat, weights),
            scorings: (now, later),
        }
    }

    /// The estimate.
    pub(crate) fn sum(&self) -> f32 {
        self.points + self.temples + self.treasures + self.spare + self.chips + self.outlook + self.drawn + self.auction
    }
}

/// What counts the more the more tiles are to come.
fn outlook(player: &Player, weights: &Weights) -> f32 {
    let standing: u32 = player.at.into_iter().map(|cell| u32::from(player.pieces(cell))).sum();
    weights.camp * player.camps.len() as f32
        + weights.piece * standing as f32
        + weights.guard * (2 - player.guards.len()) as f32
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
fn temples(game: &Tikal, seat: Seat, now: u32, later: u32, weights: &Weights) -> f32 {
    let (mut later_scorings, mut share) = (0.0, 1.0);
    for _ in 0..later {
        later_scorings += share;
        share *= weights.fading;
    }
    let player = &game.players[seat];
    let mut sum = 0.0;
    for cell in player.guards {
        sum += f32::from(game.value[cell.index()]) * (now + later) as f32;
    }
    for cell in game.temples.and(player.at).without(game.guarded()) {
        let value = f32::from(game.value[cell.index()]);
        let own = i32::from(player.strength(cell));
        let rivals = game.players.iter().filter(|(other, _)| *other != seat);
        let rival = rivals.map(|(_, rival)| i32::from(rival.strength(cell))).max().unwrap_or(0);
        let safety = match own - rival {
            1 => weights.lead_1,
            2 => weights.lead_2,
            3 => weights.lead_3,
            4 => weights.lead_4,
            5.. => weights.lead_5,
            0 => weights.level,
            _ => weights.behind,
        };
        sum += value * (safety * later_scorings + if own > rival { now as f32 } else { 0.0 });
    }
    sum
}

/// What treasures bring in the scorings to come; one dug and not yet seen what it brings on average.
fn treasures(game: &Tikal, seat: Seat, scorings: u32) -> f32 {
    let held = &game.players[seat].treasures;
    let sets: i32 = held.iter().map(|count| SET_POINTS[*count as usize]).sum();
    let mut sum = sets as f32;
    if matches!(game.phase, Phase::Treasure(_)) && game.seat == seat {
        let (mut gain, mut left) = (0, 0);
        for kind in Treasure::ALL {
            let count = held[kind.index()] as usize;
            let undug = i32::from(game.undug(kind));
            if undug > 0 {
                gain += undug * (SET_POINTS[count + 1] - SET_POINTS[count]);
                left += undug;
            }
        }
        sum += gain as f32 / left.max(1) as f32;
    }
    sum * scorings as f32
}

/// What each cell is worth being on, by how near temples and treasures are that are worth going to.
pub(crate) fn field(game: &Tikal, weights: &Weights) -> [f32; CELLS] {
    let mut field = [0f32; CELLS];
    let temples = game.temples.without(game.guarded());
    for cell in temples {
        field[cell.index()] = f32::from(game.value[cell.index()]);
    }
    for cell in game.rich {
        field[cell.index()] = weights.site;
    }
    let mut changed = temples.or(game.rich);
    for _ in 0..REACH {
        let mut next = CellSet::EMPTY;
        for cell in changed {
            let here = field[cell.index()];
            for (side, price) in game.price[cell.index()].into_iter().enumerate() {
                let passed = here - weights.per_stone * f32::from(price);
                if price > 0
                    && let Some(there) = cell.neighbour(side)
                    && passed > field[there.index()]
                {
                    field[there.index()] = passed;
                    next.insert(there);
                }
            }
        }
        changed = next;
    }
    field
}

/// How near the player's pieces are to what draws them.
fn drawn(player: &Player, field: &[f32; CELLS], weights: &Weights) -> f32 {
    let drawn = |cell: Cell| {
        let leader = if player.leader == Leader::On(cell) { weights.leader } else { 0.0 };
        field[cell.index()] * (leader + ROOTS[usize::from(player.workers[cell.index()]).min(ROOTS.len() - 1)])
    };
    weights.pull * player.at.into_iter().map(drawn).sum::<f32>()
}

/// A bid is good as long as going first is worth more than it costs.
fn auction(game: &Tikal, seat: Seat, weights: &Weights) -> f32 {
    let fire = |fiery: bool| if fiery { weights.volcano } else { 0.0 };
    let choice = weights.choice + fire(game.round.display.into_iter().any(Tile::is_volcano));
    if game.round.bidder == Some(seat) {
        return choice - f32::from(game.round.bid);
    }
    if game.phase == Phase::Take && game.seat == seat {
        return choice;
    }
    fire(game.players[seat].hand.is_some_and(Tile::is_volcano))
}
