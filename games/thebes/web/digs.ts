/** Digs as they are offered, and a dig as it goes on. No rule is here: numbers come from offers and events. */
import type { Happened, Offer } from '$quipu/generated/protocol';
import type { Click } from '$quipu/game/kit';
import type { Event, View, Region } from './types';

export type Leave = 'permit' | 'generic' | 'card';

/** A dig on offer. */
export interface Dig {
  offer: Offer;
  region: Region;
  weeks: number;
  leave: Leave;
  assistants: number;
}

/** Reads `dig egypt 7 permit +2`. */
export function readDig(offer: Offer): Dig | null {
  const match = /^dig (\S+) (\d+) (permit|generic|card)(?: \+(\d+))?$/.exec(offer.word);
  if (!match) return null;
  return {
    offer,
    region: match[1] as Region,
    weeks: Number(match[2]),
    leave: match[3] as Leave,
    assistants: Number(match[4] ?? 0),
  };
}

export const readDigs = (offers: readonly Offer[] | undefined): Dig[] =>
  (offers ?? []).flatMap((offer) => readDig(offer) ?? []);

/** The leave that is proposed first: the region's own permit, then a generic one, then the card. */
export function usualLeave(view: View, region: Region): Leave {
  const permits = view.tally[view.to_act ?? '']?.permits ?? {};
  if ((permits[region] ?? 0) > 0) return 'permit';
  return (permits['generic'] ?? 0) > 0 ? 'generic' : 'card';
}

/** What of a dig is chosen so far, and what stands open. */
export interface DigChoice {
  region: Region;
  leave: Leave;
  assistants: number;
  /** The digs of the region with that leave and those assistants, by weeks. */
  byWeeks: Map<number, Dig>;
  leaves: Leave[];
  crews: number[];
  weeks: number | null;
  /** The column of the dig table, as the engine says. */
  knowledge: number | null;
}

const behind = (picked: readonly Click[], kind: string): string | null =>
  picked.find((click) => click.startsWith(`${kind}:`))?.slice(kind.length + 1) ?? null;

/** The dig that is being put together by the clicks, or that a pile under the pointer would begin. */
export function digChoice(
  digs: readonly Dig[],
  view: View,
  picked: readonly Click[],
  hovered: Click | null,
): DigChoice | null {
  const looking = picked[0]?.startsWith('hand:') && !['hand:dig', 'hand:assistant'].includes(picked[0]);
  const region = (behind(picked, 'pile') ??
    (hovered?.startsWith('pile:') && !looking ? hovered.slice(5) : null)) as Region | null;
  if (!region || looking) return null;
  const here = digs.filter((dig) => dig.region === region);
  if (!here.length) return null;
  const leaves = [...new Set(here.map((dig) => dig.leave))];
  const crews = [...new Set(here.map((dig) => dig.assistants))].sort((a, b) => a - b);
  const usual = picked[0] === 'hand:dig' ? 'card' : usualLeave(view, region);
  const leave = (behind(picked, 'leave') as Leave | null) ?? (leaves.includes(usual) ? usual : leaves[0]!);
  const least = picked[0] === 'hand:assistant' ? 1 : (crews[0] ?? 0);
  const assistants = Number(behind(picked, 'assist') ?? least);
  const byWeeks = new Map(
    here.filter((dig) => dig.leave === leave && dig.assistants === assistants).map((dig) => [dig.weeks, dig]),
  );
  const weeks = behind(picked, 'weeks') ?? (hovered?.startsWith('weeks:') ? hovered.slice(6) : null);
  const knowledge = [...byWeeks.values()][0]?.offer.facts?.['knowledge'] ?? null;
  return { region, leave, assistants, byWeeks, leaves, crews, weeks: weeks === null ? null : Number(weeks), knowledge };
}

/** A dig under way, as far as it was seen. */
export interface DigState {
  seat: string;
  region: Region;
  weeks: number | null;
  /** What was drawn so far, a find or rubble. */
  drawn: string[];
  /** How many cards are still to come. */
  left: number;
  /** How many cards the pile did not have when the dig ended (H17). */
  missing?: number;
}

/** A dig that is over: what the pile did not have does not come any more. */
export const ended = (dig: DigState): DigState => ({ ...dig, left: 0, missing: dig.left });

/** Whether what was followed of a dig is what the view says of it. */
const agrees = (dig: DigState | null, seen: DigState | null): boolean =>
  dig !== null &&
  seen !== null &&
  dig.region === seen.region &&
  dig.seat === seen.seat &&
  dig.left === seen.left &&
  dig.drawn.filter((word) => word === 'rubble').length === seen.drawn.length;

/** Carries a dig on by one event; null when none is under way. */
export function followDig(scene: DigState | null, happened: Happened): DigState | null {
  const event = happened.event as unknown as Event;
  switch (event.kind) {
    case 'dug':
      return { seat: event.seat, region: event.region, weeks: event.weeks, drawn: [], left: event.cards };
    case 'found':
      return scene && { ...scene, drawn: [...scene.drawn, event.find], left: Math.max(0, scene.left - 1) };
    case 'rubble':
      return scene && { ...scene, drawn: [...scene.drawn, 'rubble'], left: Math.max(0, scene.left - 1) };
    case 'dig-over':
      return null;
    default:
      return scene;
  }
}

/** A dig as far as it was told since its decision, also when its last card lies. */
export function digOf(told: readonly Happened[]): DigState | null {
  let scene: DigState | null = null;
  let dig: DigState | null = null;
  for (const happened of told) {
    const before: DigState | null = scene;
    scene = followDig(scene, happened);
    dig = scene ?? (before ? ended(before) : dig);
  }
  return dig;
}

/** A dig for which only the view speaks (a replay that was entered in its middle): rubble aside, cards to come. */
export function digInView(view: View): DigState | null {
  if (typeof view.phase !== 'object' || !('dig' in view.phase)) return null;
  const { seat, region, left, aside } = view.phase.dig;
  return { seat, region, weeks: null, drawn: Array<string>(aside).fill('rubble'), left };
}

/** The dig in a view, as it was followed where that is known: the view alone does not tell what was found. */
export function digBefore(view: View, ...followed: readonly (DigState | null)[]): DigState | null {
  const seen = digInView(view);
  return followed.find((dig) => agrees(dig, seen)) ?? seen;
}
