/**
 * The table as the board shows it, made from the desk. While events are played it lags behind the newest view. It also
 * knows which dig is being put together, what the last step and a hint are about, and whose things are shown.
 */
import type { Happened } from '$quipu/generated/protocol';
import type { Click, Desk } from '$quipu/game/kit';
import { MARKS } from '$quipu/board/pencil';
import { seatIndex } from '$quipu/board/seats';
import { digBefore, digChoice, digInView, digOf, ended, followDig, readDigs, type DigState } from './digs';
import { answer, askWord, spellings } from './clicks';
import { told } from './motion';
import type { Event, View, Parts, Region } from './types';
import { ownSeat } from './notation';

/** The events that were told since the view before a step, and the dig that goes on in them. */
interface Tale {
  from: View;
  key: number;
  shown: View;
  scene: DigState | null;
  shownScene: DigState | null;
}

/** The places that an event marks as the last move. */
function marked(event: Event): Click[] {
  if (event.kind === 'turned-up') return [`card:${event.card}`];
  if (event.kind === 'found') return [`find:${event.find}`, `pile:${event.region}`];
  return 'region' in event && event.kind !== 'laid' ? [`pile:${event.region}`] : [];
}

export class Table {
  #tale = $state.raw<Tale | null>(null);
  /** The dig as it was told so far; it stands while the next card waits to be turned up, when nothing is played. */
  #followed: DigState | null = null;
  #replayed = $state.raw<{ last: readonly Happened[]; scene: DigState | null }>({ last: [], scene: null });
  #shownSeat = $state<string | null>(null);
  /** The pile whose known cards are being looked at. */
  peek = $state<Region | null>(null);

  readonly desk: Desk<View, Parts>;

  /** To be made while a component starts, because it follows the desk by effects. */
  constructor(desk: Desk<View, Parts>) {
    this.desk = desk;
    $effect.pre(() => this.#tell());
    $effect.pre(() => this.#replay());
    $effect.pre(() => {
      // Somebody else looks now: their own things come first, and nothing of what the one before looked at.
      void desk.view.viewer;
      this.#shownSeat = null;
      this.peek = null;
    });
  }

  /** The newest view, or a step of the story that is being told. */
  view: View = $derived.by(() => this.#tale?.shown ?? this.desk.view);
  parts: Parts = $derived.by(() => this.desk.parts);
  /** The dig that is under way. */
  digging: DigState | null = $derived.by(() =>
    this.desk.playing ? (this.#tale?.shownScene ?? null) : digInView(this.desk.view) && this.#replayed.scene,
  );
  /** The dig that is shown: the one under way, or one's own last one, until something else is being chosen. */
  scene: DigState | null = $derived.by(() => {
    if (this.digging || this.desk.playing || this.choice || this.desk.picked.length) return this.digging;
    const dig = digOf(this.desk.last);
    return dig && dig.left === 0 && dig.seat === this.desk.view.viewer ? dig : null;
  });
  /** The numbers of a hint's steps, by the click that each begins with. */
  steps: ReadonlyMap<Click, string> = $derived.by(() => {
    const found = new Map<Click, string>();
    this.desk.sketch.slice(0, MARKS).forEach(({ click, bare }, index) => {
      if (click && !bare) found.set(click, [found.get(click), index + 1].filter(Boolean).join(' '));
    });
    return found;
  });
  /** The clicks that a hint is about. */
  hinted: ReadonlySet<Click> = $derived.by(
    () =>
      new Set([
        ...this.steps.keys(),
        ...this.desk.sketch.flatMap(({ click, bare }) => (click && bare ? [click] : [])),
        ...(this.desk.hint ? spellings(this.desk.hint, this.desk.view).flat() : []),
      ]),
  );
  /** The places that the last step was about. */
  last: ReadonlySet<Click> = $derived.by(
    () => new Set(this.desk.last.flatMap(({ event }) => marked(event as unknown as Event))),
  );
  /** The letter of the seat whose eyes see the table. */
  own: string = $derived.by(() => ownSeat(this.view));
  /** The index of the seat that chooses; its colour marks what is chosen. */
  actor: number = $derived.by(() => seatIndex(this.desk.view.to_act ?? this.own));
  /** The letter of the seat whose hand and finds are shown. */
  whose: string = $derived.by(() => this.#shownSeat ?? this.own);
  digs = $derived.by(() => readDigs(this.desk.game.offers));
  choice = $derived.by(() => digChoice(this.digs, this.desk.view, this.desk.picked, this.desk.hovered));

  choose(click: Click): void {
    answer(this.desk, click, askWord(click, this.choice, this.desk.view));
  }

  show(letter: string): void {
    this.#shownSeat = letter;
  }

  /** Lays the event that is being played on what was told before it. */
  #tell(): void {
    const { playing } = this.desk;
    const tale = this.#tale;
    if (!playing) {
      if (tale) this.#tale = null;
      return;
    }
    if (tale?.key === playing.key) return;
    const goesOn = tale && tale.from === playing.before ? tale : null;
    const before = tale ? tale.scene : digBefore(playing.before, this.#replayed.scene, this.#followed);
    const scene = followDig(before, playing.happened);
    this.#followed = scene;
    this.#tale = {
      from: playing.before,
      key: playing.key,
      shown: told(goesOn?.shown ?? playing.before, playing.happened),
      scene,
      // The end of a dig still shows what lies there.
      shownScene: scene ?? (before && playing.happened.event.kind === 'dig-over' ? ended(before) : null),
    };
  }

  /** In a replay nothing is played: the events of each step are followed as they come. */
  #replay(): void {
    const { last, playing, view } = this.desk;
    if (playing || last === this.#replayed.last) return;
    const scene = last.reduce(followDig, this.#replayed.scene);
    this.#replayed = { last, scene: digBefore(view, scene, this.#followed) };
  }
}
