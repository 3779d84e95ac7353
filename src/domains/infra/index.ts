import type { DomainModule } from '../domain-module.ts';
import { infraCostHints } from './cost-hints.ts';
import { infraExampleOperation } from './example-operation.ts';
import type { InfraContext } from './loaders.ts';
import { findDeploymentByFileName, infraResolvers } from './resolvers.ts';
import { infraRoutes } from './routes.ts';

export type { ExplorerHealthClient } from './client.ts';
export { createDataNodeProxy } from './data-node-proxy.ts';
export { createFaucetService } from './faucet/faucet-service.ts';
export { createInfraLoaders, type InfraLoaders } from './loaders.ts';
export type { DeploymentParent } from './resolvers.ts';
export type { ExplorerHealthFields } from './schema.ts';

/** The domain module for deployment files, explorer health, the faucet and the data node proxy. */
export const infraModule: DomainModule<InfraContext> = {
  name: 'infra',
  exampleOperations: [infraExampleOperation],
  costHints: infraCostHints,
  tag: {
    name: 'infrastructure',
    title: 'Network and tools',
    description:
      'Deployment files, health of the oracle network, the testnet faucet, and the data node as it is.',
  },
  wireTypes: ['NetworkHealth'],
  resolvers: infraResolvers,
  routes: infraRoutes,
  nodes: {
    Deployment: {
      keys: ['file'],
      find: ([file = ''], context) => findDeploymentByFileName(file, context),
    },
  },
};
