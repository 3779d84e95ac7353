import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  findOpenApiBreaks,
  findSchemaBreaks,
  findSubgraphBreaks,
  findUnlistedChanges,
} from './breaking-changes.ts';

const read = (path: string) => readFile(path, 'utf8');
const paths = (changes: readonly { readonly path: string }[]) => changes.map(({ path }) => path);

test('default: every break since the release is listed in CHANGELOG.md', async () => {
  const changelog = await read('CHANGELOG.md');
  const schema = await findSchemaBreaks(
    await read('generated/released/api.graphql'),
    await read('generated/api.graphql'),
  );
  const subgraph = findSubgraphBreaks(
    await read('generated/released/subgraph.graphql'),
    await read('generated/subgraph.graphql'),
  );
  const openApi = findOpenApiBreaks(
    JSON.parse(await read('generated/released/openapi.json')),
    JSON.parse(await read('generated/openapi.json')),
  );
  expect(findUnlistedChanges([...schema, ...subgraph, ...openApi], changelog)).toEqual([]);
});

test('error: a provoked break of the schema is found unless it is listed', async () => {
  const current = await read('generated/api.graphql');
  const provoked = current.replace(
    /^ {2}navPerShareUsd: Float(?= @|$)/m,
    '  navPerShareUsd: String',
  );
  expect(provoked).not.toBe(current);
  const changes = await findSchemaBreaks(current, provoked);
  expect(paths(changes)).toEqual(['Dtf.navPerShareUsd']);
  expect(findUnlistedChanges(changes, '## 1.0.0\n\n- Other.\n')).toEqual(changes);
  expect(
    findUnlistedChanges(changes, '## 1\n\n- Breaking: `Dtf.navPerShareUsd` is a text.\n'),
  ).toEqual([]);
  const older = '## 2\n\n## 1\n\n- Breaking: `Dtf.navPerShareUsd` is a text.\n';
  expect(findUnlistedChanges(changes, older)).toEqual(changes);
});

test('error: a key or @shareable that is gone from the subgraph is found unless it is listed', async () => {
  const released = await read('generated/subgraph.graphql');
  const current = released
    .replace(' @key(fields: "symbol") {', ' {')
    .replace('@key(fields: "slug")', '@key(fields: "slug", resolvable: false)')
    .replace('type LabelCount @shareable {', 'type LabelCount {')
    .replace('  name: String @shareable', '  name: String');
  const changes = findSubgraphBreaks(released, current);
  expect(findSubgraphBreaks(released, released)).toEqual([]);
  expect(paths(changes).toSorted()).toEqual([
    'Asset @key(fields: "symbol")',
    'Dtf.name @shareable',
    'LabelCount.count @shareable',
    'LabelCount.label @shareable',
    'SimulationCategory @key(fields: "slug")',
  ]);
  expect(findUnlistedChanges(changes, '## 1\n\n- Breaking: `Asset` is new.\n')).toEqual(changes);
  const listed = paths(changes).map((path) => `\`${path}\``);
  expect(findUnlistedChanges(changes, `## 1\n\n- Breaking: ${listed.join(', ')} …\n`)).toEqual([]);
});

test('behavior: a directive may move between a type and its fields, and go with what it marks', () => {
  const released =
    'type A @key(fields: "b  c") @shareable { b: ID c: ID } type B @shareable { d: ID }';
  const current =
    'type A @key(fields: "b c") { b: ID @shareable } extend type A @shareable { c: ID }';
  expect(findSubgraphBreaks(released, current)).toEqual([]);
});

test('error: provoked breaks of OpenAPI are found', async () => {
  const released = JSON.parse(await read('generated/openapi.json'));
  const current = structuredClone(released);
  delete current.paths['/vault-balances'];
  delete current.components.schemas.DtfPrice.properties.nav;
  current.paths['/latest-prices'].get.parameters = [{ name: 'new', in: 'query', required: true }];
  expect(findOpenApiBreaks(released, released)).toEqual([]);
  expect(paths(findOpenApiBreaks(released, current)).toSorted()).toEqual([
    'DtfPrice.nav',
    'GET /latest-prices new',
    'GET /vault-balances',
  ]);
});
