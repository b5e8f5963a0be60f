//! The board in text: hexes with kind, value, stones on their edges, and pieces by seat.

use engine::{Canvas, Ink, Seat};

use crate::board::{Cell, SIDES};
use crate::options::{Terrain, Version};
use crate::state::{Leader, Phase, Tikal, Turn};
use crate::tiles::{CAMPS, GUARDS, Kind, Treasure};
use crate::view::{View, temples};

/// From one column of cells to the next, and from one row to the next.
const WIDTH: usize = 9;
const HEIGHT: usize = 4;
/// Where the stones of a cell's sides are written: row (from that of its upper side) and column, clockwise from the
/// north. On a level side the upper cell's stones stand on the left.
const STONES_AT: [(usize, usize); SIDES] = [(0, 6), (2, 9), (3, 9), (4, 4), (3, 1), (1, 2)];
/// Where a cell's sides are drawn: the slanting ones as row and column of both halves, clockwise from the
/// north-east; the level ones lie between cells.
const SLANTS: [(usize, [(usize, usize); 2]); 4] =
    [(1, [(0, 9), (1, 10)]), (2, [(2, 10), (3, 9)]), (4, [(2, 0), (3, 1)]), (5, [(0, 1), (1, 0)])];
/// What fits on the first and on the second line of pieces.
const PIECES: [usize; 2] = [8, 7];

/// Draws what a viewer sees.
pub(crate) fn draw(view: &View, canvas: &mut Canvas) {
    let game = view.table();
    for cell in Cell::all() {
        draw_cell(game, cell, canvas);
    }
    canvas.line("");
    canvas.line_in("T5 temple worth 5  $3 treasures  jg jungle  bc base camp  VV volcano", Ink::Faint);
    canvas.line_in("A2 two workers of A  A2* and leader  gA guard  GA gun  cA camp  = obstacle", Ink::Faint);
    canvas.line_in("numbers are stones; on a level edge the left one belongs to the upper cell", Ink::Faint);
    canvas.line("");
    for seat in game.table() {
        draw_player(view, seat, canvas);
    }
    draw_stack(game, canvas);
    canvas.line_in(&situation(game), Ink::Strong);
}

fn draw_cell(game: &Tikal, cell: Cell, canvas: &mut Canvas) {
    let left = cell.column() * WIDTH;
    let top = 1 + cell.row() * HEIGHT + if cell.column() % 2 == 1 { HEIGHT / 2 } else { 0 };
    if cell.row() == 0 {
        canvas.put(top - 1, left + 2, "_______", Ink::Faint);
    }
    canvas.put(top + 3, left + 2, "_______", Ink::Faint);
    for (side, halves) in SLANTS {
        let line = if matches!(side, 2 | 5) { "/" } else { "\\" };
        halves.into_iter().for_each(|(row, column)| canvas.put(top + row, left + column, line, Ink::Faint));
    }
    let Some(laid) = game.ground[cell.index()] else {
        return canvas.put(top + 1, left + 4, &cell.to_string(), Ink::Faint);
    };
    for (side, (row, column)) in STONES_AT.into_iter().enumerate() {
        let stones = laid.tile.stones(laid.turn, side);
        if stones > 0 {
            canvas.put(top - 1 + row, left + column, &stones.to_string(), Ink::Stone);
        }
        if game.obstacles[cell.index()] >> side & 1 == 1 {
            draw_obstacle(side, top, left, canvas);
        }
    }
    let (sign, ink) = sign(game, cell, laid.tile.kind());
    canvas.put(top, left + 3, &cell.to_string(), Ink::Plain);
    canvas.put(top, left + 6, &sign, ink);
    draw_pieces(game, cell, top, left, canvas);
}

/// An obstacle takes the place of the side it lies on.
fn draw_obstacle(side: usize, top: usize, left: usize, canvas: &mut Canvas) {
    if let Some((_, halves)) = SLANTS.iter().find(|(slant, _)| *slant == side) {
        halves.iter().for_each(|(row, column)| canvas.put(top + row, left + column, "=", Ink::Fire));
    } else {
        let row = if side == 0 { top - 1 } else { top + 3 };
        canvas.put(row, left + 5, "=", Ink::Fire);
    }
}

