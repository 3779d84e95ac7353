import { z } from 'zod';
import { bytes32SchemaFormat, daySchemaFormat } from '../../../http/openapi-formats.ts';

const count = z.number().int();
const percent = z.number();

/** One asset of the basket with its market data. */
export const enrichedDtfHoldingResponseSchema = z
  .object({
    symbol: z.string().describe('Asset ticker'),
    weight: z.number().describe('Portfolio weight, 0 to 1'),
    price: z.number().describe('Latest price, USD; 0 when unknown'),
    name: z.string().describe('Human-readable name'),
    image: z.string().optional().describe('Image URL'),
    coingecko_id: z.string().optional().describe('Identifier at the market-data provider'),
    market_cap: z.number().optional().describe('USD'),
    change_24h: percent.optional().describe('24-hour price change, percent'),
  })
  .meta({ id: 'EnrichedHolding' });

const labelCount = z.object({ label: z.string(), count }).meta({ id: 'LabelCount' });

/** Statistics of the founders behind the basket. */
export const founderStatisticsResponseSchema = z
  .object({
    total_founders: count.describe('Founders matched'),
    total_companies_matched: count.describe('Holdings with founder data'),
    age_distribution: z
      .array(z.object({ bucket: z.string(), count }))
      .describe('20-29, 30-39, 40-49, 50-59, 60+, always all five'),
    gender_split: z.array(labelCount).describe('Male, Female, Unknown, by count descending'),
    top_nationalities: z.array(labelCount).describe('At most 12, by count descending'),
    top_universities: z.array(labelCount).describe('At most 10, by count descending'),
  })
  .meta({ id: 'FounderStatistics' });

/** Statistics of the protocols behind the basket. */
export const defiStatisticsResponseSchema = z
  .object({
    total_tvl: z.number().describe('Combined TVL of matched protocols, USD'),
    avg_tvl_change_7d: percent.describe(
      'Average 7-day TVL change, percent; unknown ones count as 0',
    ),
    protocols_with_data: count.describe('Holdings with protocol data'),
    total_holdings: count.describe('Total number of holdings'),
    top_by_tvl: z
      .array(
        z.object({
          symbol: z.string().describe('Ticker of the holding'),
          name: z.string().describe('Name of the protocol'),
          tvl: z.number().describe('USD'),
          change_1d: percent.optional(),
          change_7d: percent.optional(),
        }),
      )
      .describe('At most 10, by TVL descending'),
  })
  .meta({ id: 'DefiStatistics' });

/** Statistics of the money raised by the projects of the basket. */
export const fundingStatisticsResponseSchema = z
  .object({
    total_raised_m: z.number().describe('Millions USD'),
    avg_valuation_m: z
      .number()
      .describe('Mean of the known valuations, millions USD; 0 without any'),
    total_rounds: count.describe('Funding rounds'),
    top_investors: z
      .array(z.object({ name: z.string(), count }))
      .describe('At most 10 lead investors, by number of rounds descending'),
    recent_raises: z
      .array(
        z.object({
          project: z.string(),
          round: z.string(),
          amount_m: z.number().describe('Millions USD; 0 when unknown'),
          lead: z.string().describe('Lead investors; — when unknown'),
          date: z
            .string()
            .optional()
            .meta({ description: 'YYYY-MM-DD', ...daySchemaFormat }),
        }),
      )
      .describe('The 10 newest'),
  })
  .meta({ id: 'FundingStatistics' });

/** A basket joined with provider data and lookup files. */
export const dtfEnrichmentResponseSchema = z
  .object({
    itpId: z.string().meta({ description: 'DTF identifier', ...bytes32SchemaFormat }),
    holdings: z.array(enrichedDtfHoldingResponseSchema),
    founders: founderStatisticsResponseSchema.optional().describe('Omitted without founder data'),
    defi: defiStatisticsResponseSchema.optional().describe('Omitted without protocol data'),
    funding: fundingStatisticsResponseSchema.optional().describe('Omitted without raises'),
  })
  .meta({ id: 'Enrichment' });

export type EnrichedDtfHolding = z.infer<typeof enrichedDtfHoldingResponseSchema>;
export type FounderStatistics = z.infer<typeof founderStatisticsResponseSchema>;
export type DefiStatistics = z.infer<typeof defiStatisticsResponseSchema>;
export type FundingStatistics = z.infer<typeof fundingStatisticsResponseSchema>;
export type DtfEnrichment = z.infer<typeof dtfEnrichmentResponseSchema>;
