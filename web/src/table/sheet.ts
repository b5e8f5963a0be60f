/** The score sheet: lines of all seats as sums of a kind, each with what it is made of. */
import { seatIndex } from '../board/seats';
import type { SheetLine } from '../generated/protocol';

export interface SheetRow {
  label: string;
  points: number[];
}
export interface SheetGroup extends SheetRow {
  parts: SheetRow[];
}
export interface Sheet {
  total: number[];
  groups: SheetGroup[];
}

function rows(lines: readonly SheetLine[], seats: number, label: (line: SheetLine) => string): SheetRow[] {
  const found = new Map<string, number[]>();
  for (const line of lines) {
    const name = label(line);
    const points = found.get(name) ?? Array.from({ length: seats }, () => 0);
    const index = seatIndex(line.seat);
    points[index] = (points[index] ?? 0) + line.points;
    found.set(name, points);
  }
  return [...found].map(([name, points]) => ({ label: name, points }));
}

/** `group` says what a line is summed under, `part` which of its rows it stands in. */
export function sheet(
  lines: readonly SheetLine[],
  seats: number,
  group: (line: SheetLine) => string,
  part: (line: SheetLine) => string,
): Sheet {
  const [sum] = rows(lines, seats, () => '');
  return {
    total: sum?.points ?? Array.from({ length: seats }, () => 0),
    groups: rows(lines, seats, group).map((row) => ({
      ...row,
      parts: rows(
        lines.filter((line) => group(line) === row.label),
        seats,
        part,
      ),
    })),
  };
}

/** Which points of a row are the best; none where all are alike. */
export const best = (points: readonly number[]): boolean[] => {
  const most = Math.max(...points);
  return points.map((one) => one === most && points.some((other) => other < most));
};
