import type { RequestCache } from '../../cache/request-cache.ts';
import type { ServiceDeps } from '../../context.ts';
import type { Bytes32 } from '../../lib/units.ts';
import { createChangePoller } from '../change-poller.ts';
import { createDtfLoaders } from './loaders.ts';
import { dtfPriceResponseSchema } from './schema.ts';

export type DtfPollers = ReturnType<typeof createDtfPollers>;

/** Creates the pollers of subscribed DTFs, by chain id. Both read the same cached price. */
export function createDtfPollers(deps: ServiceDeps) {
  const loadersOf = (requestCache: RequestCache) => createDtfLoaders({ ...deps, requestCache });
  return {
    /** Emits an event when a documented field of the price changes. */
    navs: createChangePoller(deps, {
      stream: 'nav',
      subjectName: 'DTFs',
      read: async (key, requestCache) => {
        const nav = await loadersOf(requestCache).price(key as Bytes32);
        // Undocumented fields may change with every response, so they are not compared.
        return { state: dtfPriceResponseSchema.parse(nav), event: { nav } };
      },
    }),
    /** Emits an event when NAV, AUM or supply changes. The ranking supplies the other fields. */
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
