import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';
import { inlineDocuments } from './inline-documents.ts';
import { persistedDocuments } from './persisted-documents.ts';
import { prerenderPages } from './prerender-pages.ts';

/** `npm run dev -w explorer` sends everything but the application to a gateway on this URL. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [inlineDocuments(), react(), persistedDocuments(), prerenderPages(), compressFiles()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    // No data URLs: the content security policy allows files of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Chromium then compiles a chunk on another thread while it loads, and not when it first runs.
    rolldownOptions: { output: { postBanner: '//# allFunctionsCalledOnLoad' } },
  },
  server: {
    proxy: Object.fromEntries(['/graphql', '/api', '/rpc', '/docs'].map((path) => [path, gateway])),
  },
});
