import { afterEach, describe, expect, it, vi } from 'vitest';
import { parse } from '../src/app/route.svelte';
import { prefer, prefs, read } from '../src/app/prefs.svelte';
import { setMe, setNobody } from '../src/app/shop.svelte';

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

  describe('how one plays', () => {
    const asked: string[] = [];
    const kept = { playing: { speed: 'fast', asking: 'never' } };
    const server = (_: string, { method, body = '' }: { method: string; body?: string }) => {
      asked.push(`${method} ${body}`);
      return Promise.resolve(new Response(JSON.stringify(kept)));
    };
    const settled = () => new Promise((resolve) => setTimeout(resolve, 10));
    afterEach(() => {
      setNobody();
      vi.unstubAllGlobals();
      asked.length = 0;
      Object.assign(prefs, read(null));
    });
    const begin = () => {
      vi.stubGlobal('fetch', server);
      vi.stubGlobal('document', { documentElement: { dataset: {} } });
    };

    it('comes with the account, and goes with it to other devices', async () => {
      begin();
      setMe({ id: 'a1', name: 'Ada', guest: false });
      await settled();
      expect(asked).toEqual(['GET ']);
      expect([prefs.speed, prefs.asking]).toEqual([2, 'never']);
      prefer({ speed: 0.5 });
      prefer({ sound: false });
      expect(asked.slice(1)).toEqual(['PUT {"speed":"slow","asking":"never"}']);
      // The socket says on each connection who one is: what was chosen since then holds.
      setMe({ id: 'a1', name: 'Ada', guest: false });
      await settled();
      expect([prefs.speed, asked.length]).toEqual([0.5, 2]);
    });
    it('stays at the device of a guest', async () => {
      begin();
      setMe({ id: 'g1', name: 'Guest', guest: true });
      prefer({ speed: 2 });
      await settled();
      expect([prefs.speed, asked]).toEqual([2, []]);
    });
  });
});
