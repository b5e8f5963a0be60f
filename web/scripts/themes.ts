/**
 * The dark theme is written once, as `@lamp-light { … }` in tokens.css, and applies twice: where the system asks for
 * it and nobody chose the light theme, and where somebody chose the dark one.
 */
import type { Plugin } from 'vite';

export const themes = (): Plugin => ({
  name: 'quipu-themes',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/look\/tokens\.css(\?|$)/.test(id)) return null;
    const [whole, values] = /@lamp-light \{([^}]*)\}/.exec(code) ?? [];
    if (!whole) throw new Error('tokens.css has no @lamp-light block');
    const bySystem = `@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) {${values}} }`;
    return { code: code.replace(whole, `${bySystem}\n:root[data-theme='dark'] {${values}}`), map: null };
  },
});
