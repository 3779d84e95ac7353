import { keccak256 } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  encodeTestBitmap,
  testMarketIds,
  waitUntilResponse,
} from '../../sandbox/oracle/testing/test-oracle-network.ts';
import { startGateway } from '../support/gateway.ts';
import { startOracle } from '../vision/support/fake-oracle.ts';
import { type LiveMarket, startLiveMarket } from '../vision/support/live-market.ts';
import { batchEntry } from '../vision/support/market-model.ts';

const bitmap = encodeTestBitmap('UDD');

const stack = new AsyncDisposableStack();
let live: LiveMarket;
beforeAll(async () => {
  live = stack.use(await startLiveMarket());
  await live.market.join(live.market.fixture.bob, bitmap);
}, 90_000);
afterAll(() => stack.disposeAsync());

test('behavior: an oracle that makes a bitmap up is found out by the chain', async () => {
  const { bob, eve } = live.market.fixture;
  const forger = stack.use(await startOracle());
  forger.special.set('/vision/batches', {
    status: 200,
    body: { batches: [{ ...batchEntry(1), market_ids: testMarketIds }] },
  });
  forger.special.set('/vision/batch/1/history', {
    status: 200,
    body: { history: [{ tick_id: 1 }] },
  });
  const bitmap_hex = encodeTestBitmap('UUU').hex;
  const forged = [bob, eve].map((player) => ({
    player,
    bitmap_hex,
    hash: keccak256(bitmap_hex),
  }));
  const reveal = { batch_id: 1, tick_id: 1, bitmaps: forged };
  forger.special.set('/vision/reveal/1/1', { status: 200, body: reveal });
  const fooled = stack.use(await startGateway({ ...live.env, ORACLE_URLS: forger.url }));
  const { data } = await fooled.query<Record<string, never>>(
    '{ batch(id: "1") { tick(tickId: 1) { reveal { bitmaps { hashMatches matchesCommitment } } } } }',
  );
  expect(data).toEqual({
    batch: {
      tick: {
        reveal: {
          bitmaps: [
            { hashMatches: true, matchesCommitment: false },
            // Who never joined has committed to nothing that could differ.
            { hashMatches: true, matchesCommitment: null },
          ],
        },
      },
    },
  });
});

test('behavior: an oracle killed during submissions loses none of them, and readers nothing', async () => {
  const { market, call, submit } = live;
  const { bob } = market.fixture;
  await waitUntilResponse(
    () => submit(bob, bitmap),
    ({ status }) => status === 200,
  );
  const killed = market.oracles[2];
  const submissions = Array.from({ length: 60 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 20));
    if (index === 20) await killed?.kill();
    const began = performance.now();
    const { status, body } = await submit(bob, bitmap);
    return { status, count: body.acceptedCount, took: performance.now() - began };
  });
  const outcomes = await Promise.all(submissions);
  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
  const times = outcomes.map(({ took }) => took).sort((a, b) => a - b);
  const [median, worst] = [times[times.length >> 1] ?? 0, times.at(-1) ?? 0];
  expect(worst).toBeLessThan(5000);
  process.stdout.write(
    `60 submissions, an oracle killed after 20: all accepted, median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms\n`,
  );
  for (const path of ['/vision/batches', '/vision/batch/1/state', '/vision/leaderboard']) {
    expect((await call(path)).status).toBe(200);
  }
}, 60_000);
