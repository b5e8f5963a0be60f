/** What the coach says. */
import type { Lesson, LessonStep, LessonText } from '../generated/protocol';
import type { Language } from '../game/kit';
import type { Tried } from './teacher';

export const inLanguage = (text: LessonText | undefined, language: Language): string => text?.[language] ?? '';

/** The reaction of a step to something legal that it did not ask for: the one whose beginning is the longest. */
export function reaction(step: LessonStep, words: string): LessonText | undefined {
  const fits = (step.wrong ?? []).filter(
    ({ words: beginning }) => beginning === '' || words === beginning || words.startsWith(`${beginning} `),
  );
  return fits.toSorted((a, b) => b.words.length - a.words.length)[0]?.text;
}

/** The hint after something that a rule refuses. */
export const hintFor = (step: LessonStep, tried: Tried): LessonText | undefined =>
  (step.refused ?? []).find(({ words }) => words === tried.words)?.text;

/** The step that a stop belongs to; the number of steps when the lesson is over. */
export const stepOf = (lesson: Lesson, stop: number | null): number =>
  stop === null ? lesson.steps.length : (lesson.stops[stop]?.step ?? 0);

/** What a step brought: points, and what a scoring would bring now; nothing where nothing changed. */
export interface Gain {
  points: number;
  then: number;
}
export const gained = (before: Gain, after: Gain): Gain => ({
  points: after.points - before.points,
  then: after.then - before.then,
});
