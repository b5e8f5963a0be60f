/**
 * What the engine has prepared of diagrams and lessons (`web/prepared`, made by `npm run lessons`): pages show them
 * without a server.
 */
import type { Figure, Lesson, LessonLine, Teaching } from '../generated/protocol';

const files = import.meta.glob<string>('../../prepared/**/*.json', {
  query: '?url&no-inline',
  import: 'default',
});

const kept = new Map<string, Promise<unknown>>();

async function fetched<T>(path: string): Promise<T | null> {
  const address = await files[`../../prepared/${path}.json`]?.();
  if (!address) return null;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** Reads a file once; null where there is none. What could not be fetched is asked for again. */
function load<T>(path: string): Promise<T | null> {
  const asked = (kept.get(path) as Promise<T | null> | undefined) ?? fetched<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

/** What a game teaches with: its lessons by name, and the parts of its box. */
export const loadTeaching = (game: string) => load<Teaching>(`${game}/teaching`);
export const loadFigure = (game: string, scenario: string, eyes: string) =>
  load<Figure>(`${game}/figures/${scenario}.${eyes}`);
/** The lessons of each game, by its key: what home pages tell of them. */
export const lessonLines = async (): Promise<Record<string, readonly LessonLine[]>> =>
  (await load<Record<string, LessonLine[]>>('lessons')) ?? {};
export const loadLesson = (game: string, key: string) => load<Lesson>(`${game}/lessons/${key}`);
