/**
 * Data of the fake upstream: 20 funds of 20 holdings each, 60 priced assets, 10,000 rows of one
 * market source. Every value is derived from its index, so that each start produces the same bytes.
 */

/** Unix seconds of the newest value. */
const newestTime = 1_767_225_600;
const day = 86_400;

const range = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** Returns a deterministic pseudo-random number between -1 and 1. */
const noise = (seed: number): number => (Math.sin(seed * 12.9898) * 43_758.5453) % 1;
const between = (low: number, high: number, seed: number): number =>
  Number((low + (high - low) * Math.abs(noise(seed))).toFixed(8));

/** Tickers with a price. */
export const pricedSymbols: readonly string[] = range(60, (index) =>
  index === 0 ? 'BTC' : `COIN${String(index).padStart(2, '0')}`,
);
const priceOf = (index: number): number => between(0.5, 70_000, index + 1);

/** USD by ticker; the body of `/latest-prices`. */
export const latestPrices: Readonly<Record<string, number>> = Object.fromEntries(
  pricedSymbols.map((symbol, index) => [symbol, priceOf(index)]),
);

/** Ids of the funds, `0x` and 64 hex digits. */
export const fundIds: readonly string[] = range(
  20,
  (index) => `0x${(index + 1).toString(16).padStart(64, '0')}`,
);

const navWei = (index: number): string => `${1 + index}${String(104_857_600 + index).repeat(2)}`;

/** The body of `/aum-ranking`. */
export const aumRanking = fundIds.map((itp_id, index) => ({
  itp_id,
  name: `Fund of twenty assets, number ${index + 1}`,
  symbol: `FUND${index + 1}`,
  nav_per_share: Number(navWei(index)) / 1e18,
  aum_usd: 1_000_000 * (20 - index) + 0.25,
  total_supply: '1000000000000000000000000',
  asset_count: 20,
}));

/** Creates the body of `/itp-price` of a fund. */
export const createFundPrice = (index: number) => ({
  itp_id: fundIds[index],
  nav: navWei(index),
  nav_display: Number(navWei(index)) / 1e18,
  assets_priced: 20,
  assets_total: 20,
  aum_usd: 1_000_000 * (20 - index) + 0.25,
  total_supply: '1000000000000000000000000',
});

/** Creates the body of `/nav-series` of a fund: 30 days. */
export const createNavSeries = (index: number) =>
  range(30, (point) => ({
    timestamp: newestTime - (29 - point) * day,
    nav: between(1, 2, index * 100 + point),
  }));

/** The body of `/snapshot`. */
export const fundSnapshots = fundIds.map((itp_id, index) => ({
  itp_id,
  name: aumRanking[index]?.name,
  symbol: aumRanking[index]?.symbol,
  nav: aumRanking[index]?.nav_per_share,
  aum_usd: aumRanking[index]?.aum_usd,
  total_supply: '1000000000000000000000000',
  assets: range(20, (holding) => {
    const asset = (index * 7 + holding * 3) % pricedSymbols.length;
    return {
      symbol: pricedSymbols[asset],
      name: `The coin with the number ${asset}`,
      weight: between(0.01, 0.09, index * 50 + holding),
      qty: `${1_000_000_000_000 + holding}`,
      price: priceOf(asset),
    };
  }),
}));

/** Creates the body of `/price`, padded to 300 bytes by the name of its source. */
export function createAssetPrice(asset: string): string {
  const head = `{"asset":"${asset}","price":67250.5,"timestamp":${newestTime},"source":"`;
  return `${head}${'fake upstream of the benchmark '.repeat(10).slice(0, 298 - head.length)}"}`;
}

/** Identifier of the source with 10,000 assets. */
export const marketSourceId = 'bench';

/** Creates the body of the data node's `/vision/snapshot`. */
export const createMarketSnapshot = () => ({
  generatedAt: '2026-01-01T00:00:00Z',
  snapshots: range(10_000, (index) => ({
    source: marketSourceId,
    assetId: `asset-${index}`,
    symbol: `A${index}`,
    name: `Asset number ${index}`,
    category: `category ${index % 10}`,
    value: between(0.01, 1000, index),
    changePct: between(-5, 5, index + 7),
    volume24h: between(1e3, 1e9, index + 11),
    marketCap: between(1e6, 1e12, index + 13),
    fetchedAt: '2026-01-01T00:00:00Z',
  })),
});

/** The body of `/market/stats`. */
export const marketStats = {
  totalAssets: 10_000,
  sources: {
    [marketSourceId]: {
      totalAssets: 10_000,
      activeAssets: 10_000,
      newestRecord: '2026-01-01T00:00:00Z',
    },
  },
};

/** The body of `/sim/categories`. */
export const simCategories = {
  categories: [
    { id: 'all', name: 'All', coin_count: 182, market_cap: 2.4e12, source: 'coingecko' },
  ],
};

/** Creates the progress event at `index`, from 0, of `count`. */
export const createProgressEvent = (index: number, count: number) => ({
  type: 'progress',
  pct: Number(((100 * index) / count).toFixed(2)),
  current_date: new Date((newestTime - (count - index) * day) * 1000).toISOString().slice(0, 10),
  total_dates: count,
});

/** Creates the last event of a run, without its configuration, which differs between requests. */
export const createResultEvent = () => ({
  type: 'result',
  run_id: 1,
  stats: {
    total_return_pct: 84.2,
    annualized_return: 22.6,
    max_drawdown_pct: -61.5,
    sharpe_ratio: 0.71,
    total_fees_pct: 3.4,
    total_trades: 412,
    total_rebalances: 37,
    total_delistings: 2,
    start_date: '2025-12-03',
    end_date: '2026-01-01',
  },
  nav_series: range(30, (index) => ({
    date: new Date((newestTime - (29 - index) * day) * 1000).toISOString().slice(0, 10),
    nav: between(1, 2, index),
    drawdown_pct: 0,
  })),
  cached: false,
  computed_in_ms: 12,
});
