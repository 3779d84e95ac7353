import { expect, test } from 'vitest';
import type { VisionEvent } from '../chain/vision-event.ts';
import { hashBatchConfig } from '../markets/batch-config.ts';
import {
  batchCreatedAt,
  createBatchEvents,
  createTestOracle,
  getPlayerAddress,
  testBatchConfig,
} from '../testing/test-oracle.ts';
import { createTickLedger } from './tick-ledger.ts';
import { createTickScheduler } from './tick-scheduler.ts';

const emptyConfig = { ...testBatchConfig, markets: [] };
const at = (tick: number) => batchCreatedAt + tick * testBatchConfig.tick_duration;

/** Creates an oracle whose batch has no markets until tick 5; a player joined before. */
function createOracleWithLateMarkets() {
  const oracle = createTestOracle(0);
  const [created] = createBatchEvents(0);
  if (created?.kind !== 'created') throw new Error('no batch');
  const player = { at: at(4) + 1, batchId: 1, player: getPlayerAddress(0) };
  const change = { lockOffset: 2, fromTick: 5, configHash: hashBatchConfig(testBatchConfig) };
  const events: readonly VisionEvent[] = [
    { ...created, configHash: hashBatchConfig(emptyConfig) },
    { kind: 'config', at: at(4), batchId: 1, ...change },
    { kind: 'joined', ...player, stakePerTick: 10n, bitmapHash: '0x01' },
    { kind: 'deposited', ...player, amount: 100n },
  ];
  oracle.marketState.reset();
  oracle.marketState.apply(events);
  const all = [emptyConfig, testBatchConfig];
  const configs = {
    find: (hash: string) => all.find((config) => hashBatchConfig(config) === hash),
    all: () => all,
    refresh: async () => undefined,
  };
  const prices = { fetchAt: async () => new Map() };
  return { ...oracle, ledger: createTickLedger({ ...oracle, configs, prices }) };
}

test('behavior: a late oracle resolves every tick from the first one with markets on', async () => {
  const oracle = createOracleWithLateMarkets();
  const now = () => at(10) * 1000;
  const scheduler = createTickScheduler({
    ...oracle,
    proposer: {
      learn: async () => null,
      propose: async (due) => {
        const value = { bitmaps: [] };
        return { value, resolved: await oracle.ledger.resolve(due, value), resolvedAt: due.to };
      },
    },
    index: 0,
    oracles: 1,
    now,
    syncedTo: now,
    onError: (_batchId, error) => expect.fail(String(error)),
    signal: new AbortController().signal,
  });
  await scheduler.run();
  expect(oracle.ticks.latest(1, 100).map(({ tick }) => tick)).toEqual([9, 8, 7, 6, 5]);
  expect(oracle.ticks.nextTick(1)).toBe(10);
});
