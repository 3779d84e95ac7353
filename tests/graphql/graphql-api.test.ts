import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dataNodeFormats,
  type GatewayPerFormat,
  startGatewayPerFormat,
} from '../support/data-node-formats.ts';
import { postJson } from '../support/post-json.ts';

let world: GatewayPerFormat;
beforeAll(async () => {
  world = await startGatewayPerFormat();
});
afterAll(() => world[Symbol.asyncDispose]());

const id = `0x${'0'.repeat(63)}1`;

describe.each(dataNodeFormats)('GraphQL with a data node in the format %s', (format) => {
  const query = <T>(source: string, variables?: Record<string, unknown>) =>
    world[format].query<T>(source, variables);

  test('default: assets, holdings, DTFs and positions lead to each other and back', async () => {
    const wallet = world.node.state.shareLedger.wallets()[0];
    const { data, errors } = await query<{
      portfolio: {
        positions: {
          dtf: {
            holdings: { asset: { symbol: string; heldBy: { dtf: { itpId: string } }[] } }[];
            itpId: string;
            position: { portfolio: { address: string } };
          };
        }[];
      };
    }>(
      `query($wallet: Address!) { portfolio(address: $wallet) { positions {
        dtf { itpId position(address: $wallet) { portfolio { address } }
          holdings { asset { symbol heldBy { dtf { itpId } } } } }
      } } }`,
      { wallet },
    );
    expect(errors).toBeUndefined();
    expect(data.portfolio.positions.length).toBeGreaterThan(0);
    for (const { dtf } of data.portfolio.positions) {
      expect(dtf.position.portfolio.address.toLowerCase()).toBe(wallet?.toLowerCase());
      for (const { asset } of dtf.holdings) {
        expect(asset.heldBy.map((holding) => holding.dtf.itpId)).toContain(dtf.itpId);
      }
    }
  });

  test('default: every global id leads back to its thing', async () => {
    const wallet = world.node.state.shareLedger.wallets()[0];
    const { data } = await query<Record<string, { id: string }>>(
      'query($id: ID!, $wallet: Address!) { dtf(id: $id) { id } asset(symbol: "btc") { id } portfolio(address: $wallet) { id } }',
      { id, wallet },
    );
    const ids = Object.values(data).map((thing) => thing.id);
    const found = await query<{ nodes: unknown[] }>(
      'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Dtf { name } ... on Asset { symbol } } }',
      { ids },
    );
    expect(found.data.nodes).toMatchObject([
      { __typename: 'Dtf', id: ids[0] },
      { __typename: 'Asset', id: ids[1], symbol: 'BTC' },
      { __typename: 'Portfolio', id: ids[2] },
    ]);
    expect(
      (await query('query($id: ID!) { dtf(id: $id) { itpId } }', { id: ids[0] })).data,
    ).toEqual({
      dtf: { itpId: id },
    });
  });

  test('default: pages of a connection follow each other without gap or repetition', async () => {
    type Page = {
      assets: {
        totalCount: number;
        edges: { node: { symbol: string } }[];
        pageInfo: { endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
      };
    };
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; ; page += 1) {
      const { data }: { data: Page } = await query<Page>(
        'query($after: String) { assets(first: 60, after: $after) { totalCount edges { node { symbol } } pageInfo { endCursor hasNextPage hasPreviousPage } } }',
        { after },
      );
      seen.push(...data.assets.edges.map(({ node }) => node.symbol));
      expect(data.assets.pageInfo.hasPreviousPage).toBe(page > 0);
      after = data.assets.pageInfo.endCursor;
      if (!data.assets.pageInfo.hasNextPage) {
        expect(seen).toHaveLength(data.assets.totalCount);
        break;
      }
    }
    expect(seen).toEqual([...new Set(seen)].sort());
  });

  test('behavior: entities resolve for a federation gateway', async () => {
    const wallet = world.node.state.shareLedger.wallets()[0];
    const { data, errors } = await query<{ _entities: unknown[]; _service: { sdl: string } }>(
      `query($refs: [_Any!]!) { _entities(representations: $refs) { __typename ... on Dtf { symbol } ... on Asset { price } ... on Portfolio { totalValueUsd } } _service { sdl } }`,
      {
        refs: [
          { __typename: 'Dtf', itpId: id },
          { __typename: 'Asset', symbol: 'ETH' },
          { __typename: 'Portfolio', address: wallet },
        ],
      },
    );
    expect(errors).toBeUndefined();
    expect(data._entities).toMatchObject([
      { __typename: 'Dtf', symbol: expect.any(String) },
      { __typename: 'Asset', price: expect.any(Number) },
      { __typename: 'Portfolio', totalValueUsd: expect.any(Number) },
    ]);
    expect(data._service.sdl).toContain('@key(fields: "itpId")');
  });

  test.each([
    ['Asset', 'symbol', '../..'],
    ['Dtf', 'itpId', '0x1'],
    ['Portfolio', 'address', '0x1'],
    ['Batch', 'batchId', 'one'],
  ])(
    'error: %s with a missing or malformed %s is null, and its neighbours stay',
    async (type, key, text) => {
      const keys = [text, 7.5, -1, true, null, [], ['BTC'], [id], { toString: 7 }];
      const { data, errors } = await query(
        'query($refs: [_Any!]!) { _entities(representations: $refs) { __typename } }',
        {
          refs: [
            { __typename: type },
            ...keys.map((value) => ({ __typename: type, [key]: value })),
            { __typename: 'Asset', symbol: ' ethusdc' },
          ],
        },
      );
      // A representation without a usable key is an error of its own place.
      for (const error of errors ?? []) {
        expect(error.extensions.code).toBe('INVALID_INPUT');
        expect(error.path?.[1]).toBeLessThanOrEqual(keys.length);
      }
      expect(errors?.map(({ path }) => path?.[1])).toContain(0);
      expect(data).toEqual({
        _entities: [null, ...keys.map(() => null), { __typename: 'Asset' }],
      });
    },
  );
});

