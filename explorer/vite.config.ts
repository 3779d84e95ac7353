import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { clientSources } from './client-sources.ts';
import { compressFiles } from './compress-files.ts';
import { guides } from './guides.ts';
import { inlineDocuments } from './inline-documents.ts';
import { persistedDocuments } from './persisted-documents.ts';
import { prerenderPages } from './prerender-pages.ts';

/**
 * The development server forwards all requests except those of the application to the gateway at
 * this URL.
 */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000';

/** What pages without charts and long tables do not load. */
const chartModules = /lightweight-charts|fancy-canvas|tanstack|\/charts\/|\/data-table/;

/** What every page loads beside the application, because lazy code has a part in it. */
const frameModules =
  /\/wallet\/(wallet-store|faucet-button|development-accounts)|not-found-page|\/pages\/(pages|page-heads)\.tsx?$|\/ui\/(unknown-page|when-near)|(no-wallet|unknown-fund)-lazy|generated\/site-pages|use-contracts|generated\/operations|watchlist|use-url-choice/;

/** Small parts of all charts. */
const chartParts = /\/charts\/(chart-colors|chart-menu|time-axis|swatch|chart-frame|plot-scale)/;

/** What the pages of batches, players and wallets share. */
const marketParts =
  /\/pages\/markets\/(return-on-stake|right-definition|skill-findings|rank-players)|\/lib\/(median|significance)|\/ui\/copyable-address/;

/** Small parts that the list of funds and the page of a fund share. */
const fundParts = /\/ui\/(live-nav|watch-button)|\/lib\/watchlist|\/graphql\/use-live-data/;

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: clientSources },
  plugins: [
    guides(),
    inlineDocuments(),
    react(),
    persistedDocuments(),
    prerenderPages(),
    compressFiles(),
  ],
  build: {
    target: 'es2023',
    outDir: 'dist',
    // No data URLs, because the content security policy permits only files of this origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // With this comment Chromium compiles a chunk on another thread while it loads, instead of when
    // it first runs.
    rolldownOptions: {
      output: {
        postBanner: '//# allFunctionsCalledOnLoad',
        // What most pages share is one file: each file costs its headers and compresses on its own.
        codeSplitting: {
          groups: [
            { name: 'base', minShareCount: 8, test: (id) => !chartModules.test(id) },
            { name: 'frame', test: frameModules },
            { name: 'chart-parts', test: chartParts },
            { name: 'market-parts', test: marketParts },
            { name: 'fund-parts', test: fundParts },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/graphql', '/api', '/rpc', '/docs'].map((path) => [path, gateway])),
  },
});
