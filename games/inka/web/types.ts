// Made by `cargo xtask codegen` from games/inka; do not edit.

/** One of the four starts, which are also the exits. */
export type StartName = "nw" | "ne" | "sw" | "se";

export type View = { box: string, seats: number,
/**
 * The options that differ from the default.
 */
options: Array<[string, string]>,
/**
 * The points by seat.
 */
points: Array<number>, position: Diagram,
/**
 * Where the pawn of the seat to act can walk now, and by which cells; for whoever draws it.
 */
reach: Array<Reached>, };

export type Diagram = {
/**
 * What is going on: `first`, `start`, `draw`, `lay`, `turn`, `left` or `exhausted`.
 */
stage: "first" | "start" | "draw" | "lay" | "turn" | "left" | "exhausted",
/**
 * Who is to act, or has left.
 */
seat: string,
/**
 * The path rhombus in hand, while one is laid.
 */
hand?: string,
/**
 * The AP left.
 */
ap: number,
/**
 * The phase of the turn: 2, or 3 once path rhombi rest.
 */
phase: number,
/**
 * Whether the last thing done in phase 3 was a walk.
 */
walked: boolean,
/**
 * Whether a statue was taken in this turn.
 */
took: boolean,
/**
 * The turns in a row without a statue taken.
 */
quiet: number,
/**
 * Where the rhombi lie, half A first: `T04 = "d-4,-1 u-3,-1"`. Goals that are left out lie in the middle.
 */
rhombi: Record<string, string>,
/**
 * Where the pawns stand, by seat: `u0,3`, `T07` or `T04/A`; left out altogether, on the starts.
 */
pawns?: Record<string, string>,
/**
 * Where the blockers stand, by seat: `u0,3` or `T07`.
 */
blockers: Record<string, string>,
/**
 * The goal rhombi from which a seat has taken its statue.
 */
taken: Record<string, Array<string>>, };

export type Reached = {
/**
 * The cell.
 */
cell: string,
/**
 * The cell before it on the way; none where the pawn stands.
 */
from?: string,
/**
 * The AP that the snakes on the way cost.
 */
price: number, };

export type Event = { "kind": "first",
/**
 * Who begins.
 */
seat: string, } | { "kind": "started",
/**
 * Whose.
 */
seat: string,
/**
 * Which start.
 */
start: string,
/**
 * Its cell.
 */
cell: string, } | { "kind": "drawn",
/**
 * By whom.
 */
seat: string,
/**
 * Which.
 */
rhombus: string, } | { "kind": "laid",
/**
 * By whom.
 */
seat: string,
/**
 * Which.
 */
rhombus: string,
/**
 * The cell under half A.
 */
a: string,
/**
 * The cell under half B.
 */
b: string, } | { "kind": "turn",
/**
 * Whose.
 */
seat: string, } | { "kind": "took-back",
/**
 * Whose.
 */
seat: string,
/**
 * Where it stood.
 */
from: string, } | { "kind": "slid",
/**
 * By whom.
 */
seat: string,
/**
 * Which.
 */
rhombus: string,
/**
 * Where to.
 */
direction: string,
/**
 * How far.
 */
steps: number,
/**
 * Where it lies now, half A first.
 */
to: [string, string], } | { "kind": "turned",
/**
 * By whom.
 */
seat: string,
/**
 * Which.
 */
rhombus: string,
/**
 * About which corner.
 */
corner: string,
/**
 * Which way round.
 */
sense: string,
/**
 * How many sixths.
 */
steps: number,
/**
 * Where it lies now, half A first.
 */
to: [string, string], } | { "kind": "walked",
/**
 * Whose.
 */
seat: string,
/**
 * From where.
 */
from: string,
/**
 * To where.
 */
to: string,
/**
 * For how many AP.
 */
price: number,
/**
 * By which cells, from the first to the last.
 */
way: Array<string>, } | { "kind": "taken",
/**
 * Whose.
 */
seat: string,
/**
 * From which goal rhombus.
 */
goal: string,
/**
 * What it counts.
 */
points: number, } | { "kind": "passed",
/**
 * Whose.
 */
seat: string,
/**
 * From where.
 */
from: string,
/**
 * To where.
 */
to: string, } | { "kind": "blocked",
/**
 * Whose.
 */
seat: string,
/**
 * Where.
 */
at: string, } | { "kind": "ended",
/**
 * Whose.
 */
seat: string,
/**
 * How many AP lapse.
 */
lapsed: number, } | { "kind": "left",
/**
 * Whose.
 */
seat: string,
/**
 * By which exit.
 */
exit: string,
/**
 * What leaving counts.
 */
points: number, } | { "kind": "exhausted",
/**
 * How many turns.
 */
turns: number, };

export type Parts = {
/**
 * The digest of the box.
 */
box: string,
/**
 * The 96 cells, strip by strip from the top.
 */
cells: Array<CellPart>,
/**
 * What is printed on the borders of the board.
 */
prints: Array<PrintPart>,
/**
 * The path rhombi, then the goal rhombi.
 */
rhombi: Array<RhombusPart>, };

export type CellPart = {
/**
 * Its name, `u0,3`.
 */
cell: string,
/**
 * The strip from the top, counted from 1.
 */
strip: number,
/**
 * The place in the strip from the left, counted from 1.
 */
place: number,
/**
 * Floor or ruin.
 */
ground: Ground,
/**
 * What is printed on it.
 */
sign?: Sign,
/**
 * The name of the start, where it is one.
 */
start?: StartName, };

export type Ground = "floor" | "ruin";

export type Sign = "start" | "passage" | "symbol";

export type MarkPart = "open" | "wall" | "snake";

export type PrintPart = {
/**
 * The two cells.
 */
between: [string, string],
/**
 * What is printed.
 */
mark: MarkPart, };

export type RhombusPart = {
/**
 * Its name, `T04` or `G2`.
 */
id: string,
/**
 * Whether it is a goal rhombus.
 */
goal: boolean,
/**
 * The sides PQ, QR, RS and SP.
 */
sides: [MarkPart, MarkPart, MarkPart, MarkPart],
/**
 * The border between its halves.
 */
middle: MarkPart,
/**
 * Whether its ends look alike.
 */
alike: boolean,
/**
 * Where a goal rhombus lies at first, half A first.
 */
home?: [string, string], };
