import { describe, expect, it } from 'vitest';
import { parse } from '../src/app/route.svelte';
import { read } from '../src/app/prefs.svelte';

describe('addresses', () => {
  const at = (path: string) => parse(new URL(path, 'http://quipu'));
  it('lead to pages', () => {
    expect(at('/')).toEqual({ page: 'home' });
    expect(at('/new/toy?how=device')).toEqual({ page: 'new', game: 'toy', how: 'device' });
    expect(at('/t/heron-41?seat=B&invitation=xyz')).toEqual({
      page: 'table',
      id: 'heron-41',
      seat: 'B',
      invitation: 'xyz',
    });
    expect(at('/replay/heron-41?at=147')).toEqual({ page: 'replay', id: 'heron-41', at: 147 });
    expect(at('/replay?at=-1')).toEqual({ page: 'replay', id: null, at: null });
    expect(at('/rules/toy#T14')).toEqual({ page: 'rules', game: 'toy', rule: 'T14', card: false });
    expect(at('/me')).toEqual({ page: 'me' });
    expect(at('/matches?with=Bruno')).toEqual({ page: 'matches', name: null });
    expect(at('/people/Ada')).toEqual({ page: 'people', name: 'Ada' });
    expect(at('/people/Ada/matches')).toEqual({ page: 'matches', name: 'Ada' });
    expect(at('/host')).toEqual({ page: 'host', part: 'overview' });
    expect(at('/host/people?named=ana')).toEqual({ page: 'host', part: 'people' });
    for (const path of [
      '/t',
      '/t/a/b',
      '/t/%ff',
      '/nowhere',
      '/me/too',
      '/people/Ada/b',
      '/people/Ada/matches/b',
      '/host/nowhere',
    ])
      expect(at(path)).toEqual({ page: 'lost' });
  });
});

describe('preferences', () => {
  it('that cannot be read are as if not kept', () => {
    expect(read('{').theme).toBe('system');
    expect(read('{"language":"xx"}').language).toBeNull();
    expect(read('{"speed":2}')).toMatchObject({ speed: 2, sound: true });
  });
});
