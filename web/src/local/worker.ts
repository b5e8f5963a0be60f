/**
 * The worker of local play. One and the same script has three parts: the tables of a page, a bot's mind, and (where
 * another tab has the tables already) the messenger to that tab. The first message says which.
 */
import { Engine, type Request } from './engine';
import { hand } from './hand';
import { Household } from './household';
import { BrowserShelf } from './shelf';
import { Tables } from './tables';
import type { FromPage, ToPage } from './talk';
import { Thinker, type Mind } from './thinker';

/** What a mind is told first, and then asked. */
type ToMind = { k: 'mind'; code: WebAssembly.Module } | { k: 'ask'; id: number; request: Request };
type FromMind = { id: number; answer: unknown } | { id: number; failed: string };

const scope = self as unknown as {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: FromPage | ToMind }) => void) | null;
};

scope.onmessage = ({ data }) => {
  if (data.k === 'mind') beMind(data.code);
  else if (data.k === 'code') bePage(data.code, data.millis);
};

/** Answers requests, one after the other; a module that failed is not asked again. */
function beMind(code: WebAssembly.Module): void {
  const engine = Engine.of(code);
  scope.onmessage = async ({ data }) => {
    if (data.k !== 'ask') return;
    let answer: FromMind;
    try {
      answer = { id: data.id, answer: (await engine).ask(data.request) };
    } catch (error) {
      answer = { id: data.id, failed: String(error) };
    }
    scope.postMessage(answer);
  };
}

/** A mind in a worker of its own. */
function wake(code: WebAssembly.Module): Mind {
  const worker = new Worker(self.location.href, { type: 'module', name: 'bot' });
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  const fail = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  };
  worker.onerror = () => fail('the worker failed');
  worker.onmessage = ({ data }: MessageEvent<FromMind>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) one?.reject(new Error(data.failed));
    else one?.resolve(data.answer);
  };
  worker.postMessage({ k: 'mind', code } satisfies ToMind);
  return {
    ask: <T>(request: Request) =>
      new Promise<T>((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
        worker.postMessage({ k: 'ask', id, request } satisfies ToMind);
      }),
    end: () => {
      worker.terminate();
      fail('cancelled');
    },
  };
}

/** The tables of this page, or the way to the tab that has them. */
function bePage(code: WebAssembly.Module, millis?: number): void {
  const post = (message: ToPage) => scope.postMessage(message);
  const household = new Household(post, async () => {
    const [engine, shelf] = await Promise.all([Engine.of(code), BrowserShelf.open()]);
    const tables = new Tables(engine, {
      shelf,
      bots: new Thinker(() => wake(code), millis),
      hints: new Thinker(() => wake(code), millis),
      hand,
      now: Date.now,
      later: (work, ms) => setTimeout(work, Math.min(ms, 0x7fff_ffff)),
      cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    });
    return { engine, shelf, tables };
  });
  scope.onmessage = ({ data }) => household.hear(data as FromPage);
}
