import { LRUCache } from 'lru-cache';
import type { AbiEvent, Address, PublicClient } from 'viem';
import { raceAbort } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import { ChainBehindError, GatewayError } from '../../lib/errors.ts';
import type { Bytes32, Millis } from '../../lib/units.ts';
import type {
  BlockHash,
  ChainEntry,
  ChainEntryFilter,
  ChainEventStore,
  ChainProgress,
  ReadChainRange,
  StoredChainEntry,
} from './event-store.ts';
import type { BlockRange, ChainLog, ChainLogReader } from './log-reader.ts';

/** Events of a contract, and what is kept of them. */
export type ChainEventSource = {
  /** Name of what is kept; it changes when `entriesOf` does. */
  readonly name: string;
  readonly address: Address;
  readonly events: readonly AbiEvent[];
  readonly entriesOf: (log: ChainLog) => readonly ChainEntry[];
  /** Whether entries have the time of their block, which costs a call where a node omits it. */
  readonly hasTimes: boolean;
};

/** All entries of a source up to `head`, the newest block that was read. */
export type ChainEventView = ChainProgress & {
  readonly head: number;
  readonly newest: (
    filter: Omit<ChainEntryFilter, 'toBlock'>,
    page: Parameters<ChainEventStore['newest']>[2],
  ) => readonly StoredChainEntry[];
  readonly oldest: (
    filter: Omit<ChainEntryFilter, 'toBlock'>,
    page: Parameters<ChainEventStore['oldest']>[2],
  ) => readonly StoredChainEntry[];
  readonly count: (filter: Omit<ChainEntryFilter, 'toBlock'>) => number;
};

/** Ranges of final blocks that other replicas have read. Failures of Redis look like no ranges. */
export type SharedChainRanges = {
  /** Returns a range that contains the block, or null. */
  readonly find: (source: string, block: number) => Promise<ReadChainRange | null>;
  readonly publish: (source: string, range: ReadChainRange) => void;
  /** Forgets the ranges of a source from a block on. */
  readonly drop: (source: string, from: number) => Promise<void>;
};

/** How long a caller waits; the reading itself goes on. */
const waitLimit: Millis = 5000;
/** Deadline of the reading that callers share; the next one continues. */
const catchUpTimeout: Millis = 60_000;
/** A view this old is returned without a look at the chain, and a failure again. */
const keepFor: Millis = 1000;
const maxHeadersAtOnce = 4;
const maxSources = 64;

type Outcome = { readonly view: ChainEventView } | { readonly error: unknown };
type State = {
  running: Promise<ChainEventView> | undefined;
  last: (Outcome & { readonly at: Millis }) | undefined;
  /** Whether the head was not reached in time. */
  isBehind: boolean;
};

export type ChainEventIndex = ReturnType<typeof createChainEventIndex>;

/**
 * Creates the index of a chain's events. Final blocks are read once and kept in the store; those
 * above are read again at each look, and replaced in the store.
 */
