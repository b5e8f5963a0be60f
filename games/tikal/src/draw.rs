//! The board in text: hexes with kind, value, stones on their edges, and pieces by seat.

use engine::{Canvas, Ink, Seat};

use crate::board::{Cell, SIDES};
use crate::options::Version;
use crate::state::{Leader, Phase, Tikal, Turn};
use crate::tiles::{CAMPS, GUARDS, Kind, Treasure};
use crate::view::View;

/// The size of a cell, and where its sides' stones are written: row and column, clockwise from the north.
const WIDTH: usize = 9;
const HEIGHT: usize = 6;
const STONES_AT: [(usize, usize); SIDES] = [(0, 4), (1, 8), (4, 8), (5, 4), (4, 1), (1, 1)];

/// Draws what a viewer sees.
pub(crate) fn draw(view: &View, canvas: &mut Canvas) {
    let game = view.table();
    for cell in Cell::all() {
        draw_cell(game, cell, canvas);
    }
    canvas.line("");
    canvas.line_in("T5 temple worth 5  $3 treasures  jg jungle  bc base camp  VV volcano", Ink::Faint);
    canvas.line_in("A2 two workers of A  A2* and leader  g:A guard  G:A gun  c:A camp  = obstacle", Ink::Faint);
    canvas.line("");
    for seat in game.table() {
        draw_player(view, seat, canvas);
    }
    draw_stack(game, canvas);
    canvas.line_in(&situation(game), Ink::Strong);
}

fn draw_cell(game: &Tikal, cell: Cell, canvas: &mut Canvas) {
    let left = cell.column() * WIDTH;
    let top = cell.row() * HEIGHT + if cell.column() % 2 == 1 { HEIGHT / 2 } else { 0 };
    canvas.put(top, left + 2, ".---.", Ink::Faint);
    canvas.put(top + 5, left + 2, "'---'", Ink::Faint);
    for row in 1..5 {
        canvas.put(top + row, left, if matches!(row, 1 | 2) { "/" } else { "\\" }, Ink::Faint);
    }
    let Some(laid) = game.ground[cell.index()] else {
        return canvas.put(top + 2, left + 4, &cell.to_string(), Ink::Faint);
    };
    for (side, (row, column)) in STONES_AT.into_iter().enumerate() {
        let stones = laid.tile.stones(laid.turn, side);
        if stones > 0 {
            canvas.put(top + row, left + column, &stones.to_string(), Ink::Stone);
        }
        if game.obstacles[cell.index()] >> side & 1 == 1 {
            let beside = if matches!(side, 1 | 2) { column - 1 } else { column + 1 };
            canvas.put(top + row, left + beside, "=", Ink::Fire);
        }
    }
    let (sign, ink) = sign(game, cell, laid.tile.kind());
    // Two digits leave no room for a blank before the stone of the next side.
    let gap = if sign.len() > 2 { "" } else { " " };
    canvas.put(top + 1, left + 2, &format!("{cell}{gap}{sign}"), ink);
    draw_pieces(game, cell, top, left, canvas);
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

/// Two seats a line, each as its letter, its workers and a star for the leader; below them guard and camp.
fn draw_pieces(game: &Tikal, cell: Cell, top: usize, left: usize, canvas: &mut Canvas) {
    for (place, (seat, player)) in game.players.iter().filter(|(_, player)| player.at.has(cell)).enumerate() {
        let star = if player.leader == Leader::On(cell) { "*" } else { "" };
        let workers = player.workers[cell.index()];
        let text = if workers > 0 { format!("{seat}{workers}{star}") } else { format!("{seat}{star}") };
        canvas.put(top + 2 + place / 2, left + 1 + place % 2 * 4, &text, Ink::Seat(seat));
    }
    for (seat, player) in game.players.iter() {
        let mark = match (player.guns.has(cell), player.guards.has(cell), player.camps.has(cell)) {
            (true, _, _) => 'G',
            (_, true, _) => 'g',
            (_, _, true) => 'c',
            _ => continue,
        };
        canvas.put(top + 4, left + 3, &format!("{mark}:{seat}"), Ink::Seat(seat));
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
    let count = |letter: char| game.pile.into_iter().filter(|tile| tile.id().starts_with(letter)).count();
    let letters: Vec<_> = ('A'..='G').filter(|letter| count(*letter) > 0).collect();
    let letters: Vec<_> = letters.into_iter().map(|letter| format!("{letter}x{}", count(letter))).collect();
    canvas.line(&format!("stack: {}", if letters.is_empty() { "none".to_owned() } else { letters.join(" ") }));
    let squares: Vec<_> = (2..=10).map(|value| format!("{value}x{}", game.squares[value])).collect();
    canvas.line(&format!("squares: {}", squares.join(" ")));
    if game.options.version == Version::Auction {
        let display: Vec<_> =
            game.round.display.into_iter().map(|tile| format!("{tile} {}", kind_word(tile.kind()))).collect();
        canvas.line(&format!("round {}, turned up: {}", game.round.number, display.join(", ")));
    }
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
