import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpService, createNoContentResponse } from '../../lib/http-service.ts';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
  testToken,
} from '../testing/test-data-node.ts';
import { createNetworkHealthRoutes } from './network-health-routes.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const headers = { 'x-explorer-token': testToken };
type Poll = { poll_batch_ts: string; total_peers: number; quorum_met: boolean } & Record<
  string,
  number
>;

test('default: the latest poll is young, consistent, and has more fields than clients may see', async () => {
  const { body } = await node.spec('/explorer/health/latest', headers);
  const poll: Poll = body.network;
  expect(testNow - Date.parse(poll.poll_batch_ts)).toBeLessThan(600_000);
  expect(poll.consensus_rounds_total).toBe(
    (poll.consensus_success_total ?? 0) + (poll.consensus_failed_total ?? 0),
  );
  expect(poll.total_peers).toBe(
    (poll.total_peers_healthy ?? 0) + (poll.total_peers_unhealthy ?? 0),
  );
  expect(poll.quorum_met).toBe((poll.signatures_collected ?? 0) >= 2);
  expect(poll).toHaveProperty('rpc_endpoint');
  expect((await node.wild('/explorer/health/latest', headers)).body).toEqual(body);
});

const ranges = [
  ['1h', 3_600],
  ['6h', 21_600],
  ['24h', 86_400],
  ['7d', 604_800],
  ['30d', 2_592_000],
] as const;

test.each(ranges)(
  'behavior: history of %s ascends, ends now and has at most 2,000 rows',
  async (range, seconds) => {
    const { body } = await node.spec(`/explorer/health/history?range=${range}`, headers);
    const times = body.snapshots.map((poll: Poll) => Date.parse(poll.poll_batch_ts));
    expect(times.length).toBeLessThanOrEqual(2_000);
    expect(times.length).toBeGreaterThanOrEqual(60);
    expect(times).toEqual([...new Set<number>(times)].sort((a, b) => a - b));
    expect(testNow - times.at(-1)).toBeLessThan(61_000);
    expect(testNow - times[0]).toBeGreaterThan(seconds * 1000 * 0.97);
    expect(testNow - times[0]).toBeLessThanOrEqual(seconds * 1000);
  },
);

test('behavior: counters never fall, and thirty days know good and bad hours', async () => {
  const { body } = await node.spec('/explorer/health/history?range=30d', headers);
  const polls: Poll[] = body.snapshots;
  for (const field of [
    'consensus_rounds_total',
    'consensus_success_total',
    'consensus_failed_total',
  ]) {
    const counts = polls.map((poll) => poll[field] ?? Number.NaN);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  }
  const statuses = new Set(polls.map(({ worst_status }) => String(worst_status)));
  expect(statuses.has('healthy') && statuses.has('degraded')).toBe(true);
});

test('error: without the right token there is nothing to see', async () => {
  for (const path of ['/explorer/health/latest', '/explorer/health/history']) {
    expect(await node.spec(path)).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect((await node.spec(path, { 'x-explorer-token': 'guess' })).status).toBe(401);
  }
});

test('error: an unknown range is refused', async () => {
  expect((await node.spec('/explorer/health/history?range=2h', headers)).status).toBe(400);
});

async function statusOf(options: { token: string | undefined; now: number }): Promise<number> {
  const routes = createNetworkHealthRoutes({
    ...options,
    seed: 1,
    genesis: 1_000,
    now: () => options.now,
  });
  await using service = createHttpService({ name: 'explorer', routes });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  return (await fetch(`${url}/explorer/health/latest`, { headers })).status;
}

test('behavior: before the first poll there is no content', async () => {
  expect(await statusOf({ token: testToken, now: 999 })).toBe(204);
  expect(await statusOf({ token: testToken, now: 1_000 })).toBe(200);
});

test('error: a node without a token refuses everybody', async () => {
  expect(await statusOf({ token: undefined, now: 5_000 })).toBe(401);
});

test('behavior: polls of now come from the oracles that run, polls of before from the seed', async () => {
  const health = {
    method: 'GET',
    path: '/health',
    handle: () => createNoContentResponse(),
  } as const;
  await using first = createHttpService({ name: 'oracle', routes: [health] });
  const second = createHttpService({ name: 'oracle', routes: [health] });
  const oracleUrls = await Promise.all(
    [first, second].map((service) => service.listen({ host: '127.0.0.1', port: 0 })),
  );
  const stopping = new AbortController();
  const routes = createNetworkHealthRoutes({
    seed: 1,
    token: testToken,
    genesis: 0,
    now: () => Date.now() / 1000,
    oracleUrls,
    stopping: stopping.signal,
  });
  await using service = createHttpService({ name: 'explorer', routes });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  const unhealthy = async () => {
    const response = await fetch(`${url}/explorer/health/latest`, { headers });
    return ((await response.json()) as { network: Poll }).network.total_peers_unhealthy;
  };
  try {
    await expect.poll(unhealthy).toBe(0);
    await second.close();
    await expect.poll(unhealthy, { timeout: 15_000 }).toBe(1);
  } finally {
    stopping.abort();
  }
});
