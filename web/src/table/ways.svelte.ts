/** What a player can do besides choosing: hint, undo, end the turn; and their clock. */
import type { Click, GameKit } from '../game/kit';
import type { HintLine } from '../generated/protocol';
import { prefs } from '../app/prefs.svelte';
import { left } from './clock';
import { MARKS } from '../board/pencil';
import type { PlayDesk } from './desk.svelte';
import { hintReason, unlike, type Look } from './hint';
import type { Room } from './room.svelte';

export class Ways {
  thinking = $state(false);
  #lines = $state.raw<readonly HintLine[]>([]);
  #line = $state(0);
  /** The points when it was shown. */
  #points = $state('');
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
  /** How far back one may go: from what is known, which is newer than what is shown while one's own step is told. */
  #back = $derived.by(() => this.#room.standing?.game?.undo ?? {});
  undoAsks: boolean = $derived.by(() => this.#back.free === undefined && this.#back.ask !== undefined);
  mayUndo: boolean = $derived.by(
    () => this.#desk.game.yours.length > 0 && !this.#room.busy && (this.#back.free ?? this.#back.ask) !== undefined,
  );

  /** Whether it is asked once more, since the undo would mark the match as one with takebacks. */
  marking = $state(false);

  undo = (): void => {
    if (!this.mayUndo) return;
    const marked = this.#room.standing!.table.takebacks !== undefined;
    if (this.#back.takeback && !this.undoAsks && !marked && prefs.asking !== 'never') this.marking = true;
    else this.takeBack();
  };
  takeBack = (): void => {
    this.marking = false;
    const { eyes, yours } = this.#desk.game;
    const to = this.#back.free ?? this.#back.ask;
    if (to === undefined || !this.mayUndo) return;
    const seat = yours.includes(eyes) ? eyes : yours[0]!;
    void this.#room.do({ do: 'undo', seen: this.#room.standing!.version, seat, to });
  };

  /** Whether a hint can be asked for: not while one's own last step is told, when somebody else may be to act. */
  mayHint: boolean = $derived.by(() => this.#desk.begins && !this.#room.busy && !this.thinking);
  hint = async (): Promise<void> => {
    const seat = this.#desk.acting;
    if (!seat || !this.mayHint) return;
    const { step } = this.#desk.game;
    this.thinking = true;
    const answer = await this.#room.hint(seat);
    this.thinking = false;
    // Who went on meanwhile asks no more, and hears nothing of a turn that is over.
    if (this.#desk.game.step !== step) return;
    if (answer.kind === 'refused') return this.#room.refuse(answer.refusal);
    this.#lines = unlike(answer.hint?.lines ?? [], this.#look);
    this.#show(0);
  };
  #look = ({ words, gains }: HintLine): Look => {
    const { game, view, t, around } = this.#desk;
    const steps = this.#kit.sketch?.(words, game, view, t, around) ?? words;
    return {
      why: hintReason(gains, this.#kit, this.#desk),
      steps: steps.slice(0, MARKS).map((step) => JSON.stringify(step)),
    };
  };
  /** Shows the line after the one that is shown, and after the last one the first. */
  nextHint = (): void => this.#show((this.#line + 1) % Math.max(1, this.#lines.length));
  wipe = (): void => this.#desk.dropHint();
  /** Whether there is another line to show; once a step was done the others no longer fit. */
  mayNext: boolean = $derived.by(
    () => this.#lines.length > 1 && this.#desk.hintWords === this.#lines[this.#line]?.words,
  );
  hintText: string = $derived.by(() => {
    const line = this.#lines[this.#line];
    if (!line || !this.#desk.hintWords) return '';
    return hintReason(line.gains, this.#kit, this.#desk, this.#desk.game.points.join() !== this.#points);
  });

  #show(line: number): void {
    const words = this.#lines[line]?.words;
    if (!words) return;
    this.#line = line;
    this.#points = this.#desk.game.points.join();
    this.#desk.showHint(words);
  }

  /** The milliseconds that a seat has left; none without a clock. */
  clock = (index: number): number | null => {
    const clock = this.#desk.game.clocks?.[index];
    return clock && this.#room.shown ? left(clock, this.#room.now() - this.#room.shown.clockAt) : null;
  };
}
