import { readFileSync } from 'node:fs';
import { buildSchema, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
} from '../../sandbox/data-node/testing/test-data-node.ts';
import { listedRun } from '../sim/support/fake-data-node.ts';
import { type SimWorld, withFakeDataNode } from '../sim/support/with-fake-data-node.ts';
import {
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { sortErrors } from '../support/sort-errors.ts';
import { startOracle } from '../vision/support/fake-oracle.ts';

/** The natural key of every type that implements `Node`; null for a type that has only its id. */
const naturalKeys: Readonly<Record<string, string | null>> = {
  Dtf: 'itpId',
  Asset: 'symbol',
  Portfolio: 'address',
  Position: 'address itpId',
  Trade: null,
  LendingMarket: 'itpId',
  LendingPosition: 'address itpId',
  Deployment: 'file',
  Batch: 'batchId',
  Tick: 'batchId tickId',
  BatchPlayer: 'batchId address',
  PredictionMarket: 'marketId',
  DataSource: 'sourceId',
  SourceAsset: 'sourceId assetId',
  SimulationRun: 'runId',
  SimulationCategory: 'slug',
};

let stack: AsyncDisposableStack;
let node: TestDataNode;
let gateway: TestGateway;
beforeAll(async () => {
  stack = new AsyncDisposableStack();
  node = stack.use(await startTestDataNode());
  const oracle = stack.use(await startOracle('spec'));
  gateway = stack.use(
    await startGateway(
      { DATA_NODE_URL: node.url.spec, ORACLE_URLS: oracle.url },
      { clock: { now: () => testNow } },
    ),
  );
}, 60_000);
afterAll(() => stack.disposeAsync());

type Thing = Readonly<Record<string, unknown>> & {
  readonly __typename: string;
  readonly id: string;
};

const fields = (type: string) => `__typename id ${naturalKeys[type] ?? ''}`;

const selection = '__typename ... on Node { id }';
const edges = (type: string) => `edges { node { ${fields(type)} } }`;

/** The objects with an id in the responses to queries, one of each type. */
async function findObjects(
  from: TestGateway,
  queries: readonly (readonly [query: string, variables?: Record<string, unknown>])[],
): Promise<readonly Thing[]> {
  const found = new Map<string, Thing>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      if ('id' in value && '__typename' in value) {
        found.set(String(value.__typename), value as Thing);
      }
      Object.values(value).forEach(collect);
    }
  };
  for (const [query, variables] of queries) {
    const { data, errors } = await from.query(query, variables);
    expect(errors).toBeUndefined();
    collect(data);
  }
  return [...found.values()];
}

/** Finds the objects again by id and by natural key, through all three fields. */
async function expectToFind(from: TestGateway, all: readonly Thing[]): Promise<void> {
  const things = all.map(({ __typename, id }) => ({ __typename, id }));
  const ids = things.map(({ id }) => id);
  const query = (source: string, variables: Record<string, unknown>) =>
    from.query(source, variables);
  expect(await query(`query($ids: [ID!]!) { nodes(ids: $ids) { ${selection} } }`, { ids })).toEqual(
    { data: { nodes: things } },
  );
  expect(await query(`query($id: ID!) { node(id: $id) { ${selection} } }`, { id: ids[0] })).toEqual(
    { data: { node: things[0] } },
  );
  const entities = `query($r: [_Any!]!) { _entities(representations: $r) { ${selection} } }`;
  expect(await query(entities, { r: things })).toEqual({ data: { _entities: things } });
  // A market without a fund has only its id.
  const keyed = all.filter(
    (one) => naturalKeys[one.__typename] !== null && !Object.values(one).includes(null),
  );
  const byKey = keyed.map(({ id: _id, ...key }) => key);
  expect(await query(entities, { r: byKey })).toEqual({
    data: { _entities: keyed.map(({ __typename, id }) => ({ __typename, id })) },
  });
}

/** One object of every type but those of lending and backtests. */
const findThings = () =>
  findObjects(gateway, [
    ...node.state.shareLedger.wallets().map(
      (wallet) =>
        [
          `query($wallet: Address!) { portfolio(address: $wallet) { ${fields('Portfolio')}
            positions { ${fields('Position')} }
            trades(first: 2) { ${edges('Trade')} }
          } }`,
          { wallet },
        ] as const,
    ),
    [`{ dtfs(first: 1) { ${edges('Dtf')} } asset(symbol: "BTC") { ${fields('Asset')} } }`],
    [`{ deployment { ${fields('Deployment')} } }`],
    [
      `{ source(id: "crypto") { ${fields('DataSource')} assets(first: 2) { ${edges('SourceAsset')} } }
         markets(first: 1) { ${edges('PredictionMarket')} } }`,
    ],
    [
      `{ batches(first: 1) { edges { node { ${fields('Batch')}
         players(first: 1) { ${edges('BatchPlayer')} } ticks(first: 1) { ${edges('Tick')} } } } } }`,
    ],
  ]);

