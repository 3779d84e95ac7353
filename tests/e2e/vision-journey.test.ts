import { type Address, type Hex, keccak256, parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  encodeTestBitmap,
  testMarketIds,
  waitUntilResponse,
} from '../../sandbox/oracle/testing/test-oracle-network.ts';
import { readEvents } from '../sim/support/read-events.ts';
import { createBot, type LiveMarket, startLiveMarket } from '../vision/support/live-market.ts';

const one = parseEther('1');

/** falling DOWN, flat whatever, rising UP: right about both that move. */
const right = encodeTestBitmap('DUU');
const wrong = encodeTestBitmap('UDD');

const stack = new AsyncDisposableStack();
let live: LiveMarket;
beforeAll(async () => {
  live = stack.use(await startLiveMarket());
}, 90_000);
afterAll(() => stack.disposeAsync());

const isOk = ({ status }: { status: number }) => status === 200;

async function listen(subscription: string) {
  const query = encodeURIComponent(`subscription { ${subscription} }`);
  const reader = await readEvents(`${live.gateway.url}/graphql?query=${query}`);
  stack.defer(() => reader.disconnect());
  return reader;
}

test('default: a bot funds, joins, submits, is paid, and every figure can be checked', async () => {
  const transcript: string[] = [];
  const began = performance.now();
  const note = (text: string) =>
    transcript.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`);
  const { call, submit, market } = live;
  const bot = await createBot(market);
  const me = bot.address;
  const { bob } = market.fixture;

  const funded = await call('/faucet', { address: me, amount: '100' });
  expect([funded.status, funded.body.usdc.amount]).toEqual([200, '100 USDC']);
  note(`faucet: ${funded.body.usdc.amount}`);

  const batch = (await call('/vision/batches')).body.batches[0];
  expect(batch).toMatchObject({ id: 1, market_ids: testMarketIds, paused: false });
  const encoded = await live.gateway.query<{ encodeBitmap: { bitmap: Hex; hash: Hex } }>(
    '{ encodeBitmap(predictions: [DOWN, UP, UP]) { bitmap hash } }',
  );
  expect(encoded.data.encodeBitmap).toEqual({ bitmap: right.hex, hash: right.hash });

  const joins = await listen(
    'playerJoined(batchId: "1") { portfolio { address } stakePerTick bitmapHash transactionHash }',
  );
  const ticks = await listen('tickResolved(batchId: "1") { tickId playerCount }');
  const early = await submit(me, right);
  expect(early.status).toBe(404);
  expect(early.body.error).toMatch(/^Player not found.*0 of 3 oracles accepted, 2 needed/);
  note(`submit too early: 404 ${early.body.error}`);

  await bot.approve(100n * one);
  const stake = { deposit: 50n * one, perTick: one };
  // Joins are refused while the tick is locked.
  const joinBatch = () =>
    bot.tryVision('joinBatch', [1n, batch.config_hash, stake.deposit, stake.perTick, right.hash]);
  await waitUntilResponse(joinBatch, (refused) => refused === null);
  const joinedAt = performance.now();
  note('joinBatch mined');
  await market.join(bob, wrong);

  const accepted = await waitUntilResponse(() => submit(me, right), isOk);
  expect(accepted.body).toMatchObject({ accepted: true, player: me, totalCount: 3 });
  const seenAfter = performance.now() - joinedAt;
  note(
    `accepted by ${accepted.body.acceptedCount} of 3, ${(seenAfter / 1000).toFixed(1)} s after the join`,
  );
  await waitUntilResponse(() => submit(bob, wrong), isOk);
  expect(seenAfter).toBeLessThan(10_000);

  // Both are in for the next tick as well, whose window is open however late one comes by the present one.
  const { current_tick: present } = (await call('/vision/batch/1/state')).body;
  const sealed = await call(`/vision/reveal/1/${present + 1}`);
  expect(sealed.status).toBe(403);
  expect(sealed.body.error).toMatch(/^Reveal window not yet expired\. Deadline: \d+, now: \d+$/);
  note(`reveal: 403 ${sealed.body.error}`);

  await expect.poll(joins.events).toContainEqual({
    data: {
      playerJoined: {
        portfolio: { address: me },
        stakePerTick: stake.perTick.toString(),
        bitmapHash: right.hash,
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    },
  });

  type Tick = { tick_id: number; player_count: number; results_json: { markets: object[] } };
  const history = async (): Promise<readonly Tick[]> =>
    (await call('/vision/batch/1/history')).body.history;
  const played = (all: readonly Tick[]) => all.findLast((tick) => tick.player_count === 2);
  const tick = played(await waitUntilResponse(history, (all) => played(all) !== undefined));
  if (!tick) throw new Error('no tick');
  expect(tick.results_json.markets).toMatchObject([
    { market_id: 'falling', outcome: 'Down' },
    { market_id: 'flat', outcome: 'Flat' },
    { market_id: 'rising', outcome: 'Up' },
  ]);
  note(`tick ${tick.tick_id} resolved`);
  await expect.poll(ticks.events).toContainEqual({
    data: { tickResolved: { tickId: tick.tick_id, playerCount: 2 } },
  });

  const reveal = await waitUntilResponse(() => call(`/vision/reveal/1/${tick.tick_id}`), isOk);
  const mine = reveal.body.bitmaps.find(
    (one: { player: string }) => one.player.toLowerCase() === me.toLowerCase(),
  );
  expect([mine.bitmap_hex, mine.hash, keccak256(mine.bitmap_hex)]).toEqual([
    right.hex,
    right.hash,
    right.hash,
  ]);
  note('reveal: 200, hash verified');

  const balance = await call(`/vision/balance/1/${me}`);
  expect(BigInt(balance.body.balance)).toBeGreaterThan(stake.deposit);
  note(`balance: ${balance.body.balance} wei`);
  const board = (await call('/vision/leaderboard?batch_id=1')).body.leaderboard;
  expect(board[0]).toMatchObject({ rank: 1, walletAddress: me.toLowerCase(), winRate: 1 });
  note(`leaderboard: rank 1, pnl ${board[0].pnl} USDC`);

  // Signed and claimed while the first commitment is the position's; then another one replaces it.
  const before = await bot.usdc();
  const claim = async () => {
    const { body } = await call(`/vision/balance/1/${me}?fromTick=${0}`);
    if (body.bls_sig === undefined) return 'no proof yet';
    const args = [
      1n,
      BigInt(body.from_tick),
      BigInt(body.to_tick),
      BigInt(body.new_balance),
      body.bls_sig,
      BigInt(body.reference_nonce),
      BigInt(body.signer_bitmap),
    ] as const;
    return bot.tryVision('claimRewards', args);
  };
  await waitUntilResponse(claim, (refused) => refused === null);
  const won = (await bot.usdc()) - before;
  expect(won).toBeGreaterThan(0n);
  note(`claimed: ${won} wei`);

  const updated = () => bot.tryVision('updateBitmap', [1n, batch.config_hash, wrong.hash]);
  await waitUntilResponse(updated, (refused) => refused === null);
  const { data, errors } = await live.gateway.query<Record<string, never>>(
    `query ($tickId: ID!) { batch(id: "1") { tick(tickId: $tickId) { reveal { bitmaps {
      portfolio { address } hashMatches matchesCommitment
      predictions { edges { node { direction market { marketId } } } }
    } } } } }`,
    { tickId: tick.tick_id },
  );
  expect(errors).toBeUndefined();
  const shown = (address: Address, directions: readonly string[]) => ({
    portfolio: { address },
    hashMatches: true,
    matchesCommitment: true,
    predictions: {
      edges: directions.map((direction, bit) => ({
        node: { direction, market: { marketId: testMarketIds[bit] } },
      })),
    },
  });
  const bitmaps = (data as unknown as { batch: { tick: { reveal: { bitmaps: object[] } } } }).batch
    .tick.reveal;
  expect(bitmaps.bitmaps).toHaveLength(2);
  expect(bitmaps.bitmaps).toContainEqual(shown(me, ['DOWN', 'UP', 'UP']));
  expect(bitmaps.bitmaps).toContainEqual(shown(bob, ['UP', 'DOWN', 'DOWN']));
  note('graph: bitmaps decoded, commitments found on the chain, also the one replaced since');
  process.stdout.write(`${transcript.join('\n')}\n`);
}, 120_000);
