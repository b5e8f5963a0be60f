import { describe, expect, it } from 'vitest';
import {
  border,
  beside,
  cellAt,
  cornerOf,
  corners,
  directions,
  inHall,
  leading,
  lying,
  middle,
  pose,
  slid,
  turned,
  vertices,
  type Corner,
  type Direction,
} from '../geometry';
import { distance, type Point } from '$quipu/board/pen';
import { along, origin } from '../motion.svelte';
import { HallScene } from '../model';
import type { Event } from '../types';
import { frames, parts } from './frames';

const near = (a: Point, b: Point) => distance(a, b) < 0.01;
const turnedAlike = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180) < 0.01;

describe('the lattice', () => {
  it('has the 96 cells of the box, and finds each by its middle', () => {
    expect(parts.cells.length).toBe(96);
    for (const { cell } of parts.cells) {
      expect(inHall(cell), cell).toBe(true);
      expect(cellAt(middle(cell))).toBe(cell);
      for (const other of beside(cell))
        expect(vertices(cell).filter((a) => vertices(other).some((b) => a[0] === b[0] && a[1] === b[1])).length).toBe(
          2,
        );
    }
  });

  it('counts corners as the rules do', () => {
    expect(corners(['u1,1', 'd1,1'])).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
    ]);
    expect(corners(['d1,1', 'u1,1'])).toEqual([
      [2, 2],
      [1, 2],
      [1, 1],
      [2, 1],
    ]);
    expect(directions(['u1,1', 'd1,1']).sort()).toEqual(['e', 'ne', 'sw', 'w']);
    const lies = pose(['u1,1', 'd1,1']);
    (['P', 'Q', 'R', 'S'] as Corner[]).forEach((corner, index) => {
      const [q, r] = corners(['u1,1', 'd1,1'])[index]!;
      expect(near(cornerOf(lies, corner), [108 * (q + r / 2), -108 * r * Math.sqrt(0.75)]), corner).toBe(true);
    });
  });

  it('draws one border round an area', () => {
    expect(border(['u0,0']).match(/L/g)?.length).toBe(2);
    expect(border(['u0,0', 'd0,0']).match(/[ML]/g)?.length).toBe(4);
    const ring = parts.cells
      .map(({ cell }) => cell)
      .filter((cell) => !['u0,0', 'd-1,0', 'u-1,0', 'd-1,-1', 'd0,-1', 'u0,-1'].includes(cell));
    expect(border(ring).match(/M/g)?.length, 'outside and inside').toBe(2);
  });
});

describe('moves', () => {
  it('end where the engine says, for every slide and turn of the games', () => {
    let moves = 0;
    frames.forEach(({ events, step }, index) => {
      if (frames[index - 1]?.step !== step - 1) return;
      for (const { event: raw } of events) {
        const event = raw as unknown as Event;
        if (event.kind !== 'slid' && event.kind !== 'turned') continue;
        moves += 1;
        const from = pose(lying(frames[index - 1]!.view.position.rhombi[event.rhombus]!));
        const to = pose(lying(event.to.join(' ')));
        const end =
          event.kind === 'slid'
            ? slid(from, event.direction as Direction, event.steps)
            : turned(from, cornerOf(from, event.corner as Corner), event.sense, event.steps);
        expect(near([end.x, end.y], [to.x, to.y]) && turnedAlike(end.angle, to.angle), happenedIn(index)).toBe(true);
        const back = origin(event);
        expect(near([back.x, back.y], [from.x, from.y]) && turnedAlike(back.angle, from.angle), happenedIn(index)).toBe(
          true,
        );
      }
    });
    expect(moves).toBeGreaterThan(20);
  });

  it('lead with the half that comes to new ground', () => {
    const from = pose(['u1,1', 'd1,1']);
    const before = new Set([cellAt(middle('u1,1')), cellAt(middle('d1,1'))]);
    for (const corner of ['Q', 'S'] as Corner[]) {
      for (const sense of ['cw', 'ccw']) {
        const half = leading(turned(from, cornerOf(from, corner), sense, 1), corner, sense);
        const at: Point = [
          (half[0]![0] + half[1]![0] + half[2]![0]) / 3,
          (half[0]![1] + half[1]![1] + half[2]![1]) / 3,
        ];
        expect(before.has(cellAt(at)), `${corner} ${sense}`).toBe(false);
      }
    }
  });

  it('draw a walk from the pawn to the end, with the price of the offer', () => {
    let priced = 0;
    for (const { view, offers } of frames) {
      const scene = new HallScene(view, parts);
      for (const { word, price } of offers ?? []) {
        if (!word.startsWith('walk ')) continue;
        const { points, tolls } = scene.walk(word.slice(5));
        expect(
          tolls.reduce((sum, toll) => sum + toll.price, 0),
          word,
        ).toBe(price);
        expect(near(points.at(-1)!, scene.spot(word.slice(5))), word).toBe(true);
        priced += price ? 1 : 0;
      }
    }
    expect(priced).toBeGreaterThan(0);
  });

  it('go along a way evenly', () => {
    const way: Point[] = [
      [0, 0],
      [10, 0],
      [10, 30],
    ];
    expect(along(way, 0)).toEqual([0, 0]);
    expect(along(way, 0.25)).toEqual([10, 0]);
    expect(along(way, 1)).toEqual([10, 30]);
  });
});

const happenedIn = (index: number) => `frame ${index}: ${frames[index]!.words}`;
