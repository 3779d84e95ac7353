import DataLoader from 'dataloader';
import type { SizedValue } from '../../cache/cache-read-types.ts';
import type { RequestCache } from '../../cache/request-cache.ts';
import { allAbortedSignal } from '../../lib/abort.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import { linkTraceToSharedWork } from '../../lib/trace-context.ts';
import type { Bytes32, Millis, WeiString } from '../../lib/units.ts';
import type { ReadOnChainPrices } from './on-chain-prices.ts';
import type { DtfPrice } from './schema.ts';
import { computeAum, computeSupplyFromAum, type DataNodeDtfPrice } from './upstream-schema.ts';

/** Approximate size of a cached price in bytes, without undocumented fields. */
const priceBytes = 400;
const bytesOf = ({ extraFields }: DataNodeDtfPrice) =>
  extraFields ? priceBytes + JSON.stringify(extraFields).length : priceBytes;

/** Longest wait for further data-node failures before a batch of ids goes to the chain. */
const batchWindow: Millis = 5;

type ChainRead = { readonly id: Bytes32; readonly signal: AbortSignal };

/**
 * Creates a function that returns the price of a DTF: the data node's, when its NAV is not zero,
 * else the index contract's. Ids that need the contract are read in one batched call.
 */
export function createDtfPriceReader(options: {
  readonly requestCache: RequestCache;
  readonly fetchPrice: (id: Bytes32, signal: AbortSignal) => Promise<DataNodeDtfPrice>;
  readonly onChain: ReadOnChainPrices;
  /** Shares outstanding according to another cached response of the data node. */
  readonly cachedSupply: (id: Bytes32) => WeiString | undefined;
}): (id: Bytes32) => DtfPrice | Promise<DtfPrice> {
  const { requestCache, fetchPrice, onChain, cachedSupply } = options;
  let fetching = 0;
  /** Sends the waiting batch at once; does nothing if it was sent already. */
  let sendBatch: (() => void) | undefined;

  /** Delays a batch while data-node calls run: the failures of one outage arrive one by one. */
  function scheduleBatch(run: () => void): void {
    if (fetching === 0) {
      setImmediate(run);
      return;
    }
    const send = () => {
      if (sendBatch !== send) return;
      sendBatch = undefined;
      clearTimeout(timer);
      setImmediate(run);
    };
    // One more event-loop turn handles responses that arrived while the process was busy.
    const timer = setTimeout(() => setImmediate(send), batchWindow);
    sendBatch = send;
  }

  const chain = lazy(
    () =>
      new DataLoader<ChainRead, DtfPrice>(
        async (reads) => {
          const waiters = allAbortedSignal(reads.map(({ signal }) => signal));
          const ids = reads.map(({ id }) => id);
          for (const { signal } of reads) linkTraceToSharedWork(waiters.signal, signal);
          try {
            return await onChain(ids, waiters.signal);
          } finally {
            waiters.release();
          }
        },
        { cache: false, batchScheduleFn: scheduleBatch },
      ),
  );

  async function fetchLatest(id: Bytes32, signal: AbortSignal): Promise<DataNodeDtfPrice> {
    fetching += 1;
    try {
      return await fetchPrice(id, signal);
    } finally {
      fetching -= 1;
      if (fetching === 0) sendBatch?.();
    }
  }

  /** Returns the supply for a price sent without it: from the chain, the cache, or AUM / NAV. */
  async function supplyFor(read: ChainRead, sent: DataNodeDtfPrice): Promise<WeiString> {
    const { id } = read;
    try {
      return (await chain().load(read)).total_supply;
    } catch {
      // The NAV must be returned without the chain, too. A supply of zero means unknown.
      return cachedSupply(id) ?? computeSupplyFromAum(sent.aum_usd ?? 0, sent.nav_display);
    }
  }

  async function settle(id: Bytes32, signal: AbortSignal): Promise<SizedValue<DtfPrice>> {
    try {
      const sent = await fetchLatest(id, signal);
      if (!/^0*$/.test(sent.nav)) {
        const supply = sent.total_supply ?? (await supplyFor({ id, signal }, sent));
        return { value: completePrice(id, sent, supply), bytes: bytesOf(sent) };
      }
    } catch {
      // The chain may know a DTF or a value that the data node lacks; its result is final.
    }
    signal.throwIfAborted();
    return { value: await chain().load({ id, signal }), bytes: priceBytes };
  }

  return (id) => requestCache.read('nav', id, (signal) => settle(id, signal));
}

function completePrice(
  id: Bytes32,
  { extraFields, aum_usd, total_supply: _, ...sent }: DataNodeDtfPrice,
  supply: WeiString,
): DtfPrice {
  return {
    itp_id: id,
    ...sent,
    aum_usd: aum_usd ?? computeAum(BigInt(supply), BigInt(sent.nav)),
    total_supply: supply,
    source: 'data-node',
    ...extraFields,
  };
}
