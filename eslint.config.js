// The lint rules for the page and the boards. `npm run lint --workspace web` runs them.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './web/svelte.config.js';

export default ts.config(
  {
    ignores: [
      'web/src/generated/**',
      'games/*/web/types.ts',
      'web/dist/**',
      'web/prepared/**',
      'web/test-results/**',
      'target/**',
    ],
  },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  // Prettier decides how code looks.
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    rules: {
      // An underscore says that a value is left out on purpose.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Playwright reads from the pattern which fixtures a fixture wants.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      // TypeScript knows the names.
      'no-undef': 'off',
      // Rows of a drawing have no identity but their place, and nothing in them keeps state.
      'svelte/require-each-key': 'off',
      // The maps and sets of this client are built inside a derived value and never change afterwards, or are caches.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // Markup that is made here and holds no text of people: covers and rules, which are files of this repository.
    files: ['web/src/lobby/Cover.svelte', 'web/src/rules/**'],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
);
