import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import type { Context } from '../../../context.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import { mapEvents } from '../../../streaming/map-events.ts';
import { prependEvents } from '../../../streaming/prepend-events.ts';
import { subscribeToNewestEvent } from '../../change-poller.ts';
import { findBatch, parseBatchId, type TickParent } from '../graphql-parents.ts';
import type { VisionContext } from '../loaders.ts';
import type { VisionPollers } from '../pollers/vision-pollers.ts';

/** Returns the poller key of a batch. @throws {NotFoundError} no batch can have this number. */
function keyOf(text: string, argument: 'id' | 'batchId'): string {
  const id = parseBatchId(text, argument);
  if (id === null) throw new NotFoundError('batch not found');
  return String(id);
}

/** Ticks by which another replica may be ahead; a cursor further ahead is ignored. */
const maxAhead = 5;

/** Returns the last tick that the client received (-1 for none) and the ticks resolved after it. */
async function missedTicks(key: string, context: VisionContext) {
  const { after } = context.cursor;
  if (after === null || !/^\d{1,15}$/.test(after)) return { seen: -1, missed: [] };
  const history = await context.loaders.vision.oracle.history(Number(key));
  const newest = history[0]?.tick_id ?? -1;
  const missed = history
    .filter(({ tick_id }) => tick_id > Number(after))
    .map((entry) => ({ tickResolved: { batch: null, entry } satisfies TickParent }))
    .reverse();
  return { seen: Number(after) - newest > maxAhead ? -1 : Number(after), missed };
}

/** The context of requests that may watch batches. */
export type BatchWatchContext = VisionContext &
  Context<unknown, { readonly visionPollers: VisionPollers }>;

/** Subscription resolvers of a batch. Events contain all data that their poller has read. */
export const visionSubscriptions: Pick<
  Resolvers<BatchWatchContext>,
  'Subscription' | 'PlayerJoined'
> = {
  Subscription: {
    batch: {
      subscribe: (_root, { id }, context) =>
        subscribeToNewestEvent(context.services.visionPollers.batches, keyOf(id, 'id'), context),
    },
    tickResolved: {
      subscribe: async (_root, { batchId }, context) => {
        const key = keyOf(batchId, 'batchId');
        // Clients share this stream only if they resume at the same tick, so its earlier events may
        // be sent to all of them.
        if (context.cursor.after !== null) context.cursor.setDeliveryMode('replay');
        const live = await context.services.visionPollers.ticks.subscribe(key, context.signal);
        const { seen, missed } = await missedTicks(key, context);
        let last = seen;
        return mapEvents(prependEvents(missed, live), (event) => {
          const { tick_id } = event.tickResolved.entry;
          if (tick_id <= last) return undefined;
          last = tick_id;
          context.cursor.setPosition(String(tick_id));
          return event;
        });
      },
    },
    playerJoined: {
      subscribe: (_root, { batchId }, context) =>
        context.services.visionPollers.joins.subscribe(keyOf(batchId, 'batchId'), context.signal),
    },
  },
  PlayerJoined: {
    batch: ({ batchId }, _args, context) => findBatch(batchId, context),
  },
};
