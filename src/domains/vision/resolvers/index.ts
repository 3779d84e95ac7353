import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import type { VisionContext } from '../loaders.ts';
import { batchResolvers } from './batch-resolvers.ts';
import { bitmapResolvers } from './bitmap-resolvers.ts';
import { marketResolvers } from './market-resolvers.ts';
import { sourceResolvers } from './source-resolvers.ts';
import { tickResolvers } from './tick-resolvers.ts';

/** All resolvers of the prediction market. */
export const visionResolvers: Resolvers<VisionContext> = {
  ...batchResolvers,
  ...marketResolvers,
  ...tickResolvers,
  ...sourceResolvers,
  ...bitmapResolvers,
  Query: {
    ...batchResolvers.Query,
    ...marketResolvers.Query,
    ...tickResolvers.Query,
    ...sourceResolvers.Query,
    ...bitmapResolvers.Query,
  },
  Batch: { ...batchResolvers.Batch, ...tickResolvers.Batch },
};
