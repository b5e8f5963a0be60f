/** What the main thread did for each frame, from a trace of Chromium. */
import type { CDPSession, Page } from '@playwright/test';

interface Event {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

/** Script, style, layout and paint; what one holds of another is counted once. */
const WORK = new Set(['EventDispatch', 'FunctionCall', 'FireAnimationFrame', 'TimerFire', 'RunMicrotasks', 'EvaluateScript', 'HitTest', 'ParseHTML', 'UpdateLayoutTree', 'Layout', 'UpdateLayerTree', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'IntersectionObserverController::computeIntersections', 'MinorGC', 'MajorGC']);

/** Traces while something is done, and answers with the milliseconds of work for each frame. */
export async function framesOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const events: Event[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Event[])));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'blink.user_timing', '__metadata'] } });
  await page.evaluate(() => performance.mark('quipu-begin'));
  await work();
  await page.evaluate(() => performance.mark('quipu-end'));
  await stopped(session);
  return perFrame(events);
}

async function stopped(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}

function perFrame(events: readonly Event[]): number[] {
  const mark = (name: string) => events.find((event) => event.name === name);
  const [begin, end] = [mark('quipu-begin'), mark('quipu-end')];
  if (!begin || !end) throw new Error('the trace has no beginning or no end');
  const ours = events.filter((event) => event.pid === begin.pid && event.tid === begin.tid && event.ts >= begin.ts && event.ts <= end.ts).toSorted((a, b) => a.ts - b.ts);
  const starts = ours.filter((event) => event.name === 'BeginMainThreadFrame').map((event) => event.ts);
  if (starts.length < 20) throw new Error(`only ${starts.length} frames were traced`);
  const frames = starts.map(() => 0);
  let until = 0;
  for (const { name, ph, ts, dur = 0 } of ours) {
    if (ph !== 'X' || !WORK.has(name) || ts + dur <= until) continue;
    const own = ts + dur - Math.max(ts, until);
    until = ts + dur;
    // What is done before a frame begins is done for it: a pointer that moved, say.
    const frame = starts.findIndex((start) => start >= ts);
    const inside = starts.findLastIndex((start) => start <= ts);
    const painting = name !== 'EventDispatch' && name !== 'HitTest';
    const index = painting ? Math.max(0, inside) : frame;
    if (index >= 0) frames[index]! += own / 1000;
  }
  return frames;
}

/** The value below which this part of all values lies. */
export function part(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