fn sign(game: &Tikal, cell: Cell, kind: Kind) -> (String, Ink) {
    match kind {
        Kind::Temple(_) => (format!("T{}", game.value[cell.index()]), Ink::Strong),
        Kind::Treasure(_) => (format!("${}", game.buried[cell.index()]), Ink::Gold),
        Kind::Jungle => ("jg".to_owned(), Ink::Leaf),
        Kind::Volcano => ("VV".to_owned(), Ink::Fire),
        Kind::BaseCamp => ("bc".to_owned(), Ink::Leaf),
    }
}

/// Two seats a line, each as its letter, its workers and a star for the leader; on the lower edge guard and camp.
fn draw_pieces(game: &Tikal, cell: Cell, top: usize, left: usize, canvas: &mut Canvas) {
    let here: Vec<(Seat, String)> = game
        .players
        .iter()
        .filter(|(_, player)| player.at.has(cell))
        .map(|(seat, _)| (seat, pieces(game, seat, cell)))
        .collect();
    for (line, (pair, room)) in here.chunks(2).zip(PIECES).enumerate() {
        let width: usize = pair.iter().map(|(_, text)| text.len()).sum();
        // A blank between two groups, where there is room for one.
        let blank = usize::from(width < room);
        let mut column = left + 1 + line;
        for (seat, text) in pair {
            canvas.put(top + 1 + line, column, text, Ink::Seat(*seat));
            column += text.len() + blank;
        }
    }
    for (seat, player) in game.players.iter() {
        let (mark, column) = match (player.guns.has(cell), player.guards.has(cell), player.camps.has(cell)) {
            (true, _, _) => ('G', 2),
            (_, true, _) => ('g', 2),
            (_, _, true) => ('c', 7),
            _ => continue,
        };
        canvas.put(top + 3, left + column, &format!("{mark}{seat}"), Ink::Seat(seat));
    }
}

/// A seat's pieces on a cell: `A2` two workers, `A2*` with the leader, `A*` the leader alone.
fn pieces(game: &Tikal, seat: Seat, cell: Cell) -> String {
    let player = &game.players[seat];
    let star = if player.leader == Leader::On(cell) { "*" } else { "" };
    match player.workers[cell.index()] {
        0 => format!("{seat}{star}"),
        workers => format!("{seat}{workers}{star}"),
    }
}

fn draw_player(view: &View, seat: Seat, canvas: &mut Canvas) {
    let game = view.table();
    let player = &game.players[seat];
    let now: i32 = game.scores(seat).map(|(_, points)| points).sum();
    let leader = if player.leader == Leader::Supply { " + leader" } else { "" };
    let (camps, guards) = (CAMPS - player.camps.len(), GUARDS - player.guards.len());
    let mut text = format!(
        "{seat} {:>3} points (+{now} now), supply {}{leader}, camps {camps}, guards {guards}",
        player.points, player.supply,
    );
    if let Some(tile) = player.hand {
        text.push_str(", holds ");
        text.push_str(tile.id());
    }
    canvas.line_in(&text, Ink::Seat(seat));
    let kinds = Treasure::ALL.into_iter().filter(|kind| player.treasures[kind.index()] > 0);
    let treasures: Vec<_> = kinds.map(|kind| format!("{} {kind}", player.treasures[kind.index()])).collect();
    if !treasures.is_empty() {
        canvas.line_in(&format!("      {}", treasures.join(", ")), Ink::Gold);
    }
    if player.chips > 0 {
        let chosen = match player.chosen {
            _ if view.hides(seat) => ", has chosen".to_owned(),
            0 => String::new(),
            chips => format!(", jumps with {chips}"),
        };
        canvas.line(&format!("      {} chips{chosen}", player.chips));
    }
}

