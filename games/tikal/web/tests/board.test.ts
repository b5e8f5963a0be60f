import { describe, expect, it } from 'vitest';
import { render } from 'svelte/server';
import type { Component } from 'svelte';
import type { Frame, Happened } from '$quipu/generated/protocol';
import type { Desk, Click } from '$quipu/game/kit';
import { choice, nextTurn } from '$quipu/board/choose';
import { completed, light, remaining, spell } from '$quipu/board/narrow';
import Aside from '../Aside.svelte';
import Bar from '../Bar.svelte';
import Board from '../Board.svelte';
import Cover from '../Cover.svelte';
import Holdings from '../Holdings.svelte';
import { spellings, turns } from '../clicks';
import { centre } from '../geometry';
import { duration } from '../motion';
import { label } from '../words';
import { translator } from '../../../../web/tests/translator';
import { events, frames, game, parts, seats, viewOf } from './frames';

function deskOf(frame: Frame, picked: Click[]): Desk {
  const spelt = spell(frame.offers ?? [], (offer) => spellings(offer));
  const left = remaining(spelt, picked);
  return {
    view: viewOf(frame),
    parts,
    game: game(frame),
    seats: seats.slice(0, viewOf(frame).seats),
    lit: light(left, picked.length),
    picked,
    hovered: null,
    plan: completed(left, picked),
    laying: null,
    hint: null,
    sketch: [],
    playing: null,
    last: frame.events,
    compact: false,
    t: translator('tikal', 'en'),
    pick: () => undefined,
    hover: () => undefined,
    turn: () => undefined,
    ask: () => undefined,
    back: () => undefined,
    label: (click) => label(click, viewOf(frame), translator('tikal', 'en'), { parts, seats }),
    draws: () => () => undefined,
  };
}
const html = (component: unknown, given: object) => render(component as Component<object>, { props: given }).body;
/** Without the marks by which the client takes the page over. */
const plain = (body: string) => body.replaceAll(/<!--.*?-->/g, '');
const shown = (body: string) => [...body.matchAll(/data-click="([^"]+)"/g)].map(([, click]) => click!);

