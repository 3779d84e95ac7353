/**
 * The daily market history that everything in the sandbox is derived from: the backtest engine,
 * DTF baskets, live prices. Made by the generator (`generate/`) or read from `DATA_DIR` (`files/`).
 *
 * Fields are column-major: the value of asset `i` on day `t` stands at `i * days + t`; `fng` and
 * `defi` begin `lead` days before the others.
 * All arrays are backed by SharedArrayBuffer, so that worker threads read them without a copy.
 */
export type MarketHistory = {
  /** SHA-256 (hex) over everything below: the data version of caches. */
  readonly version: string;
  readonly origin: 'synthetic' | 'files';
  /** Days since 1970-01-01 UTC of t = 0. */
  readonly firstDay: number;
  /** T: number of calendar days, without holes. */
  readonly days: number;
  /** Ascending by id (byte order); the position is the asset's column number. */
  readonly assets: readonly AssetInfo[];
  /** USD; NaN where there is no positive price that day. */
  readonly price: Float64Array;
  /** USD; NaN where unknown. */
  readonly marketCap: Float64Array;
  /** Day number t of the listing (negative: before t = 0); `MISSING_DAY` when no date is given. */
  readonly listedAt: Int32Array;
  /** First day number t without trading; `MISSING_DAY` when no date is given. */
  readonly delistedAt: Int32Array;
  /** Days before t = 0 that `fng` and each column of `defi` begin with. */
  readonly lead: HistoryLead;
  /** Fear-and-greed index 0–100; day t stands at `lead.fng + t`. NaN where missing. */
  readonly fng: Float64Array;
  /**
   * Day t of asset `i` stands at `i * (lead.defi + days) + lead.defi + t`; NaN where missing. USD,
   * and percent for `apy`.
   */
  readonly defi: Readonly<Record<DefiMetric, Float64Array>>;
  /** Ascending by day. */
  readonly rounds: readonly FundingRound[];
  readonly categories: readonly AssetCategory[];
};

/** Numbers of days, 0 when nothing is known from before the first price. */
export type HistoryLead = { readonly fng: number; readonly defi: number };

export type AssetInfo = { readonly id: string; readonly symbol: string; readonly name: string };

export type DefiMetric = 'tvl' | 'fees' | 'revenue' | 'volume' | 'apy';

export type FundingRound = {
  /** Day number t, may be negative (before the first day of prices). */
  readonly day: number;
  /** Column number of the asset. */
  readonly asset: number;
  /** As given, e.g. `Series A`. */
  readonly type: string;
  /** Millions USD; NaN when unknown. */
  readonly amountM: number;
  /** Millions USD; NaN when unknown. */
  readonly valuationM: number;
  /** The first one is the lead. */
  readonly investors: readonly string[];
};

export type AssetCategory = {
  readonly id: string;
  readonly name: string;
  readonly source: 'coingecko' | 'defillama';
  /** Column numbers, ascending. */
  readonly assets: Int32Array;
};

/** Marks a missing date in `listedAt` and `delistedAt`. */
export const MISSING_DAY = 0x7fffffff;

/** Milliseconds in a UTC day. */
export const DAY_MS = 86_400_000;

/** `YYYY-MM-DD` of day number `t`. */
export function formatIsoDay(history: Pick<MarketHistory, 'firstDay'>, t: number): string {
  return new Date((history.firstDay + t) * DAY_MS).toISOString().slice(0, 10);
}

/** Day number of an ISO date `YYYY-MM-DD`; NaN when it is not a calendar date. */
export function parseDayNumber(history: Pick<MarketHistory, 'firstDay'>, iso: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return Number.NaN;
  const ms = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== iso) return Number.NaN;
  return ms / DAY_MS - history.firstDay;
}
