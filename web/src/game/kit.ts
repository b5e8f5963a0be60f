/**
 * What a game gives to the client, and what it gets. A game's folder `games/NAME/web/` has an `index.ts` whose
 * default export is a `GameKit`; the client finds it by glob and never names a game.
 *
 * There are no rules here. The engine says which words are legal (`Offer`), what they cost, where they lead and
 * why others are not on offer. A game only says by which clicks an offer is spelt (`spellings`), and draws.
 */
import type { Component } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { Point } from '../board/pen';
import type { Happened, HintGain, MatchState, Offer, Reason, SheetLine } from '../generated/protocol';

/**
 * One click on the way to a word: `verb:camp`, `cell:c3`, `piece:worker@c3`, `turn:2`, `count:3`.
 * Opaque to the client; the board that lights it knows what it stands for. What neither board, bar nor aside draws
 * (`Desk.draws`) the action bar shows as a button, `verb:…` above all.
 */
export type Click = string;

/** Translates a key of the game's own messages (`messages/xx.json`), with values. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** A choice that is lit now. */
export interface Lit {
  /** The least price among the offers behind it, where they have one. */
  price?: number;
  /** The offers behind it. */
  offers: Offer[];
  /** The offer that the click completes, if it completes one. */
  completes?: Offer;
}

/**
 * Something that lies on the board for now. It is spelt by its place and, last, by its turn: `turn:N`, N sixths
 * clockwise.
 */
export interface Laying {
  place: Click;
  turn: Click;
  /** The turns that are legal there, this one included. */
  turns: readonly Click[];
}

/** One step of a hint, as it is listed in the bar and drawn on the board in pencil. */
export interface Sketch {
  /** What it does, in a few words that name nothing nobody has seen: `to e5`, `uncover f4`. */
  text: string;
  /** What it costs, in the game's words: `2 AP`; and as a number, where the bar counts it. */
  cost?: string;
  price?: number;
  /** The click whose place it happens at, where the board puts its marks on things and not on points. */
  click?: Click;
  /** Where it happens, in the board's units; none where the board has no place for it. */
  at?: Point;
  /** Where it comes from, and over which points: the way is drawn. */
  from?: Point;
  over?: Point[];
  /** The corners of what comes to lie there: it is drawn round, where a point does not say how it lies. */
  outline?: Point[];
  /** Whether it has no number: something to look at, and nothing to do. */
  bare?: boolean;
  /** How far the ring about such a thing reaches, in the board's units, where the usual one would hide its name. */
  reach?: number;
}

/** Where something lies that a lesson points at, and how far a ring about it reaches. */
export type Spot = { at: Point; reach?: number };

/** A turn that was played, as a review draws it. */
export interface Played {
  /** The index of its seat. */
  seat: number;
  steps: readonly Sketch[];
}

/** A seat as it is shown: colour and shape go by `index` (ember disc, lapis square, …). */
export interface SeatLook {
  letter: string;
  index: number;
  name: string;
  bot: boolean;
}

/** What stands round a view: the parts of the box, and who plays. */
export interface Around<Parts = unknown> {
  parts: Parts;
  seats: readonly SeatLook[];
  /** The clicks made so far, where there are some. */
  picked?: readonly Click[];
}

/** What it takes to put something into words. */
export interface Speech<Parts = unknown> {
  t: Translate;
  seats: readonly SeatLook[];
  parts: Parts;
}

/** What the bar says while something is turned up, part by part. */
export interface Revealing {
  text: string;
  /** What the next press does: `Turn the last card`; nothing where all lies there. */
  next: string;
}

/** What a turn changed for a seat: in words, and the points that they name, had or in a scoring now. */
export interface Change {
  text: string;
  points?: number;
  then?: number;
}

/** A step of somebody else's turn: what happened in it, and how things stood before and after it. */
export interface Deed<View = unknown> {
  events: readonly Happened[];
  before: View;
  after: View;
}

/** An event being played now. The board shows it moving; when it is over the view alone speaks. */
export interface Playing<View = unknown> {
  happened: Happened;
  /** The view before the step, for where things come from. */
  before: View;
  /** How long it takes, in milliseconds, at the speed that was chosen. */
  ms: number;
  /** Grows with each event, to key transitions. */
  key: number;
}

/**
 * What every component of a game gets to draw from, and what it reports clicks to. Each member is a signal of its own:
 * a component reads `desk.hovered` where it needs it, and a moving pointer redraws nothing else.
 */
