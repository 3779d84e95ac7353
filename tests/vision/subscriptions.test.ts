import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventReader, readEvents } from '../sim/support/read-events.ts';
import {
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { type FakeOracle, startOracle } from './support/fake-oracle.ts';
import * as model from './support/market-model.ts';

let stack: AsyncDisposableStack;
let oracle: FakeOracle;
let gateway: TestGateway;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  oracle = stack.use(await startOracle());
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
});
afterEach(() => stack.disposeAsync());

/** Subscribes on a connection of its own. */
async function subscribe(
  query: string,
  headers: Readonly<Record<string, string>> = {},
  at: TestGateway = gateway,
): Promise<EventReader> {
  const reader = await readEvents(`${at.url}/graphql?query=${encodeURIComponent(query)}`, headers);
  stack.defer(() => reader.disconnect());
  return reader;
}

const asked = (path: string) =>
  oracle.asked.filter((line) => line.startsWith(`GET ${path}`)).length;
const history = (...tickIds: number[]) => ({
  status: 200,
  body: { history: tickIds.map((tick_id) => ({ tick_id, total_matched: `${tick_id}` })) },
});
const within = { timeout: 8000 };

test('default: 50 listeners of a batch get its state at once, and cost one poll', async () => {
  const readers = await Promise.all(
    Array.from({ length: 50 }, () => subscribe('subscription { batch(id: "7") { playerCount } }')),
  );
  for (const reader of readers) {
    await expect.poll(reader.events, within).toEqual([{ data: { batch: { playerCount: 2 } } }]);
  }
  const before = asked('/vision/batch/7/state');
  await sleep(4200);
  const polls = asked('/vision/batch/7/state') - before;
  expect(polls).toBeGreaterThanOrEqual(1);
  expect(polls).toBeLessThanOrEqual(3);
  for (const reader of readers) expect(reader.events()).toHaveLength(1);
});

test('behavior: an event comes when the batch changes, with what it changed to', async () => {
  const reader = await subscribe(
    'subscription { batch(id: "7") { tvl players { edges { node { balance hasBitmap } } } } }',
  );
  await expect.poll(reader.events, within).toHaveLength(1);
  const [first, second] = model.state.players;
  const players = [{ ...first, balance: '1' }, second];
  oracle.special.set('/vision/batch/7/state', { status: 200, body: { ...model.state, players } });
  await expect.poll(reader.events, within).toHaveLength(2);
  expect(reader.events()[1]).toMatchObject({
    data: {
      batch: {
        tvl: '18000000000000000001',
        players: { edges: [{ node: { balance: '1', hasBitmap: true } }, {}] },
      },
    },
  });
});

test('behavior: oracle fields that GraphQL does not have cause no event', async () => {
  const reader = await subscribe('subscription { batch(id: "7") { tvl currentTick } }');
  await expect.poll(reader.events, within).toHaveLength(1);
  const tell = (change: object, seen_at: number) =>
    oracle.special.set('/vision/batch/7/state', {
      status: 200,
      body: {
        ...model.state,
        ...change,
        seen_at,
        players: model.state.players.map((player) => ({ ...player, seen_at })),
      },
    });
  tell({}, 1);
  const before = asked('/vision/batch/7/state');
  await expect.poll(() => asked('/vision/batch/7/state'), within).toBe(before + 2);
  expect(reader.events()).toHaveLength(1);
  tell({ current_tick: 6 }, 2);
  await expect.poll(reader.events, within).toHaveLength(2);
  expect(reader.events()[1]).toMatchObject({ data: { batch: { currentTick: 6 } } });
});

