import { z } from 'zod';
import type { ServiceDeps } from '../../../context.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { OverloadedError } from '../../../lib/errors.ts';
import { createPoller } from '../../../streaming/poller.ts';
import {
  type BatchParent,
  batchParentFromState,
  type GetConfigByHash,
  parseOptionalBatchFields,
  type TickParent,
} from '../graphql-parents.ts';
import {
  batchConfigPath,
  fetchBatchConfig,
  fetchBatchState,
  fetchTickHistory,
} from '../oracle-api/fetch-batch.ts';
import {
  type BatchState,
  batchPlayerResponseSchema,
  batchStateResponseSchema,
} from '../oracle-api/schema.ts';
import {
  createPlayerJoinedPoll,
  type PlayerJoinedParent,
  type PlayerJoinedPollState,
} from './player-joined.ts';

export type VisionPollers = ReturnType<typeof createVisionPollers>;

const oracleInterval = 2000;
/** A poll accepts a value that another replica fetched less than this ago. */
const maxAge = oracleInterval * 0.9;
const chainInterval = 1000;
/** Batches that can be watched at once, for each kind of event. */
const maxKeys = 500;

const shownState = batchStateResponseSchema
  .extend({ players: z.array(batchPlayerResponseSchema.strip()) })
  .strip();

/** Returns the fields of a batch that GraphQL exposes; other fields must not cause an event. */
const publicFields = (state: BatchState) => ({
  ...shownState.parse(state),
  ...parseOptionalBatchFields(state),
});

/** Creates the pollers of batch events by batch id: states from oracles, joins from the chain. */
export function createVisionPollers(deps: ServiceDeps) {
  const { clock, cache, telemetry, upstreams } = deps;
  const { oracles } = upstreams;
  const common = (stream: string) => ({
    clock,
    maxKeys,
    createOverloadError: () => new OverloadedError('too many batches are watched', 10),
    onKeyCount: (open: number) => telemetry.openStreams.set({ stream: `upstream ${stream}` }, open),
  });

  const readConfig: GetConfigByHash = async (hash) => {
    const fetch = (signal: AbortSignal) => fetchBatchConfig({ oracles, hash, signal });
    return (await cache.read({ policy: 'markets', key: batchConfigPath(hash), fetch })).value;
  };

  const batches = createPoller<string, { readonly batch: BatchParent }>({
    ...common('batch'),
    interval: oracleInterval,
    deliveryMode: 'conflate',
    poll: async (key, before, signal) => {
      // Reading through the cache ensures that queries see nothing older than subscribers.
      const { value: found, freshFor } = await cache.getFresherThan({
        ...{ policy: 'batchState', key, maxAge, signal },
        fetch: (signal) => fetchBatchState({ oracles, batchId: Number(key), signal }),
      });
      const until = clock.now() + freshFor;
      const state = canonicalJson(publicFields(found));
      if (state === before) return { state, events: [], until };
      return { state, events: [{ batch: await batchParentFromState(found, readConfig) }], until };
    },
  });
  // A submitted bitmap, here or at another replica, invalidates the state, so poll again at once.
  cache.onInvalidate((policy, key) => {
    if (policy === 'batchState' && key !== undefined) batches.pollNow(key);
  });

  return {
    batches,
    ticks: createPoller<number, { readonly tickResolved: TickParent }>({
      ...common('tick'),
      interval: oracleInterval,
      deliveryMode: 'live',
      poll: async (key, before, signal) => {
        const { value: found } = await cache.getFresherThan({
          ...{ policy: 'tickHistory', key, maxAge, signal },
          fetch: (signal) => fetchTickHistory({ oracles, batchId: Number(key), signal }),
        });
        const newest = found[0]?.tick_id ?? -1;
        const last = before ?? newest;
        const events = found
          .filter(({ tick_id }) => tick_id > last)
          .reverse()
          .map((entry) => ({ tickResolved: { batch: null, entry } }));
        // The oracle that responds now may lag behind the one that responded before.
        return { state: Math.max(last, newest), events };
      },
    }),
    joins: createPoller<PlayerJoinedPollState, { readonly playerJoined: PlayerJoinedParent }>({
      ...common('join'),
      interval: chainInterval,
      deliveryMode: 'live',
      poll: createPlayerJoinedPoll(upstreams.l3, upstreams.contracts),
    }),
  };
}
