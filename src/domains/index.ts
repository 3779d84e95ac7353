import type { Context, LoaderDeps, ServiceDeps } from '../context.ts';
import type { ReverseProxy } from '../http/proxy/reverse-proxy.ts';
import { lazyProperties } from '../lib/lazy-properties.ts';
import type { DomainModule } from './domain-module.ts';
import {
  createDtfLoaders,
  createEnrichmentLoaders,
  createNavPoller,
  type DtfLoaders,
  dtfModule,
  type EnrichmentLoaders,
  type LookupFiles,
  type NavPoller,
  readLookupFiles,
} from './dtf/index.ts';
import {
  createDataNodeProxy,
  createFaucetService,
  createInfraLoaders,
  type FaucetService,
  type InfraLoaders,
  infraModule,
} from './infra/index.ts';
import { createLendingLoaders, type LendingLoaders, lendingModule } from './lending/index.ts';
import {
  createPortfolioLoaders,
  type PortfolioLoaders,
  portfolioModule,
} from './portfolio/index.ts';
import { createPricesLoaders, type PricesLoaders, pricesModule } from './prices/index.ts';
import {
  createSimLoaders,
  createSimulations,
  type SimLoaders,
  type Simulations,
  simModule,
} from './sim/index.ts';
import {
  type BitmapService,
  createBitmapService,
  createOracleProxy,
  createVisionLoaders,
  createVisionPollers,
  type OracleProxy,
  type VisionLoaders,
  type VisionPollers,
  visionModule,
} from './vision/index.ts';

/** What one request reads through, a group per slice. */
export type Loaders = {
  readonly prices: PricesLoaders;
  readonly dtf: DtfLoaders;
  readonly enrichment: EnrichmentLoaders;
  readonly portfolio: PortfolioLoaders;
  readonly lending: LendingLoaders;
  readonly sim: SimLoaders;
  readonly vision: VisionLoaders;
  readonly infra: InfraLoaders;
};

/** Loaders of one request; a slice's are made when it is first used. */
export const createLoaders = lazyProperties<LoaderDeps<Services>, Loaders>({
  prices: createPricesLoaders,
  dtf: createDtfLoaders,
  enrichment: (deps, loaders) =>
    createEnrichmentLoaders(deps, {
      lookupFiles: deps.services.lookupFiles,
      snapshotOf: (id) => loaders.dtf.snapshotOf(id),
    }),
  portfolio: createPortfolioLoaders,
  lending: createLendingLoaders,
  sim: createSimLoaders,
  vision: createVisionLoaders,
  infra: createInfraLoaders,
});

/** What the slices keep as long as the gateway lives; disposed when it closes. */
export type Services = {
  readonly simulations: Simulations;
  readonly faucet: FaucetService;
  readonly bitmaps: BitmapService;
  readonly visionPollers: VisionPollers;
  readonly navPoller: NavPoller;
  readonly dataNodeProxy: ReverseProxy;
  readonly oracleProxy: OracleProxy;
  readonly lookupFiles: LookupFiles;
  /** Takes up what an earlier process left; @throws {ConfigError} the gateway must not run like this. */
  readonly start: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** What one request carries for all of them. */
export type GatewayContext = Context<Loaders, Services>;

/** The one list of slices: both doors are made from it. */
export const domainModules: readonly DomainModule<GatewayContext>[] = [
  pricesModule,
  dtfModule,
  portfolioModule,
  lendingModule,
  simModule,
  visionModule,
  infraModule,
];

/**
 * Made once, when the gateway is composed.
 *
 * @throws {ConfigError} a look-up file cannot be read.
 */
export function createServices(deps: ServiceDeps): Services {
  const lookupFiles = readLookupFiles(deps.config);
  const faucet = createFaucetService(deps);
  const bitmaps = createBitmapService(deps);
  const dataNodeProxy = createDataNodeProxy(deps);
  const oracleProxy = createOracleProxy(deps);
  return {
    simulations: createSimulations({ ...deps, dataNode: deps.upstreams.dataNodeStreams }),
    faucet,
    bitmaps,
    visionPollers: createVisionPollers(deps),
    navPoller: createNavPoller(deps),
    dataNodeProxy,
    oracleProxy,
    lookupFiles,
    start: async () => {
      bitmaps.start();
      await faucet.start();
    },
    [Symbol.asyncDispose]: async () => {
      oracleProxy.abortAll();
      await Promise.all([faucet.close(), bitmaps.close(), dataNodeProxy.close()]);
    },
  };
}
