import type { ServiceDeps } from '../../context.ts';
import { createFreshness } from '../../core/cache/freshness.ts';
import { createReader } from '../../core/cache/reader.ts';
import { BusyError } from '../../core/errors.ts';
import { createPoller, type Poller } from '../../core/events/poller.ts';
import type { Bytes32 } from '../../core/units.ts';
import { createDtfLoaders } from './loaders.ts';
import { type DtfPrice, dtfPrice } from './shapes.ts';

/** NAV per share of DTFs that somebody watches; one loop for each, events only on change. */
export type NavFeed = Poller<{ readonly nav: DtfPrice }>;

const interval = 2000;
/** A NAV is no longer told to who comes when the next look was missed. */
const shownFor = 2 * interval;
const maxKeys = 500;

/** Reads through the value cache, so that watching costs nothing where others read anyway. */
export function createNavFeed(deps: ServiceDeps): NavFeed {
  const { clock, cache, telemetry } = deps;
  return createPoller<string, { readonly nav: DtfPrice }>({
    clock,
    interval,
    delivery: 'latest',
    maxKeys,
    busy: () => new BusyError('too many DTFs are watched', 10),
    onKeys: (open) => telemetry.openStreams.set({ stream: 'upstream nav' }, open),
    look: async (key, before, signal) => {
      const until = clock.now() + shownFor;
      const reader = createReader({ cache, freshness: createFreshness(), signal, maxMisses: 8 });
      const nav = await createDtfLoaders({ ...deps, reader }).price(key as Bytes32);
      // What a data node sends beside is not shown here, and may change each time.
      const state = JSON.stringify(dtfPrice.parse(nav));
      return { state, events: state === before ? [] : [{ nav }], until };
    },
  });
}
