/** A diagram at work: its pictures, the stops that have captions, and the way from one to the next. */
import { isStill, prefs } from '../app/prefs.svelte';
import { Queue } from '../board/queue';
import { seatIndex } from '../board/seats';
import type { GameKit, SeatLook } from '../game/kit';
import { reasonText } from '../game/reason';
import type { Figure, FigurePicture } from '../generated/protocol';
import { ReplayDesk } from '../replay/desk.svelte';
import type { Caption } from '../rules/help';

/** The pictures at which a diagram stops: those with a caption, or all. */
export const stopsOf = (pictures: number, captions: readonly Caption[]): number[] =>
  captions.length ? captions.map(({ picture }) => picture - 1) : Array.from({ length: pictures }, (_, index) => index);

export class FigureShow {
  /** The place of the stop among the stops. */
  at = $state(0);
  #shown: FigurePicture;
  readonly stops: readonly number[];
  /** A replay that shows in pencil what is refused. */
  readonly desk: ReplayDesk;
  #queue: Queue<FigurePicture>;

  constructor(
    readonly figure: Figure,
    readonly kit: GameKit,
    readonly parts: unknown,
    readonly captions: readonly Caption[],
    readonly seats: SeatLook[],
  ) {
    this.stops = stopsOf(figure.pictures.length, captions);
    this.#shown = $state.raw(figure.pictures[this.stops[0] ?? 0]!);
    this.desk = new ReplayDesk(
      kit,
      () => this.#shown,
      () => seats,
      () => parts,
      () => true,
      true,
    );
    this.#queue = new Queue<FigurePicture>({
      begin: ({ moment }) => (this.#shown = moment),
      show: (picture) => this.#show(picture),
      play: (playing) => (this.desk.playing = playing),
      duration: (happened) => (isStill() || prefs.speed === 0 ? 0 : kit.duration(happened) / prefs.speed),
      later: (work, ms) => setTimeout(work, ms),
      cancel: (one) => clearTimeout(one as ReturnType<typeof setTimeout>),
    });
    this.#queue.jump(this.#shown, this.#shown.view);
  }

  get picture(): FigurePicture {
    return this.#shown;
  }
  get last(): boolean {
    return this.at >= this.stops.length - 1;
  }

  /** Goes to a stop: on to the next one step by step, anywhere else at once. */
  go(to: number): void {
    const from = this.at;
    this.at = Math.min(Math.max(0, to), this.stops.length - 1);
    const [first, last] = [this.stops[from]!, this.stops[this.at]!];
    if (this.at !== from + 1) {
      const picture = this.figure.pictures[last]!;
      return this.#queue.jump(picture, picture.view, picture.events);
    }
    for (const picture of this.figure.pictures.slice(first + 1, last + 1))
      this.#queue.add({ moment: picture, view: picture.view, events: picture.events });
  }
  stop(): void {
    this.#queue.skip();
  }

  #show(picture: FigurePicture): void {
    this.#shown = picture;
    const { desk, kit } = this;
    const around = { parts: this.parts, seats: this.seats };
    desk.sketch = picture.refused ? (kit.sketch?.([picture.words], desk.game, desk.view, desk.t, around) ?? []) : [];
  }

  /** What a stop shows, in words: its caption, or what happened. */
  text(stop: number): string {
    const caption = this.captions[stop];
    if (caption) return caption.text;
    const picture = this.figure.pictures[this.stops[stop]!]!;
    if (picture.refused) return this.reason(picture);
    const told = picture.events.map((happened) => this.kit.describe(happened, this.seats, this.desk.t, this.parts));
    return told.filter(Boolean).join('. ') || this.kit.summary(picture.view, this.parts, this.seats, this.desk.t);
  }
  /** The verbs that may be done at the picture, by their names in the action bar. */
  get verbs(): string[] {
    const verbs = new Set(this.#shown.offers?.map(({ word }) => word.split(' ')[0]!));
    return [...verbs].map((verb) => this.desk.label(`verb:${verb}`).text);
  }
  reason(picture: FigurePicture): string {
    const around = { parts: this.parts, seats: this.seats };
    return picture.refused ? reasonText(picture.refused, { key: this.kit.key, kit: this.kit, around }) : '';
  }
}

/** The seats of a diagram, which nobody has taken: `name` says what each is called. */
export const figureSeats = (count: number, name: (index: number) => string): SeatLook[] =>
  Array.from({ length: count }, (_, index) => {
    const letter = String.fromCharCode(65 + index);
    return { letter, index: seatIndex(letter), name: name(index), bot: false };
  });
