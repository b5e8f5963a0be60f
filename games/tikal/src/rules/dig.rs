//! T14, T15, T31: uncovering temples, digging for treasures, and boulders.

use engine::{Illegal, List, Sink, refuse};

use super::numbers::{T14, T15};
use super::place::name;
use crate::action::{Action, Chance};
use crate::board::{Cell, CellSet};
use crate::event::Event;
use crate::options::Boulder;
use crate::state::{Phase, Tikal};
use crate::tiles::{COPIES, Kind, Treasure};

pub(super) const UNCOVER_PRICE: u8 = 2;
pub(super) const DIG_PRICE: u8 = 3;
/// T14, T15: how often one cell may be worked on in a turn.
const MOST_A_TURN: u8 = 2;

impl Tikal {
    /// T18: the temples with a guard.
    pub(crate) fn guarded(&self) -> CellSet {
        self.players.values().fold(CellSet::EMPTY, |all, player| all.or(player.guards))
    }

    /// The value that is printed on a temple.
    pub(crate) fn printed_value(&self, cell: Cell) -> u8 {
        if let Some(Kind::Temple(value)) = self.kind(cell) { value } else { 0 }
    }

    /// The cells among these where a piece of the seat to act can still work.
    fn workable(&self, cells: CellSet) -> impl Iterator<Item = Cell> {
        let own = self.own();
        let once = own.worked[0];
        let cells = cells.and(own.at).without(own.worked[1]);
        cells.into_iter().filter(move |cell| !once.has(*cell) || own.pieces(*cell) > 1)
    }

    pub(super) fn list_uncovers(&self, out: &mut impl List<Action>) {
        if self.ap >= UNCOVER_PRICE {
            let open = self.workable(self.temples.without(self.guarded()));
            let in_stock = |cell: &Cell| self.squares_left(self.value[cell.index()] + 1) > 0;
            out.extend(open.filter(in_stock).map(Action::Uncover));
        }
    }

    pub(super) fn list_digs(&self, out: &mut impl List<Action>) {
        if self.ap >= DIG_PRICE {
            out.extend(self.workable(self.rich).map(Action::Dig));
        }
    }

    /// T14: the squares of a value in stock.
    fn squares_left(&self, value: u8) -> u8 {
        self.squares.get(value as usize).copied().unwrap_or(0)
    }

    pub(super) fn check_uncover(&self, cell: Cell) -> Result<(), Illegal> {
        let Some(Kind::Temple(_)) = self.kind(cell) else {
            return Err(refuse!(T14, "uncover-where", "there is no temple on {cell}", cell = name(cell)));
        };
        if let Some((guard, _)) = self.players.iter().find(|(_, player)| player.guards.has(cell)) {
            return Err(refuse!(
                T14,
                "uncover-guarded",
                "{guard} guards {cell}, it stays as it is",
                guard = guard,
                cell = name(cell)
            ));
        }
        let levels = self.own().worked(cell);
        if levels >= MOST_A_TURN {
            return Err(refuse!(
                T14,
                "uncover-twice",
                "two levels of {cell} were uncovered in this turn",
                cell = name(cell)
            ));
        }
        if self.own().pieces(cell) <= levels {
            return Err(if levels == 0 {
                refuse!(T14, "uncover-who", "you have no piece on {cell}", cell = name(cell))
            } else {
                refuse!(T14, "uncover-second", "a second level on {cell} needs a second piece", cell = name(cell))
            });
        }
        let next = self.value[cell.index()] + 1;
        if self.squares_left(next) == 0 {
            return Err(refuse!(T14, "uncover-stock", "no square {value} is left", value = next));
        }
        self.check_price(UNCOVER_PRICE)
    }

    pub(super) fn check_dig(&self, cell: Cell) -> Result<(), Illegal> {
        let Some(Kind::Treasure(_)) = self.kind(cell) else {
            return Err(refuse!(T15, "dig-where", "{cell} is no treasure site", cell = name(cell)));
        };
        if self.buried[cell.index()] == 0 {
            return Err(refuse!(T15, "dig-empty", "no treasure is left on {cell}", cell = name(cell)));
        }
        let taken = self.own().worked(cell);
        if taken >= MOST_A_TURN {
            return Err(refuse!(
                T15,
                "dig-twice",
                "two treasures of {cell} were taken in this turn",
                cell = name(cell)
            ));
        }
        if self.own().pieces(cell) <= taken {
            return Err(if taken == 0 {
                refuse!(T15, "dig-who", "you have no piece on {cell}", cell = name(cell))
            } else {
                refuse!(T15, "dig-second", "a second treasure on {cell} needs a second piece", cell = name(cell))
            });
        }
        self.check_price(DIG_PRICE)
    }

