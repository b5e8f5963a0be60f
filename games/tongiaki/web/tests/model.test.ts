import { describe, expect, it } from 'vitest';
import {
  APOTHEM,
  arcs,
  beside,
  centre,
  moorings,
  numberSpots,
  opposite,
  R,
  routePoints,
  routesOf,
  tabBy,
} from '../geometry';
import { distance, type Point } from '$quipu/board/pen';
import { inOneLook } from '../focus';
import { crewOn, Harbour, laidTiles, partOf } from '../model';
import { along, crossing, follow, formation, waitingPlace, wayFrom } from '../voyage';
import type { Event } from '../types';
import { frames, parts, viewOf } from './frames';

describe('geometry', () => {
  it('puts neighbours one tile apart, there and back', () => {
    for (let direction = 0; direction < 6; direction++) {
      const next = beside('3,-2', direction);
      expect(distance(centre('3,-2'), centre(next))).toBeCloseTo(2 * APOTHEM);
      expect(beside(next, opposite(direction))).toBe('3,-2');
    }
  });

  it('joins routes of neighbouring tiles at their side', () => {
    const from = routePoints(3, 0).at(-1)!;
    const [x, y] = centre(beside('0,0', 0));
    const to = routePoints(3, 5)[0]!;
    expect(distance(from, [x + to[0], y + to[1]])).toBeLessThan(0.001);
  });

  it('keeps numbers apart and on their tile', () => {
    for (const sea of parts.seas) {
      const routes = routesOf(sea, 2);
      const spots = numberSpots(routes).filter((_, index) => routes[index]!.colours > 0);
      spots.forEach((spot, index) => {
        expect(Math.hypot(...spot)).toBeLessThan(APOTHEM);
        spots.slice(index + 1).forEach((other) => expect(distance(spot, other), sea.name).toBeGreaterThan(34));
      });
    }
  });

  it('gives every beach its piers and every boat its mooring', () => {
    for (const island of parts.islands) {
      const room = arcs(island, 0);
      island.beaches.forEach((beach, index) => {
        const { from, to } = room[index]!;
        for (const pier of beach.piers) {
          const degrees = 90 + 60 * pier;
          expect(degrees > from && degrees < to, `${beach.name} side ${pier}`).toBe(true);
        }
        const places = moorings({ from, to }, beach.moorings);
        expect(places).toHaveLength(beach.moorings);
        places
          .slice(1)
          .forEach(({ at }, boat) => expect(distance(at, places[boat]!.at), beach.name).toBeGreaterThan(18));
        places.forEach(({ at }) => expect(Math.hypot(...at)).toBeLessThan(R));
      });
    }
  });

  it('lines a group up about its middle', () => {
    for (const many of [1, 2, 3, 4, 5]) {
      const places = formation(many, [100, 50], 0);
      expect(new Set(places.map(String)).size).toBe(many);
      expect(places[0]![1]).toBeCloseTo(50);
    }
    expect(
      along(
        [
          [0, 0],
          [10, 0],
          [10, 10],
        ],
        0.75,
      ),
    ).toEqual({ at: [10, 5], bow: 180 });
  });
});

describe('the table', () => {
  it('knows every tile of every frame', () => {
    for (const frame of frames)
      for (const { name, island, sea } of laidTiles(viewOf(frame), parts))
        expect(Boolean(island) !== Boolean(sea), name).toBe(true);
  });

  it('keeps boats at their moorings while others come and go', () => {
    const view = structuredClone(viewOf(frames[1]!));
    view.position.boats = { tonga: { '1': 'AB' } };
    const harbour = new Harbour();
    expect(harbour.settle(view, parts).get('tonga.1')).toEqual(['A', 'B', '']);
    view.position.boats = { tonga: { '1': 'B' } };
    expect(harbour.settle(view, parts).get('tonga.1')).toEqual(['', 'B', '']);
    view.position.boats = { tonga: { '1': 'BC' } };
    expect(harbour.settle(view, parts).get('tonga.1')).toEqual(['C', 'B', '']);
    expect(harbour.newest.get('tonga.1')).toBe(0);
  });

  it('berths exactly the boats of the view', () => {
    const harbour = new Harbour();
    for (const frame of frames) {
      for (const [beach, slots] of harbour.settle(viewOf(frame), parts))
        expect([...slots].sort().join(''), beach).toBe([...crewOn(viewOf(frame), beach)].sort().join(''));
    }
  });
});