describe('the board', () => {
  it('shows every lit click once, at every depth; the verbs are the action bar’s', () => {
    let seen = 0;
    for (const frame of frames) {
      const prefixes = new Set(
        (frame.offers ?? [])
          .flatMap((offer) => spellings(offer))
          .flatMap((clicks) => clicks.map((_, i) => JSON.stringify(clicks.slice(0, i)))),
      );
      // One prefix of each shape is enough: the same verbs and sorts of clicks are drawn by the same code.
      const shapes = new Map(
        [...prefixes].map((prefix) => [
          prefix.replace(/[a-h][1-5](-[a-h][1-5])?/g, '?'),
          JSON.parse(prefix) as Click[],
        ]),
      );
      for (const picked of shapes.values()) {
        const given = deskOf(frame, picked);
        const clicks = [...shown(html(Board, { desk: given })), ...shown(html(Bar, { desk: given }))];
        const due = [...given.lit.keys()].filter((click) => !/^(verb|turn):/.test(click) || click === 'verb:pass');
        expect({ picked, clicks: clicks.toSorted() }).toEqual({ picked, clicks: due.toSorted() });
        seen += due.length;
      }
    }
    expect(seen).toBeGreaterThan(300);
  });

  it('a tile that lies for now can be turned and moved, and nothing of that lies on its edges', () => {
    const frame = frames.find((one) => viewOf(one).position.phase === 'place')!;
    const view = structuredClone(viewOf(frame));
    view.position.players[view.position.turn]!.tile = 'C4';
    const offers = ['place d4 r0', 'place d4 r2', 'place d4 r3', 'place d5 r1'].map((word) => ({ word }));
    const placing = { ...frame, view, offers };
    const spelt = spell(offers, (offer) => spellings(offer));
    const cell = 'cell:d4';
    const now = choice(spelt, [cell], { turns });
    const desk = { ...deskOf(placing, []), ...now, plan: now.offer };
    const body = html(Board, { desk });
    const other = [...now.lit.keys()].filter((click) => click.startsWith('cell:'));
    expect(
      shown(body)
        .filter((click) => click.startsWith('cell:'))
        .toSorted(),
    ).toEqual(other.toSorted());
    const turned = [nextTurn(now.laying!, 1), nextTurn(now.laying!, -1)];
    expect(new Set(shown(body).filter((click) => click.startsWith('turn:')))).toEqual(new Set(turned));
    // A handle is 15 about its middle, and the stones lie from 51 on.
    const [x, y] = centre(cell.slice(5));
    const handles = [...body.matchAll(/data-same="turn[^>]*translate\(([-\d.]+) ([-\d.]+)\)/g)].slice(1);
    expect(handles).toHaveLength(2);
    for (const [, hx, hy] of handles) expect(Math.hypot(Number(hx) - x, Number(hy) - y) + 15).toBeLessThan(51);
    expect(shown(html(Board, { desk: { ...desk, compact: true } })).filter((one) => one === turned[1])).toHaveLength(
      turned[0] === turned[1] ? 1 : 0,
    );
  });

  it('every target has a name, a role and a place in the order of focus', () => {
    const frame = frames.find((one) => (one.offers ?? []).some(({ word }) => word.startsWith('uncover')))!;
    const targets = html(Board, { desk: deskOf(frame, []) }).match(/<g class="target[^>]*>/g) ?? [];
    expect(targets.length).toBeGreaterThan(3);
    for (const target of targets) {
      expect(target).toContain('role="button"');
      expect(target).toContain('tabindex="0"');
      expect(target).toMatch(/aria-label="[^"]{3,}"/);
    }
  });

  it('shows every event that takes time, but those that the bar and the journal tell', () => {
    const moves = (happened: Happened) =>
      frames.some((frame) => {
        const playing = { happened, before: viewOf(frame), ms: 240, key: 1 };
        const body = html(Board, { desk: { ...deskOf(frame, []), playing } }).replaceAll(/<!--.*?-->/g, '');
        return /class="stir[^>]*><(?!\/g>)/.test(body) || /class="tile (drops|grows|unrolls|fills)/.test(body);
      });
    const still = events.filter((happened) => duration(happened) > 0 && !moves(happened));
    const kinds = new Set(still.map(({ event }) => event.kind));
    expect([...kinds].toSorted()).toEqual(['bid', 'chose', 'final-round', 'passed', 'revealed', 'won']);
  });

  it('holdings are those of the view', () => {
    let treasures = 0;
    for (const frame of frames)
      for (const seat of seats.slice(0, viewOf(frame).seats)) {
        const player = viewOf(frame).position.players[seat.letter]!;
        const body = plain(html(Holdings, { desk: deskOf(frame, []), seat }));
        const held = (term: string) =>
          Number(body.match(new RegExp(`data-term="piece:${term}".*?</span>(\\d+)</span>`, 's'))![1]);
        expect(held('worker')).toBe(player.supply);
        expect(held('camp')).toBe(parts.camps - player.camps.length);
        expect(held('guard')).toBe(parts.guards - Object.keys(player.guards).length);
        expect(body.includes('data-term="piece:leader"')).toBe(player.leader === 'supply');
        const found = Object.values(player.treasures ?? {}).reduce((sum, count) => sum + count, 0);
        expect(body.match(/viewBox="-29 -29 58 58"/g) ?? []).toHaveLength(found);
        treasures += found;
      }
    expect(treasures).toBeGreaterThan(0);
  });

  it('what is left is what the view says', () => {
    const t = translator('tikal', 'en');
    for (const frame of frames) {
      const { stack, squares, options } = viewOf(frame);
      const body = plain(html(Aside, { desk: deskOf(frame, []) }));
      const count = Object.values(stack).reduce((sum, left) => sum + left, 0);
      const letter = Object.keys(parts.letters).find((one) => stack[one]);
      const mixed = options['terrain'] === 'random_sudden_death';
      expect(body).toContain(mixed || !letter ? t('aside.left', { count }) : t('aside.stack', { letter, count }));
      const shows = [...body.matchAll(/<b class="num[^>]*>(\d+)<\/b><span class="num[^>]*>×(\d+)</g)];
      const left = Object.entries(squares).map(([value, many]) => [value, String(many)]);
      expect(shows.map(([, value, many]) => [value, many])).toEqual(left);
    }
  });

  it('the cover shows tiles of every sort', () => {
    const tiles = [...html(Cover, {}).matchAll(/data-term="tile:(\w+)"/g)].map(([, kind]) => kind!);
    expect(tiles.toSorted()).toEqual(['jungle', 'jungle', 'jungle', 'temple', 'temple', 'treasure', 'volcano']);
  });
});
