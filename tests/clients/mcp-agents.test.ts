import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { domainModules } from '../../src/domains/index.ts';
import { createMcpTools } from '../../src/graphql/mcp/tools.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { startGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';
import { itpId, wallet } from '../support/world/data-node-responses.ts';
import { startLargestValues } from '../support/worst-requests.ts';

const schema = createSchema(domainModules);
const maxBytes = 400_000;
const batchOf = { batchId: '3', address: wallet };
const run = { categoryId: 'all', topN: 5, weighting: 'equal', rebalanceDays: 30 };

/** Arguments for each tool of the documents that change nothing. */
const calls: Readonly<Record<string, Record<string, unknown>>> = {
  analyzeBacktest: { runId: '1' },
  analyzeDtf: { id: itpId },
  analyzePlayer: { address: wallet },
  analyzePortfolio: { address: wallet },
  getAsset: { symbol: 'BTC' },
  getBatch: { id: '3' },
  getDeployment: {},
  getDtf: { id: itpId },
  getDtfActivity: { id: itpId },
  getDtfCandles: { id: itpId },
  getDtfHolders: { id: itpId },
  getDtfMarket: { id: itpId },
  getLoans: { address: wallet },
  getMarketHistory: { source: 'crypto', asset: 'bitcoin' },
  getNetworkHealth: {},
  getPlayer: batchOf,
  getPortfolio: { address: wallet },
  judgeBacktests: { runs: ['1', '2'] },
  listBatches: {},
  listDtfs: {},
  listLendingMarkets: {},
  listSimulationCategories: {},
  replayBitmap: { batchId: '3', rule: { kind: 'MOMENTUM' } },
  runBacktest: { input: run },
  runSweep: { input: { categoryId: 'all', sweep: 'TOP_N' } },
  stressPortfolio: { address: wallet, shocks: [{ symbol: 'BTC', pct: -30 }] },
  schema_search: { query: 'nav' },
  schema_introspect: { type: 'Dtf' },
  validate: { query: '{ dtfs { totalCount } }' },
  execute: { query: '{ dtfs { edges { node { symbol } } } }' },
};

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function connect(url: string, mode: 'legacy' | 'auto') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return client;
}

