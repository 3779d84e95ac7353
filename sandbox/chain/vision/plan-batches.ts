import { sourceSpecs } from '../../data-node/market/source-catalog.ts';
import { type BatchConfig, batchConfigSchema } from '../../oracle/markets/batch-config.ts';
import type { MarketHistory } from '../../world/market-history.ts';

/** An initial batch of the sandbox. */
export type PlannedBatch = {
  readonly config: BatchConfig;
  readonly name: string;
  readonly paused: boolean;
  /** Wallet index of its creator. */
  readonly creator: number;
  /** Numbers of the bots that join it. */
  readonly bots: readonly number[];
};

/** Minimum tick length in seconds at any speed, because the oracles need time to agree. */
const SHORTEST_TICK = 5;
const LONGEST_LOCK = 5;

type Row = {
  readonly name: string;
  readonly source: string;
  readonly markets: number;
  /** Tick length at speed 1, seconds. */
  readonly tick: number;
  readonly bots: readonly number[];
  readonly thresholdBps?: number;
  readonly paused?: boolean;
};

const all = [0, 1, 2, 3, 4, 5];
/** Without the lazy bot, which does not play in the fastest batches. */
const swift = [0, 1, 2, 3, 4];

const rows: readonly Row[] = [
  { name: 'Every flight', source: 'flights', markets: 2_000, tick: 86_400, bots: [0, 1, 2] },
  { name: 'No markets yet', source: 'crypto', markets: 0, tick: 300, bots: [] },
  { name: 'Paused coins', source: 'crypto', markets: 8, tick: 60, bots: [1, 4], paused: true },
  { name: 'Hundred coins, hourly', source: 'crypto', markets: 100, tick: 3_600, bots: all },
  { name: 'Stocks', source: 'stocks', markets: 400, tick: 1_800, bots: [0, 2, 3, 5] },
  { name: 'Commodities', source: 'commodities', markets: 32, tick: 900, bots: [1, 2, 3] },
  { name: 'Currencies', source: 'fx', markets: 24, tick: 300, bots: all, thresholdBps: 1 },
  { name: 'Twenty coins, by the minute', source: 'crypto', markets: 20, tick: 60, bots: all },
  { name: 'Three coins, half a minute', source: 'crypto', markets: 3, tick: 30, bots: [0, 3, 4] },
  { name: 'Forty coins, ten seconds', source: 'crypto', markets: 40, tick: 10, bots: swift },
];

/**
 * Plans the initial batches, with tick lengths from ten seconds to a day and 3 to 2,000 markets;
 * one is paused and one has no markets. A history with few coins has fewer batches: the contract
 * accepts each config once, so that of equal configs only the last one is used.
 *
 * @param speed - Above 1 the ticks are shorter, down to five seconds.
 */
export function planBatches(history: MarketHistory, speed: number): readonly PlannedBatch[] {
  const planned = rows.map((row, number) => planBatch(row, number, { history, speed }));
  const configs = planned.map(({ config }) => JSON.stringify(config));
  return planned.filter(
    ({ config, bots }, place) =>
      configs.lastIndexOf(configs[place] ?? '') === place &&
      (config.markets.length > 0 || bots.length === 0),
  );
}

function planBatch(
  row: Row,
  number: number,
  { history, speed }: { readonly history: MarketHistory; readonly speed: number },
): PlannedBatch {
  const tick = Math.min(row.tick, Math.max(SHORTEST_TICK, Math.round(row.tick / speed)));
  const markets = assetsOf(row.source, history).slice(0, row.markets).sort(byId);
  const config = batchConfigSchema.parse({
    source_id: row.source,
    tick_duration: tick,
    lock_offset: Math.min(LONGEST_LOCK, Math.floor(tick / 5)),
    markets: markets.map(({ id, symbol, name }) => ({
      asset_id: id,
      symbol,
      name,
      resolution_type: 0,
      threshold_bps: row.thresholdBps ?? 0,
    })),
  });
  const { name, bots, paused = false } = row;
  return { config, name, bots, paused, creator: number % 3 };
}

type Asset = { readonly id: string; readonly symbol: string; readonly name: string };

function assetsOf(source: string, history: MarketHistory): readonly Asset[] {
  if (source === 'crypto') return largestCoins(history);
  return sourceSpecs.find(({ id }) => id === source)?.entities() ?? [];
}

/** Returns the coins with a price on the last day, largest first. */
function largestCoins(history: MarketHistory): readonly Asset[] {
  const { assets, days, price, marketCap } = history;
  const lastDay = (column: number) => column * days + days - 1;
  const capOf = (column: number) => marketCap[lastDay(column)] || 0;
  const isAlive = (column: number) => (price[lastDay(column)] ?? Number.NaN) > 0;
  return assets
    .map((asset, column) => ({ ...asset, column }))
    .filter(({ column }) => isAlive(column))
    .sort((a, b) => capOf(b.column) - capOf(a.column) || a.column - b.column);
}

function byId(a: Asset, b: Asset): number {
  return a.id < b.id ? -1 : 1;
}
