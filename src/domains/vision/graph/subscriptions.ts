import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import type { Context } from '../../../context.ts';
import { NotFoundError } from '../../../core/errors.ts';
import { mapEvents } from '../../../core/events/map-events.ts';
import type { VisionFeeds } from '../feeds/feeds.ts';
import { startWith } from '../feeds/start-with.ts';
import type { VisionContext } from '../loaders.ts';
import { findBatch, parseBatchId, type TickRef } from '../refs.ts';

/** The key of a batch's feed. @throws {NotFoundError} no batch can have this number. */
function keyOf(text: string, argument: 'id' | 'batchId'): string {
  const id = parseBatchId(text, argument);
  if (id === null) throw new NotFoundError('batch not found');
  return String(id);
}

/** Another gateway may have told so many ticks more; who has seen more than that saw another chain. */
const maxAhead = 5;

/** The tick that the client saw last, -1 for none, and those that were resolved after it. */
async function missedTicks(key: string, context: VisionContext) {
  const { after } = context.cursor;
  if (after === null || !/^\d{1,15}$/.test(after)) return { seen: -1, missed: [] };
  const history = await context.loaders.vision.oracle.history(Number(key));
  const newest = history[0]?.tick_id ?? -1;
  const missed = history
    .filter(({ tick_id }) => tick_id > Number(after))
    .map((entry) => ({ tickResolved: { batch: null, entry } satisfies TickRef }))
    .reverse();
  return { seen: Number(after) - newest > maxAhead ? -1 : Number(after), missed };
}

/** A request that may watch batches. */
export type WatchingContext = VisionContext &
  Context<unknown, { readonly visionFeeds: VisionFeeds }>;

/** What happens in a batch; events carry everything that came with them. */
export const visionSubscriptions: Pick<
  Resolvers<WatchingContext>,
  'Subscription' | 'PlayerJoined'
> = {
  Subscription: {
    batch: {
      subscribe: (_root, { id }, context) => {
        const { batches } = context.services.visionFeeds;
        return batches.listen(keyOf(id, 'id'), context.signal, (isCurrent) =>
          context.cursor.deliver('latest', isCurrent),
        );
      },
    },
    tickResolved: {
      subscribe: async (_root, { batchId }, context) => {
        const key = keyOf(batchId, 'batchId');
        // Who resumes has missed what others who resume at the same tick have missed.
        if (context.cursor.after !== null) context.cursor.deliver('every');
        const live = await context.services.visionFeeds.ticks.listen(key, context.signal);
        const { seen, missed } = await missedTicks(key, context);
        let last = seen;
        return mapEvents(startWith(missed, live), (event) => {
          const { tick_id } = event.tickResolved.entry;
          if (tick_id <= last) return undefined;
          last = tick_id;
          context.cursor.mark(String(tick_id));
          return event;
        });
      },
    },
    playerJoined: {
      subscribe: (_root, { batchId }, context) =>
        context.services.visionFeeds.joins.listen(keyOf(batchId, 'batchId'), context.signal),
    },
  },
  PlayerJoined: {
    batch: ({ batchId }, _args, context) => findBatch(batchId, context),
  },
};