describe.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const)('a client that negotiates %s', (mode, revision) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(world.gateway.url, mode);
  });
  afterAll(() => client.close());

  test(`default: speaks revision ${revision} and learns what this is`, () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getInstructions()).toContain('schema_search');
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, prompts: {}, resources: {} });
  });

  test('behavior: structuredContent of every tool fits its outputSchema and is its text', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
    for (const { name, outputSchema } of tools) {
      const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
        (outputSchema ?? {}) as AnySchemaObject,
      );
      const called = await client.callTool({ name, arguments: calls[name] ?? {} });
      const { structuredContent, content, isError } = called as CallToolResult;
      expect([name, isError]).toEqual([name, false]);
      expect(structuredContent, name).toBeDefined();
      validate(structuredContent);
      expect([name, validate.errors]).toEqual([name, null]);
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      if ('data' in (structuredContent as object)) {
        expect(JSON.parse(text)).toEqual(structuredContent);
        const { data, errors } = structuredContent as { data: object; errors?: unknown };
        expect(errors).toBeUndefined();
        // This world has no finished runs to judge.
        if (name !== 'judgeBacktests') expect(Object.values(data)).not.toContain(null);
      }
    }
  });

  test('behavior: prompts name tools that exist', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ title }) => title)).toEqual([
      'Analyse a fund',
      'Compare strategies',
      'Play a batch',
    ]);
    const given = { fund: 'TOP10', category: 'all', batch: '3' };
    for (const { name, arguments: known = [] } of prompts) {
      const needed = known.filter(({ required }) => required).map((one) => one.name);
      const { messages } = await client.getPrompt({
        name,
        arguments: Object.fromEntries(
          Object.entries(given).filter(([key]) => needed.includes(key)),
        ),
      });
      const [message] = messages;
      const text = message?.content.type === 'text' ? message.content.text : '';
      expect(text).toMatch(/"TOP10"|"all"|batch 3/);
      const named = [
        ...text.matchAll(
          /\b(?:list|get|analyze|judge)[A-Z]\w+|runBacktest|replayBitmap|schema_\w+/g,
        ),
      ];
      expect(named.length).toBeGreaterThan(1);
      for (const [tool] of named) expect(Object.keys(calls)).toContain(tool);
    }
    await expect(client.getPrompt({ name: 'analyse_a_fund', arguments: {} })).rejects.toThrow(
      'analyse_a_fund needs the argument fund',
    );
    await expect(client.getPrompt({ name: 'none' })).rejects.toThrow('there is no such prompt');
  });

  test('behavior: types and pages of the documentation are resources', async () => {
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining(['dtf-graph://schema/Query', 'dtf-graph://docs/types']),
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      'dtf-graph://schema/{type}',
    );
    for (const uri of [...uris, 'dtf-graph://schema/DtfNav']) {
      const { contents } = await client.readResource({ uri });
      const [first] = contents;
      const text = first && 'text' in first ? first.text : '';
      expect(text).toMatch(uri.startsWith('dtf-graph://schema') ? /^(""")|(type)/ : /^# /);
      expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(maxBytes);
    }
    for (const uri of ['dtf-graph://schema/Nothing', 'dtf-graph://docs/../README', 'file:///etc']) {
      await expect(client.readResource({ uri })).rejects.toThrow('there is no such resource');
    }
  });
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'behavior: a client of revision %s is answered in it, by JSON alone',
  async (protocolVersion) => {
    const send = async (message: object) => {
      const headers = { accept: 'application/json', 'mcp-protocol-version': protocolVersion };
      const body = { jsonrpc: '2.0', id: 1, ...message };
      const response = await postJson(`${world.gateway.url}/mcp`, body, { headers });
      return (await response.json()) as { readonly result: Record<string, unknown> };
    };
    const clientInfo = { name: 'old', version: '1' };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    expect((await send({ method: 'initialize', params })).result).toMatchObject({
      protocolVersion,
    });
    const call = { name: 'getAsset', arguments: { symbol: 'BTC' } };
    const { result } = await send({ method: 'tools/call', params: call });
    expect(result.isError).toBe(false);
    expect(JSON.stringify(result.content)).toContain('67250.5');
  },
);

test('behavior: a client of revision 2026-07-28 that accepts JSON alone gets one message', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'new', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    progressToken: 1,
  };
  const params = { name: 'runBacktest', arguments: { input: run }, _meta };
  const headers = {
    accept: 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'runBacktest',
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const response = await postJson(`${world.gateway.url}/mcp`, body, { headers });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({
    id: 1,
    result: { isError: false, structuredContent: { data: { simulation: {} } } },
  });
});

test('behavior: a large result comes in pages of at most 400 kB that make up the whole', async () => {
  await using upstream = await startLargestValues();
  await using gateway = await startGateway({ DATA_NODE_URL: upstream.url });
  const ids = Array.from({ length: 50 }, (_, at) => `"${at + 1}"`);
  const query = `{ simulations(ids: [${ids}]) { runId navSeries(maxPoints: 300) { date nav } } }`;
  const { data: whole } = await gateway.query<{
    simulations: { runId: number; navSeries: unknown[] }[];
  }>(query);
  expect(JSON.stringify(whole).length).toBeGreaterThan(500_000);

  const series = whole.simulations.map((): unknown[] => []);
  let cursor: string | undefined;
  let pages = 0;
  do {
    const given = { query, ...(cursor === undefined ? {} : { cursor }) };
    const params = { name: 'execute', arguments: given };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const response = await postJson(`${gateway.url}/mcp`, message, {
      headers: { accept: 'application/json' },
    });
    const text = await response.text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    const { result } = JSON.parse(text) as { result: { structuredContent: object } };
    const page = result.structuredContent as { data: typeof whole; nextCursor?: string };
    for (const one of page.data.simulations) {
      const at = whole.simulations.findIndex(({ runId }) => runId === one.runId);
      series[at]?.push(...one.navSeries);
    }
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== undefined && pages < 50);
  expect(pages).toBeGreaterThan(2);
  expect(series).toEqual(whole.simulations.map(({ navSeries }) => navSeries));
});

test('error: cursors of others, and of mutations, are refused', async () => {
  await using gateway = await startGateway({ MCP_MUTATIONS: 'true' });
  const client = await connect(gateway.url, 'auto');
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content } = (await client.callTool({ name, arguments: given })) as CallToolResult;
    return content[0]?.type === 'text' ? content[0].text : '';
  };
  const cursor = Buffer.from('["dtfs","edges",0]').toString('base64url');
  for (const bad of ['x', '', 5, Buffer.from('[-1]').toString('base64url')]) {
    expect(await call('listDtfs', { cursor: bad })).toBe(
      'cursor must be the nextCursor of a result',
    );
  }
  const query = `mutation { requestFaucet(input: { address: "${wallet}" }) { success } }`;
  expect(await call('execute', { query, cursor })).toContain('a mutation has no cursor');
  expect(await call('requestFaucet', { input: { address: wallet }, cursor })).toContain(
    'requestFaucet has no argument "cursor"',
  );
  await client.close();
});

test('default: tools of mutations have an outputSchema too', () => {
  const { tools } = createMcpTools(schema, { allowsMutations: true });
  const faucet = tools.find(({ name }) => name === 'requestFaucet');
  expect(faucet?.outputSchema).toMatchObject({
    properties: {
      data: {
        properties: {
          requestFaucet: { type: 'object', required: ['success', 'to', 'userErrors'] },
        },
      },
    },
  });
});