fn draw_stack(game: &Tikal, canvas: &mut Canvas) {
    if game.options.terrain == Terrain::RandomSuddenDeath {
        draw_temples(game, canvas);
    } else {
        draw_letters(game, canvas);
    }
    let squares: Vec<_> = (2..=10).map(|value| format!("{value}x{}", game.squares[value])).collect();
    canvas.line(&format!("squares: {}", squares.join(" ")));
    if game.options.version == Version::Auction {
        let display: Vec<_> =
            game.round.display.into_iter().map(|tile| format!("{tile} {}", kind_word(tile.kind()))).collect();
        canvas.line(&format!("round {}, turned up: {}", game.round.number, display.join(", ")));
    }
}

/// T34: the letters of a mixed stack tell nothing; note 1 of the variant lists the temple tiles.
fn draw_temples(game: &Tikal, canvas: &mut Canvas) {
    canvas.line(&format!("stack: {} tiles", game.pile.len()));
    let (to_come, out): (Vec<_>, Vec<_>) = temples(game).partition(|(_, place)| *place == "to come");
    let to_come: Vec<_> = to_come.iter().map(|(tile, _)| format!("{tile} {}", kind_word(tile.kind()))).collect();
    let out: Vec<_> = out.iter().map(|(tile, place)| format!("{tile} {} {place}", kind_word(tile.kind()))).collect();
    for (what, list) in [("temples to come:", to_come), ("temples out:", out)] {
        for (line, part) in list.chunks(5).enumerate() {
            canvas.line(&format!("{:<16} {}", if line == 0 { what } else { "" }, part.join(", ")));
        }
    }
}

fn draw_letters(game: &Tikal, canvas: &mut Canvas) {
    let count = |letter: char| game.pile.into_iter().filter(|tile| tile.id().starts_with(letter)).count();
    let letters: Vec<_> = ('A'..='G').filter(|letter| count(*letter) > 0).collect();
    let letters: Vec<_> = letters.into_iter().map(|letter| format!("{letter}x{}", count(letter))).collect();
    canvas.line(&format!("stack: {}", if letters.is_empty() { "none".to_owned() } else { letters.join(" ") }));
}

fn kind_word(kind: Kind) -> String {
    match kind {
        Kind::Temple(value) => format!("T{value}"),
        Kind::Treasure(masks) => format!("${masks}"),
        Kind::Jungle => "jungle".to_owned(),
        Kind::Volcano => "volcano".to_owned(),
        Kind::BaseCamp => "base".to_owned(),
    }
}

/// What the match waits for, in a sentence.
fn situation(game: &Tikal) -> String {
    let seat = game.seat;
    let ap = game.ap;
    match game.phase {
        Phase::First => "who begins is drawn".to_owned(),
        Phase::Tile => "the next tile is drawn".to_owned(),
        Phase::Bid => match game.round.bidder {
            Some(bidder) => format!("{seat} bids or passes; {bidder} has bid {}", game.round.bid),
            None => format!("{seat} bids or passes; nobody has bid"),
        },
        Phase::Take => format!("{seat} takes a tile"),
        Phase::Verdict => format!("{seat} says whether this volcano is scored"),
        Phase::Place => {
            let tile = game.own().hand.map_or_else(String::new, |tile| {
                let stones: Vec<_> = (0..SIDES).map(|side| tile.stones(0, side).to_string()).collect();
                format!("{tile} {}, stones at r0 clockwise from north: {}", kind_word(tile.kind()), stones.join(" "))
            });
            format!("{seat} lays {tile}")
        }
        Phase::Chips => format!("{seat} chooses chips in secret"),
        Phase::Spend => match game.turn {
            Turn::Normal => format!("{seat} has {ap} action points"),
            Turn::Scoring => format!("{seat} has {ap} action points and then scores"),
            Turn::Extra => format!("{seat} has {ap} action points more for the volcano"),
            Turn::Jump => format!("{seat} jumps with {ap} action points"),
        },
        Phase::Treasure(cell) => format!("a treasure comes up on {cell}"),
        Phase::Roll(cell) => format!("the dice are rolled on {cell}"),
        Phase::Over => "the match is over".to_owned(),
    }
}
