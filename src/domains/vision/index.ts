import type { Slice } from '../slice.ts';
import { visionResolvers } from './resolvers.ts';
import { visionRoutes } from './routes.ts';

export { createVisionLoaders, type VisionLoaders } from './loaders.ts';
export { type BitmapService, createBitmapService } from './submit/service.ts';

/** The sealed prediction market: batches, ticks, bitmaps, and the values that markets are about. */
export const visionSlice: Slice = {
  name: 'vision',
  resolvers: visionResolvers,
  routes: visionRoutes,
};
