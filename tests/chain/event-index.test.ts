import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { encodeAbiParameters, encodeEventTopics, getAbiItem, pad, toHex } from 'viem';
import { expect, test } from 'vitest';
import { visionAbi } from '../../generated/abi/vision.ts';
import { ChainBehindError } from '../../src/lib/errors.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import type { SharedChainRanges } from '../../src/upstreams/chain-events/event-index.ts';
import { openChainEventStore } from '../../src/upstreams/chain-events/event-store.ts';
import { createEvmChainClients } from '../../src/upstreams/evm-chain.ts';
import { createHttpClient } from '../../src/upstreams/http-client.ts';
import type { ChainEventSource } from '../../src/upstreams/index.ts';
import {
  createGeneratedChain,
  type GeneratedChain,
  generatedTime,
  rangeErrors,
  rpcError,
  startGeneratedChain,
} from '../support/generated-chain.ts';

const address = `0x${'aa'.repeat(20)}` as const;
const player = `0x${'11'.repeat(20)}` as const;

const join7 = (hash: number) => ({
  address,
  topics: encodeEventTopics({
    abi: visionAbi,
    eventName: 'PlayerJoined',
    args: { batchId: 7n, player },
  }) as `0x${string}`[],
  data: encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [1n, pad(toHex(hash))]),
});

/** Keeps the hash of each join, as a number, under batch 7. */
const source: ChainEventSource = {
  name: 'joins',
  address,
  events: [getAbiItem({ abi: visionAbi, name: 'PlayerJoined' })],
  hasTimes: true,
  entriesOf: ({ args }) => {
    const { batchId, bitmapHash } = args as unknown as { batchId: bigint; bitmapHash: string };
    const value = String(Number(bitmapHash));
    return [{ subject: String(batchId), kind: 'JOINED', wallet: player, other: null, value }];
  },
};

/** Sets the blocks with joins; the hash of each join is the number of its block. */
function setJoins(
  chain: GeneratedChain,
  blocks: readonly number[],
  hashOf = (block: number) => block,
) {
  chain.blocks = blocks;
  chain.logsAt = (block) => [join7(hashOf(block))];
}

type Settings = { readonly finality?: number; readonly shared?: SharedChainRanges };

