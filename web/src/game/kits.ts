/** The games' own folders, found by glob: whatever lies in `games/*` is a game. */
import type { Component } from 'svelte';
import type { GameKit, Language } from './kit';

const kits = import.meta.glob<GameKit>('../../../games/*/web/index.ts', { import: 'default' });
// The pictures of the home page come without the boards behind them, and drawn (see scripts/pictures.ts).
const covers = import.meta.glob<string>(
  ['../../../games/*/web/Cover.svelte', '../../../games/*/web/art/Cover.svelte'],
  { query: '?drawn', import: 'default' },
);
const helps = import.meta.glob<string>('../../../games/*/web/help/*.md', { query: '?raw', import: 'default' });

export async function loadKit(game: string): Promise<GameKit | null> {
  return (await kits[`../../../games/${game}/web/index.ts`]?.()) ?? null;
}

/** A game's picture as SVG; a component where the game keeps it elsewhere. */
export async function loadCover(game: string): Promise<string | Component | null> {
  const load =
    covers[`../../../games/${game}/web/Cover.svelte`] ?? covers[`../../../games/${game}/web/art/Cover.svelte`];
  if (load) return load();
  return ((await loadKit(game))?.Cover as Component | undefined) ?? null;
}

export async function loadHelp(game: string, language: Language): Promise<string | null> {
  const load =
    helps[`../../../games/${game}/web/help/${language}.md`] ?? helps[`../../../games/${game}/web/help/en.md`];
  return (await load?.()) ?? null;
}
