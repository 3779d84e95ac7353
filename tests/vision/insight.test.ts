import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, startUpstream, type TestGateway } from '../support/gateway.ts';

const duration = 600;
const now = Math.floor(Date.now() / 1000);
/** The tick that ended last, whose bitmaps are sealed; those before are revealed. */
const newest = 14;
const createdAtTick = Math.floor(now / duration) - newest - 1;

const player = (digit: string) => `0x${digit.repeat(40)}`;
const [alice, bob, carol] = [player('a'), player('b'), player('c')] as const;
const wei = (usd: number) => `${BigInt(Math.round(usd * 100)) * 10n ** 16n}`;

/** Bits of `bitcoin` and `ethereum`, most significant first. */
const revealed: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  10: { [alice]: '0xc0', [bob]: '0x00', [carol]: '0x40' },
  11: { [alice]: '0x80', [bob]: '0x40' },
  12: { [alice]: '0xc0', [bob]: '0x00', [player('d')]: '0x00' },
  13: { [alice]: '0x00', [bob]: '0xc0', [carol]: '0xc0' },
};
const outcomes: Readonly<Record<number, readonly (readonly [string, number])[]>> = {
  10: [
    ['Up', 2],
    ['Down', -1],
  ],
  11: [
    ['Up', 1],
    ['Flat', 0],
  ],
  12: [
    ['Down', -3],
    ['Up', 4],
  ],
  13: [
    ['Up', 0.5],
    ['Up', 1],
  ],
  14: [
    ['Up', 1],
    ['Up', 1],
  ],
};
const stakes = { [alice]: 2, [bob]: 1, [carol]: 3 } as const;
/** Volume that the oracle matched, USDC: sums of the smaller sides of markets that moved. */
const matched: Readonly<Record<number, number>> = { 10: 2 + 1, 11: 1, 12: 5, 13: 2 + 2, 14: 1 };

const reads = new Map<string, number>();
const stack = new AsyncDisposableStack();
let gateway: TestGateway;

beforeAll(async () => {
  const batch = {
    ...{ id: 3, creator: alice, market_ids: ['bitcoin', 'ethereum'], tick_duration: duration },
    ...{ player_count: 3, paused: false },
  };
  const bodies: Record<string, unknown> = {
    '/vision/batches': { batches: [{ ...batch, market_count: 2, tvl: wei(30) }] },
    '/vision/batch/3/state': {
      ...{ ...batch, created_at_tick: createdAtTick, next_tick: now + 100 },
      players: Object.entries(stakes).map(([address, stake]) => ({
        ...{ address, stake_per_tick: wei(stake), start_tick: 9, has_bitmap: true },
        // Carol can afford 3 USDC on each market, no more.
        balance: address === carol ? wei(6) : wei(100),
      })),
    },
    '/vision/batch/3/history': {
      history: Object.entries(outcomes)
        .map(([tick, markets]) => ({
          ...{ batch_id: 3, tick_id: Number(tick), player_count: 3 },
          resolved_at: new Date((createdAtTick + Number(tick) + 1) * duration * 1000).toISOString(),
          total_matched: wei(matched[Number(tick)] ?? 0),
          results_json: {
            markets: markets.map(([outcome, pct_change], index) => ({
              ...{ market_id: batch.market_ids[index], outcome, pct_change },
            })),
          },
        }))
        .toReversed(),
    },
  };
  for (const [tick, bitmaps] of Object.entries(revealed)) {
    bodies[`/vision/reveal/3/${tick}`] = {
      ...{ batch_id: 3, tick_id: Number(tick) },
      bitmaps: Object.entries(bitmaps).map(([address, bitmap_hex]) => ({
        ...{ player: address, bitmap_hex, hash: `0x${'0'.repeat(64)}` },
      })),
    };
  }
  const oracle = stack.use(
    await startUpstream((request, response) => {
      const path = request.url ?? '';
      reads.set(path, (reads.get(path) ?? 0) + 1);
      const body = bodies[path];
      response.writeHead(body ? 200 : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? { error: 'the reveal window has not expired yet' }));
    }),
  );
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
});
afterAll(() => stack.disposeAsync());

async function read(document: string) {
  const { data, errors } = await gateway.query(document);
  expect(errors).toBeUndefined();
  return data as unknown as Record<string, unknown>;
}

const pools =
  'pools { upStake downStake upPlayers downPlayers impliedUpProbability unknownStakes isComplete }';
const tickQuery = (tick: number) =>
  `{ batch(id: 3) { tick(tickId: ${tick}) { outcomes { edges { node { market { marketId } ${pools} } } } } } }`;
const poolsOf = async (tick: number) => {
  const { batch } = await read(tickQuery(tick));
  const { edges } = (batch as { tick: { outcomes: { edges: { node: { pools: unknown } }[] } } })
    .tick.outcomes;
  return edges.map(({ node }) => node.pools);
};

