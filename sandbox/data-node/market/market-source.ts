import type { CategoryKey, SourceEntity } from './catalog/source-spec.ts';

/** A source with values at any time; times are in milliseconds. */
export type MarketSource = {
  readonly id: string;
  readonly name: string;
  readonly category: CategoryKey;
  readonly unit: string;
  readonly isPrice: boolean;
  readonly entities: readonly SourceEntity[];
  /** Returns how many entities are observed now; the others are only listed. */
  readonly activeCount: (now: number) => number;
  /** Returns when the source was last polled; null if no record has a date. */
  readonly lastSync: (now: number) => number | null;
  /** Returns the value of the entity at a position; null if there is none. */
  readonly valueAt: (entity: number, ms: number) => number | null;
  /** Returns the 24-hour volume and the market cap in USD, if the source has them. */
  readonly size: (entity: number, value: number) => MarketSize;
};

export type MarketSize = { readonly volume24h: number | null; readonly marketCap: number | null };

/** The last value that a source reported for an entity. */
export type MarketRow = {
  readonly source: string;
  readonly entity: SourceEntity;
  readonly value: number;
  /** Change over 24 hours; null if the earlier value is unknown or zero. */
  readonly changePct: number | null;
  readonly size: MarketSize;
  /** Time of the value, milliseconds. */
  readonly fetchedAt: number;
};

const DAY_MS = 86_400_000;

/** Creates the row of an entity at the time of a poll; null if it has no value. */
export function createMarketRow(
  source: MarketSource,
  position: number,
  at: number,
): MarketRow | null {
  const entity = source.entities[position];
  const value = source.valueAt(position, at);
  if (entity === undefined || value === null) return null;
  const before = source.valueAt(position, at - DAY_MS);
  const changePct =
    before === null || before === 0 ? null : Number(((value / before - 1) * 100).toFixed(4));
  const size = source.size(position, value);
  return { source: source.id, entity, value, changePct, size, fetchedAt: at };
}
