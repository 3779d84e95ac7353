import type {
  KnownListLengths,
  LengthReadersByRootField,
} from '../../../graphql/cost/cost-hints.ts';
import { parseBytes32 } from '../../../lib/units.ts';
import { type BatchParent, findBatch, getBatches, parseBatchId } from '../graphql-parents.ts';
import type { VisionContext } from '../loaders.ts';

type Counts = Pick<BatchParent, 'marketCount' | 'playerCount'>;

/** Returns an upper bound for the players of a tick; some may have left the batch since. */
const playersOfTick = (playerCount: number) => 2 * playerCount + 10;

const lengthsIn = ({ marketCount, playerCount }: Counts): KnownListLengths => ({
  'Batch.markets': marketCount,
  'Batch.players': playerCount,
  'RevealedBitmap.predictions': marketCount,
  'Tick.outcomes': marketCount,
  'TickReveal.bitmaps': playersOfTick(playerCount),
});

async function lengthsBelow(id: unknown, name: 'id' | 'batchId', context: VisionContext) {
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const batch = await findBatch(parseBatchId(String(id), name), context);
  return batch && lengthsIn(batch);
}

/** Read actual list lengths below these fields when the estimated cost exceeds the limit. */
export const batchListLengthReaders: LengthReadersByRootField<VisionContext> = {
  'Query.batch': (read, context) => lengthsBelow(read('id'), 'id', context),
  'Query.batchConfig': async (read, context) => {
    const hash = parseBytes32(String(read('hash')));
    if (!hash) return null;
    const { markets } = await context.loaders.vision.oracle.config(hash);
    return { 'BatchConfig.markets': markets.length };
  },
  'Query.batches': async (_read, context) => {
    const batches = await getBatches(context);
    return lengthsIn({
      marketCount: Math.max(0, ...batches.map(({ marketCount }) => marketCount)),
      playerCount: Math.max(0, ...batches.map(({ playerCount }) => playerCount)),
    });
  },
  'Subscription.batch': (read, context) => lengthsBelow(read('id'), 'id', context),
  'Subscription.tickResolved': (read, context) => lengthsBelow(read('batchId'), 'batchId', context),
};
