import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import type { VisionContext } from '../loaders.ts';
import { batchResolvers } from './batches.ts';
import { marketResolvers } from './markets.ts';
import { playResolvers } from './play.ts';
import { tickResolvers } from './ticks.ts';
import { valueResolvers } from './values.ts';

/** All resolvers of the prediction market. */
export const visionResolvers: Resolvers<VisionContext> = {
  ...batchResolvers,
  ...marketResolvers,
  ...tickResolvers,
  ...valueResolvers,
  ...playResolvers,
  Query: {
    ...batchResolvers.Query,
    ...marketResolvers.Query,
    ...tickResolvers.Query,
    ...valueResolvers.Query,
    ...playResolvers.Query,
  },
  Batch: { ...batchResolvers.Batch, ...tickResolvers.Batch },
};
