/**
 * The pictures of the home page, drawn when the page is built: `import('…/Cover.svelte?drawn')` is a string of SVG. A
 * picture never changes, so that a visitor's browser need not run a thousand effects before the page answers. Its
 * styles become a style sheet: the page's policy allows none within the markup.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import type { Component } from 'svelte';
import { createServer, type Plugin, type ViteDevServer } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const NAME = '\0virtual:pictures/';
/** Not a name with a zero, by which style sheets are not known. */
const SHEET = /^\/virtual:pictures\/([\w-]+)\.css$/;

/** A small server of its own that compiles for Node. */
const openStudio = () =>
  createServer({
    root: here('..'),
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    // The styles come along with a picture, since its component is not part of the page.
    plugins: [svelte({ configFile: false, preprocess: vitePreprocess(), emitCss: false })],
    resolve: { alias: { $quipu: here('../src') } },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });

/** Draws one, and says which files it is made of. */
async function draw(studio: ViteDevServer, file: string, game: string) {
  const { default: Picture } = (await studio.ssrLoadModule(file)) as { default: Component };
  const { render } = (await studio.ssrLoadModule('svelte/server')) as typeof import('svelte/server');
  const { head, body } = await render(Picture);
  const files = [...studio.environments.ssr.moduleGraph.fileToModulesMap.keys()].filter(
    (path) => !path.includes('node_modules'),
  );
  const css = [...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, rules]) => rules).join('\n');
  // Comments are for who takes the markup over again; nobody does.
  const { svg, rules } = apart(body.replaceAll(/<!--.*?-->/gs, ''), game);
  return { svg, css: [css, ...rules].join('\n'), files };
}

/**
 * The same markup, whose elements have classes in place of styles, and the rules of these classes. They stand above all
 * other rules, as an element's style does. The name keeps the classes of several pictures apart.
 */
export function apart(markup: string, name: string): { svg: string; rules: string[] } {
  const rules = new Map<string, string>();
  const svg = markup.replaceAll(/<[^<>]*? style="([^"]*)"[^<>]*>/g, (tag, style: string) => {
    const known = rules.get(style) ?? `drawn-${name}-${rules.size}`;
    rules.set(style, known);
    const bare = tag.replace(` style="${style}"`, '');
    return bare.includes(' class="')
      ? bare.replace(' class="', ` class="${known} `)
      : bare.replace(/^<[\w-]+/, `$& class="${known}"`);
  });
  const rule = ([style, known]: [string, string]) => {
    const parts = style.split(';').filter((part) => part.trim());
    return `.${known} { ${parts.map((part) => `${part.trim()} !important;`).join(' ')} }`;
  };
  return { svg, rules: [...rules].map(rule) };
}

export function pictures(): Plugin {
  const files = new Map<string, string>();
  const sheets = new Map<string, string>();
  let studio: Promise<ViteDevServer> | null = null;
  const close = async () => {
    const open = studio;
    studio = null;
    await (await open)?.close();
  };
  return {
    name: 'quipu-pictures',
    enforce: 'pre',
    resolveId(id, importer) {
      if (SHEET.test(id)) return id;
      const [, path, game] = /^(.*\/games\/([^/]+)\/web\/(?:art\/)?Cover\.svelte)\?drawn$/.exec(id) ?? [];
      if (!path || !game) return null;
      files.set(game, importer && path.startsWith('.') ? resolve(importer, '..', path) : path);
      return `${NAME}${game}`;
    },
    async load(id) {
      const [, styled] = SHEET.exec(id) ?? [];
      if (styled) return sheets.get(styled) ?? '';
      const file = id.startsWith(NAME) && files.get(id.slice(NAME.length));
      if (!file) return null;
      const game = id.slice(NAME.length);
      const drawn = await draw(await (studio ??= openStudio()), file, game);
      for (const one of drawn.files) this.addWatchFile(one);
      sheets.set(game, drawn.css);
      return `import '/virtual:pictures/${game}.css';\nexport default ${JSON.stringify(drawn.svg)};`;
    },
    // While one works on it, a changed file is drawn anew.
    watchChange: close,
    buildEnd: close,
  };
}
