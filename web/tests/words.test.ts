import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type GameKit, type SeatLook } from '../src/game/kit';
import type { Line, Refusal } from '../src/generated/protocol';
import { choose, loadGame, start, t } from '../src/i18n/index.svelte';
import { refusalText } from '../src/game/reason';
import { ago, until } from '../src/lobby/lines';
import { entries } from '../src/table/entries';
import { endedBy, ownWords } from '../src/table/words';

const kits = import.meta.glob<{ default: GameKit }>('../../games/*/web/index.ts', { eager: true });
const here = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, here), 'utf8');
const words = Object.fromEntries(
  LANGUAGES.map((language) => [language, JSON.parse(read(`src/i18n/${language}.json`)) as Record<string, string>]),
);
const keys = Object.keys(words['en']!);
const whole = new Set(keys.map((key) => key.replace(/_(one|other)$/, '')));

function sources(folder: string): string[] {
  return readdirSync(new URL(folder, here), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sources(`${path}/`);
    return /\.(svelte|ts)$/.test(entry.name) ? [read(path)] : [];
  });
}

/** Whether a Spanish text opens each question and each exclamation that it closes. */
function opened(text: string): boolean {
  const many = (sign: string) => text.split(sign).length;
  // A lone question mark is a sign: unknown waters, the key of the help.
  return /^[^\w]*\?$|· \?$/.test(text) || (many('¿') === many('?') && many('¡') === many('!'));
}

function rustSources(folder: string): string[] {
  return readdirSync(new URL(folder, here), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    return entry.isDirectory() ? rustSources(`${path}/`) : path.endsWith('.rs') ? [read(path)] : [];
  });
}