export interface Desk<View = unknown, Parts = unknown> {
  /** The game's own view; while events are played, that after the step which they belong to. */
  view: View;
  /** The components of the box (`GET /api/games/KEY/parts`). */
  parts: Parts;
  /** The match around it: who acts, points, offers. */
  game: MatchState;
  seats: SeatLook[];
  /** What may be clicked now; empty while it is another's turn, in replays and behind the curtain. */
  lit: ReadonlyMap<Click, Lit>;
  /** The clicks made so far. */
  picked: readonly Click[];
  /** The click under the pointer or with the focus. */
  hovered: Click | null;
  /** The offer that would be played with the click under the pointer, or waits to be confirmed: ghosts and ways. */
  plan: Offer | null;
  /** What lies on the board for now, to be turned, moved and confirmed. */
  laying: Laying | null;
  /** A hint that is being shown: its first step, and all of its steps, drawn in pencil. */
  hint: Offer | null;
  sketch: readonly Sketch[];
  /** A turn of a match that is reviewed, drawn in the colour of its seat. */
  played?: Played | null;
  /** The event being played, while one is. */
  playing: Playing<View> | null;
  /** What the last step brought, to be marked as the last move. */
  last: readonly Happened[];
  /** Whether there is room for one column only. */
  compact: boolean;
  /** Whether it is a picture of which all must be in sight: a board that is scrolled shows the whole. */
  whole?: boolean;
  /** Whether it is a lesson: what it is about may be looked at from near. */
  lesson?: boolean;
  t: Translate;
  /** Makes a click; one that is not lit asks the engine why not (`ask`). */
  pick: (click: Click) => void;
  hover: (click: Click | null) => void;
  /** Turns what lies for now to its next legal turn, clockwise or against it. */
  turn: (by: 1 | -1) => void;
  /** Asks why a word is not on offer; the stage shows the reason with its rule. */
  ask: (word: string) => void;
  /** Takes back the last click. */
  back: () => void;
  /** A click in words, in the language that is shown. */
  label: (click: Click) => ClickLabel;
  /** The term that explains what a click does (`data-term`): that of the verb which it leads to. */
  term?: (click: Click) => string | undefined;
  /**
   * Registers that an element of the game shows a click: `{@attach desk.draws(click)}`. The action bar adds buttons for
   * the lit clicks that no element shows.
   */
  draws: (click: Click) => Attachment;
}

/** A place of the board for keyboard and screen reader, in reading order. */
export interface Place {
  /** The click that the place stands for. */
  click: Click;
  /** What it is, in words. */
  text: string;
}

/** A choice in the list of choices; the list mirrors what is lit on the board. */
export interface ClickLabel {
  text: string;
  /** The same for the eyes, where `text` tells a place apart that is seen to be lit. */
  short?: string;
  /** A heading under which it stands, such as the verb. */
  group?: string;
}

