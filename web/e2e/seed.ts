/** People with accounts and finished matches, made through the interface for programs. */
import type { Page } from '@playwright/test';
import { expect } from './test';

/** Sends a request as the page's person. */
export async function ask(page: Page, path: string, data: object): Promise<{ id: string; version: number }> {
  const answer = await page.request.post(path, { data, headers: { origin: new URL(page.url()).origin } });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Makes an account of whoever visits with a page. */
export async function account(page: Page, name: string): Promise<void> {
  // The page has met the server before the account is made: else two guests would be made beside each other.
  await page.goto('/', { waitUntil: 'networkidle' });
  await ask(page, '/api/account', { name, password: 'correct horse' });
}

/** A rated match of two that is played for three turns each and then given up by the second. */
export async function rated(winner: Page, loser: Page, options: [string, string][] = []): Promise<string> {
  const seats = [{ kind: 'me' }, { kind: 'open' }];
  const { id } = await ask(winner, '/api/tables', { game: 'tongiaki', rated: true, seats, options });
  const act = (page: Page, what: string) => ask(page, `/api/tables/${id}/do`, { id: what, do: what });
  await act(loser, 'sit');
  await act(winner, 'start');
  let [last, turns] = ['', 0];
  for (let number = 0; number < 200; number++) {
    const state = await (await winner.request.get(`/api/tables/${id}`)).json();
    const seat = state.game.to_act.seat as string;
    if (seat !== last) [last, turns] = [seat, turns + 1];
    if (turns > 6) break;
    const mover = seat === 'A' ? winner : loser;
    const { legal, version } = await (await mover.request.get(`/api/tables/${id}/position`)).json();
    await ask(mover, `/api/tables/${id}/play`, { id: `p${number}`, seen: version, word: legal[0], seat });
  }
  await act(loser, 'leave');
  // Whoever asks for the result waits until the match is rated.
  expect((await winner.request.get(`/api/tables/${id}/result`)).ok()).toBe(true);
  return id;
}

/** An option that changes the game which `rated` plays, and its name. */
export const VARIANT: [string, string] = ['full_beaches', 'first'];

/** Somebody with all that a club has: matches with and without options, a table that waits, an open one of others. */
export async function aClub(own: Page, other: Page): Promise<{ name: string; names: [string, string] }> {
  const names: [string, string] = [`Ada${Date.now() % 100_000}`, `Bruno${Date.now() % 100_000}`];
  await account(own, names[0]);
  await account(other, names[1]);
  await rated(own, other);
  await rated(other, own, [VARIANT]);
  const seats = [{ kind: 'me' }, { kind: 'open' }];
  await ask(other, '/api/tables', { game: 'inka', public: true, rated: true, seats });
  const bot = { kind: 'bot', level: 'novice' };
  const { id } = await ask(own, '/api/tables', {
    game: 'tikal',
    options: [['first', 'A']],
    seats: [{ kind: 'me' }, bot],
  });
  await ask(own, `/api/tables/${id}/do`, { id: 'start', do: 'start' });
  return { name: names[0], names };
}

/** The pages that a club has beside its tables. */
export const clubPages = (name: string): string[] => [
  '/',
  '/matches',
  '/matches?days=7',
  `/people/${name}`,
  `/people/${name}/matches`,
  '/ladder',
  `/ladder/tongiaki?options=${VARIANT.join('%3D')}&season=all`,
  '/friends',
  '/your-turn',
];
