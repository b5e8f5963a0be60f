/** What the main thread did for each frame, from a trace of Chromium. */
import { loadavg } from 'node:os';
import type { CDPSession, Page } from '@playwright/test';

/** Prints a figure, with how busy the machine is. */
export const say = (line: string) => console.log(`${line}   (load ${loadavg()[0]!.toFixed(1)})`);

interface Event {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** The part of `dur` in which the thread had a processor. */
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

/** Script, style, layout and paint; what one holds of another is counted once. */
const WORK = new Set([
  'EventDispatch',
  'FunctionCall',
  'FireAnimationFrame',
  'TimerFire',
  'RunMicrotasks',
  'EvaluateScript',
  'v8.evaluateModule',
  'HitTest',
  'ParseHTML',
  'UpdateLayoutTree',
  'Layout',
  'UpdateLayerTree',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
  'IntersectionObserverController::computeIntersections',
  'MinorGC',
  'MajorGC',
]);

/**
 * Where Chromium keeps them: microtasks are V8's, commits and the beginnings of frames are told only to who asks by
 * name.
 */
const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'v8.execute',
  'blink.user_timing',
  '__metadata',
];

/** What one frame took of the main thread, in milliseconds. */
export interface Frame {
  /** Of its processor's time: what the page is answerable for. */
  worked: number;
  /** Of the clock's: with the waits for a processor that the browser's painters and other programs have just then. */
  passed: number;
}

/** Traces while something is done, and answers with what each frame took. */
export async function framesOf(page: Page, work: () => Promise<void>): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page);
  const events: Event[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Event[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await page.evaluate(() => performance.mark('quipu-begin'));
  await work();
  await page.evaluate(() => performance.mark('quipu-end'));
  await stopped(session);
  return perFrame(events);
}

/**
 * How long the tables' worker had a processor while something was done, in milliseconds: a slowed processor slows the
 * page's own thread alone. It is the first worker that does anything; those of bots come after it.
 */
export async function workerDuring(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: Event[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Event[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await work();
  await stopped(session);
  const of = ({ pid, tid }: Event) => `${pid} ${tid}`;
  const workers = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && /DedicatedWorker/.test(args?.name ?? '')).map(of),
  );
  const did = events
    .filter((event) => event.ph === 'X' && WORK.has(event.name) && workers.has(of(event)))
    .toSorted((a, b) => a.ts - b.ts);
  if (!did[0]) throw new Error('no worker was traced');
  let [sum, until] = [0, 0];
  for (const event of did) {
    if (of(event) !== of(did[0]) || event.ts < until) continue;
    sum += (event.tdur ?? event.dur ?? 0) / 1000;
    until = event.ts + (event.dur ?? 0);
  }
  return sum;
}

async function stopped(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}

function perFrame(events: readonly Event[]): Frame[] {
  const mark = (name: string) => events.find((event) => event.name === name);
  const [begin, end] = [mark('quipu-begin'), mark('quipu-end')];
  if (!begin || !end) throw new Error('the trace has no beginning or no end');
  const ours = events
    .filter((event) => event.pid === begin.pid && event.tid === begin.tid && event.ts >= begin.ts && event.ts <= end.ts)
    .toSorted((a, b) => a.ts - b.ts);
  const begun = ours.filter(({ name }) => name === 'BeginMainThreadFrame').length;
  if (begun < 20) throw new Error(`only ${begun} frames were traced`);
  const frames: Frame[] = [];
  let own: Frame = { worked: 0, passed: 0 };
  let until = 0;
  for (const { name, ph, ts, dur = 0, tdur } of ours) {
    if (ph !== 'X' || !WORK.has(name)) continue;
    if (tdur === undefined) throw new Error(`the trace does not tell the processor's time of ${name}`);
    if (ts >= until) {
      own = { worked: own.worked + tdur / 1000, passed: own.passed + dur / 1000 };
      until = ts + dur;
    }
    // The commit hands a frame over; whatever was done since the last one, inside a frame or before it, was done for
    // it.
    if (name === 'Commit') [own] = [{ worked: 0, passed: 0 }, frames.push(own)];
  }
  // A beginning without a commit changed nothing that is seen: few are, or the frames were not found.
  if (frames.length < begun / 2) throw new Error(`of ${begun} frames only ${frames.length} were committed`);
  return frames;
}

/** The value below which this part of all values lies. */
export function part(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
