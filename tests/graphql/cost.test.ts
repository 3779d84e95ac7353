import {
  buildSchema,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { startGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

let world: FaultyWorld;
let url: string;
let sdl: GraphQLSchema;
beforeAll(async () => {
  world = await startFaultyWorld();
  url = `${world.gateway.url}/graphql`;
  sdl = buildSchema(await (await fetch(`${world.gateway.url}/schema.graphql`)).text());
});
afterAll(() => world[Symbol.asyncDispose]());

type Answer = {
  readonly data?: Record<string, unknown>;
  readonly errors?: readonly object[];
  readonly extensions?: { cost?: { requested: number; actual: number; limit: number } };
};

const send = (query: string, headers: Record<string, string> = {}) =>
  postJson(url, { query }, { headers: { accept: 'application/json', ...headers } });

const costsOf = ({ headers }: Response) => [headers.get('x-cost'), headers.get('x-cost-limit')];

/** A directive of a definition in the SDL, its arguments by name. */
function directive(
  node: { readonly directives?: readonly unknown[] } | null | undefined,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const all = (node?.directives ?? []) as readonly {
    readonly name: { readonly value: string };
    readonly arguments?: readonly { name: { value: string }; value: never }[];
  }[];
  const found = all.find((one) => one.name.value === name);
  return (
    found &&
    Object.fromEntries((found.arguments ?? []).map((one) => [one.name.value, plain(one.value)]))
  );
}

const plain = (node: { kind: Kind; value?: string; values?: never[] }): unknown =>
  node.kind === Kind.LIST
    ? (node.values ?? []).map(plain)
    : node.kind === Kind.INT
      ? Number(node.value)
      : node.value;

const weightIn = (node: { readonly directives?: readonly unknown[] } | null | undefined) => {
  const weight = directive(node, 'cost')?.weight;
  return weight === undefined ? undefined : Number(weight);
};

/** Computes a cost from the directives of the SDL alone, as the cost specification says. */
function costBySdl(document: string): number {
  const [operation] = parse(document).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const root = sdl.getRootType(operation.operation) as GraphQLNamedType;
  return costOfSet(operation.selectionSet, root, new Map());
}

function costOfSet(
  set: SelectionSetNode,
  parent: GraphQLNamedType,
  sized: ReadonlyMap<string, number>,
): number {
  let cost = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const type = sdl.getType(selection.typeCondition?.name.value ?? '') ?? parent;
      cost += costOfSet(selection.selectionSet, type, sized);
    } else if (selection.kind === Kind.FIELD) cost += costOfField(selection, parent, sized);
  }
  return cost;
}

function costOfField(
  node: FieldNode,
  parent: GraphQLNamedType,
  sized: ReadonlyMap<string, number>,
): number {
  const name = node.name.value;
  if (name === '__typename') return 0.01;
  const fields = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields() : {};
  const field = fields[name];
  if (!field) throw new Error(`${parent.name} has no ${name}`);
  const type = getNamedType(field.type);
  const list = directive(field.astNode, 'listSize');
  const given = (node.arguments ?? []).find(({ name: { value } }) =>
    ((list?.slicingArguments ?? []) as string[]).includes(value),
  );
  const stated = given && plain(given.value as never);
  const size = Array.isArray(stated) ? stated.length : Number(stated ?? list?.assumedSize ?? 1);
  const names = list?.sizedFields as string[] | undefined;
  const count = names ? 1 : (sized.get(name) ?? (list ? size : 1));
  const weight =
    weightIn(field.astNode) ?? weightIn(type.astNode) ?? (isCompositeType(type) ? 1 : 0);
  const below = new Map((names ?? []).map((one) => [one, size]));
  const inside = node.selectionSet ? costOfSet(node.selectionSet, type, below) : 0;
  return count * (weight + inside);
}

const documents = [
  '{ __typename }',
  '{ assets(first: 2) { totalCount edges { cursor node { symbol price } } } }',
  '{ assets { edges { node { symbol price change24hPct heldBy { weight } } } } }',
  '{ dtfs(first: 7) { edges { node { name aumUsd nav { usd source } holdings { weight asset { price } } } } } }',
  '{ dtfs(last: 3) { pageInfo { hasNextPage } edges { node { itpId navSeries(range: D30, maxPoints: 9) { timestamp nav } } } } }',
  '{ nodes(ids: ["a", "b", "c"]) { __typename id ... on Dtf { name } ... on Asset { symbol price } } }',
  '{ batches(first: 5) { edges { node { batchId playerCount markets(first: 3) { edges { node { symbol } } } } } } }',
  '{ gateway { version ready upstreams { name status } } simulationWeightings { pattern } }',
];

test.each(documents)('default: the SDL says what is charged: %s', async (document) => {
  expect(costsOf(await send(document))).toEqual([
    String(Math.max(1, Math.ceil(Math.round(costBySdl(document) * 100) / 100))),
    '5000',
  ]);
});

