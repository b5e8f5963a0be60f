/* global clients */
/**
 * Keeps the page on the device: all games, for play without a connection. A newer one is fetched whole beside the old
 * one and waits until somebody asks for it; tabs of the old one go on with the files that they began with. It also
 * tells what the server sends while no tab is open.
 */
const VERSION = 'VERSION';
const FILES = ['FILES'];
/** What few need and is large: kept when the page has long come to rest, or when it is first used. */
const LATER = ['LATER'];
const PREFIX = 'quipu-';
const CACHE = PREFIX + VERSION;
/** How long a page is waited for before the kept one is shown, in milliseconds. */
const FETCH_TIMEOUT = 3000;
const scope = new URL(self.registration.scope);
/** What only a server has. */
const OF_SERVER = /^\/(api|socket|feed|metrics|healthz|readyz)(\/|$)/;

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(['./', ...FILES].map((file) => new Request(new URL(file, scope), { cache: 'no-cache' })));
}

/** What another version has kept already is not fetched again. */
async function rest() {
  const cache = await caches.open(CACHE);
  for (const file of LATER) {
    const url = new URL(file, scope).href;
    if (await cache.match(url)) continue;
    const answer = (await caches.match(url)) ?? (await fetch(url));
    if (answer.ok) await cache.put(url, answer);
  }
}

/** The one before is kept, too: tabs that were opened with it may still need its files. */
async function activate() {
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(own.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
}

/** The newest page, or the kept one where there is none in time. */
async function page(request) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), FETCH_TIMEOUT);
  try {
    const answer = await fetch(request, { signal: stop.signal });
    if (answer.status < 500) return answer;
  } catch {
    // There is no connection.
  } finally {
    clearTimeout(timer);
  }
  const cache = await caches.open(CACHE);
  return (await cache.match(scope.href)) ?? fetch(request);
}

async function file(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const kept = (await cache.match(request)) ?? (await caches.match(request));
  if (kept) return kept;
  const answer = await fetch(request);
  const isLater = LATER.some((one) => new URL(one, scope).href === request.url);
  // It is there for offline play from now on; where there is no room, it is fetched again.
  if (answer.ok && isLater) event.waitUntil(cache.put(request, answer.clone()).catch(() => {}));
  return answer;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data === 'go') self.skipWaiting();
  else if (event.data === 'rest') event.waitUntil(rest().catch(() => {}));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const inside = url.origin === scope.origin && url.pathname.startsWith(scope.pathname);
  if (request.method !== 'GET' || !inside || (scope.pathname === '/' && OF_SERVER.test(url.pathname))) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(event));
});

/** Tells what the server sends, unless its page is before one's eyes. */
async function tell(told) {
  const { title, body, path, tag, site } = told;
  const open = await clients.matchAll({ type: 'window' });
  if (open.some((one) => one.visibilityState === 'visible' && new URL(one.url).pathname === path)) return;
  await self.registration.showNotification(title, {
    body: body || site || undefined,
    tag,
    renotify: true,
    icon: new URL('icon-192.png', scope).href,
    data: { path },
  });
}

/** Opens the page that a notification is about: in a tab that shows it already, or in a new one. */
async function follow(path) {
  // Never beyond one's own pages, whatever the message said.
  const to = new URL(path, scope);
  const url = to.origin === scope.origin ? to : scope;
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find((one) => new URL(one.url).pathname === url.pathname);
  await (there ? there.focus() : clients.openWindow(url.href));
}

/** A browser may change its address: the server is told the new one. */
async function renew(before) {
  const fresh = await self.registration.pushManager.subscribe(before.options);
  const headers = { 'content-type': 'application/json' };
  await fetch(new URL('api/me/push', scope), {
    method: 'PUT',
    credentials: 'same-origin',
    headers,
    body: JSON.stringify(fresh),
  });
}

self.addEventListener('push', (event) => event.data && event.waitUntil(tell(event.data.json())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(follow(event.notification.data?.path ?? '/'));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription));
});
