//! The legal words with what a client needs to show them: prices, targets, and ways over several cells.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

use engine::{Game, Offer};

use crate::action::{Action, Piece};
use crate::board::{CELLS, Cell, CellSet, SIDES, facing};
use crate::state::{Jump, Leader, POINTS, Phase, Tikal};

/// The offers of the seat to act.
pub(crate) fn offers(game: &Tikal) -> Vec<Offer> {
    let mut legal = Vec::new();
    game.actions(&mut legal);
    let mut offers: Vec<Offer> = legal.iter().map(|action| offer(game, *action)).collect();
    if game.phase == Phase::Spend {
        let barred = game.barred(game.seat);
        for (piece, from) in walkers(game) {
            Ways::new(game, piece, from, barred).offer(&legal, &mut offers);
        }
    }
    offers
}

/// Tells a crossing to whose cell a cheaper way leads round what that way costs (`round`), so that a client can offer
/// both and play the cheaper one unless that very edge is chosen. The first offers are those of the legal actions.
fn mark_detour(offers: &mut [Offer], legal: &[Action], crossing: Action, price: i32) {
    if let Ok(place) = legal.binary_search(&crossing) {
        offers[place].facts.push(("round", price));
    }
}

/// The words of every crossing there can be, by piece, cell and side: a way has many, and most positions have many
/// ways.
static CROSSING_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut words = Vec::with_capacity(Piece::ALL.len() * CELLS * SIDES);
    for piece in Piece::ALL {
        for from in Cell::all() {
            let word = |to| Action::Move(piece, from, to).to_string();
            words.extend((0..SIDES).map(|side| from.neighbour(side).map(word).unwrap_or_default()));
        }
    }
    words
});

fn crossing_word(piece: Piece, from: Cell, side: usize) -> Cow<'static, str> {
    CROSSING_WORDS[(piece as usize * CELLS + from.index()) * SIDES + side].as_str().into()
}

fn offer(game: &Tikal, action: Action) -> Offer {
    Offer { word: word(action), price: price(game, action), target: target(action), after: None, facts: Vec::new() }
}

fn word(action: Action) -> Cow<'static, str> {
    if let Action::Move(piece, from, to) = action
        && let Some(side) = from.side_to(to)
    {
        return crossing_word(piece, from, side);
    }
    // Room for most words at once: a text that grows letter by letter is moved about.
    let mut word = String::with_capacity(24);
    write!(word, "{action}").unwrap_or_else(|_| unreachable!("memory takes any text"));
    word.into()
}

/// What the word costs: action points, points in an auction, chips in a jump.
fn price(game: &Tikal, action: Action) -> Option<i32> {
    match action {
        Action::Bid(points) => Some(i32::from(points)),
        Action::Chips(chips) => Some(i32::from(chips)),
        Action::Place(..) | Action::End | Action::Pass | Action::Take(_) | Action::Score | Action::Skip => None,
        _ => Some(game.price_of(action).into()),
    }
}

/// The place that the word is about.
fn target(action: Action) -> Option<Cow<'static, str>> {
    match action {
        Action::Place(cell, _)
        | Action::Enter(_, cell)
        | Action::Shortcut(_, _, cell)
        | Action::Move(_, _, cell)
        | Action::Uncover(cell)
        | Action::Dig(cell)
        | Action::Camp(cell)
        | Action::Guard(cell, _)
        | Action::Gun(cell)
        | Action::Shoot(cell, _) => Some(cell.name().into()),
        Action::Obstacle(low, high) => Some(format!("{low} {high}").into()),
        Action::Swap(_, seat, _) => Some(seat.to_string().into()),
        Action::Take(tile) => Some(tile.to_string().into()),
        Action::End | Action::Bid(_) | Action::Pass | Action::Score | Action::Skip | Action::Chips(_) => None,
    }
}

/// The pieces that may walk now, one for each kind and cell.
fn walkers(game: &Tikal) -> Vec<(Piece, Cell)> {
    let own = game.own();
    match game.jump {
        Jump::Done => Vec::new(),
        Jump::Walking(piece, cell) => vec![(piece, cell)],
        Jump::Ready => {
            let leader = if let Leader::On(cell) = own.leader { Some((Piece::Leader, cell)) } else { None };
            let workers = own.at.into_iter().filter(|cell| own.workers[cell.index()] > 0);
            leader.into_iter().chain(workers.map(|cell| (Piece::Worker, cell))).collect()
        }
    }
}

/// The cheapest ways of a piece to every cell within the action points left.
struct Ways {
    piece: Piece,
    from: Cell,
    most: u8,
    cost: [u8; CELLS],
    /// The side of the cell before over which each cell is reached.
    over: [u8; CELLS],
    /// The cells by what it costs to reach them; some of them are reached for less, too.
    reached: [CellSet; POINTS as usize + 1],
}

impl Ways {
    fn new(game: &Tikal, piece: Piece, from: Cell, barred: CellSet) -> Ways {
        let reached = [CellSet::EMPTY; POINTS as usize + 1];
        let mut ways = Ways { piece, from, most: game.ap, cost: [u8::MAX; CELLS], over: [0; CELLS], reached };
        ways.cost[from.index()] = 0;
        // Prices are small: going through the costs in their order is all that a cheapest way needs.
        ways.reached[0].insert(from);
        for cost in 0..game.ap {
            for cell in ways.reached[usize::from(cost)] {
                if ways.cost[cell.index()] == cost {
                    ways.cross(game, cell, barred);
                }
            }
        }
        ways
    }

    /// Goes on from a cell over each of its sides; what is reached is noted by its cost.
    fn cross(&mut self, game: &Tikal, cell: Cell, barred: CellSet) {
        let here = self.cost[cell.index()];
        for side in 0..SIDES {
            let price = game.price[cell.index()][side];
            let Some(there) = cell.neighbour(side).filter(|there| price > 0 && !barred.has(*there)) else {
                continue;
            };
            let cost = here + price;
            if cost <= self.most && cost < self.cost[there.index()] {
                self.cost[there.index()] = cost;
                self.over[there.index()] = side as u8;
                self.reached[usize::from(cost)].insert(there);
            }
        }
    }

    /// The cell before a cell that is reached, and the side over which the way leads.
    fn before(&self, cell: Cell) -> (Cell, usize) {
        let side = usize::from(self.over[cell.index()]);
        (cell.neighbour(facing(side)).unwrap_or_else(|| unreachable!("a way came from there")), side)
    }

    /// Offers every cell that is two crossings or more away: the last crossing of its way, which goes on from the offer
    /// of the cell before. Those are cheaper, and so offered before.
    fn offer(&self, legal: &[Action], offers: &mut Vec<Offer>) {
        let mut places = [None; CELLS];
        for cost in 1..=self.most {
            let cheapest = |to: &Cell| self.cost[to.index()] == cost;
            for to in self.reached[usize::from(cost)].into_iter().filter(cheapest) {
                let (last, side) = self.before(to);
                let crossing = Action::Move(self.piece, self.from, to);
                if last == self.from {
                    places[to.index()] = legal.binary_search(&crossing).ok();
                    continue;
                }
                mark_detour(offers, legal, crossing, i32::from(cost));
                let Some(after) = places[last.index()] else { continue };
                places[to.index()] = Some(offers.len());
                offers.push(Offer {
                    word: crossing_word(self.piece, last, side),
                    price: Some(i32::from(cost)),
                    target: Some(to.name().into()),
                    after: Some(after),
                    facts: Vec::new(),
                });
            }
        }
    }
}