describe('extensions.cost', () => {
  test('default: names what was requested, what the result has, and the limit', async () => {
    const document = '{ assets(first: 4) { totalCount edges { node { symbol price } } } }';
    const response = await send(document, { 'graphql-cost': '1' });
    const { data, extensions } = (await response.json()) as Answer;
    expect(data?.assets).toMatchObject({ edges: [{}, {}] });
    const page = '{ assets(first: 2) { totalCount edges { node { symbol price } } } }';
    expect(extensions?.cost).toEqual({
      requested: Number(response.headers.get('x-cost')),
      actual: expect.closeTo(costBySdl(page), 2),
      limit: 5000,
    });
    expect(costBySdl(page)).toBeLessThan(costBySdl(document));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('behavior: only a client that asks gets it, and no cache mixes them up', async () => {
    const document = '{ assets(first: 1) { edges { node { symbol } } } }';
    for (let count = 0; count < 3; count += 1) {
      expect((await (await send(document)).json()) as Answer).not.toHaveProperty('extensions');
      const asked = (await (await send(document, { 'graphql-cost': '1' })).json()) as Answer;
      expect(asked.extensions?.cost?.requested).toBeGreaterThan(0);
    }
  });

  test.each([
    ['multipart/mixed', (text: string) => text.split('\r\n\r\n').slice(1)],
    ['text/event-stream', (text: string) => text.split('data: ').slice(1)],
  ])(
    'default: the last part of a result as %s has the cost of all parts',
    async (accept, split) => {
      const whole = '{ dtfs(first: 2) { totalCount edges { node { name symbol aumUsd } } } }';
      const document = `{ dtfs(first: 2) {
      totalCount edges { node { name ... @defer { symbol aumUsd } } }
    } }`;
      const expected = (await (await send(whole, { 'graphql-cost': '1' })).json()) as Answer;
      const response = await send(document, { accept, 'graphql-cost': '1' });
      const parts = split(await response.text())
        .map((part) => part.split(/\r?\n/, 1)[0] as string)
        .filter((json) => json !== '')
        .map((json) => JSON.parse(json) as Answer & { readonly hasNext: boolean });
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.slice(0, -1).filter(({ extensions }) => extensions)).toEqual([]);
      expect(parts.at(-1)).toMatchObject({
        hasNext: false,
        extensions: {
          cost: { ...expected.extensions?.cost, requested: Number(costsOf(response)[0]) },
        },
      });
    },
  );

  test('default: events have it for the subscriber that asks, and for no other', async () => {
    const subscription =
      'subscription { portfolio(address: "0x0000000000000000000000000000000000000002") { totalValueUsd } }';
    const stopping = new AbortController();
    const first = async (headers: Record<string, string>) => {
      const response = await fetch(`${url}?query=${encodeURIComponent(subscription)}`, {
        headers: { accept: 'text/event-stream', ...headers },
        signal: stopping.signal,
      });
      let text = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const data = /^data: (\{.*\})$/m.exec(text)?.[1];
        if (data) return JSON.parse(data) as Answer;
      }
      throw new Error('the stream ended without an event');
    };
    const [plainEvent, costed] = [await first({}), await first({ 'graphql-cost': '1' })];
    expect(plainEvent).not.toHaveProperty('extensions');
    expect(costed.data).toEqual(plainEvent.data);
    expect(costed.extensions?.cost).toEqual({
      requested: Math.ceil(costBySdl(subscription)),
      actual: expect.closeTo(costBySdl(subscription), 2),
      limit: 5000,
    });
    stopping.abort();
  });

  const estimate = async (body: object) => {
    const headers = { accept: 'application/json', 'graphql-cost': 'estimate' };
    return (await (await postJson(url, body, { headers })).json()) as Answer;
  };

  test.each([
    ['a query', 'query ($n: Int) { assets(first: $n) { edges { node { symbol } } } }', { n: 7 }],
    [
      'a mutation',
      'mutation { requestFaucet(input: { address: "0x0000000000000000000000000000000000000001" }) { usdc { __typename } } }',
      {},
    ],
    [
      'a subscription',
      'subscription { portfolio(address: "0x0000000000000000000000000000000000000003") { totalValueUsd } }',
      {},
    ],
  ])('behavior: %s is estimated without its execution', async (_what, query, variables) => {
    const { data, extensions, errors } = await estimate({ query, variables });
    if (errors) expect(errors).toEqual([]);
    expect(data).toBeNull();
    expect(extensions?.cost).toEqual({ requested: expect.any(Number), limit: 5000 });
  });

  test('behavior: an estimate is what the execution is charged, and charges 1', async () => {
    const query = '{ assets(first: 4) { totalCount edges { node { symbol price } } } }';
    const charged = Number(costsOf(await send(query))[0]);
    const headers = { accept: 'application/json', 'graphql-cost': 'estimate' };
    const response = await postJson(url, { query }, { headers });
    expect(((await response.json()) as Answer).extensions?.cost?.requested).toBe(charged);
    expect(costsOf(response)).toEqual(['1', '5000']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('behavior: ten runs with their series and the type names that clients add are allowed', async () => {
    const query = `query ($ids: [ID!]!) { simulations(ids: $ids) {
      __typename id navSeries { __typename date nav } } }`;
    const ids = Array.from({ length: 10 }, (_, at) => String(at + 1));
    expect(await estimate({ query, variables: { ids } })).toMatchObject({
      extensions: { cost: { limit: 5000 } },
    });
  });

  test('error: an estimate of a wrong or too costly document has its errors', async () => {
    expect(await estimate({ query: '{ nothing }' })).toMatchObject({
      errors: [{ message: expect.stringContaining('nothing') }],
    });
    const alias = 'a'.repeat(90_000);
    const query = `{ marketHistory(source: "crypto", asset: "BTC") { ${alias}: value } }`;
    expect(await estimate({ query })).toMatchObject({
      errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }],
    });
  });

  test('error: a document that is not executed has an actual cost of 0', async () => {
    const wrong = (await (await send('{ nothing }', { 'graphql-cost': '1' })).json()) as Answer;
    expect(wrong.extensions?.cost).toMatchObject({ actual: 0 });
  });
});

test.each([
  ['dtfs', '', 0],
  ['dtfs', 'orderBy: { field: AUM }', 0],
  ['dtfs', 'orderBy: { field: VOLATILITY }', 100],
  ['dtfs', 'orderBy: { field: CHANGE_24H }', 100],
  ['dtfs', 'filter: { figures: [{ figure: SHARPE, min: 1 }] }', 100],
  ['simulationResults', 'orderBy: { field: CALMAR }', 100],
])(
  'behavior: %s(%s) costs %d objects for the series that it reads',
  async (list, argument, reads) => {
    const costOf = async (more: string) => {
      const query = `{ ${list}(first: 1${more && `, ${more}`}) { totalCount } }`;
      const response = await send(query, { 'graphql-cost': 'estimate' });
      return ((await response.json()) as Answer).extensions?.cost?.requested ?? Number.NaN;
    };
    expect((await costOf(argument)) - (await costOf(''))).toBe(reads);
  },
);

describe('X-Cost', () => {
  const document = '{ assets(first: 3) { edges { node { symbol } } } }';

  test('default: is the same on all ways of one operation', async () => {
    const expected = costsOf(await send(document));
    const search = `${url}?query=${encodeURIComponent(document)}`;
    const first = await fetch(search, { headers: { accept: 'application/json' } });
    const etag = first.headers.get('etag') ?? '';
    const ways = [
      first,
      await send(document),
      await fetch(search, { headers: { accept: 'application/json', 'if-none-match': etag } }),
      await send(document, { accept: 'text/event-stream' }),
      await send(document, { accept: 'multipart/mixed' }),
    ];
    for (const way of ways) {
      await way.text();
      expect(costsOf(way), way.headers.get('content-type') ?? '').toEqual(expected);
    }
    expect(ways[2]?.status).toBe(304);
    expect((await send(document)).headers.get('access-control-expose-headers')).toContain('X-Cost');
  });

  test('default: all subscribers of one subscription see its cost', async () => {
    const subscription =
      'subscription { portfolio(address: "0x0000000000000000000000000000000000000001") { totalValueUsd } }';
    const stopping = new AbortController();
    const { signal } = stopping;
    const listen = () =>
      fetch(`${url}?query=${encodeURIComponent(subscription)}`, {
        headers: { accept: 'text/event-stream' },
        signal,
      });
    const cost = String(Math.ceil(costBySdl(subscription)));
    for (const { headers } of [await listen(), await listen()])
      expect(headers.get('x-cost')).toBe(cost);
    stopping.abort();
  });

  test('error: a refused document costs 1, a request that is not executed nothing', async () => {
    expect((await send('{ nothing }')).headers.get('x-cost')).toBe('1');
    expect((await send('{')).headers.get('x-cost')).toBe('1');
    expect((await fetch(url, { method: 'PATCH' })).headers.get('x-cost')).toBe('0');
    expect((await postJson(url, '[')).headers.get('x-cost')).toBe('0');
    expect((await send('{ __typename }', { accept: 'image/png' })).headers.get('x-cost')).toBe('0');
  });
});

test('behavior: a client has as many operations a minute as X-Cost says', async () => {
  await using gateway = await startGateway({
    ...world.env,
    RATE_LIMIT_GRAPHQL_COST_PER_MINUTE: '60',
  });
  const query = '{ dtfs(first: 4) { edges { node { name } } } }';
  const ask = () => postJson(`${gateway.url}/graphql`, { query });
  const first = await ask();
  const cost = Number(first.headers.get('x-cost'));
  expect(cost).toBeGreaterThan(4);
  let served = 1;
  while ((await ask()).status === 200) served += 1;
  expect(served).toBe(Math.floor(60 / cost));
});