    /// Notes that the seat worked on a cell once more.
    fn work(&mut self, cell: Cell) {
        let own = &mut self.players[self.seat];
        let again = usize::from(own.worked[0].has(cell));
        own.worked[again].insert(cell);
    }

    pub(super) fn uncover<S: Sink<Event>>(&mut self, cell: Cell, events: &mut S) {
        self.work(cell);
        let value = self.value[cell.index()] + 1;
        self.value[cell.index()] = value;
        self.squares[value as usize] -= 1;
        events.emit(Event::Uncovered { seat: self.seat, cell, value });
        if self.options.boulder != Boulder::Off {
            self.phase = Phase::Roll(cell);
        }
    }

    pub(super) fn dig<S: Sink<Event>>(&mut self, cell: Cell, events: &mut S) {
        self.work(cell);
        self.buried[cell.index()] -= 1;
        if self.buried[cell.index()] == 0 {
            self.rich.remove(cell);
            self.campable.insert(cell);
        }
        events.emit(Event::Dug { seat: self.seat, cell });
        self.phase = Phase::Treasure(cell);
    }

    /// How many treasures of a kind were not dug yet.
    pub(crate) fn undug(&self, kind: Treasure) -> u8 {
        COPIES - self.players.values().map(|player| player.treasures[kind.index()]).sum::<u8>()
    }

    pub(crate) fn list_treasures(&self, out: &mut Vec<(Chance, u32)>) {
        let left = |kind| (Chance::Treasure(kind), u32::from(self.undug(kind)));
        out.extend(Treasure::ALL.map(left).into_iter().filter(|(_, weight)| *weight > 0));
    }

    pub(crate) fn find<S: Sink<Event>>(&mut self, treasure: Treasure, events: &mut S) {
        let Phase::Treasure(cell) = self.phase else { unreachable!("a treasure comes from a dig") };
        let seat = self.seat;
        self.players[seat].treasures[treasure.index()] += 1;
        self.phase = Phase::Spend;
        events.emit(Event::Found { seat, cell, treasure });
    }

    /// T31: the number of dice and their faces.
    fn dice(&self) -> (u32, u32) {
        match self.options.boulder {
            Boulder::Off => (0, 0),
            Boulder::ThreeDice => (3, 6),
            Boulder::Twenty => (1, 20),
            Boulder::TwoDice => (2, 6),
        }
    }

    pub(crate) fn list_rolls(&self, out: &mut Vec<(Chance, u32)>) {
        let (dice, faces) = self.dice();
        out.extend((dice..=dice * faces).map(|sum| (Chance::Roll(sum as u8), rolls(dice, faces, sum))));
    }

    pub(crate) fn roll<S: Sink<Event>>(&mut self, roll: u8, events: &mut S) {
        let Phase::Roll(cell) = self.phase else { unreachable!("dice follow a level") };
        let seat = self.seat;
        self.phase = Phase::Spend;
        events.emit(Event::Rolled { seat, cell, roll });
        let own = &mut self.players[seat];
        if roll <= self.value[cell.index()] && own.workers[cell.index()] > 0 {
            own.depart(crate::action::Piece::Worker, cell);
            own.gone += 1;
            events.emit(Event::Crushed { seat, cell });
        }
    }
}

/// The number of ways in which the dice show a sum.
fn rolls(dice: u32, faces: u32, sum: u32) -> u32 {
    if dice == 0 {
        return u32::from(sum == 0);
    }
    (1..=faces.min(sum)).map(|face| rolls(dice - 1, faces, sum - face)).sum()
}

#[cfg(test)]
mod tests {
    use super::rolls;

    #[test]
    fn t31_sums_of_dice_have_their_ways() {
        let ways = |dice, faces| (dice..=dice * faces).map(|sum| rolls(dice, faces, sum)).collect::<Vec<_>>();
        assert_eq!(ways(2, 6), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!(ways(3, 6), [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]);
        assert_eq!(ways(1, 20), [1; 20]);
    }
}
