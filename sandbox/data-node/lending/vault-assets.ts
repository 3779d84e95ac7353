import { WEI_PER_UNIT } from '../../world/nav.ts';
import type { ShareLedger } from '../chain/share-ledger.ts';
import type { DtfValuer } from '../dtf/dtf-valuer.ts';
import type { PriceSnapshots } from '../price-snapshots.ts';

/** All units of one asset that back the outstanding shares; wei, price in USD. */
export type VaultAsset = {
  readonly address: string;
  readonly symbol: string;
  readonly balance: bigint;
  readonly price: number;
  /** USD, wei. */
  readonly worth: bigint;
};

/**
 * Returns the assets that back the outstanding shares, the most valuable first. The balance of an
 * asset is Σ over DTFs of supply · quantity / 1e18.
 */
export function listVaultAssets(state: {
  readonly priceSnapshots: PriceSnapshots;
  readonly shareLedger: ShareLedger;
  readonly dtfValuer: DtfValuer;
}): readonly VaultAsset[] {
  const snapshot = state.priceSnapshots.current();
  const assets = new Map<string, VaultAsset>();
  for (const dtf of state.shareLedger.dtfs()) {
    for (const [position, holding] of state.dtfValuer.basketAssets(dtf, snapshot).entries()) {
      const address = dtf.assets[position];
      if (address === undefined) continue;
      const before = assets.get(address)?.balance ?? 0n;
      const balance = before + (dtf.supply * holding.quantity) / WEI_PER_UNIT;
      const worth = (balance * (state.dtfValuer.priceWei(address, snapshot) ?? 0n)) / WEI_PER_UNIT;
      const { symbol } = holding;
      assets.set(address, { address, symbol, balance, price: holding.price ?? 0, worth });
    }
  }
  return [...assets.values()].sort((a, b) =>
    a.worth === b.worth ? 0 : a.worth > b.worth ? -1 : 1,
  );
}
