import { keccak256 } from 'viem';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startOracle } from './fake-oracle.ts';
import { startValues } from './fake-values.ts';
import * as model from './market-model.ts';

/** An amount of whole units. */
export const wei = (units: number) => `${units}000000000000000000`;
/** The address of a wallet. */
export const wallet = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
/** The global id of a thing. */
export const idOf = (type: string, key: string | number) =>
  Buffer.from(`${type}:${key}`).toString('base64url');
const sources = ['crypto', 'weather'];
/** Batch 7 is of crypto, so that its markets have values. */
export const batches = [7, 3, 5, 4, 6].map((id, at) => ({
  ...model.batchEntry(id),
  source_id: sources[(id + 1) % 2],
  market_ids: id % 2 === 1 ? model.marketIds : [`rain-${id}`],
  market_count: id % 2 === 1 ? 3 : 1,
  paused: id === 5,
  player_count: at % 3,
  tvl: wei([30, 5, 10, 10, 100][at] ?? 0),
}));
const players = Array.from({ length: 6 }, (_, at) => ({
  address: wallet(0xa0 + at),
  stake_per_tick: wei([3, 1, 2, 2, 1, 30][at] ?? 0),
  balance: wei([12, 100, 9, 9, 1000, 0][at] ?? 0),
  start_tick: 1,
  has_bitmap: at % 2 === 0,
}));
/** The state of a batch. */
export const stateOf = (id: number) => ({
  ...model.state,
  id,
  next_tick: 1_790_000_000 + ((id * 7) % 5) * 60,
  players: id === 7 ? players : players.slice(0, id % 3),
});
const symbols = ['beta', 'Alpha', 'gamma'];
const markets = [
  ...model.marketIds.map((market_id, at) => ({
    market_id,
    symbol: symbols[at],
    display_name: `The ${market_id} market`,
  })),
  { market_id: 'rain-6', symbol: 'RAIN', display_name: 'Rain' },
];
const changes = [1.5, null, -3];
/** The rows of the leaderboard. */
export const rankings = Array.from({ length: 5 }, (_, at) => ({
  rank: at + 1,
  walletAddress: wallet(0xb0 + at),
  pnl: 10 - at,
  winRate: [0.5, 0.7, 0.7, 0.1, 0.9][at],
  roi: [5, -2, 30, 4, 4][at],
  totalVolume: [1, 100, 20, 3, 20][at],
  portfolioBets: 1,
  avgPortfolioSize: 3,
  largestPortfolio: 3,
}));
/** When everything was observed. */
export const at = '2026-09-21T13:34:00.000Z';
const row = (source: string, index: number, fields: object) => ({
  ...{ source, assetId: `${source}-${index}`, symbol: `S${index}`, name: `Asset ${index}` },
  ...{ value: null, category: null, fetchedAt: at, ...fields },
});
const weather = [
  row('weather', 0, { symbol: 'b', value: 2, category: 'rain', volume24h: 5 }),
  row('weather', 1, { symbol: 'B', value: null, category: 'snow', changePct: 1 }),
  row('weather', 2, { symbol: 'a', value: 10, category: 'rain', marketCap: 3, changePct: -1 }),
  row('weather', 3, { symbol: 'C', value: 10, category: null, volume24h: 50, marketCap: 30 }),
];
const crypto = model.marketIds.map((assetId, index) => ({
  ...row('crypto', index, { value: index, changePct: changes[index] }),
  assetId,
}));

/** A tick of 2,000 markets, of which market i rose where i is even, and its 25 bitmaps. */
/** The markets of batch 9. */
export const wideIds = Array.from({ length: 2000 }, (_, index) => `wide-${index}`);
const wideBitmap = `0x${'a5'.repeat(250)}` as const;
const wide = {
  batch: { ...model.batchEntry(9), market_ids: wideIds, market_count: 2000, player_count: 25 },
  history: [
    {
      ...{ batch_id: 9, tick_id: 2, resolved_at: at, player_count: 25, total_matched: '1' },
      results_json: {
        markets: wideIds.map((market_id, index) => ({
          market_id,
          outcome: index % 2 === 0 ? 'Up' : 'Down',
          pct_change: index,
        })),
      },
    },
  ],
  reveal: {
    ...{ batch_id: 9, tick_id: 2 },
    bitmaps: Array.from({ length: 25 }, (_, index) => ({
      player: wallet(0xc0 + index),
      bitmap_hex: wideBitmap,
      hash: keccak256(wideBitmap),
    })),
  },
};

