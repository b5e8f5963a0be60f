/** The desk of a replay: the table without choices. */
import type { Frame, Happened, MatchState, Offer } from '../generated/protocol';
import type { Attachment } from 'svelte/attachments';
import type {
  Click,
  ClickLabel,
  Desk,
  GameKit,
  Laying,
  Lit,
  Played,
  Playing,
  SeatLook,
  Sketch,
  Translate,
} from '../game/kit';
import { choice } from '../board/choose';
import { spell } from '../board/narrow';
import { gameWordsOf } from '../i18n/index.svelte';

const DARK: ReadonlyMap<Click, Lit> = new Map();

export class ReplayDesk implements Desk {
  #frame: () => Frame;
  #seats: () => SeatLook[];
  #parts: () => unknown;
  #compact: () => boolean;
  #kit: GameKit;
  playing = $state.raw<Playing | null>(null);
  /** Whether it is a picture: all of it is in sight, and nothing is scrolled. */
  readonly whole: boolean;

  constructor(
    kit: GameKit,
    frame: () => Frame,
    seats: () => SeatLook[],
    parts: () => unknown,
    compact: () => boolean,
    whole = false,
  ) {
    this.#kit = kit;
    this.#frame = frame;
    this.#seats = seats;
    this.#parts = parts;
    this.#compact = compact;
    this.whole = whole;
  }

  view: unknown = $derived.by(() => this.#frame().view);
  parts: unknown = $derived.by(() => this.#parts());
  game: MatchState = $derived.by(() => {
    const { step, to_act, points } = this.#frame();
    return { step, to_act, points, eyes: 'all', yours: [], hides: false, undo: {} };
  });
  seats: SeatLook[] = $derived.by(() => this.#seats());
  last: readonly Happened[] = $derived.by(() => this.#frame().events);
  compact: boolean = $derived.by(() => this.#compact());
  t: Translate = $derived.by(() => gameWordsOf(this.#kit.key));
  /** Whether what may be done is lit, where it is known; a replay only shows. */
  lights = $state(false);
  lit: ReadonlyMap<Click, Lit> = $derived.by(() => {
    const { offers } = this.#frame();
    if (!this.lights || !offers?.length) return DARK;
    const spelt = spell(offers, (offer) => this.#kit.spellings(offer, this.view));
    return choice(spelt, [], { confirms: () => false, turns: (offer) => this.#kit.turns?.(offer) ?? false }).lit;
  });
  picked: readonly Click[] = [];
  hovered: Click | null = null;
  plan: Offer | null = null;
  laying: Laying | null = null;
  hint: Offer | null = null;
  /** What a diagram shows in pencil, and what a review says was better; what was played stands in its seat's colour. */
  sketch: readonly Sketch[] = $state.raw([]);
  played = $state.raw<Played | null>(null);
  pick = (): void => {};
  hover = (): void => {};
  turn = (): void => {};
  ask = (): void => {};
  back = (): void => {};
  label = (click: Click): ClickLabel =>
    this.#kit.label(click, this.view, this.t, { parts: this.parts, seats: this.seats });
  draws = (): Attachment => () => {};
}
