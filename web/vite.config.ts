import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { bakedGames, forms } from './scripts/forms.ts';
import { pictures } from './scripts/pictures.ts';
import { themes } from './scripts/themes.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The few words that the home page shows of each game (`cover.…`), as a module by language, so that it need not load
 * all words of all games: `import('virtual:covers/en')`.
 */
function coverWords(): Plugin {
  const games = here('../games');
  return {
    name: 'quipu-cover-words',
    resolveId: (id) => (id.startsWith('virtual:covers/') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0virtual:covers/')) return null;
      const language = id.split('/').at(-1)!;
      const words: Record<string, Record<string, string>> = {};
      for (const game of readdirSync(games)) {
        try {
          const file = `${games}/${game}/web/messages/${language}.json`;
          const all = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
          words[game] = Object.fromEntries(all.filter(([key]) => key.startsWith('cover.')));
          this.addWatchFile(file);
        } catch {
          // A game without a board has no card.
        }
      }
      return `export default ${JSON.stringify(words)};`;
    },
  };
}

export default defineConfig({
  root: here('.'),
  // Files find each other wherever they lie; only the page itself has to know its place (`scripts/forms.ts`).
  base: './',
  plugins: [pictures(), themes(), svelte(), coverWords(), bakedGames(), forms()],
  worker: { format: 'es' },
  resolve: { alias: { $quipu: here('./src') } },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': 'http://127.0.0.1:7777', '/socket': { target: 'ws://127.0.0.1:7777', ws: true } },
  },
  build: { target: 'es2022', outDir: here('./dist'), emptyOutDir: true, manifest: true },
  // Some go through every offer of a recorded match; a busy machine needs its time for that.
  test: { testTimeout: 60_000, include: ['tests/**/*.test.ts', '../games/*/web/tests/**/*.test.ts'] },
});
