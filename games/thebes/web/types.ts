// Made by `cargo xtask codegen` from games/thebes; do not edit.

export type Region = "mesopotamia" | "egypt" | "greece" | "crete";

export type Looter = "thief" | "raider";

export type Phase = "order" | "back" | { "pile": Region } | "card" | "turn" | { "donate": {
/**
 * Who gives.
 */
seat: string,
/**
 * How many are still to be given.
 */
left: number, } } | { "choose": {
/**
 * Who takes.
 */
seat: string,
/**
 * By which card.
 */
by: Looter,
/**
 * Where.
 */
region: Region, } } | { "rob": {
/**
 * Who takes.
 */
seat: string,
/**
 * Where.
 */
region: Region, } } | { "dig": {
/**
 * Who digs.
 */
seat: string,
/**
 * Where.
 */
region: Region,
/**
 * How many cards the table still grants, whether or not the pile has them.
 */
left: number,
/**
 * How much rubble was laid aside.
 */
aside: number, } } | "over";

export type Seen = {
/**
 * All cards that lay there.
 */
saw: Array<string>,
/**
 * Those of them that left since.
 */
left: Array<string>, };

export type View = { viewer: string, box: string, options: { [key in string]: string }, phase: Phase, to_act: string | null,
/**
 * The seats in the order in which they play.
 */
order: string,
/**
 * How many cards the deck has in all.
 */
deck: number, display: Array<string>, beside: Array<string>, seats: Record<string, SeatView>, professors: Record<string, string>, spent: Array<string>, donated: { [key in Region]?: Array<string> }, piles: { [key in Region]?: PileView },
/**
 * The viewer's own hand.
 */
hand: Hand | null,
/**
 * Everybody's hand, as whoever remembers knows it.
 */
tally: Record<string, Hand>, whole: Whole | null,
/**
 * In percent, from what the viewer knows, how likely the next card drawn from each pile is a find; at most 99.
 */
odds: Record<Region, number>,
/**
 * The points for weeks behind the foremost marker if the match ended now (H20); 0 when it is over and counted.
 */
bonus: Record<string, number>, };

export type SeatView = { weeks: number, points: number, cards: Array<string>, finds: { [key in Region]?: Array<string> }, knowledge: { [key in Region]?: number }, general: number,
/**
 * How many action cards are in hand.
 */
hand: number,
/**
 * How many permits are in hand.
 */
permits: number,
/**
 * Which piles this player has looked through.
 */
looked: Array<Region>, };

export type PileView = {
/**
 * What the box has for the region, as the two cards of the distribution list it.
 */
in_box: Distribution,
/**
 * What of it was found; its words are `left`.
 */
found: Distribution,
/**
 * The finds that left it.
 */
left: Array<string>,
/**
 * The most rubble that it ever showed at once.
 */
rubble_shown: number,
/**
 * What the viewer saw there, and what of it left since.
 */
look: Seen | null, };

export type Distribution = {
/**
 * The points of the artifacts, lowest first.
 */
artifacts: Array<number>,
/**
 * The number of knowledge cards.
 */
knowledge: number,
/**
 * The number of cards of rubble.
 */
rubble: number, };

export type Hand = { cards: Array<string>, permits: { [key in string]: number }, };

export type Whole = { piles: { [key in Region]?: Array<string> }, looks: Record<string, Partial<Record<Region, Seen>>>, };

