import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  plugins: [svelte()],
  resolve: { alias: { $quipu: here('./src') } },
  server: { fs: { allow: [here('..')] }, proxy: { '/api': 'http://127.0.0.1:7777', '/socket': { target: 'ws://127.0.0.1:7777', ws: true } } },
  build: { target: 'es2022', outDir: here('./dist'), emptyOutDir: true },
});
