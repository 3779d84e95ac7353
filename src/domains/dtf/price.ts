import DataLoader from 'dataloader';
import { addressOf } from '../../core/cache/address.ts';
import type { Reader } from '../../core/cache/reader.ts';
import type { Sized } from '../../core/cache/value-cache.ts';
import { once } from '../../core/lazily.ts';
import type { Bytes32 } from '../../core/units.ts';
import type { OnChainPrices } from './on-chain.ts';
import { perFund } from './per-fund.ts';
import type { DtfPrice } from './shapes.ts';

/** Bytes of a price in the cache, roughly. */
const priceBytes = 400;

/** Where the price of a fund is kept. */
const addressOfPrice = perFund((id) => addressOf('nav', id));

/**
 * NAV per share of DTFs: the data node's answer when it succeeds with a NAV that is not zero, else
 * the index contract's (spec: GET /itp-price, resolution order). Ids that fail together go to the
 * chain together, in one call.
 */
export function createDtfPrices(options: {
  readonly reader: Reader;
  readonly fetchPrice: (id: Bytes32, signal: AbortSignal) => Promise<DtfPrice>;
  readonly onChain: OnChainPrices;
}): (id: Bytes32) => DtfPrice | Promise<DtfPrice> {
  const { reader, fetchPrice, onChain } = options;
  const chain = once(
    () =>
      new DataLoader<Bytes32, DtfPrice>(onChain, {
        cache: false,
        // Failures of the data node arrive one by one; a short wait gathers those of one outage.
        batchScheduleFn: (run) => setTimeout(run, 5),
      }),
  );

  async function settle(id: Bytes32, signal: AbortSignal): Promise<Sized<DtfPrice>> {
    try {
      const price = await fetchPrice(id, signal);
      if (!/^0*$/.test(price.nav)) return { value: price, bytes: priceBytes };
    } catch {
      // Whatever the data node lacks, also the DTF itself, the chain may have; its word stands.
    }
    signal.throwIfAborted();
    return { value: await chain().load(id), bytes: priceBytes };
  }

  return (id) => reader.readAt(addressOfPrice(id), (signal) => settle(id, signal));
}
