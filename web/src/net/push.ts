/** Web Push: this browser is told of turns while no tab is open. */
import { remember, remembered } from '../app/memory';
import type { NewPush, Push } from '../generated/protocol';
import { api } from './api';
import { Refused } from './refused';

/** The account that wants to be told here: a login that ends takes the subscription along, the next makes it anew. */
const WANTED = 'quipu.push';

/** Where this browser can be told at all: one that keeps pages, and has a service that reaches it. */
async function manager(): Promise<PushManager | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return null;
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null;
}
export const canPush = async (): Promise<boolean> => (await manager()) !== null;

const refuse = (key: string, text: string) => new Refused({ code: 'forbidden', reason: { key, text } }, 0);

/** A key as browsers want it. */
const bytes = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const same = (one: ArrayBuffer | null, other: Uint8Array): boolean => {
  const own = new Uint8Array(one ?? new ArrayBuffer(0));
  return own.length === other.length && own.every((byte, index) => byte === other[index]);
};

async function subscribe(pushes: PushManager, server: string): Promise<NewPush> {
  const key = bytes(server);
  const before = await pushes.getSubscription();
  // A browser has one subscription, which knows one key.
  if (before && !same(before.options.applicationServerKey, key)) await before.unsubscribe();
  try {
    return (await pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON() as NewPush;
  } catch (error) {
    throw refuse('push', String(error));
  }
}

export async function turnPushOn(account: string): Promise<Push> {
  const pushes = await manager();
  if (!pushes) throw refuse('push', 'this browser cannot be told of things');
  if ((await Notification.requestPermission()) !== 'granted') throw refuse('push_denied', 'notifications are denied');
  const told = await api.subscribePush(await subscribe(pushes, (await api.push()).key));
  remember(WANTED, account);
  return told;
}

export async function turnPushOff(): Promise<Push> {
  remember(WANTED, null);
  await (await (await manager())?.getSubscription())?.unsubscribe();
  await api.unsubscribePush();
  return api.push();
}

let renewed = false;
/** Subscribes again where the login that wanted it has ended: once for each page, and without asking. */
export async function renewPush(account: string): Promise<void> {
  if (renewed || remembered(WANTED) !== account || globalThis.Notification?.permission !== 'granted') return;
  renewed = true;
  try {
    const [pushes, told] = [await manager(), await api.push()];
    if (pushes && !told.here) await api.subscribePush(await subscribe(pushes, told.key));
  } catch {
    // The page of the account says how it is.
  }
}
