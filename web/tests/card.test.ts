/** The reference card has the actions in the order of the action bar, under the names that they have there. */
import { describe, expect, it } from 'vitest';
import type { GameKit } from '../src/game/kit';
import type { Frame, MatchState } from '../src/generated/protocol';
import { parseHelp, type CardTable } from '../src/rules/help';

const kits = import.meta.glob<{ default: GameKit }>('../../games/*/web/index.ts', { eager: true });
const fixtures = import.meta.glob<{ frames: Frame[] }>('../../games/*/web/tests/frames.ts', { eager: true });
const words = import.meta.glob<Record<string, string>>('../../games/*/web/messages/*.json', {
  eager: true,
  import: 'default',
});
const helps = import.meta.glob<string>('../../games/*/web/help/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The verbs that ever stand in the bar together, the longest row of them, where all on the card is played. */
function bar(kit: GameKit, frames: readonly Frame[], card: readonly CardTable[]): string[] {
  const played = card
    .flatMap(({ rows }) => rows)
    .flatMap(({ only }) => (only ? [[only.option, only.values[0]!] as const] : []));
  const rows = frames.map((frame) => {
    const view = frame.view as { options?: Record<string, string> };
    const all = { ...view, options: { ...view.options, ...Object.fromEntries(played) } };
    return kit.verbs?.({ to_act: frame.to_act } as MatchState, all) ?? [];
  });
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** The rows of the actions by their verbs: each is called as its button, more words may follow. */
function named(actions: CardTable, verbs: readonly string[], say: Record<string, string>): string[] {
  const names = actions.rows.map(({ cells }) => cells[0]!);
  const of = (name: string) =>
    verbs.filter((verb) => name === say[`verb.${verb}`] || new RegExp(`^${say[`verb.${verb}`]}[ ,]`).test(name));
  return [...new Set(names.flatMap(of))];
}

// Without `verbs` a game's bar has no order of its own, and a new game has no frames yet.
const games = Object.entries(kits).flatMap(([path, { default: kit }]) => {
  const of = (file: string) => path.replace('index.ts', file);
  const frames = fixtures[of('tests/frames.ts')]?.frames;
  return frames && kit.verbs ? [[kit.key, kit, frames, of] as const] : [];
});

describe.each(games)('%s', (_, kit, frames, of) => {
  it.each(['en', 'it', 'es'])('has its card in the order of the action bar, in %s', (language) => {
    const { card } = parseHelp(helps[of(`help/${language}.md`)]!);
    const verbs = bar(kit, frames, card);
    expect(verbs).not.toEqual([]);
    expect(named(card[0]!, verbs, words[of(`messages/${language}.json`)]!)).toEqual(verbs);
  });
});

it('looks at some games', () => expect(games.length).toBeGreaterThan(0));
