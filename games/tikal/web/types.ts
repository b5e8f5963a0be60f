// Made by `cargo xtask codegen` from games/tikal; do not edit.

export type Cell = string;

export type Tile = string;

export type Treasure = "amulet" | "drum" | "idol" | "jade" | "knife" | "mask" | "shell" | "urn";

export type Piece = "leader" | "worker";

export type View = {
/**
 * Whose view it is: a player's, at a table that hides something (T36).
 */
you: string | null,
/**
 * How many sit at the table.
 */
seats: number,
/**
 * The options that differ from the default.
 */
options: Record<string, string>,
/**
 * The position, as far as it is open.
 */
position: Diagram,
/**
 * Who has chosen chips that only they see.
 */
hidden_chips: Array<string>,
/**
 * How many tiles of each letter are still in the stack.
 */
stack: Record<string, number>,
/**
 * With `terrain=random_sudden_death`, note 1 of the variant: where each temple tile is, its cell or `up`, `hand`,
 * `aside`, `to come`.
 */
temples?: Record<Tile, string>,
/**
 * How many squares of each value are left.
 */
squares: Record<string, number>,
/**
 * What each seat would score if it were scored now.
 */
if_scored_now: Record<string, number>, };

export type Diagram = {
/**
 * The version of the rules, where it is an older one.
 */
rules?: number,
/**
 * What the match waits for; `spend` by default.
 */
phase: Stage,
/**
 * Who acts (while tiles are turned up: who bids first).
 */
turn: string,
/**
 * What the action points are for.
 */
occasion: Occasion,
/**
 * The action points left; ten by default, or the chips of the jump.
 */
ap: number,
/**
 * Where a treasure was dug or a level uncovered, while that is drawn.
 */
cell: Cell | null,
/**
 * What was done in this jump: nothing, `done`, or the piece on its way, `worker c3`.
 */
jump: string | null,
/**
 * The tiles on the board beside the printed ones: `c3 = "A3 r2"`.
 */
tiles: Record<Cell, string>,
/**
 * The top values of temples; by default what is printed.
 */
values: Record<Cell, number>,
/**
 * The treasures left on their cells; by default as many as the tile has masks.
 */
buried: Record<Cell, number>,
/**
 * The obstacles: `"c3 d3"`.
 */
obstacles: Array<string>,
/**
 * The tiles that fitted nowhere.
 */
aside: Array<Tile>,
/**
 * What the players have.
 */
players: Record<string, PlayerDiagram>,
/**
 * Who acts and scores behind the seat to act, in a scoring round.
 */
queue: Array<string>,
/**
 * The volcanoes to be scored, the one under way first.
 */
due: Array<Due>,
/**
 * Who drew the last volcano of the basic version; by default who holds one.
 */
last_volcano: string | null,
/**
 * The round of the auction.
 */
round: RoundDiagram, };

export type Stage = "first" | "tile" | "bid" | "take" | "verdict" | "place" | "chips" | "spend" | "treasure" | "roll" | "over";

export type Occasion = "normal" | "scoring" | "extra" | "jump";

export type PlayerDiagram = {
/**
 * The points; by default those of the start.
 */
points: number,
/**
 * Where the leader is: a cell, `supply` (the default, also for a leader on guard) or `gone`.
 */
leader: string | null,
/**
 * Workers by cell.
 */
workers: Record<Cell, number>,
/**
 * Workers beside the board; follows from the rest, and may be given as a check.
 */
supply: number,
/**
 * Workers out of the game.
 */
gone: number,
/**
 * The cells with a camp.
 */
camps: Array<Cell>,
/**
 * Guards by cell: `worker`, `leader` or `gun`.
 */
guards: Record<Cell, Guarding>,
/**
 * Treasures by kind.
 */
treasures: Partial<Record<Treasure, number>>,
/**
 * Levels and treasures of this turn by cell.
 */
worked: Record<Cell, number>,
/**
 * Guns that were used or set up in this turn.
 */
shot: Array<Cell>,
/**
 * The tile in hand.
 */
tile: Tile | null,
/**
 * Chips left in this round.
 */
chips: number,
/**
 * Chips chosen for the next jump; 0 is none.
 */
chosen: number, };

export type Guarding = "worker" | "leader" | "gun";

export type Due = {
/**
 * Who took it.
 */
seat: string,
/**
 * Which it is.
 */
tile: Tile, };

