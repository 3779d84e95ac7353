import type { Context, LoaderDeps } from '../../context.ts';
import type { ReverseProxy } from '../../http/proxy/reverse-proxy.ts';
import { createExplorerHealthClient } from './client.ts';
import { readDeployment } from './deployment-files.ts';
import type { FaucetService } from './faucet/faucet-service.ts';
import type { DeploymentFileName } from './schema.ts';

export type InfraLoaders = ReturnType<typeof createInfraLoaders>;

/** The request context that the routes and resolvers of this domain need. */
export type InfraContext = Context<
  { readonly infra: InfraLoaders },
  { readonly faucet: FaucetService; readonly dataNodeProxy: ReverseProxy }
>;

/** Creates the loaders of one request, for explorer health and deployment files. */
export function createInfraLoaders({ requestCache, upstreams, config }: LoaderDeps) {
  return {
    /** Returns the explorer client. @throws {NotConfiguredError} no token is configured. */
    explorer: () =>
      createExplorerHealthClient({
        requestCache,
        dataNode: upstreams.dataNode,
        token: config.explorerToken,
      }),
    /**
     * @throws {NotFoundError} the file does not exist.
     * @throws {InternalError} the content is not a valid deployment.
     */
    deployment: (file: DeploymentFileName) =>
      requestCache.read('deployment', `deployment ${file}`, async () => {
        const value = await readDeployment(file, config);
        return { value, bytes: JSON.stringify(value).length };
      }),
  };
}
