/** The page kept on this device: whether it is there, whether a newer one waits, whether it can be installed. */
import { remember, remembered } from '../app/memory';
import { home } from '../net/site';

/** What a browser offers where a page may be installed; not in every browser. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

interface Keeping {
  /** Whether there is a connection, as far as the browser knows. */
  online: boolean;
  /** Whether all games are here for the first time; told once. */
  ready: boolean;
  /** A newer page than this one: it waits to be loaded, or another tab has loaded it already. */
  newer: ServiceWorker | null;
  install: InstallOffer | null;
  /** Whether it can be installed, but only by the person: an iPhone or iPad, where no page may ask for it. */
  byHand: boolean;
}
/** Only Safari on a phone or tablet says whether a page was opened from the home screen. */
const openedAlone = (globalThis.navigator as { standalone?: boolean } | undefined)?.standalone;
export const keeping = $state<Keeping>({
  online: globalThis.navigator?.onLine ?? true,
  ready: false,
  newer: null,
  install: null,
  byHand: openedAlone === false,
});

const ASKED = 'quipu.install';
const FINISHED = 'quipu.finished';
/** A match was finished here: from now on installing may be offered, once. */
export const finishedOne = (): void => remember(FINISHED, '1');
export const mayOffer = (): boolean =>
  (keeping.install !== null || keeping.byHand) && remembered(FINISHED) !== null && remembered(ASKED) === null;
export function offered(accept: boolean): void {
  remember(ASKED, '1');
  if (accept) void keeping.install?.prompt();
  keeping.install = null;
  keeping.byHand = false;
}

/** So long a newer page may take to get ready before this one is loaded again anyhow. */
const RELOAD_TIMEOUT = 4000;

/** Loads the newer page. Local games go on after it: all of them is kept. */
export function loadNewer(): void {
  const { newer } = keeping;
  const again = () => location.reload();
  // In a second tab it waits no more, and nothing would tell of it again.
  if (newer?.state !== 'installed') return again();
  navigator.serviceWorker.addEventListener('controllerchange', again, { once: true });
  newer.postMessage('go');
  setTimeout(again, RELOAD_TIMEOUT);
}

/** After so long the page has come to rest for good. */
const LONG_REST = 30_000;

function watch(registration: ServiceWorkerRegistration | undefined): void {
  // A browser that may not keep pages registers nothing.
  if (!registration) return;
  const look = () => {
    // The first one of all waits for nobody.
    if (!registration.waiting || !registration.active || keeping.newer === registration.waiting) return;
    const newer = registration.waiting;
    keeping.newer = newer;
    newer.addEventListener('statechange', () => {
      // One that another tab has loaded is still newer than this page. One that a newer one replaced is nothing.
      if (newer.state !== 'redundant' || keeping.newer !== newer) return;
      keeping.newer = null;
      look();
    });
  };
  look();
  registration.addEventListener('updatefound', () => {
    const fresh = registration.installing;
    const first = !registration.active;
    fresh?.addEventListener('statechange', () => {
      if (fresh.state === 'activated' && first) keeping.ready = true;
      look();
    });
  });
  // A page that is open for days learns of new versions, too.
  setInterval(() => void registration.update().catch(() => {}), 3_600_000);
  // Whoever stays gets what few need, too; whoever only looks in need not pay for it.
  setTimeout(() => registration.active?.postMessage('rest'), LONG_REST);
}

/** Keeps the page on this device, once it has come to rest. */
export function keepPage(): void {
  addEventListener('online', () => (keeping.online = true));
  addEventListener('offline', () => (keeping.online = false));
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keeping.install = event as InstallOffer;
  });
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const begin = () =>
    navigator.serviceWorker.register(`${home()}sw.js`, { updateViaCache: 'none' }).then(watch, () => {});
  const rest = () => setTimeout(begin, 1500);
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { once: true });
}
