import type { ServerResponse } from 'node:http';
import { getAddress } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { input, simulation } from '../sim/support/operations.ts';
import { readEvents } from '../sim/support/read-events.ts';
import {
  type FakeUpstream,
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const accept = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json';
const contentType = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';

const within = { timeout: 8000 };

let stack: AsyncDisposableStack;
let upstream: FakeUpstream;
let gateway: TestGateway;
/** Computations that wait for their events. */
let computing: ServerResponse[];
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  computing = [];
  upstream = stack.use(
    await startUpstream((request, response) => {
      if (request.url?.startsWith('/sim/run-stream')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        computing.push(response);
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ categories: [{ id: 'all', name: 'All', coin_count: 9 }] }));
    }),
  );
  gateway = stack.use(await startGateway({ DATA_NODE_URL: upstream.url }));
});
afterEach(() => stack.disposeAsync());

function send(event: object): void {
  for (const one of computing) one.write(`data: ${JSON.stringify(event)}\n\n`);
}
const progress = { type: 'progress', pct: 50, current_date: '2024-06-30', total_dates: 10 };
const failure = { type: 'error', error: 'not enough coins: 3 available' };

/** Subscribes by the multipart protocol; the parts so far, and whether the last one has come. */
async function subscribe(query: string, variables: object = {}, at: TestGateway = gateway) {
  const leaving = new AbortController();
  stack.defer(() => leaving.abort());
  const { signal } = leaving;
  const options = { headers: { accept }, signal };
  const response = await postJson(`${at.url}/graphql`, { query, variables }, options);
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  const parts = () =>
    text
      .split('--graphql')
      .slice(1, -1)
      .map((part) => {
        const [head = '', body = ''] = part.split('\r\n\r\n');
        expect(head.trim()).toBe('content-type: application/json');
        return JSON.parse(body) as unknown;
      });
  return { response, parts, isOver: () => text.endsWith('\r\n--graphql--\r\n'), reading };
}

test('behavior: every form of a subscription shares one upstream request, and quiet ones get heartbeats', async () => {
  const multipart = await subscribe(simulation, { input });
  expect(multipart.response.status).toBe(200);
  expect(multipart.response.headers.get('content-type')).toBe(contentType);
  const second = await subscribe(simulation, { input });
  const graphqlUrl = `${gateway.url}/graphql`;
  const query = new URLSearchParams({ query: simulation, variables: JSON.stringify({ input }) });
  const distinct = await readEvents(`${graphqlUrl}?${query}`, { accept: 'text/event-stream' });
  stack.defer(() => distinct.disconnect());
  const token = await (await fetch(`${graphqlUrl}/stream`, { method: 'PUT' })).text();
  const headers = { 'x-graphql-event-stream-token': token };
  const single = await readEvents(`${graphqlUrl}/stream`, headers);
  stack.defer(() => single.disconnect());
  const extensions = { operationId: 'one' };
  const operation = { query: simulation, variables: { input }, extensions };
  expect((await postJson(`${graphqlUrl}/stream`, operation, { headers })).status).toBe(202);
  const rest = await readEvents(
    `${gateway.url}/api/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30`,
  );
  stack.defer(() => rest.disconnect());

  send(progress);
  const isTold = (events: readonly unknown[]) => JSON.stringify(events).includes('"pct":50');
  for (const seen of [multipart.parts, second.parts, distinct.events, single.events, rest.events]) {
    await expect.poll(() => isTold(seen())).toBe(true);
  }
  expect(upstream.asked.filter((one) => one.includes('/sim/run-stream'))).toHaveLength(1);

  const heartbeats = () => multipart.parts().filter((part) => JSON.stringify(part) === '{}').length;
  const before = heartbeats();
  await expect.poll(heartbeats, { timeout: 10_000 }).toBeGreaterThan(before);
  send(failure);
  await expect.poll(multipart.isOver).toBe(true);
  await multipart.reading;
  const events = multipart.parts().filter((part) => JSON.stringify(part) !== '{}');
  expect(events).toEqual([
    { payload: { data: { simulation: expect.objectContaining({ pct: 50 }) } } },
    { payload: { data: { simulation: expect.objectContaining({ message: failure.error }) } } },
  ]);
});

