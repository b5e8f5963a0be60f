/** What the panels of the board share: the props of the stage, the table as it is shown, and the answer to a click. */
import type { BoardProps, Click } from '$quipu/game/kit';
import type { Dig, DigChoice } from './digs';
import type { Page, Parts } from './types';

export interface Desk {
  readonly b: BoardProps<Page, Parts>;
  /** The table as it is shown: the newest view, or a step of the story that is being told. */
  readonly view: Page;
  readonly parts: Parts;
  /** The clicks that a hint is about. */
  readonly hinted: ReadonlySet<Click>;
  /** The places that the last step was about. */
  readonly last: ReadonlySet<Click>;
  /** The index of the seat that chooses; its colour marks what is chosen. */
  readonly actor: number;
  /** The letter of the seat whose hand and finds are shown. */
  readonly whose: string;
  readonly digs: readonly Dig[];
  readonly choice: DigChoice | null;
  /** Whether letters must be large: the board is drawn for a hand. */
  readonly big: boolean;
  choose(click: Click): void;
  show(letter: string): void;
}

const RANK: Record<string, number> = { card: 0, hand: 0, pile: 1, leave: 2, assist: 3, weeks: 4 };
const kind = (click: Click): string => click.slice(0, click.indexOf(':'));
const rank = (click: Click): number => RANK[kind(click)] ?? 0;

/** What to do with a click: make it, change an earlier one, or ask why not. */
export function answer(b: BoardProps<Page, Parts>, click: Click, why: string): void {
  if (b.lit.has(click)) {
    b.pick(click);
    return;
  }
  const picked = [...b.picked];
  const at = picked.findIndex((made) => rank(made) >= rank(click));
  if (at < 0 || kind(click) === 'find') {
    b.ask(why);
    return;
  }
  for (let left = picked.length; left > at; left -= 1) b.back();
  // The same again lays it down; a card of the display is only lit anew, since taking it cannot be undone.
  if (picked[at] === click || kind(click) === 'card') return;
  b.pick(click);
  for (const made of picked.slice(at)) if (rank(made) > rank(click) && b.lit.has(made)) b.pick(made);
}

/** The word that asks about something that is not lit. */
export function question(click: Click, choice: DigChoice | null, view: Page): string {
  const word = click.slice(click.indexOf(':') + 1);
  switch (kind(click)) {
    case 'card':
      if (word.startsWith('exhibition-')) return `exhibit ${word.slice(11)}`;
      return word.startsWith('museum-') ? `museum ${word.slice(7)}` : `take ${word}`;
    case 'hand':
      if (word === 'dig') return 'dig egypt 12 card';
      if (word === 'assistant') return 'dig egypt 12 permit +1';
      return word.startsWith('scientist') ? `play ${word} egypt` : `play ${word}`;
    case 'pile':
      return `dig ${word} 12 permit`;
    case 'find':
      return typeof view.phase === 'object' && 'choose' in view.phase ? `choose ${word}` : `donate ${word}`;
    default: {
      const region = choice?.region ?? 'egypt';
      const weeks = kind(click) === 'weeks' ? word : String(choice?.weeks ?? 12);
      const crew = kind(click) === 'assist' ? Number(word) : (choice?.assistants ?? 0);
      const leave = kind(click) === 'leave' ? word : (choice?.leave ?? 'permit');
      return `dig ${region} ${weeks} ${leave}${crew ? ` +${crew}` : ''}`;
    }
  }
}
