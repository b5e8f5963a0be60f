//! The hall as text: triangles four rows high, with what covers them, stands on them and closes their borders.

use engine::{Canvas, Game as _, Ink, Seat, ToAct};

use crate::action::{Foothold, Space};
use crate::cells::{Border, Cell, Cells, ROWS};
use crate::occupancy::Occupancy;
use crate::placement::Half;
use crate::state::{Inka, Phase};
use crate::temple::{GOALS, Mark, Rhombus};
use crate::ways::Ways;

/// The rows of a strip; half of the columns of a triangle's base.
const HEIGHT: usize = 4;
/// The columns kept free on the left, for the strips' numbers.
const LEFT: usize = 8;

/// Draws the hall and the players below it.
pub(crate) fn draw(game: &Inka, canvas: &mut Canvas) {
    let hall = Hall { game, ways: Ways::of(game, &Occupancy::of(game)) };
    for cell in Cells::ALL.iter() {
        hall.sides(cell, canvas);
    }
    for cell in Cells::ALL.iter() {
        hall.inside(cell, canvas);
    }
    for row in 0..ROWS {
        canvas.put(1 + HEIGHT * row + 1, 0, &format!("r={}", 3 - row as i16), Ink::Faint);
    }
    legend(canvas);
    players(game, canvas);
}

struct Hall<'g> {
    game: &'g Inka,
    ways: Ways,
}

impl Hall<'_> {
    /// Draws the left and the lower or upper side of a cell, and the right one where the hall ends.
    fn sides(&self, cell: Cell, canvas: &mut Canvas) {
        let (top, left) = (1 + HEIGHT * cell.row(), LEFT + HEIGHT * cell.column());
        let beside = |step: isize| Cell::at_row(cell.row(), cell.column().wrapping_add_signed(step));
        let up = cell.is_up();
        let slant = if up { "/" } else { "\\" };
        let (stroke, ink) = self.stroke(beside(-1).and_then(|other| cell.border(other)), slant);
        for line in 0..HEIGHT {
            canvas.put(top + line, left + if up { HEIGHT - 1 - line } else { line }, stroke, ink);
        }
        if beside(1).is_none() {
            let slant = if up { "\\" } else { "/" };
            for line in 0..HEIGHT {
                let column = left + if up { HEIGHT + line } else { 2 * HEIGHT - 1 - line };
                canvas.put(top + line, column, slant, Ink::Plain);
            }
        }
        let row = if up { cell.row() + 1 } else { cell.row().wrapping_sub(1) };
        let (stroke, ink) = self.stroke(Cell::at_row(row, cell.column()).and_then(|other| cell.border(other)), "_");
        let line = if up { top + HEIGHT - 1 } else { top - 1 };
        canvas.put(line, left + 1, &stroke.repeat(2 * HEIGHT - 2), ink);
    }

    /// How a border is drawn: the margin and the sides of rhombi as lines, walls and snakes by their signs.
    fn stroke(&self, border: Option<Border>, line: &'static str) -> (&'static str, Ink) {
        let Some(border) = border else { return (line, Ink::Plain) };
        let lying = self.game.lying();
        let mut at_side = lying.filter(|(_, lying)| lying.borders()[..4].contains(&Some(border)));
        if self.ways.walls.contains(border) {
            ("#", Ink::Strong)
        } else if self.ways.two.contains(border) {
            ("%", Ink::Fire)
        } else if self.ways.one.contains(border) {
            ("~", Ink::Fire)
        } else if at_side.next().is_some() {
            (line, Ink::Plain)
        } else if self.game.lying().any(|(_, lying)| lying.borders()[4] == Some(border)) {
            (" ", Ink::Plain)
        } else {
            ("\u{b7}", Ink::Faint)
        }
    }

    /// Writes what a cell is and who stands there.
    fn inside(&self, cell: Cell, canvas: &mut Canvas) {
        let (top, left) = (1 + HEIGHT * cell.row(), LEFT + HEIGHT * cell.column());
        let over = self.game.rhombus_over(cell);
        let (label, ink) = match over {
            Some(rhombus) => {
                (self.rhombus_label(rhombus, cell), if rhombus.is_goal() { Ink::Gold } else { Ink::Strong })
            }
            None => self.ground(cell),
        };
        let (label_line, piece_line) = if cell.is_up() { (2, 1) } else { (0, 1) };
        let centred = |text: &str| left + HEIGHT - text.chars().count().div_ceil(2);
        canvas.put(top + label_line, centred(&label), &label, ink);
        let pieces = self.pieces(cell, over);
        let text: String = pieces.iter().map(|(text, _)| text.as_str()).collect();
        let mut column = centred(&text);
        for (text, seat) in pieces {
            canvas.put(top + piece_line, column, &text, Ink::Seat(seat));
            column += text.len();
        }
    }

    fn rhombus_label(&self, rhombus: Rhombus, cell: Cell) -> String {
        let half = self.game.rhombi[rhombus.index()].filter(|lying| lying.half(Half::A) == cell);
        format!("{rhombus}{}", if half.is_some() { "A" } else { "B" })
    }

    fn ground(&self, cell: Cell) -> (String, Ink) {
        let (temple, q) = (self.game.temple.data(), cell.triangle().q);
        if temple.exits.contains(cell) {
            (format!("E{q}"), Ink::Strong)
        } else if temple.passages.contains(cell) {
            (format!("P{q}"), Ink::Water)
        } else if temple.symbols.contains(cell) {
            (format!("R{q}"), Ink::Leaf)
        } else if temple.floor.contains(cell) {
            (q.to_string(), Ink::Plain)
        } else {
            (format!(":{q}:"), Ink::Stone)
        }
    }

    /// The pawns and blockers on a cell; those on a whole rhombus are written on its `d` cell.
    fn pieces(&self, cell: Cell, over: Option<Rhombus>) -> Vec<(String, Seat)> {
        let here = |place: Foothold| match place {
            Foothold::Cell(at) => at == cell,
            Foothold::On(rhombus, None) => Some(rhombus) == over && !cell.is_up(),
            Foothold::On(rhombus, Some(_)) => Some(rhombus) == over && self.game.cells_of(place).contains(cell),
        };
        let pawns = self.game.pawns.iter().filter(|(_, pawn)| pawn.is_some_and(here));
        let mut pieces: Vec<_> = pawns.map(|(seat, _)| (seat.to_string(), seat)).collect();
        let blocks = |space: Space| match space {
            Space::Cell(at) => at == cell,
            Space::On(rhombus) => Some(rhombus) == over && !cell.is_up(),
        };
        let blockers = self.game.blockers.iter().filter(|(_, blocker)| blocker.is_some_and(blocks));
        pieces.extend(blockers.map(|(seat, _)| (format!("x{seat}"), seat)));
        pieces
    }
}

