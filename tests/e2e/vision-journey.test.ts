import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Address,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  keccak256,
  parseEther,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdc18Abi } from '../../generated/abi/usdc18.ts';
import { visionAbi } from '../../generated/abi/vision.ts';
import {
  bitmapOf,
  type Market,
  marketIds,
  startMarket,
  until,
} from '../../sandbox/oracle/testing/market.ts';
import { readEvents } from '../sim/support/read-events.ts';
import { nowhere, startGateway, type TestGateway } from '../support/gateway.ts';
import { startOracle } from '../vision/support/fake-oracle.ts';
import { batchEntry } from '../vision/support/market-model.ts';

/** Anvil's first published development account, which may mint here. */
const faucetKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const one = parseEther('1');

/** falling DOWN, flat whatever, rising UP: right about both that move. */
const right = bitmapOf('DUU');
const wrong = bitmapOf('UDD');

const stack = new AsyncDisposableStack();
let market: Market;
let gateway: TestGateway;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  market = stack.use(await startMarket());
  const dir = await mkdtemp(join(tmpdir(), 'journey-'));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const { usdc, vision, domain } = market.world;
  const contracts = { Vision: vision.address, L3_WUSDC: usdc.address, L3_WUSDC_DECIMALS: '18' };
  const { chainId } = domain;
  const deployment = { chainId, settlementChainId: chainId, contracts };
  await writeFile(join(dir, 'active-deployment.json'), JSON.stringify(deployment));
  env = {
    L3_RPC_URL: market.kit.chain.url,
    SETTLEMENT_RPC_URL: market.kit.chain.url,
    DATA_NODE_URL: nowhere,
    DEPLOYMENTS_DIR: dir,
    FAUCET_PRIVATE_KEY: faucetKey,
    ORACLE_URLS: market.oracles.map(({ url }) => url).join(','),
  };
  gateway = stack.use(await startGateway(env));
}, 90_000);
afterAll(() => stack.disposeAsync());

/** A bot's own wallet, which knows the chain's RPC and the gateway, and nothing else. */
function createBot() {
  const account = privateKeyToAccount(generatePrivateKey());
  const { chain } = market.kit.client;
  const transport = http(market.kit.chain.url);
  const wallet = createWalletClient({ account, chain, transport });
  const reader = createPublicClient({ chain, transport, pollingInterval: 50 });
  const vision = { address: market.world.vision.address, abi: visionAbi } as const;
  const usdc = { address: market.world.usdc.address, abi: usdc18Abi } as const;
  const mined = async (hash: Promise<Hex>) => {
    const receipt = await reader.waitForTransactionReceipt({ hash: await hash });
    if (receipt.status !== 'success') throw new Error('the transaction reverted');
  };
  return { account, wallet, reader, vision, usdc, mined };
}

async function call(path: string, body?: unknown) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await gateway.rest(path, body === undefined ? {} : init);
  // biome-ignore lint/suspicious/noExplicitAny: the journey looks into bodies of every shape
  return { status: response.status, body: (await response.json()) as any };
}

const submit = (player: Address, bitmap: { hex: Hex; hash: Hex }) =>
  call('/vision/bitmap', {
    player,
    batch_id: 1,
    bitmap_hex: bitmap.hex,
    expected_hash: bitmap.hash,
  });
const isOk = ({ status }: { status: number }) => status === 200;

async function listen(subscription: string) {
  const query = encodeURIComponent(`subscription { ${subscription} }`);
  const reader = await readEvents(`${gateway.url}/graphql?query=${query}`);
  stack.defer(() => reader.leave());
  return reader;
}

