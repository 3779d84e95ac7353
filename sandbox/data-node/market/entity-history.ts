import type { MarketSource } from './market-source.ts';

/** One past value; `at` in Unix seconds. */
export type EntityPoint = { readonly at: number; readonly value: number };

export type EntityHistoryQuery = {
  readonly source: MarketSource;
  /** Position of the entity in the source. */
  readonly entity: number;
  /** Start and end of the history, Unix seconds. */
  readonly from: number;
  readonly to: number;
  /** The world's time in milliseconds. */
  readonly now: number;
  /** Start of the world's history, Unix seconds. */
  readonly epoch: number;
  /** Distance of points in seconds; if omitted, it depends on the length of the requested range. */
  readonly step?: number;
};

const DAY = 86_400;

/** Returns the distance of points for the length of a range, both in seconds. */
function stepFor(span: number): number {
  if (span <= 2 * DAY) return 300;
  return span <= 31 * DAY ? 3_600 : DAY;
}

/**
 * Returns the values of one entity in [from, to], ascending and aligned. Unless a step is given,
 * points are five minutes apart up to two days, an hour up to 31 days, otherwise a day. If the
 * range includes the newest record, it is the last point.
 */
export function sampleEntityHistory(query: EntityHistoryQuery): readonly EntityPoint[] {
  const { source, entity, epoch, now } = query;
  const newest = source.lastSync(now);
  if (newest === null) return [];
  const last = Math.floor(newest / 1000);
  const from = Math.max(query.from, epoch);
  const to = Math.min(query.to, last);
  const step = query.step ?? stepFor(to - from);
  const times: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) times.push(at);
  if (to === last && to >= from && times.at(-1) !== last) times.push(last);
  return times.flatMap((at) => {
    const value = source.valueAt(entity, at === last ? newest : at * 1000);
    return value === null ? [] : [{ at, value }];
  });
}

/**
 * Returns the position of an entity by its id or symbol, in any case; -1 if the source has no such
 * entity.
 */
export function findEntity(source: MarketSource, asset: string): number {
  const wanted = asset.toLowerCase();
  const byId = source.entities.findIndex(({ id }) => id.toLowerCase() === wanted);
  if (byId >= 0) return byId;
  return source.entities.findIndex(({ symbol }) => symbol.toLowerCase() === wanted);
}
