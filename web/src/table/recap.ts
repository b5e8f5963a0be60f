/** What others did since one's own turn: a line for each turn, what it changed, and the steps to see again. */
import type { Happened } from '../generated/protocol';
import type { GameKit, SeatLook, Translate } from '../game/kit';
import { t } from '../i18n/index.svelte';
import type { Past } from './room.svelte';

export interface Turn {
  key: number;
  /** Whose turn, by their place in table order. */
  seat: number;
  letter: string;
  /** What they did, in a few words. */
  did: string;
  /** What it changed for oneself. */
  you: string;
  steps: readonly Past[];
}

/** So many things make a line; the journal has the rest. */
const MOST = 2;

/**
 * The steps of each turn of others, in order. A draw belongs to the turn that it was made for, or else to the decision
 * before it.
 */
export function turnsOf(past: readonly Past[], me: string | null): Past[][] {
  const found: { seat: string; steps: Past[] }[] = [];
  for (const step of past) {
    const [first] = step.line.events;
    const drawn = first?.event['seat'];
    const seat = step.line.seat ?? (typeof drawn === 'string' ? drawn : found.at(-1)?.seat);
    if (seat === undefined) continue;
    if (seat !== found.at(-1)?.seat) found.push({ seat, steps: [] });
    found.at(-1)!.steps.push(step);
  }
  return found
    .filter(({ seat, steps }) => seat !== me && steps.some(({ line }) => line.seat))
    .map(({ steps }) => steps);
}

/** Whether an event says something about a seat that another one did. */
const concerns = ({ event }: Happened, letter: string) =>
  event['seat'] === letter || event['other'] === letter || event['of'] === letter;

/** What is worth a line comes first: what takes longest to show says most. */
function worth(kit: GameKit, events: readonly Happened[]): Happened[] {
  const ranked = events.toSorted((a, b) => kit.duration(b) - kit.duration(a)).slice(0, MOST);
  return events.filter((one) => ranked.includes(one));
}

/** A name that the line begins with already is not said again. */
const without = (text: string, name: string) => (text.startsWith(`${name} `) ? text.slice(name.length + 1) : text);

export function turns(
  past: readonly Past[],
  me: string | null,
  kit: GameKit,
  seats: SeatLook[],
  words: Translate,
  parts?: unknown,
): Turn[] {
  return turnsOf(past, me).map((steps) => {
    const letter = steps.find(({ line }) => line.seat)?.line.seat ?? '';
    const seat = seats.find((one) => one.letter === letter);
    const events = steps.flatMap(({ line }) => line.events);
    const own = events.filter((one) => me === null || !concerns(one, me) || one.event['seat'] === letter);
    const tell = (happened: Happened) => kit.describe(happened, seats, words, parts);
    const did = [...new Set(worth(kit, own.filter(tell)).map((one) => without(tell(one), seat?.name ?? '')))];
    return {
      key: steps[0]!.line.version,
      seat: seat?.index ?? 0,
      letter,
      did: did.join(' · ') || t('recap.nothing'),
      you: me === null ? '' : forYou(steps, me, letter, tell, seats),
      steps,
    };
  });
}

/** What a turn changed for a seat: what was told of it, and the points that it got or lost by it. */
function forYou(
  steps: readonly Past[],
  me: string,
  letter: string,
  tell: (happened: Happened) => string,
  seats: readonly SeatLook[],
): string {
  const index = seats.findIndex(({ letter }) => letter === me);
  const points = (steps.at(-1)!.line.points[index] ?? 0) - (steps[0]!.before.game?.points[index] ?? 0);
  const events = steps.flatMap(({ line }) => line.events);
  const told = events.filter((one) => concerns(one, me) && one.event['seat'] !== letter).map(tell);
  const parts = [...new Set(told.filter(Boolean))].slice(0, MOST);
  if (points) parts.push(t('recap.points', { points: points > 0 ? `+${points}` : `−${-points}` }));
  return parts.join(' · ') || t('recap.unchanged');
}