test('default: a bot funds, joins, submits, is paid, and every figure can be checked', async () => {
  const transcript: string[] = [];
  const began = performance.now();
  const note = (text: string) =>
    transcript.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`);
  const bot = createBot();
  const me = bot.account.address;
  const { bob } = market.world;
  await market.kit.chain.rpc.call('anvil_setBalance', [me, '0x8ac7230489e80000']);

  const funded = await call('/faucet', { address: me, amount: '100' });
  expect([funded.status, funded.body.usdc.amount]).toEqual([200, '100 USDC']);
  note(`faucet: ${funded.body.usdc.amount}`);

  const batch = (await call('/vision/batches')).body.batches[0];
  expect(batch).toMatchObject({ id: 1, market_ids: marketIds, paused: false });
  const encoded = await gateway.query<{ encodeBitmap: { bitmap: Hex; hash: Hex } }>(
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

  await bot.mined(
    bot.wallet.writeContract({
      ...bot.usdc,
      functionName: 'approve',
      args: [bot.vision.address, 100n * one],
    }),
  );
  const stake = { deposit: 50n * one, perTick: one };
  const joinBatch = async () => {
    const args = [1n, batch.config_hash, stake.deposit, stake.perTick, right.hash] as const;
    const join = { ...bot.vision, functionName: 'joinBatch', args, account: bot.account } as const;
    // Joins are refused while the tick is locked.
    const refused = await bot.reader.simulateContract(join).then(() => null, String);
    if (refused === null) await bot.mined(bot.wallet.writeContract({ ...join, gas: 2_000_000n }));
    return refused;
  };
  await until(joinBatch, (refused) => refused === null);
  const joinedAt = performance.now();
  note('joinBatch mined');
  await market.join(bob, wrong);

  const accepted = await until(() => submit(me, right), isOk);
  expect(accepted.body).toMatchObject({ accepted: true, player: me, totalCount: 3 });
  const seenAfter = performance.now() - joinedAt;
  note(
    `accepted by ${accepted.body.acceptedCount} of 3, ${(seenAfter / 1000).toFixed(1)} s after the join`,
  );
  await until(() => submit(bob, wrong), isOk);
  expect(seenAfter).toBeLessThan(10_000);
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
  const tick = played(await until(history, (all) => played(all) !== undefined));
  if (!tick) throw new Error('no tick');
  expect(tick.results_json.markets).toMatchObject([
    { market_id: 'falling', outcome: 'Down' },
    { market_id: 'flat', outcome: 'Flat' },
    { market_id: 'rising', outcome: 'Up' },
  ]);
  note(`tick ${tick.tick_id} resolved`);
  await expect.poll(ticks.events, { timeout: 5000 }).toContainEqual({
    data: { tickResolved: { tickId: tick.tick_id, playerCount: 2 } },
  });

  const revealPath = `/vision/reveal/1/${tick.tick_id}`;
  const sealed = await call(revealPath);
  expect(sealed.status).toBe(403);
  expect(sealed.body.error).toMatch(/^Reveal window not yet expired\. Deadline: \d+, now: \d+$/);
  note(`reveal: 403 ${sealed.body.error}`);
  const reveal = await until(() => call(revealPath), isOk);
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
  const usdcOf = () =>
    bot.reader.readContract({ ...bot.usdc, functionName: 'balanceOf', args: [me] });
  const before = await usdcOf();
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
    const claimRewards = { ...bot.vision, functionName: 'claimRewards', args } as const;
    const refused = await bot.reader
      .simulateContract({ ...claimRewards, account: bot.account })
      .then(() => null, String);
    if (refused === null) {
      await bot.mined(bot.wallet.writeContract({ ...claimRewards, gas: 2_000_000n }));
    }
    return refused;
  };
  await until(claim, (refused) => refused === null);
  const won = (await usdcOf()) - before;
  expect(won).toBeGreaterThan(0n);
  note(`claimed: ${won} wei`);

  const updated = async () => {
    const args = [1n, batch.config_hash, wrong.hash] as const;
    const update = { ...bot.vision, functionName: 'updateBitmap', args } as const;
    const refused = await bot.reader
      .simulateContract({ ...update, account: bot.account })
      .then(() => null, String);
    if (refused === null) await bot.mined(bot.wallet.writeContract({ ...update, gas: 2_000_000n }));
    return refused;
  };
  await until(updated, (refused) => refused === null);
  const { data, errors } = await gateway.query<Record<string, never>>(
    `query ($tickId: Int!) { batch(id: "1") { tick(tickId: $tickId) { reveal { bitmaps {
      portfolio { address } hashMatches matchesCommitment
      predictions { direction market { marketId } }
    } } } } }`,
    { tickId: tick.tick_id },
  );
  expect(errors).toBeUndefined();
  const shown = (address: Address, directions: readonly string[]) => ({
    portfolio: { address },
    hashMatches: true,
    matchesCommitment: true,
    predictions: directions.map((direction, bit) => ({
      direction,
      market: { marketId: marketIds[bit] },
    })),
  });
  const bitmaps = (data as unknown as { batch: { tick: { reveal: { bitmaps: object[] } } } }).batch
    .tick.reveal;
  expect(bitmaps.bitmaps).toHaveLength(2);
  expect(bitmaps.bitmaps).toContainEqual(shown(me, ['DOWN', 'UP', 'UP']));
  expect(bitmaps.bitmaps).toContainEqual(shown(bob, ['UP', 'DOWN', 'DOWN']));
  note('graph: bitmaps decoded, commitments found on the chain, also the one replaced since');
  process.stdout.write(`${transcript.join('\n')}\n`);
}, 120_000);

test('behavior: an oracle that makes a bitmap up is found out by the chain', async () => {
  const { bob } = market.world;
  const forger = stack.use(await startOracle());
  forger.special.set('/vision/batches', {
    status: 200,
    body: { batches: [{ ...batchEntry(1), market_ids: marketIds }] },
  });
  forger.special.set('/vision/batch/1/history', {
    status: 200,
    body: { history: [{ tick_id: 1 }] },
  });
  const bitmap_hex = bitmapOf('UUU').hex;
  const forged = [bob, market.world.eve].map((player) => ({
    player,
    bitmap_hex,
    hash: keccak256(bitmap_hex),
  }));
  const reveal = { batch_id: 1, tick_id: 1, bitmaps: forged };
  forger.special.set('/vision/reveal/1/1', { status: 200, body: reveal });
  const fooled = stack.use(await startGateway({ ...env, ORACLE_URLS: forger.url }));
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
  const { bob } = market.world;
  const killed = market.oracles[2];
  const submissions = Array.from({ length: 60 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 20));
    if (index === 20) await killed?.kill();
    const began = performance.now();
    const { status, body } = await submit(bob, wrong);
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
