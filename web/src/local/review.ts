/**
 * Reviews made on this device: workers share the parts of a match among themselves. Whoever stops waiting ends them.
 */
import type { Review, Reviewing } from '../generated/protocol';
import type { Depth } from '../app/route.svelte';
import { Refused } from '../net/refused';
import { EngineRefused } from './engine';
import { mindOf, type Mind } from './mind';
import { compiled } from './modules';

/** The most workers; each has a memory of its own. */
const MOST = 4;
/** The reviews that were made last, so that whoever comes back need not wait again. */
const KEPT = 8;
const made = new Map<string, Review>();

export const wake = (code: WebAssembly.Module): Mind =>
  mindOf(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'review' }), code);

/** One core stays with the page. */
const workers = (parts: number): number =>
  Math.max(1, Math.min(MOST, parts, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

/** Judges all parts of a match with some minds, and tells how many are done. */
export async function judged(
  minds: readonly Mind[],
  { record, level, parts }: { record: string; level: Depth; parts: number },
  tell: (done: number) => void,
): Promise<unknown[]> {
  const all: unknown[] = [];
  let [next, done] = [0, 0];
  const work = async (mind: Mind) => {
    while (next < parts) {
      const part = next++;
      all[part] = await mind.ask({ q: 'judge', record, level, part });
      tell(++done);
    }
  };
  await Promise.all(minds.map(work));
  return all;
}

/** Reviews a record and tells how far it has come; nothing when nobody waits any more. */
export async function review(
  record: string,
  level: Depth,
  tell: (reviewing: Reviewing) => void,
  stop: AbortSignal,
): Promise<Review | null> {
  const key = `${level}\n${record}`;
  const known = made.get(key);
  if (known) return known;
  const code = await compiled('review').catch((error: unknown) => unavailable(String(error)));
  if (stop.aborted) return null;
  const minds = [wake(code)];
  const end = () => minds.forEach((mind) => mind.end());
  stop.addEventListener('abort', end, { once: true });
  try {
    const parts = await minds[0]!.ask<number>({ q: 'reviewable', record });
    while (minds.length < workers(parts)) minds.push(wake(code));
    tell({ id: '', stage: 'running', done: 0, parts });
    const all = await judged(minds, { record, level, parts }, (done) =>
      tell({ id: '', stage: 'running', done, parts }),
    );
    const review = await minds[0]!.ask<Review>({ q: 'review', record, level, judged: all });
    keep(key, review);
    return review;
  } catch (error) {
    if (stop.aborted) return null;
    throw error instanceof EngineRefused ? new Refused(error.refusal, 0) : error;
  } finally {
    stop.removeEventListener('abort', end);
    end();
  }
}

function keep(key: string, review: Review): void {
  made.set(key, review);
  const [oldest] = made.keys();
  if (made.size > KEPT && oldest !== undefined) made.delete(oldest);
}

function unavailable(text: string): never {
  throw new Refused({ code: 'unavailable', reason: { key: 'engine', text } }, 0);
}
