import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

/** Tests beside the files they test, and those of the house itself. */
const unit = [
  '{packages/*/src,src,sandbox,scripts}/**/*.test.ts',
  'tests/architecture/**/*.test.ts',
];
/** Tests that measure time, or stop processes at given times: alone on the machine. */
const timed = [
  'tests/e2e/{cold-documents,crash,gateway-start,large-bodies,loop-delay,refused-requests,shutdown,snapshot-speed,start,stop-under-load}.test.ts',
  'sandbox/data-node/sim/streams.test.ts',
];

/** Tests that are repeated without compiled plans. */
const interpreted = [
  'tests/graphql/{error-codes,graphql-api,http-audits,request-shapes}.test.ts',
  'tests/rest-graphql-parity.test.ts',
];

/** The bundler would load graphql's ES modules beside the CommonJS ones that node gives the libraries. */
const graphql = createRequire(import.meta.url).resolve('graphql');

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    maxWorkers: 2,
    // Files share the modules of their worker: to load them anew for each took a quarter of the time.
    isolate: false,
    // What shall come about has time to, also where others use the machine.
    expect: { poll: { timeout: 15_000 } },
    // What depends on time may fail where others use the machine: once more, and the report says so.
    retry: 1,
    setupFiles: ['tests/support/properties.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: timed,
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'world',
          // They wait for upstreams, browsers and processes more than they compute.
          maxWorkers: 3,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/architecture/**', 'tests/clients/libraries/**', ...timed],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'interpreted',
          include: interpreted,
          env: { COMPILED_EXECUTION: 'off' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: timed,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
