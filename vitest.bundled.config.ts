import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The gateway as `npm run build` bundles it. */
const bundle = fileURLToPath(new URL('dist/gateway/gateway.js', import.meta.url));

/** They measure time and memory, or look at the traces of the process: not on the bundle too. */
const measuring = [
  'tests/contract/{connection-limit,stalled-clients,traced-work,tracing,unread-events}.test.ts',
  'tests/graphql/response-size.test.ts',
];

/** Tests at the interfaces that run on the bundle as well, because bundlers rename and reorder. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') },
      { find: /^.*\/src\/gateway\.ts$/, replacement: bundle },
    ],
  },
  test: {
    name: 'bundled',
    include: [
      'tests/contract/**/*.test.ts',
      'tests/graphql/**/*.test.ts',
      'tests/clients/mcp*.test.ts',
    ],
    exclude: measuring,
    // Node loads the bundle, as in production.
    server: { deps: { external: [/\/dist\/gateway\//] } },
    maxWorkers: 3,
    isolate: false,
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['tests/support/properties.ts', 'tests/support/require-bundle.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