describe('voyages', () => {
  it('follows the events of a step to where the view says the group is', () => {
    const followed = { ahead: 0, land: 0 };
    for (const frame of frames) {
      const view = viewOf(frame);
      const { phase, tiles } = view.position;
      const events = frame.events.map(({ event }) => event as unknown as Event);
      if (typeof phase !== 'object' || !events.some(({ kind }) => kind === 'crosses')) continue;
      const { at } = follow(events, view, parts);
      if ('ahead' in phase) {
        expect(`${at!.cell} ${at!.toward}`).toBe(
          `${tiles[phase.ahead.tile]!.split(' ')[0]} ${['s', 'sw', 'nw', 'n', 'ne', 'se'].indexOf(phase.ahead.toward)}`,
        );
        followed.ahead++;
      }
      if ('land' in phase && !events.some(({ kind }) => kind === 'sent-back')) {
        expect(beside(at!.cell, at!.toward)).toBe(tiles[phase.land.shore]!.split(' ')[0]);
        expect(waitingPlace(phase.land.shore, at, view).at).toHaveLength(2);
        followed.land++;
      }
    }
    expect(followed.ahead).toBeGreaterThan(0);
    expect(followed.land).toBeGreaterThan(0);
  });

  it('draws the known way of every departure with the colours that the engine names', () => {
    const ways = { all: 0, known: 0, unknown: 0, hopeless: 0 };
    for (const frame of frames) {
      for (const { word, price, facts } of frame.offers ?? []) {
        const [verb, beach = '', toward = ''] = word.split(' ');
        if (verb !== 'sail') continue;
        const way = wayFrom(
          beach.split('.')[0]!,
          ['s', 'sw', 'nw', 'n', 'ne', 'se'].indexOf(toward),
          [0, 0],
          viewOf(frame),
          parts,
        )!;
        expect(Math.max(0, ...way.crossings.map(({ colours }) => colours)), word).toBe(facts?.['asked'] ?? price);
        ways.all++;
        if (facts?.['removes'] || facts?.['fails']) ways.hopeless++;
        else {
          expect(way.island === null, word).toBe(facts?.['unknown'] === 1);
          ways[way.island === null ? 'unknown' : 'known']++;
        }
      }
    }
    expect(ways.known).toBeGreaterThan(0);
    expect(ways.unknown).toBeGreaterThan(0);
    expect(ways.hopeless, 'few ways lead nowhere').toBeLessThan(ways.all / 2);
  });

  it('tells of a place above it, and below it where that would be cut off', () => {
    expect(tabBy([10, 100], 62, 0)).toEqual([10, 38]);
    expect(tabBy([10, 100], 62, 50)).toEqual([10, 162]);
  });

  it('looks at what lies together where all would be too far apart', () => {
    const far: Point[] = [
      [0, 0],
      [900, 0],
      [1000, 50],
    ];
    expect(inOneLook(far, 1000, 500)).toEqual(far);
    expect(inOneLook(far, 400, 400)).toEqual(far.slice(1));
    expect(inOneLook([], 400, 400)).toEqual([]);
    expect(inOneLook(far, -10, 400), 'on a stage that has no size yet').toHaveLength(0);
  });

  it('finds no sea where an island or nothing lies', () => {
    const view = viewOf(frames[0]!);
    expect(crossing({ cell: '0,0', toward: 0 }, view, parts)).toBe(null);
    expect(partOf(parts, 'nowhere')).toEqual({ island: null, sea: null });
  });
});