export type RoundDiagram = {
/**
 * The number of the round; 1 by default, 0 in the basic version.
 */
number: number,
/**
 * The tiles turned up and not yet taken.
 */
display: Array<Tile>,
/**
 * The seats that have no tile yet; by default all while tiles are turned up, else none.
 */
waiting: Array<string>,
/**
 * The seats that passed.
 */
passed: Array<string>,
/**
 * Who passed first.
 */
first_passed: string | null,
/**
 * The last bid; 0 is none.
 */
bid: number,
/**
 * Who made it.
 */
bidder: string | null,
/**
 * The volcanoes turned up in this round; by default those still to be taken.
 */
volcanoes: number,
/**
 * Whether one of them is scored.
 */
scored: boolean,
/**
 * The round order of `tempo=jumps`.
 */
order: Array<string>, };

export type Event = { "kind": "first", seat: string, } | { "kind": "drawn", seat: string, tile: Tile, } | { "kind": "turned-up", tile: Tile, } | { "kind": "returned", tile: Tile, } | { "kind": "shuffled-in", tile: Tile, } | { "kind": "laid", seat: string, tile: Tile, cell: Cell, turn: number, } | { "kind": "treasures", cell: Cell, count: number, } | { "kind": "set-aside", seat: string, tile: Tile, } | { "kind": "entered", seat: string, piece: Piece, cell: Cell, } | { "kind": "shortcut", seat: string, piece: Piece, from: Cell, to: Cell, } | { "kind": "moved", seat: string, piece: Piece, from: Cell, to: Cell, price: number, } | { "kind": "uncovered", seat: string, cell: Cell, value: number, } | { "kind": "rolled", seat: string, cell: Cell, roll: number, } | { "kind": "crushed", seat: string, cell: Cell, } | { "kind": "dug", seat: string, cell: Cell, } | { "kind": "found", seat: string, cell: Cell, treasure: Treasure, } | { "kind": "swapped", seat: string, gives: Treasure, other: string, takes: Treasure, } | { "kind": "camped", seat: string, cell: Cell, } | { "kind": "guarded", seat: string, cell: Cell, piece: Piece, gone: number, } | { "kind": "armed", seat: string, cell: Cell, gone: number, } | { "kind": "shot", seat: string, cell: Cell, other: string, } | { "kind": "blocked", seat: string, low: Cell, high: Cell, } | { "kind": "ended", seat: string, } | { "kind": "bid", seat: string, points: number, } | { "kind": "passed", seat: string, } | { "kind": "won", seat: string, } | { "kind": "paid", seat: string, round: number, points: number, } | { "kind": "took", seat: string, tile: Tile, } | { "kind": "erupts", seat: string, tile: Tile, } | { "kind": "sleeps", seat: string, tile: Tile, } | { "kind": "final-round" } | { "kind": "scored", seat: string, section: Section, item: Item, points: number, } | { "kind": "chose", seat: string, } | { "kind": "revealed", seat: string, chips: number, } | { "kind": "over" };

export type Section = { "volcano": Tile } | "final";

export type Item = { "temple": Cell } | { "guard": Cell } | { "set": [number, Treasure] };

export type Parts = {
/**
 * How many columns the board has, a to h.
 */
columns: number,
/**
 * How many rows, 1 to 5.
 */
rows: number,
/**
 * The tiles by id, those printed on the board too.
 */
tiles: Record<Tile, TilePart>,
/**
 * Which tile is printed on which cell.
 */
printed: Record<Cell, Tile>,
/**
 * How many tiles each letter has.
 */
letters: Record<string, number>,
/**
 * How many temple squares of each value there are.
 */
squares: Record<string, number>,
/**
 * How many treasures of each kind there are.
 */
treasures: Record<Treasure, number>,
/**
 * The workers of a seat.
 */
workers: number,
/**
 * The camps of a seat.
 */
camps: number,
/**
 * The guards of a seat.
 */
guards: number,
/**
 * The action points of a turn.
 */
points: number,
/**
 * The most chips of a jump.
 */
chips: number,
/**
 * What each verb costs, in action points.
 */
prices: Record<string, number>, };

export type TilePart = {
/**
 * What it shows.
 */
kind: Ground,
/**
 * The value of a temple.
 */
value?: number,
/**
 * The golden masks of a treasure site.
 */
masks?: number,
/**
 * The stones by side, clockwise from the north, before it is turned.
 */
stones: [number, number, number, number, number, number],
/**
 * How many of its turns look different.
 */
turns: number, };

export type Ground = "temple" | "treasure" | "jungle" | "volcano" | "base";
