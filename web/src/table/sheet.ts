/** The score sheet: lines of all seats as a table by part of the match and by kind. */
import { seatIndex } from '../board/seats';
import type { SheetLine } from '../generated/protocol';

export interface SheetRow {
  label: string;
  points: number[];
}
export interface Sheet {
  /** One row for each part of the match. */
  sections: SheetRow[];
  /** One row for each kind of points. */
  items: SheetRow[];
  total: number[];
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

export function sheet(
  lines: readonly SheetLine[],
  seats: number,
  section: (line: SheetLine) => string,
  item: (line: SheetLine) => string,
): Sheet {
  const [sum] = rows(lines, seats, () => '');
  return {
    sections: rows(lines, seats, section),
    items: rows(lines, seats, item),
    total: sum?.points ?? Array.from({ length: seats }, () => 0),
  };
}
