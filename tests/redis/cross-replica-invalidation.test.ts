import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEvents } from '../sim/support/read-events.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type FakeOracle, playerUnknown, startOracles } from '../vision/support/fake-oracle.ts';
import type * as model from '../vision/support/market-model.ts';
import { setBatchState, statePath, stateReads, submit } from '../vision/support/submission.ts';
import { hasRedis } from './support/redis-server.ts';
import { startBusyRedis, startDelayedRedis } from './support/slow-redis.ts';
import { topologies, useRedis } from './support/topologies.ts';

const isSeen = async (gateway: TestGateway) => {
  const state = (await (await gateway.rest(statePath)).json()) as typeof model.state;
  return state.players.every(({ has_bitmap }) => has_bitmap);
};

describe.skipIf(!hasRedis).each(topologies)(
  'a bitmap submitted at another replica on %s',
  (topology) => {
    const startRedis = useRedis(topology);
    let stack: AsyncDisposableStack;
    let redisUrl: string;
    let oracleEnv: Record<string, string>;
    let oracles: readonly FakeOracle[];
    let a: TestGateway;
    let b: TestGateway;
    beforeEach(async () => {
      stack = new AsyncDisposableStack();
      redisUrl = stack.use(await startRedis()).url;
      // A cluster and sentinels name the addresses of servers, which lead around the slow way.
      const isNear = topology !== 'one server';
      const far = isNear ? { url: redisUrl } : stack.use(await startDelayedRedis(redisUrl, 40));
      ({ oracles, env: oracleEnv } = await startOracles(stack));
      a = await startReplica(far.url);
      b = await startReplica(redisUrl);
    });
    afterEach(() => stack.disposeAsync());

    const startReplica = async (url: string) =>
      stack.use(await startGateway({ ...oracleEnv, REDIS_URL: url }));

    test('default: is seen at once, though the way to redis is long and the state was fresh', async () => {
      setBatchState(oracles, false);
      expect([await isSeen(a), await isSeen(b)]).toEqual([false, false]);
      setBatchState(oracles, true);
      expect((await submit(a)).status).toBe(200);
      expect(await isSeen(b)).toBe(true);
    });

    if (topology === 'one server') {
      test('race: is seen at once where Redis tells of it after its answer', async () => {
        const { asker, listener } = await startBusyRedis(redisUrl);
        const [here, there] = [stack.use(asker), stack.use(listener)];
        const [submitting, reading] = [await startReplica(here.url), await startReplica(there.url)];
        setBatchState(oracles, false);
        expect(await isSeen(reading)).toBe(false);
        setBatchState(oracles, true);
        expect((await submit(submitting)).status).toBe(200);
        expect(await isSeen(reading)).toBe(true);
      });
    }

    test('behavior: is seen at once at both while an oracle lacks it, and read of that one again when it has it', async () => {
      const [late, ...others] = oracles as [FakeOracle, ...FakeOracle[]];
      setBatchState([late], false);
      setBatchState(others, true);
      late.decide = () => playerUnknown;
      const readFromLate = () => stateReads([late]);
      expect([await isSeen(a), await isSeen(b)]).toEqual([false, false]);
      expect((await submit(a)).status).toBe(200);
      const before = readFromLate();
      expect([await isSeen(b), await isSeen(a)]).toEqual([true, true]);
      expect(readFromLate()).toBe(before);

      late.decide = () => ({});
      setBatchState([late], true);
      await expect
        .poll(async () => (await isSeen(b)) && readFromLate(), { timeout: 15_000, interval: 200 })
        .toBeGreaterThan(before);
    }, 30_000);

    test('behavior: is in the first event of a later subscriber, at both, for two reads at most', async () => {
      const watch = async (gateway: TestGateway) => {
        const query =
          'subscription { batch(id: "7") { players { edges { node { hasBitmap } } } } }';
        const reader = await readEvents(
          `${gateway.url}/graphql?query=${encodeURIComponent(query)}`,
        );
        stack.defer(() => reader.disconnect());
        return () =>
          reader.events().map((event) => JSON.stringify(event).includes('"hasBitmap":true'));
      };
      setBatchState(oracles, false);
      // What was told before has to be forgotten everywhere.
      const seenByBoth = async () => [await isSeen(a), await isSeen(b)];
      await expect.poll(seenByBoth, { interval: 200 }).toEqual([false, false]);
      const startedAt = performance.now();
      const watching = [await watch(a), await watch(b)];
      for (const seen of watching) await expect.poll(seen).toEqual([false]);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const before = stateReads(oracles);
      setBatchState(oracles, true);
      expect((await submit(a)).status).toBe(200);
      for (const newcomer of [await watch(b), await watch(a)]) {
        await expect.poll(newcomer).toEqual([true]);
      }
      for (const seen of watching) await expect.poll(seen).toEqual([false, true]);
      // A slow machine comes to the next looks as well, of which each may be a read.
      const looks = 2 * Math.floor((performance.now() - startedAt) / 2000);
      expect(stateReads(oracles) - before).toBeLessThanOrEqual(2 + looks);
    });
  },
);
