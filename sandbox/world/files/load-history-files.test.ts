import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { loadHistory } from '../load-history.ts';
import { type DefiMetric, formatIsoDay, MISSING_DAY } from '../market-history.ts';
import { loadHistoryFiles } from './load-history-files.ts';

const folders: string[] = [];

function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const prices = [
  'date,asset,price,market_cap',
  '2024-01-03,btc,42000.5,8e11',
  '2024-01-01,zed,0.5,',
  '2024-01-01,btc,41000,7.9e11',
  '2024-01-03,Ant,2,100',
].join('\n');

/**
 * Loads a valid folder in which the given files replace the valid ones, and returns the error
 * message.
 */
function reasonOf(files: Readonly<Record<string, string | Buffer>>): string {
  try {
    loadHistoryFiles(folderOf({ 'prices.csv': prices, ...files }));
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'not an error';
  }
  return 'loaded';
}

describe('loadHistoryFiles', () => {
  test('default: prices alone make a history with one category', () => {
    const history = loadHistoryFiles(folderOf({ 'prices.csv': `${prices}\n` }));
    expect(formatIsoDay(history, 0)).toBe('2024-01-01');
    expect(history.days).toBe(3);
    expect(history.origin).toBe('files');
    expect(history.assets).toEqual([
      { id: 'Ant', symbol: 'ANT', name: 'Ant' },
      { id: 'btc', symbol: 'BTC', name: 'btc' },
      { id: 'zed', symbol: 'ZED', name: 'zed' },
    ]);
    const { NaN: none } = Number;
    expect([...history.price]).toEqual([none, none, 2, 41000, none, 42000.5, 0.5, none, none]);
    expect([...history.marketCap]).toEqual([none, none, 100, 7.9e11, none, 8e11, none, none, none]);
    expect([...history.listedAt]).toEqual([MISSING_DAY, MISSING_DAY, MISSING_DAY]);
    expect([...history.fng]).toEqual([none, none, none]);
    expect(history.categories.map(({ id, assets }) => [id, [...assets]])).toEqual([
      ['all', [0, 1, 2]],
    ]);
    expect(history.price.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test('default: every other file finds its place', () => {
    const history = loadHistoryFiles(
      folderOf({
        'prices.csv': prices,
        'listings.csv': 'asset,listed_at,delisted_at\nzed,2023-12-30,2024-01-02\nAnt,,\n',
        'fng.csv': 'date,value\r\n2024-01-02,17\r\n2023-06-01,50\r\n',
        'defi.csv': 'date,asset,tvl,fees,revenue,volume,apy\n2024-01-03,zed,1e6,,20,30,-0.5\n',
        'rounds.csv': [
          'date,asset,round,amount_m,valuation_m,investors',
          '2024-01-02,zed,Series A,12.5,,"Kestrel, Row; Elm ;"',
          '2022-01-02,Ant,Seed,,40,',
        ].join('\n'),
        'categories.csv': [
          'category_id,name,source,asset',
          'dl-yield,"Yield ""farms""",defillama,zed',
          'dl-yield,"Yield ""farms""",defillama,Ant',
          'all,All,coingecko,btc',
          'all,All,coingecko,stranger',
        ].join('\n'),
        'assets.csv': 'symbol,asset,name\nANTS,Ant,Ant Coin\n',
      }),
    );
    expect([...history.listedAt]).toEqual([MISSING_DAY, MISSING_DAY, -2]);
    expect([...history.delistedAt]).toEqual([MISSING_DAY, MISSING_DAY, 1]);
    expect([...history.fng]).toEqual([Number.NaN, 17, Number.NaN]);
    const cell = 2 * 3 + 2;
    const metrics: readonly DefiMetric[] = ['tvl', 'fees', 'revenue', 'volume', 'apy'];
    expect(metrics.map((metric) => history.defi[metric][cell])).toEqual([
      1e6,
      Number.NaN,
      20,
      30,
      -0.5,
    ]);
    expect(history.rounds).toEqual([
      { day: -729, asset: 0, type: 'Seed', amountM: Number.NaN, valuationM: 40, investors: [] },
      {
        day: 1,
        asset: 2,
        type: 'Series A',
        amountM: 12.5,
        valuationM: Number.NaN,
        investors: ['Kestrel, Row', 'Elm'],
      },
    ]);
    expect(
      history.categories.map((category) => ({ ...category, assets: [...category.assets] })),
    ).toEqual([
      { id: 'all', name: 'All', source: 'coingecko', assets: [1] },
      { id: 'dl-yield', name: 'Yield "farms"', source: 'defillama', assets: [0, 2] },
    ]);
    expect(history.assets[0]).toEqual({ id: 'Ant', symbol: 'ANTS', name: 'Ant Coin' });
  });

  test('behavior: index and metrics keep the days before the first price that decisions ask for', () => {
    const header = 'date,asset,tvl,fees,revenue,volume,apy';
    const history = loadHistoryFiles(
      folderOf({
        'prices.csv': prices,
        'fng.csv': 'date,value\n2024-01-02,17\n2023-12-25,30\n2023-12-24,99\n2023-12-28,40\n',
        'defi.csv': `${header}\n2024-01-03,zed,5,,,,\n2023-12-30,zed,4,,,,7\n2023-12-30,btc,3,,,,\n`,
      }),
    );
    const { NaN: none } = Number;
    expect(history.lead).toEqual({ fng: 7, defi: 2 });
    expect([...history.fng]).toEqual([30, none, none, 40, none, none, none, none, 17, none]);
    const rest = [none, none, none, none, none];
    expect([...history.defi.tvl]).toEqual([...rest, 3, ...rest.slice(1), 4, none, none, none, 5]);
    expect([...history.defi.apy]).toEqual([...rest, ...rest, 7, ...rest.slice(1)]);

    const old = loadHistoryFiles(
      folderOf({
        'prices.csv': prices,
        'defi.csv': `${header}\n2021-12-26,zed,4,,,,\n2021-12-25,zed,9,,,,\n`,
      }),
    );
    expect(old.lead).toEqual({ fng: 0, defi: 736 });
    expect(old.defi.tvl[2 * 739]).toBe(4);
  });

  test('behavior: the order of rows changes nothing, a number does', () => {
    const [header = '', ...rows] = prices.split('\n');
    const version = (lines: readonly string[]) =>
      loadHistoryFiles(folderOf({ 'prices.csv': [header, ...lines].join('\n') })).version;
    expect(version(rows.toReversed())).toBe(version(rows));
    expect(version(rows.map((row) => row.replace('0.5,', '0.6,')))).not.toBe(version(rows));
  });

  test('behavior: quotes, CRLF, a byte order mark and a line break in a field are read', () => {
    const text =
      '\uFEFFdate,asset,price,market_cap\r\n2024-01-01,"a\nb",1,\r\n"2024-01-01",c,2,3\r\n';
    const history = loadHistoryFiles(folderOf({ 'prices.csv': text }));
    expect(history.assets.map((asset) => asset.id)).toEqual(['a\nb', 'c']);
  });

  test('behavior: loadHistory reads the folder when there is one', () => {
    const source = { seed: 1, endDate: '2020-02-01' };
    expect(loadHistory({ ...source, dataDir: folderOf({ 'prices.csv': prices }) }).days).toBe(3);
    expect(loadHistory({ ...source, dataDir: '' }).origin).toBe('synthetic');
  });

  test.each([
    ['a date that is none', '2024-02-30,btc,1,', 'must be a date YYYY-MM-DD, found "2024-02-30"'],
    ['a day before 1970', '1970-01-01,btc,1,', 'date must be after 1970-01-01, found "1970-01-01"'],
    ['a word for a price', '2024-01-02,btc,abc,', 'price must be a number, found "abc"'],
    ['a hexadecimal price', '2024-01-02,btc,0x10,', 'price must be a number, found "0x10"'],
    ['an endless price', '2024-01-02,btc,1e999,', 'price must be a number, found "1e999"'],
    ['no price', '2024-01-02,btc,,5', 'price must be a number, found ""'],
    ['a negative price', '2024-01-02,btc,-1,', 'price must be at least 0, found -1'],
    ['a negative cap', '2024-01-02,btc,1,-1', 'market_cap must be at least 0, found -1'],
    ['no asset', '2024-01-02,,1,', 'asset must not be empty'],
    ['an asset with a comma', '2024-01-02,"a,b",1,', 'asset must not hold a comma, found "a,b"'],
    ['a field too few', '2024-01-02,btc,1', 'expected 4 fields, found 3'],
    ['a field too many', '2024-01-02,btc,1,2,3', 'expected 4 fields, found 5'],
    ['an empty line', '', 'expected 4 fields, found 1'],
    ['a quote astray', '2024-01-02,b"tc,1,2', 'a quote is out of place'],
    ['a quote that never ends', '2024-01-02,"btc,1,2', 'a quote is out of place'],
    ['a row twice', '2024-01-03,btc,1,', 'the same date and asset as line 2'],
  ])('error: prices.csv with %s stops with file, line and reason', (_, row, reason) => {
    const text = `${prices}\n${row}\n2024-01-09,btc,1,1\n`;
    const message = reasonOf({ 'prices.csv': text });
    expect(message).toContain('DataFileError: prices.csv line 6: ');
    expect(message).toContain(reason);
  });

  test.each([
    ['listings.csv', 'asset,listed_at,delisted_at\nbtc,2024-1-1,', 'listings.csv line 2'],
    ['listings.csv', 'asset,listed_at,delisted_at\nbtc,,\nbtc,,', 'the same row as line 2'],
    ['fng.csv', 'date,value\n2024-01-01,101', 'value must be at most 100'],
    ['fng.csv', 'date,value\n2024-01-01,1\n2024-01-01,2', 'fng.csv line 3: the same row as line 2'],
    ['fng.csv', 'date,value,more\n2024-01-01,1,1', 'fng.csv line 1: the header must be date,value'],
    [
      'fng.csv',
      'date,value,value\n2024-01-01,1,2',
      'fng.csv line 1: the header must be date,value',
    ],
    [
      'defi.csv',
      'date,asset,tvl,fees,revenue,volume,apy\n2024-01-01,btc,x,,,,',
      'tvl must be a number',
    ],
    [
      'defi.csv',
      'date,asset,tvl,fees,revenue,volume,apy\n2024-01-01,btc,1,,,,\n2024-01-01,btc,1,,,,',
      'defi.csv line 3: the same date and asset as line 2',
    ],
    [
      'defi.csv',
      'date,asset,tvl,fees,revenue,volume,apy\n2023-12-30,btc,1,,,,\n2023-12-30,btc,1,,,,',
      'defi.csv line 3: the same date and asset as line 2',
    ],
    [
      'rounds.csv',
      'date,asset,round,amount_m,valuation_m,investors\n2024-01-01,btc,,1,,',
      'round must not be empty',
    ],
    [
      'categories.csv',
      'category_id,name,source,asset\nall,All,mine,btc',
      'source must be coingecko or defillama',
    ],
    [
      'categories.csv',
      'category_id,name,source,asset\nLayer 1,Layer 1,coingecko,btc',
      'categories.csv line 2: category_id must be 1 to 100 letters, digits or .-_',
    ],
    [
      'categories.csv',
      'category_id,name,source,asset\na,A,coingecko,btc\na,B,coingecko,zed',
      'categories.csv line 3: category a has another name or source',
    ],
    ['assets.csv', 'asset,symbol,name\nbtc,,Bitcoin', 'symbol must not be empty'],
    ['assets.csv', '', 'assets.csv line 1: the header must be asset,symbol,name'],
    ['prices.csv', 'date,asset,price,market_cap\n', 'prices.csv: has no rows'],
    [
      'prices.csv',
      Buffer.concat([Buffer.from(`${prices}\n2024-01-05,`), Buffer.of(0xff), Buffer.from(',1,')]),
      'prices.csv line 6: not valid UTF-8',
    ],
  ])('error: a malformed %s stops the start (%#)', (file, content, reason) => {
    expect(reasonOf({ [file]: content })).toContain(reason);
  });

  test('error: a folder without prices.csv says so and names no path', () => {
    const folder = folderOf({});
    expect(() => loadHistoryFiles(folder)).toThrow('prices.csv: not found in DATA_DIR');
    expect(() => loadHistoryFiles(join(folder, 'nowhere'))).toThrow(
      'prices.csv: not found in DATA_DIR',
    );
  });

  test('behavior: 250,000 rows load in under two seconds', () => {
    const lines = ['date,asset,price,market_cap'];
    for (let day = 0; day < 2500; day += 1) {
      const date = new Date(Date.UTC(2019, 0, 1 + day)).toISOString().slice(0, 10);
      for (let asset = 0; asset < 100; asset += 1) {
        lines.push(`${date},coin-${asset},${1.5 + asset + day / 7},${1e9 + day * asset}`);
      }
    }
    const folder = folderOf({ 'prices.csv': lines.join('\n') });
    const start = process.cpuUsage();
    const history = loadHistoryFiles(folder);
    const { user, system } = process.cpuUsage(start);
    // Measures CPU time, which does not depend on the load of the machine.
    expect((user + system) / 1000).toBeLessThan(2000);
    expect(history.price.every((price) => price > 0)).toBe(true);
  });
});
