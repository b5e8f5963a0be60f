//! T10: action points, and which action each word is.

use engine::{Illegal, List, Sink, refuse};

use super::dig::{DIG_PRICE, UNCOVER_PRICE};
use super::guard::{GUARD_PRICE, GUN_PRICE, SHOT_PRICE};
use super::numbers::{T10, T35};
use super::obstacle::BUILD_PRICE;
use super::trade::{CAMP_PRICE, SWAP_PRICE};
use super::travel::ENTER_PRICE;
use crate::action::Action;
use crate::event::Event;
use crate::state::{Jump, Phase, Tikal, Turn};

impl Tikal {
    pub(crate) fn list_spending(&self, out: &mut impl List<Action>) {
        if self.ap > 0 {
            match self.jump {
                Jump::Ready => self.list_every_action(out),
                Jump::Walking(..) => self.list_moves(out),
                Jump::Done => {}
            }
        }
        out.push(Action::End);
    }

    fn list_every_action(&self, out: &mut impl List<Action>) {
        self.list_entries(out);
        self.list_shortcuts(out);
        self.list_moves(out);
        self.list_uncovers(out);
        self.list_digs(out);
        self.list_swaps(out);
        self.list_camps(out);
        self.list_guards(out);
        self.list_obstacles(out);
        self.list_guns(out);
    }

    pub(crate) fn check_spending(&self, action: Action) -> Result<(), Illegal> {
        if self.phase != Phase::Spend {
            return Err(refuse!(T10, "no-points-now", "nobody spends action points now"));
        }
        if action != Action::End {
            self.check_jump(action)?;
        }
        match action {
            Action::Enter(piece, cell) => self.check_enter(piece, cell),
            Action::Shortcut(piece, from, to) => self.check_shortcut(piece, from, to),
            Action::Move(piece, from, to) => self.check_move(piece, from, to),
            Action::Uncover(cell) => self.check_uncover(cell),
            Action::Dig(cell) => self.check_dig(cell),
            Action::Swap(give, seat, take) => self.check_swap(give, seat, take),
            Action::Camp(cell) => self.check_camp(cell),
            Action::Guard(cell, piece) => self.check_guard(cell, piece),
            Action::Obstacle(low, high) => self.check_obstacle(low, high),
            Action::Gun(cell) => self.check_gun(cell),
            Action::Shoot(cell, other) => self.check_shot(cell, other),
            _ => Ok(()),
        }
    }

    /// T35: one action a jump, or several crossings of one piece.
    pub(super) fn check_jump(&self, action: Action) -> Result<(), Illegal> {
        match (self.jump, action) {
            (Jump::Ready, _) => Ok(()),
            (Jump::Walking(piece, cell), Action::Move(moved, from, _)) if (piece, cell) == (moved, from) => Ok(()),
            (Jump::Walking(..), _) => Err(refuse!(T35, "jump-walk", "the piece on its way may go on, nothing else")),
            (Jump::Done, _) => Err(refuse!(T35, "jump-done", "a jump is one action")),
        }
    }

    /// T10: the points must be there.
    pub(super) fn check_price(&self, price: u8) -> Result<(), Illegal> {
        if price <= self.ap {
            return Ok(());
        }
        Err(refuse!(
            T10,
            "points-short",
            "this takes {price} action points, you have {left}",
            price = price,
            left = self.ap
        ))
    }

    /// T10: the action points that an action takes.
    pub(crate) fn price_of(&self, action: Action) -> u8 {
        match action {
            Action::Enter(..) | Action::Shortcut(..) => ENTER_PRICE,
            Action::Move(_, from, to) => from.side_to(to).map_or(0, |side| self.price[from.index()][side]),
            Action::Uncover(_) => UNCOVER_PRICE,
            Action::Dig(_) => DIG_PRICE,
            Action::Swap(..) => SWAP_PRICE,
            Action::Camp(_) => CAMP_PRICE,
            Action::Guard(..) => GUARD_PRICE,
            Action::Obstacle(..) => BUILD_PRICE,
            Action::Gun(_) => GUN_PRICE,
            Action::Shoot(..) => SHOT_PRICE,
            Action::Place(..)
            | Action::End
            | Action::Bid(_)
            | Action::Pass
            | Action::Take(_)
            | Action::Score
            | Action::Skip
            | Action::Chips(_) => 0,
        }
    }

    pub(crate) fn spend<S: Sink<Event>>(&mut self, action: Action, events: &mut S) {
        let price = self.price_of(action);
        match action {
            Action::Enter(piece, cell) => self.enter(piece, cell, events),
            Action::Shortcut(piece, from, to) => self.shortcut(piece, from, to, events),
            Action::Move(piece, from, to) => self.travel(piece, from, to, price, events),
            Action::Uncover(cell) => self.uncover(cell, events),
            Action::Dig(cell) => self.dig(cell, events),
            Action::Swap(give, seat, take) => self.swap(give, seat, take, events),
            Action::Camp(cell) => self.camp(cell, events),
            Action::Guard(cell, piece) => self.guard(cell, piece, events),
            Action::Obstacle(low, high) => self.build(low, high, events),
            Action::Gun(cell) => self.gun(cell, events),
            Action::Shoot(cell, other) => self.shoot(cell, other, events),
            _ => {}
        }
        self.ap -= price;
        if self.turn == Turn::Jump {
            self.jump = match action {
                Action::Move(piece, _, to) => Jump::Walking(piece, to),
                _ => Jump::Done,
            };
        }
    }
}
