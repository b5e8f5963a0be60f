/** What the client knows of a table, and how changes from the server update it. */
import type { Line, LineKind, Looked, MatchNews, MatchState, News, State, Table } from '../generated/protocol';
import { changed } from './changes';

/** All that is known of a table. */
export interface Snapshot {
  version: number;
  table: Table;
  game: MatchState | null;
  view: unknown;
  lines: readonly Line[];
  /** Whether there are older lines to be asked for. */
  more: boolean;
  spectators: number;
  /** The server's time when the clocks were told. */
  clockAt: number;
}

export type StepLine = Line & Extract<LineKind, { kind: 'step' }>;
export const isStep = (line: Line): line is StepLine => line.kind === 'step';

/** The seat of a step: who decided it, or whom a draw was made for; undefined if a draw names no seat. */
export function seatOf({ seat, events }: Pick<StepLine, 'seat' | 'events'>): string | undefined {
  const drawn = events[0]?.event['seat'];
  return seat ?? (typeof drawn === 'string' ? drawn : undefined);
}

/** How things stand after a step, or after news without one. */
export interface Moment {
  standing: Snapshot;
  /** The step that led there; it is the last line of the log but for notes. */
  line: StepLine | null;
}

/** A table that came whole. */
export function whole(state: State): Snapshot {
  return {
    version: state.version,
    table: state.table,
    game: state.game ?? null,
    view: state.view ?? null,
    lines: state.lines,
    more: state.more_lines,
    spectators: state.spectators,
    clockAt: state.now,
  };
}

/**
 * The table after each step of news, or nothing if they do not fit what is known: then the whole is to be asked for.
 * The last moment is how things stand now; the ones before it have nothing on offer.
 */
export function after(standing: Snapshot, news: News): Moment[] | null {
  if (news.since !== standing.version || news.id !== standing.table.id) return null;
  try {
    const found: Moment[] = [];
    let { view, lines, game } = standing;
    for (const { changes, ...line } of news.lines ?? []) {
      if (changes !== undefined) view = changed(view, changes);
      lines = [...lines, line];
      if (!isStep(line) || !game) continue;
      game = afterStep(game, line);
      found.push({ standing: { ...standing, version: line.version, game, view, lines }, line });
    }
    const now: Snapshot = {
      version: news.version,
      table: news.table ?? standing.table,
      game: news.game ? toldOf(game, news.game) : standing.game,
      view: news.view ?? view,
      lines,
      more: standing.more,
      spectators: news.spectators ?? 0,
      clockAt: news.game ? news.now : standing.clockAt,
    };
    return [...found.slice(0, -1), { standing: now, line: found.at(-1)?.line ?? null }];
  } catch {
    return null;
  }
}

/** The match after news. These five facts are kept from before unless the news contain them; the rest is replaced. */
function toldOf(game: MatchState | null, news: MatchNews): MatchState {
  const { step, points, eyes, yours, hides } = game ?? ({} as MatchState);
  return { step, points, eyes, yours, hides, ...news };
}

/** The match after a step that is not the last: its seat is still acting, and nothing is on offer. */
function afterStep(game: MatchState, line: StepLine): MatchState {
  return {
    ...game,
    step: line.step + 1,
    points: line.points,
    to_act: line.seat ? { kind: 'seat', seat: line.seat } : game.to_act,
    offers: [],
    undo: {},
  };
}

/** The table as another viewer sees it; nothing if the differences do not fit, and then the whole must be asked for. */
export function looked(standing: Snapshot, other: Looked): Snapshot | null {
  if (other.version !== standing.version || other.id !== standing.table.id || standing.view === null) return null;
  try {
    const read = new Map((other.lines ?? []).map((line) => [line.version, line]));
    const kept = standing.lines.filter((line) => line.version >= other.from);
    return {
      ...standing,
      game: standing.game && { ...standing.game, eyes: other.eyes, offers: other.offers ?? [] },
      view: changed(standing.view, other.changes ?? {}),
      lines: kept.map((line) => read.get(line.version) ?? line),
      more: standing.more || kept.length < standing.lines.length,
    };
  } catch {
    return null;
  }
}

/** The log without what was taken back, each line with whether it still stands. */
export function standingSteps(lines: readonly Line[]): Set<Line> {
  let steps: Line[] = [];
  for (const line of lines) {
    if (line.kind === 'step') steps.push(line);
    if (line.kind === 'undo') steps = steps.filter((one) => one.kind === 'step' && one.step < line.to);
  }
  return new Set(steps);
}

/** The turns of others since the last decision of one of these seats; nothing where that was the last decision. */
export function turnsSince(lines: readonly Line[], yours: readonly string[]): StepLine[] {
  const stands = standingSteps(lines);
  const steps = lines.filter(isStep).filter((line) => stands.has(line));
  const mine = steps.findLastIndex(({ seat }) => seat && yours.includes(seat));
  const next = steps.findIndex(({ seat }, index) => index > mine && seat);
  return next < 0 ? [] : steps.slice(next);
}

/** The steps of the seat that decided last, with the draws among them. */
export function lastTurn(lines: readonly Line[]): StepLine[] {
  const stands = standingSteps(lines);
  const steps = lines.filter(isStep).filter((line) => stands.has(line));
  const seat = steps.findLast((line) => line.seat)?.seat;
  const other = steps.findLastIndex((line) => line.seat && line.seat !== seat);
  const own = steps.findIndex((line, index) => index > other && line.seat === seat);
  return own < 0 ? steps.slice(-1) : steps.slice(own);
}
