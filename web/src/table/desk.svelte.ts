/** The desk of a table where one plays or looks on. */
import type { Happened, MatchState, Offer } from '../generated/protocol';
import type { Attachment } from 'svelte/attachments';
import type {
  Around,
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
import { prefs } from '../app/prefs.svelte';
import { ahead, choice, handFor, hinted, nextTurn, type Choice, type Manner } from '../board/choose';
import { asksFirst } from '../board/confirming';
import { spell } from '../board/narrow';
import { gameWordsOf } from '../i18n/index.svelte';
import type { Room } from './room.svelte';
import { seatLooks } from './words';

const NOTHING: ReadonlyMap<Click, Lit> = new Map();

export class PlayDesk implements Desk {
  #room: Room;
  #kit: GameKit;
  #layout: () => boolean;
  /** The clicks made by hand, for the decision they were made at; a line of chat in between leaves them. */
  #hand = $state.raw<{ at: string; clicks: readonly Click[] }>({ at: '', clicks: [] });
  hovered = $state<Click | null>(null);
  #leaving = 0;
  /** A hint, for the decision it was asked at; one that was begun goes on wherever its next word is on offer. */
  #hinted = $state.raw<{ at: string | null; words: readonly string[] } | null>(null);

  constructor(room: Room, kit: GameKit, compact: () => boolean) {
    this.#room = room;
    this.#kit = kit;
    this.#layout = compact;
  }

  #standing = $derived.by(() => this.#room.shown!);
  view: unknown = $derived.by(() => this.#room.board);
  parts: unknown = $derived.by(() => this.#room.parts);
  game: MatchState = $derived.by(() => this.#standing.game!);
  seats: SeatLook[] = $derived.by(() => seatLooks(this.#standing.table.seats));
  t: Translate = $derived.by(() => gameWordsOf(this.#kit.key));
  compact: boolean = $derived.by(() => this.#layout());
  playing: Playing | null = $derived.by(() => this.#room.playing);
  last: readonly Happened[] = $derived.by(() => this.#room.marks);
  /** The own seat that is to act, if one may act now. */
  acting: string | null = $derived.by(() => {
    const { to_act, yours, eyes } = this.game;
    return to_act.kind === 'seat' && yours.includes(to_act.seat) && eyes === to_act.seat ? to_act.seat : null;
  });
  /** Whether one may act: all that led there has been shown. Title, icon and sound say so. */
  begins: boolean = $derived.by(() => this.acting !== null && this.#room.current);
  #at: string = $derived.by(() => `${this.game.step} ${this.acting}`);
  #offers: readonly Offer[] = $derived.by(() => (this.begins && !this.#room.busy ? (this.game.offers ?? []) : []));
  #spelt = $derived.by(() => spell(this.#offers, (offer) => this.#kit.spellings(offer, this.view)));
  hand: readonly Click[] = $derived.by(() => (this.#hand.at === this.#at ? this.#hand.clicks : []));
  #manner: Manner = $derived.by(() => {
    const { view } = this;
    const risky = (offer: Offer) => this.#kit.confirms?.(offer, view) ?? false;
    return {
      confirms: asksFirst(prefs.asking, risky, this.#offers.length),
      turns: (offer) => this.#kit.turns?.(offer) ?? false,
    };
  });
  choice: Choice = $derived.by(() => choice(this.#spelt, this.hand, this.#manner));
  laying: Laying | null = $derived.by(() => this.choice.laying);
  /** What the decision may begin with, whatever was begun. */
  first: ReadonlyMap<Click, Lit> = $derived.by(() => choice(this.#spelt, [], this.#manner).lit);
  /** Whether something waits to be confirmed that is asked about only because somebody wants always to be asked. */
  asksAnyway: boolean = $derived.by(() => {
    const { confirming, laying, offer } = this.choice;
    return confirming && !laying && offer !== null && !(this.#kit.confirms?.(offer, this.view) ?? false);
  });
  lit: ReadonlyMap<Click, Lit> = $derived.by(() => (this.#offers.length ? this.choice.lit : NOTHING));
  picked: readonly Click[] = $derived.by(() => this.choice.picked);
  around: Around = $derived.by(() => ({ parts: this.parts, seats: this.seats, picked: this.picked }));
  plan: Offer | null = $derived.by(
    // What lies for now stays as it is under a pointer that is about to turn it.
    () => (this.hovered && !this.laying ? ahead(this.lit.get(this.hovered)) : null) ?? this.choice.offer,
  );
  hintWords: readonly string[] | null = $derived.by(() => {
    const { at, words } = this.#hinted ?? { at: '', words: [] };
    const stands = at === this.#at || (at === null && hinted(this.#offers, words) !== null);
    return words.length && stands ? words : null;
  });
  hint: Offer | null = $derived.by(() => (this.hintWords ? hinted(this.#offers, this.hintWords) : null));
  /** A turn that was played before and taken back: a puzzle draws it beside the right one. */
  played = $state.raw<Played | null>(null);
  /** The verbs that were played here, in order. */
  deeds = $state.raw<readonly string[]>([]);
  lesson = $state(false);
  /** What a lesson points at. */
  #pointed = $state.raw<readonly Click[]>([]);
  pointAt = (clicks: readonly Click[]): void => void (this.#pointed = clicks);
  sketch: readonly Sketch[] = $derived.by(() => {
    if (!this.hintWords || !this.hint) return this.#marks();
    const steps = this.#kit.sketch?.(this.hintWords, this.game, this.view, this.t, this.around);
    if (steps) return steps;
    const clicks = this.#kit.spellings(this.hint, this.view)[0] ?? [];
    return [{ text: clicks.map((click) => this.label(click).text).join(' · ') }];
  });
  /** What is lit or chosen needs no mark of its own. */
  #marks(): readonly Sketch[] {
    return this.#pointed.flatMap((click) => {
      if (this.lit.has(click) || this.picked.includes(click)) return [];
      const spot = this.#kit.spot?.(click, this.view, this.parts);
      return spot ? [{ text: '', click, ...spot, bare: true }] : [];
    });
  }
  prompt: string = $derived.by(() => this.#kit.prompt(this.game, this.view, this.picked, this.t, this.around));

  pick = (click: Click): void => {
    if (!this.lit.has(click)) return;
    this.#room.complaint = null;
    const clicks = [...this.hand, click];
    const next = choice(this.#spelt, clicks, this.#manner);
    this.hovered = null;
    if (next.offer && !next.confirming) this.play(next.offer);
    else this.#hand = { at: this.#at, clicks };
  };
  /** Confirms what was spelt. */
  confirm = (): void => {
    if (this.choice.confirming && this.choice.offer) this.play(this.choice.offer);
  };
  /** Another of the first clicks instead of what was begun. */
  instead = (click: Click): void => {
    this.#hand = { at: this.#at, clicks: [] };
    this.pick(click);
  };
  /** Lays down all that was begun. */
  clear = (): void => {
    this.#hand = { at: this.#at, clicks: [] };
    this.#room.complaint = null;
  };
  turn = (by: 1 | -1): void => {
    if (this.laying) this.pick(nextTurn(this.laying, by));
  };
  back = (): void => {
    // What lies for now is taken up again as a whole: its place and all its turns.
    const place = this.laying ? this.hand.findIndex((click) => this.#isPlace(click)) : -1;
    this.#hand = { at: this.#at, clicks: this.hand.slice(0, place < 0 ? -1 : place) };
    this.#room.complaint = null;
  };
  /**
   * A pointer leaves one place and enters the next within one frame. Until then the plan stays, so that it moves over
   * and does not flicker.
   */
  hover = (click: Click | null): void => {
    cancelAnimationFrame(this.#leaving);
    if (click) this.hovered = click;
    else this.#leaving = requestAnimationFrame(() => (this.hovered = null));
  };
  #isPlace(click: Click): boolean {
    return this.#spelt.some(({ offer, clicks }) => this.#kit.turns?.(offer) && clicks.at(-2) === click);
  }
  ask = (word: string): void => {
    if (this.acting && !this.#room.busy) void this.#room.why(this.acting, word);
  };
  label = (click: Click): ClickLabel => this.#kit.label(click, this.view, this.t, this.around);
  term = (click: Click): string | undefined => {
    if (click.startsWith('verb:')) return click;
    const word = this.lit.get(click)?.offers[0]?.word;
    return word && `verb:${word.split(' ')[0]}`;
  };

  /** How many elements show each click. */
  #shows = new Map<Click, number>();
  /** The clicks that the game shows itself. */
  drawn = $state.raw<ReadonlySet<Click>>(new Set());
  #telling = false;
  draws =
    (click: Click): Attachment =>
    () => {
      this.#count(click, 1);
      return () => this.#count(click, -1);
    };
  /** A board adds and removes many elements at once: they are told together, after all of them. */
  #count(click: Click, by: number): void {
    const count = (this.#shows.get(click) ?? 0) + by;
    if (count > 0) this.#shows.set(click, count);
    else this.#shows.delete(click);
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      this.drawn = new Set(this.#shows.keys());
    });
  }

  showHint(words: readonly string[]): void {
    this.#hinted = { at: this.#at, words };
    this.#hand = { at: this.#at, clicks: [] };
  }
  dropHint(): void {
    this.#hinted = null;
  }
  /**
   * Does the first step of the hint and leaves the rest of it drawn. What is asked about, or lies for now, waits for
   * the same tick as if it had been chosen by hand.
   */
  doStep = (): void => {
    const [word] = this.hintWords ?? [];
    const offer = this.#offers.find((one) => one.word === word && !one.then?.length) ?? this.hint;
    if (!offer) return;
    const { confirms, turns } = this.#manner;
    const clicks = confirms?.(offer) || turns?.(offer) ? handFor(this.#spelt, offer, this.#manner) : null;
    if (clicks) this.#hand = { at: this.#at, clicks };
    else this.play(offer);
  };
  /** What is left of the hint after an offer; nothing if the offer is not what it said. */
  #rest(offer: Offer): readonly string[] {
    const done = [offer.word, ...(offer.then ?? [])];
    const words = this.hintWords ?? [];
    return done.every((word, index) => words[index] === word) ? words.slice(done.length) : [];
  }

  play(offer: Offer): void {
    if (!this.acting) return;
    this.#room.skip();
    const rest = this.#rest(offer);
    this.#hand = { at: '', clicks: [] };
    this.#hinted = rest.length ? { at: null, words: rest } : null;
    const { version } = this.#standing;
    const verbs = [offer.word, ...(offer.then ?? [])].map((word) => word.split(' ')[0]!);
    void this.#room
      .do({
        do: 'play',
        seen: version,
        seat: this.acting,
        word: offer.word,
        then: offer.then?.length ? offer.then : undefined,
      })
      .then(({ kind }) => {
        if (kind === 'done') this.deeds = [...this.deeds, ...verbs];
      });
  }
}

/** The desk of what stands beside the board: nothing there goes ahead of the step being shown. */
export const toldDesk = (desk: PlayDesk, room: Room): Desk =>
  new Proxy<Desk>(desk, {
    get(_, key) {
      if (key === 'view') return room.shown!.view;
      return key === 'playing' ? null : Reflect.get(desk, key, desk);
    },
  });
