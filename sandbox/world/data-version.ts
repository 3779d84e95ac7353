import { createHash } from 'node:crypto';
import type { DefiMetric, MarketHistory } from './market-history.ts';

const metrics: readonly DefiMetric[] = ['tvl', 'fees', 'revenue', 'volume', 'apy'];

/**
 * Computes the data version: SHA-256 (hex) over all tables, with numbers as little-endian doubles,
 * and over the metadata as JSON.
 */
export function computeDataVersion(content: Omit<MarketHistory, 'version'>): string {
  const { assets, rounds, categories, origin, firstDay, days, lead } = content;
  const hash = createHash('sha256');
  const named = categories.map((category) => ({ ...category, assets: [...category.assets] }));
  hash.update(JSON.stringify({ origin, firstDay, days, lead, assets, rounds, categories: named }));
  const tables = [
    content.price,
    content.marketCap,
    content.listedAt,
    content.delistedAt,
    content.fng,
    ...metrics.map((metric) => content.defi[metric]),
  ];
  for (const table of tables) {
    hash.update(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
  }
  return hash.digest('hex');
}
