/**
 * The worker of local play. One and the same script has three parts: the tables of a page, a bot's mind, and (where
 * another tab has the tables already) the messenger to that tab. The first message says which.
 */
import { Engine, EngineRefused } from './engine';
import { hand } from './hand';
import { Household } from './household';
import { mindOf, type FromMind, type ToMind } from './mind';
import { BrowserShelf } from './shelf';
import { Tables } from './tables';
import type { FromPage, ToPage } from './talk';
import { Thinker } from './thinker';

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
      const refusal = error instanceof EngineRefused ? error.refusal : undefined;
      answer = { id: data.id, failed: String(error), refusal };
    }
    scope.postMessage(answer);
  };
}

/** A bot's mind, in a worker of its own. */
const wake = (code: WebAssembly.Module) =>
  mindOf(new Worker(self.location.href, { type: 'module', name: 'bot' }), code);

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
