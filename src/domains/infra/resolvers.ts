import type {
  HealthRange,
  HealthStatus,
  Resolvers,
  UpstreamStatus,
} from '../../../generated/graphql/resolvers.ts';
import { encodeGlobalId, parseIdOrKey } from '../../lib/global-id.ts';
import { valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import { packageVersion } from '../../lib/package-version.ts';
import { parseAddress } from '../../lib/units.ts';
import { hasRequiredUpstreams } from '../../upstreams/readiness.ts';
import { parseDeploymentFileName } from './deployment-files.ts';
import { requestFaucetMutation } from './faucet-mutation.ts';
import type { InfraContext } from './loaders.ts';
import { type Deployment, type HealthHistoryRange, servedDeploymentFileNames } from './schema.ts';

/** The parent of the `Deployment` type: a deployment with the name of its file. */
export type DeploymentParent = Deployment & { readonly file: string };

const ranges: Readonly<Record<HealthRange, HealthHistoryRange>> = {
  H1: '1h',
  H6: '6h',
  H24: '24h',
  D7: '7d',
  D30: '30d',
};

const addressOf = ({ contracts }: Deployment, name: string) =>
  Object.hasOwn(contracts, name) ? parseAddress(contracts[name] ?? '') : null;

/** Reads the deployment in a file. @throws {InvalidInputError} the name is not allowed. */
export async function findDeploymentByFileName(
  name: string,
  context: InfraContext,
): Promise<DeploymentParent | null> {
  const file = parseDeploymentFileName(name);
  const found = await valueOrIfNotFound(() => context.loaders.infra.deployment(file), null);
  return found && { ...found, file };
}

const healthStatuses = ['HEALTHY', 'DEGRADED', 'UNHEALTHY'] as const;

const toHealthStatus = (status: string): HealthStatus =>
  healthStatuses.find((one) => one === status.toUpperCase()) ?? 'UNKNOWN';

const upstreamStatuses = { up: 'UP', down: 'DOWN', unknown: 'UNKNOWN' } as const satisfies Record<
  string,
  UpstreamStatus
>;

const startedAt = new Date(performance.timeOrigin).toISOString();

/** Returns the state of this process, which other replicas do not share. */
async function describeGateway(context: InfraContext) {
  const { upstreams, cluster, config, shutdownSignal, requestCache } = context;
  requestCache.freshness.markUncacheable();
  await upstreams.probe();
  const states = upstreams.health();
  const redis = cluster?.health();
  return {
    version: packageVersion,
    startedAt,
    isSandbox: config.l3RpcPassthrough,
    ready: !shutdownSignal.aborted && hasRequiredUpstreams(config.readyRequires, states, redis),
    upstreams: Object.entries(redis === undefined ? states : { ...states, redis }).map(
      ([name, state]) => ({ name, status: upstreamStatuses[state] }),
    ),
  };
}

export const infraResolvers: Resolvers<InfraContext> = {
  Query: {
    deployment: (_root, { file }, context) =>
      findDeploymentByFileName(parseIdOrKey('Deployment', file, 'file'), context),
    deployments: async (_root, _args, context) => {
      const found = await Promise.all(
        servedDeploymentFileNames.map((file) => findDeploymentByFileName(file, context)),
      );
      return found.filter((deployment) => deployment !== null);
    },
    explorerHealth: (_root, _args, context) => context.loaders.infra.explorer(),
    gateway: (_root, _args, context) => describeGateway(context),
  },
  Mutation: {
    requestFaucet: (_root, { input }, context) => requestFaucetMutation(input, context),
  },
  Deployment: {
    id: ({ file }) => encodeGlobalId('Deployment', file),
    settlementChainId: ({ settlementChainId }) => settlementChainId ?? null,
    contracts: (deployment) => deployment,
  },
  DeployedContracts: {
    index: (deployment) => addressOf(deployment, 'Index'),
    l3Usdc: (deployment) => addressOf(deployment, 'L3_WUSDC'),
    settlementUsdc: (deployment) => addressOf(deployment, 'SETTLEMENT_USDC'),
    vision: (deployment) => addressOf(deployment, 'Vision'),
    lending: (deployment) => addressOf(deployment, 'LENDING'),
    multicall3: (deployment) => addressOf(deployment, 'MULTICALL3'),
    all: (deployment) =>
      Object.entries(deployment.contracts).map(([name, value]) => ({
        name,
        value,
        address: addressOf(deployment, name),
      })),
  },
  ExplorerHealth: {
    latest: (explorer) => explorer.latest('24h'),
    history: (explorer, { range }) => explorer.history(ranges[range]),
  },
  NetworkHealth: {
    polledAt: (health) => health.poll_batch_ts,
    worstStatus: ({ worst_status }) =>
      worst_status === undefined ? null : toHealthStatus(worst_status),
    ordersProcessedLast60s: (health) => health.orders_processed_last_60s ?? null,
  },
};