test('error: a refused subscription is one part with errors, then the end', async () => {
  const refused = await subscribe('subscription { nothing }');
  await refused.reading;
  expect(refused.response.status).toBe(200);
  expect(refused.response.headers.get('content-type')).toBe(contentType);
  expect(refused.isOver()).toBe(true);
  expect(refused.parts()).toEqual([
    {
      payload: null,
      errors: [expect.objectContaining({ message: expect.stringContaining('nothing') })],
    },
  ]);
});

test('default: a query stays one document, and an event stream that is named first one', async () => {
  const post = (query: string, accepted: string) =>
    postJson(`${gateway.url}/graphql`, { query }, { headers: { accept: accepted } });
  const plain = await post('{ __typename }', accept);
  expect(plain.headers.get('content-type')).toContain('application/json');
  expect(await plain.json()).toEqual({ data: { __typename: 'Query' } });
  const events = await post('subscription { nothing }', `text/event-stream, ${accept}`);
  expect(events.headers.get('content-type')).toBe('text/event-stream');
  await events.text();
});

const itpId = `0x${'00'.repeat(31)}01`;
const wallet = `0x${'22'.repeat(20)}`;
const encode = (id: string) => Buffer.from(id).toString('base64url');
const supply = (shares: number) => `${shares}${'0'.repeat(18)}`;

/** The bodies of a data node on which one fund has this NAV and one wallet a share of it. */
function fundBodies(nav: number) {
  const fund = { itp_id: itpId, name: 'Fund', symbol: 'FUND' };
  const figures = { aum_usd: nav * 5, total_supply: supply(5) };
  const price = { nav: supply(nav), nav_display: nav, assets_priced: 1, assets_total: 1 };
  const worth = { value_usd: nav, cost_basis_usd: 1, pnl_usd: nav - 1, pnl_pct: 100 * (nav - 1) };
  return {
    '/itp-price': { itp_id: itpId, ...price, ...figures, source: 'data-node' },
    '/aum-ranking': [{ ...fund, nav_per_share: nav, ...figures, asset_count: 1 }],
    '/portfolio': {
      ...{ address: wallet, total_value_usd: nav, total_pnl_usd: nav - 1 },
      total_pnl_pct: worth.pnl_pct,
      positions: [{ ...fund, shares: supply(1), nav_per_share: nav, ...worth }],
    },
  };
}

const watchedDtf = `subscription { dtf(id: "${encode(`Dtf:${itpId}`)}") {
  id name navPerShareUsd aumUsd totalSupply nav { usd aumUsd dtf { id nav { usd } } }
} }`;
const dtfEvent = (nav: number) => {
  const id = encode(`Dtf:${itpId}`);
  return {
    dtf: {
      ...{ id, name: 'Fund', navPerShareUsd: nav, aumUsd: nav * 5, totalSupply: supply(5) },
      nav: { usd: nav, aumUsd: nav * 5, dtf: { id, nav: { usd: nav } } },
    },
  };
};
const watchedPortfolio = `subscription { portfolio(address: "${wallet}") {
  id address totalValueUsd positions { id valueUsd shares dtf { id symbol } portfolio { totalPnlUsd } }
} }`;
const portfolioEvent = (nav: number) => {
  const address = getAddress(wallet);
  return {
    portfolio: {
      ...{ id: encode(`Portfolio:${address}`), address, totalValueUsd: nav },
      positions: [
        {
          id: encode(`Position:${address} ${itpId}`),
          ...{ valueUsd: nav, shares: supply(1) },
          dtf: { id: encode(`Dtf:${itpId}`), symbol: 'FUND' },
          portfolio: { totalPnlUsd: nav - 1 },
        },
      ],
    },
  };
};

