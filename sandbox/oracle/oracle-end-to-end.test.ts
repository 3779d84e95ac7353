import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256 } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneToken } from '../chain/testing/contract-fixtures.ts';
import { createCallOptions, describeRevert } from '../chain/testing/contract-test-chain.ts';
import {
  encodeTestBitmap,
  startTestOracleNetwork,
  type TestOracleNetwork,
  waitUntilResponse,
} from './testing/test-oracle-network.ts';

let market: TestOracleNetwork;
beforeAll(async () => {
  market = await startTestOracleNetwork();
}, 60_000);
afterAll(() => market?.[Symbol.asyncDispose]());

/**
 * DOWN for `falling`, anything for `flat`, UP for `rising`: both decided markets are predicted
 * correctly.
 */
const right = encodeTestBitmap('DUU');
const wrong = encodeTestBitmap('UDD');
const unknown = `0x${'ab'.repeat(20)}` as const;

type Tick = {
  tick_id: number;
  player_count: number;
  total_matched: string;
  results_json: { markets: { market_id: string; outcome: string; pct_change: number }[] };
};

async function historyOf(oracle: number): Promise<readonly Tick[]> {
  const { body } = await market.get(oracle, '/vision/batch/1/history');
  return body.history as Tick[];
}

test('default: join, submit, resolve, reveal, balance, leaderboard, claim, withdraw', async () => {
  const { get, submit, join, fixture, testChain } = market;
  const { alice, bob, vision, usdc } = fixture;

  const early = await submit(0, alice, right);
  expect(early.status).toBe(404);
  expect(early.body.error).toContain('Player not found');

  const first = await join(alice, right);
  await join(bob, wrong);
  const joinedAt = Date.now();
  for (const oracle of [0, 1, 2]) {
    for (const [player, bitmap] of [
      [alice, right],
      [bob, wrong],
    ] as const) {
      const accepted = await waitUntilResponse(
        () => submit(oracle, player, bitmap),
        (r) => r.status === 200,
      );
      expect(accepted.body).toEqual({ accepted: true, batch_id: 1, player });
    }
  }
  expect(Date.now() - joinedAt).toBeLessThan(6_000);

  const state = await get(1, '/vision/batch/1/state');
  expect(state.body.player_count).toBe(2);
  expect((state.body.players as { has_bitmap: boolean }[]).map((p) => p.has_bitmap)).toEqual([
    true,
    true,
  ]);

  const isFull = (ticks: readonly Tick[]) => ticks.some((t) => t.player_count === 2);
  const ticks = await waitUntilResponse(() => historyOf(2), isFull);
  const tick = ticks.findLast((each) => each.player_count === 2);
  if (tick === undefined) throw new Error('no tick');
  expect(tick.tick_id).toBeGreaterThanOrEqual(first);
  expect(tick.results_json.markets.map(({ outcome }) => outcome)).toEqual(['Down', 'Flat', 'Up']);
  expect(tick.total_matched).toBe((2n * oneToken).toString());

  const sealed = await get(0, `/vision/reveal/1/${tick.tick_id}`);
  expect(sealed.status).toBe(403);
  expect(sealed.body.error).toMatch(/^Reveal window not yet expired\. Deadline: \d+, now: \d+$/);
  const isOpen = (reply: { status: number }) => reply.status === 200;
  const reveal = await waitUntilResponse(() => get(0, `/vision/reveal/1/${tick.tick_id}`), isOpen);
  const revealed = reveal.body.bitmaps as {
    player: string;
    bitmap_hex: `0x${string}`;
    hash: string;
  }[];
  expect(revealed.map(({ player }) => player).sort()).toEqual(
    [alice.toLowerCase(), bob.toLowerCase()].sort(),
  );
  for (const { bitmap_hex, hash } of revealed) expect(keccak256(bitmap_hex)).toBe(hash);

  // A proof is valid within its tick; the next tick needs a new one.
  const before = await usdc.read.balanceOf([alice]);
  await waitUntilResponse(
    async () => {
      const { body } = await get(0, `/vision/balance/1/${alice}`);
      if (body.bls_sig === undefined) return 'no proof yet';
      const args = [
        1n,
        BigInt(String(body.from_tick)),
        BigInt(String(body.to_tick)),
        BigInt(String(body.new_balance)),
        body.bls_sig as `0x${string}`,
        BigInt(String(body.reference_nonce)),
        BigInt(String(body.signer_bitmap)),
      ] as const;
      const revert = await describeRevert(
        vision.simulate.claimRewards(args, createCallOptions(alice)),
      );
      if (revert === 'did not revert')
        await testChain.waitUntilMined(vision.write.claimRewards(args, createCallOptions(alice)));
      return revert;
    },
    (revert) => revert === 'did not revert',
  );
  const won = (await usdc.read.balanceOf([alice])) - before;
  expect(won).toBeGreaterThan(oneToken);
  expect((won * 10_000n) % 9_995n).toBe(0n);

  const board = await get(1, '/vision/leaderboard?batch_id=1');
  const [best] = board.body.leaderboard as { walletAddress: string; winRate: number }[];
  expect(best?.walletAddress).toBe(alice.toLowerCase());
  expect(best?.winRate).toBe(1);

  await testChain.waitUntilMined(vision.write.requestExit([1n], createCallOptions(bob)));
  const withdrawal = await waitUntilResponse(
    () => get(2, `/vision/balance/1/${bob}`),
    ({ body }) => body.final_balance !== undefined,
  );
  // The balance of players who have exited, but have not withdrawn, counts in neither value.
  const listed = (await get(2, '/vision/batches')).body.batches as { tvl: string }[];
  const live = (await get(2, '/vision/batch/1/state')).body.players as { balance: string }[];
  expect(live).toHaveLength(1);
  expect(listed[0]?.tvl).toBe(live[0]?.balance);
  const { body } = withdrawal;
  const final = BigInt(String(body.final_balance));
  const consensus = [
    body.bls_sig as `0x${string}`,
    BigInt(String(body.reference_nonce)),
    BigInt(String(body.signer_bitmap)),
  ] as const;
  await testChain.waitUntilMined(
    vision.write.withdraw([1n, final, ...consensus], createCallOptions(bob)),
  );
  expect(await usdc.read.balanceOf([bob])).toBe(990n * oneToken + final);
  const gone = await waitUntilResponse(
    () => get(2, `/vision/balance/1/${bob}`),
    (r) => r.status === 404,
  );
  expect(gone.body.error).toContain('not found');
}, 90_000);

