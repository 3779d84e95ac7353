import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayOverrides } from '../../src/gateway.ts';
import { createLog } from '../../src/lib/log.ts';
import {
  type CollectedSpan,
  startTraceCollector,
} from '../../src/telemetry/testing/trace-collector.ts';
import { startGateway, startUpstream, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const address = '0x00000000000000000000000000000000000000aa';
const itpId = `0x${'0'.repeat(63)}3`;
const deployment = {
  chainId: 111_222_333,
  settlementChainId: 14_601,
  contracts: { Index: address, L3_WUSDC: address, Vision: address },
};
const categories = [{ id: 'all', name: 'All', coin_count: 9, market_cap: 1, source: 'coingecko' }];
const run = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const simulation =
  'subscription Run { simulation(input: { categoryId: "all", topN: 4, weighting: "equal", rebalanceDays: 30 }) { __typename } }';
const play = { player: address, batch_id: 7, bitmap_hex: '0xb0', expected_hash: keccak256('0xb0') };
const execute = (query: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'execute', arguments: { query } },
});

type Headers = Readonly<Record<string, string>>;
type Work = {
  readonly name: string;
  /** Name of the request's span. */
  readonly request: string;
  readonly send: (gateway: TestGateway, headers: Headers) => Promise<Response>;
  /** Calls of upstreams, all of which the request causes. */
  readonly calls: readonly string[];
  readonly operation?: string;
};

const category = 'data node GET /sim/categories';
/** Work that does not end with its client, that many clients share, or that is forwarded. */
const works: readonly Work[] = [
  {
    name: 'the proxy of the data node',
    request: 'GET /dn/{path}',
    send: ({ url }, headers) => fetch(`${url}/dn/any/thing?x=1`, { headers }),
    calls: ['data node GET /any/thing'],
  },
  {
    name: 'the proxy of the oracles',
    request: 'GET /vision/{path}',
    send: ({ rest }, headers) => rest('/vision/any/thing', { headers }),
    calls: ['oracle 1 GET /vision/any/thing'],
  },
  {
    name: 'a simulation',
    request: 'GET /sim/run',
    send: ({ rest }, headers) => rest(`/sim/run?${run}`, { headers }),
    calls: [category, 'data node streams GET /sim/run-stream'],
  },
  {
    name: 'a simulation as an event stream',
    request: 'GET /sim/run-stream',
    send: ({ rest }, headers) => rest(`/sim/run-stream?${run}&base_fee_pct=0.2`, { headers }),
    calls: [category, 'data node streams GET /sim/run-stream'],
  },
  {
    name: 'a subscription',
    request: 'POST /graphql/stream',
    operation: 'subscription Run',
    send: ({ url }, headers) =>
      postJson(
        `${url}/graphql/stream`,
        { query: simulation },
        { headers: { ...headers, accept: 'text/event-stream' } },
      ),
    calls: [category, 'data node streams GET /sim/run-stream'],
  },
  {
    name: 'a bitmap for all oracles',
    request: 'POST /vision/bitmap',
    send: ({ post }, headers) => post('/vision/bitmap', play, { headers }),
    calls: ['oracle 1 POST /vision/bitmap', 'oracle 2 POST /vision/bitmap'],
  },
  {
    name: 'the faucet',
    request: 'POST /faucet',
    send: ({ post }, headers) => post('/faucet', { address }, { headers }),
    calls: ['L3 chain POST /', 'L3 chain POST /'],
  },
  {
    name: 'a price that only the chain has',
    request: 'GET /itp-price',
    send: ({ rest }, headers) => rest(`/itp-price?itp_id=${itpId}`, { headers }),
    calls: ['data node GET /itp-price', 'L3 chain POST /'],
  },
  {
    name: 'a document of an agent',
    request: 'POST /mcp',
    operation: 'query Categories',
    send: ({ url }, headers) =>
      postJson(`${url}/mcp`, execute('query Categories { simulationCategories { name } }'), {
        headers: { ...headers, accept: 'application/json, text/event-stream' },
      }),
    calls: [category],
  },
];
const traceIdOf = (index: number) => String(index + 1).padStart(32, 'a');
const parentId = 'b7ad6b7169203331';

