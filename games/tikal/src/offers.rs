//! The legal words with what a client needs to show them: prices, targets, and ways over several cells.

use engine::{Game, Offer};

use crate::action::{Action, Piece};
use crate::board::{CELLS, Cell, SIDES};
use crate::state::{Jump, Leader, POINTS, Phase, Tikal};

/// The offers of the seat to act.
pub(crate) fn offers(game: &Tikal) -> Vec<Offer> {
    let mut legal = Vec::new();
    game.actions(&mut legal);
    let mut offers: Vec<Offer> = legal.into_iter().map(|action| offer(game, action)).collect();
    if game.phase == Phase::Spend {
        for (piece, from) in walkers(game) {
            let far = ways(game, piece, from);
            mark_detours(&mut offers, &far, piece, from);
            offers.extend(far);
        }
    }
    offers
}

/// The keys under which a way tells the price of each of its crossings; no way has more crossings than points.
const CROSSINGS: [&str; POINTS as usize] = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10"];

/// Tells the crossings for which a cheaper way leads round to the same cell what that way costs (`round`), so that a
/// client can offer both and play the cheaper one unless that very edge is chosen.
fn mark_detours(crossings: &mut [Offer], ways: &[Offer], piece: Piece, from: Cell) {
    for way in ways {
        let Some(target) = &way.target else { continue };
        let direct = format!("move {piece} {from} {target}");
        if let Some(crossing) = crossings.iter_mut().find(|offer| offer.word == direct) {
            crossing.facts.extend(way.price.map(|price| ("round", price)));
        }
    }
}

fn offer(game: &Tikal, action: Action) -> Offer {
    Offer {
        word: action.to_string(),
        price: price(game, action),
        target: target(action),
        then: Vec::new(),
        facts: Vec::new(),
    }
}

/// What the word costs: action points, points in an auction, chips in a jump.
fn price(game: &Tikal, action: Action) -> Option<i32> {
    match action {
        Action::Bid(points) => Some(i32::from(points)),
        Action::Chips(chips) => Some(i32::from(chips)),
        Action::Place(..) | Action::End | Action::Pass | Action::Take(_) | Action::Score | Action::Skip => None,
        _ => {
            let mut after = game.clone();
            after.spend(action, &mut ());
            Some(i32::from(game.ap - after.ap))
        }
    }
}

/// The place that the word is about.
fn target(action: Action) -> Option<String> {
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
        | Action::Shoot(cell, _) => Some(cell.to_string()),
        Action::Obstacle(low, high) => Some(format!("{low} {high}")),
        Action::Swap(_, seat, _) => Some(seat.to_string()),
        Action::Take(tile) => Some(tile.to_string()),
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

/// The cheapest way to every cell that is two crossings or more away, within the action points left.
fn ways(game: &Tikal, piece: Piece, from: Cell) -> Vec<Offer> {
    let mut cost = [u8::MAX; CELLS];
    let mut before = [from; CELLS];
    let barred = game.barred(game.seat);
    cost[from.index()] = 0;
    // Prices are small: going through the costs in their order is all that a cheapest way needs.
    for reached in 0..game.ap {
        for cell in Cell::all().filter(|cell| game.explored.has(*cell)) {
            if cost[cell.index()] != reached {
                continue;
            }
            for side in 0..SIDES {
                let price = game.price[cell.index()][side];
                let Some(there) = cell.neighbour(side).filter(|there| price > 0 && !barred.has(*there)) else {
                    continue;
                };
                if reached + price <= game.ap && reached + price < cost[there.index()] {
                    cost[there.index()] = reached + price;
                    before[there.index()] = cell;
                }
            }
        }
    }
    let far = Cell::all().filter(|to| *to != from && cost[to.index()] <= game.ap && before[to.index()] != from);
    far.map(|to| way(piece, from, to, &before, &cost)).collect()
}

fn way(piece: Piece, from: Cell, to: Cell, before: &[Cell; CELLS], cost: &[u8; CELLS]) -> Offer {
    let mut crossings = Vec::new();
    let mut prices = Vec::new();
    let mut at = to;
    while at != from {
        let last = before[at.index()];
        crossings.push(Action::Move(piece, last, at).to_string());
        prices.push(i32::from(cost[at.index()] - cost[last.index()]));
        at = last;
    }
    crossings.reverse();
    prices.reverse();
    let word = crossings.remove(0);
    Offer {
        word,
        price: Some(i32::from(cost[to.index()])),
        target: Some(to.to_string()),
        then: crossings,
        facts: CROSSINGS.into_iter().zip(prices).collect(),
    }
}
