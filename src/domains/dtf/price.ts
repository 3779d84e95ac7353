import DataLoader from 'dataloader';
import { addressOf } from '../../core/cache/address.ts';
import type { Sized } from '../../core/cache/cached.ts';
import type { Reader } from '../../core/cache/reader.ts';
import { once } from '../../core/lazily.ts';
import type { Bytes32, Wei } from '../../core/units.ts';
import { aumOf, supplyOf } from './dialects.ts';
import type { DataNodePrice } from './documented.ts';
import type { OnChainPrices } from './on-chain.ts';
import { perFund } from './per-fund.ts';
import type { DtfPrice } from './shapes.ts';

/** Bytes of a price in the cache, roughly, without what a data node sends beside. */
const priceBytes = 400;
const bytesOf = ({ beside }: DataNodePrice) =>
  beside ? priceBytes + JSON.stringify(beside).length : priceBytes;

/** Where the price of a fund is kept. */
const addressOfPrice = perFund((id) => addressOf('nav', id));

/**
 * NAV per share of DTFs: the data node's answer when it succeeds with a NAV that is not zero, else
 * the index contract's (spec: GET /itp-price, resolution order). Ids that fail together go to the
 * chain together, in one call. So do those of which the data node tells NAV but no supply.
 */
export function createDtfPrices(options: {
  readonly reader: Reader;
  readonly fetchPrice: (id: Bytes32, signal: AbortSignal) => Promise<DataNodePrice>;
  readonly onChain: OnChainPrices;
  /** Shares outstanding where some other answer of the data node told them. */
  readonly supplyAtHand: (id: Bytes32) => Wei | undefined;
}): (id: Bytes32) => DtfPrice | Promise<DtfPrice> {
  const { reader, fetchPrice, onChain, supplyAtHand } = options;
  const chain = once(
    () =>
      new DataLoader<Bytes32, DtfPrice>(onChain, {
        cache: false,
        // Failures of the data node arrive one by one; a short wait gathers those of one outage.
        batchScheduleFn: (run) => setTimeout(run, 5),
      }),
  );

  /** Of a data node that tells none: the chain's, else what is at hand, else what AUM and NAV make. */
  async function supplyFor(id: Bytes32, told: DataNodePrice): Promise<Wei> {
    try {
      return (await chain().load(id)).total_supply;
    } catch {
      // The NAV is known without the chain; zero stands for a supply that nobody knows.
      return supplyAtHand(id) ?? supplyOf(told.aum_usd ?? 0, told.nav_display);
    }
  }

  async function settle(id: Bytes32, signal: AbortSignal): Promise<Sized<DtfPrice>> {
    try {
      const told = await fetchPrice(id, signal);
      if (!/^0*$/.test(told.nav)) {
        const supply = told.total_supply ?? (await supplyFor(id, told));
        return { value: completePrice(id, told, supply), bytes: bytesOf(told) };
      }
    } catch {
      // Whatever the data node lacks, also the DTF itself, the chain may have; its word stands.
    }
    signal.throwIfAborted();
    return { value: await chain().load(id), bytes: priceBytes };
  }

  return (id) => reader.readAt(addressOfPrice(id), (signal) => settle(id, signal));
}

function completePrice(id: Bytes32, told: DataNodePrice, supply: Wei): DtfPrice {
  // A spread behind a name is copied name by name: 270 ns, spelled out 40.
  const price: DtfPrice = {
    itp_id: id,
    nav: told.nav,
    nav_display: told.nav_display,
    assets_priced: told.assets_priced,
    assets_total: told.assets_total,
    aum_usd: told.aum_usd ?? aumOf(BigInt(supply), BigInt(told.nav)),
    total_supply: supply,
    source: 'data-node',
  };
  return told.beside ? { ...price, ...told.beside } : price;
}
