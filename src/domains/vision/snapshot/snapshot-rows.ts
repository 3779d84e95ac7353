import { dropSensitiveFields } from '../../../lib/encoding/sensitive-fields.ts';
import { parseNumberOrText, toIsoTime } from '../../../lib/parse.ts';
import type { SnapshotEntry } from './schema.ts';

type Row = Readonly<Record<string, unknown>>;

const toText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Maps a data node's row to a snapshot entry, else null; faster than zod for thousands of rows. */
export function toSnapshotEntry(row: unknown): SnapshotEntry | null {
  if (typeof row !== 'object' || row === null) return null;
  const { source, assetId, symbol, name, category, value, ...rest } = row as Row;
  if (typeof source !== 'string' || typeof assetId !== 'string') return null;
  const shortName = toText(symbol) ?? assetId;
  return {
    source,
    assetId,
    symbol: shortName,
    name: toText(name) ?? shortName,
    category: toText(category),
    value: parseNumberOrText(value),
    prevClose: null,
    changePct: parseNumberOrText(rest.changePct),
    volume24h: parseNumberOrText(rest.volume24h),
    marketCap: parseNumberOrText(rest.marketCap),
    fetchedAt: toIsoTime(rest.fetchedAt),
    imageUrl: null,
  };
}

/** Like `toSnapshotEntry`, but keeps unknown fields of a row in the specified shape. */
export function toSnapshotEntryWithUnknownFields(row: unknown): SnapshotEntry | null {
  const entry = toSnapshotEntry(row);
  if (entry === null) return null;
  const hasMore = Object.keys(row as Row).some((key) => !Object.hasOwn(entry, key));
  if (!hasMore) return entry;
  const isKnown = (key: string) => Object.hasOwn(entry, key);
  return dropSensitiveFields({ ...(row as Row), ...entry }, isKnown);
}

/** Limits the entries to `perSource` for each source and `total` in all, in their given order. */
export function limitEntriesPerSource(
  entries: readonly SnapshotEntry[],
  limits: { readonly perSource: number; readonly total: number },
): SnapshotEntry[] {
  const taken = new Map<string, number>();
  const selected: SnapshotEntry[] = [];
  for (const entry of entries) {
    if (selected.length >= limits.total) break;
    const count = taken.get(entry.source) ?? 0;
    if (count >= limits.perSource) continue;
    taken.set(entry.source, count + 1);
    selected.push(entry);
  }
  return selected;
}
