import { z } from 'zod';
import {
  addressSchemaFormat,
  bytes32SchemaFormat,
  weiSchemaFormat,
} from '../../http/openapi-formats.ts';

/** A wallet's holding of one DTF. */
export const portfolioPositionResponseSchema = z
  .object({
    itp_id: z.string().meta({ description: 'DTF identifier', ...bytes32SchemaFormat }),
    name: z.string().describe('DTF name'),
    symbol: z.string().describe('Ticker'),
    shares: z.string().meta({ description: 'Shares held, wei', ...weiSchemaFormat }),
    nav_per_share: z.number().describe('Current NAV per share, USD'),
    value_usd: z.number().describe('Current value, USD'),
    cost_basis_usd: z.number().describe('Cost of the shares held, USD'),
    pnl_usd: z.number().describe('Unrealized profit or loss, USD'),
    pnl_pct: z.number().describe('Unrealized profit or loss, percent of the cost'),
  })
  .meta({ id: 'Position' });

/** Holdings of a wallet with their totals. */
export const portfolioResponseSchema = z
  .object({
    address: z.string().meta({ description: 'Wallet address', ...addressSchemaFormat }),
    total_value_usd: z.number().describe('Total value, USD'),
    total_pnl_usd: z.number().describe('Total profit or loss, USD'),
    total_pnl_pct: z.number().describe('Total profit or loss, percent'),
    positions: z.array(portfolioPositionResponseSchema),
  })
  .meta({ id: 'Portfolio' });

/** Value of a wallet at one time. */
export const portfolioPointResponseSchema = z
  .object({
    timestamp: z.number().int().describe('Unix seconds'),
    value_usd: z.number().describe('Portfolio value, USD'),
  })
  .meta({ id: 'PortfolioPoint' });

/** One purchase or sale of DTF shares. */
export const walletTradeResponseSchema = z
  .object({
    tx_hash: z.string().describe('Transaction hash on the chain'),
    timestamp: z.number().int().describe('Unix seconds'),
    type: z.enum(['buy', 'sell']),
    itp_id: z.string().meta({ description: 'DTF identifier', ...bytes32SchemaFormat }),
    itp_symbol: z.string().describe('Ticker'),
    shares: z.string().meta({ description: 'Shares traded, wei', ...weiSchemaFormat }),
    price_per_share: z.number().describe('Execution price, USD'),
    total_usd: z.number().describe('Shares times price, USD'),
    fee_usd: z.number().describe('Fee, USD'),
  })
  .meta({ id: 'Trade' });

export type PortfolioPosition = z.infer<typeof portfolioPositionResponseSchema>;
export type Portfolio = z.infer<typeof portfolioResponseSchema>;
export type PortfolioPoint = z.infer<typeof portfolioPointResponseSchema>;
export type WalletTrade = z.infer<typeof walletTradeResponseSchema>;
