import type { Context } from '../../context.ts';
import { resumeInGroups } from '../../lib/event-loop-turns.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';

/** The figures of an asset in the snapshot of the crypto source. */
export type CryptoFigures = {
  /** Identifier within the source; often no ticker. */
  readonly assetId: string;
  readonly symbol: string;
  readonly name: string;
  /** USD */
  readonly value: number | null;
  readonly changePct: number | null;
  readonly marketCap: number | null;
  /** When the value was observed, ISO 8601. */
  readonly fetchedAt: string | null;
};

/** The part of the request context that `readCryptoFigures` needs. */
export type CryptoFiguresContext = Context<{
  readonly vision: {
    readonly values: {
      readonly entriesOf: (
        source: string,
      ) => readonly CryptoFigures[] | Promise<readonly CryptoFigures[]>;
    };
  };
}>;

/** Figures by ticker in capitals. */
export type FiguresByTicker = ReadonlyMap<string, CryptoFigures>;

/** Indexes entries by ticker; of several, the one with the highest market capitalisation. */
const byTicker = memoizeOnObject((entries: readonly CryptoFigures[]): FiguresByTicker => {
  const found = new Map<string, CryptoFigures>();
  for (const entry of entries) {
    const ticker = entry.symbol.toUpperCase();
    const known = found.get(ticker);
    if (known === undefined || (entry.marketCap ?? 0) > (known.marketCap ?? 0)) {
      found.set(ticker, entry);
    }
  }
  return found;
});
const nothing: FiguresByTicker = new Map();

/** Reads in progress, by the loaders of their request: thousands of fields may wait for one. */
const pending = new WeakMap<CryptoFiguresContext['loaders'], () => Promise<FiguresByTicker>>();

/** Reads the figures of all assets; empty when the data node has no crypto source. */
export function readCryptoFigures({
  loaders,
}: CryptoFiguresContext): FiguresByTicker | Promise<FiguresByTicker> {
  const join = pending.get(loaders);
  if (join) return join();
  const figures = valueOrIfNotFound(
    () => mapMaybePromise(loaders.vision.values.entriesOf('crypto'), byTicker),
    nothing,
  );
  if (!(figures instanceof Promise)) return figures;
  const forget = () => pending.delete(loaders);
  figures.then(forget, forget);
  pending.set(loaders, resumeInGroups(figures));
  return figures;
}