test('behavior: what failed beside a batch is fetched again for a new subscriber', async () => {
  const path = `/vision/balance/7/${model.alice}`;
  const query = `subscription { batch(id: "7") { player(address: "${model.alice}") { position { stakePerTick } } } }`;
  oracle.special.set(path, { status: 500, body: { error: 'no database' } });
  const watching = await subscribe(query);
  await expect.poll(watching.events, within).toHaveLength(1);
  expect(watching.events()).toMatchObject([
    { errors: [{ path: ['batch', 'player', 'position'] }] },
  ]);
  oracle.special.delete(path);
  const newcomer = await subscribe(query);
  await expect.poll(newcomer.events, within).toHaveLength(1);
  const position = { stakePerTick: model.balance.stake_per_tick };
  expect(newcomer.events()).toEqual([{ data: { batch: { player: { position } } } }]);
});

test('behavior: markets are counted also where the state names none', async () => {
  const wild = stack.use(await startOracle('wild'));
  wild.special.set('/vision/batches', { status: 200, body: [] });
  const at = stack.use(await startGateway({ ORACLE_URLS: wild.url }));
  const reader = await subscribe('subscription { batch(id: "7") { marketCount } }', {}, at);
  await expect.poll(reader.events, within).toEqual([{ data: { batch: { marketCount: 3 } } }]);
  const { data } = await at.query('{ batch(id: "7") { marketCount } }');
  expect(data).toEqual({ batch: { marketCount: 3 } });
});

test('behavior: after the last subscriber has left there are no more upstream calls', async () => {
  const reader = await subscribe('subscription { batch(id: "7") { paused } }');
  await expect.poll(reader.events, within).toHaveLength(1);
  reader.disconnect();
  await sleep(500);
  const before = oracle.asked.length;
  await sleep(3000);
  expect(oracle.asked).toHaveLength(before);
});

test('default: every tick that is resolved from now on, once and in order', async () => {
  const reader = await subscribe(
    'subscription { tickResolved(batchId: "7") { tickId totalMatched batch { batchId } } }',
  );
  await sleep(300);
  oracle.special.set('/vision/batch/7/history', history(6, 5, 4));
  await expect.poll(reader.events, within).toHaveLength(2);
  // Another oracle may know less than the one before.
  oracle.special.set('/vision/batch/7/history', history(5, 4));
  await sleep(2500);
  oracle.special.set('/vision/batch/7/history', history(7, 6, 5));
  await expect.poll(reader.events, within).toHaveLength(3);
  expect(reader.events()).toMatchObject(
    [5, 6, 7].map((tickId) => ({
      data: { tickResolved: { tickId, totalMatched: `${tickId}`, batch: { batchId: 7 } } },
    })),
  );
  expect([...reader.text().matchAll(/^id: (.+)$/gm)].map(([, id]) => id)).toEqual(['5', '6', '7']);
});

test('behavior: a reconnecting client gets the missed ticks', async () => {
  oracle.special.set('/vision/batch/7/history', history(9, 8, 7));
  const reader = await subscribe('subscription { tickResolved(batchId: "7") { tickId } }', {
    'last-event-id': '7',
  });
  await expect
    .poll(reader.events, within)
    .toEqual([8, 9].map((tickId) => ({ data: { tickResolved: { tickId } } })));
});

test('behavior: a client that continues at another gateway, which has not seen the tick yet, gets it once', async () => {
  const next = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  const path = '/vision/batch/7/history';
  const query = 'subscription { tickResolved(batchId: "7") { tickId } }';
  oracle.special.set(path, history(6, 5));
  const first = await subscribe(query);
  await expect.poll(() => asked(path)).toBe(1);
  await sleep(1000);
  await subscribe(query, {}, next);
  await expect.poll(() => asked(path)).toBe(2);
  oracle.special.set(path, history(7, 6, 5));
  await expect.poll(first.events, within).toHaveLength(1);
  first.disconnect();
  const second = await subscribe(query, { 'last-event-id': '7' }, next);
  await sleep(2500);
  oracle.special.set(path, history(8, 7, 6, 5));
  await expect.poll(second.events, within).not.toEqual([]);
  expect(second.events()).toEqual([{ data: { tickResolved: { tickId: 8 } } }]);
});

