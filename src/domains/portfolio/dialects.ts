import { parseUnits } from 'viem';
import { z } from 'zod';
import { openObject } from '../../core/text/extra-fields.ts';
import { type Usd, type Wei, weiToNumber } from '../../core/units.ts';
import { looseNumber, looseSeconds } from '../../core/wire.ts';

const wei = z.string().regex(/^\d{1,78}$/);
/** Bounded behind the point, too: to read zeros there takes a time that grows with the square of their number. */
const decimal = z.string().regex(/^\d{1,78}(\.\d{1,78})?$/);

/** A portfolio whose positions may lack what only the ranking knows: name and ticker. */
export type UnnamedPortfolio = {
  readonly total_value_usd: number;
  readonly total_pnl_usd: number;
  readonly total_pnl_pct: number;
  readonly positions: readonly UnnamedPosition[];
};

export type UnnamedPosition = {
  readonly itp_id: string;
  readonly name?: string;
  readonly symbol?: string;
  readonly shares: Wei;
  readonly nav_per_share: Usd;
  readonly value_usd: Usd;
  readonly cost_basis_usd: Usd;
  readonly pnl_usd: Usd;
  readonly pnl_pct: number;
};

const documentedPortfolio: z.ZodType<UnnamedPortfolio> = openObject({
  address: z.unknown().optional(),
  total_value_usd: looseNumber,
  total_pnl_usd: looseNumber,
  total_pnl_pct: looseNumber,
  positions: z.array(
    openObject({
      itp_id: z.string(),
      name: z.string(),
      symbol: z.string(),
      shares: wei,
      nav_per_share: looseNumber,
      value_usd: looseNumber,
      cost_basis_usd: looseNumber,
      pnl_usd: looseNumber,
      pnl_pct: looseNumber,
    }),
  ),
})
  // Whose it is, the caller knows with its checksum.
  .transform(({ address: _address, ...portfolio }) => portfolio);

const wildPosition = z
  .object({
    itp_id: z.string(),
    shares_bought: decimal,
    shares_sold: decimal,
    avg_cost: looseNumber.nullish(),
    current_nav: looseNumber,
    current_value: looseNumber,
    pnl: looseNumber,
    pnl_pct: looseNumber,
  })
  .transform((row): UnnamedPosition => {
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

type WildFigures = Record<'current_value' | 'pnl' | 'pnl_pct', number> & {
  readonly avg_cost?: Usd | null | undefined;
};

/**
 * Cost of the shares held and what is unrealized: cost = shares · average cost (wire-facts 1.11).
 * The profit that is told may hold what sales have realized; without an average it is all there is.
 */
function costOf({ current_value, pnl, pnl_pct, avg_cost }: WildFigures, shares: bigint) {
  if (!avg_cost || avg_cost < 0) {
    return { cost_basis_usd: current_value - pnl, pnl_usd: pnl, pnl_pct };
  }
  const cost = weiToNumber(shares) * avg_cost;
  const unrealized = current_value - cost;
  const percent = cost > 0 ? (unrealized / cost) * 100 : 0;
  return { cost_basis_usd: cost, pnl_usd: unrealized, pnl_pct: percent };
}

const wildPortfolio: z.ZodType<UnnamedPortfolio> = z
  .object({
    total_value: looseNumber,
    total_pnl: looseNumber,
    total_pnl_pct: looseNumber,
    positions: z.array(wildPosition),
  })
  .transform((body) => ({
    total_value_usd: body.total_value,
    total_pnl_usd: body.total_pnl,
    total_pnl_pct: body.total_pnl_pct,
    positions: body.positions.filter((position) => position.shares !== '0'),
  }));

/** `/portfolio` in either dialect (wire-facts 1.11). */
export const portfolioAnswer = z.union([documentedPortfolio, wildPortfolio]);

/** `/portfolio/history`: a bare array, or days in `{ points }`. */
export const historyAnswer = z.union([
  z.array(openObject({ timestamp: looseSeconds, value_usd: looseNumber })),
  z
    .object({ points: z.array(z.object({ date: looseSeconds, value: looseNumber })) })
    .transform(({ points }) =>
      points.map(({ date, value }) => ({ timestamp: date, value_usd: value })),
    ),
]);

/** A trade whose ticker the data node may not have told. */
export type UnnamedTrade = {
  readonly tx_hash: string;
  readonly timestamp: number;
  readonly type: 'buy' | 'sell';
  readonly itp_id: string;
  readonly itp_symbol?: string;
  readonly shares: Wei;
  readonly price_per_share: Usd;
  readonly total_usd: Usd;
  readonly fee_usd: Usd;
};

const documentedTrades: z.ZodType<UnnamedTrade[]> = z.array(
  openObject({
    tx_hash: z.string(),
    timestamp: looseSeconds,
    type: z.enum(['buy', 'sell']),
    itp_id: z.string(),
    itp_symbol: z.string(),
    shares: wei,
    price_per_share: looseNumber,
    total_usd: looseNumber,
    fee_usd: looseNumber,
  }),
);

/**
 * In the wild `amount` is what the wallet gave for the order: dollars for a purchase, whose difference from
 * shares · price is the fee; for a sale the shares, or what it got for them.
 */
const filledTrade = z
  .object({
    order_id: z.union([z.string(), z.number().transform(String)]),
    itp_id: z.string(),
    side: z.enum(['BUY', 'SELL']),
    amount: looseNumber,
    fill_price: looseNumber,
    shares: decimal,
    status: z.literal('filled'),
    timestamp: looseSeconds,
  })
  .transform((row) => {
    const of = { price: row.fill_price, total: row.amount };
    const shares = readShares([row.shares], ([amount = 0n]) => amount, of);
    const total = weiToNumber(shares) * row.fill_price;
    const trade: UnnamedTrade = {
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

/** Whether the amount of a sale, which may be rounded to cents, is its shares: nothing tells its fee then. */
function isOfShares(
  { side, amount, fill_price }: Record<'amount' | 'fill_price', number> & { readonly side: string },
  shares: bigint,
): boolean {
  const count = weiToNumber(shares);
  const distance = Math.abs(amount - count);
  return side === 'SELL' && distance <= 0.005 && distance < Math.abs(amount - count * fill_price);
}

/** An order that was not filled has no price and no shares yet; only its status is looked at. */
const openOrder = z
  .object({ status: z.string().refine((status) => status !== 'filled') })
  .transform(() => null);

/** `/portfolio/trades` in either dialect; orders in the wild that were not filled are no trades. */
export const tradesAnswer = z.union([
  documentedTrades,
  z
    .object({ trades: z.array(z.union([filledTrade, openOrder])) })
    .transform(({ trades }) => trades.filter((trade) => trade !== null)),
]);

const asWei = (text: string) => BigInt(text);
const asShares = (text: string) => parseUnits(text, 18);

/**
 * Data nodes in the wild do not agree whether share amounts are wei or shares. One with a decimal
 * point is in shares, and so are those beside it; of the others the reading whose shares · price
 * comes closer to the total is the right one.
 *
 * @param count - Makes one amount in wei of all of them.
 */
function readShares(
  amounts: readonly string[],
  count: (wei: readonly bigint[]) => bigint,
  of: { readonly price: Usd; readonly total: Usd },
): bigint {
  const shares = count(amounts.map(asShares));
  if (amounts.some((text) => text.includes('.'))) return shares;
  const wei = count(amounts.map(asWei));
  const distance = (amount: bigint) => Math.abs(weiToNumber(amount) * of.price - of.total);
  return distance(wei) <= distance(shares) ? wei : shares;
}
