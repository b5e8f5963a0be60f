import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Happened } from '$quipu/generated/protocol';
import { digBefore, digChoice, digInView, digOf, ended, followDig, readDigs, type DigState } from '../digs';
import { cut, layout, rows, type Layout, type Spot } from '../geometry';
import { told } from '../motion';
import Target from '../marks/Target.svelte';
import { handOf } from '../notation';
import DigScene from '../panels/DigScene.svelte';
import { translator } from '../../../../web/tests/translator';
import type { View } from '../types';
import { framesOf, parts, seats } from './frames';

const CONTENTS = { beside: 8, digging: true, hand: 3, findRows: 2 };
const inside = (spot: Spot, l: Layout): boolean =>
  spot.x >= 0 && spot.y >= 0 && spot.x + spot.w <= l.width && spot.y + spot.h <= l.height + 1;
const apart = (one: Spot, other: Spot): boolean =>
  one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y || other.y + other.h <= one.y;

test.each(['wide', 'lying', 'phone'] as const)(
  '%s: everything lies on the table and nothing on something else',
  (name) => {
    for (let beside = 0; beside <= 12; beside += 1) {
      const l = layout(name, { ...CONTENTS, beside }, Math.min(beside, 2));
      const cards = [...l.spaces, ...l.stalls, ...Object.values(l.piles)];
      for (const spot of cards) expect(inside(spot, l), `${name} ${beside}`).toBe(true);
      cards.forEach((spot, at) =>
        cards.slice(at + 1).forEach((other) => expect(apart(spot, other), `${name} ${beside}`).toBe(true)),
      );
    }
  },
);

test('the cut goes by the room: a table, a phone on its side, a phone in the hand', () => {
  expect(cut(1084, 720, false)).toBe('wide');
  expect(cut(844, 300, true)).toBe('lying');
  expect(cut(390, 560, true)).toBe('phone');
  expect(cut(768, 900, false)).toBe('phone');
});

test('cards in rows fill the room and keep their form', () => {
  const spots = rows({ x: 0, y: 0, w: 436, h: 140 }, 11, 96 / 122, 10, 96);
  expect(spots).toHaveLength(11);
  for (const spot of spots)
    expect(spot.x + spot.w <= 436.01 && spot.y + spot.h <= 140.01 && Math.abs(spot.w / spot.h - 96 / 122) < 0.001).toBe(
      true,
    );
});

test('a dig is followed card by card, and agrees with the view', () => {
  let scene: DigState | null = null;
  let followed = 0;
  for (const frame of framesOf('stretch-all')) {
    for (const happened of frame.events) scene = followDig(scene, happened);
    const seen = digInView(frame.view);
    expect(scene === null).toBe(seen === null);
    if (scene && seen) {
      followed += 1;
      expect(scene.left).toBe(seen.left);
      expect(scene.drawn.filter((word) => word === 'rubble')).toEqual(seen.drawn);
    }
  }
  expect(followed).toBeGreaterThan(0);
});

test('a dig keeps what was found while its cards wait to be turned up one by one', () => {
  const event = (kind: string, more: object = {}): Happened => ({
    text: kind,
    event: { kind, seat: 'A', region: 'egypt', ...more },
  });
  const { view } = framesOf('stretch-all')[0]!;
  const seen = (left: number, aside: number): View =>
    ({ ...view, phase: { dig: { seat: 'A', region: 'egypt', left, aside } } }) as unknown as View;
  const steps: [View, Happened][] = [
    [view, event('dug', { weeks: 7, cards: 4 })],
    [seen(4, 0), event('found', { find: 'artifact-egypt-3' })],
    [seen(3, 0), event('found', { find: 'ushabti' })],
    [seen(2, 0), event('rubble')],
    [seen(1, 1), event('found', { find: 'artifact-egypt-1' })],
  ];
  // Nothing is played between two steps, so each begins with what the view says and what was followed.
  let followed: DigState | null = null;
  const rows = steps.map(([before, happened], at) => {
    followed = followDig(digBefore(before, followed, null), happened);
    expect(followed).toEqual(digOf(steps.slice(0, at + 1).map(([, one]) => one)));
    return followed!.drawn.length + followed!.left;
  });
  expect(rows).toEqual([4, 4, 4, 4, 4]);
  const other: DigState = { seat: 'B', region: 'egypt', weeks: 3, drawn: ['ushabti'], left: 3 };
  expect(digBefore(seen(3, 0), other), 'the dig of somebody else is not this one').toEqual(digInView(seen(3, 0)));
});

