import { keccak256 } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEvents } from '../sim/support/read-events.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type FakeOracle, playerUnknown, startOracles } from '../vision/support/fake-oracle.ts';
import * as model from '../vision/support/market-model.ts';
import { startWayTo } from './support/far-redis.ts';
import { hasRedis, startRedis } from './support/redis-server.ts';

const statePath = '/vision/batch/7/state';

/** The market's state in which everybody, or nobody, has a bitmap. */
const stateWith = (has_bitmap: boolean) => ({
  status: 200,
  body: { ...model.state, players: model.state.players.map((one) => ({ ...one, has_bitmap })) },
});

const isSeen = async (gateway: TestGateway) => {
  const state = (await (await gateway.rest(statePath)).json()) as typeof model.state;
  return state.players.every(({ has_bitmap }) => has_bitmap);
};

const submit = (gateway: TestGateway) =>
  gateway.rest('/vision/bitmap', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      player: model.alice,
      batch_id: 7,
      bitmap_hex: '0xb0',
      expected_hash: keccak256('0xb0'),
    }),
  });

describe.skipIf(!hasRedis)('a bitmap submitted at another replica', () => {
  let stack: AsyncDisposableStack;
  let oracles: readonly FakeOracle[];
  let a: TestGateway;
  let b: TestGateway;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    const redis = stack.use(await startRedis());
    const far = stack.use(await startWayTo(redis.url, 40));
    const started = await startOracles(stack);
    oracles = started.oracles;
    a = stack.use(await startGateway({ ...started.env, REDIS_URL: far.url }));
    b = stack.use(await startGateway({ ...started.env, REDIS_URL: redis.url }));
  });
  afterEach(() => stack.disposeAsync());

  const tell = (told: readonly FakeOracle[], has_bitmap: boolean) => {
    for (const { special } of told) special.set(statePath, stateWith(has_bitmap));
  };

  test('default: is seen at once, though the way to redis is long and the state was fresh', async () => {
    tell(oracles, false);
    expect([await isSeen(a), await isSeen(b)]).toEqual([false, false]);
    tell(oracles, true);
    expect((await submit(a)).status).toBe(200);
    expect(await isSeen(b)).toBe(true);
  });

  test('behavior: is seen at once at both while an oracle lacks it, and read of that one again when it has it', async () => {
    const [late, ...others] = oracles as [FakeOracle, ...FakeOracle[]];
    tell([late], false);
    tell(others, true);
    late.decide = () => playerUnknown;
    const readFromLate = () => late.asked.filter((line) => line.includes(statePath)).length;
    expect([await isSeen(a), await isSeen(b)]).toEqual([false, false]);
    expect((await submit(a)).status).toBe(200);
    const before = readFromLate();
    expect([await isSeen(b), await isSeen(a)]).toEqual([true, true]);
    expect(readFromLate()).toBe(before);

    late.decide = () => ({});
    tell([late], true);
    await expect
      .poll(async () => (await isSeen(b)) && readFromLate(), { timeout: 15_000, interval: 200 })
      .toBeGreaterThan(before);
  }, 30_000);

  test('behavior: is in the first event that who subscribes then is told, at both, for two reads at most', async () => {
    const watch = async (gateway: TestGateway) => {
      const query = 'subscription { batch(id: "7") { players { edges { node { hasBitmap } } } } }';
      const reader = await readEvents(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`);
      stack.defer(() => reader.leave());
      return () =>
        reader.events().map((event) => JSON.stringify(event).includes('"hasBitmap":true'));
    };
    const reads = () =>
      oracles.flatMap(({ asked }) => asked.filter((line) => line.includes(statePath))).length;
    tell(oracles, false);
    // What was told before has to be forgotten everywhere.
    const seenByBoth = async () => [await isSeen(a), await isSeen(b)];
    await expect.poll(seenByBoth, { interval: 200 }).toEqual([false, false]);
    const watching = [await watch(a), await watch(b)];
    for (const seen of watching) await expect.poll(seen).toEqual([false]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = reads();
    tell(oracles, true);
    expect((await submit(a)).status).toBe(200);
    for (const newcomer of [await watch(b), await watch(a)]) {
      await expect.poll(newcomer).toEqual([true]);
    }
    for (const seen of watching) await expect.poll(seen).toEqual([false, true]);
    expect(reads() - before).toBeLessThanOrEqual(2);
  });
});
