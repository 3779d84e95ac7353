import type { Route } from '../../http/route.ts';
import type { VisionContext } from './loaders.ts';
import { oracleProxyRoute, oracleServedRoutes } from './oracle-api/routes.ts';
import { marketSnapshotRoutes } from './snapshot/routes.ts';
import { submitRoutes } from './submit/routes.ts';

/** All routes under /vision. The last one forwards paths that no other route matches. */
export const visionRoutes: readonly Route<VisionContext>[] = [
  ...oracleServedRoutes,
  ...marketSnapshotRoutes,
  ...submitRoutes,
  oracleProxyRoute,
];
