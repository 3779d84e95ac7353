import { z } from 'zod';
import type { ServiceDeps } from '../../../context.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { BusyError } from '../../../core/errors.ts';
import { createPoller, type Poller } from '../../../core/events/poller.ts';
import { configPath, fetchConfig, fetchHistory, fetchState } from '../oracle/fetch.ts';
import { type BatchState, batchPlayer, batchState } from '../oracle/shapes.ts';
import { type BatchRef, extrasOf, type ReadConfig, refOfState, type TickRef } from '../refs.ts';
import { createJoinLook, type JoinRef, type JoinsSeen } from './joins.ts';

/**
 * What happens in batches, by batch number: one loop over the oracles, or one log filter, for each
 * batch that somebody watches. Events are what subscriptions yield, the same object for everybody.
 */
export type VisionFeeds = {
  readonly batches: Poller<{ readonly batch: BatchRef }>;
  readonly ticks: Poller<{ readonly tickResolved: TickRef }>;
  readonly joins: Poller<{ readonly playerJoined: JoinRef }>;
};

const oracleInterval = 2000;
/** What another replica has just seen is not looked at again. */
const maxAge = oracleInterval * 0.9;
const chainInterval = 1000;
/** Batches watched at once, of each kind. */
const maxKeys = 500;

const shownState = batchState.extend({ players: z.array(batchPlayer.strip()) }).strip();

/** What the graph shows of a batch: what an oracle sends beside may change each time. */
const shownOf = (state: BatchState) => ({ ...shownState.parse(state), ...extrasOf(state) });

/** Nothing is asked before somebody subscribes. */
export function createVisionFeeds(deps: ServiceDeps): VisionFeeds {
  const { clock, cache, telemetry, upstreams } = deps;
  const { oracles } = upstreams;
  const common = (stream: string) => ({
    clock,
    maxKeys,
    busy: () => new BusyError('too many batches are watched', 10),
    onKeys: (open: number) => telemetry.openStreams.set({ stream: `upstream ${stream}` }, open),
  });

  const readConfig: ReadConfig = async (hash) => {
    const fetch = (signal: AbortSignal) => fetchConfig({ oracles, hash, signal });
    return (await cache.read({ policy: 'markets', key: configPath(hash), fetch })).value;
  };

  const batches = createPoller<string, { readonly batch: BatchRef }>({
    ...common('batch'),
    interval: oracleInterval,
    delivery: 'latest',
    look: async (key, before, signal) => {
      // Readers are to see nothing older than what was told.
      const { value: found, freshFor } = await cache.look({
        ...{ policy: 'batchState', key, maxAge, signal },
        fetch: (leaving) => fetchState({ oracles, batchId: Number(key), signal: leaving }),
      });
      const until = clock.now() + freshFor;
      const state = canonicalJson(shownOf(found));
      if (state === before) return { state, events: [], until };
      return { state, events: [{ batch: await refOfState(found, readConfig) }], until };
    },
  });
  // Who has submitted a bitmap, here or at another replica, is told nothing from before.
  cache.onForget((policy, key) => {
    if (policy === 'batchState' && key !== undefined) batches.renew(key);
  });

  return {
    batches,
    ticks: createPoller<number, { readonly tickResolved: TickRef }>({
      ...common('tick'),
      interval: oracleInterval,
      delivery: 'every',
      look: async (key, before, signal) => {
        const { value: found } = await cache.look({
          ...{ policy: 'tickHistory', key, maxAge, signal },
          fetch: (leaving) => fetchHistory({ oracles, batchId: Number(key), signal: leaving }),
        });
        const newest = found[0]?.tick_id ?? -1;
        const last = before ?? newest;
        const events = found
          .filter(({ tick_id }) => tick_id > last)
          .reverse()
          .map((entry) => ({ tickResolved: { batch: null, entry } }));
        // Another oracle may be behind the one that was asked before.
        return { state: Math.max(last, newest), events };
      },
    }),
    joins: createPoller<JoinsSeen, { readonly playerJoined: JoinRef }>({
      ...common('join'),
      interval: chainInterval,
      delivery: 'every',
      look: createJoinLook(upstreams.l3, upstreams.contracts),
    }),
  };
}
