/** The service worker tells what the server pushes, and a click opens the table. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const source = readFileSync(new URL('../scripts/sw.js', import.meta.url), 'utf8');
const SITE = 'https://games.example.org';

interface Tab {
  url: string;
  visibilityState: string;
  focus: () => Promise<void>;
}

/** The worker as a browser runs it, with these tabs open. */
function worker(tabs: Tab[]) {
  const listeners = new Map<string, (event: unknown) => void>();
  const shown = vi.fn(() => Promise.resolve());
  const opened = vi.fn(() => Promise.resolve());
  const registration = { scope: `${SITE}/`, showNotification: shown };
  const self = {
    registration,
    addEventListener: (kind: string, hear: (event: unknown) => void) => listeners.set(kind, hear),
  };
  const clients = { matchAll: () => Promise.resolve(tabs), openWindow: opened };
  new Function('self', 'clients', 'caches', source)(self, clients, {});
  /** Lets something happen, until all is done that it set going. */
  const happen = async (kind: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(kind)!({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  return { happen, shown, opened };
}

const told = { title: 'It is your turn at Tikal', body: '', path: '/t/abc', tag: 'abc', site: 'games.example.org' };
const data = { json: () => told };
const tab = (path: string, visibilityState = 'visible'): Tab => ({
  url: `${SITE}${path}`,
  visibilityState,
  focus: vi.fn(() => Promise.resolve()),
});

test('what is pushed is told, but not beside its own table', async () => {
  const closed = worker([tab('/t/other'), tab('/t/abc', 'hidden')]);
  await closed.happen('push', { data });
  expect(closed.shown).toHaveBeenCalledWith(
    told.title,
    expect.objectContaining({ body: 'games.example.org', tag: 'abc', data: { path: '/t/abc' } }),
  );
  const open = worker([tab('/t/abc')]);
  await open.happen('push', { data });
  expect(open.shown).not.toHaveBeenCalled();
});

test('a click opens the table, in its tab where there is one, and never another site', async () => {
  const notification = (path: string) => ({ notification: { close: () => {}, data: { path } } });
  const there = tab('/t/abc', 'hidden');
  const open = worker([tab('/'), there]);
  await open.happen('notificationclick', notification('/t/abc'));
  expect(there.focus).toHaveBeenCalled();
  expect(open.opened).not.toHaveBeenCalled();
  const closed = worker([]);
  await closed.happen('notificationclick', notification('/t/abc?seat=B'));
  expect(closed.opened).toHaveBeenCalledWith(`${SITE}/t/abc?seat=B`);
  await closed.happen('notificationclick', notification('https://elsewhere.example.org/'));
  expect(closed.opened).toHaveBeenLastCalledWith(`${SITE}/`);
});
