import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { parseParams } from '../../../http/parse-params.ts';
import { findBatch, parseBatchId, visionRestToGraphQLTranslator } from '../graphql-parents.ts';
import type { VisionContext } from '../loaders.ts';
import { bitmapBacktestBodySchema, runBitmapBacktest } from '../oracle-api/tick-backtest.ts';
import { computeBitmapHash, encodeBitmap, parseBitmap } from '../submit/bitmap.ts';
import { submitBitmapMutation } from './submit-bitmap-mutation.ts';

/** Resolvers that encode, backtest and submit bitmaps. */
export const bitmapResolvers: Resolvers<VisionContext> = {
  Query: {
    encodeBitmap: (_root, { predictions }) => {
      const bitmap = encodeBitmap(predictions.map((direction) => direction === 'UP'));
      return { bitmap, hash: computeBitmapHash(bitmap) };
    },
    bitmapHash: (_root, { bitmap }) =>
      visionRestToGraphQLTranslator.translateErrors(() => computeBitmapHash(parseBitmap(bitmap))),
    backtestBitmap: async (_root, { batchId, bitmap, ticks }, context) => {
      const input = {
        batch_id: parseBatchId(batchId, 'batchId') ?? Number.POSITIVE_INFINITY,
        bitmap_hex: bitmap,
        ticks: parseParams(bitmapBacktestBodySchema.shape.ticks, ticks ?? undefined),
      };
      const { win_rate, total_pnl, pnl_curve } =
        await visionRestToGraphQLTranslator.translateErrors(() =>
          runBitmapBacktest(input, context),
        );
      return { winRate: win_rate, totalPnl: total_pnl, curve: pnl_curve };
    },
  },
  Mutation: {
    submitBitmap: (_root, { input }, context) => submitBitmapMutation(input, context),
  },
  SubmitBitmapPayload: {
    batch: ({ batchId }, _args, context) => findBatch(batchId, context),
  },
};
