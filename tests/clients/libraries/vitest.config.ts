import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The files of `generated/clients` import the libraries, which only this package has. */
const own = (name: string) => fileURLToPath(import.meta.resolve(name));
/** The bundler would load graphql's ES modules beside the CommonJS ones of the gateway. */
const graphql = createRequire(new URL('../../../package.json', import.meta.url)).resolve('graphql');

export default defineConfig({
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: graphql },
      { find: /^@apollo\/client\/utilities$/, replacement: own('@apollo/client/utilities') },
    ],
  },
  test: {
    maxWorkers: 1,
    // Files share the modules of their worker: loading them anew for each took half of the time.
    isolate: false,
    setupFiles: ['../../support/properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
