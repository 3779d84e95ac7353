import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { newestTick as newest, startPlayedBatch, wei } from './support/played-batch.ts';

const stack = new AsyncDisposableStack();
let gateway: TestGateway;
let reads: ReadonlyMap<string, number>;

beforeAll(async () => {
  const world = await startPlayedBatch();
  stack.use(world.oracle);
  reads = world.reads;
  gateway = stack.use(await startGateway({ ORACLE_URLS: world.oracle.url }));
});
afterAll(() => stack.disposeAsync());

async function read(document: string) {
  const { data, errors } = await gateway.query(document);
  expect(errors).toBeUndefined();
  return data as unknown as Record<string, unknown>;
}

const pools =
  'pools { upStake downStake upPlayers downPlayers impliedUpProbability unknownStakes unexplainedMatched isComplete }';
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
      ...{ impliedUpProbability: 0.666666666, unknownStakes: 0 },
      ...{ unexplainedMatched: '0', isComplete: true },
    })),
  );
});

test('behavior: a player who has left makes the pools incomplete, and is counted', async () => {
  const [bitcoin] = await poolsOf(12);
  expect(bitcoin).toMatchObject({ downStake: wei(1), unknownStakes: 1, isComplete: false });
  expect(BigInt((bitcoin as { unexplainedMatched: string }).unexplainedMatched)).toBeGreaterThan(
    0n,
  );
});

test('behavior: nothing of a sealed tick is shown, and no oracle is asked for it', async () => {
  expect(await poolsOf(newest)).toEqual([null, null]);
  const replayed = await read(
    `{ replayBitmap(batchId: 3, bitmap: "0xc0", from: ${newest}) { ticksPlayed ticks { tickId } } }`,
  );
  expect(replayed).toEqual({ replayBitmap: { ticksPlayed: 0, ticks: [] } });
  expect([...reads.keys()].filter((path) => path.endsWith(`/3/${newest}`))).toEqual([]);
});

test('default: replayed ticks lead to the ticks that happened', async () => {
  const { replayBitmap } = await read(
    `{ replayBitmap(batchId: 3, bitmap: "0xc0", from: 13, to: 13) {
      ticks { tickId tick { tickId batch { batchId } } } } }`,
  );
  expect(replayBitmap).toEqual({
    ticks: [{ tickId: 13, tick: { tickId: 13, batch: { batchId: 3 } } }],
  });
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
  'ticks { tickId pnl cumulative hits decided markets } total fee winRate ticksPlayed isComplete';

test('default: a bitmap is replayed on the real pools with its own stake added', async () => {
  const { replayBitmap } = await read(
    `{ replayBitmap(batchId: 3, bitmap: "0xc0", from: 13, to: 13, stakePerTick: "${wei(2)}") { ${replayFields} } }`,
  );
  // UP in both: 4 + 2 against 2; 2 is matched, and a third of it is won in each market.
  const each = (BigInt(wei(2)) * 2n) / 6n;
  expect(replayBitmap).toEqual({
    ticks: [
      {
        ...{ tickId: 13, pnl: String(2n * each), cumulative: String(2n * each) },
        ...{ hits: 2, decided: 2, markets: 2 },
      },
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
    ticks: { tickId: number; hits: number; decided: number }[];
    total: string;
  };
  // Known at 10: nothing, so UP and UP; at 11: up, down; at 12: up, unchanged; at 13: down, up.
  expect(ticks.map(({ tickId, hits, decided }) => [tickId, hits, decided])).toEqual([
    ...[
      [10, 1, 2],
      [11, 1, 1],
    ],
    ...[
      [12, 1, 2],
      [13, 1, 2],
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
    'replayBitmap(batchId: 3, bitmap: "0xc0", from: -1) { total }',
    'from and to are numbers of ticks, 0 or more',
  ],
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
