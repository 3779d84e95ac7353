import type { CategoryKey, SourceEntity } from './catalog/source-spec.ts';

/** A source of values at any time, in milliseconds. */
export type MarketSource = {
  readonly id: string;
  readonly name: string;
  readonly category: CategoryKey;
  readonly unit: string;
  readonly isPrice: boolean;
  readonly entities: readonly SourceEntity[];
  /** How many entities are observed now; the others are only listed. */
  readonly activeCount: (now: number) => number;
  /** When it was polled last; null when no record says so. */
  readonly lastSync: (now: number) => number | null;
  /** Value of an entity by its position; null where there is none. */
  readonly valueAt: (entity: number, ms: number) => number | null;
  /** 24-hour volume and market capitalisation in USD, where the source has them. */
  readonly size: (entity: number, value: number) => MarketSize;
};

export type MarketSize = { readonly volume24h: number | null; readonly marketCap: number | null };

/** One value as a source reported it last. */
export type MarketRow = {
  readonly source: string;
  readonly entity: SourceEntity;
  readonly value: number;
  /** Against 24 hours before; null where that is unknown or zero. */
  readonly changePct: number | null;
  readonly size: MarketSize;
  /** Milliseconds. */
  readonly fetchedAt: number;
};

const DAY_MS = 86_400_000;

/** Row of an entity at the time of a sync; null when it has no value. */
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