test('default: DTFs and portfolios, now and on change, with one poll for all transports', async () => {
  let bodies = fundBodies(1);
  const node = stack.use(
    await startUpstream((request, response) => respondByPath(bodies)(request, response)),
  );
  const time = { now: Date.now() };
  const own = stack.use(
    await startGateway({ DATA_NODE_URL: node.url }, { clock: { now: () => time.now } }),
  );
  const callsOf = (path: string) => node.asked.filter((line) => line.includes(`${path}?`)).length;

  for (const [query, path, event] of [
    [watchedDtf, '/itp-price', dtfEvent],
    [watchedPortfolio, '/portfolio', portfolioEvent],
  ] as const) {
    bodies = fundBodies(1);
    time.now += 120_000;
    const before = callsOf(path);
    const parts = await Promise.all(Array.from({ length: 10 }, () => subscribe(query, {}, own)));
    const accepted = { accept: 'text/event-stream' };
    const address = `${own.url}/graphql?query=${encodeURIComponent(query)}`;
    const distinct = await Promise.all(
      // Other spellings of the operation have executions of their own.
      Array.from({ length: 10 }, (_, at) =>
        readEvents(`${address}${'%20'.repeat(at % 3)}`, accepted),
      ),
    );
    for (const reader of distinct) stack.defer(() => reader.disconnect());
    const token = await (await fetch(`${own.url}/graphql/stream`, { method: 'PUT' })).text();
    const headers = { 'x-graphql-event-stream-token': token };
    const single = await readEvents(`${own.url}/graphql/stream`, headers);
    stack.defer(() => single.disconnect());
    const operation = { query, extensions: { operationId: 'one' } };
    expect((await postJson(`${own.url}/graphql/stream`, operation, { headers })).status).toBe(202);

    const payloads = () => [
      ...parts.map((one) =>
        one.parts().flatMap((part) => (part as { payload?: object }).payload ?? []),
      ),
      ...distinct.map((reader) => reader.events()),
      single.events().map((told) => told.payload),
    ];
    const all = (...events: readonly object[]) =>
      payloads().map(() => events.map((data) => ({ data })));
    await expect.poll(payloads, within).toEqual(all(event(1)));
    expect(callsOf(path) - before).toBe(1);

    bodies = fundBodies(2);
    time.now += 120_000;
    await expect.poll(payloads, within).toEqual(all(event(1), event(2)));
    // The newest event comes first to a later subscriber.
    const late = await subscribe(query, {}, own);
    await expect.poll(late.parts, within).toContainEqual({ payload: { data: event(2) } });
    expect(callsOf(path) - before).toBe(2);
  }
}, 30_000);

test('behavior: an event of a DTF has the values that changed, also while the ranking is cached or down', async () => {
  const [first, second, third] = [fundBodies(1), fundBodies(2), fundBodies(3)];
  let bodies: Record<string, unknown> = first;
  const node = stack.use(
    await startUpstream((request, response) => respondByPath(bodies)(request, response)),
  );
  const time = { now: Date.now() };
  const own = stack.use(
    await startGateway({ DATA_NODE_URL: node.url }, { clock: { now: () => time.now } }),
  );
  const query = `subscription { dtf(id: "${itpId}") { navPerShareUsd aumUsd totalSupply } }`;
  const { parts } = await subscribe(query, {}, own);
  const payloads = () => parts().flatMap((part) => (part as { payload?: object }).payload ?? []);
  const events = (...navs: readonly number[]) =>
    navs.map((nav) => ({
      data: { dtf: { navPerShareUsd: nav, aumUsd: nav * 5, totalSupply: supply(5) } },
    }));
  await expect.poll(payloads, within).toEqual(events(1));

  // The ranking stays cached longer than the price. When it follows, nothing has changed.
  bodies = second;
  time.now += 3000;
  await expect.poll(payloads, within).toEqual(events(1, 2));
  time.now += 60_000;
  await expect.poll(() => node.asked.filter((line) => line.includes('ranking')).length).toBe(2);

  bodies = { '/itp-price': third['/itp-price'] };
  time.now += 600_000;
  await expect.poll(payloads, within).toEqual(events(1, 2, 3));
}, 20_000);

test('error: an id that is none is refused, and a gateway that stops ends the events', async () => {
  const node = stack.use(
    await startUpstream((request, response) => respondByPath(fundBodies(1))(request, response)),
  );
  const own = await startGateway({ DATA_NODE_URL: node.url });
  stack.defer(() => own[Symbol.asyncDispose]());
  const malformed = await subscribe('subscription { dtf(id: "0x12") { id } }', {}, own);
  await malformed.reading;
  expect(malformed.parts().at(-1)).toMatchObject({
    payload: null,
    errors: [{ extensions: { code: 'INVALID_INPUT' } }],
  });
  const open = [await subscribe(watchedDtf, {}, own), await subscribe(watchedPortfolio, {}, own)];
  for (const one of open) {
    await expect.poll(() => JSON.stringify(one.parts()), within).toContain('"data"');
  }
  await own[Symbol.asyncDispose]();
  for (const one of open) {
    await one.reading;
    expect(one.isOver()).toBe(true);
    expect(one.parts().at(-1)).toMatchObject({ errors: [{ extensions: { code: 'BUSY' } }] });
  }
});
