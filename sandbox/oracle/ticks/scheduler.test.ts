import { expect, test } from 'vitest';
import type { ChainEvent } from '../chain/chain-event.ts';
import { configHashOf } from '../markets/batch-config.ts';
import { batchEvents, createdAt, createNode, nodeConfig, playerAddress } from '../testing/node.ts';
import { createLedger } from './ledger.ts';
import { createScheduler } from './scheduler.ts';

const emptyConfig = { ...nodeConfig, markets: [] };
const at = (tick: number) => createdAt + tick * nodeConfig.tick_duration;

/** A node whose batch has no markets until tick 5, for which a player has joined before. */
function createLateNode() {
  const node = createNode(0);
  const [created] = batchEvents(0);
  if (created?.kind !== 'created') throw new Error('no batch');
  const seat = { at: at(4) + 1, batchId: 1, player: playerAddress(0) };
  const change = { lockOffset: 2, fromTick: 5, configHash: configHashOf(nodeConfig) };
  const events: readonly ChainEvent[] = [
    { ...created, configHash: configHashOf(emptyConfig) },
    { kind: 'config', at: at(4), batchId: 1, ...change },
    { kind: 'joined', ...seat, stakePerTick: 10n, bitmapHash: '0x01' },
    { kind: 'deposited', ...seat, amount: 100n },
  ];
  node.book.reset();
  node.book.apply(events);
  const all = [emptyConfig, nodeConfig];
  const configs = {
    find: (hash: string) => all.find((config) => configHashOf(config) === hash),
    all: () => all,
    refresh: async () => undefined,
  };
  const prices = { fetchAt: async () => new Map() };
  return { ...node, ledger: createLedger({ ...node, configs, prices }) };
}

test('behavior: a late oracle resolves every tick from the first one with markets on', async () => {
  const node = createLateNode();
  const now = () => at(10) * 1000;
  const scheduler = createScheduler({
    ...node,
    proposer: {
      learn: async () => null,
      propose: async (due) => {
        const value = { bitmaps: [] };
        return { value, resolved: await node.ledger.workOut(due, value), resolvedAt: due.to };
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
  expect(node.ticks.latest(1, 100).map(({ tick }) => tick)).toEqual([9, 8, 7, 6, 5]);
  expect(node.ticks.nextTick(1)).toBe(10);
});
