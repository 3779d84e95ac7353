import type { Context, LoaderDeps } from '../../context.ts';
import type { ReverseProxy } from '../../http/proxy/reverse-proxy.ts';
import { createExplorerClient, type ExplorerClient } from './client.ts';
import { readDeployment } from './deployment-files.ts';
import type { FaucetService } from './faucet/faucet-service.ts';
import type { Deployment, DeploymentFileName } from './schema.ts';

/** The loaders of one request; both APIs use them. */
export type InfraLoaders = {
  /** Returns the explorer client. @throws {NotConfiguredError} no explorer token is configured. */
  readonly explorer: () => ExplorerClient;
  /**
   * @throws {NotFoundError} the file does not exist.
   * @throws {InternalError} the content is not a valid deployment.
   */
  readonly deployment: (file: DeploymentFileName) => Deployment | Promise<Deployment>;
};

/** The request context that the routes and resolvers of this domain need. */
export type InfraContext = Context<
  { readonly infra: InfraLoaders },
  { readonly faucet: FaucetService; readonly dataNodeProxy: ReverseProxy }
>;

/** Creates the loaders for explorer health and deployment files. */
export function createInfraLoaders(deps: LoaderDeps): InfraLoaders {
  const { requestCache, upstreams, config } = deps;
  return {
    explorer: () =>
      createExplorerClient({
        requestCache,
        dataNode: upstreams.dataNode,
        token: config.explorerToken,
      }),
    deployment: (file) =>
      requestCache.read('deployment', `deployment ${file}`, async () => {
        const value = await readDeployment(file, config);
        return { value, bytes: JSON.stringify(value).length };
      }),
  };
}
