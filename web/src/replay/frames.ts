/** The moments of a match, for replays and plots. */
import type { Frame } from '../generated/protocol';
import type { GameKit, SeatLook, Translate } from '../game/kit';
import { api } from '../net/api';

/** How many are asked for at once. */
const PART = 150;

/** Loads all frames of a table that one may see, part by part; of a match that is over also by the eyes of a seat. */
export async function loadFrames(
  table: string,
  more: (frames: Frame[]) => void,
  eyes: string | null = null,
): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (;;) {
    const part = await api.frames(table, frames.length, frames.length + PART, eyes);
    frames.push(...part);
    more([...frames]);
    if (part.length < PART || frames.at(-1)?.to_act.kind === 'over') return frames;
  }
}

/** The steps at which another seat begins to decide: turns, as far as a record tells them. */
export function turns(frames: readonly Frame[]): number[] {
  const found: number[] = [];
  let seat: string | undefined;
  frames.forEach((frame, index) => {
    const acts = frame.to_act.kind === 'seat' ? frame.to_act.seat : undefined;
    if (acts !== undefined && acts !== seat) {
      found.push(index);
      seat = acts;
    }
  });
  return found;
}

/** What came of a step: a sentence for each event that has one. */
export function sentences(
  { events }: Frame,
  kit: Pick<GameKit, 'describe'>,
  seats: readonly SeatLook[],
  t: Translate,
  parts: unknown,
): string[] {
  return events.map((happened) => kit.describe(happened, seats, t, parts)).filter(Boolean);
}

/** The moments worth a mark, by the game's own word. */
export function milestones(frames: readonly Frame[], kit: GameKit, words: Translate): { step: number; text: string }[] {
  return frames.flatMap((frame, step) => {
    const text = frame.events.map((happened) => kit.milestone?.(happened, words)).find(Boolean);
    return text ? [{ step, text }] : [];
  });
}

/** What each seat gained with the last step. */
export const gains = (frames: readonly Frame[], at: number) =>
  (frames[at]?.points ?? []).map((points, index) => points - (frames[at - 1]?.points[index] ?? points));
