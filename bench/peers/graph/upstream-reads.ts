/** Upstream responses, with the fields that the peers read. */
export type Fund = {
  readonly itp_id: string;
  readonly name: string;
  readonly symbol: string;
  readonly aum_usd: number;
};
export type Price = { readonly nav: string; readonly nav_display: number };
export type NavPoint = { readonly timestamp: number; readonly nav: number };
export type Holding = {
  readonly symbol: string;
  readonly name: string;
  readonly weight: number;
};
export type Snapshot = { readonly itp_id: string; readonly assets: readonly Holding[] };
export type Row = Readonly<Record<string, unknown>> & {
  readonly source: string;
  readonly assetId: string;
};
export type Market = { readonly generatedAt: string; readonly snapshots: readonly Row[] };

export type MaybePromise<T> = T | Promise<T>;

/** All reads of the resolvers. A cached value is returned without a promise. */
export type UpstreamReads = {
  readonly ranking: () => MaybePromise<readonly Fund[]>;
  readonly nav: (id: string) => MaybePromise<Price>;
  readonly navSeries: (id: string) => MaybePromise<readonly NavPoint[]>;
  readonly holdings: (id: string) => MaybePromise<readonly Holding[]>;
  /** USD; null if there is no price. */
  readonly price: (symbol: string) => MaybePromise<number | null>;
  readonly market: (source: string) => MaybePromise<Market>;
};

/** The context that every peer passes to its resolvers. */
export type PeerContext = { readonly reads: UpstreamReads };

/** Paths of the upstream. */
export const upstreamPaths = {
  ranking: '/aum-ranking',
  snapshots: '/snapshot',
  prices: '/latest-prices',
  nav: (id: string) => `/itp-price?itp_id=${id}`,
  navSeries: (id: string) => `/nav-series?itp_id=${id}&range=30d`,
  market: (source: string) => `/vision/snapshot?source=${source}&limit=10000`,
} as const;
