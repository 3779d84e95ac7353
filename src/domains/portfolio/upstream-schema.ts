import { parseEther } from 'viem';
import { z } from 'zod';
import { openObjectWithoutSecretsSchema } from '../../lib/encoding/sensitive-fields.ts';
import {
  bytes32Schema,
  coercedNumberSchema,
  decimalTextSchema,
  unixOrIsoSecondsSchema,
  weiTextOrIntegerSchema,
} from '../../lib/parse.ts';
import { createRowListSchema } from '../../lib/parse-rows.ts';
import { type Usd, weiToNumber } from '../../lib/units.ts';
import type { Portfolio, PortfolioPosition, WalletTrade } from './schema.ts';

/** An amount in wei or, with a decimal point, in whole shares; never negative. */
const amountText = decimalTextSchema.refine((text) => !text.startsWith('-'), 'negative');

/** A position that may lack name and ticker, which the ranking then provides. */
export type PartialPosition = Omit<PortfolioPosition, 'name' | 'symbol'> &
  Partial<Pick<PortfolioPosition, 'name' | 'symbol'>>;

type UpstreamPortfolio = Omit<Portfolio, 'address' | 'positions'> & {
  readonly positions: readonly PartialPosition[];
};

const strictPortfolioSchema: z.ZodType<UpstreamPortfolio> = openObjectWithoutSecretsSchema({
  address: z.unknown().optional(),
  total_value_usd: coercedNumberSchema,
  total_pnl_usd: coercedNumberSchema,
  total_pnl_pct: coercedNumberSchema,
  positions: createRowListSchema(
    'positions',
    openObjectWithoutSecretsSchema({
      itp_id: bytes32Schema,
      name: z.string(),
      symbol: z.string(),
      shares: weiTextOrIntegerSchema,
      nav_per_share: coercedNumberSchema,
      value_usd: coercedNumberSchema,
      cost_basis_usd: coercedNumberSchema,
      pnl_usd: coercedNumberSchema,
      pnl_pct: coercedNumberSchema,
    }),
  ),
})
  // The caller already has the address, with its checksum.
  .transform(({ address: _address, ...portfolio }) => portfolio);

const legacyPosition = z
  .object({
    itp_id: bytes32Schema,
    shares_bought: amountText,
    shares_sold: amountText,
    avg_cost: coercedNumberSchema.nullish(),
    current_nav: coercedNumberSchema,
    current_value: coercedNumberSchema,
    pnl: coercedNumberSchema,
    pnl_pct: coercedNumberSchema,
  })
  .transform((row): PartialPosition => {
    const of = { price: row.current_nav, total: row.current_value };
    const amounts = [row.shares_bought, row.shares_sold];
    const shares = readShares(amounts, ([bought = 0n, sold = 0n]) => bought - sold, of);
    return {
      itp_id: row.itp_id,
      shares: String(shares),
      nav_per_share: row.current_nav,
      value_usd: row.current_value,
      ...costOf(row, shares),
    };
  })
  .refine(({ cost_basis_usd, pnl_usd, pnl_pct }) =>
    [cost_basis_usd, pnl_usd, pnl_pct].every(Number.isFinite),
  );

type LegacyFigures = Record<'current_value' | 'pnl' | 'pnl_pct', number> & {
  readonly avg_cost?: Usd | null | undefined;
};

/**
 * Computes cost basis and unrealized profit of the shares held: cost = shares · average cost. `pnl`
 * may include realized profit, so it is used only without an average.
 */
function costOf({ current_value, pnl, pnl_pct, avg_cost }: LegacyFigures, shares: bigint) {
  if (!avg_cost || avg_cost < 0) {
    return { cost_basis_usd: current_value - pnl, pnl_usd: pnl, pnl_pct };
  }
  const cost = weiToNumber(shares) * avg_cost;
  const unrealized = current_value - cost;
  const percent = cost > 0 ? (unrealized / cost) * 100 : 0;
  return { cost_basis_usd: cost, pnl_usd: unrealized, pnl_pct: percent };
}

const legacyPortfolioSchema: z.ZodType<UpstreamPortfolio> = z
  .object({
    total_value: coercedNumberSchema,
    total_pnl: coercedNumberSchema,
    total_pnl_pct: coercedNumberSchema,
    positions: createRowListSchema('positions', legacyPosition),
  })
  .transform((body) => ({
    total_value_usd: body.total_value,
    total_pnl_usd: body.total_pnl,
    total_pnl_pct: body.total_pnl_pct,
    positions: body.positions.filter((position) => position.shares !== '0'),
  }));