describe('bad documents', () => {
  const code = async (source: string, variables?: Record<string, unknown>) => {
    const { errors } = await world.spec.query(source, variables);
    return errors?.[0]?.extensions.code;
  };

  test('error: deep, wide, long and costly documents are refused, quickly and without data', async () => {
    const deep = `{${'dtfs{edges{node{'.repeat(100)}id${'}}}'.repeat(100)}}`;
    const aliases = `{${Array.from({ length: 1000 }, (_, i) => `a${i}:__typename`).join(' ')}}`;
    const megabyte = `{ __typename ${'#'.repeat(1_000_000)} }`;
    const started = performance.now();
    expect(await code(deep)).toBe('LIMIT_EXCEEDED');
    expect(await code(aliases)).toBe('LIMIT_EXCEEDED');
    expect(await code(megabyte)).toBe('TOO_LARGE');
    expect(performance.now() - started).toBeLessThan(2000);
    const costly =
      'query($n: Int) { dtfs(first: $n) { edges { node { holdings { asset { heldBy { dtf { id } } } } } } } }';
    expect(await code(costly, { n: 100 })).toBe('LIMIT_EXCEEDED');
    expect(await code(costly, { n: 1 })).toBeUndefined();
  });

  test('error: 20,000 nested selections, lists and types are 400, never 500', async () => {
    const n = 20_000;
    for (const source of [
      `${'{a'.repeat(n)}${'}'.repeat(n)}`,
      `{ nodes(ids: ${'['.repeat(n)}${']'.repeat(n)}) { id } }`,
      `query($a: ${'['.repeat(n)}Int${']'.repeat(n)}) { __typename }`,
    ]) {
      const response = await fetch(`${world.spec.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
        },
        body: JSON.stringify({ query: source }),
      });
      expect(response.status).toBe(400);
      expect(await response.text()).not.toContain('call stack');
    }
  });

  test('error: introspection that nests lists in lists is refused', async () => {
    const nested = `{ __schema { types { ${'fields { type { '.repeat(6)} name ${'} }'.repeat(6)} } } }`;
    expect(await code(nested)).toBe('GRAPHQL_VALIDATION_FAILED');
    const { data } = await world.spec.query<{ __schema: { types: unknown[] } }>(
      getIntrospectionQuery(),
    );
    expect(data.__schema.types.length).toBeGreaterThan(50);
  });

  test('error: fields and arguments that do not exist are named with suggestions', async () => {
    const { errors } = await world.spec.query('{ dtfs { edges { node { symbl } } } }');
    expect(errors?.[0]?.message).toBe(
      'Cannot query field "symbl" on type "Dtf". Did you mean "symbol"?',
    );
    const root = await world.spec.query('{ id }');
    expect(root.errors?.[0]?.message).toBe('Cannot query field "id" on type "Query".');
  });

  test.each([
    ['dtfs { name }', 'edges { node { name } }'],
    ['dtfs { holdings { weight } }', 'edges { node { holdings { … } } }'],
    ['dtfs { node { name } }', 'edges { node { … } }'],
    ['dtfs { edges { name } }', 'node { name }'],
  ])('error: { %s } is told to select %s', async (field, selection) => {
    const { errors } = await world.spec.query(`{ ${field} }`);
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/^Cannot query field "\w+" on type "\w+"\./),
        locations: [{ line: 1 }],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ]);
    expect(errors?.[0]?.message.endsWith(` Select ${selection}.`)).toBe(true);
  });

  test('error: an id that is a ticker is told how to search', async () => {
    const { errors } = await world.spec.query('{ dtf(id: "TOP10") { name } }');
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('; dtfs(filter: { search: "…" }) finds DTFs by name'),
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
  });

  test.each([
    ['{ dtfs(first: 0) { totalCount } }', 'INVALID_INPUT'],
    ['{ dtfs(first: -1) { totalCount } }', 'INVALID_INPUT'],
    ['{ dtfs(first: 101) { totalCount } }', 'INVALID_INPUT'],
    ['{ dtfs(first: 9999999999) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ dtfs(after: "nonsense") { totalCount } }', 'INVALID_INPUT'],
    ['{ dtf(id: "nonsense") { id } }', 'INVALID_INPUT'],
    ['{ node(id: "nonsense") { id } }', 'INVALID_INPUT'],
    ['{ portfolio(address: "0x12") { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      '{ marketHistory(source: "crypto", asset: "bitcoin", from: 2, to: 1) { value } }',
      'INVALID_INPUT',
    ],
    [
      '{ marketHistory(source: "crypto", asset: "bitcoin", from: -2) { value } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['mutation { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('error: %s is %s', async (source, expected) => {
    expect(await code(source)).toBe(expected);
  });

  test('error: other media types than JSON are 415, other methods 405', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/graphql',
    ]) {
      const response = await fetch(`${world.spec.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"query":"{__typename}"}',
      });
      expect(response.status).toBe(415);
    }
    expect((await fetch(`${world.spec.url}/graphql`, { method: 'DELETE' })).status).toBe(405);
  });

  test('behavior: of two operations in a document the named one is run', async () => {
    for (const operationName of ['A', 'B', 'A']) {
      const response = await postJson(`${world.spec.url}/graphql`, {
        query: 'query A { a: __typename } query B { b: __typename }',
        operationName,
      });
      expect(await response.json()).toEqual({ data: { [operationName.toLowerCase()]: 'Query' } });
    }
  });
});
