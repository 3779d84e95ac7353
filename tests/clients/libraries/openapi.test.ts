import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import createClient from 'openapi-fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';
import { compileTypes, here, root } from './compile-types.ts';

let world: GatewayOnNode;
let folder: string;
beforeAll(async () => {
  world = await startGatewayOnNode();
  folder = mkdtempSync(join(here, '.types-'));
  const nodes = await openapiTS(pathToFileURL(join(root, 'generated/openapi.json')));
  writeFileSync(join(folder, 'api.ts'), astToString(nodes));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

/** Compiles a call; returns what the compiler says. */
const compile = (call: string) =>
  compileTypes(
    folder,
    'call.ts',
    `import createClient from 'openapi-fetch';\nimport type { paths } from './api.ts';\nexport const called = createClient<paths>({ baseUrl: '' }).${call};\n`,
  );

const run = (query: string) =>
  `GET('/sim/run', { params: { query: { category_id: 'all', rebalance_days: 30, ${query} } } })`;

test('default: valid parameters compile', () => {
  expect(compile(run(`top_n: 10, weighting: 'mcap_cap10'`))).toBe('');
});

test.each([
  run(`top_n: 10, weighting: 'no-such-scheme'`),
  run(`top_n: '10', weighting: 'equal'`),
  `GET('/nav-series', { params: { query: { itp_id: '0x', range: '2d' } } })`,
])('error: %s does not compile', (call) => {
  expect(compile(call)).toContain('error TS2322');
});

test('default: a typed call gets a response', async () => {
  type Paths = Record<string, Record<string, never>>;
  const client = createClient<Paths>({ baseUrl: `${world.gateway.url}/api` });
  const get = client.GET as unknown as (
    path: string,
  ) => Promise<{ data?: unknown; error?: unknown }>;
  const { data, error } = await get('/aum-ranking');
  expect(error).toBeUndefined();
  expect(data).toBeInstanceOf(Array);
});
