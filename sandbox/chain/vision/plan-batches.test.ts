import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashBatchConfig } from '../../oracle/markets/batch-config.ts';
import { loadHistoryFiles } from '../../world/files/load-history-files.ts';
import { planBatches } from './plan-batches.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'batches-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/**
 * Creates a history with this number of coins, largest first. `lastPrice` 0 means that they have no
 * price on the last day.
 */
function worldOf(coins: number, lastPrice = 2) {
  const rows = Array.from({ length: coins }, (_, coin) => [
    `2024-01-01,C${coin},1,${1000 - coin}`,
    `2024-01-02,C${coin},${lastPrice},${1000 - coin}`,
  ]);
  const lines = ['date,asset,price,market_cap', ...rows.flat()];
  writeFileSync(join(directory, 'prices.csv'), `${lines.join('\n')}\n`);
  return loadHistoryFiles(directory);
}

describe.each([1, 2, 3, 8, 20])('in a world of %i coins', (coins) => {
  test.each([1, 6, 1000])('behavior: no two batches are alike at speed %i', (speed) => {
    const plan = planBatches(worldOf(coins), speed);
    const hashes = plan.map(({ config }) => hashBatchConfig(config));
    expect(new Set(hashes).size).toBe(plan.length);
    const coinBatches = plan.filter(({ config }) => config.source_id === 'crypto');
    expect(coinBatches.some(({ bots, paused }) => bots.length >= 5 && !paused)).toBe(true);
  });
});

test('default: a world of many coins has all ten batches', () => {
  expect(planBatches(worldOf(100), 1)).toHaveLength(10);
});

test('behavior: while no coin has a price, no bot joins batches of coins', () => {
  const plan = planBatches(worldOf(3, 0), 1);
  const coinBatches = plan.filter(({ config }) => config.source_id === 'crypto');
  expect(coinBatches.map(({ config }) => config.markets)).toEqual([[]]);
});
