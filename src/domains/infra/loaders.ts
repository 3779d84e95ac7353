import type { Context, LoaderDeps } from '../../context.ts';
import type { ReverseProxy } from '../../http/proxy/reverse-proxy.ts';
import { createExplorerClient, type ExplorerClient } from './client.ts';
import { readDeployment } from './deployment-files.ts';
import type { FaucetService } from './faucet/faucet-service.ts';
import type { Deployment, DeploymentFileName } from './schema.ts';

/** Reads of one request, shared by both doors. */
export type InfraLoaders = {
  /** @throws {NotConfiguredError} the gateway has no explorer token. */
  readonly explorer: () => ExplorerClient;
  /** @throws {NotFoundError} there is no such file on the server. */
  readonly deployment: (file: DeploymentFileName) => Deployment | Promise<Deployment>;
};

/** What a request carries for the doors of this slice. */
export type InfraContext = Context<
  { readonly infra: InfraLoaders },
  { readonly faucet: FaucetService; readonly dataNodeProxy: ReverseProxy }
>;

/** Explorer health and deployment files. */
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