/** A list: the field around it, its name, and what identifies an element. */
type ListCase = { readonly around: (list: string) => string; readonly key: string };
/** The lists of the prediction market. */
export const lists = {
  batches: { around: (list) => list.replace('LIST', 'batches'), key: 'batchId' },
  markets: { around: (list) => list.replace('LIST', 'markets'), key: 'marketId' },
  batchMarkets: {
    around: (list) => `batch(id: 7) { ${list.replace('LIST', 'markets')} }`,
    key: 'marketId',
  },
  players: {
    around: (list) => `batch(id: 7) { ${list.replace('LIST', 'players')} }`,
    key: 'address',
  },
  ticks: { around: (list) => `batch(id: 7) { ${list.replace('LIST', 'ticks')} }`, key: 'tickId' },
  leaderboard: {
    around: (list) => `leaderboard { ${list.replace('LIST', 'entries')} }`,
    key: 'portfolio { address }',
  },
  sources: { around: (list) => list.replace('LIST', 'sources'), key: 'sourceId' },
  assets: {
    around: (list) => `source(id: "weather") { ${list.replace('LIST', 'assets')} }`,
    key: 'assetId',
  },
  prices: { around: (list) => `snapshot { ${list.replace('LIST', 'prices')} }`, key: 'assetId' },
  outcomes: {
    around: (list) => `batch(id: 7) { tick(tickId: 4) { ${list.replace('LIST', 'outcomes')} } }`,
    key: 'market { marketId }',
  },
  predictions: {
    around: (list) =>
      `batch(id: 7) { tick(tickId: 4) { reveal { bitmaps { ${list.replace('LIST', 'predictions')} } } } }`,
    key: 'market { marketId }',
  },
} as const satisfies Readonly<Record<string, ListCase>>;
/** A list of the prediction market. */
export type ListName = keyof typeof lists;

/** A page of a list, with the key of each element. */
export type Page = {
  readonly keys: readonly unknown[];
  readonly totalCount: number;
  readonly pageInfo: Readonly<Record<'startCursor' | 'endCursor', string | null>> &
    Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>>;
};

/** The innermost first value: a leaf of a key such as `market { marketId }`. */
const leafOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? leafOf(Object.values(value)[0]) : value;

function findPage(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('no page');
  return 'edges' in value ? { ...value } : findPage(Object.values(value)[0]);
}

/** A gateway before an oracle and a data node whose lists are known. */
export type ListWorld = AsyncDisposable & {
  readonly gateway: TestGateway;
  /** Changes what the oracle tells. */
  readonly tell: (path: string, body: unknown) => void;
  /** Moves the clock until no cached value may be used. */
  readonly expireCaches: () => void;
  /** How many calls the upstreams got. */
  readonly calls: () => number;
  /** Reads a page; fails on errors. */
  readonly pageOf: (name: ListName, args?: string) => Promise<Page>;
};

/** Starts them. */
export async function startListWorld(): Promise<ListWorld> {
  await using opened = new AsyncDisposableStack();
  const clock = { time: Date.parse(at), now: () => clock.time };
  const oracle = opened.use(await startOracle());
  const node = opened.use(await startValues());
  const tell = (path: string, body: unknown) => {
    oracle.special.set(path, { status: 200, body });
  };
  tell('/vision/batches', { batches: [...batches, wide.batch] });
  for (const { id } of batches) tell(`/vision/batch/${id}/state`, stateOf(id));
  tell('/vision/batch/9/state', { ...stateOf(9), players: [] });
  tell('/vision/batch/9/history', { history: wide.history });
  tell('/vision/reveal/9/2', wide.reveal);
  tell('/vision/markets', { markets });
  tell('/vision/leaderboard', { leaderboard: rankings, updatedAt: at });
  node.bodies.set('/vision/snapshot', { generatedAt: at, snapshots: [...crypto, ...weather] });
  for (const [source, snapshots] of Object.entries({ crypto, weather })) {
    const path = `/vision/snapshot?source=${source}&limit=10000`;
    node.bodies.set(path, { generatedAt: at, snapshots });
  }
  const stats = (assets: number, newestRecord: string | null) => ({
    ...{ totalAssets: assets, activeAssets: newestRecord === null ? 0 : assets, newestRecord },
  });
  node.bodies.set('/market/stats', {
    totalAssets: 20,
    sources: {
      weather: stats(4, at),
      crypto: stats(3, '2026-09-21T13:30:00.000Z'),
      Alps: stats(13, '2026-01-01T00:00:00.000Z'),
      none: stats(0, null),
    },
  });
  node.bodies.set('/sources/registry', {
    sources: [
      { sourceId: 'weather', name: 'Weather stations', category: 'nature' },
      { sourceId: 'Alps', name: 'Snow in the Alps', category: 'nature' },
      { sourceId: 'crypto', name: 'Coins', category: 'money' },
    ],
    categories: [
      { key: 'nature', label: 'Nature', order: 2 },
      { key: 'money', label: 'Money', order: 1 },
    ],
  });
  const gateway = opened.use(
    await startGateway({ ORACLE_URLS: oracle.url, DATA_NODE_URL: node.url }, { clock }),
  );
  const disposing = opened.move();
  return {
    gateway,
    tell,
    expireCaches: () => {
      clock.time += 60 * 86_400_000;
    },
    calls: () => oracle.asked.length + node.asked.length,
    pageOf: async (name, args = '') => {
      const { around, key } = lists[name];
      const page = 'totalCount pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';
      const list = `LIST${args && `(${args})`} { ${page} edges { node { ${key} } } }`;
      const { data, errors } = await gateway.query(`{ ${around(list)} }`);
      if (errors) throw new Error(JSON.stringify(errors));
      const { edges, ...rest } = findPage(data);
      return { ...(rest as unknown as Page), keys: (edges as readonly object[]).map(leafOf) };
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}
