import fc from 'fast-check';
import { getOperationAST, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareCost } from '../../src/graphql/cost/cost.ts';
import { collectFragments } from '../../src/graphql/validation/collect-fragments.ts';
import { schema, startBesideGraphql } from '../compiled-execution/support/compare-with-graphql.ts';
import { documentsOf } from '../compiled-execution/support/schema-documents.ts';
import {
  type FakeUpstream,
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';
import '../support/properties.ts';

const day = 86_400_000;
const numbered = <T>(length: number, one: (at: number) => T) =>
  Array.from({ length }, (_, at) => one(at));
const dateOf = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * day).toISOString().slice(0, 10);

/** As long as runs of the sandbox are. */
const points = numbered(2520, (at) => ({ date: dateOf(at), nav: 1 + at / 700, drawdown_pct: 0 }));
const ids = numbered(50, (at) => at + 1);
/** Far more observations than a window has. */
const observations = numbered(60_000, (at) => ({ timestamp: 1_600_000_000 + at, value: at / 7 }));
const long = 'a "name" '.repeat(4000);
const rows = numbered(100, (at) => ({
  source: 'crypto',
  assetId: `id-${at}`,
  symbol: `S${at}`,
  name: `${long}${at}`,
  category: null,
  value: at,
  changePct: null,
  fetchedAt: '2026-03-11T10:00:00Z',
}));
const itpId = `0x${'0'.repeat(63)}1`;
const basket = {
  itp_id: itpId,
  name: 'One',
  symbol: 'ONE',
  nav: 1.25,
  aum_usd: 100,
  total_supply: '1',
  assets: numbered(40, (at) => ({
    symbol: `S${at}`,
    name: `Asset ${at}`,
    weight: 0.025,
    qty: '1',
    price: 1,
  })),
};

