import { z } from 'zod';
import { bytes32SchemaFormat, weiSchemaFormat } from '../../http/openapi-formats.ts';

const itpId = z
  .string()
  .meta({ description: 'DTF identifier, 0x followed by 64 hex digits', ...bytes32SchemaFormat });
const wei = (meaning: string) =>
  z.string().meta({ description: `${meaning}, wei (18 decimals)`, ...weiSchemaFormat });

/** NAV, supply and AUM of one DTF. */
export const dtfPriceResponseSchema = z
  .object({
    itp_id: itpId,
    nav: wei('NAV per share'),
    nav_display: z.number().describe('NAV per share, USD'),
    assets_priced: z.number().int().describe('Assets with a price'),
    assets_total: z.number().int().describe('Assets in the basket'),
    aum_usd: z.number().describe('Assets under management, USD'),
    total_supply: wei('Shares outstanding'),
    source: z.enum(['data-node', 'onchain']).describe('Which path produced the value'),
  })
  .meta({ id: 'DtfPrice' });

/** One point of a NAV series. */
export const navPointResponseSchema = z
  .object({
    timestamp: z.number().int().describe('Unix seconds'),
    nav: z.number().describe('NAV per share, USD'),
  })
  .meta({ id: 'NavPoint' });

/** One DTF in the ranking. */
export const dtfRankingEntryResponseSchema = z
  .object({
    itp_id: itpId,
    name: z.string().describe('DTF name'),
    symbol: z.string().describe('Ticker'),
    nav_per_share: z.number().describe('NAV per share, USD'),
    aum_usd: z.number().describe('AUM, USD'),
    total_supply: wei('Shares outstanding'),
    asset_count: z.number().int().describe('Assets in the basket'),
  })
  .meta({ id: 'RankingEntry' });

/** One asset of a DTF's basket. */
export const dtfHoldingResponseSchema = z
  .object({
    symbol: z.string().describe('Asset ticker'),
    name: z.string().describe('Asset name'),
    weight: z.number().describe('Share of the NAV, 0 to 1'),
    qty: wei('Amount per DTF share'),
    price: z.number().describe('Latest price, USD; 0 when unknown'),
  })
  .meta({ id: 'Holding' });

/** Weights, quantities, NAV and supply of one DTF. */
export const dtfSnapshotResponseSchema = z
  .object({
    itp_id: itpId,
    name: z.string().describe('DTF name'),
    symbol: z.string().describe('Ticker'),
    nav: z.number().describe('NAV per share, USD'),
    aum_usd: z.number().describe('AUM, USD'),
    total_supply: wei('Shares outstanding'),
    assets: z.array(dtfHoldingResponseSchema),
  })
  .meta({ id: 'DtfSnapshot' });

/** How far back a NAV series reaches. */
export const navRangeSchema = z.enum(['1d', '7d', '30d', '90d', '1y'], {
  error: 'range must be one of 1d, 7d, 30d, 90d, 1y',
});

export type DtfPrice = z.infer<typeof dtfPriceResponseSchema>;
export type NavPoint = z.infer<typeof navPointResponseSchema>;
export type DtfRankingEntry = z.infer<typeof dtfRankingEntryResponseSchema>;
export type DtfHolding = z.infer<typeof dtfHoldingResponseSchema>;
/** The fields of a basket asset that the enrichment needs. */
export type BasketAsset = Pick<DtfHolding, 'symbol' | 'name' | 'weight' | 'price'>;
export type DtfSnapshot = z.infer<typeof dtfSnapshotResponseSchema>;
export type NavRange = z.infer<typeof navRangeSchema>;