describe('the words', () => {
  it.each(LANGUAGES)('are all there in %s', (language) => {
    expect(Object.keys(words[language]!)).toEqual(keys);
    for (const [key, text] of Object.entries(words[language]!)) expect(text, key).not.toBe('');
  });
  it.each(LANGUAGES)('name the same values in %s', (language) => {
    const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
    for (const key of keys) expect([key, values(words[language]![key]!)]).toEqual([key, values(words['en']![key]!)]);
  });
  it.each(LANGUAGES)('are set as a printer would set them in %s', (language) => {
    const games = readdirSync(new URL('../games/', here)).map((game) => `../games/${game}/web/messages/`);
    const folders = ['src/i18n/', ...games.filter((folder) => existsSync(new URL(folder, here)))];
    expect(folders.length).toBeGreaterThan(4);
    for (const folder of folders)
      for (const [key, text] of Object.entries(
        JSON.parse(read(`${folder}${language}.json`)) as Record<string, string>,
      )) {
        expect(text, `${folder} ${key}: an apostrophe is curly`).not.toContain("'");
        expect(text, `${folder} ${key}: no space before dots, none doubled`).not.toMatch(/ …|\.\.\.| {2}|^ | $/);
        if (language === 'es') expect(opened(text), `${folder} ${key}: ¿ and ¡ open what ? and ! close`).toBe(true);
      }
  });
  it('of a game come before those of the interface', async () => {
    await start('en');
    await loadGame('thebes');
    expect(ownWords('thebes', 'table.points_then')).toBe('Points · time bonus');
    expect(ownWords('tikal', 'table.points_then')).toBe('Points · if scored now');
  });
  it('say why a match ended, where its game has words for the rule', async () => {
    await start('en');
    await loadGame('thebes');
    expect(endedBy('thebes', 'H19')).toBe('The deck is used up: the match is over.');
    expect(endedBy('thebes', 'H99')).toBe('It ended by rule');
  });
  it('that the client asks for exist, and no others', () => {
    const source = sources('src/').join('\n');
    const asked = new Set([...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key!));
    for (const key of asked) expect(whole, `t('${key}')`).toContain(key);
    // Keys that are put together: the part before the value.
    const heads = [...source.matchAll(/`([a-z_.]+)\$\{/g)].map(([, head]) => head!);
    const literals = new Set([...source.matchAll(/'([a-z_.]+)'/g)].map(([, key]) => key!));
    const unused = [...whole].filter((key) => !literals.has(key) && !heads.some((head) => key.startsWith(head)));
    expect(unused).toEqual([]);
  });
  it('tell every refusal of the server that its English would else tell', () => {
    const rust = ['server', 'session'].flatMap((crate) => rustSources(`../crates/${crate}/src/`)).join('\n');
    const keys = new Set([...rust.matchAll(/RefusalCode::\w+,\s*"([\w-]+)"/g)].map(([, key]) => key!));
    // What only programs can do wrong, what the code of the refusal says, and the host's own words.
    for (const key of [
      'id',
      'nonce',
      'too-early',
      'not-pledged',
      'method',
      'undo-by-undo',
      'not-followed',
      'stale',
      'unavailable',
      'banned',
    ])
      expect(keys.delete(key), key).toBe(true);
    expect(keys.size).toBeGreaterThan(50);
    for (const key of keys) expect(whole, key).toContain(`refusal.${key}`);
  });
  it.each(LANGUAGES)('tell a refusal of the table at every game, and never its key, in %s', async (language) => {
    await start(language);
    for (const [path, { default: kit }] of Object.entries(kits)) {
      await loadGame(kit.key);
      for (const key of ['not-your-turn', 'hint-busy', 'too-early', 'nobody-knows-this']) {
        const own = words[language]![`refusal.${key}`];
        const refusal = { code: 'not_now', reason: { key, text: 'Plain words.' } } as Refusal;
        const told = refusalText(refusal, { key: kit.key, kit, around: { parts: {}, seats: [], picked: [] } });
        expect(told, path).toBe(own ?? 'Plain words.');
      }
    }
    const short = { key: 'dig-short', text: 'Too short.', values: { weeks: 2, knowledge: 3 } };
    const game = Object.values(kits).find(({ default: { key } }) => key === 'thebes')!.default;
    expect(refusalText({ code: 'rule', reason: short } as Refusal, { key: 'thebes', kit: game })).toContain('2 ');
  });
  it('come in the first language that there is', () => {
    expect(choose(['de-CH', 'it-IT', 'en'])).toBe('it');
    expect(choose(['fr'])).toBe('en');
    expect(choose(['ES'])).toBe('es');
  });
});

describe('the journal', () => {
  const kit = {
    describe: ({ text }: { text: string }) => text,
    milestone: ({ text }: { text: string }) => (text === 'boom' ? 'Scoring' : null),
  } as unknown as GameKit;
  const seats: SeatLook[] = ['Ada', 'Bruno'].map((name, index) => ({ letter: 'AB'[index]!, index, name, bot: false }));
  const step = (version: number, n: number, seat: string | undefined, ...texts: string[]): Line => ({
    version,
    at: 0,
    kind: 'step',
    step: n,
    seat,
    words: '',
    events: texts.map((text) => ({ text, event: { kind: 'x' } })),
    points: [],
  });
  beforeAll(() => start('en'));

  it('tells steps, draws, notes and what was taken back', () => {
    const lines: Line[] = [
      { version: 1, at: 0, kind: 'note', key: 'started' },
      step(2, 0, 'A', 'Ada digs', ''),
      step(3, 1, undefined, 'a tile'),
      step(4, 2, 'B', 'boom'),
      { version: 5, at: 0, kind: 'undo', seat: 'B', to: 2 },
      { version: 6, at: 0, kind: 'chat', person: 'p', name: 'Ada', text: 'hm' },
      { version: 7, at: 0, kind: 'note', key: 'back', seat: 'B' },
    ];
    const told = entries(lines, kit, seats, (key) => key);
    expect(told.map(({ text }) => text)).toEqual([
      'The match begins',
      'Ada',
      'Ada digs',
      'a tile',
      'Bruno',
      'Scoring',
      'boom',
      'Bruno undoes a move',
      'Bruno is back',
    ]);
    expect(told.map(({ seat }) => seat)).toEqual([null, 0, 0, null, 1, null, 1, 1, null]);
    expect(told.find(({ text }) => text === 'boom')).toMatchObject({ undone: true });
  });
  it('knows how long ago', () => {
    expect(ago(1_000_000, 1_000_000 + 5 * 60_000)).toBe('5 minutes ago');
    expect(ago(0, 3 * 86_400_000)).toBe('3 days ago');
    expect(until(20_000, 0)).toBe('in 1 minute');
    expect(until(3 * 86_400_000, 0)).toBe('in 3 days');
  });
  it('counts in words', () => {
    expect(t('seats.bots', { count: 1 })).toBe('1 bot');
    expect(t('seats.bots', { count: 2 })).toBe('2 bots');
  });
});