test('default: a revealed tick shows the stakes on both sides of each market', async () => {
  expect(await poolsOf(13)).toEqual(
    [1, 2].map(() => ({
      ...{ upStake: wei(4), downStake: wei(2), upPlayers: 2, downPlayers: 1 },
      ...{ impliedUpProbability: 0.666666666, unknownStakes: 0, isComplete: true },
    })),
  );
});

test('behavior: a player who has left makes the pools incomplete, and is counted', async () => {
  const [bitcoin] = await poolsOf(12);
  expect(bitcoin).toMatchObject({ downStake: wei(1), unknownStakes: 1, isComplete: false });
});

test('behavior: nothing of a sealed tick is shown, and no oracle is asked for it', async () => {
  expect(await poolsOf(newest)).toEqual([null, null]);
  const replayed = await read(
    `{ replayBitmap(batchId: 3, bitmap: "0xc0", from: ${newest}) { ticksPlayed ticks { tickId } } }`,
  );
  expect(replayed).toEqual({ replayBitmap: { ticksPlayed: 0, ticks: [] } });
  expect([...reads.keys()].filter((path) => path.endsWith(`/3/${newest}`))).toEqual([]);
});

test('default: the statistics of a batch count outcomes, refunds and forfeits', async () => {
  const { batch } =
    await read(`{ batch(id: 3) { statistics { resolvedTicks revealedTicks oneSidedPct
    forfeits matched fee markets { market { marketId } ticks upPct meanAbsChangePct refunds } } } }`);
  const total = BigInt(wei(3 + 1 + 5 + 4 + 1));
  expect(batch).toEqual({
    statistics: {
      ...{ resolvedTicks: 5, revealedTicks: 4, oneSidedPct: 0 },
      // Carol sent no bitmap in ticks 11 and 12.
      forfeits: 2,
      matched: String(total),
      fee: String((total * 5n) / 10_000n),
      markets: [
        {
          market: { marketId: 'bitcoin' },
          ...{ ticks: 5, upPct: 80, meanAbsChangePct: 1.5, refunds: 0 },
        },
        {
          market: { marketId: 'ethereum' },
          ...{ ticks: 5, upPct: 75, meanAbsChangePct: 1.4, refunds: 1 },
        },
      ],
    },
  });
});

const replayFields =
  'ticks { tickId pnl cumulative hits markets } total fee winRate ticksPlayed isComplete';

test('default: a bitmap is replayed on the real pools with its own stake added', async () => {
  const { replayBitmap } = await read(
    `{ replayBitmap(batchId: 3, bitmap: "0xc0", from: 13, to: 13, stakePerTick: "${wei(2)}") { ${replayFields} } }`,
  );
  // UP in both: 4 + 2 against 2; 2 is matched, and a third of it is won in each market.
  const each = (BigInt(wei(2)) * 2n) / 6n;
  expect(replayBitmap).toEqual({
    ticks: [
      { tickId: 13, pnl: String(2n * each), cumulative: String(2n * each), hits: 2, markets: 2 },
    ],
    ...{ total: String(2n * each), fee: String((2n * each * 5n) / 10_000n), winRate: 1 },
    ...{ ticksPlayed: 1, isComplete: true },
  });
});

test('behavior: a rule knows only the ticks before the one that it plays', async () => {
  const { replayBitmap } = await read(
    `{ replayBitmap(batchId: 3, rule: { kind: MOMENTUM }) { ${replayFields} } }`,
  );
  const { ticks, total } = replayBitmap as {
    ticks: { tickId: number; hits: number }[];
    total: string;
  };
  // 10: nothing known, UP and UP; 11: up, down; 12: up, unchanged; 13: down, up.
  expect(ticks.map(({ tickId, hits }) => [tickId, hits])).toEqual([
    ...[
      [10, 1],
      [11, 1],
    ],
    ...[
      [12, 1],
      [13, 1],
    ],
  ]);
  const sum = (ticks as unknown as { pnl: string }[]).reduce(
    (all, { pnl }) => all + BigInt(pnl),
    0n,
  );
  expect(total).toBe(String(sum));
});

test.each([
  ['replayBitmap(batchId: 3) { total }', 'give either bitmap or rule'],
  [
    'replayBitmap(batchId: 3, bitmap: "0xc0", from: 5, to: 4) { total }',
    'from must not be after to',
  ],
  [
    'replayBitmap(batchId: 3, bitmap: "0xc0", stakePerTick: "0") { total }',
    'stakePerTick must be above 0',
  ],
  [
    'replayBitmap(batchId: 3, rule: { kind: MOMENTUM, lookback: 0 }) { total }',
    'rule.lookback must be from 1 to 50',
  ],
  ['batch(id: 3) { statistics(ticks: 51) { matched } }', 'ticks must be from 1 to 50'],
])('args: %s is refused', async (field, message) => {
  const { errors } = await gateway.query(`{ ${field} }`);
  expect(JSON.stringify(errors)).toContain(message);
});
