import { expect, test } from 'vitest';
import { findImportCycles } from './import-cycles.ts';
import { findBrokenImportRule } from './import-rules.ts';
import { codeFiles, isTest, parseImports, read } from './source-tree.ts';

const sources = codeFiles.filter((path) => /^(packages|src|sandbox)\/.*\.ts$/.test(path));
const imports = sources.flatMap((path) => parseImports(path, read(path)));

test('default: imports follow the architecture page', () => {
  const broken = imports.filter((one) => !isTest(one.from)).map(findBrokenImportRule);
  expect(broken.filter((line) => line !== null)).toEqual([]);
});

test('default: the gateway and the sandbox never import each other, tests included', () => {
  const crossing = imports.filter(({ from, to }) =>
    from.startsWith('src/')
      ? /^(sandbox|tests|scripts)\//.test(to)
      : /^(src|tests|scripts)\//.test(to),
  );
  expect(crossing).toEqual([]);
});

test('default: no files import each other in a circle, not even types', () => {
  const all = codeFiles.filter((path) => path.endsWith('.ts') && !isTest(path));
  expect(findImportCycles(all.flatMap((path) => parseImports(path, read(path))))).toEqual([]);
});

test('args: a circle is every file that leads back to itself', () => {
  const importing = (...pairs: readonly string[]) =>
    pairs.map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '', typeOnly: true }));
  expect(findImportCycles(importing('ab', 'bc', 'ac', 'cd'))).toEqual([]);
  expect(findImportCycles(importing('ab', 'bc', 'ca', 'cd', 'de', 'ed'))).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
  ]);
});

test.each([
  ['src/lib/errors.ts', 'src/http/route.ts'],
  ['src/upstreams/index.ts', 'src/domains/dtf/client.ts'],
  ['src/finance/performance.ts', 'src/graphql/apply-max-points.ts'],
  ['src/graphql/schema.ts', 'src/finance/performance.ts'],
  ['src/graphql/schema.ts', 'src/graphql/cost/cost-limits.ts'],
  ['src/graphql/cost/cost.ts', 'src/graphql/compiled-executor/compile.ts'],
  ['src/graphql/compiled-executor/index.ts', 'src/graphql/run-operation.ts'],
  ['src/graphql/run-operation.ts', 'src/graphql/transports/json.ts'],
  ['src/http/rest/router.ts', 'src/domains/index.ts'],
  ['src/http/rest/router.ts', 'src/graphql/schema.ts'],
  ['src/domains/prices/price.ts', 'src/domains/dtf/index.ts'],
  ['src/domains/portfolio/loaders.ts', 'src/domains/dtf/loaders.ts'],
  ['src/domains/portfolio/loaders.ts', 'src/domains/lending/index.ts'],
  ['src/domains/dtf/loaders.ts', 'src/gateway.ts'],
  ['src/domains/index.ts', 'src/domains/dtf/loaders.ts'],
  ['src/context.ts', 'src/domains/index.ts'],
  ['src/http/route.ts', 'src/context.ts'],
  ['src/graphql/schema.ts', 'src/domains/domain-module.ts'],
  ['src/gateway-process.ts', 'src/domains/index.ts'],
  ['src/main.ts', 'src/gateway.ts'],
  ['src/gateway.ts', 'sandbox/lib/http-service.ts'],
  ['src/domains/dtf/client.ts', 'packages/http1-client/src/index.ts'],
  ['packages/http1-client/src/pool.ts', 'src/lib/units.ts'],
  ['sandbox/oracle/main.ts', 'src/lib/errors.ts'],
])('error: %s may not import %s', (from, to) => {
  expect(findBrokenImportRule({ from, to, typeOnly: false })).toContain(from);
});

test.each([
  ['src/domains/portfolio/loaders.ts', 'src/domains/dtf/index.ts', false],
  ['src/domains/dtf/loaders.ts', 'src/context.ts', false],
  ['src/domains/dtf/loaders.ts', 'src/finance/performance.ts', false],
  ['src/domains/dtf/resolvers.ts', 'generated/graphql/resolvers.ts', true],
  ['src/domains/index.ts', 'src/domains/dtf/index.ts', false],
  ['src/graphql/sse/operation.ts', 'src/graphql/run-operation.ts', false],
  ['src/graphql/run-operation.ts', 'src/graphql/cost/cost-limits.ts', false],
  ['sandbox/oracle/main.ts', 'generated/abi/index.ts', false],
])('args: %s may import %s', (from, to, typeOnly) => {
  expect(findBrokenImportRule({ from, to, typeOnly })).toBeNull();
});

test('args: imports are read in every spelling', () => {
  const text = [
    "import a from 'undici';",
    "import type { B } from '../b.ts';",
    "import {\n  type C,\n  d,\n} from './c.ts';",
    "export * from './e.ts';",
    "import 'node:fs';",
    "const f = await import('../../f.ts');",
    "import { g } from '@dtf-graph/http1-client';",
    "import { h } from '@dtf-graph/http1-client/testing/h.ts';",
  ].join('\n');
  expect(parseImports('src/x/y.ts', text)).toEqual([
    { from: 'src/x/y.ts', to: 'undici', typeOnly: false },
    { from: 'src/x/y.ts', to: 'src/b.ts', typeOnly: true },
    { from: 'src/x/y.ts', to: 'src/x/c.ts', typeOnly: false },
    { from: 'src/x/y.ts', to: 'src/x/e.ts', typeOnly: false },
    { from: 'src/x/y.ts', to: 'node:fs', typeOnly: false },
    { from: 'src/x/y.ts', to: 'f.ts', typeOnly: false },
    { from: 'src/x/y.ts', to: 'packages/http1-client/src/index.ts', typeOnly: false },
    { from: 'src/x/y.ts', to: 'packages/http1-client/src/testing/h.ts', typeOnly: false },
  ]);
});