const stack = new AsyncDisposableStack();
const received: { readonly path: string; readonly traceparent: unknown; state: unknown }[] = [];
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  const upstream = stack.use(
    await startUpstream(({ url = '', headers, method }, response) => {
      const [path = ''] = url.split('?', 1);
      received.push({
        path: `${method} ${path}`,
        traceparent: headers.traceparent,
        state: headers.tracestate,
      });
      const isList = path === '/sim/categories';
      const isKnown = path.endsWith('/any/thing') || isList;
      response.writeHead(isKnown ? 200 : path === '/vision/bitmap' ? 404 : 500);
      response.end(JSON.stringify(isList ? { categories } : { error: 'Player not found' }));
    }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'traced-work-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'active-deployment.json'), JSON.stringify(deployment));
  env = {
    DATA_NODE_URL: upstream.url,
    ORACLE_URLS: `${upstream.url},${upstream.url}`,
    L3_RPC_URL: upstream.url,
    SETTLEMENT_RPC_URL: upstream.url,
    DEPLOYMENTS_DIR: folder,
    FAUCET_PRIVATE_KEY: `0x${'1'.repeat(64)}`,
  };
});
afterAll(() => stack.disposeAsync());

/** Does all work one after the other, each with a trace of its own. */
async function doAll(settings: Headers, overrides: GatewayOverrides = {}): Promise<void> {
  await using gateway = await startGateway({ ...env, ...settings }, overrides);
  received.length = 0;
  for (const [index, { send }] of works.entries()) {
    const traceparent = `00-${traceIdOf(index)}-${parentId}-01`;
    await (await send(gateway, { traceparent, tracestate: 'vendor=1' })).text();
  }
}

describe('with tracing', () => {
  let spans: readonly CollectedSpan[];
  beforeAll(async () => {
    await using collector = await startTraceCollector();
    await doAll({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    spans = collector.spans;
  });

  test.each(works.map((work, index) => ({ ...work, index })))(
    'default: upstream calls of $name are below its request',
    ({ index, request, operation, calls }) => {
      const own = spans.filter(({ traceId }) => traceId === traceIdOf(index));
      const root = own.filter(({ kind }) => kind === 2);
      expect(root).toMatchObject([{ name: request, parentSpanId: parentId }]);
      const operations = own.filter(({ kind }) => kind === 1);
      expect(operations.map(({ name }) => name)).toEqual(operation ? [operation] : []);
      const parent = operations[0] ?? root[0];
      const clients = own.filter(({ kind }) => kind === 3);
      const shown = ({ attributes }: CollectedSpan) =>
        `${attributes['dtf.upstream']} ${attributes['http.request.method']} ${attributes['url.path'] || '/'}`;
      // Later works find the categories in the cache.
      const expected = calls.filter((call) => call !== category || index === 2);
      expect(clients.map(shown).toSorted()).toEqual(expected.toSorted());
      for (const { parentSpanId, attributes } of clients) {
        expect(parentSpanId).toBe(parent?.spanId);
        expect(attributes).toMatchObject({
          'dtf.route': root[0]?.attributes['http.route'],
          'dtf.breaker.state': 'closed',
          'dtf.retry.count': expect.any(Number),
          'http.response.status_code': expect.any(Number),
        });
        const status = attributes['http.response.status_code'] as number;
        expect(attributes['error.type']).toBe(status < 400 ? undefined : String(status));
      }
    },
  );
});

test('behavior: without tracing, upstreams and log lines get the trace of the request', async () => {
  const lines: { msg: string; requestId?: string; traceId?: string }[] = [];
  const log = createLog('info', null, { write: (line) => void lines.push(JSON.parse(line)) });
  await doAll({}, { log });
  const ofRequests = lines.filter(({ msg }) => !msg.startsWith('faucet payments could not'));
  for (const msg of ['answered', 'upstream failed', 'run failed', 'faucet mint failed'])
    expect(ofRequests.map((line) => line.msg)).toContain(msg);
  for (const line of ofRequests)
    expect(line).toMatchObject({
      requestId: expect.any(String),
      traceId: expect.stringMatching(/^a{30}/),
    });
  const expected = works.map(({ calls }, index) => ({
    traceparent: `00-${traceIdOf(index)}-${parentId}-01`,
    paths: [...new Set(calls.map((call) => call.replace(/^.* (?=GET|POST)/, '')))]
      .filter((path) => path !== 'GET /sim/categories' || index === 2)
      .toSorted(),
  }));
  const found = expected.map(({ traceparent }) => {
    const own = received.filter((one) => one.traceparent === traceparent);
    expect(own.map(({ state }) => state)).toEqual(own.map(() => 'vendor=1'));
    return { traceparent, paths: [...new Set(own.map(({ path }) => path))].toSorted() };
  });
  expect(found).toEqual(expected);
});