describe('objects of every type', () => {
  let things: readonly Thing[];
  beforeAll(async () => {
    things = await findThings();
  });
  test('default: each is found by its id and by its natural key', async () => {
    expect(things.map((one) => one.__typename).toSorted()).toEqual(
      Object.keys(naturalKeys)
        .filter((type) => !/^(Simulation|Lending)/.test(type))
        .toSorted(),
    );
    await expectToFind(gateway, things);
  });

  test('error: a representation that fails leaves the others intact', async () => {
    const query = 'query($r: [_Any!]!) { _entities(representations: $r) { ... on Dtf { itpId } } }';
    const [dtf] = things.filter((one) => one.__typename === 'Dtf');
    const asset = things.find((one) => one.__typename === 'Asset');
    const { data, errors } = await gateway.query(query, {
      r: [
        { __typename: 'Dtf' },
        { __typename: 'Dtf', id: asset?.id },
        { __typename: 'Trade' },
        { __typename: 'Dtf', itpId: `0x${'e'.repeat(64)}` },
        { __typename: 'Dtf', id: dtf?.id, itpId: null },
      ],
    });
    expect(data).toEqual({ _entities: [null, null, null, null, { itpId: dtf?.itpId }] });
    expect(sortErrors(errors)?.map(({ message, path }) => [path?.[1], message])).toEqual([
      [0, 'a representation of Dtf must have id, or itpId'],
      [1, 'id must be a global id of Dtf'],
      [2, 'a representation of Trade must have id'],
    ]);
  });
});

describe('objects of lending', () => {
  const totals = {
    ...{ total_supply_assets: '5', total_supply_shares: '5' },
    ...{ total_borrow_assets: '1', total_borrow_shares: '1' },
  };
  const itp_id = `0x${'0'.repeat(63)}1`;
  const market_id = `0x${'a'.repeat(64)}`;
  const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

  test.each([
    ['a fund', { itp_id }, 2],
    ['its id alone', { market_id }, 1],
    ['nothing', {}, 1],
  ])('default: a market that the data node identifies by %s', async (_how, identity, keys) => {
    const position = { collateral: '5', borrow_shares: '0', oracle_price: '1', market: totals };
    await using upstream = await startUpstream(
      respondByPath({
        '/lending/markets': [{ ...totals, ...identity }],
        '/morpho-position': position,
      }),
    );
    await using lending = await startGateway({ DATA_NODE_URL: upstream.url });
    const things = await findObjects(lending, [
      [
        `{ lendingMarkets { ${fields('LendingMarket')} }
          portfolio(address: "${wallet}") { lending { positions { ${fields('LendingPosition')} } } } }`,
      ],
    ]);
    expect(things.map((one) => one.__typename)).toEqual(['LendingMarket', 'LendingPosition']);
    expect(things.map(({ itpId }) => itpId)).toEqual(Array(2).fill(keys === 2 ? itp_id : null));
    await expectToFind(lending, things);
  });
});

describe('objects of backtests', () => {
  let world: SimWorld;
  withFakeDataNode((started) => {
    world = started;
  });

  test('default: each is found by its id and by its natural key', async () => {
    world.node.answers['/sim/results'] = { body: { results: [listedRun()] } };
    const things = await findObjects(world.gateway, [
      [
        `{ simulationCategories { ${fields('SimulationCategory')} }
          simulationResults { ${edges('SimulationRun')} } }`,
      ],
    ]);
    expect(things).toHaveLength(2);
    await expectToFind(world.gateway, things);
  });
});

test('default: the schema gives every type of the table both keys', () => {
  const subgraph = readFileSync('generated/subgraph.graphql', 'utf8');
  for (const [type, key] of Object.entries(naturalKeys)) {
    const head = new RegExp(`^type ${type}\\b[^{]*`, 'm').exec(subgraph)?.[0].replace(/\s+/g, ' ');
    expect(head).toContain('implements Node');
    expect(head).toContain('@key(fields: "id")');
    if (key !== null) expect(head).toContain(`@key(fields: "${key}")`);
  }
});