/** Reads a chain from a process of its own; `restart` begins again with the same state folder. */
async function startReader(chain: GeneratedChain, { finality = 12, shared }: Settings = {}) {
  await using stack = new AsyncDisposableStack();
  const node = stack.use(await startGeneratedChain(chain));
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'events-')), (path) =>
    rm(path, { recursive: true }),
  );
  let now = 0;
  const open = () => {
    const store = openChainEventStore(join(dir, 'chain-events.sqlite'));
    const http = createHttpClient({
      name: 'chain',
      baseUrl: node.url,
      telemetry: createTelemetry(),
    });
    const clients = createEvmChainClients({
      name: 'chain',
      http,
      finalityBlocks: finality,
      eventStore: () => store,
      sharedRanges: shared,
      clock: { now: () => now },
    });
    const close = async () => {
      await http.close();
      store.close();
    };
    return { clients, close };
  };
  let opened = open();
  stack.defer(() => opened.close());
  const readEntries = async () => {
    now += 10_000;
    const view = await opened.clients.events.readAll(source, AbortSignal.timeout(20_000));
    return view.oldest({ subject: '7' }, { limit: 1_000_000, after: { block: -1, logIndex: 0 } });
  };
  const owned = stack.move();
  return {
    node,
    readEntries,
    readBlocks: async () => (await readEntries()).map(({ block }) => block),
    isBehind: () => opened.clients.events.isBehind(),
    restart: async () => {
      await opened.close();
      opened = open();
    },
    blocksAsked: () => node.calls.reduce((sum, { blocks }) => sum + blocks, 0),
    largestRange: () => Math.max(...node.calls.map(({ blocks }) => blocks)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test.each(rangeErrors)(
  'behavior: ranges that a node refuses with %s become smaller',
  async (_name, most, refusal) => {
    const chain = createGeneratedChain({
      head: 5000,
      refuse: (blocks) => (blocks > most ? refusal : null),
    });
    setJoins(chain, [1, 1999, 2000, 2001, 4990, 5000]);
    await using reader = await startReader(chain);
    expect(await reader.readBlocks()).toEqual([1, 1999, 2000, 2001, 4990, 5000]);
    expect(reader.largestRange()).toBeLessThanOrEqual(2000);
    expect(reader.isBehind()).toBe(false);
  },
);

test('behavior: a later read begins behind the final blocks, also after a restart and an outage', async () => {
  const chain = createGeneratedChain({ head: 5000 });
  setJoins(chain, [10, 4999]);
  await using reader = await startReader(chain);
  await reader.readBlocks();
  reader.node.calls.length = 0;
  chain.isDown = true;
  await expect(reader.readBlocks()).rejects.toThrow();
  await reader.restart();
  Object.assign(chain, { head: 15_000, isDown: false });
  setJoins(chain, [10, 4999, 9000]);
  expect(await reader.readBlocks()).toEqual([10, 4999, 9000]);
  expect(reader.blocksAsked()).toBe(15_000 - 4988);
  expect(reader.largestRange()).toBeLessThanOrEqual(2000);
});

test('behavior: the last blocks below the head are read again at each look', async () => {
  const chain = createGeneratedChain({ head: 100 });
  setJoins(chain, [50, 95]);
  await using reader = await startReader(chain, { finality: 5 });
  await reader.readBlocks();
  reader.node.calls.length = 0;
  await reader.readBlocks();
  expect(reader.blocksAsked()).toBe(5);
});

test('behavior: a replaced block loses its logs', async () => {
  const chain = createGeneratedChain({ head: 100 });
  setJoins(chain, [50, 95]);
  await using reader = await startReader(chain);
  expect(await reader.readBlocks()).toEqual([50, 95]);
  Object.assign(chain, { head: 101, fork: { from: 90, name: 'b' } });
  setJoins(chain, [50, 96]);
  expect(await reader.readBlocks()).toEqual([50, 96]);
});

test('behavior: final blocks that were replaced are read again, and only those', async () => {
  const chain = createGeneratedChain({ head: 5000 });
  setJoins(chain, [50, 4900]);
  await using reader = await startReader(chain);
  await reader.readBlocks();
  chain.head = 9000;
  await reader.readBlocks();
  reader.node.calls.length = 0;
  Object.assign(chain, { head: 9001, fork: { from: 8000, name: 'b' } });
  setJoins(chain, [50, 4900, 8500]);
  expect(await reader.readBlocks()).toEqual([50, 4900, 8500]);
  expect(reader.blocksAsked()).toBe(9001 - 4988);
});

test('behavior: a node that is behind answers with the logs that are known', async () => {
  const chain = createGeneratedChain({ head: 100 });
  setJoins(chain, [50, 95]);
  await using reader = await startReader(chain);
  await reader.readBlocks();
  chain.head = 92;
  expect(await reader.readBlocks()).toEqual([50]);
  chain.head = 101;
  expect(await reader.readBlocks()).toEqual([50, 95]);
});

test('behavior: a chain that was started anew loses the logs of the earlier one', async () => {
  const chain = createGeneratedChain({ head: 5000 });
  setJoins(chain, [50, 4900]);
  await using reader = await startReader(chain);
  await reader.readBlocks();
  Object.assign(chain, { head: 300, fork: { from: 0, name: 'new' } });
  setJoins(chain, [200]);
  expect(await reader.readBlocks()).toEqual([200]);
});

test.each([true, false])(
  'behavior: entries have the time of their block (in logs: %s)',
  async (hasLogTimes) => {
    const chain = createGeneratedChain({ head: 3000, hasLogTimes });
    setJoins(chain, [7, 2999]);
    await using reader = await startReader(chain);
    const entries = await reader.readEntries();
    expect(entries.map(({ time }) => time)).toEqual([7, 2999].map(generatedTime));
  },
);

test('error: a node that refuses every range makes the chain behind, until it answers', async () => {
  const chain = createGeneratedChain({ refuse: () => rpcError(-32_005, 'limit exceeded') });
  setJoins(chain, [50]);
  await using reader = await startReader(chain);
  await expect(reader.readBlocks()).rejects.toBeInstanceOf(ChainBehindError);
  expect(reader.isBehind()).toBe(true);
  chain.refuse = () => null;
  expect(await reader.readBlocks()).toEqual([50]);
  expect(reader.isBehind()).toBe(false);
});

test('behavior: one replica reads what another one has read from the shared ranges', async () => {
  const ranges: (Parameters<SharedChainRanges['publish']>[1] & { source: string })[] = [];
  const shared: SharedChainRanges = {
    find: async (name, block) =>
      ranges.find((one) => one.source === name && one.from <= block && one.next > block) ?? null,
    publish: (name, range) => void ranges.push({ ...range, source: name }),
    drop: async () => undefined,
  };
  const chain = createGeneratedChain({ head: 50_000 });
  setJoins(chain, [1, 30_000, 49_999]);
  await using first = await startReader(chain, { shared });
  expect(await first.readBlocks()).toEqual([1, 30_000, 49_999]);
  await using second = await startReader(chain, { shared });
  expect(await second.readBlocks()).toEqual([1, 30_000, 49_999]);
  expect(second.blocksAsked()).toBe(12);
});

/** What happens between two looks at a chain. */
const step = fc.record({
  grow: fc.integer({ min: 0, max: 3000 }),
  /** How many of the newest blocks others replace. */
  replaced: fc.integer({ min: 0, max: 12 }),
  /** The most blocks of a range; 0 refuses all. */
  most: fc.constantFrom(0, 1, 3, 60, 199, 2000, 10_000),
  refusal: fc.constantFrom(...rangeErrors.map(([, , refusal]) => refusal)),
  isDown: fc.boolean(),
  restarts: fc.boolean(),
});

test('behavior: after each look the entries are those of the chain, whatever the node refuses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const chain = createGeneratedChain({ head: 0 });
      const hashes = new Map<number, number>();
      await using reader = await startReader(chain);
      for (const [turn, { grow, replaced, most, refusal, isDown, restarts }] of steps.entries()) {
        const kept = chain.head - replaced;
        for (const block of hashes.keys()) if (block > kept) hashes.delete(block);
        // Rounds of one block are slow: with a small limit the chain grows by few.
        const head = Math.max(chain.head, kept) + (most < 60 ? grow % 40 : grow);
        for (let block = Math.max(0, kept + 1); block <= head; block += 1) {
          if ((block * 7 + turn) % 97 === 0) hashes.set(block, block * 10 + turn);
        }
        Object.assign(chain, { head, isDown, fork: { from: kept + 1, name: String(turn) } });
        setJoins(chain, [...hashes.keys()], (block) => hashes.get(block) ?? 0);
        chain.refuse = (blocks) => (blocks > most ? refusal : null);
        if (restarts) await reader.restart();
        if (isDown || most === 0) {
          await expect(reader.readBlocks()).rejects.toThrow();
          continue;
        }
        // A look that begins with large windows may stop at the smallest one; the next reads on.
        const found = await reader.readEntries();
        expect(found.map(({ block, value }) => [block, Number(value)])).toEqual([...hashes]);
      }
    }),
    { numRuns: 8 },
  );
}, 120_000);
