/** Lines come with what does not follow from the lines before them (docs/protocol.md, "Lines"); here they are whole. */
import type { Line, SentLine } from '../generated/protocol';

/** The lines as they were meant. */
export function wholeLines(sent: readonly SentLine[]): Line[] {
  let [version, at, step, points] = [0, 0, 0, [] as number[]];
  return sent.map((line) => {
    version = line.version ?? version + 1;
    at = line.at ?? at;
    if (line.kind) return { ...line, version, at } as Line;
    step = line.step ?? step + 1;
    points = line.points ?? points;
    const events = (line.events ?? []).map((event) => ({ event }));
    return { ...line, version, at, kind: 'step', step, points, events } as Line;
  });
}

/** A message with its lines whole. */
export function withLines<Message extends { lines?: Line[] }>(message: Message): Message {
  return message.lines ? { ...message, lines: wholeLines(message.lines as SentLine[]) } : message;
}
