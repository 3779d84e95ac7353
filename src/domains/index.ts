import type { Context, LoaderDeps, ServiceDeps } from '../context.ts';
import type { GraphiQLTab } from '../graphql/graphiql/graphiql.ts';
import { lazyProperties } from '../lib/lazy-properties.ts';
import type { PublicMessages } from '../upstreams/index.ts';
import type { DomainModule } from './domain-module.ts';
import {
  createDtfHistoryLoaders,
  createDtfHolderBalances,
  createDtfLoaders,
  createDtfOrderBookPoller,
  createDtfPollers,
  createDtfTradingLoaders,
  createEnrichmentLoaders,
  type DtfEnrichmentLoaders,
  type DtfHistoryLoaders,
  type DtfLoaders,
  type DtfTradingLoaders,
  dtfModule,
  readLookupFiles,
} from './dtf/index.ts';
import {
  createDataNodeProxy,
  createFaucetService,
  createInfraLoaders,
  type InfraLoaders,
  infraModule,
} from './infra/index.ts';
import { createLendingLoaders, type LendingLoaders, lendingModule } from './lending/index.ts';
import {
  createPortfolioLoaders,
  createPortfolioPoller,
  type PortfolioLoaders,
  portfolioModule,
} from './portfolio/index.ts';
import { createPricesLoaders, type PricesLoaders, pricesModule } from './prices/index.ts';
import {
  createSimLoaders,
  createSimulationComputations,
  type SimLoaders,
  simModule,
} from './sim/index.ts';
import {
  createBitmapSubmissionService,
  createOracleProxy,
  createVisionLoaders,
  createVisionPollers,
  type VisionLoaders,
  visionModule,
} from './vision/index.ts';

export { agentGuide } from './agent-guide.ts';

/** The loaders of one request, one group for each domain. */
export type Loaders = {
  readonly prices: PricesLoaders;
  readonly dtf: DtfLoaders;
  readonly dtfTrading: DtfTradingLoaders;
  readonly dtfHistory: DtfHistoryLoaders;
  readonly enrichment: DtfEnrichmentLoaders;
  readonly portfolio: PortfolioLoaders;
  readonly lending: LendingLoaders;
  readonly sim: SimLoaders;
  readonly vision: VisionLoaders;
  readonly infra: InfraLoaders;
};

/** Creates the loaders of one request; each domain's group is created on first use. */
export const createLoaders = lazyProperties<LoaderDeps<Services>, Loaders>({
  prices: createPricesLoaders,
  dtf: createDtfLoaders,
  dtfTrading: createDtfTradingLoaders,
  dtfHistory: (deps) => createDtfHistoryLoaders(deps, deps.services.dtfHolderBalances),
  enrichment: (deps, loaders) =>
    createEnrichmentLoaders(deps, {
      lookupData: deps.services.lookupData,
      snapshotOf: (id) => loaders.dtf.snapshotOf(id),
    }),
  portfolio: (deps, loaders) => createPortfolioLoaders(deps, loaders.dtf),
  lending: (deps, loaders) => createLendingLoaders(deps, loaders.dtf),
  sim: createSimLoaders,
  vision: createVisionLoaders,
  infra: createInfraLoaders,
});

/** Long-lived services of the domains; disposed when the gateway closes. */
export type Services = ReturnType<typeof createDomainServices>;

/** The request context that satisfies every domain. */
export type GatewayContext = Context<Loaders, Services>;

/** The list of all domains, from which the REST and GraphQL APIs are built. */
export const domainModules: readonly DomainModule<GatewayContext>[] = [
  pricesModule,
  dtfModule,
  portfolioModule,
  lendingModule,
  simModule,
  visionModule,
  infraModule,
];

/** The error messages of upstreams that clients may see, by domain. */
export const publicMessages: readonly PublicMessages[] = domainModules.flatMap(
  ({ publicMessages: list }) => list ?? [],
);

/** The operations in the tabs of GraphiQL, the first one open. */
export const exampleOperations: readonly GraphiQLTab[] = [
  dtfModule,
  pricesModule,
  portfolioModule,
  lendingModule,
  simModule,
  visionModule,
  infraModule,
].flatMap((module) => module.exampleOperations);

/** What the REST API is about, for its OpenAPI document. */
export const apiDescription =
  'Index funds (DTFs), portfolios, lending, backtests and a sealed prediction market.';

/** What the values of the REST API are measured in, for its OpenAPI document. */
export const apiUnits =
  '**Units.** The description of a field states its unit; every point of a series is in the unit of its field. Times are Unix seconds; prices, NAV and other values USD; weights shares of 1; fields with `pct` percent; amounts of tokens decimal strings in wei, 18 decimals. `null` means not known.';

/** The pages of the web application in the header bar of all pages, each with its label. */
export const explorerPages = [
  ['/', 'Funds'],
  ['/compare', 'Compare'],
  ['/backtest', 'Backtest'],
  ['/portfolio', 'Portfolio'],
  ['/markets', 'Markets'],
  ['/lending', 'Lending'],
  ['/sources', 'Sources'],
  ['/status', 'Status'],
  ['/guides', 'Guides'],
] as const;

/**
 * Creates the services of all domains, once per process.
 *
 * @throws {ConfigError} a lookup file cannot be read or is malformed.
 */
export function createDomainServices(deps: ServiceDeps) {
  const lookupData = readLookupFiles(deps.config);
  const faucet = createFaucetService(deps);
  const bitmaps = createBitmapSubmissionService(deps);
  const dataNodeProxy = createDataNodeProxy(deps);
  const oracleProxy = createOracleProxy(deps);
  return {
    simulations: createSimulationComputations(deps),
    faucet,
    bitmaps,
    visionPollers: createVisionPollers(deps),
    dtfPollers: createDtfPollers(deps),
    dtfHolderBalances: createDtfHolderBalances(),
    dtfOrderBookPoller: createDtfOrderBookPoller(deps),
    portfolioPoller: createPortfolioPoller(deps),
    dataNodeProxy,
    oracleProxy,
    lookupData,
    /**
     * Starts background work, such as unfinished bitmap deliveries.
     *
     * @throws {ConfigError} the faucet key is a published one and the chain is not a development
     * chain.
     */
    start: async () => {
      bitmaps.start();
      await faucet.start();
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      oracleProxy.abortAll();
      dataNodeProxy.abortAll();
      await Promise.all([faucet.close(), bitmaps.close()]);
    },
  };
}