test('behavior: a client with later ticks than a restarted chain gets what the chain has', async () => {
  oracle.special.set('/vision/batch/7/history', history(2, 1));
  const query = 'subscription { tickResolved(batchId: "7") { tickId } }';
  const reader = await subscribe(query, { 'last-event-id': '700' });
  await expect.poll(() => asked('/vision/batch/7/history')).toBe(1);
  oracle.special.set('/vision/batch/7/history', history(3, 2, 1));
  await expect.poll(reader.events, within).toEqual([{ data: { tickResolved: { tickId: 3 } } }]);
});

test('behavior: the markets of a streamed tick equal those of a queried one', async () => {
  const source_id = 'weather';
  const batches = model.batches.map((batch) => ({ ...batch, source_id }));
  oracle.special.set('/vision/batches', { status: 200, body: { batches } });
  const tick = 'tickId outcomes { edges { node { market { marketId sourceId } } } }';
  const reader = await subscribe(`subscription { tickResolved(batchId: "7") { ${tick} } }`, {
    'last-event-id': '3',
  });
  const { data } = await gateway.query<{ batch: { tick: { outcomes: { edges: unknown } } } }>(
    `{ batch(id: "7") { tick(tickId: 4) { ${tick} } } }`,
  );
  const queried = data.batch.tick;
  expect(queried.outcomes.edges).toContainEqual({
    node: { market: { marketId: 'bitcoin', sourceId: source_id } },
  });
  await expect.poll(reader.events, within).toEqual([{ data: { tickResolved: queried } }]);
});

test.each([
  ['batch(id: "99") { batchId }', 'NOT_FOUND'],
  ['tickResolved(batchId: "99") { tickId }', 'NOT_FOUND'],
  ['tickResolved(batchId: "-1") { tickId }', 'INVALID_INPUT'],
  ['playerJoined(batchId: "7") { bitmapHash }', 'UPSTREAM_UNAVAILABLE'],
])('error: %s tells what is wrong, and ends', async (field, code) => {
  const reader = await subscribe(`subscription { ${field} }`);
  await reader.ended;
  expect(reader.events()).toMatchObject([{ errors: [{ extensions: { code } }] }]);
});

test('behavior: streams end with a hint when the gateway stops', async () => {
  const reader = await subscribe('subscription { batch(id: "7") { paused } }');
  await expect.poll(reader.events, within).toHaveLength(1);
  await gateway[Symbol.asyncDispose]();
  await reader.ended;
  expect(reader.text()).toMatch(/retry: \d+/);
});

test('default: the NAV of a DTF, now and when it changes, over one poll', async () => {
  const itpId = `0x${'00'.repeat(31)}01`;
  const price = {
    itp_id: itpId,
    nav: '1000000000000000000',
    nav_display: 1,
    assets_priced: 1,
    assets_total: 1,
    aum_usd: 5,
    total_supply: '5000000000000000000',
    source: 'data-node',
  };
  const bodies: Record<string, unknown> = { '/itp-price': price };
  const node = stack.use(
    await startUpstream((request, response) => respondByPath(bodies)(request, response)),
  );
  const own = stack.use(await startGateway({ DATA_NODE_URL: node.url }));
  const readers = await Promise.all(
    Array.from({ length: 20 }, () =>
      subscribe(`subscription { nav(itpId: "${itpId}") { wei usd } }`, {}, own),
    ),
  );
  for (const reader of readers) await expect.poll(reader.events, within).toHaveLength(1);
  bodies['/itp-price'] = { ...price, nav: '2000000000000000000', nav_display: 2 };
  for (const reader of readers) {
    await expect
      .poll(reader.events, within)
      .toEqual([
        { data: { nav: { wei: '1000000000000000000', usd: 1 } } },
        { data: { nav: { wei: '2000000000000000000', usd: 2 } } },
      ]);
  }
  expect(node.asked.length).toBeLessThan(6);
  const unknown = await subscribe('subscription { nav(itpId: "0x12") { wei } }', {}, own);
  await unknown.ended;
  expect(unknown.events()).toMatchObject([{ errors: [{ extensions: { code: 'INVALID_INPUT' } }] }]);
});
