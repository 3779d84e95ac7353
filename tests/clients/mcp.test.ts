import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';
import { itpId, wallet } from '../support/world/data-node-responses.ts';

let world: FaultyWorld;
let client: Client;
const connect = async ({ url }: Pick<TestGateway, 'url'>) => {
  const connected = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`));
  await connected.connect(transport);
  return connected;
};
beforeAll(async () => {
  world = await startFaultyWorld();
  client = await connect(world.gateway);
});
afterAll(async () => {
  await client.close();
  await world[Symbol.asyncDispose]();
});

const call = async (name: string, given: Record<string, unknown> = {}, with_: Client = client) => {
  const request = { name, arguments: given };
  const { content, isError } = (await with_.callTool(request)) as CallToolResult;
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', isError: isError === true };
};
const json = async (name: string, given?: Record<string, unknown>) => {
  const { text, isError } = await call(name, given);
  expect(isError, text).toBe(false);
  const { data, errors } = JSON.parse(text) as { data: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
};

test('default: every document is a tool with a description and a JSON Schema, and changes nothing', async () => {
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['schema_search', 'validate', 'execute']));
  expect(names).not.toContain('requestFaucet');
  for (const { name, description, annotations, inputSchema } of tools) {
    expect(description, name).toMatch(/^[A-Z].{20,}\.$/);
    expect(annotations?.readOnlyHint, name).toBe(true);
    expect(inputSchema.type).toBe('object');
  }
  expect(tools.find(({ name }) => name === 'getPortfolio')?.inputSchema).toMatchObject({
    properties: { address: { type: 'string', description: expect.stringContaining('wallet') } },
  });
  const backtest = tools.find(({ name }) => name === 'runBacktest');
  expect(backtest?.inputSchema).toMatchObject({
    required: ['input'],
    properties: {
      input: {
        type: 'object',
        required: ['categoryId', 'topN', 'weighting', 'rebalanceDays'],
        properties: { topN: { type: 'integer' }, baseFeePct: { type: 'number', default: 0.1 } },
      },
    },
  });
});

test.each([
  ['listDtfs', { first: 2 }, { dtfs: { edges: [{ node: { symbol: 'TOP10' } }] } }],
  ['getDtf', { id: itpId }, { dtf: { itpId, symbol: 'TOP10' } }],
  ['getAsset', { symbol: 'BTC' }, { asset: { symbol: 'BTC', price: 67_250.5 } }],
  ['getMarketHistory', { source: 'crypto', asset: 'bitcoin' }, { marketHistory: [{}, {}] }],
  ['getPortfolio', { address: wallet }, { portfolio: { address: wallet } }],
  ['getLoans', { address: wallet }, { portfolio: { lending: { positions: [{}] } } }],
  ['listLendingMarkets', {}, { lendingMarkets: [{ lltv: 0.77 }] }],
  ['listSimulationCategories', {}, { simulationCategories: expect.any(Array) }],
  ['listBatches', {}, { batches: { edges: [{ node: { batchId: 3 } }] } }],
  ['getBatch', { id: '3' }, { batch: { batchId: 3, playerCount: 1 } }],
  ['getNetworkHealth', {}, { explorerHealth: { latest: { quorumMet: true } } }],
  ['getDeployment', {}, { deployment: { chainId: 111_222_333 } }],
])('behavior: the tool %s executes its document', async (name, given, expected) => {
  expect(await json(name, given)).toMatchObject(expected);
});

const input = { categoryId: 'all', topN: 5, weighting: 'equal', rebalanceDays: 30 };

test.each([
  ['runBacktest', { input }, { simulation: { __typename: 'SimulationResult' } }],
  ['runSweep', { input: { categoryId: 'all', sweep: 'TOP_N' } }, { sweep: { totalVariants: 1 } }],
])('behavior: %s reports progress, then its last event', async (name, given, expected) => {
  const seen: { progress: number; total?: number | undefined }[] = [];
  const result = await client.callTool(
    { name, arguments: given },
    { onprogress: (progress) => void seen.push(progress) },
  );
  const [content] = result.content;
  const text = content?.type === 'text' ? content.text : '';
  expect(JSON.parse(text)).toMatchObject({ data: expected });
  expect(seen.length).toBeGreaterThan(0);
  expect(seen[0]).toMatchObject({ progress: 50, total: 100 });
});

test('behavior: the schema is searched, shown, validated against and executed', async () => {
  expect((await call('schema_search', { query: 'nav series' })).text).toContain('Dtf.navSeries(');
  expect((await call('schema_introspect', { type: 'DtfNav' })).text).toContain('type DtfNav {');
  expect((await call('schema_introspect', { type: 'Nothing' })).isError).toBe(true);
  expect(await call('validate', { query: '{ dtfs { totalCount } }' })).toEqual({
    text: 'valid',
    isError: false,
  });
  expect((await call('validate', { query: '{ dtfz { totalCount } }' })).isError).toBe(true);
  const query = 'query ($symbol: String!) { asset(symbol: $symbol) { price } }';
  expect(await json('execute', { query, variables: { symbol: 'BTC' } })).toEqual({
    asset: { price: 67_250.5 },
  });
});

test('behavior: the result of execute contains what @defer and @stream delay', async () => {
  const query = `{ dtfs(first: 1) { totalCount edges @stream(initialCount: 0) { node { symbol
    ... @defer { itpId holdings { weight } } holdings { asset { symbol } } } } } }`;
  const { text } = await call('execute', { query });
  const whole = query.replace('@stream(initialCount: 0)', '').replace('@defer', '');
  const { data } = await world.gateway.query(whole);
  expect(JSON.parse(text)).toEqual({ data });
});

test.each([
  ['getDtf', { id: itpId, symbol: 'TOP10' }, 'getDtf has no argument "symbol"; it has id, cursor'],
  ['getDeployment', { id: '1' }, 'getDeployment has no argument "id"; it has cursor'],
  ['validate', { query: '{ __typename }', q: '' }, 'validate has no argument "q"; it has query'],
  ['execute', { query: '{ __typename }', variables: 'x' }, 'variables must be an object'],
  ['execute', { query: '{ __typename }', variables: [] }, 'variables must be an object'],
])('error: %s refuses arguments that it does not have: %j', async (name, given, message) => {
  expect(await call(name, given)).toEqual({ text: message, isError: true });
});

test('error: execute has the limits of /graphql', async () => {
  const deep = `{ ${'asset(symbol: "BTC") { heldBy { asset { '.repeat(1)}${'heldBy { asset { '.repeat(8)}symbol${' }'.repeat(19)} }`;
  const { data, errors } = await world.gateway.query(deep);
  expect(data).toBeUndefined();
  const { text, isError } = await call('execute', { query: deep });
  expect(isError).toBe(true);
  expect((JSON.parse(text) as { errors: { message: string }[] }).errors[0]?.message).toBe(
    errors?.[0]?.message,
  );
});

test.each([
  [
    'too dear',
    '{ assets(first: 100) { edges { node { priceHistory(from: 1577836800) { value } } } } }',
  ],
  ['with two operations', 'query A { dtfs { totalCount } } query B { dtfs { totalCount } }'],
  ['with a mutation', `mutation { requestFaucet(input: { address: "${wallet}" }) { success } }`],
])(
  'error: validate refuses a document %s for the reason that execute gives',
  async (_what, query) => {
    const executed = await call('execute', { query });
    const { errors } = JSON.parse(executed.text) as { errors: readonly { message: string }[] };
    expect(await call('validate', { query })).toEqual({ text: errors[0]?.message, isError: true });
  },
);

test('error: mutations are neither listed nor executed unless they are allowed', async () => {
  const faucet = { input: { address: wallet, amount: '1' } };
  expect((await call('requestFaucet', faucet)).isError).toBe(true);
  const query = `mutation { requestFaucet(input: { address: "${wallet}" }) { success } }`;
  expect(await call('execute', { query })).toMatchObject({ isError: true });
  await using allowing = await startGateway({ MCP_MUTATIONS: 'true' });
  const other = await connect(allowing);
  const { tools } = await other.listTools();
  const found = tools.find(({ name }) => name === 'requestFaucet');
  expect(found?.annotations?.readOnlyHint).toBe(false);
  const { text } = await call('requestFaucet', faucet, other);
  expect(text).toContain('FAUCET_PRIVATE_KEY is not configured');
  await other.close();
});

test('error: other pages, batches, large bodies and other methods are refused', async () => {
  const url = `${world.gateway.url}/mcp`;
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { accept: 'application/json, text/event-stream' };
  const status = async (body: unknown, more: Record<string, string> = {}) =>
    (await postJson(url, body, { headers: { ...headers, ...more } })).status;
  expect(await status(list)).toBe(200);
  expect(await status(list, { origin: 'https://page.example' })).toBe(403);
  expect(await status([list, list])).toBe(400);
  expect(await status({ ...list, params: 'x'.repeat(300_000) })).toBe(413);
  expect((await fetch(url, { headers })).status).toBe(405);
  await using open = await startGateway({ MCP_ALLOWED_ORIGINS: 'https://page.example' });
  const allowed = await postJson(`${open.url}/mcp`, list, {
    headers: { ...headers, origin: 'https://page.example' },
  });
  expect(allowed.status).toBe(200);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://page.example');
});

/** Sends a JSON-RPC message as it is, and returns its response. */
async function rpc(message: object, { url }: Pick<TestGateway, 'url'> = world.gateway) {
  const headers = { accept: 'application/json, text/event-stream' };
  const response = await postJson(`${url}/mcp`, { jsonrpc: '2.0', ...message }, { headers });
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
    readonly id: unknown;
    readonly result?: { readonly isError?: boolean; readonly content: [{ readonly text: string }] };
    readonly error?: { readonly code: number; readonly message: string };
  };
}

const echoed = 'must be a number or a string of at most 200 characters';

test.each([
  ['tools/call', {}, 'params.name must be a string, the name of a tool'],
  ['tools/call', { name: 5 }, 'params.name must be a string, the name of a tool'],
  ['tools/call', { name: 'getDtf', arguments: [] }, 'params.arguments must be an object'],
  ['tools/call', { name: 'getDtf', arguments: 'id' }, 'params.arguments must be an object'],
  ['tools/list', { cursor: 5 }, 'params.cursor must be a string'],
  ['tools/list', 'all', 'params must be an object'],
  ['tools/call', { name: 'getDtf', _meta: 5 }, 'params._meta must be an object'],
  [
    'tools/call',
    { name: 'getDtf', _meta: { progressToken: 'x'.repeat(201) } },
    `params._meta.progressToken ${echoed}`,
  ],
])('error: invalid params of %s are told in words: %j', async (method, params, message) => {
  expect(await rpc({ id: 'a', method, params })).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    error: { code: -32_602, message },
  });
});

test('error: a long id is not repeated', async () => {
  expect(await rpc({ id: 'x'.repeat(201), method: 'tools/list' })).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_600, message: `id ${echoed}` },
  });
});

test('error: searches and validations count in the rate limit', async () => {
  await using limited = await startGateway({ RATE_LIMIT_GRAPHQL_COST_PER_MINUTE: '25' });
  const outcome = async (name: string, query: string) => {
    const { result } = await rpc(
      { id: 1, method: 'tools/call', params: { name, arguments: { query } } },
      limited,
    );
    return result?.isError ? result.content[0].text : 'served';
  };
  expect(await outcome('schema_search', 'nav')).toBe('served');
  expect(await outcome('validate', '{ __typename }')).toBe('served');
  expect(await outcome('schema_search', 'nav')).toContain('a client may ask for 25 objects');
  expect(await outcome('validate', '{ __typename }')).toContain('a client may ask for 25 objects');
});