fn legend(canvas: &mut Canvas) {
    let lines = [
        "A cell is u (tip up) or d (tip down), its number, and its strip's r: u0,3.",
        ":0: ruin  E exit  P passage  R symbol  # wall  ~ snake  % two snakes  xA blocker",
    ];
    for line in lines {
        canvas.line_in(line, Ink::Faint);
    }
}

/// The players, whose turn it is, and the rhombus in hand.
fn players(game: &Inka, canvas: &mut Canvas) {
    for (seat, pawn) in game.pawns.iter() {
        let pawn = pawn.map_or("not yet".to_owned(), |place| place.to_string());
        let goals = Rhombus::goals().enumerate();
        let left: Vec<String> =
            goals.filter(|(goal, _)| game.taken[seat] >> goal & 1 == 0).map(|(_, goal)| goal.to_string()).collect();
        let left = if left.is_empty() { "all taken, to an exit".to_owned() } else { left.join(" ") };
        let blocker = game.blockers[seat].map_or("in hand".to_owned(), |space| space.to_string());
        let taken = game.taken[seat].count_ones();
        let text = format!("{seat}  pawn {pawn}, statues {taken}/{GOALS} (left: {left}), blocker {blocker}");
        canvas.line_in(&text, Ink::Seat(seat));
    }
    let seat = game.seat;
    let now = match game.phase {
        Phase::First => "who begins is drawn".to_owned(),
        Phase::Start => format!("{seat} chooses a start"),
        Phase::Draw => format!("a rhombus is drawn for {seat}"),
        Phase::Lay(rhombus) => format!("{seat} lays {rhombus}: {}", face(game, rhombus)),
        Phase::Turn(turn) => {
            let phase = if turn.third { "path rhombi rest" } else { "path rhombi may move" };
            format!("{seat}'s turn: {} AP, {phase}", turn.ap)
        }
        Phase::Left => format!("{seat} has left with three statues"),
        Phase::Exhausted => "too long without a statue: the game is over".to_owned(),
    };
    canvas.line_in(&now, if matches!(game.to_act(), ToAct::Over(_)) { Ink::Strong } else { Ink::Plain });
}

/// The face of a rhombus in words.
fn face(game: &Inka, rhombus: Rhombus) -> String {
    let face = game.temple.face(rhombus);
    let sides = ["PQ", "QR", "RS", "SP"].into_iter().zip(face.sides).chain([("the middle", face.middle)]);
    let marks: Vec<String> = sides
        .filter_map(|(side, mark)| match mark {
            Mark::Open => None,
            Mark::Wall => Some(format!("wall at {side}")),
            Mark::Snake => Some(format!("snake at {side}")),
        })
        .collect();
    if marks.is_empty() { "no wall and no snake".to_owned() } else { marks.join(", ") }
}
