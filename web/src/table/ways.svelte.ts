/** What a player can do besides choosing: hint, undo, end the turn; and their clock. */
import type { Click, GameKit } from '../game/kit';
import { t } from '../i18n/index.svelte';
import { left } from './clock';
import type { PlayDesk } from './desk.svelte';
import type { Room } from './room.svelte';

export class Ways {
  thinking = $state(false);
  hintText = $state('');
  #desk: PlayDesk;
  #room: Room;
  #kit: GameKit;

  constructor(desk: PlayDesk, room: Room, kit: GameKit) {
    this.#desk = desk;
    this.#room = room;
    this.#kit = kit;
  }

  /** The click that ends the turn, where there is one: every game that ends turns by a word says `end`. */
  end: Click | null = $derived.by(
    () => [...this.#desk.lit].find(([, lit]) => lit.completes?.word === 'end')?.[0] ?? null,
  );
  undoAsks: boolean = $derived.by(
    () => this.#desk.game.undo.free === undefined && this.#desk.game.undo.ask !== undefined,
  );
  mayUndo: boolean = $derived.by(() => {
    const { undo, yours } = this.#desk.game;
    return yours.length > 0 && !this.#room.busy && (undo.free ?? undo.ask) !== undefined;
  });

  undo = (): void => {
    const { undo, eyes, yours } = this.#desk.game;
    const to = undo.free ?? undo.ask;
    if (to === undefined || !this.mayUndo) return;
    const seat = yours.includes(eyes) ? eyes : yours[0]!;
    void this.#room.do({ do: 'undo', seen: this.#room.standing!.version, seat, to });
  };

  hint = async (): Promise<void> => {
    const seat = this.#desk.acting;
    if (!seat || this.thinking) return;
    this.thinking = true;
    const answer = await this.#room.hint(seat);
    this.thinking = false;
    if (answer.kind === 'refused') return this.#room.refuse(answer.refusal);
    const line = answer.hint?.lines[0];
    if (!line) return;
    const gains = line.gains
      .filter((gain) => gain.seat === seat)
      .map((gain) => `${this.#kit.sheetItem(gain, this.#desk.t)} ${gain.points > 0 ? '+' : ''}${gain.points}`);
    this.#desk.showHint(line.words);
    const words = this.#inWords(line.words);
    this.hintText = gains.length ? t('hint.gains', { words, gains: gains.join(', ') }) : t('hint.words', { words });
  };

  /**
   * A hint as the clicks that play it, each in the language that is shown; what is no offer now as the record writes
   * it.
   */
  #inWords(words: readonly string[]): string {
    const { hint, view, t: say } = this.#desk;
    const clicks = hint ? (this.#kit.spellings(hint, view)[0] ?? []) : [];
    const told = clicks.map((click) => this.#kit.label(click, view, say).text);
    const later = words.slice(hint ? 1 + (hint.then?.length ?? 0) : 0);
    return [...(told.length ? told : words.slice(0, words.length - later.length)), ...later].join(' · ');
  }

  /** The milliseconds that a seat has left; none without a clock. */
  clock = (index: number): number | null => {
    const clock = this.#desk.game.clocks?.[index];
    return clock && this.#room.shown ? left(clock, this.#room.now() - this.#room.shown.clockAt) : null;
  };
}
