// Made by `cargo xtask codegen`; do not edit.

export type View = { phase: Phase, turn: string, turns: number,
/**
 * The finds not dug up yet: what remains, never an order.
 */
left: [number, number, number], camps: Record<string, number>, finds: Record<string, [number, number, number]>, points: Record<string, number>, };

export type Phase = "first" | "act" | "dig" | { "over": string };

export type Event = { "kind": "walked",
/**
 * Who.
 */
seat: string,
/**
 * Where to.
 */
camp: number, } | { "kind": "found",
/**
 * Who.
 */
seat: string,
/**
 * The find's worth.
 */
worth: number,
/**
 * What it scores there.
 */
points: number, };

export type Parts = {
/**
 * The last camp of the trail; 0 is the start.
 */
last_camp: number,
/**
 * The turns of a match.
 */
turns: number, };
