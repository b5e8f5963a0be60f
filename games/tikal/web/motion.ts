/** How long events take to show. `marks/Play.svelte` and `art/Country.svelte` show them. */
import type { Happened } from '$quipu/generated/protocol';
import type { Event } from './types';

/** How long each event takes to show; 0 where the journal and the panel say all there is to say. */
const DURATION: Record<Event['kind'], number> = {
  first: 0,
  drawn: 480,
  'turned-up': 240,
  returned: 480,
  'shuffled-in': 0,
  laid: 480,
  treasures: 240,
  'set-aside': 480,
  entered: 240,
  shortcut: 480,
  moved: 240,
  uncovered: 480,
  rolled: 900,
  crushed: 480,
  dug: 0,
  found: 900,
  swapped: 900,
  camped: 480,
  guarded: 480,
  armed: 480,
  shot: 480,
  blocked: 480,
  ended: 0,
  bid: 240,
  passed: 120,
  won: 480,
  paid: 0,
  took: 480,
  erupts: 900,
  sleeps: 480,
  'final-round': 480,
  scored: 480,
  chose: 120,
  revealed: 480,
  over: 0,
};

export const duration = (happened: Happened): number => DURATION[(happened.event as Event).kind] ?? 0;
