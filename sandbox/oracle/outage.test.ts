import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallOptions } from '../chain/testing/contract-test-chain.ts';
import {
  encodeTestBitmap,
  startTestOracleNetwork,
  type TestOracleNetwork,
  waitUntilResponse,
} from './testing/test-oracle-network.ts';

let market: TestOracleNetwork;
beforeAll(async () => {
  market = await startTestOracleNetwork({ wireFormat: 'wild' });
}, 60_000);
afterAll(() => market?.[Symbol.asyncDispose]());

type Tick = { readonly tickId: number; readonly playerCount: number };

async function ticksOf(oracle: number): Promise<readonly Tick[]> {
  const { body } = await market.get(oracle, '/vision/batch/1/history');
  return body as unknown as Tick[];
}

const newest = (ticks: readonly Tick[]) => ticks[0]?.tickId ?? -1;

test('behavior: two oracles go on without the third, which comes back with what it had', async () => {
  const { join, submit, get, fixture, oracles, startOracle } = market;
  const { alice, bob } = fixture;
  const up = encodeTestBitmap('UUU');
  const down = encodeTestBitmap('DDD');
  await join(alice, up);
  await join(bob, down);
  const isAccepted = ({ status }: { status: number }) => status === 200;
  for (const oracle of [0, 1, 2])
    await waitUntilResponse(() => submit(oracle, alice, up), isAccepted);
  // Only the first oracle gets this bitmap, and it is killed at once.
  await waitUntilResponse(() => submit(0, bob, down), isAccepted);
  await oracles[0]?.kill();

  const before = newest(await ticksOf(1));
  const withoutFirst = await waitUntilResponse(
    () => ticksOf(1),
    (ticks) => newest(ticks) >= before + 2,
  );
  expect(withoutFirst[0]?.playerCount).toBe(1);
  const proof = await waitUntilResponse(
    () => get(1, `/vision/balance/1/${alice}`),
    ({ body }) => body.blsSig !== undefined,
  );
  expect(proof.body.signerBitmap).toBe('6');
  expect(String(proof.body.blsSig)).not.toMatch(/^0x/);

  await startOracle(0);
  const both = await waitUntilResponse(
    () => ticksOf(2),
    (ticks) => ticks[0]?.playerCount === 2,
  );
  const caughtUp = await waitUntilResponse(
    () => ticksOf(0),
    (ticks) => newest(ticks) >= newest(both),
  );
  const same = (ticks: readonly Tick[]) =>
    ticks
      .filter(({ tickId }) => tickId <= newest(both))
      .map((each) => ({ ...each, resolvedAt: 0 }));
  expect(same(caughtUp)).toEqual(same(both));
}, 90_000);

test('behavior: with one oracle left nothing is decided, and nothing is lost', async () => {
  const { get, oracles, startOracle, fixture } = market;
  await oracles[1]?.kill();
  await oracles[2]?.kill();
  const stuck = newest(await ticksOf(0));
  const state = await get(0, '/vision/batch/1/state');
  expect(state.status).toBe(200);
  const tick = Number(state.body.currentTick);
  await waitUntilResponse(
    () => get(0, '/vision/batch/1/state'),
    ({ body }) => Number(body.currentTick) >= tick + 2,
  );
  expect(newest(await ticksOf(0))).toBeLessThanOrEqual(stuck + 1);
  const unproven = await get(0, `/vision/balance/1/${fixture.alice}`);
  expect(unproven.status).toBe(200);
  expect(unproven.body.blsSig).toBeUndefined();

  await startOracle(2);
  const after = await waitUntilResponse(
    () => ticksOf(2),
    (ticks) => newest(ticks) >= tick + 1,
  );
  const numbers = after.map(({ tickId }) => tickId);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => newest(after) - i));
  expect(after.slice(0, 2).map(({ playerCount }) => playerCount)).toEqual([2, 2]);
}, 90_000);

test('default: in the legacy variant names are in camelCase and markets are left out', async () => {
  const { get, fixture, configHash } = market;
  const { body } = await get(0, '/vision/batches');
  const [batch] = body.batches as Record<string, unknown>[];
  expect(Object.keys(batch ?? {}).sort()).toEqual([
    'configHash',
    'creator',
    'currentTick',
    'id',
    'marketCount',
    'paused',
    'playerCount',
    'sourceId',
    'tickDuration',
    'tvl',
  ]);
  const [tick] = (await ticksOf(0)) as unknown as Record<string, string>[];
  expect(tick?.resolvedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  const outcomes = JSON.parse(tick?.marketOutcomes ?? '[]') as { marketId: string }[];
  expect(outcomes.map(({ marketId }) => marketId)).toEqual(['falling', 'flat', 'rising']);
  const config = await get(0, `/vision/config/by-hash/${configHash}`);
  expect(config.body.config_hash).toBe(configHash);
  const balance = await get(0, `/vision/balance/1/${fixture.alice}`);
  expect(balance.body).toMatchObject({ batchId: 1, player: fixture.alice.toLowerCase() });
});

test('behavior: a changed bitmap counts from the next tick; until it is submitted the stake is forfeited', async () => {
  const { submit, fixture, testChain, configHash } = market;
  const { vision, alice } = fixture;
  const changed = encodeTestBitmap('DUD');
  const late = await waitUntilResponse(
    () =>
      testChain
        .waitUntilMined(
          vision.write.updateBitmap([1n, configHash, changed.hash], createCallOptions(alice)),
        )
        .catch(() => null),
    (time) => time !== null,
  );
  const tick = Number(await vision.read.currentTickId([1n]));
  expect(late).not.toBeNull();
  const ticks = await waitUntilResponse(
    () => ticksOf(2),
    (all) => newest(all) >= tick + 1,
  );
  expect(ticks.find(({ tickId }) => tickId === tick + 1)?.playerCount).toBe(1);
  for (const oracle of [0, 2]) expect((await submit(oracle, alice, changed)).status).toBe(200);
  const again = await waitUntilResponse(
    () => ticksOf(2),
    (all) => all[0]?.playerCount === 2,
  );
  expect(newest(again)).toBeGreaterThan(tick + 1);
}, 60_000);

test('behavior: an oracle that gets SIGTERM exits by itself and without an error', async () => {
  const [first] = market.oracles;
  expect(await first?.terminate()).toBe(0);
  expect(
    first
      ?.output()
      .split('\n')
      .filter((line) => line.includes('closed')),
  ).toEqual([]);
});
