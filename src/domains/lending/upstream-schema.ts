import { formatEther, parseEther } from 'viem';
import { z } from 'zod';
import {
  coercedIntegerSchema,
  coercedNumberSchema,
  decimalTextSchema,
  unixOrIsoSecondsSchema,
  weiTextOrIntegerSchema,
} from '../../lib/parse.ts';
import { createRowListSchema } from '../../lib/parse-rows.ts';
import type { WeiString } from '../../lib/units.ts';
import { assessPosition } from './assess-position.ts';
import {
  type LendingEvent,
  type LendingMarket,
  type LendingPosition,
  type LendingWalletBalances,
  lendingEventTypeSchema,
  type VaultBalances,
} from './schema.ts';

const lowerCase = z.string().toLowerCase();

/** Totals of a market; not every data node sends its ids, price and LLTV. */
export const upstreamLendingMarketSchema: z.ZodType<LendingMarket> = z.object({
  total_supply_assets: weiTextOrIntegerSchema,
  total_supply_shares: weiTextOrIntegerSchema,
  total_borrow_assets: weiTextOrIntegerSchema,
  total_borrow_shares: weiTextOrIntegerSchema,
  market_id: lowerCase.optional(),
  itp_id: lowerCase.optional(),
  oracle_price: weiTextOrIntegerSchema.optional(),
  lltv: weiTextOrIntegerSchema.optional(),
});

/** `/morpho-position`; `assessPosition` recomputes the figures that the data node derives. */
export const upstreamLendingPositionSchema: z.ZodType<LendingPosition> = z
  .object({
    collateral: weiTextOrIntegerSchema,
    borrow_shares: weiTextOrIntegerSchema,
    oracle_price: weiTextOrIntegerSchema,
    market: upstreamLendingMarketSchema,
  })
  .transform(assessPosition);

const move = z.object({
  event_type: lowerCase.pipe(lendingEventTypeSchema),
  amount: decimalTextSchema.refine((text) => !text.startsWith('-'), 'negative'),
  token: z.string(),
  tx_hash: z.string(),
  block_number: coercedIntegerSchema,
  timestamp: unixOrIsoSecondsSchema.nullish().transform((seconds) => seconds ?? 0),
  itp_id: lowerCase.optional(),
});

/** `/morpho-history`: amounts in whole tokens with a decimal point, or all in wei without any. */
export const upstreamLendingEventsSchema: z.ZodType<LendingEvent[]> = createRowListSchema(
  'lending-events',
  move,
).transform((moves) => {
  const inTokens = moves.some(({ amount }) => amount.includes('.'));
  return inTokens
    ? moves
    : moves.map((one) => ({ ...one, amount: formatTokens(BigInt(one.amount)) }));
});

/** Formats wei as whole tokens, always with a decimal point: `10000.0`. */
function formatTokens(wei: bigint): string {
  const text = formatEther(wei);
  return text.includes('.') ? text : `${text}.0`;
}

/** Parses an amount in whole tokens to wei. */
export function parseTokenAmount(amount: string): WeiString {
  return String(parseEther(amount));
}

const amount = weiTextOrIntegerSchema.nullish().transform((wei) => wei ?? '0');
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** `/user-state`: missing allowances, names and supply become zero or empty. */
export const upstreamLendingWalletBalancesSchema: z.ZodType<LendingWalletBalances> = z.object({
  usdc_balance: weiTextOrIntegerSchema,
  usdc_allowance_custody: amount,
  usdc_allowance_morpho: amount,
  bridged_itp_address: text,
  bridged_itp_balance: weiTextOrIntegerSchema,
  bridged_itp_allowance_custody: amount,
  bridged_itp_allowance_morpho: amount,
  bridged_itp_name: text,
  bridged_itp_symbol: text,
  bridged_itp_total_supply: amount,
});

/** `/vault-balances`: USD as numbers or decimal strings. Sorts the assets by value, descending. */
export const upstreamVaultSchema: z.ZodType<VaultBalances> = z.object({
  assets: createRowListSchema(
    'vault-assets',
    z.object({
      address: z.string(),
      symbol: z.string(),
      balance: weiTextOrIntegerSchema,
      price: coercedNumberSchema,
      usd_value: coercedNumberSchema,
    }),
  ).transform((assets) => assets.sort((left, right) => right.usd_value - left.usd_value)),
  total_usd: coercedNumberSchema,
  token_count: coercedIntegerSchema,
});
