/**
 * Help where one is: whatever a game draws says what it is, and whatever its help explains can be pointed at. The
 * boards of recorded matches are drawn, with all that stands around them, and their terms compared with the help.
 */
import { render } from 'svelte/server';
import type { Component } from 'svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import { light, spell } from '../src/board/narrow';
import type { Desk, GameKit, SeatLook } from '../src/game/kit';
import type { Frame, Happened, MatchState } from '../src/generated/protocol';
import { parseHelp } from '../src/rules/help';

interface Fixtures {
  frames: Frame[];
  parts: unknown;
}
const kits = import.meta.glob<{ default: GameKit }>('../../games/*/web/index.ts', { eager: true });
const fixtures = import.meta.glob<Fixtures>('../../games/*/web/tests/frames.ts', { eager: true });
const words = import.meta.glob<Record<string, string>>('../../games/*/web/messages/en.json', {
  eager: true,
  import: 'default',
});
const helps = import.meta.glob<string>('../../games/*/web/help/en.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Things of variants and of moments that no recorded match has on its table are looked for where they are drawn. */
const sources = import.meta.glob<string>(['../../games/*/web/**/*.svelte', '../../games/*/web/*.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const seats: SeatLook[] = ['Ada', 'Bruno', 'Carla', 'Diego', 'Elena', 'Fabio'].map((name, index) => ({
  letter: 'ABCDEF'[index]!,
  index,
  name,
  bot: index > 0,
}));

function deskOf(kit: GameKit, frame: Frame, parts: unknown, text: Record<string, string>, compact: boolean): Desk {
  const spelt = spell(frame.offers ?? [], (offer) => kit.spellings(offer, frame.view));
  const { view } = frame;
  const t: Desk['t'] = (key, values = {}) =>
    text[key] ?? text[`${key}_other`] ?? `${key} ${Object.keys(values).join()}`;
  const game = { to_act: frame.to_act, points: frame.points, offers: frame.offers, yours: ['A', 'B', 'C', 'D'] };
  return {
    view,
    parts,
    game: { ...game, step: frame.step, eyes: 'all', hides: false, undo: {} } as MatchState,
    seats: seats.slice(0, frame.points.length),
    lit: light(spelt, 0),
    picked: [],
    hovered: null,
    plan: null,
    laying: null,
    hint: null,
    sketch: [],
    playing: null,
    last: frame.events,
    compact,
    t,
    pick: () => undefined,
    hover: () => undefined,
    turn: () => undefined,
    ask: () => undefined,
    back: () => undefined,
    label: (click) => kit.label(click, view, t, { parts, seats }),
    draws: () => () => undefined,
  };
}

/** The terms that stand on what a game draws of a frame. */
function drawn(kit: GameKit, desk: Desk, told: readonly Happened[]): string[] {
  const html = (component: unknown, more: object = {}) =>
    component ? render(component as Component<object>, { props: { desk, ...more } }).body : '';
  const bodies = [
    ...[kit.Board, kit.Bar, kit.Aside].map((one) => html(one)),
    ...desk.seats.map((seat) => html(kit.Holdings, { seat })),
    ...[kit.Turned, kit.Odds].map((one) => html(one, { told })),
  ];
  return bodies.flatMap((body) => [...body.matchAll(/data-term="([^"]+)"/g)].map(([, term]) => term!));
}

const beside = (path: string, file: string) => path.replace('index.ts', file);
const games = Object.entries(kits).map(([path, { default: kit }]) => [kit.key, path, kit] as const);

it.each(games)('%s has frames to be drawn, if it explains anything', (_, path) => {
  const { terms } = parseHelp(helps[beside(path, 'help/en.md')] ?? '');
  expect(beside(path, 'tests/frames.ts') in fixtures || !terms.length).toBe(true);
});

// A new game has no frames and no terms yet: there is nothing to compare.
describe.each(games.filter(([, path]) => beside(path, 'tests/frames.ts') in fixtures))('%s', (game, path, kit) => {
  const of = (file: string) => beside(path, file);
  const { frames, parts } = fixtures[of('tests/frames.ts')]!;
  const terms = parseHelp(helps[of('help/en.md')]!).terms.map(({ key }) => key);
  const seen = new Set<string>();
  const code = Object.entries(sources).flatMap(([file, text]) => (file.includes(`/${game}/`) ? text : []));
  beforeAll(() => {
    const text = words[of('messages/en.json')]!;
    // A match changes little from step to step.
    frames.forEach((frame, index) => {
      if (index % Math.ceil(frames.length / 30)) return;
      const desk = deskOf(kit, frame, parts, text, index % 2 === 1);
      for (const term of drawn(kit, desk, frame.events)) seen.add(term);
    });
  }, 60_000);

  it('explains whatever is drawn', () => {
    expect([...seen].filter((term) => !terms.includes(term))).toEqual([]);
  });

  it('draws whatever is explained', () => {
    const things = terms.filter((term) => !term.startsWith('verb:') && term !== 'panel:score');
    const missing = things.filter((term) => !seen.has(term));
    expect(missing.filter((term) => !code.some((text) => new RegExp(`['"]${term}['"]`).test(text)))).toEqual([]);
    expect(missing.length, 'most of it is drawn in any match').toBeLessThan(things.length / 3);
  });

  it('explains every verb', () => {
    const verbs = frames.flatMap(({ offers = [], closed = [] }) => [
      ...offers.map(({ word }) => word.split(' ')[0]!),
      ...closed.map(({ verb }) => verb),
    ]);
    expect([...new Set(verbs)].filter((verb) => !terms.includes(`verb:${verb}`))).toEqual([]);
    expect(verbs.length).toBeGreaterThan(0);
  });
});