test('a scene of a dig shows what lies there, and counts it when the last card does', () => {
  const scene: DigState = { seat: 'A', region: 'egypt', weeks: 7, drawn: ['ushabti', 'rubble'], left: 0 };
  const drawn = (of: DigState, playing: object | null = null) => {
    const table = { desk: { t: translator('thebes', 'en'), seats, playing }, parts };
    const given = { table, scene: of, spot: { x: 0, y: 0, w: 492, h: 400 }, big: false };
    return render(DigScene as unknown as Component<object>, { props: given }).body;
  };
  const points = `+${parts.finds['ushabti']!.points} point`;
  expect(drawn(scene)).toContain(points);
  expect(drawn(scene, { ms: 900, happened: { text: '', event: { kind: 'rubble' } } }), 'it turns').not.toContain(
    points,
  );
  const short = drawn(ended({ ...scene, left: 3 }));
  expect(short).toContain('The pile had only 2 cards.');
  expect([short.includes(points), short.includes('place-next')]).toEqual([true, false]);
  const empty = drawn(ended({ ...scene, drawn: [], left: 2 }));
  expect(empty).toContain('The pile was empty');
  expect([empty.includes('place-next'), empty.includes('NaN'), empty.includes('Infinity')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a second copy of what may be chosen is lit, too, and no choice of its own', () => {
  const lit = new Map([['card:dig-1', {}]]);
  const desk = { lit, picked: [], hovered: null, draws: () => () => undefined, label: () => ({ text: '' }) };
  const table = { desk, parts, actor: 0, hinted: new Set(), steps: new Map(), last: new Set() };
  const drawn = (copy: boolean) => {
    const given = { table, click: 'card:dig-1', label: 'Dig', x: 0, y: 0, w: 9, h: 9, copy };
    return render(Target as unknown as Component<object>, { props: given }).body;
  };
  for (const copy of [false, true]) {
    expect(drawn(copy)).toContain('lit-dash');
    expect(drawn(copy).includes('data-click="card:dig-1"')).toBe(!copy);
  }
});

test('events laid on the view before them give the view after them', () => {
  const all = framesOf('stretch-all');
  all.slice(1).forEach((frame, at) => {
    const before = all[at]!;
    if (frame.step !== before.step + 1) return;
    const shown = frame.events.reduce(told, before.view);
    expect(
      Object.values(shown.seats).map(({ weeks }) => weeks),
      frame.words,
    ).toEqual(Object.values(frame.view.seats).map(({ weeks }) => weeks));
    expect(shown.order, frame.words).toBe(frame.view.order);
    expect(
      shown.display.map((word) => word ?? '-'),
      frame.words,
    ).toEqual(frame.view.display);
    expect(shown.professors, frame.words).toEqual(frame.view.professors);
    expect(shown.deck, frame.words).toBe(frame.view.deck);
  });
});

test('a hand is shown to its owner alone while the match goes on', () => {
  const [frame] = framesOf('turns-A').filter((each) => each.view.hand?.cards.length);
  expect(handOf(frame!.view, 'A')).not.toBeNull();
  expect(handOf(frame!.view, 'B')).toBeNull();
  expect(handOf({ ...frame!.view, viewer: 'spectator', hand: null }, 'A')).toBeNull();
});

test('the column and the odds of a dig are the engine’s', () => {
  const [frame] = framesOf('turns-A').filter((each) => each.offers?.some((offer) => offer.word.startsWith('dig')));
  const digs = readDigs(frame!.offers);
  const choice = digChoice(digs, frame!.view, [`pile:${digs[0]!.region}`], null)!;
  expect(choice.knowledge).toBe(digs[0]!.offer.facts!['knowledge']);
  for (const [weeks, dig] of choice.byWeeks) expect(dig.offer.word).toContain(` ${weeks} `);
  expect(digChoice(digs, frame!.view, ['hand:scientist'], `pile:${digs[0]!.region}`)).toBeNull();
});
