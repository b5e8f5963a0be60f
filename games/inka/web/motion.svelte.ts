/** What moves while an event is told: a slab along its sweep, a pawn along its way, a piece set down or taken up. */
import { seatIndex } from '$quipu/board/seats';
import type { Happened } from '$quipu/generated/protocol';
import type { Playing } from '$quipu/game/kit';
import { cornerOf, lying, middle, pose, slid, turned, type Corner, type Direction, type Pose } from './geometry';
import { lerp, distance, type Point } from '$quipu/board/pen';
import { HallScene } from './model';
import type { Event, View } from './types';

const inOut = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
const out = (t: number): number => 1 - (1 - t) ** 3;
/** A small overshoot, for what is set down. */
const settle = (t: number): number => 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2;

export interface Moving {
  slab?: { id: string; lies: Pose; scale: number };
  pawn?: { letter: string; at: Point; scale: number };
  /** A blocker that is set down, or one that goes back to its owner. */
  blocker?: { letter: string; at: Point; scale: number; opacity: number };
  /** A statue that rises. */
  statue?: { letter: string; at: Point; scale: number; opacity: number };
  /** A ring that widens where somebody leaves. */
  ring?: { letter: string; at: Point; radius: number; opacity: number };
}

/** Where a slab lay before it came to lie so. */
export function origin(event: Extract<Event, { kind: 'slid' | 'turned' }>): Pose {
  const now = pose(lying(event.to.join(' ')));
  return event.kind === 'slid'
    ? slid(now, event.direction as Direction, -event.steps)
    : turned(now, cornerOf(now, event.corner as Corner), event.sense, -event.steps);
}

/** The point at a part of the way. */
export function along(points: readonly Point[], t: number): Point {
  const lengths = points.slice(1).map((to, index) => distance(points[index]!, to));
  let left = lengths.reduce((sum, length) => sum + length, 0) * t;
  for (const [index, length] of lengths.entries()) {
    if (left <= length) return lerp(points[index]!, points[index + 1]!, length ? left / length : 1);
    left -= length;
  }
  return points.at(-1) ?? [0, 0];
}

/** What the event looks like at a part of its time; nothing for what is told by words alone. */
export function staging(event: Event, scene: HallScene, before: HallScene): ((t: number) => Moving) | null {
  switch (event.kind) {
    case 'slid': {
      const from = origin(event);
      return (t) => ({
        slab: { id: event.rhombus, lies: slid(from, event.direction as Direction, event.steps * inOut(t)), scale: 1 },
      });
    }
    case 'turned': {
      const from = origin(event);
      const about = cornerOf(from, event.corner as Corner);
      return (t) => ({
        slab: { id: event.rhombus, lies: turned(from, about, event.sense, event.steps * inOut(t)), scale: 1 },
      });
    }
    case 'laid': {
      const lies = pose([event.a, event.b]);
      return (t) => ({ slab: { id: event.rhombus, lies, scale: 1.25 - 0.25 * settle(t) } });
    }
    case 'walked': {
      const { points } = before.way(event.way.map((cell) => ({ cell, price: 0 })));
      const [first, last] = [before.pawn(event.seat), scene.pawn(event.seat)];
      if (!last) return null;
      const way = [first?.at ?? points[0] ?? last.at, ...points.slice(1, -1), last.at];
      return (t) => ({
        pawn: { letter: event.seat, at: along(way, inOut(t)), scale: (first ?? last).scale * (1 - t) + last.scale * t },
      });
    }
    case 'passed': {
      const [from, to] = [middle(event.from), middle(event.to)];
      return (t) => ({
        pawn: { letter: event.seat, at: t < 0.5 ? from : to, scale: Math.max(0.01, Math.abs(1 - 2 * inOut(t))) },
      });
    }
    case 'started': {
      const at = middle(event.cell);
      return (t) => ({
        pawn: { letter: event.seat, at: [at[0], at[1] - 26 * (1 - out(t))], scale: 1.3 - 0.3 * settle(t) },
      });
    }
    case 'blocked': {
      const at = scene.spot(event.at);
      return (t) => ({
        blocker: {
          letter: event.seat,
          at: [at[0], at[1] - 26 * (1 - out(t))],
          scale: 1.3 - 0.35 * settle(t),
          opacity: 1,
        },
      });
    }
    case 'took-back': {
      const at = scene.spot(event.from);
      return (t) => ({
        blocker: { letter: event.seat, at: [at[0], at[1] - 40 * out(t)], scale: 0.95, opacity: 1 - inOut(t) },
      });
    }
    case 'taken': {
      const lies = scene.poses.get(event.goal);
      if (!lies) return null;
      const [x, y] = scene.goalSpot(event.goal, seatIndex(event.seat), lies);
      return (t) => ({
        statue: {
          letter: event.seat,
          at: [x, y - 90 * out(t)],
          scale: 0.84 + 0.7 * out(t),
          opacity: Math.min(1, 2.4 - 2.4 * t),
        },
      });
    }
    case 'left': {
      const place = scene.pawn(event.seat);
      if (!place) return null;
      return (t) => ({ ring: { letter: event.seat, at: place.at, radius: 30 + 90 * out(t), opacity: 1 - t } });
    }
    default:
      return null;
  }
}

/** The place where an event happens, to be kept in sight. */
export function focus(event: Event, scene: HallScene): Point | null {
  switch (event.kind) {
    case 'slid':
    case 'turned': {
      const now = pose(lying(event.to.join(' ')));
      const from = origin(event);
      return [(now.x + from.x) / 2, (now.y + from.y) / 2];
    }
    case 'laid':
      return middle(event.a);
    case 'started':
      return middle(event.cell);
    case 'walked':
    case 'passed':
      return scene.spot(event.to);
    case 'blocked':
      return scene.spot(event.at);
    case 'taken':
      return scene.spot(event.goal);
    default:
      return null;
  }
}

/** Plays one event after the other, frame by frame; at rest it holds nothing. */
export class Motion {
  now = $state.raw<Moving | null>(null);
  #frame = 0;

  play(playing: Playing<View> | null, scene: HallScene): void {
    cancelAnimationFrame(this.#frame);
    const event = playing?.happened.event as unknown as Event | undefined;
    const stage = event && playing!.ms > 0 ? staging(event, scene, new HallScene(playing!.before, scene.parts)) : null;
    if (!stage || !playing) {
      this.now = null;
      return;
    }
    const start = performance.now();
    const step = (time: number) => {
      const t = Math.min(1, Math.max(0, (time - start) / playing.ms));
      this.now = stage(t);
      if (t < 1) this.#frame = requestAnimationFrame(step);
    };
    this.now = stage(0);
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

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
