import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import { bitmapHash, parseBitmap } from './submit/bitmap.ts';

export const visionResolvers: Resolvers = {
  Query: {
    bitmapHash: (_root, { bitmap }) => bitmapHash(parseBitmap(bitmap)),
  },
};