export type Event = { "kind": "began", order: string, } | { "kind": "turned-up", card: string, space: number | null, } | { "kind": "laid", region: Region, find: string | null, } | { "kind": "took", seat: string, card: string, weeks: number, week: number, } | { "kind": "exhibited", seat: string, card: string, level: number, weeks: number, week: number, points: number, } | { "kind": "museum", seat: string, card: string, weeks: number, week: number, points: number, } | { "kind": "donated", seat: string, find: string, points: number, } | { "kind": "played", seat: string, card: string, region: Region, weeks: number, week: number, } | { "kind": "looked", seat: string, region: Region, saw: Array<[string, number]> | null, } | { "kind": "nothing-there", seat: string, region: Region, } | { "kind": "dug", seat: string, region: Region, weeks: number, leave: string, assistants: number, cards: number, week: number, } | { "kind": "found", seat: string, region: Region, find: string, points: number, } | { "kind": "rubble", seat: string, region: Region, } | { "kind": "dig-over", seat: string, region: Region, rubble: number, } | { "kind": "professor-came", seat: string, of: string, points: number, } | { "kind": "professor-left", seat: string, of: string, points: number, } | { "kind": "congress", seat: string, cards: number, points: number, } | { "kind": "over" } | { "kind": "time-bonus", seat: string, behind: number, points: number, };

export type Parts = {
/**
 * The regions, in the order of the legal lists.
 */
regions: [Region, Region, Region, Region],
/**
 * The green cards by their words.
 */
cards: { [key in string]: CardPart },
/**
 * What can lie in a pile, by its word.
 */
finds: { [key in string]: FindPart },
/**
 * What lies in the piles and the deck of each region, copies by word.
 */
piles: PileParts,
/**
 * The professors: a region's word, or `greatest`.
 */
professors: { [key in string]: ProfessorPart },
/**
 * The permits that each player begins with, for 2, 3 and 4 players.
 */
permits: [PermitsPart, PermitsPart, PermitsPart],
/**
 * Points by number of congress cards, from none on.
 */
congress: Array<number>,
/**
 * How many cards a dig gives.
 */
dig: DigTables, };

export type CardPart = {
/**
 * What it is for: `knowledge`, `general`, `congress`, `dig`, `thief`, `raider`, `scientist`, `assistant`,
 * `exhibition` or `museum`.
 */
group: 'knowledge' | 'general' | 'congress' | 'dig' | 'thief' | 'raider' | 'scientist' | 'assistant' | 'exhibition' | 'museum',
/**
 * The region it is about; of an exhibition the one it asks for at every level.
 */
region?: Region,
/**
 * The points of knowledge.
 */
value?: number,
/**
 * The levels of an exhibition.
 */
levels?: Array<LevelPart>,
/**
 * The artifacts that a museum asks for.
 */
donate?: number,
/**
 * The weeks to take it; of an exhibition the levels say them.
 */
weeks: number,
/**
 * The weeks to play it.
 */
play: number,
/**
 * The points for an exhibition or a museum.
 */
points: number,
/**
 * How many copies there are.
 */
copies: number,
/**
 * Whether it is an action card, held in hand.
 */
action: boolean, };

export type LevelPart = {
/**
 * The weeks it takes.
 */
weeks: number,
/**
 * The artifacts that one must have; regions that are not asked for are left out.
 */
need: { [key in Region]?: number }, };

export type FindPart = {
/**
 * `artifact`, `knowledge` or `rubble`.
 */
kind: 'artifact' | 'knowledge' | 'rubble',
/**
 * Where an artifact is from, or what knowledge is about; none for general knowledge and rubble.
 */
region?: Region,
/**
 * An artifact's points.
 */
points: number,
/**
 * The points of knowledge.
 */
value: number, };

export type PileParts = {
/**
 * With knowledge in the piles.
 */
on: { [key in Region]?: { [key in string]: number } },
/**
 * Without.
 */
off: { [key in Region]?: { [key in string]: number } }, };

export type ProfessorPart = {
/**
 * The knowledge that the professor asks for.
 */
knowledge: number,
/**
 * The points.
 */
points: number, };

export type PermitsPart = {
/**
 * For each region.
 */
region: number,
/**
 * Generic ones.
 */
generic: number, };

export type DigTables = {
/**
 * `dig_table=default`
 */
default: Array<Array<number>>,
/**
 * `dig_table=literal`
 */
literal: Array<Array<number>>, };
