import { z } from 'zod';
import {
  addressSchemaFormat,
  bytes32SchemaFormat,
  weiSchemaFormat,
} from '../../http/openapi-formats.ts';

const usdcWei = (meaning: string) =>
  z.string().meta({ description: `${meaning}, USDC wei (18 decimals)`, ...weiSchemaFormat });
const shareWei = (meaning: string) =>
  z.string().meta({ description: `${meaning}, DTF share wei (18 decimals)`, ...weiSchemaFormat });
const itpId = z.string().meta({
  description: 'DTF whose shares are the collateral, 0x followed by 64 hex digits',
  ...bytes32SchemaFormat,
});
const wholeNumber = (description: string) => z.string().meta({ description, ...weiSchemaFormat });
const price = wholeNumber('USDC wei per share wei, times 1e36');
const lltv = wholeNumber('Loan-to-value ratio of liquidation, 18 decimals');

/** Totals of one market; the optional fields identify it where the data node sends them. */
export const lendingMarketResponseSchema = z
  .object({
    total_supply_assets: usdcWei('Supplied by lenders, interest included'),
    total_supply_shares: wholeNumber('Shares of the supply'),
    total_borrow_assets: usdcWei('Owed by borrowers, interest included'),
    total_borrow_shares: wholeNumber('Shares of the debt'),
    market_id: z.string().optional().describe('Identifier of the market on the chain'),
    itp_id: itpId.optional(),
    oracle_price: price.optional(),
    lltv: lltv.optional(),
  })
  .meta({ id: 'LendingMarket' });

/** A wallet's position in one market; every amount is a decimal string. */
export const lendingPositionResponseSchema = z
  .object({
    collateral: shareWei('Pledged'),
    borrow_shares: wholeNumber('Shares of the market’s debt'),
    debt_amount: usdcWei('Owed: borrow shares of the total debt, rounded up'),
    oracle_price: price,
    max_borrow: usdcWei('What more may be borrowed'),
    max_withdraw: shareWei('Collateral that the debt does not need'),
    health_factor: z
      .string()
      .describe('Borrow capacity over debt, two decimals; below 1.00 the loan can be liquidated')
      .meta({ example: '1.54' }),
    market: lendingMarketResponseSchema,
  })
  .meta({ id: 'LendingPosition' });

/** Kinds of lending history events. */
export const lendingEventTypeSchema = z.enum(['deposit', 'withdraw', 'borrow', 'repay']);

/** One event of a wallet's lending history. */
export const lendingEventResponseSchema = z
  .object({
    event_type: lendingEventTypeSchema.describe(
      'deposit and withdraw move collateral; borrow and repay move USDC',
    ),
    amount: z.string().meta({
      description: 'Human-readable, in whole tokens: 10000.0',
      pattern: '^[0-9]+(\\.[0-9]+)?$',
    }),
    token: z.string().describe('Ticker of the token moved'),
    tx_hash: z.string().describe('On-chain transaction hash'),
    block_number: z.number().int().describe('Block of the transaction'),
    timestamp: z.number().int().describe('Unix seconds; 0 when unknown'),
    itp_id: itpId.optional(),
  })
  .meta({ id: 'LendingEvent' });

/** A wallet's balances and allowances of USDC and of the shares of one DTF. */
export const lendingWalletBalancesResponseSchema = z
  .object({
    usdc_balance: usdcWei('Held'),
    usdc_allowance_custody: usdcWei('That the index contract may take'),
    usdc_allowance_morpho: usdcWei('That the lending contract may take'),
    bridged_itp_address: z.string().describe('Contract of the shares'),
    bridged_itp_balance: shareWei('Held'),
    bridged_itp_allowance_custody: shareWei('That the index contract may take'),
    bridged_itp_allowance_morpho: shareWei('That the lending contract may take'),
    bridged_itp_name: z.string().describe('DTF name'),
    bridged_itp_symbol: z.string().describe('DTF ticker'),
    bridged_itp_total_supply: shareWei('Outstanding'),
  })
  .meta({ id: 'WalletState' });

/** One asset that backs the shares of all DTFs. */
export const vaultAssetResponseSchema = z
  .object({
    address: z.string().meta({ description: 'Asset on the chain', ...addressSchemaFormat }),
    symbol: z.string().describe('Ticker'),
    balance: wholeNumber('Units held, wei (18 decimals)'),
    price: z.number().describe('USD per unit; 0 when unknown'),
    usd_value: z.number().describe('USD'),
  })
  .meta({ id: 'VaultAsset' });

/** The assets that back the shares of all DTFs. */
export const vaultBalancesResponseSchema = z
  .object({
    assets: z.array(vaultAssetResponseSchema),
    total_usd: z.number().describe('Value of all assets, USD'),
    token_count: z.number().int().describe('Number of assets'),
  })
  .meta({ id: 'VaultBalances' });

export type LendingMarket = z.infer<typeof lendingMarketResponseSchema>;
export type LendingPosition = z.infer<typeof lendingPositionResponseSchema>;
export type LendingEvent = z.infer<typeof lendingEventResponseSchema>;
export type LendingWalletBalances = z.infer<typeof lendingWalletBalancesResponseSchema>;
export type VaultBalances = z.infer<typeof vaultBalancesResponseSchema>;
