import { sourceSpecs } from '../../data-node/market/source-catalog.ts';
import { type BatchConfig, batchConfigSchema } from '../../oracle/markets/batch-config.ts';
import type { MarketHistory } from '../../world/market-history.ts';

/** What the creator of a batch says of it on the chain; a text that is empty is not set. */
export type BatchTexts = {
  readonly name: string;
  readonly description: string;
  readonly websiteUrl: string;
  readonly videoUrl: string;
  readonly imageUrl: string;
};

/** An initial batch of the sandbox. */
export type PlannedBatch = {
  readonly config: BatchConfig;
  /** What its creator says of it; null for a batch without texts. */
  readonly texts: BatchTexts | null;
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
  /** Null for a batch without texts. */
  readonly name: string | null;
  readonly description?: string;
  /** Path of its pages below `batches.example`, if it has any. */
  readonly path?: string;
  readonly hasVideo?: boolean;
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
  {
    name: 'Every flight',
    description:
      'Two thousand flights, one tick a day: does its delay grow from one day to the next? A whole bitmap is 250 bytes, most of which no one fills by hand. Bring a rule.',
    path: 'every-flight',
    hasVideo: true,
    ...{ source: 'flights', markets: 2_000, tick: 86_400, bots: [0, 1, 2] },
  },
  { name: null, source: 'crypto', markets: 0, tick: 300, bots: [] },
  {
    name: 'Paused coins',
    description:
      'The oracles have paused this batch: no tick is played and no stake is lost. Players can leave with their balance.',
    ...{ source: 'crypto', markets: 8, tick: 60, bots: [1, 4], paused: true },
  },
  {
    name: 'Hundred coins, hourly',
    description:
      'The hundred largest coins, up or down within the hour. Long enough for news to matter, and all six bots play. The larger sides share what the smaller ones lose.',
    path: 'hundred-coins',
    hasVideo: true,
    ...{ source: 'crypto', markets: 100, tick: 3_600, bots: all },
  },
  {
    name: 'Stocks',
    description:
      'Four hundred stocks in half an hour. A market whose price has not moved returns all its stakes.',
    path: 'stocks',
    ...{ source: 'stocks', markets: 400, tick: 1_800, bots: [0, 2, 3, 5] },
  },
  {
    name: 'Commodities',
    description: 'Metals, energy and grain, every quarter of an hour.',
    path: 'commodities',
    ...{ source: 'commodities', markets: 32, tick: 900, bots: [1, 2, 3] },
  },
  {
    name: 'Currencies',
    description:
      'Twenty-four pairs of currencies in five minutes. A move counts from one basis point on: smaller ones are flat, and both sides get their stakes back.',
    path: 'currencies',
    ...{ source: 'fx', markets: 24, tick: 300, bots: all, thresholdBps: 1 },
  },
  {
    name: 'Twenty coins, by the minute',
    description:
      'A good first batch: twenty large coins, a result every minute, and opponents at any time of the day.',
    path: 'twenty-coins',
    hasVideo: true,
    ...{ source: 'crypto', markets: 20, tick: 60, bots: all },
  },
  {
    name: 'Three coins, half a minute',
    description:
      'Three bits, eight possible bitmaps. Enough to see every rule of the game at work.',
    ...{ source: 'crypto', markets: 3, tick: 30, bots: [0, 3, 4] },
  },
  {
    name: 'Forty coins, ten seconds',
    description:
      'For programs. By the time you have read this sentence, the tick is over and its predictions are revealed.',
    path: 'forty-coins',
    ...{ source: 'crypto', markets: 40, tick: 10, bots: swift },
  },
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
  const { bots, paused = false } = row;
  return { config, texts: textsOf(row), bots, paused, creator: number % 3 };
}

/** Each URL is below `batches.example`, which nobody can register (RFC 2606). */
function textsOf({ name, description = '', path, hasVideo = false }: Row): BatchTexts | null {
  if (name === null) return null;
  const site = path === undefined ? '' : `https://batches.example/${path}`;
  return {
    name,
    description,
    websiteUrl: site,
    videoUrl: hasVideo ? `${site}/film` : '',
    imageUrl: site && `${site}/cover.png`,
  };
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
