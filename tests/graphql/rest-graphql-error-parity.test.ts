import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { toGraphQLQueryString } from '../support/graphql-query-string.ts';
import { postJson } from '../support/post-json.ts';
import { sortErrors } from '../support/sort-errors.ts';

const stack = new AsyncDisposableStack();
/** The first uses compiled plans, the second does not. */
let roads: readonly TestGateway[];
beforeAll(async () => {
  roads = [
    stack.use(await startGateway({ COMPILED_EXECUTION: 'on' })),
    stack.use(await startGateway({ COMPILED_EXECUTION: 'off' })),
  ];
});
afterAll(() => stack.disposeAsync());

type Body = Readonly<Record<string, unknown>>;

const document = (type: string, field: string) => `query($a: ${type}) {\n  ${field}\n}`;
const byAddress = document('Address!', 'portfolio(address: $a) { address }');
const byNumber = document('Int!', 'dtfs(first: $a) { totalCount }');

const byRange = (type: string) =>
  document(type, `dtf(id: "0x${'1'.repeat(64)}") { navSeries(range: $a) { nav } }`);

const requests: Record<string, readonly [Body, number, number, ...string[]]> = {
  'a variable that is missing': [{ query: byAddress }, 200, 400, '\\"$a\\"', '"line":1'],
  'a variable that is null': [{ query: byAddress, variables: { a: null } }, 200, 400, '\\"$a\\"'],
  'an address that is none': [
    { query: byAddress, variables: { a: 'x' } },
    200,
    400,
    'Variable \\"$a\\" got invalid value \\"x\\"; Address must be 0x followed by 40 hex digits',
    '"locations":[{"line":1,"column":7}]',
  ],
  'a number that is none': [{ query: byNumber, variables: { a: 'x' } }, 200, 400, '"$a', 'Int'],
  'a number that is too large': [
    { query: byNumber, variables: { a: 2 ** 40 } },
    200,
    400,
    '32-bit',
  ],
  'a list of wrong values': [
    { query: document('[ID!]!', 'nodes(ids: $a) { id }'), variables: { a: [{}, null] } },
    200,
    400,
    'at \\"a[0]\\"',
  ],
  'a time beyond all times': [
    {
      query: document('UnixSeconds', 'marketHistory(source: "a", asset: "b", from: $a) { value }'),
      variables: { a: 1e15 },
    },
    200,
    400,
    '"$a',
    '0 to 8640000000000',
  ],
  'a word that is no range': [
    {
      query: document('NavRange!', 'dtf(id: "x") { navSeries(range: $a) { nav } }'),
      variables: { a: 'D31' },
    },
    200,
    400,
    'NavRange',
  ],
  'an input with an unknown field': [
    {
      query: 'mutation($a: RequestFaucetInput!) { requestFaucet(input: $a) { success } }',
      variables: { a: { address: 'x', more: 1 } },
    },
    200,
    400,
    'more',
  ],
  'a literal that is no address': [
    { query: '{ portfolio(address: "x") { address } }' },
    200,
    400,
    'Address must be',
    '"locations":[{"line":1,"column":22}]',
  ],
  'a field that fails': [
    { query: '{\n  a: __typename\n  b: dtf(id: "x") { name }\n}' },
    200,
    200,
    '"locations":[{"line":3,"column":3}],"path":["b"]',
  ],
  'a field that fails in two fragments': [
    {
      query:
        '{ ...A ...B }\nfragment A on Query { b: dtf(id: "x") { name } }\nfragment B on Query { ...A ... on Query { b: dtf(id: "x") { symbol } } }',
    },
    200,
    200,
    '"locations":[{"line":2,"column":23},{"line":3,"column":43}],"path":["b"]',
  ],
  'null for an argument that has a default': [
    { query: byRange('NavRange'), variables: { a: null } },
    200,
    200,
    'must not be null',
    'BAD_REQUEST',
  ],
  'the same by a default of its own': [
    { query: byRange('NavRange = null') },
    200,
    200,
    'must not be null',
    'BAD_REQUEST',
  ],
  'an element that fails': [
    { query: '{ nodes(ids: ["x", "y"]) { id } }' },
    200,
    200,
    '"locations":[{"line":1,"column":3}],"path":["nodes",1]',
  ],
  'a source without a name': [
    { query: '{ snapshot(sourceId: "") { totalAssets } }' },
    200,
    200,
    'sourceId must not be empty',
    'INVALID_INPUT',
  ],
  'a stream that begins before its list': [
    { query: '{ nodes(ids: ["x"]) @stream(initialCount: -1) { id } }' },
    200,
    400,
    'initialCount must be 0 or more',
    '"locations":[{"line":1,"column":43}]',
    'INVALID_INPUT',
  ],
  'a stream that begins nowhere': [
    {
      query: document('Int = 1', 'nodes(ids: ["x"]) @stream(initialCount: $a) { id }'),
      variables: { a: null },
    },
    200,
    400,
    'initialCount must be 0 or more',
  ],
  'a stream whose default begins before its list': [
    { query: document('Int! = -1', 'nodes(ids: ["x"]) @stream(initialCount: $a) { id }') },
    200,
    400,
    'initialCount must be 0 or more',
  ],
  'a stream count of an operation that is not run': [
    {
      query:
        'query A { nodes(ids: ["x"]) @stream(initialCount: -1) { id } } query B { nodes(ids: ["x"]) { id } }',
      operationName: 'B',
    },
    200,
    200,
    '"path":["nodes",0]',
  ],
  'a name that makes an answer look like a promise': [
    { query: '{ sourceList { then: name } }' },
    200,
    400,
    'give it another alias',
    '"line"',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  'an upstream that is away': [
    { query: '{ dtfs { totalCount } }' },
    200,
    200,
    'UPSTREAM_',
    '"line"',
  ],
  'an unknown field': [{ query: '{ nothing }' }, 200, 400, '"line":1'],
  'a text that is no document': [{ query: '{ a' }, 200, 400, 'Syntax Error'],
  'an operation that is not there': [
    { query: 'query A { __typename }', operationName: 'B' },
    200,
    400,
    'OPERATION_RESOLUTION_FAILURE',
  ],
  'too many objects': [
    {
      query: document(
        'Int!',
        'dtfs(first: $a) { edges { node { holdings { dtf { holdings { name } } } } } }',
      ),
      variables: { a: 100 },
    },
    400,
    400,
    'LIMIT_EXCEEDED',
  ],
  'too many objects of lists whose length is null': [
    {
      query: document(
        'Int',
        'simulationResults(first: 100) { edges { node { navSeries(maxPoints: $a) { date nav } } } }',
      ),
      variables: { a: null },
    },
    400,
    400,
    'LIMIT_EXCEEDED',
  ],
};

const types = ['application/json', 'application/graphql-response+json'] as const;

const byPost = (gateway: TestGateway, body: Body, accept: string) =>
  postJson(`${gateway.url}/graphql`, body, { headers: { accept } });

const byGet = (gateway: TestGateway, body: Body, accept: string) =>
  fetch(`${gateway.url}/graphql?${toGraphQLQueryString(body)}`, { headers: { accept } });

async function seen(response: Response) {
  const { status, headers } = response;
  const body = JSON.parse(await response.text());
  const text = JSON.stringify({ ...body, errors: sortErrors(body.errors) });
  return { status, type: headers.get('content-type'), text };
}

describe('errors are the same each time', () => {
  test.each(Object.entries(requests))(
    'error: %s',
    async (_what, [body, plain, specified, ...parts]) => {
      for (const [index, accept] of types.entries()) {
        const responses: Awaited<ReturnType<typeof seen>>[] = [];
        const isMutation = String(body.query).startsWith('mutation');
        for (const gateway of roads) {
          for (const ask of isMutation ? [byPost] : [byPost, byGet]) {
            for (let count = 0; count < 5; count += 1) {
              responses.push(await seen(await ask(gateway, body, accept)));
            }
          }
        }
        const [first] = responses;
        if (!first) throw new Error('nothing was asked');
        expect(first.status).toBe(index === 0 ? plain : specified);
        expect(first.type).toBe(`${accept}; charset=utf-8`);
        for (const part of parts) expect(first.text).toContain(part);
        for (const response of responses) expect(response).toEqual(first);
      }
    },
  );
});

describe('messages that state valid values', () => {
  const address = 'must be 0x followed by 40 hex digits';
  const oracle = 'the oracle is unavailable; try again later';
  let gateway: TestGateway;
  beforeAll(async () => {
    const urls = [1, 2, 3].map((port) => `http://127.0.0.1:${port}`);
    gateway = stack.use(await startGateway({ ORACLE_URLS: urls.join(',') }));
  });

  test.each([
    ['/portfolio?address=x'],
    ['/portfolio/history?address=x'],
    ['/portfolio/trades?address=x'],
    ['/lending/position?address=x'],
    ['/lending/history?user=x'],
    ['/user-state?user=x'],
    ['/vision/balance/3/x'],
    ['/faucet', { address: 'x' }],
    ['/vision/bitmap', { player: 'x', batch_id: 1, bitmap_hex: '0x00', expected_hash: '0x00' }],
  ])('error: what an address is made of: %s', async (path, body?: object) => {
    const response = await (body ? gateway.post(path, body) : gateway.rest(path));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringContaining(address) });
  });

  test.each([
    '{ portfolio(address: "x") { address } }',
    '{ batch(id: 1) { player(address: "x") { balance } } }',
    'mutation { requestFaucet(input: { address: "x" }) { userErrors { message } } }',
  ])('error: the same in the graph: %s', async (query) => {
    expect(JSON.stringify(await gateway.query(query))).toContain(address);
  });

  test('error: that oracles may be there again, without the number of one', async () => {
    for (const path of ['/vision/batches', '/vision/batch/3/state', '/vision/leaderboard']) {
      const response = await gateway.rest(path);
      expect([response.status, await response.json()]).toEqual([502, { error: oracle }]);
    }
    for (const field of ['batches { totalCount }', 'leaderboard { updatedAt }']) {
      const { errors } = await gateway.query(`{ ${field} }`);
      expect(errors?.map(({ message }) => message)).toEqual([oracle]);
    }
  });
});
