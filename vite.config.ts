import { defineConfig } from 'vite';
import { splitCatalogues } from './scripts/split-catalogues.ts';

/** Builds the page of web/ into dist/web, where the server finds it. */
export default defineConfig({
  root: 'web',
  plugins: [splitCatalogues],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows `data:` for pictures only, and one small file more costs nothing.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Kilobytes: the map library, which only the map page loads, is one of a thousand.
    chunkSizeWarningLimit: 1200,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/web', '/imagesearch', '/cdx'].map((path) => [path, 'http://127.0.0.1:7070']),
    ),
  },
});
