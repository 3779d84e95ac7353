import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeGlobalId, joinCompoundKey } from '../../src/lib/global-id.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { type FakeOracle, startOracle } from './support/fake-oracle.ts';
import * as model from './support/market-model.ts';

const stack = new AsyncDisposableStack();
let oracle: FakeOracle;
let gateway: TestGateway;
beforeAll(async () => {
  oracle = stack.use(await startOracle());
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
});
afterAll(() => stack.disposeAsync());

const path = (tick: number) => `/vision/reveal/7/${tick}`;
const callsOf = (tick: number) =>
  oracle.asked.filter((call) => call === `GET ${path(tick)}`).length;
const revealOf = (tick: number, players: readonly string[]) => ({
  status: 200,
  body: {
    ...model.reveal,
    tick_id: tick,
    bitmaps: model.reveal.bitmaps.filter(({ player }) => players.includes(player)),
  },
});
const everyone = model.reveal.bitmaps.map(({ player }) => player);

test('default: the predictions of all players of a tick are immutable, also for CSV', async () => {
  oracle.special.set(path(3), revealOf(3, everyone));
  for (const url of [path(3), `${path(3)}?format=csv`]) {
    const { headers } = await fetch(`${gateway.url}/api${url}`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  expect(callsOf(3)).toBe(1);
});

test('default: predictions that may still be missing some are kept for five minutes', async () => {
  oracle.special.set(path(2), revealOf(2, everyone.slice(1)));
  const { headers } = await getJson(gateway, path(2));
  expect(headers.get('cache-control')).toBe('public, s-maxage=300');
});

test('error: without a history, predictions are served as those that may change', async () => {
  await using alone = await startOracle();
  alone.special.set('/vision/batch/7/history', { status: 500, body: { error: 'no database' } });
  await using other = await startGateway({ ORACLE_URLS: alone.url });
  const { status, headers } = await getJson(other, path(4));
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, s-maxage=300']);
});

test('behavior: a sealed tick is not asked for before its deadline', async () => {
  const deadline = Math.floor(Date.now() / 1000) + 2;
  const error = `Reveal window not yet expired. Deadline: ${deadline}, now: ${deadline - 2}`;
  oracle.special.set(path(1), { status: 403, body: { error } });
  for (let time = 0; time < 3; time += 1) {
    const { status, headers, body } = await getJson(gateway, path(1));
    expect([status, body.error]).toEqual([403, error]);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(callsOf(1)).toBe(1);
  oracle.special.set(path(1), revealOf(1, everyone));
  await expect.poll(async () => (await getJson(gateway, path(1))).status).toBe(200);
  expect(Date.now() / 1000).toBeGreaterThanOrEqual(deadline);
});

test('behavior: an oracle that refuses sealed ticks is not one that refuses every call', async () => {
  await using alone = await startOracle();
  await using other = await startGateway({ ORACLE_URLS: alone.url });
  for (const tick of [1, 2, 3, 4, 5]) {
    alone.special.set(path(tick), { status: 403, body: { error: 'the reveal window is open' } });
    expect((await getJson(other, path(tick))).status).toBe(403);
  }
  const readiness = (await (await fetch(`${other.url}/readyz`)).json()) as { details?: object };
  expect(readiness.details ?? {}).not.toHaveProperty(['oracle 1']);
  const metrics = await (await fetch(`${other.url}/metrics`)).text();
  const callsBy = (outcome: string) =>
    new RegExp(`call_seconds_count\\{upstream="oracle 1",outcome="${outcome}"\\} (\\d+)`).exec(
      metrics,
    )?.[1];
  expect([Number(callsBy('ok')) >= 5, callsBy('rejected') ?? '0']).toEqual([true, '0']);
});

describe('a resolved tick in GraphQL', () => {
  const read = async (tick: number, fields: string) => {
    const id = encodeGlobalId('Tick', joinCompoundKey([7, tick]));
    const query = `{ node(id: "${id}") { ... on Tick { tickId totalMatched ${fields} } } }`;
    const response = await fetch(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`);
    return { headers: response.headers, body: await response.json() };
  };

  test('default: is immutable, alone and with the predictions of all its players', async () => {
    oracle.special.set(path(3), revealOf(3, everyone));
    for (const fields of ['', 'reveal { isSealed bitmaps { bitmap } }']) {
      const { headers, body } = await read(3, fields);
      expect(body).toMatchObject({ data: { node: { tickId: 3 } } });
      expect(headers.get('cache-control'), fields).toBe('public, max-age=31536000, immutable');
      expect(headers.get('cache-tag')).toBe('batch-7');
    }
  });

  test('behavior: is not while it is sealed', async () => {
    const deadline = Math.floor(Date.now() / 1000) + 60;
    const error = `Reveal window not yet expired. Deadline: ${deadline}, now: ${deadline - 60}`;
    oracle.special.set(path(2), { status: 403, body: { error } });
    await using other = await startGateway({ ORACLE_URLS: oracle.url });
    const id = encodeGlobalId('Tick', joinCompoundKey([7, 2]));
    const query = `{ node(id: "${id}") { ... on Tick { reveal { isSealed } } } }`;
    const response = await fetch(`${other.url}/graphql?query=${encodeURIComponent(query)}`);
    expect(await response.json()).toEqual({ data: { node: { reveal: { isSealed: true } } } });
    expect(response.headers.get('cache-control')).toMatch(/^public, s-maxage=\d,/);
  });

  test('error: is null where the batch or the tick does not exist', async () => {
    for (const tick of [999, -1, 1.5]) {
      expect((await read(tick, '')).body).toEqual({ data: { node: null } });
    }
  });
});
