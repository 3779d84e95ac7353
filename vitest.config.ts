import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests beside the files they test, and those of the structure. */
const unit = [
  '{packages/*/src,explorer/src,src,sandbox,scripts}/**/*.test.ts',
  'tests/architecture/**/*.test.ts',
];
/** Tests beside files of the sandbox that start chains and oracles. */
const sandboxProcesses = ['sandbox/{chain,oracle,supervisor}/**/*.test.ts'];
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

/** Tests at the interfaces, which need nothing of the gateway but `createGateway`. */
const interfaces = [
  'tests/contract/**/*.test.ts',
  'tests/graphql/**/*.test.ts',
  'tests/clients/mcp*.test.ts',
];
/** The gateway as `npm run build` bundles it; `npm test` runs the tests at the interfaces on it. */
const bundle = fileURLToPath(new URL('dist/gateway/gateway.js', import.meta.url));
const isBundleTested = process.env.TEST_BUNDLE === '1';

/** Files that take more than half a minute, the longest first. */
const slow = [
  'tests/limits/stalled-clients',
  'tests/e2e/undelivered-memory',
  'tests/e2e/small-heap',
  'tests/explorer/explorer',
  'tests/explorer/backtest',
  'tests/explorer/game',
  'tests/explorer/replay',
  'tests/browser/pages',
  'tests/explorer/fund-insight',
];

/** Starts the slow files of a project first, so that no worker is left with one at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slow.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return at < 0 ? slow.length : at;
    };
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)),
    );
  }
}

/** The bundler would load graphql's ES modules beside the CommonJS ones that node gives the libraries. */
const graphql = {
  find: /^graphql$/,
  replacement: createRequire(import.meta.url).resolve('graphql'),
};

export default defineConfig({
  resolve: { alias: [graphql] },
  test: {
    // They wait for upstreams, browsers and processes more than they compute.
    maxWorkers: 3,
    // Files share the modules of their worker: to load them anew for each took a quarter of the time.
    isolate: false,
    // What shall come about has time to, also where others use the machine.
    expect: { poll: { timeout: 15_000 } },
    // What depends on time may fail where others use the machine: once more, and the report says so.
    retry: 1,
    setupFiles: ['tests/support/properties.ts'],
    sequence: { sequencer: SlowFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: [...sandboxProcesses, ...timed],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'world',
          globalSetup: ['tests/support/shared-sandbox.ts'],
          include: ['tests/**/*.test.ts', ...sandboxProcesses],
          exclude: [
            ...['tests/architecture/**', 'tests/clients/libraries/**', ...timed],
            ...(isBundleTested ? interfaces : []),
          ],
        },
      },
      {
        extends: true,
        resolve: { alias: [{ find: /^.*\/src\/gateway\.ts$/, replacement: bundle }] },
        test: {
          name: 'bundle',
          include: isBundleTested ? interfaces : [],
          // Node loads the bundle, as in production.
          server: { deps: { external: [/\/dist\/gateway\//] } },
          setupFiles: ['tests/support/require-bundle.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'interpreted',
          include: interpreted,
          env: { COMPILED_EXECUTION: 'off' },
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: timed,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
