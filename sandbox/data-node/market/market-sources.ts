import { createMarketRow, type MarketRow, type MarketSource } from './market-source.ts';

/** Statistics of one source. */
export type SourceStats = {
  readonly totalAssets: number;
  readonly activeAssets: number;
  /** Milliseconds; null if no record has a date. */
  readonly newestRecord: number | null;
};

/** All sources with their last reported values. */
export type MarketSources = {
  readonly sources: readonly MarketSource[];
  readonly source: (id: string) => MarketSource | undefined;
  readonly stats: () => ReadonlyMap<string, SourceStats>;
  /**
   * Returns the newest rows of one source, or of all sources in turn: the first of every source,
   * then the second of every source, and so on, so that a limit affects all sources equally.
   *
   * @param at - Milliseconds, not in the future; returns the rows as of this time instead of now.
   */
  readonly rows: (limit: number, sourceId: string | null, at?: number) => readonly MarketRow[];
};

/** Creates the collection of sources; `now` is the world's time in milliseconds. */
export function createMarketSources(
  sources: readonly MarketSource[],
  now: () => number,
): MarketSources {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const cached = new Map<string, { readonly at: number; readonly rows: readonly MarketRow[] }>();

  function rowsOf(source: MarketSource, atMs = Number.POSITIVE_INFINITY): readonly MarketRow[] {
    const newest = source.lastSync(now());
    const at = atMs < now() ? source.lastSync(atMs) : newest;
    if (at === null) return [];
    const known = cached.get(source.id);
    if (known?.at === at) return known.rows;
    const rows = source.entities.flatMap(
      (_, position) => createMarketRow(source, position, at) ?? [],
    );
    if (at === newest) cached.set(source.id, { at, rows });
    return rows;
  }

  function inTurns(limit: number, at?: number): readonly MarketRow[] {
    const lists = sources.map((source) => rowsOf(source, at));
    const longest = Math.max(...lists.map((list) => list.length));
    const picked: MarketRow[] = [];
    for (let turn = 0; turn < longest && picked.length < limit; turn += 1) {
      for (const list of lists) {
        const row = list[turn];
        if (row !== undefined && picked.length < limit) picked.push(row);
      }
    }
    return picked;
  }

  return {
    sources,
    source: (id) => byId.get(id),
    stats: () =>
      new Map(
        sources.map((source) => [
          source.id,
          {
            totalAssets: source.entities.length,
            activeAssets: source.activeCount(now()),
            newestRecord: source.lastSync(now()),
          },
        ]),
      ),
    rows(limit, sourceId, at) {
      if (sourceId === null) return inTurns(limit, at);
      const source = byId.get(sourceId);
      return source === undefined ? [] : rowsOf(source, at).slice(0, limit);
    },
  };
}
