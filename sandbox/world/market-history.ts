/**
 * The daily market history from which everything in the sandbox is derived: the backtest engine,
 * DTF baskets, live prices. It is generated (`generate/`) or read from `DATA_DIR` (`files/`).
 *
 * Tables are column-major: the value of asset `i` on day `t` is at `i * days + t`; `fng` and `defi`
 * begin `lead` days earlier. All arrays are in shared memory, so that worker threads read them
 * without a copy.
 */
export type MarketHistory = {
  /** SHA-256 (hex) over all other properties: the data version in cache keys. */
  readonly version: string;
  readonly origin: 'synthetic' | 'files';
  /** Days since 1970-01-01 UTC of t = 0. */
  readonly firstDay: number;
  /** T: number of calendar days, without gaps. */
  readonly days: number;
  /** Ascending by id (byte order); the position is the asset's column number. */
  readonly assets: readonly AssetInfo[];
  /** Prices in USD; NaN without a positive price on that day. */
  readonly price: Float64Array;
  /** Market caps in USD; NaN if unknown. */
  readonly marketCap: Float64Array;
  /** Day number t of the listing, negative before t = 0; `MISSING_DAY` if unknown. */
  readonly listedAt: Int32Array;
  /** First day number t without trading; `MISSING_DAY` if unknown. */
  readonly delistedAt: Int32Array;
  /** Number of days before t = 0 at which `fng` and each column of `defi` begin. */
  readonly lead: HistoryLead;
  /** Fear-and-greed index 0–100; day t is at `lead.fng + t`; NaN if missing. */
  readonly fng: Float64Array;
  /**
   * Day t of asset `i` is at `i * (lead.defi + days) + lead.defi + t`; NaN if missing. USD, and
   * percent for `apy`.
   */
  readonly defi: Readonly<Record<DefiMetric, Float64Array>>;
  /** Ascending by day. */
  readonly rounds: readonly FundingRound[];
  readonly categories: readonly AssetCategory[];
};

/** Number of days of `fng` and `defi` before the first day of prices; 0 if there are none. */
export type HistoryLead = { readonly fng: number; readonly defi: number };

export type AssetInfo = { readonly id: string; readonly symbol: string; readonly name: string };

export type DefiMetric = 'tvl' | 'fees' | 'revenue' | 'volume' | 'apy';

export type FundingRound = {
  /** Day number t, may be negative (before the first day of prices). */
  readonly day: number;
  /** Column number of the asset. */
  readonly asset: number;
  /** Type of the round as given, e.g. `Series A`. */
  readonly type: string;
  /** Million USD; NaN if unknown. */
  readonly amountM: number;
  /** Million USD; NaN if unknown. */
  readonly valuationM: number;
  /** The first one is the lead investor. */
  readonly investors: readonly string[];
};

export type AssetCategory = {
  readonly id: string;
  readonly name: string;
  readonly source: 'coingecko' | 'defillama';
  /** Column numbers, ascending. */
  readonly assets: Int32Array;
};

/** Value of a missing date in `listedAt` and `delistedAt`. */
export const MISSING_DAY = 0x7fffffff;

/** Milliseconds in a UTC day. */
export const DAY_MS = 86_400_000;

/** Formats day number `t` as `YYYY-MM-DD`. */
export function formatIsoDay(history: Pick<MarketHistory, 'firstDay'>, t: number): string {
  return new Date((history.firstDay + t) * DAY_MS).toISOString().slice(0, 10);
}

/** Parses an ISO date `YYYY-MM-DD` into a day number; NaN if it is not a calendar date. */
export function parseDayNumber(history: Pick<MarketHistory, 'firstDay'>, iso: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return Number.NaN;
  const ms = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== iso) return Number.NaN;
  return ms / DAY_MS - history.firstDay;
}
