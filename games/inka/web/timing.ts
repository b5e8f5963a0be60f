/** How long events take to show. */
import type { Happened } from '$quipu/generated/protocol';
import type { Event } from './types';

/** The time that an event takes; what only passes the turn on is told by words alone. */
export function duration(happened: Happened): number {
  const event = happened.event as unknown as Event;
  switch (event.kind) {
    case 'slid':
      return 360 + 160 * event.steps;
    case 'turned':
      return 360 + 220 * event.steps;
    case 'walked':
      return Math.min(1500, Math.max(240, 240 * (event.way.length - 1)));
    case 'taken':
    case 'left':
      return 900;
    case 'passed':
      return 600;
    case 'drawn':
    case 'laid':
    case 'started':
    case 'blocked':
      return 480;
    case 'took-back':
      return 240;
    case 'first':
    case 'turn':
    case 'ended':
    case 'exhausted':
      return 0;
  }
}
