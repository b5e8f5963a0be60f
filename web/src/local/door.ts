/** The page's side of local play: the worker, lines to its tables, and wishes. */
import { remember, remembered } from '../app/memory';
import type { Refusal, ToServer } from '../generated/protocol';
import type { SocketLike } from '../net/link';
import { Refused } from '../net/refused';
import { meHere } from './ids';
import { canLoad, compiled } from './modules';
import type { FromPage, ToPage, Wish } from './talk';

/** Whether this page was built with the module. */
export const hasEngine = (): boolean => canLoad('quipu');

interface Waiting {
  wish: Wish;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

let worker: Worker | null = null;
let count = 0;
const lines = new Map<number, SocketLike>();
const waiting = new Map<number, Waiting>();

/** Fetches and compiles the module ahead of need, while somebody looks at the lobby. */
export const prepare = (): void => void (hasEngine() && compiled('quipu').catch(() => {}));

function post(message: FromPage): void {
  worker?.postMessage(message);
}

async function start(): Promise<void> {
  const module = await compiled('quipu');
  if (worker) return;
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'tables' });
  worker.onmessage = ({ data }: MessageEvent<ToPage>) => hear(data);
  worker.onerror = () => failed();
  // Tests have no time for bots that think well.
  const millis = Number(remembered('quipu.millis', 'tab')) || undefined;
  post({ k: 'code', code: module, millis });
}

function hear(said: ToPage): void {
  switch (said.k) {
    case 'said':
      return lines.get(said.line)?.onmessage?.({ data: said.text });
    case 'renew':
      return drop();
    case 'outdated':
      return loadAgain(said.protocol);
    case 'granted':
      waiting.get(said.id)?.resolve(said.answer);
      return void waiting.delete(said.id);
    case 'refused':
      waiting.get(said.id)?.reject(new Refused(said.refusal as Refusal, 0));
      return void waiting.delete(said.id);
  }
}

/** All lines are lost, and opened again by who needs them. */
function drop(): void {
  for (const [line, socket] of [...lines]) {
    lines.delete(line);
    socket.onclose?.();
  }
}

const LOADED = 'quipu.loaded_for';

/**
 * A newer page has the tables: this one becomes the same by loading again, once. Where that brought no newer one, its
 * lines are opened again, and told that it is too old.
 */
function loadAgain(protocol: number): void {
  if (remembered(LOADED, 'tab') === String(protocol)) return drop();
  remember(LOADED, String(protocol), 'tab');
  location.reload();
}

/** The worker crashed: nothing that was kept is lost, and the next line starts another. */
function failed(): void {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values())
    reject(new Refused({ code: 'not_now', reason: { key: 'engine', text: 'the worker failed' } }, 0));
  waiting.clear();
  drop();
}

/** A line to the tables of this device, which is used as a socket is. */
export function localWire(): SocketLike {
  const line = ++count;
  const socket: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => post({ k: 'say', line, message: JSON.parse(text) as ToServer }),
    close: () => {
      if (lines.delete(line)) post({ k: 'close', line });
    },
  };
  lines.set(line, socket);
  start().then(
    () => {
      const { id, name } = meHere();
      if (lines.has(line)) post({ k: 'open', line, who: { id, name } });
    },
    () => socket.onclose?.(),
  );
  return socket;
}

/** Asks something of the tables of this device. */
export async function wish<T>(what: Wish): Promise<T> {
  await start().catch((error: unknown) => {
    throw new Refused({ code: 'not_now', reason: { key: 'engine', text: String(error) } }, 0);
  });
  return new Promise<T>((resolve, reject) => {
    const id = ++count;
    waiting.set(id, { wish: what, resolve: resolve as (answer: unknown) => void, reject });
    // What a page draws from is more than data; only its data crosses over.
    post({ k: 'wish', id, wish: JSON.parse(JSON.stringify(what)) as Wish });
  });
}
