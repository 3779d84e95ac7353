import {
  hasFieldCount,
  isFiniteNumber,
  isObject,
  isUnixTime,
  isWei,
  parseArray,
} from '../../lib/parse.ts';
import { type Bytes32, digitsToNumber, parseBytes32, type Wei } from '../../lib/units.ts';
import { memoizeByFund } from './memoize-by-fund.ts';
import type { DtfPrice, DtfSnapshot, Holding, NavPoint, RankingEntry } from './schema.ts';

/**
 * Hand-written parsers for data-node responses of exactly the documented shape. They return null
 * for everything else, which the schemas in `upstream-schema.ts` then parse.
 */

const isText = (value: unknown): value is string => typeof value === 'string';

/** Memoized: known ids skip the regular expression and are returned as interned strings. */
const knownIds = memoizeByFund(parseBytes32);

/** Ids have 66 characters; other texts are rejected before they enter the memo. */
const readId = (value: unknown): Bytes32 | null =>
  isText(value) && value.length === 66 ? knownIds(value) : null;

/** A DTF's price as sent by the data node, without the fields that the caller adds. */
export type DataNodePrice = Omit<DtfPrice, 'itp_id' | 'source' | 'aum_usd' | 'total_supply'> & {
  /** USD; null when the data node sent neither AUM nor supply. */
  readonly aum_usd: number | null;
  /** Null when the data node sent none. */
  readonly total_supply: Wei | null;
  /** Undocumented fields, if there are any. */
  readonly beside?: Readonly<Record<string, unknown>>;
};

/** Number of documented fields without `source`. */
const priceFields = 7;

/** Parses `/itp-price`. */
export function parseStrictPrice(value: unknown): DataNodePrice | null {
  if (!isObject(value)) return null;
  const { nav, assets_priced, assets_total, aum_usd, total_supply } = value;
  const isPlain =
    isWei(nav) &&
    isFiniteNumber(assets_priced) &&
    Number.isInteger(assets_priced) &&
    isFiniteNumber(assets_total) &&
    Number.isInteger(assets_total) &&
    isFiniteNumber(aum_usd) &&
    isWei(total_supply) &&
    'itp_id' in value &&
    'nav_display' in value &&
    hasFieldCount(value, priceFields);
  if (!isPlain) return null;
  return {
    nav,
    nav_display: digitsToNumber(nav),
    assets_priced,
    assets_total,
    aum_usd,
    total_supply,
  };
}

/** Parses `/nav-series`. */
export const parseStrictNavSeries = (value: unknown): NavPoint[] | null =>
  parseArray(value, readPoint);

function readPoint(value: unknown): NavPoint | null {
  if (!isObject(value)) return null;
  const { timestamp, nav } = value;
  if (!isUnixTime(timestamp) || !isFiniteNumber(nav)) return null;
  return { timestamp: Math.floor(timestamp), nav };
}

/** Parses `/aum-ranking`. */
export const parseStrictRanking = (value: unknown): RankingEntry[] | null =>
  parseArray(value, readEntry);

function readEntry(value: unknown): RankingEntry | null {
  if (!isObject(value)) return null;
  const { name, symbol, nav_per_share, aum_usd, total_supply, asset_count } = value;
  const itp_id = readId(value.itp_id);
  const isPlain =
    itp_id !== null &&
    isText(name) &&
    isText(symbol) &&
    isFiniteNumber(nav_per_share) &&
    isFiniteNumber(aum_usd) &&
    isWei(total_supply) &&
    isFiniteNumber(asset_count) &&
    Number.isInteger(asset_count) &&
    hasFieldCount(value, 7);
  if (!isPlain) return null;
  return { itp_id, name, symbol, nav_per_share, aum_usd, total_supply, asset_count };
}

/** Parses one DTF of `/snapshot`. */
export function parseStrictSnapshot(value: unknown): DtfSnapshot | null {
  if (!isObject(value)) return null;
  const { name, symbol, nav, aum_usd, total_supply } = value;
  const itp_id = readId(value.itp_id);
  const assets = parseArray(value.assets, readHolding);
  const isPlain =
    itp_id !== null &&
    assets !== null &&
    isText(name) &&
    isText(symbol) &&
    isFiniteNumber(nav) &&
    isFiniteNumber(aum_usd) &&
    isWei(total_supply) &&
    hasFieldCount(value, 7);
  return isPlain ? { itp_id, name, symbol, nav, aum_usd, total_supply, assets } : null;
}

/** Parses all DTFs of `/snapshot`. */
export const parseStrictSnapshots = (value: unknown): DtfSnapshot[] | null =>
  parseArray(value, parseStrictSnapshot);

function readHolding(value: unknown): Holding | null {
  if (!isObject(value)) return null;
  const { symbol, name, weight, qty, price } = value;
  const isPlain =
    isText(symbol) &&
    isText(name) &&
    isFiniteNumber(weight) &&
    isWei(qty) &&
    isFiniteNumber(price) &&
    hasFieldCount(value, 5);
  return isPlain ? { symbol, name, weight, qty, price } : null;
}