/** `/portfolio`, in the documented or a legacy format. */
export const upstreamPortfolioSchema = z.union([strictPortfolioSchema, legacyPortfolioSchema]);

/** `/portfolio/history`: a bare array, or days in `{ points }`. */
export const upstreamPortfolioHistorySchema = z.union([
  createRowListSchema(
    'portfolio-history',
    openObjectWithoutSecretsSchema({
      timestamp: unixOrIsoSecondsSchema,
      value_usd: coercedNumberSchema,
    }),
  ),
  z
    .object({
      points: createRowListSchema(
        'portfolio-history',
        z.object({ date: unixOrIsoSecondsSchema, value: coercedNumberSchema }),
      ),
    })
    .transform(({ points }) =>
      points.map(({ date, value }) => ({ timestamp: date, value_usd: value })),
    ),
]);

/** A trade that may lack its ticker. */
export type PartialWalletTrade = Omit<WalletTrade, 'itp_symbol'> &
  Partial<Pick<WalletTrade, 'itp_symbol'>>;

const strictTradesSchema: z.ZodType<PartialWalletTrade[]> = createRowListSchema(
  'trades',
  openObjectWithoutSecretsSchema({
    tx_hash: z.string(),
    timestamp: unixOrIsoSecondsSchema,
    type: z.enum(['buy', 'sell']),
    itp_id: bytes32Schema,
    itp_symbol: z.string(),
    shares: weiTextOrIntegerSchema,
    price_per_share: coercedNumberSchema,
    total_usd: coercedNumberSchema,
    fee_usd: coercedNumberSchema,
  }),
);

/**
 * A legacy trade. For a purchase `amount` is the USD spent, and the fee is amount − shares · price.
 * For a sale `amount` is the shares sold or the USD received.
 */
const filledTrade = z
  .object({
    order_id: z.union([z.string(), z.number().transform(String)]),
    itp_id: bytes32Schema,
    side: z.enum(['BUY', 'SELL']),
    amount: coercedNumberSchema,
    fill_price: coercedNumberSchema,
    shares: amountText,
    status: z.literal('filled'),
    timestamp: unixOrIsoSecondsSchema,
  })
  .transform((row) => {
    const of = { price: row.fill_price, total: row.amount };
    const shares = readShares([row.shares], ([amount = 0n]) => amount, of);
    const total = weiToNumber(shares) * row.fill_price;
    const trade: PartialWalletTrade = {
      tx_hash: row.order_id,
      timestamp: row.timestamp,
      type: row.side === 'BUY' ? 'buy' : 'sell',
      itp_id: row.itp_id,
      shares: String(shares),
      price_per_share: row.fill_price,
      total_usd: total,
      fee_usd: isOfShares(row, shares) ? 0 : Math.abs(row.amount - total),
    };
    return trade;
  })
  .refine(({ total_usd, fee_usd }) => Number.isFinite(total_usd) && Number.isFinite(fee_usd));

/** Whether `amount` of a sale is the shares, rounded to 0.01, not USD; the fee is then unknown. */
function isOfShares(
  { side, amount, fill_price }: Record<'amount' | 'fill_price', number> & { readonly side: string },
  shares: bigint,
): boolean {
  const count = weiToNumber(shares);
  const distance = Math.abs(amount - count);
  return side === 'SELL' && distance <= 0.005 && distance < Math.abs(amount - count * fill_price);
}

/** An order that is not filled; only its status is checked. */
const openOrder = z
  .object({ status: z.string().refine((status) => status !== 'filled') })
  .transform(() => null);

/** `/portfolio/trades`, documented or legacy; unfilled orders of the legacy format are dropped. */
export const upstreamTradesSchema = z.union([
  strictTradesSchema,
  z
    .object({ trades: createRowListSchema('trades', z.union([filledTrade, openOrder])) })
    .transform(({ trades }) => trades.filter((trade) => trade !== null)),
]);

/**
 * Reads share amounts of legacy data nodes, in wei or whole shares. If none has a decimal point,
 * the unit is the one for which shares · price is closer to the total.
 *
 * @param count - Combines all amounts into one, in wei.
 */
function readShares(
  amounts: readonly string[],
  count: (wei: readonly bigint[]) => bigint,
  of: { readonly price: Usd; readonly total: Usd },
): bigint {
  const shares = count(amounts.map((text) => parseEther(text)));
  if (amounts.some((text) => text.includes('.'))) return shares;
  const wei = count(amounts.map(BigInt));
  const distance = (amount: bigint) => Math.abs(weiToNumber(amount) * of.price - of.total);
  return distance(wei) <= distance(shares) ? wei : shares;
}