test('default: every other object type is a value object, and says so', () => {
  const schema = buildSchema(readFileSync('generated/api.graphql', 'utf8'));
  const types = Object.values(schema.getTypeMap());
  const events = new Set(
    types.filter(isUnionType).flatMap((union) => union.getTypes().map(({ name }) => name)),
  );
  const others = types.filter(
    (type) =>
      isObjectType(type) &&
      !(type.name in naturalKeys) &&
      !events.has(type.name) &&
      !/^_|(Connection|Edge|Payload)$|^(Query|Mutation|Subscription|PlayerJoined)$/.test(type.name),
  );
  expect(others.length).toBeGreaterThan(40);
  for (const type of others.filter(isObjectType)) {
    expect(type.description, type.name).toMatch(/^Value object/);
    expect(Object.keys(type.getFields()), type.name).not.toContain('id');
  }
});

test('default: introspection shows nothing of the federation specification', async () => {
  const { data } = await gateway.query<{
    __schema: { types: { name: string }[]; directives: { name: string }[] };
  }>('{ __schema { types { name } directives { name } } }');
  const names = data.__schema.types.map(({ name }) => name);
  expect(names.filter((name) => /^(federation|link)__/.test(name))).toEqual([]);
  expect(data.__schema.directives.map(({ name }) => name).toSorted()).toEqual([
    'cost',
    'defer',
    'deprecated',
    'include',
    'listSize',
    'oneOf',
    'semanticNonNull',
    'skip',
    'specifiedBy',
    'stream',
  ]);
  expect(names).toContain('Node');
  const node = buildSchema(readFileSync('generated/api.graphql', 'utf8')).getType('Node');
  expect(isInterfaceType(node)).toBe(true);
});

test('default: introspection describes every argument as the published schema does', async () => {
  type Described = { readonly name: string; readonly description?: string | null | undefined };
  type Field = Described & { readonly args: readonly Described[] };
  const { data, errors } = await gateway.query<{
    __schema: { types: readonly { name: string; fields: readonly Field[] | null }[] };
  }>(`{ __schema { types { name fields(includeDeprecated: true) {
    name args(includeDeprecated: true) { name description }
  } } } }`);
  expect(errors).toBeUndefined();
  const published = buildSchema(readFileSync('generated/api.graphql', 'utf8'));
  const described = (type: string, fields: readonly Pick<Field, 'name' | 'args'>[]) =>
    fields.flatMap((field) =>
      field.args.map(
        ({ name, description }) => `${type}.${field.name}(${name}): ${description ?? ''}`,
      ),
    );
  const shown = data.__schema.types
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap(({ name, fields }) => described(name, fields ?? []));
  const expected = Object.values(published.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => described(type.name, Object.values(type.getFields())));
  expect(expected.length).toBeGreaterThan(100);
  expect(shown.toSorted()).toEqual(expected.toSorted());
});

test('behavior: a misspelt field or argument gets a suggestion', async () => {
  const { errors } = await gateway.query('{ dtfs(frist: 1) { totalCuont } }');
  expect(errors?.map(({ message }) => message).join('\n')).toMatch(/Did you mean "first"/);
  expect(errors?.map(({ message }) => message).join('\n')).toMatch(/Did you mean "totalCount"/);
});

test('behavior: 1,000 DTFs by key with name, symbol and NAV cost at most 5 upstream calls', async () => {
  const ids = Array.from(
    { length: 1000 },
    (_, at) => `0x${(at + 1).toString(16).padStart(64, '0')}`,
  );
  const ranking = ids.map((itp_id, at) => ({
    ...{ itp_id, name: `Fund ${at}`, symbol: `F${at}`, nav_per_share: 1 + at, aum_usd: at },
    ...{ total_supply: '1', asset_count: 1 },
  }));
  await using upstream = await startUpstream((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url !== '/aum-ranking') response.statusCode = 404;
    response.end(JSON.stringify(request.url === '/aum-ranking' ? ranking : { error: 'unknown' }));
  });
  await using large = await startGateway({ DATA_NODE_URL: upstream.url });
  const query =
    'query($r: [_Any!]!) { _entities(representations: $r) { ... on Dtf { name symbol navPerShareUsd } } }';
  for (const representation of [
    (itpId: string): object => ({ __typename: 'Dtf', itpId }),
    (itpId: string): object => ({
      __typename: 'Dtf',
      id: Buffer.from(`Dtf:${itpId}`).toString('base64url'),
    }),
  ]) {
    const { data, errors } = await large.query(query, { r: ids.map((id) => representation(id)) });
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      _entities: ranking.map(({ name, symbol, nav_per_share }) => ({
        ...{ name, symbol, navPerShareUsd: nav_per_share },
      })),
    });
  }
  expect(upstream.asked.length).toBeLessThanOrEqual(5);
});
