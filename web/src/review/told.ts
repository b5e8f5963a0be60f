/** A review in words: what was played, what was better, and by how much. */
import type { Frame, MatchState, Moment, Review, ReviewedTurn } from '../generated/protocol';
import type { GameKit, SeatLook, Sketch, Translate } from '../game/kit';
import { t, type Key } from '../i18n/index.svelte';

/** How many steps of a turn are named. */
const NAMED = 3;
/** What is less than this many points is told as a chance. */
const POINTS = 0.75;

export interface Shown {
  kit: GameKit;
  parts: unknown;
  frames: readonly Frame[];
  seats: readonly SeatLook[];
  words: Translate;
}

/** Turns that are inaccurate or worse. */
export const isWeak = ({ class: name }: ReviewedTurn) =>
  name === 'inaccurate' || name === 'mistake' || name === 'blunder';

/** The steps of a turn that begins at a step of the match, as the board draws them. */
export function steps({ kit, parts, frames, seats, words }: Shown, at: number, turn: readonly string[]): Sketch[] {
  const frame = frames[at];
  if (!frame || !kit.sketch) return [];
  const { step, to_act, points } = frame;
  const game: MatchState = { step, to_act, points, eyes: 'all', yours: [], hides: false, undo: {} };
  return kit.sketch(turn, game, frame.view, words, { parts, seats });
}

/** The words of a turn from the place on where the two turns differ; all of them where one only goes on. */
export function differing(turn: readonly string[], other: readonly string[]): readonly string[] {
  const at = turn.findIndex((word, index) => word !== other[index]);
  return at > 0 ? turn.slice(at) : turn;
}

/** A turn in a few words. */
export function inWords(shown: Shown, at: number, turn: readonly string[], other: readonly string[] = []): string {
  const all = steps(shown, at, turn);
  const from = turn.length - differing(turn, other).length;
  const texts = all.slice(from).map(({ text }) => text);
  const named = texts.slice(0, NAMED).join(', ');
  return texts.length > NAMED ? `${named}, …` : named;
}

/** What was decided at the place of a turn that is shown: its words from there on. */
export function playedWords(shown: Shown, turn: ReviewedTurn): string[] {
  const words: string[] = [];
  for (let step = turn.at + 1; step <= turn.to; step += 1) {
    const frame = shown.frames[step];
    if (!frame || frame.by !== turn.seat) break;
    words.push(frame.words);
  }
  return words;
}

/** A share as percent, without a fraction. */
export const percent = (share: number) => `${Math.round(100 * share)} %`;
/** A change with its sign. */
export const signed = (value: number) => {
  const round = Math.round(value);
  return round === 0 ? '0' : `${round < 0 ? '−' : '+'}${Math.abs(round)}`;
};

/** By how much the better turn was better, in one sentence. */
export function worth(turn: ReviewedTurn): string {
  const better = turn.others[0];
  if (!better) return t('review.alone');
  const points = better.prospect.margin - turn.played.margin;
  const win = Math.round(100 * (better.prospect.win - turn.played.win));
  if (win <= 0 && points < POINTS) return t('review.nothing');
  if (points >= POINTS) return t('review.worth', { count: Math.round(points) });
  return t('review.chance', { percent: win });
}

/** What a moment was about: a heading and a note. */
export function momentWords(
  shown: Shown,
  review: Review,
  moment: Moment,
  seat: string,
): { head: string; note: string } {
  const turn = review.turns[moment.turn];
  const number = moment.turn + 1;
  if (moment.kind === 'luck') {
    const events = shown.frames.slice(moment.from + 1, moment.to + 1).flatMap((frame) => frame.events);
    const told = events.map((event) => shown.kit.describe(event, shown.seats, shown.words, shown.parts)).find(Boolean);
    const odds = moment.odds ? Math.round(1 / moment.odds) : 0;
    const note = odds > 1 ? t('review.odds', { count: odds }) : t('review.luck');
    return { head: t('review.moment', { turn: number, what: told ?? t('review.draw') }), note };
  }
  const what = turn ? inWords(shown, turn.at, playedWords(shown, turn), turn.others[0]?.words) : '';
  const name = shown.seats.find(({ letter }) => letter === turn?.seat)?.name ?? '';
  const head = t('review.moment', { turn: number, what: turn && turn.seat !== seat ? `${name}: ${what}` : what });
  return { head, note: t(`review.kind.${moment.kind}` as Key) };
}