let upstream: FakeUpstream;
let gateway: TestGateway;
/** One that may answer a megabyte alone. */
let narrow: TestGateway;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    if (request.url?.startsWith('/price?')) return void response.writeHead(500).end();
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const asked = (query.get('run_ids') ?? '').split(',').filter(Boolean).map(Number);
    respondByPath({
      '/sim/results': { results: [] },
      '/sim/compare': { simulations: asked.map((run_id) => ({ run_id, nav_series: points })) },
      '/market/prices/crypto/BTC/history': { prices: observations },
      '/vision/snapshot': { generatedAt: '2026-03-11T10:00:00Z', snapshots: rows },
      '/market/stats': { totalAssets: rows.length, sources: {} },
      '/snapshot': basket,
      '/latest-prices': {},
      '/aum-ranking': Array.from({ length: 100 }, (_, at) => ({
        ...{ itp_id: `0x${String(at + 1).padStart(64, '0')}`, name: 'One', symbol: 'ONE' },
        ...{ nav_per_share: 1.25, aum_usd: 100, total_supply: '1', asset_count: 100 },
      })),
    })(request, response);
  });
  const env = { DATA_NODE_URL: upstream.url };
  gateway = await startGateway(env);
  narrow = await startGateway({ ...env, RESPONSE_MAX_MB: '1' });
});
afterAll(async () => {
  await narrow[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** CPU time of the whole process, in which the gateway is. */
async function ask(query: string, { url }: TestGateway = gateway, accept = 'application/json') {
  const before = process.cpuUsage();
  const response = await postJson(`${url}/graphql`, { query }, { headers: { accept } });
  const text = await response.text();
  const { user, system } = process.cpuUsage(before);
  return { text, status: response.status, cpu: (user + system) / 1000 };
}

/** The JSON of each part of a `multipart/mixed` response; their lengths are checked. */
const partsOf = (text: string) =>
  text
    .split('\r\n---')
    .slice(1, -1)
    .map((part) => {
      const [head = '', json = ''] = part.split('\r\n\r\n');
      expect(head).toContain(`Content-Length: ${Buffer.byteLength(json)}`);
      return json;
    });

const aliased = (count: number, length: number, field: string) =>
  numbered(count, (at) => `${`a${at}`.padEnd(length, 'x')}: ${field}`).join(' ');

describe('what a response weighs, before it is made', () => {
  test('error: aliases of a leaf of long series are refused, cheaply, with what they cost', async () => {
    const attack = (at: number) =>
      `{ z${at}: __typename s: simulations(ids: [${ids}]) { navSeries { ${aliased(28, 35, 'date')} } } }`;
    const asked = upstream.asked.length;
    const refused: Awaited<ReturnType<typeof ask>>[] = [];
    for (const at of numbered(5, (index) => index)) refused.push(await ask(attack(at)));
    for (const { text, status } of refused) {
      expect(status).toBe(400);
      expect(JSON.parse(text)).toEqual({
        errors: [
          {
            message:
              'the document costs too much: up to 214,650,932 bytes and 43,551 objects, where 8,388,608 bytes and 5,000 objects are allowed; the most expensive field is s.navSeries, up to 150,000 of 1,430 bytes each: reduce the argument maxPoints of navSeries, or ask for fewer fields of it',
            extensions: { code: 'LIMIT_EXCEEDED' },
          },
        ],
      });
    }
    expect(Math.min(...refused.map(({ cpu }) => cpu))).toBeLessThan(50);
    expect(upstream.asked).toHaveLength(asked);
  });

  test('behavior: the same with fewer points, or without the aliases, is executed', async () => {
    const few = await ask(
      `{ s: simulations(ids: [${ids}]) { navSeries(maxPoints: 100) { ${aliased(28, 35, 'date')} } } }`,
    );
    expect(few.status).toBe(200);
    expect(few.text.length).toBeLessThan(16_000_000);
    const whole = await ask(`{ compareSimulations(ids: [${ids}]) { navSeries { date nav } } }`);
    expect(whole.status).toBe(200);
    expect(JSON.parse(whole.text).data.compareSimulations[49].navSeries).toHaveLength(2520);
  }, 30_000);

  test('error: fields that may wait for an upstream are refused in great numbers', async () => {
    const holdings = (selection: string) =>
      ask(`{ dtfs(first: 100) { edges { node { holdings { ${selection} } } } } }`);
    expect((await holdings(aliased(14, 1, 'weight'))).status).toBe(200);
    expect((await holdings(`asset { ${aliased(3, 1, 'price')} }`)).status).toBe(200);
    const refused = await holdings(`asset { ${aliased(28, 1, 'price')} }`);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).errors[0].message).toMatch(/bytes and [23]\d,\d{3} objects/);
  });
});

describe('what a response weighs, before it is encoded', () => {
  const tooLarge = {
    message: 'the response would have more than 1,048,576 bytes: ask for fewer objects or fields',
    extensions: { code: 'RESPONSE_TOO_LARGE' },
  };
  const series = '{ marketHistory(source: "crypto", asset: "BTC") { timestamp value } }';
  const names = '{ snapshot { prices(first: 100) { edges { node { name } } } } }';

  test.each([
    ['a list that is longer than any should be', series],
    ['texts that are longer than any should be', names],
  ])('error: %s, interpreted, compiled, in parts', async (_what, query) => {
    for (let count = 0; count < 6; count += 1) {
      const { text, status } = await ask(query, narrow);
      expect({ status, ...JSON.parse(text) }).toEqual({ status: 413, errors: [tooLarge] });
    }
  });

  test('error: as an event, and over GET', async () => {
    for (let count = 0; count < 2; count += 1) {
      const { text } = await ask(series, narrow, 'text/event-stream');
      expect(text.length).toBeLessThan(1000);
      expect(text).toContain('RESPONSE_TOO_LARGE');
      const got = await fetch(`${narrow.url}/graphql?query=${encodeURIComponent(names)}`);
      expect(got.status).toBe(413);
      expect(await got.json()).toEqual({ errors: [tooLarge] });
    }
  });

  test('error: from the tool of MCP that executes, and on a stream of several operations', async () => {
    const call = { name: 'execute', arguments: { query: series } };
    const called = await postJson(
      `${narrow.url}/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      { headers: { accept: 'application/json, text/event-stream' } },
    );
    const { result } = JSON.parse(/^data: (.*)$/m.exec(await called.text())?.[1] ?? '');
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toEqual({ errors: [tooLarge] });

    const url = `${narrow.url}/graphql/stream`;
    const token = await (await fetch(url, { method: 'PUT' })).text();
    const headers = { 'x-graphql-event-stream-token': token };
    const leaving = new AbortController();
    const stream = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    await postJson(url, { query: series, extensions: { operationId: 'one' } }, { headers });
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk);
      if (text.includes('event: complete')) break;
    }
    leaving.abort();
    // A response that is not used any more may be collected, which ends its body.
    expect(stream.status).toBe(200);
    expect(JSON.parse(/^data: (\{.*"payload".*)$/m.exec(text)?.[1] ?? '')).toEqual({
      id: 'one',
      payload: { errors: [tooLarge] },
    });
  });

  test('error: parts that are too large together end the response', async () => {
    const deferred = `{ __typename ... @defer(label: "a") { a: marketHistory(source: "crypto", asset: "BTC") { value } } }`;
    const { text } = await ask(deferred, narrow, 'multipart/mixed');
    expect(text.length).toBeLessThan(2000);
    expect(text).toContain('RESPONSE_TOO_LARGE');
    expect(text).toContain('"hasNext":false');
    expect(text.endsWith('-----\r\n') || text.trimEnd().endsWith('--')).toBe(true);
  });

  test('behavior: a large result comes in every format', async () => {
    const large = `compareSimulations(ids: [${ids}]) { navSeries { date nav } }`;
    const { text } = await ask(`{ ${large} }`);
    const { data } = JSON.parse(text);
    expect(data.compareSimulations[49].navSeries).toHaveLength(points.length);
    const single = await ask(`{ ${large} }`, gateway, 'multipart/mixed');
    // Compared as texts, because a difference would be 4 MB long.
    expect(partsOf(single.text).map((part) => part === text)).toEqual([true]);
    const plain = await ask(`{ ... @defer(if: false) { ${large} } }`);
    expect(plain.text === text).toBe(true);

    const deferred = `{ __typename ... @defer { ${large} } }`;
    const [first = '', later = ''] = partsOf(
      (await ask(deferred, gateway, 'multipart/mixed')).text,
    );
    expect(JSON.parse(first)).toEqual({ data: { __typename: 'Query' }, hasNext: true });
    const [part] = JSON.parse(later).incremental;
    expect(part.path).toEqual([]);
    expect(JSON.stringify({ data: part.data }) === text).toBe(true);
    const events = await ask(deferred, gateway, 'text/event-stream');
    expect(events.text.includes(`\ndata: ${later}\n\n`)).toBe(true);
  });

  test('behavior: what fits is executed with the same setting', async () => {
    const { text, status } = await ask(
      '{ snapshot { prices(first: 1) { edges { node { name } } } } }',
      narrow,
    );
    expect(status).toBe(200);
    expect(JSON.parse(text).data.snapshot.prices.edges[0].node.name).toBe(`${long}0`);
  });
});

describe('how many errors a response lists', () => {
  const failing = `simulations(ids: [${ids}]) { ${numbered(28, (at) => `a${at}: navSeries(maxPoints: 1) { date }`).join(' ')} }`;
  type Told = { readonly message: string; readonly extensions: { readonly code: string } };
  const check = (errors: readonly Told[], code = 'INVALID_INPUT', more = 400) => {
    expect(errors).toHaveLength(1001);
    expect(new Set(errors.slice(0, 1000).map(({ extensions }) => extensions.code))).toEqual(
      new Set([code]),
    );
    expect(errors[1000]).toEqual({
      message: `errors that are not listed: ${more}; any field that is null may have failed`,
      extensions: { code: 'MORE_ERRORS' },
    });
  };

  test('error: of 1,400 fields that fail 1,000 are listed, interpreted and compiled, each time', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { text, status } = await ask(`{ ${failing} }`);
      const { data, errors } = JSON.parse(text);
      expect(status).toBe(200);
      expect(data.simulations).toHaveLength(50);
      check(errors);
      expect(errors[0]).toMatchObject({ path: ['simulations', 0, 'a0'] });
    }
  });

  test('error: of 1,120 fields whose upstream calls fail 1,000 are listed, each time', async () => {
    const quotes = aliased(28, 1, 'quote { usd }');
    for (let count = 0; count < 5; count += 1) {
      const { text } = await ask(`{ dtf(id: "${itpId}") { holdings { asset { ${quotes} } } } }`);
      const { data, errors } = JSON.parse(text);
      expect(data.dtf.holdings[39].asset).toMatchObject({ a0: null, a27: null });
      check(errors, 'UPSTREAM_UNAVAILABLE', 120);
      expect(errors[0]).toMatchObject({
        locations: [{ line: 1 }],
        path: ['dtf', 'holdings', expect.any(Number), 'asset', expect.any(String)],
      });
    }
  });

  test('error: a document with more lines than tokens is refused before errors are located', async () => {
    const document = `${'\n'.repeat(100_000)}{ ${failing} }`;
    for (const accept of ['application/json', 'multipart/mixed', 'text/event-stream']) {
      const { text, cpu } = await ask(document, gateway, accept);
      expect(text).toContain('the document has too many lines: at most 2000 are allowed');
      expect(cpu).toBeLessThan(200);
    }
  });

  test('error: as an event, and in a deferred part', async () => {
    const { text } = await ask(`{ ${failing} }`, gateway, 'text/event-stream');
    check(JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? '').errors);
    const deferred = `{ __typename ... @defer { ${failing} } }`;
    const parts = (await ask(deferred, gateway, 'multipart/mixed')).text;
    const [, later = ''] = parts.match(/^\{.*$/gm) ?? [];
    check(JSON.parse(later).incremental[0].errors);
  });
});

test('behavior: no response has more bytes than its document costs', async () => {
  await using world = await startBesideGraphql();
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(documentsOf(schema, 'query'), async ({ rounds, ...body }) => {
      const document = parse(body.query);
      const operation = getOperationAST(document, body.operationName);
      if (!operation || validate(schema, document).length > 0) return;
      for (const variables of rounds) {
        const response = await postJson(`${world.gateway.url}/graphql`, { ...body, variables });
        const { data } = (await response.json()) as { readonly data?: object | null };
        if (!data) continue;
        const fragments = collectFragments(document);
        const { bytes } = prepareCost({ schema, operation, fragments }).of(variables);
        expect(Buffer.byteLength(JSON.stringify({ data }))).toBeLessThanOrEqual(bytes);
        answered += 1;
      }
    }),
    { numRuns: 120, endOnFailure: true },
  );
  expect(answered).toBeGreaterThan(60);
}, 60_000);
