import type { Slice } from '../slice.ts';
import type { InfraContext } from './loaders.ts';
import { infraResolvers } from './resolvers.ts';
import { infraRoutes } from './routes.ts';

export { createDataNodeProxy } from './data-node-proxy.ts';
export { createFaucetService, type FaucetService } from './faucet/service.ts';
export { createInfraLoaders, type InfraLoaders } from './loaders.ts';
export type { DeploymentRef } from './resolvers.ts';
export type { HealthFields } from './shapes.ts';
export type { ExplorerSource } from './source.ts';

/** Deployment files, explorer health, the faucet and the proxy to the data node. */
export const infraSlice: Slice<InfraContext> = {
  name: 'infra',
  resolvers: infraResolvers,
  routes: infraRoutes,
};
