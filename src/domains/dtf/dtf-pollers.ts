import { createFreshnessTracker } from '../../cache/freshness-tracker.ts';
import { createRequestCache } from '../../cache/request-cache.ts';
import type { ServiceDeps } from '../../context.ts';
import { OverloadedError } from '../../lib/errors.ts';
import type { Bytes32 } from '../../lib/units.ts';
import { createPoller, type Poller } from '../../streaming/poller.ts';
import { createDtfLoaders } from './loaders.ts';
import { type DtfPrice, dtfPriceSchema } from './schema.ts';

/** Polls the NAV of each DTF that has subscribers; sends an event only on change. */
export type NavPoller = Poller<{ readonly nav: DtfPrice }>;

const interval = 2000;
/** A new subscriber does not get a NAV older than this, which means that a poll was missed. */
const shownFor = 2 * interval;
const maxKeys = 500;

/**
 * Creates the poller. It reads through the value cache: a poll fetches nothing while the cached
 * price is fresh.
 */
export function createNavPoller(deps: ServiceDeps): NavPoller {
  const { clock, cache, telemetry } = deps;
  return createPoller<string, { readonly nav: DtfPrice }>({
    clock,
    interval,
    retention: 'conflate',
    maxKeys,
    createOverloadError: () => new OverloadedError('too many DTFs are watched', 10),
    onKeyCount: (open) => telemetry.openStreams.set({ stream: 'upstream nav' }, open),
    poll: async (key, before, signal) => {
      const until = clock.now() + shownFor;
      const requestCache = createRequestCache({
        cache,
        freshness: createFreshnessTracker(),
        signal,
        maxMisses: 8,
      });
      const nav = await createDtfLoaders({ ...deps, requestCache }).price(key as Bytes32);
      // Subscribers do not get undocumented fields, which may change with every response.
      const state = JSON.stringify(dtfPriceSchema.parse(nav));
      return { state, events: state === before ? [] : [{ nav }], until };
    },
  });
}
