import { describe, expect, it } from 'vitest';
import type { GameInfo, OptionInfo } from '../src/generated/protocol';
import { unmet } from '../src/lobby/needs';
import { begin, changedOptions, full, resize, seat, toNewTable } from '../src/lobby/plan';

const info: GameInfo = {
  key: 'toy',
  name: 'Toy',
  least_seats: 2,
  most_seats: 4,
  rules: 1,
  verbs: [],
  options: [{ key: 'dice', values: ['off', 'on'], default: 'off', help: '' }],
};

describe('a new table', () => {
  it('begins by the door through which one came', () => {
    expect(begin(info, 'bots').seats.map(({ kind }) => kind)).toEqual(['me', 'bot', 'bot']);
    expect(begin(info, 'device').seats.map(({ kind }) => kind)).toEqual(['me', 'device']);
    expect(full(begin(info, 'friends'))).toBe(false);
    expect(full(begin(info, 'bots'))).toBe(true);
  });
  it('has one of oneself, and as many seats as asked for', () => {
    const plan = begin(info, 'bots');
    seat(plan, 2, 'me');
    expect(plan.seats.map(({ kind }) => kind)).toEqual(['bot', 'bot', 'me']);
    resize(plan, 4);
    expect(plan.seats.map(({ kind }) => kind)).toEqual(['bot', 'bot', 'me', 'bot']);
    resize(plan, 2);
    expect(plan.seats).toHaveLength(2);
  });
  it('is sent with what differs from the book', () => {
    const plan = begin(info, 'device');
    plan.options['dice'] = 'off';
    expect(changedOptions(plan, info.options)).toEqual([]);
    plan.options['dice'] = 'on';
    plan.seats.push({ kind: 'open', name: '', level: 'adept' });
    expect(toNewTable(info, plan, (index) => `Player ${index + 1}`)).toMatchObject({
      game: 'toy',
      options: [['dice', 'on']],
      seats: [{ kind: 'me' }, { kind: 'device', name: 'Player 2' }, { kind: 'open' }],
      public: true,
    });
  });
});

describe('what an option needs', () => {
  const options = [{ key: 'version', values: ['basic', 'auction'], default: 'basic', help: '' }];
  it('is said until it is met, by the default or by choice', () => {
    const auction = { kind: 'option', key: 'version', value: 'auction' } as const;
    const seats = { kind: 'seats', least: 3 } as const;
    const values = ['letters', 'random'];
    const terrain: OptionInfo = { key: 'terrain', values, default: 'letters', help: '', needs: [auction, seats] };
    expect(unmet(terrain, {}, options, 2)).toEqual([auction, seats]);
    expect(unmet(terrain, { version: 'auction' }, options, 2)).toEqual([seats]);
    expect(unmet(terrain, { version: 'auction' }, options, 3)).toEqual([]);
    expect(unmet(options[0]!, {}, options, 2)).toEqual([]);
  });
});
