import type { Context, LoaderDeps, ServiceDeps } from '../context.ts';
import { lazily } from '../core/lazily.ts';
import type { Passthrough } from '../http/passthrough/passthrough.ts';
import {
  createDtfLoaders,
  createEnrichmentLoaders,
  createNavFeed,
  type DtfLoaders,
  dtfSlice,
  type EnrichmentLoaders,
  type Lookups,
  type NavFeed,
  readLookups,
} from './dtf/index.ts';
import {
  createDataNodeProxy,
  createFaucetService,
  createInfraLoaders,
  type FaucetService,
  type InfraLoaders,
  infraSlice,
} from './infra/index.ts';
import { createLendingLoaders, type LendingLoaders, lendingSlice } from './lending/index.ts';
import {
  createPortfolioLoaders,
  type PortfolioLoaders,
  portfolioSlice,
} from './portfolio/index.ts';
import { createPricesLoaders, type PricesLoaders, pricesSlice } from './prices/index.ts';
import {
  createSimLoaders,
  createSimulations,
  type SimLoaders,
  type Simulations,
  simSlice,
} from './sim/index.ts';
import type { Slice } from './slice.ts';
import {
  type BitmapService,
  createBitmapService,
  createOracleForwarder,
  createVisionFeeds,
  createVisionLoaders,
  type OracleForwarder,
  type VisionFeeds,
  type VisionLoaders,
  visionSlice,
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
export const createLoaders = lazily<LoaderDeps<Services>, Loaders>({
  prices: createPricesLoaders,
  dtf: createDtfLoaders,
  enrichment: (deps, loaders) =>
    createEnrichmentLoaders(deps, {
      lookups: deps.services.lookups,
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
  readonly visionFeeds: VisionFeeds;
  readonly navFeed: NavFeed;
  readonly dataNodeProxy: Passthrough;
  readonly oracleForwarder: OracleForwarder;
  readonly lookups: Lookups;
  /** Takes up what an earlier process left; @throws {ConfigError} the gateway must not run like this. */
  readonly start: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** What one request carries for all of them. */
export type GatewayContext = Context<Loaders, Services>;

/** The one list of slices: both doors are made from it. */
export const slices: readonly Slice<GatewayContext>[] = [
  pricesSlice,
  dtfSlice,
  portfolioSlice,
  lendingSlice,
  simSlice,
  visionSlice,
  infraSlice,
];

/**
 * Made once, when the gateway is composed.
 *
 * @throws {ConfigError} a look-up file cannot be read.
 */
export function createServices(deps: ServiceDeps): Services {
  const lookups = readLookups(deps.config);
  const faucet = createFaucetService(deps);
  const bitmaps = createBitmapService(deps);
  const dataNodeProxy = createDataNodeProxy(deps);
  const oracleForwarder = createOracleForwarder(deps);
  return {
    simulations: createSimulations({ ...deps, dataNode: deps.upstreams.dataNodeStreams }),
    faucet,
    bitmaps,
    visionFeeds: createVisionFeeds(deps),
    navFeed: createNavFeed(deps),
    dataNodeProxy,
    oracleForwarder,
    lookups,
    start: async () => {
      bitmaps.start();
      await faucet.start();
    },
    [Symbol.asyncDispose]: async () => {
      oracleForwarder.cut();
      await Promise.all([faucet.close(), bitmaps.close(), dataNodeProxy.close()]);
    },
  };
}