export function createChainEventIndex(deps: {
  readonly logs: ChainLogReader;
  readonly store: () => ChainEventStore;
  readonly shared: SharedChainRanges | undefined;
  readonly createClient: () => PublicClient;
  readonly clock: Clock;
}) {
  const { logs, store, shared, createClient, clock } = deps;
  const finality = Number(logs.finalityBlocks);
  const states = new LRUCache<string, State>({ max: maxSources });
  const nameOf = ({ name, address }: ChainEventSource) =>
    `${logs.chain} ${address.toLowerCase()} ${name}`;

  const hashOf = async (client: PublicClient, block: number) =>
    (await client.getBlock({ blockNumber: BigInt(block) })).hash as Bytes32;

  /** Forgets the kept blocks that the chain has replaced, down to the newest one that it has. */
  async function dropReplaced(
    client: PublicClient,
    at: { readonly id: number; readonly name: string; readonly head: number },
  ): Promise<void> {
    const { next } = store().progress(at.id);
    if (next === 0) return;
    const known = store().checkpoints(at.id, at.head);
    let kept: BlockHash | undefined;
    for (const checkpoint of known) {
      kept = checkpoint;
      if ((await hashOf(client, checkpoint.block)) === checkpoint.hash) break;
      kept = undefined;
    }
    // The newest checkpoint below the head is there: the node may lag, but the chain is the same.
    if (kept && kept === known[0]) return;
    const from = kept ? kept.block + 1 : 0;
    store().rollBack(at.id, from);
    await shared?.drop(at.name, from);
  }

  /** Takes what other replicas have read. */
  async function takeShared(id: number, name: string): Promise<void> {
    for (;;) {
      const { next } = store().progress(id);
      const range = await shared?.find(name, next);
      if (!range || range.next <= next) return;
      store().save(id, range);
    }
  }

  async function timesOf(
    client: PublicClient,
    found: readonly ChainLog[],
  ): Promise<ReadonlyMap<bigint, number>> {
    const times = new Map<bigint, number>();
    for (const { blockNumber, blockTimestamp } of found) {
      if (blockTimestamp != null) times.set(blockNumber, Number(blockTimestamp));
    }
    const missing = new Set(found.map((log) => log.blockNumber).filter((one) => !times.has(one)));
    const blocks = [...missing];
    for (let at = 0; at < blocks.length; at += maxHeadersAtOnce) {
      const some = blocks.slice(at, at + maxHeadersAtOnce);
      const headers = await Promise.all(
        some.map((blockNumber) => client.getBlock({ blockNumber })),
      );
      for (const { number, timestamp } of headers) times.set(number, Number(timestamp));
    }
    return times;
  }

  async function toEntries(
    client: PublicClient,
    source: ChainEventSource,
    found: readonly ChainLog[],
  ): Promise<readonly StoredChainEntry[]> {
    const times = source.hasTimes ? await timesOf(client, found) : null;
    return found.flatMap((log) =>
      source.entriesOf(log).map((entry) => ({
        ...entry,
        block: Number(log.blockNumber),
        logIndex: log.logIndex,
        time: times?.get(log.blockNumber) ?? null,
        transaction: log.transactionHash,
      })),
    );
  }

  async function catchUp(source: ChainEventSource, name: string): Promise<ChainEventView> {
    const client = createClient();
    const id = store().openSource(name);
    const head = Number(await client.getBlockNumber({ cacheTime: 0 }));
    await takeShared(id, name);
    await dropReplaced(client, { id, name, head });
    const { next } = store().progress(id);
    const saveRange = async (found: readonly ChainLog[], range: BlockRange) => {
      const [from, to] = [Number(range.fromBlock), Number(range.toBlock)];
      const final = Math.min(to, head - finality);
      const checkpoint = final < from ? null : { block: final, hash: await hashOf(client, final) };
      const entries = await toEntries(client, source, found);
      const saved = { from, to, next: Math.max(final + 1, from), entries, checkpoint };
      store().save(id, saved);
      if (!checkpoint) return;
      const isFinal = ({ block }: StoredChainEntry) => block <= final;
      shared?.publish(name, { ...saved, to: final, entries: entries.filter(isFinal) });
    };
    if (next <= head) {
      const { address, events } = source;
      const range = { fromBlock: BigInt(next), toBlock: BigInt(head) };
      const options = { timeout: catchUpTimeout, onLogs: saveRange };
      const read = await logs.readInOrder(client, { address, events, ...range }, options);
      if (read < range.toBlock) throw createBehindError();
    }
    return createView(id, head);
  }

  const createBehindError = () =>
    new ChainBehindError(`the logs of the ${logs.chain} are behind its head; try again later`);

  function createView(id: number, head: number): ChainEventView {
    return {
      ...store().progress(id),
      head,
      newest: (filter, page) => store().newest(id, { ...filter, toBlock: head }, page),
      oldest: (filter, page) => store().oldest(id, { ...filter, toBlock: head }, page),
      count: (filter) => store().count(id, { ...filter, toBlock: head }),
    };
  }

  function start(source: ChainEventSource, name: string, state: State): Promise<ChainEventView> {
    const running = catchUp(source, name).then(
      (view) => {
        state.isBehind = false;
        state.last = { view, at: clock.now() };
        return view;
      },
      (error: unknown) => {
        if (error instanceof ChainBehindError) state.isBehind = true;
        state.last = { error, at: clock.now() };
        throw error;
      },
    );
    state.running = running.finally(() => {
      state.running = undefined;
    });
    // Callers may have stopped waiting.
    state.running.catch(() => undefined);
    return state.running;
  }

  return {
    /** Whether the last reading of any source did not reach the head of the chain. */
    isBehind: () => logs.isRefused() || [...states.values()].some((state) => state.isBehind),
    /**
     * Reads a source's events up to the head, and returns all of them. Callers share one reading.
     *
     * @throws {ChainBehindError} the head was not reached in time; a later call continues.
     * @throws {BaseError} (of viem) the chain cannot be read.
     */
    readAll: async (source: ChainEventSource, signal: AbortSignal): Promise<ChainEventView> => {
      const name = nameOf(source);
      const state = states.get(name) ?? { running: undefined, last: undefined, isBehind: false };
      states.set(name, state);
      const { last } = state;
      if (!state.running && last && clock.now() - last.at < keepFor) {
        if ('view' in last) return last.view;
        throw last.error;
      }
      const running = state.running ?? start(source, name, state);
      const late = AbortSignal.timeout(waitLimit);
      try {
        return await raceAbort(running, AbortSignal.any([signal, late]));
      } catch (error) {
        if (!late.aborted || error instanceof GatewayError || signal.aborted) throw error;
        state.isBehind = true;
        throw createBehindError();
      }
    },
  };
}
