import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashBitmap } from '../settle/bitmap.ts';
import { createBallotStore } from './ballot-store.ts';
import { createBitmapStore } from './bitmap-store.ts';
import { openOracleDatabase } from './oracle-database.ts';
import { createTickStore, type StoredTick } from './tick-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oracle-store-'));
});
afterAll(() => rm(folder, { recursive: true }));

const bytes = new Uint8Array([0xb0]);
const bitmap = { batchId: 1, player: '0xa', bytes, acceptedAt: 2_000 };

test('behavior: what was written is there after the file is opened again', () => {
  const path = join(folder, 'deep', 'oracle.sqlite');
  const first = openOracleDatabase(path);
  first.bindToChain('run 1');
  createBitmapStore(first).put(bitmap);
  const value = { bitmaps: [['0xa', hashBitmap(bytes)]] } as const;
  createBallotStore(first).put(1, 7, { promised: 9, accepted: { ballot: 9, value } });
  first.close();
  const second = openOracleDatabase(path);
  second.bindToChain('run 1');
  const found = createBitmapStore(second).find(1, '0xa', hashBitmap(bytes));
  expect(found).toEqual({ ...bitmap, hash: hashBitmap(bytes) });
  const ballot = createBallotStore(second).find(1, 7);
  expect(ballot).toEqual({ promised: 9, accepted: { ballot: 9, value } });
  second.bindToChain('run 2');
  expect(createBitmapStore(second).find(1, '0xa', hashBitmap(bytes))).toBeUndefined();
  second.close();
});

test('behavior: the same bitmap again keeps the earliest time', () => {
  const store = createBitmapStore(openOracleDatabase(':memory:'));
  for (const acceptedAt of [2_000, 3_000, 1_000]) store.put({ ...bitmap, acceptedAt });
  expect(store.find(1, '0xa', hashBitmap(bytes))?.acceptedAt).toBe(1_000);
});

test('behavior: a transaction that fails leaves nothing', () => {
  const database = openOracleDatabase(':memory:');
  const ticks = createTickStore(database);
  const work = () =>
    database.transaction(() => {
      ticks.setNextTick(1, 5);
      throw new Error('halfway');
    });
  expect(work).toThrow('halfway');
  expect(ticks.nextTick(1)).toBeNull();
});

test('behavior: history is newest first and its past is bounded', () => {
  const ticks = createTickStore(openOracleDatabase(':memory:'));
  const tick = (number: number): StoredTick => ({
    batchId: 1,
    tick: number,
    resolvedAt: number,
    digest: '0x',
    value: { bitmaps: [] },
    summary: { playerCount: 0, totalMatched: '0', forfeited: '0', markets: [] },
  });
  for (const number of [0, 1, 2, 2_003]) ticks.put(tick(number));
  expect(ticks.latest(1, 2).map((each) => each.tick)).toEqual([2_003]);
  ticks.put(tick(2_004));
  expect(ticks.latest(1, 1).map((each) => each.tick)).toEqual([2_004]);
  expect(ticks.find(1, 2)).toBeUndefined();
});

test('error: the reason why a transaction failed is logged when the database has rolled back itself', () => {
  const database = openOracleDatabase(':memory:');
  const fill = () => {
    database.sql.exec('ROLLBACK');
    throw new Error('no room');
  };
  expect(() => database.transaction(fill)).toThrow('no room');
  database.close();
});
