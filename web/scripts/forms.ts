/**
 * The two forms of the built page: a server's, which is shown at any path, and a folder of files for any web host
 * (`site.html`), which plays without a server. Both are kept by a service worker, whose list is made here.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { Engine } from '../src/local/engine.ts';

/** What a page without a server may load: itself, and the module that it compiles. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // Style sheets are files; scripts place pieces by the style of their elements, which is no style in the markup.
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const SITE = [
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
  '<meta name="quipu-site" content="" />',
].join('\n    ');

/** The page as a server shows it: its files have one place, wherever the page is. */
export const ofServer = (page: string): string => page.replaceAll(/((?:href|src)=")\.\//g, '$1/');
/** The page as one of a folder of files. */
export const ofSite = (page: string): string => page.replace('<meta charset="utf-8" />', `$&\n    ${SITE}`);

/** All files of a folder, by their path in it. */
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

/** What is kept for offline play: all but maps, the list of the build, and the page's other form. */
export const kept = (all: readonly string[]): string[] =>
  all.filter((file) => !/^\.|\.(map|br|gz)$|^(index|site)\.html$|^sw\.js$/.test(file));

/** What is kept later than the rest: the module for reviews is as large as all else together, and few ask for it. */
export const isLater = (file: string): boolean => /(^|\/)review-[^/]*\.wasm$/.test(file);

/** The games that the module knows, asked while the page is built: `import games from 'virtual:games'`. */
export function bakedGames(): Plugin {
  const module = fileURLToPath(new URL('../engine/quipu.wasm', import.meta.url));
  return {
    name: 'quipu-games',
    resolveId: (id) => (id === 'virtual:games' ? `\0${id}` : null),
    async load(id) {
      if (id !== '\0virtual:games') return null;
      if (!existsSync(module)) return 'export default null;';
      this.addWatchFile(module);
      const engine = await Engine.of(await WebAssembly.compile(readFileSync(module)));
      return `export default ${engine.say('{"q":"games"}')};`;
    },
  };
}

export function forms(): Plugin {
  let out = '';
  let written = false;
  return {
    name: 'quipu-forms',
    apply: 'build',
    configResolved: (config) => void (out = config.build.outDir),
    writeBundle: () => void (written = true),
    closeBundle() {
      // After a build that failed there is nothing to read, and what failed is what is to be said.
      if (!written) return;
      const at = (file: string) => join(out, file);
      const page = readFileSync(at('index.html'), 'utf8');
      writeFileSync(at('site.html'), ofSite(page));
      writeFileSync(at('index.html'), ofServer(page));
      const list = kept(files(out));
      const digest = createHash('sha256');
      for (const file of ['index.html', 'site.html', ...list]) digest.update(file).update(readFileSync(at(file)));
      const worker = readFileSync(new URL('./sw.js', import.meta.url), 'utf8')
        .replace("'VERSION'", JSON.stringify(digest.digest('hex').slice(0, 16)))
        .replace("['FILES']", JSON.stringify(list.filter((file) => !isLater(file))))
        .replace("['LATER']", JSON.stringify(list.filter(isLater)));
      writeFileSync(at('sw.js'), worker);
    },
  };
}