/** Everything that a game gives. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the client does not know a game's view and parts
export interface GameKit<View = any, Parts = any> {
  key: string;
  /** The board itself: an SVG that fills its stage, sized by `viewBox` only. */
  Board: Component<{ desk: Desk<View, Parts> }>;
  /** What stands in the action bar beside the shared parts: knots of AP, bids, dice, the dig table. */
  Bar?: Component<{ desk: Desk<View, Parts> }>;
  /** Whose turn a view is in: what stands in the bar is theirs, and not shown to another while a step is told. */
  turnOf?(view: View): string | null;
  /** What the one whose turn it is has left to spend on it, in words; empty where nothing is spent. */
  left?(view: View, parts: Parts, t: Translate): string;
  /** What one seat holds openly, in its row of the players' panel. */
  Holdings?: Component<{ desk: Desk<View, Parts>; seat: SeatLook }>;
  /** Whether a diagram of that position is about what the seats hold, too: then it stands below the board. */
  holds?(view: View): boolean;
  /** What lies beside the board: what is left in the stack, the display, one's hand. */
  Aside?: Component<{ desk: Desk<View, Parts> }>;
  /** The picture of the game's card on the home page: static, small. */
  Cover: Component<Record<string, never>>;
  /** Pictures for the reference card, below a heading of their own. */
  CardArt?: Component<{ t: Translate }>;
  /** The clicks by which an offer can be chosen; the first spelling is the one for the list of choices. */
  spellings(offer: Offer, view: View): Click[][];
  /**
   * Whether an offer is asked about as a rule: it shows something hidden, or ends the turn with points left. What can
   * be undone is not. Then it and its alternatives stay lit: the same click again plays the offer (`plan` has it),
   * another one replaces it.
   */
  confirms?(offer: Offer, view: View): boolean;
  /** Whether an offer lays something that can be turned first (`Laying`). */
  turns?(offer: Offer): boolean;
  /** A click in words. */
  label(click: Click, view: View, t: Translate, around?: Around<Parts>): ClickLabel;
  /** The sentence that says what the next click does. */
  prompt(game: MatchState, view: View, picked: readonly Click[], t: Translate, around?: Around<Parts>): string;
  /** An event in words: seats by name, parts by what they show. No name that only records have. */
  describe(happened: Happened, seats: readonly SeatLook[], t: Translate, parts?: Parts): string;
  /** One sentence for a run of events that would flood the journal, or null where each has a line of its own. */
  together?(run: readonly Happened[], seats: readonly SeatLook[], t: Translate): string | null;
  /** How long an event takes to show, in milliseconds; 0 for none. */
  duration(happened: Happened): number;
  /** Whether a draw's first event turns up what its player turns up by hand: a tile of a voyage, a card of a dig. */
  reveals?(happened: Happened): boolean;
  /** Whether what a decision turned up ends here, also where nothing could be turned up: a dig in an empty pile. */
  sums?(happened: Happened): boolean;
  /**
   * The bar while that goes on: what was turned up so far, part by part, and below it what may come. Both get what was
   * told since the decision that it follows from.
   */
  Turned?: Component<{ desk: Desk<View, Parts>; told: readonly Happened[] }>;
  Odds?: Component<{ desk: Desk<View, Parts>; told: readonly Happened[] }>;
  /** The sentence of the bar meanwhile, and the words on the button that turns up the next one. */
  revealing?(told: readonly Happened[], view: View, t: Translate, parts: Parts): Revealing;
  /** All that was turned up after a decision, in one sentence. */
  revealed?(told: readonly Happened[], seats: readonly SeatLook[], t: Translate, parts: Parts): string;
  /** Whether an event opens the turn of its seat, though the decision of another brought it: the journal says so. */
  opens?(happened: Happened): boolean;
  /** Whether the event begins a part of the turn that gets a sentence of its own: a voyage of a chain. */
  begins?(happened: Happened): boolean;
  /**
   * What a turn of somebody else did, in a few words that follow their name, and what it changed for a seat. Empty
   * where the kit leaves it to the longest events and the points; null where nothing changed that is worth a word. A
   * change with its numbers is completed by the sum where that is another one; a text alone says all.
   */
  did?(deeds: readonly Deed<View>[], by: string, words: Speech<Parts>): string;
  changed?(deeds: readonly Deed<View>[], by: string, me: string, words: Speech<Parts>): Change | string | null;
  /** The seats in the order in which they come after the one that moves; without it, round the table. */
  order?(view: View): readonly string[];
  /** The board in words, for the screen reader. */
  summary(view: View, parts: Parts, seats: SeatLook[], t: Translate): string;
  /** The places of the board in reading order, each in words. */
  places(view: View, parts: Parts, seats: SeatLook[], t: Translate): Place[];
  /** A line of the score sheet in words. */
  sheetItem(line: SheetLine, t: Translate): string;
  /**
   * What a line is summed under on the sheet, where that is not its section: then its parts are the sections, else the
   * items.
   */
  sheetGroup?(line: SheetLine, t: Translate): string;
  /** The section of the score sheet in words. */
  sheetSection(section: string, t: Translate): string;
  /** A refusal in words, with cards and places by name; null where the message of its key will do (`refusal.KEY`). */
  refusal?(reason: Reason, t: Translate, around?: Around<Parts>): string | null;
  /** What a scoring now would add, by seat; where it makes sense. */
  ifScoredNow?(view: View): number[];
  /**
   * The values of a refusal (`refusal.KEY` of the messages) in the reader's words: a record's `nauru.2` as a beach,
   * `ne` as a direction, a seat by its player's name. Without it they are shown as the record writes them.
   */
  refusalValues?(
    values: Record<string, string | number>,
    t: Translate,
    around?: Around<Parts>,
  ): Record<string, string | number>;
  /**
   * The verbs that have a place in the action bar now, in order; those that are closed are shown dashed with their
   * reason. Without this, a closed verb keeps its place once it was seen beside one that is on offer.
   */
  verbs?(game: MatchState, view: View): string[];
  /** The guided first turn (`help/xx.md`): for each step the verbs that do it, or none where it is only read. */
  guide?: readonly string[];
  /** The verbs of a turn, without those of a setup: the guide is over with the first turn in which one is played. */
  turnVerbs?: readonly string[];
  /** The icon of a verb in the action bar (`verb:…`): a path drawn on 24 by 24 with a round pen. */
  icon?(verb: string): string | undefined;
  /** The steps of a hint: words of the notation, the first of them on offer. Without it only the first is told. */
  sketch?(words: readonly string[], game: MatchState, view: View, t: Translate, around: Around<Parts>): Sketch[];
  /** Where the thing lies that a click stands for, in the board's units: a lesson marks it in pencil. */
  spot?(click: Click, view: View, parts: Parts): Spot | null;
  /** Whether what a hint says to score can be seen by everybody; a forecast must not name what is still hidden. */
  known?(gain: HintGain, view: View, parts: Parts): boolean;
  /** A moment worth a mark on a replay's slider and a heading in the journal: a scoring, a new year. */
  milestone?(happened: Happened, t: Translate): string | null;
  /** The sign of a milestone: a path within 7 about its middle. Without one it is a knot. */
  milestoneSign?: string;
  /** The points to which the ruler beside the board goes at least: as many as a match brings at the least. */
  ruler?: number;
}

/** The languages of the client; a further one is a file per game and one for the app. */
export const LANGUAGES = ['en', 'it', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
