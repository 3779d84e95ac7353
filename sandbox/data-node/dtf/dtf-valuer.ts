import { type Address, getAddress, type Hex, keccak256, stringToBytes } from 'viem';
import type { MarketHistory } from '../../world/market-history.ts';
import { WEI_PER_UNIT } from '../../world/nav.ts';
import type { Dtf } from '../chain/share-ledger.ts';
import type { PriceSnapshot } from '../price-snapshots.ts';

/** Value of one share and of all shares of a DTF at a time. */
export type DtfValue = {
  readonly dtf: Dtf;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** USD per share, wei. */
  readonly nav: bigint;
  /** USD of all shares, wei. */
  readonly aum: bigint;
  readonly assetsPriced: number;
};

/** One asset of a basket at a time. */
export type BasketAsset = {
  readonly symbol: string;
  readonly name: string;
  /** Wei of the asset in one share. */
  readonly quantity: bigint;
  /** USD; null if there is no price. */
  readonly price: number | null;
  /** Share of the NAV, 0 to 1. */
  readonly weight: number;
};

export type DtfValuer = {
  readonly value: (dtf: Dtf, snapshot: PriceSnapshot) => DtfValue;
  readonly basketAssets: (dtf: Dtf, snapshot: PriceSnapshot) => readonly BasketAsset[];
  /** Price of the asset at an on-chain address, USD in wei; null if there is none. */
  readonly priceWei: (address: Address, snapshot: PriceSnapshot) => bigint | null;
};

/** Returns the on-chain address of an asset: the last 20 bytes of keccak256(utf8 asset id). */
export function deriveAssetAddress(assetId: string): Address {
  const hash: Hex = keccak256(stringToBytes(assetId));
  return getAddress(`0x${hash.slice(-40)}`);
}

/** Creates a valuer of DTFs that consist of the history's assets. */
export function createDtfValuer(history: Pick<MarketHistory, 'assets'>): DtfValuer {
  const columns = new Map(
    history.assets.map(({ id }, column) => [deriveAssetAddress(id).toLowerCase(), column]),
  );

  const priceWei = (address: Address, snapshot: PriceSnapshot) => {
    const column = columns.get(address.toLowerCase());
    return column === undefined ? null : snapshot.priceWei(column);
  };

  /** Terms of the NAV's sum, times 1e18; the sum is divided once. */
  const terms = (dtf: Dtf, snapshot: PriceSnapshot) =>
    dtf.assets.map((address, position) => {
      const quantity = dtf.quantities[position] ?? 0n;
      const price = priceWei(address, snapshot);
      return { address, quantity, term: price === null ? null : quantity * price };
    });

  return {
    value(dtf, snapshot) {
      let sum = 0n;
      let assetsPriced = 0;
      for (const { term } of terms(dtf, snapshot)) {
        if (term === null) continue;
        sum += term;
        assetsPriced += 1;
      }
      const nav = sum / WEI_PER_UNIT;
      return { dtf, at: snapshot.at, nav, aum: (nav * dtf.supply) / WEI_PER_UNIT, assetsPriced };
    },
    priceWei,
    basketAssets(dtf, snapshot) {
      const priced = terms(dtf, snapshot);
      const sum = priced.reduce((total, { term }) => total + (term ?? 0n), 0n);
      return priced.map(({ address, quantity, term }) => {
        const column = columns.get(address.toLowerCase()) ?? -1;
        const { symbol = address, name = address } = history.assets[column] ?? {};
        const weight = term === null || sum === 0n ? 0 : Number((term * WEI_PER_UNIT) / sum) / 1e18;
        return { symbol, name, quantity, price: snapshot.price(column), weight };
      });
    },
  };
}
