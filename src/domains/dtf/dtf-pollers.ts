import type { RequestCache } from '../../cache/request-cache.ts';
import type { ServiceDeps } from '../../context.ts';
import type { Bytes32 } from '../../lib/units.ts';
import type { Poller } from '../../streaming/poller.ts';
import { createChangePoller } from '../change-poller.ts';
import { createDtfLoaders } from './loaders.ts';
import { type DtfPrice, type DtfRankingEntry, dtfPriceSchema } from './schema.ts';

/** A DTF with the values that the event is about. */
type WatchedDtf = {
  readonly itpId: Bytes32;
  readonly entry?: DtfRankingEntry;
  readonly price: DtfPrice;
};

/** Pollers of the DTFs that have subscribers, by chain id. */
export type DtfPollers = {
  /** Emits an event when a documented field of the price changes. */
  readonly navs: Poller<{ readonly nav: DtfPrice }>;
  /** Emits an event when NAV, AUM or supply changes. The ranking supplies the other fields. */
  readonly dtfs: Poller<{ readonly dtf: WatchedDtf }>;
};

/** Creates the pollers. Both read the same cached price, so together they cause one fetch. */
export function createDtfPollers(deps: ServiceDeps): DtfPollers {
  const loadersOf = (requestCache: RequestCache) => createDtfLoaders({ ...deps, requestCache });
  return {
    navs: createChangePoller(deps, {
      stream: 'nav',
      subjectName: 'DTFs',
      read: async (key, requestCache) => {
        const nav = await loadersOf(requestCache).price(key as Bytes32);
        // Subscribers do not get undocumented fields, which may change with every response.
        return { state: dtfPriceSchema.parse(nav), event: { nav } };
      },
    }),
    dtfs: createChangePoller(deps, {
      stream: 'dtf',
      subjectName: 'DTFs',
      read: async (key, requestCache) => {
        const itpId = key as Bytes32;
        const loaders = loadersOf(requestCache);
        const [price, entries] = await Promise.all([loaders.price(itpId), loaders.rankingOrNull()]);
        const entry = entries?.find(({ itp_id }) => itp_id === itpId);
        return {
          state: [price.nav, price.aum_usd, price.total_supply],
          event: { dtf: { itpId, price, ...(entry && { entry }) } },
        };
      },
    }),
  };
}
