import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateHistory } from '../generate/generate-history.ts';
import { formatIsoDay, type MarketHistory, MISSING_DAY } from '../market-history.ts';
import { loadHistoryFiles } from './load-history-files.ts';

test('behavior: the synthetic history survives the journey through files', () => {
  const { history } = generateHistory({ seed: 7, endDate: '2020-03-15' });
  const folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
  try {
    for (const [name, content] of Object.entries(exportFiles(history))) {
      writeFileSync(join(folder, name), content);
    }
    const { version: _, origin: __, ...expected } = history;
    const { version, origin, ...loaded } = loadHistoryFiles(folder);
    expect(origin).toBe('files');
    expect(version).toMatch(/^[0-9a-f]{64}$/);
    expect({ ...loaded, categories: sortById(loaded.categories) }).toEqual({
      ...expected,
      categories: sortById(expected.categories),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function sortById(categories: MarketHistory['categories']) {
  return categories.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function exportFiles(history: MarketHistory): Record<string, string> {
  const text = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '' : String(value);
  const date = (day: number | undefined) =>
    day === undefined || day === MISSING_DAY ? '' : formatIsoDay(history, day);
  const idOf = (column: number) => history.assets[column]?.id ?? '';
  const cells = history.assets.flatMap(({ id }, column) =>
    Array.from({ length: history.days }, (_, t) => ({
      prefix: `${formatIsoDay(history, t)},${id}`,
      cell: column * history.days + t,
    })),
  );
  const { defi } = history;
  return {
    'prices.csv': [
      'date,asset,price,market_cap',
      ...cells
        .filter(({ cell }) => (history.price[cell] ?? 0) > 0)
        .map(
          ({ prefix, cell }) => `${prefix},${history.price[cell]},${text(history.marketCap[cell])}`,
        ),
    ].join('\n'),
    'listings.csv': [
      'asset,listed_at,delisted_at',
      ...history.assets.map(
        ({ id }, column) =>
          `${id},${date(history.listedAt[column])},${date(history.delistedAt[column])}`,
      ),
    ].join('\n'),
    'fng.csv': ['date,value', ...[...history.fng].map((value, t) => `${date(t)},${value}`)].join(
      '\n',
    ),
    'defi.csv': [
      'date,asset,tvl,fees,revenue,volume,apy',
      ...cells
        .filter(({ cell }) => (defi.tvl[cell] ?? 0) > 0)
        .map(({ prefix, cell }) =>
          [
            prefix,
            defi.tvl[cell],
            defi.fees[cell],
            defi.revenue[cell],
            defi.volume[cell],
            defi.apy[cell],
          ].join(','),
        ),
    ].join('\n'),
    'rounds.csv': [
      'date,asset,round,amount_m,valuation_m,investors',
      ...history.rounds.map((round) =>
        [
          date(round.day),
          idOf(round.asset),
          round.type,
          text(round.amountM),
          text(round.valuationM),
          round.investors.join(';'),
        ].join(','),
      ),
    ].join('\n'),
    'categories.csv': [
      'category_id,name,source,asset',
      ...history.categories.flatMap(({ id, name, source, assets }) =>
        [...assets].map((column) => `${id},${name},${source},${idOf(column)}`),
      ),
    ].join('\n'),
    'assets.csv': [
      'asset,symbol,name',
      ...history.assets.map(({ id, symbol, name }) => `${id},${symbol},${name}`),
    ].join('\n'),
  };
}
