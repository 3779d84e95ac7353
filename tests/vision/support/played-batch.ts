import { type FakeUpstream, startUpstream } from '../../support/gateway.ts';

/** The tick that ended last, whose bitmaps are sealed; those before are revealed. */
export const newestTick = 14;

/** Returns times of a batch of which a tick has just ended: its bitmaps stay sealed for 600 s. */
function planTimes(now: number) {
  const durations = Array.from({ length: 600 }, (_, index) => 600 + index);
  const duration = durations.find((seconds) => now % seconds < 60) ?? 600;
  return { duration, createdAtTick: Math.floor(now / duration) - newestTick - 1 };
}

const player = (digit: string) => `0x${digit.repeat(40)}`;
export const [alice, bob, carol] = [player('a'), player('b'), player('c')] as const;
/** USDC as wei. */
export const wei = (usd: number) => `${BigInt(Math.round(usd * 100)) * 10n ** 16n}`;

/** Bitmaps by player, of each tick. */
type Bitmaps = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** Bits of `bitcoin` and `ethereum`, most significant first. */
const revealed: Bitmaps = {
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

/**
 * An oracle with a batch of two markets, five resolved ticks and three players.
 *
 * @param options.emptyBatches - Further batches with the same players, without ticks.
 * @param options.leaked - Bitmaps of sealed ticks, which the oracle would reveal to whoever asks.
 * @param options.now - The present, Unix seconds.
 */
export async function startPlayedBatch({
  emptyBatches = 0,
  leaked = {},
  now = Math.floor(Date.now() / 1000),
}: {
  readonly emptyBatches?: number;
  readonly leaked?: Bitmaps;
  readonly now?: number;
} = {}): Promise<{
  readonly oracle: FakeUpstream;
  /** How often each path was read. */
  readonly reads: ReadonlyMap<string, number>;
  /** When a tick ended, Unix seconds. */
  readonly endOf: (tick: number) => number;
}> {
  const { duration, createdAtTick } = planTimes(now);
  const endOf = (tick: number) => (createdAtTick + tick + 1) * duration;
  const reads = new Map<string, number>();
  const batch = {
    ...{ id: 3, creator: alice, market_ids: ['bitcoin', 'ethereum'], tick_duration: duration },
    ...{ player_count: 3, paused: false, source_id: 'crypto' },
  };
  const bodies: Record<string, unknown> = {
    '/vision/batches': {
      batches: Array.from({ length: 1 + emptyBatches }, (_, n) => ({
        ...{ ...batch, id: 3 + n, market_count: 2, tvl: wei(30) },
      })),
    },
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
          resolved_at: new Date(endOf(Number(tick)) * 1000).toISOString(),
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
  for (let id = 4; id < 4 + emptyBatches; id += 1) {
    bodies[`/vision/batch/${id}/state`] = { ...(bodies['/vision/batch/3/state'] as object), id };
    bodies[`/vision/batch/${id}/history`] = { history: [] };
  }
  for (const [tick, bitmaps] of Object.entries({ ...revealed, ...leaked })) {
    bodies[`/vision/reveal/3/${tick}`] = {
      ...{ batch_id: 3, tick_id: Number(tick) },
      bitmaps: Object.entries(bitmaps).map(([address, bitmap_hex]) => ({
        ...{ player: address, bitmap_hex, hash: `0x${'0'.repeat(64)}` },
      })),
    };
  }
  const oracle = await startUpstream((request, response) => {
    const path = request.url ?? '';
    reads.set(path, (reads.get(path) ?? 0) + 1);
    const body = bodies[path];
    response.writeHead(body ? 200 : 403, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'the reveal window has not expired yet' }));
  });
  return { oracle, reads, endOf };
}
