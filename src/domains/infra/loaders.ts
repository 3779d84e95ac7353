import type { Context, LoaderDeps } from '../../context.ts';
import type { Passthrough } from '../../http/passthrough/passthrough.ts';
import { readDeployment } from './deployments.ts';
import type { FaucetService } from './faucet/service.ts';
import type { Deployment, DeploymentFile } from './shapes.ts';
import { createExplorerSource, type ExplorerSource } from './source.ts';

/** Reads of one request, shared by both doors. */
export type InfraLoaders = {
  /** @throws {NotConfiguredError} the gateway has no explorer token. */
  readonly explorer: () => ExplorerSource;
  /** @throws {NotFoundError} there is no such file on the server. */
  readonly deployment: (file: DeploymentFile) => Deployment | Promise<Deployment>;
};

/** What a request carries for the doors of this slice. */
export type InfraContext = Context<
  { readonly infra: InfraLoaders },
  { readonly faucet: FaucetService; readonly dataNodeProxy: Passthrough }
>;

/** Explorer health and deployment files. */
export function createInfraLoaders(deps: LoaderDeps): InfraLoaders {
  const { reader, upstreams, config } = deps;
  return {
    explorer: () =>
      createExplorerSource({ reader, dataNode: upstreams.dataNode, token: config.explorerToken }),
    deployment: (file) =>
      reader.read('deployment', `deployment ${file}`, async () => {
        const value = await readDeployment(file, config);
        return { value, bytes: JSON.stringify(value).length };
      }),
  };
}
