import { createFreshnessTracker } from '../../cache/freshness-tracker.ts';
import { createRequestCache } from '../../cache/request-cache.ts';
import type { ServiceDeps } from '../../context.ts';
import { OverloadedError } from '../../lib/errors.ts';
import type { Bytes32 } from '../../lib/units.ts';
import { createPoller, type Poller } from '../../streaming/poller.ts';
import { createDtfLoaders } from './loaders.ts';
import { type DtfPrice, dtfPriceSchema } from './schema.ts';

/** NAV per share of DTFs that somebody watches; one loop for each, events only on change. */
export type NavPoller = Poller<{ readonly nav: DtfPrice }>;

const interval = 2000;
/** A NAV is no longer told to who comes when the next look was missed. */
const shownFor = 2 * interval;
const maxKeys = 500;

/** Reads through the value cache, so that watching costs nothing where others read anyway. */
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
      // What a data node sends beside is not shown here, and may change each time.
      const state = JSON.stringify(dtfPriceSchema.parse(nav));
      return { state, events: state === before ? [] : [{ nav }], until };
    },
  });
}
