// Made by `cargo xtask codegen` from games/tongiaki; do not edit.

export type Tile = string;

export type Island = string;

export type Beach = string;

export type Crew = string;

export type View = {
/**
 * How many seats.
 */
seats: number,
/**
 * Which full beaches may sail (O12).
 */
full_beaches: string,
/**
 * The table.
 */
position: Diagram,
/**
 * The tiles not yet turned up, in no order.
 */
pile: Array<Tile>,
/**
 * The points as they stand.
 */
points: Record<string, number>,
/**
 * The islands whose every pier leads back to them (O15).
 */
closed: Array<Island>, };

export type Diagram = {
/**
 * Whose turn it is.
 */
turn: string,
/**
 * What is to be decided or drawn.
 */
phase: Phase,
/**
 * The tiles on the table: `nauru = "0,-1 r3"`. Tonga lies at 0,0 unless it was removed.
 */
tiles: Record<string, string>,
/**
 * The islands that were taken off the table (O15).
 */
removed: Array<Island>,
/**
 * The boats on beaches: `nauru.2 = "AAB"`.
 */
boats: Record<string, Record<string, string>>,
/**
 * Who stands on which statue (O19).
 */
royal: Record<string, string>,
/**
 * The boats of the voyage under way, and after the last sea the lost ones.
 */
at_sea?: string,
/**
 * How often beaches departed in this turn (O18).
 */
departed?: { [key in string]: { [key in string]: number } },
/**
 * The turns in a row without a tile, this one included (O27).
 */
quiet?: number,
/**
 * The boats in the reserves; what is left of fifteen each, and may only be given as that.
 */
reserve: Record<string, number>, };

export type Phase = "first" | "setup" | "turn" | { "moor": { island: Island, left: number, by: By, served?: Array<Beach>, } } | { "sail": { only?: Island, } } | { "ahead": { from: Island, tile: Tile, toward: string, } } | { "land": { shore: Island, fresh?: Array<Beach>, } } | "must-colonise" | "found" | { "lay": { tile: Tile, } } | { "over": { rule: string, } };

export type By = "expand" | "shift" | "restart" | "colonise";

export type Event = { "kind": "first", seat: string, } | { "kind": "turn", seat: string, } | { "kind": "moored", seat: string, beach: Beach, } | { "kind": "expands", seat: string, island: Island, boats: number, } | { "kind": "shifts", seat: string, from: Beach, island: Island, } | { "kind": "restarts", seat: string, island: Island, boats: number, } | { "kind": "sails", seat: string, beach: Beach, toward: string, boats: Crew, } | { "kind": "exhausted", beach: Beach, } | { "kind": "lays", tile: Tile, cell: string, turn: string, } | { "kind": "crosses", sea: Tile, colours: number, asked: number, } | { "kind": "fails", sea: Tile, colours: number, asked: number, } | { "kind": "home", boats: Crew, } | { "kind": "reaches", island: Island, boats: Crew, } | { "kind": "sent-back", royal: Island, island: Island, } | { "kind": "lands", seat: string, beach: Beach, } | { "kind": "no-mooring", island: Island, boats: Crew, } | { "kind": "removed", island: Island, boats: Crew, } | { "kind": "royal", seat: string, island: Island, } | { "kind": "colonises", seat: string, } | { "kind": "draws", seat: string, tile: Tile, } | { "kind": "lost", sea: Tile, boats: Crew, } | { "kind": "over", rule: string, } | { "kind": "gains", seat: string, island: Island, points: number, } | { "kind": "loses", seat: string, island: Island, points: number, };

export type Parts = {
/**
 * The boats of each seat.
 */
boats: number,
/**
 * The most royal islands of one seat.
 */
royal: number,
/**
 * The islands in the order of their points, Tonga first.
 */
islands: Array<IslandPart>,
/**
 * The seas.
 */
seas: Array<SeaPart>, };

export type IslandPart = {
/**
 * Its name in records.
 */
name: Island,
/**
 * What it is worth.
 */
points: number,
/**
 * Its beaches, in the order of their numbers.
 */
beaches: Array<BeachPart>,
/**
 * How many of its turns look different.
 */
looks: number, };

export type BeachPart = {
/**
 * Its name in records.
 */
name: Beach,
/**
 * How many boats it takes.
 */
moorings: number,
/**
 * The sides at which its piers stand.
 */
piers: Array<number>, };

export type SeaPart = {
/**
 * Its name in records.
 */
name: Tile,
/**
 * Its three routes.
 */
routes: Array<RoutePart>,
/**
 * How many of its turns look different.
 */
looks: number, };

export type RoutePart = {
/**
 * The sides that it joins.
 */
sides: [number, number],
/**
 * The fewest colours that it asks for; 0 lets any group pass.
 */
colours: number, };
