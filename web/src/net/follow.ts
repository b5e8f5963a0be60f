/** What the client knows of a table, and how changes from the server update it. */
import type { Line, MatchState, News, State, Table } from '../generated/protocol';
import { updated } from './changes';

/** All that is known of a table. */
export interface Standing {
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

/** A table that came whole. */
export function whole(state: State, before: Standing | null): Standing {
  const game = state.game ?? null;
  return {
    version: state.version,
    table: state.table,
    game,
    view: updated(before?.view, state.view) ?? null,
    lines: state.lines,
    more: state.more_lines,
    spectators: state.spectators,
    clockAt: state.now,
  };
}

/** The table after news, or nothing if they do not fit what is known: then the whole is to be asked for. */
export function after(standing: Standing, news: News): Standing | null {
  if (news.since !== standing.version || news.id !== standing.table.id) return null;
  try {
    return {
      version: news.version,
      table: news.table ?? standing.table,
      game: news.game ?? standing.game,
      view: updated(standing.view, news.view),
      lines: news.lines?.length ? [...standing.lines, ...news.lines] : standing.lines,
      more: standing.more,
      spectators: news.spectators,
      clockAt: news.game ? news.now : standing.clockAt,
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
