import { describe as suite, expect, it } from 'vitest';
import type { Happened } from '$quipu/generated/protocol';
import type { Deed } from '$quipu/game/kit';
import { mostAsked, voyages } from '../legs';
import { begins, changed, did, revealed, revealing } from '../telling';
import type { View } from '../types';
import { translator } from '../../../../web/tests/translator';
import { parts, seats } from './frames';

const event = (kind: string, more: object = {}): Happened => ({ text: kind, event: { kind, ...more } });
const sails = event('sails', { seat: 'B', beach: 'tonga.1', toward: 'n', boats: 'ABB' });
const crosses = event('crosses', { sea: 'sea-1', colours: 2, asked: 2 });
const fails = event('fails', { sea: 'sea-2', colours: 2, asked: 3 });
const reaches = event('reaches', { island: 'nauru', boats: 'ABB' });
const lays = event('lays', { tile: 'nauru', cell: '1,0', turn: 'r0' });
const boats = (on: object) => ({ position: { boats: on } }) as unknown as View;
const view = boats({});
const deed = (...events: Happened[]): Deed<View>[] => [{ events, before: view, after: view }];

suite('a voyage', () => {
  const t = translator('tongiaki', 'en');
  it('is a log: who is aboard, the seas, where it ends', () => {
    expect(voyages([sails, crosses])[0]).toMatchObject({ seat: 'B', from: 'tonga.1', goesOn: true });
    expect(voyages([sails, crosses, lays, reaches])[0]).toMatchObject({
      legs: [
        { kind: 'aboard', crew: 'ABB' },
        { kind: 'sea', asked: 2, passed: true },
        { kind: 'island', island: 'nauru' },
      ],
      goesOn: false,
    });
    expect(voyages([sails, fails])[0]!.legs.at(-1)).toEqual({ kind: 'sea', asked: 3, passed: false });
    expect(mostAsked(parts)).toBe(4);
  });
  it('names no tile that was not turned up', () => {
    expect(revealing([sails, crosses], view, t).text).toBe('**2** colours aboard. What lies ahead?');
    expect(revealing([sails, crosses, lays, reaches], view, t).text).toContain('Nauru');
    expect([[sails], [sails, fails]].map((told) => revealing(told, view, t).next)).toEqual(['Turn the tile', '']);
  });
  it('is summed up in every language', () => {
    for (const language of ['en', 'it', 'es']) {
      expect(revealed([sails, crosses, lays, reaches], seats, translator('tongiaki', language))).toContain('**Nauru**');
      expect(revealed([sails, fails], seats, translator('tongiaki', language))).toContain('**3**');
    }
  });
});

suite('the turn of somebody else', () => {
  const speech = (language: string) => ({ t: translator('tongiaki', language), seats, parts });
  it('is told voyage by voyage, with what it took or brought', () => {
    expect([sails, crosses, reaches].filter(begins)).toEqual([sails]);
    expect(did(deed(sails, crosses, reaches, sails, fails), 'B', speech('en'))).toBe(
      'sailed from Tonga to Nauru · set out from Tonga and had to turn back',
    );
    const loses = [2, 4].map((points) =>
      event('loses', { seat: 'A', island: points > 2 ? 'tubuai' : 'nauru', points }),
    );
    expect(changed(deed(...loses), 'B', 'A', speech('en')), 'the biggest change').toEqual({
      text: 'took Tubuai from you: −4',
      points: -4,
    });
    expect(changed(deed(event('home', { boats: 'ABA' })), 'B', 'A', speech('en'))?.text).toBe(
      '2 of your boats returned to your reserve',
    );
    expect(changed(deed(event('gains', { seat: 'B', island: 'nauru', points: 3 })), 'B', 'A', speech('en'))).toBe(null);
    const gains = event('gains', { seat: 'A', island: 'tubuai', points: 4 });
    expect(changed(deed(...loses, gains), 'B', 'A', speech('en'))?.text, 'what came back is not lost').toBe(
      'took Nauru from you: −2',
    );
    expect(changed(deed(sails, reaches), 'B', 'A', speech('en'))?.text).toBe('took one of your boats along to Nauru');
    const back = event('reaches', { island: 'tonga', boats: 'ABB' });
    expect(did(deed(sails, back), 'B', speech('en'))).toBe('sailed from Tonga and came back');
    expect(did(deed(event('moored', { seat: 'B', beach: 'tonga.1' })), 'B', speech('en'))).toBe('put a boat on Tonga');
    for (const language of ['it', 'es'])
      expect(changed(deed(...loses), 'B', 'A', speech(language))?.text).toContain('Tubuai');
  });
  it('is told where it ends what was one’s own alone', () => {
    const lands: Deed<View> = {
      events: [event('lands', { seat: 'B', beach: 'samoa.2' })],
      before: boats({ samoa: { 1: 'AA' }, nauru: { 1: 'A' } }),
      after: boats({ samoa: { 1: 'AA', 2: 'B' }, nauru: { 1: 'AB' } }),
    };
    const told = (language: string) => changed([lands], 'B', 'A', speech(language))?.text;
    expect(['en', 'it', 'es'].map(told)).toEqual([
      'now shares Samoa with you',
      'ora divide Samoa con te',
      'ahora comparte Samoa contigo',
    ]);
    expect(changed([lands], 'A', 'B', speech('en')), 'whoever comes along had nothing there alone').toBe(null);
    expect(changed([{ ...lands, after: lands.before }], 'B', 'A', speech('en'))).toBe(null);
  });
});
