import type { CodegenConfig } from '@graphql-codegen/cli';

const context = '../../src/context.ts#Context';

/** Resolver types for `src/domains/<slice>/resolvers.ts`, made from `schema/*.graphql`. */
const config: CodegenConfig = {
  schema: 'schema/*.graphql',
  generates: {
    'generated/graphql/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        federation: true,
        contextType: context,
        useTypeImports: true,
        enumsAsTypes: true,
        immutableTypes: true,
        defaultScalarType: 'unknown',
        // Parents are references that resolvers complete; each slice exports its own.
        mappers: {
          Asset: '../../src/domains/prices/index.ts#AssetRef',
          Dtf: '../../src/domains/dtf/index.ts#DtfRef',
          DtfNav: '../../src/domains/dtf/index.ts#NavRef',
          Holding: '../../src/domains/dtf/index.ts#HoldingRef',
          Enrichment: '../../src/domains/dtf/index.ts#EnrichmentRef',
          EnrichedHolding: '../../src/domains/dtf/index.ts#EnrichedHoldingRef',
          FounderStatistics: '../../src/domains/dtf/index.ts#FounderStatisticsRef',
          DefiStatistics: '../../src/domains/dtf/index.ts#DefiStatisticsRef',
          ProtocolTvl: '../../src/domains/dtf/index.ts#ProtocolTvlRef',
          FundingStatistics: '../../src/domains/dtf/index.ts#FundingStatisticsRef',
          Raise: '../../src/domains/dtf/index.ts#RaiseRef',
          Portfolio: '../../src/domains/portfolio/index.ts#PortfolioRef',
          Position: '../../src/domains/portfolio/index.ts#PositionRef',
          PortfolioPoint: '../../src/domains/portfolio/index.ts#PortfolioPointRef',
          Trade: '../../src/domains/portfolio/index.ts#TradeRef',
          SimulationRun: '../../src/domains/sim/index.ts#RunRef',
          SimulationConfig: '../../src/domains/sim/index.ts#RunConfig',
          SimulationStats: '../../src/domains/sim/index.ts#RunStats',
          SimulationCategory: '../../src/domains/sim/index.ts#Category as SimulationCategoryShape',
          SimulationNavPoint: '../../src/domains/sim/index.ts#NavPoint as SimulationNavPointShape',
          SimulationHolding: '../../src/domains/sim/index.ts#Holding as SimulationHoldingShape',
          Benchmark: '../../src/domains/sim/index.ts#Benchmark as BenchmarkShape',
          BenchmarkPoint: '../../src/domains/sim/index.ts#BenchmarkPoint as BenchmarkPointShape',
          LendingMarket: '../../src/domains/lending/index.ts#LendingMarketRef',
          LendingPrice: '../../src/domains/lending/index.ts#LendingPriceRef',
          LendingPosition: '../../src/domains/lending/index.ts#LendingPositionRef',
          WalletLending: '../../src/domains/lending/index.ts#WalletLendingRef',
          LendingEvent: '../../src/domains/lending/index.ts#LendingEventRef',
          LendingBalances: '../../src/domains/lending/index.ts#LendingBalancesRef',
          Vault: '../../src/domains/lending/index.ts#VaultRef',
          VaultAsset: '../../src/domains/lending/index.ts#VaultAssetRef',
          Deployment: '../../src/domains/infra/index.ts#DeploymentRef',
          DeployedContracts: '../../src/domains/infra/index.ts#DeploymentRef',
          ExplorerHealth: '../../src/domains/infra/index.ts#ExplorerSource',
          NetworkHealth: '../../src/domains/infra/index.ts#HealthFields',
        },
        scalars: {
          ID: 'string',
          Wei: 'string',
          Bytes32: '../../src/core/units.ts#Bytes32',
          Address: '../../src/core/units.ts#Address',
          Hex: '../../src/core/units.ts#Hex',
          UnixSeconds: 'number',
          DateTime: 'string',
          Date: 'string',
        },
      },
    },
  },
};

export default config;