test('behavior: balances and fees are what the pot holds, to the wei', async () => {
  const pot = (await market.fixture.vision.read.batchPot([1n])).toString();
  const tvl = async () => {
    const { body } = await market.get(0, '/vision/batches');
    return (body.batches as { tvl: string }[])[0]?.tvl;
  };
  expect(await waitUntilResponse(tvl, (value) => value === pot, 6_000)).toBe(pot);
});

test('behavior: three oracles tell one history', async () => {
  const seen = await Promise.all([0, 1, 2].map(historyOf));
  // One oracle may have resolved a tick that another has not, so only ticks that all have resolved
  // are compared.
  const known = (tick: Tick) =>
    seen.every((ticks) => ticks.some((t) => t.tick_id === tick.tick_id));
  const [first, second, third] = seen.map((ticks) =>
    ticks.filter(known).map((tick) => ({ ...tick, resolved_at: 0 })),
  );
  expect(first?.length).toBeGreaterThan(1);
  expect(second).toEqual(first);
  expect(third).toEqual(first);
});

test('behavior: the bitmap of the running tick is taken, whatever is committed to for the next one', async () => {
  const { submit, fixture, testChain, configHash } = market;
  const { vision, alice } = fixture;
  const current = encodeTestBitmap('DDU');
  const commit = ({ hash }: { readonly hash: `0x${string}` }) =>
    testChain
      .waitUntilMined(vision.write.updateBitmap([1n, configHash, hash], createCallOptions(alice)))
      .catch(() => null);
  const beginning = async () => {
    const left = 4_000 - (Date.now() % 4_000);
    await sleep(left + 100);
  };
  await beginning();
  await commit(current);
  await beginning();
  await commit(encodeTestBitmap('DUD'));
  const statuses = new Set<number>();
  for (const end = Date.now() + 2_500; Date.now() < end; await sleep(50)) {
    for (const oracle of [0, 1, 2]) statuses.add((await submit(oracle, alice, current)).status);
  }
  expect([...statuses]).toEqual([200]);
}, 30_000);

