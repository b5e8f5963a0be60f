/** The journal: lines of the log as sentences. */
import type { Line } from '../generated/protocol';
import type { GameKit, SeatLook, Translate } from '../game/kit';
import { has, t, type Key } from '../i18n/index.svelte';
import { standingSteps } from '../net/follow';

export interface Entry {
  key: string;
  /** The seat's place in table order; none for draws and notes. */
  seat: number | null;
  text: string;
  /** A heading between turns. */
  heading?: boolean;
  /** The first line of another seat's doings. */
  turn?: boolean;
  /** Taken back since. */
  undone?: boolean;
  at: number;
}

/** A line that is a note about the table, in words. */
function note(line: Extract<Line, { kind: 'note' }>, seats: readonly SeatLook[]): string {
  const seat = seats.find(({ letter }) => letter === line.seat)?.name ?? '';
  const key = `note.${line.key}`;
  return has('app', key) ? t(key as Key, { name: line.name ?? seat, seat }) : `${seat} ${line.key}`.trim();
}

/** The sentences of a step; what the game does not tell is told by its English text, what has neither is left out. */
function step(
  line: Extract<Line, { kind: 'step' }>,
  kit: GameKit,
  seats: SeatLook[],
  words: Translate,
  undone: boolean,
  parts: unknown,
): Entry[] {
  const seat = seats.find(({ letter }) => letter === line.seat)?.index ?? null;
  return line.events.flatMap((happened, index): Entry[] => {
    const key = `${line.version}.${index}`;
    const heading = kit.milestone?.(happened, words);
    const text = kit.describe(happened, seats, words, parts);
    const entry = text ? [{ key, seat, text, undone, at: line.at }] : [];
    return heading ? [{ key: `${key}!`, seat: null, text: heading, heading: true, at: line.at }, ...entry] : entry;
  });
}

export function entries(
  lines: readonly Line[],
  kit: GameKit,
  seats: SeatLook[],
  words: Translate,
  parts?: unknown,
): Entry[] {
  const stands = standingSteps(lines);
  const all = lines.flatMap((line): Entry[] => {
    switch (line.kind) {
      case 'step':
        return step(line, kit, seats, words, !stands.has(line), parts);
      case 'undo': {
        const seat = seats.find(({ letter }) => letter === line.seat);
        return [
          {
            key: `${line.version}`,
            seat: seat?.index ?? null,
            text: t('note.undo', { name: seat?.name ?? line.seat }),
            at: line.at,
          },
        ];
      }
      case 'note':
        return [{ key: `${line.version}`, seat: null, text: note(line, seats), at: line.at }];
      default:
        return [];
    }
  });
  let seat: number | null = null;
  all.forEach((entry, index) => {
    if (entry.seat !== null && seat !== null && entry.seat !== seat) {
      // What was drawn for a turn belongs to it.
      let first = index;
      while (all[first - 1]?.seat === null) first -= 1;
      all[first]!.turn = true;
    }
    seat = entry.seat ?? seat;
  });
  return all;
}
