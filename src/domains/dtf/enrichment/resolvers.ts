import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import type { Bytes32 } from '../../../lib/units.ts';
import type { EnrichmentContext } from './loaders.ts';
import type { DefiStatistics, FundingStatistics } from './schema.ts';

/** The enrichment of a DTF; its fields are loaded on demand. */
export type DtfEnrichmentParent = { readonly itpId: Bytes32 };
export type ProtocolTvlParent = DefiStatistics['top_by_tvl'][number];
export type RaiseParent = FundingStatistics['recent_raises'][number];

export const dtfEnrichmentResolvers = {
  Dtf: {
    enrichment: ({ itpId }) => ({ itpId }),
  },
  Enrichment: {
    holdings: ({ itpId }, _args, context) => context.loaders.enrichment.holdings(itpId),
    founders: ({ itpId }, _args, context) => context.loaders.enrichment.founders(itpId),
    defi: ({ itpId }, _args, context) => context.loaders.enrichment.defi(itpId),
    funding: ({ itpId }, _args, context) => context.loaders.enrichment.funding(itpId),
  },
  EnrichedHolding: {
    asset: ({ symbol }) => ({ symbol }),
    priceUsd: ({ price }) => price,
    marketCapUsd: (holding) => holding.market_cap ?? null,
    change24hPct: (holding) => holding.change_24h ?? null,
  },
  DefiStatistics: {
    totalTvlUsd: (defi) => defi.total_tvl,
    avgTvlChange7dPct: (defi) => defi.avg_tvl_change_7d,
  },
  ProtocolTvl: {
    tvlUsd: ({ tvl }) => tvl,
    change1dPct: (protocol) => protocol.change_1d ?? null,
    change7dPct: (protocol) => protocol.change_7d ?? null,
  },
  FundingStatistics: {
    totalRaisedMillionUsd: (funding) => funding.total_raised_m,
    avgValuationMillionUsd: (funding) => funding.avg_valuation_m,
    topInvestors: (funding) =>
      funding.top_investors.map(({ name, count }) => ({ label: name, count })),
  },
  Raise: {
    amountMillionUsd: (raise) => raise.amount_m,
    date: (raise) => raise.date ?? null,
  },
} satisfies Resolvers<EnrichmentContext>;