test.each([
  ['/vision/batch/99/state', 404],
  ['/vision/batch/-1/state', 400],
  ['/vision/batch/1.5/state', 400],
  ['/vision/batch/99999999999999999999/history', 404],
  ['/vision/reveal/99/0', 404],
  ['/vision/reveal/1/999999', 403],
  ['/vision/reveal/1/-1', 400],
  [`/vision/balance/1/${unknown}`, 404],
  ['/vision/balance/1/0x12', 400],
  [`/vision/balance/99/${unknown}`, 404],
  ['/vision/leaderboard?batch_id=x', 400],
  ['/vision/config/by-hash/0x12', 400],
  [`/vision/config/by-hash/0x${'00'.repeat(32)}`, 404],
  ['/vision/nothing', 404],
])('error: GET %s is %i', async (path, status) => {
  const reply = await market.get(0, path);
  expect(reply.status).toBe(status);
  expect(Object.keys(reply.body)).toEqual(['error']);
});

test('error: a submission that is malformed, or not what the player committed to', async () => {
  const { post, fixture, configHash } = market;
  const good = {
    player: fixture.alice,
    batch_id: 1,
    bitmap_hex: right.hex,
    expected_hash: right.hash,
  };
  const other = encodeTestBitmap('UUU');
  const attempts: readonly [Record<string, unknown>, number, string][] = [
    [{ player: '0x12' }, 400, 'Invalid player'],
    [{ bitmap_hex: '0xabc' }, 400, 'Invalid hex'],
    [{ bitmap_hex: `0x${'00'.repeat(5_000)}` }, 400, 'longer than'],
    [{ bitmap_hex: other.hex }, 400, 'Hash mismatch'],
    [{ bitmap_hex: other.hex, expected_hash: other.hash }, 400, 'Hash mismatch'],
    [{ expected_hash: configHash.slice(0, 10) }, 400, 'Invalid expected_hash'],
    [{ batch_id: 99 }, 404, 'not found'],
    [{ batch_id: '1' }, 400, 'batch_id'],
    [{ batch_id: 1.5 }, 400, 'batch_id'],
    [{ player: unknown }, 404, 'Player not found'],
    [{ bitmap_hex: `0x${'00'.repeat(500_000)}` }, 413, 'bytes'],
  ];
  for (const [change, status, message] of attempts) {
    const reply = await post(0, '/vision/bitmap', { ...good, ...change });
    expect([reply.status, Object.keys(reply.body)]).toEqual([status, ['error']]);
    expect(reply.body.error).toContain(message);
  }
});

test('behavior: a backtest checks the batch, then the bitmap, then the markets', async () => {
  const { post } = market;
  const run = (body: Record<string, unknown>) => post(0, '/vision/backtest', body);
  expect((await run({ batch_id: 99 })).status).toBe(404);
  expect((await run({ batch_id: 1 })).body.error).toContain('missing');
  expect((await run({ batch_id: 1, bitmap_hex: 'e0' })).body.error).toContain('Invalid hex');
  for (const ticks of [0, -1, 1.5, '5']) {
    expect((await run({ batch_id: 1, bitmap_hex: '0xe0', ticks })).status).toBe(400);
  }
  const lengths = await Promise.all(
    [undefined, 1, 200, 1_000_000_000].map(async (ticks) => {
      const { body } = await run({ batch_id: 1, bitmap_hex: '0xe0', ticks });
      return (body.pnl_curve as unknown[]).length;
    }),
  );
  expect(lengths).toEqual([50, 1, 200, 200]);
});

test('behavior: no sealed bitmap in any response, and no stranger among the peers', async () => {
  const { get, oracles } = market;
  const sealed = encodeTestBitmap('UUD');
  await market.join(market.fixture.bob, sealed);
  await waitUntilResponse(
    () => market.submit(0, market.fixture.bob, sealed),
    (r) => r.status === 200,
  );
  const paths = [
    '/vision/batches',
    '/vision/batch/1/state',
    '/vision/batch/1/history',
    `/vision/balance/1/${market.fixture.bob}`,
    '/vision/leaderboard',
    '/vision/markets',
    '/health',
  ];
  const bodies = await Promise.all(paths.map((path) => get(0, path)));
  expect(JSON.stringify(bodies)).not.toContain(`"${sealed.hex}"`);
  for (const path of ['/peer/prepare', '/peer/accept', '/peer/resolved', '/peer/sign']) {
    const stranger = await market.post(0, path, { batchId: 1, tick: 1, ballot: 9_999 });
    expect(stranger.status).toBe(404);
  }
  for (const oracle of oracles) expect(oracle.output()).not.toContain(sealed.hex);
});
