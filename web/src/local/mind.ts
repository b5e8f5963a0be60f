/** A worker with a module, asked from outside: a bot that thinks, or one that reviews. */
import type { Refusal } from '../generated/protocol';
import { EngineRefused, type Request } from './engine';

/** What a mind is told first, and then asked. */
export type ToMind = { k: 'mind'; code: WebAssembly.Module } | { k: 'ask'; id: number; request: Request };
export type FromMind = { id: number; answer: unknown } | { id: number; failed: string; refusal?: Refusal };

/** Answers requests one after the other, until it is ended. */
export interface Mind {
  ask<T>(request: Request): Promise<T>;
  end(): void;
}

/** The mind that a fresh worker becomes. */
export function mindOf(worker: Worker, code: WebAssembly.Module): Mind {
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
    if ('failed' in data) one?.reject(data.refusal ? new EngineRefused(data.refusal) : new Error(data.failed));
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
