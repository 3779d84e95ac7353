import type { UnixSeconds } from '../lib/units.ts';
import { type Decimal, decimalFromNumber, divideHalfEven, multiplyDecimals } from './decimal.ts';

/** A purchase or sale. */
export type LedgerTrade = {
  readonly type: 'buy' | 'sell';
  readonly itp_id: string;
  readonly timestamp: UnixSeconds;
  /** Wei. */
  readonly shares: string;
  readonly total_usd: number;
  readonly fee_usd: number;
};

/** How the cost of sold shares is found. */
export type LedgerMethod = 'AVERAGE' | 'FIFO';

/** Shares that are held. */
export type OpenLot = {
  readonly itpId: string;
  readonly acquiredAt: UnixSeconds;
  readonly shares: bigint;
  readonly costUsd: Decimal;
  /** Null when the fund has no price. */
  readonly valueUsd: Decimal | null;
  readonly unrealizedUsd: Decimal | null;
};

/** Shares that were sold; cost and gain are null for shares that were not bought. */
export type RealizedLot = {
  readonly itpId: string;
  readonly soldAt: UnixSeconds;
  readonly acquiredAt: UnixSeconds | null;
  readonly shares: bigint;
  readonly proceedsUsd: Decimal;
  readonly costUsd: Decimal | null;
  readonly gainUsd: Decimal | null;
};

/** The purchases and sales of a wallet as lots. */
export type Ledger = {
  readonly method: LedgerMethod;
  readonly lots: readonly OpenLot[];
  readonly realized: readonly RealizedLot[];
  readonly totals: LedgerSums;
};

/** Sums of all trades and entries of a ledger. */
export type LedgerSums = {
  /** Purchases with fees. */
  readonly boughtUsd: Decimal;
  /** Sales without fees. */
  readonly soldUsd: Decimal;
  readonly realizedUsd: Decimal;
  readonly unrealizedUsd: Decimal;
  /** Sales of shares that were not bought. */
  readonly unmatchedSales: number;
};

type Lot = { acquiredAt: UnixSeconds; shares: bigint; cost: Decimal };

const absent = { costUsd: null, gainUsd: null, acquiredAt: null } as const;

/**
 * Keeps the books of a wallet: every trade, oldest first (`trades`), opens or closes lots. Fees
 * belong to cost and proceeds.
 *
 * @param prices - NAV per share by fund, USD.
 */
export function keepLedger(
  trades: readonly LedgerTrade[],
  {
    method,
    prices,
  }: { readonly method: LedgerMethod; readonly prices: ReadonlyMap<string, number> },
): Ledger {
  const open = new Map<string, Lot[]>();
  const realized: RealizedLot[] = [];
  let [boughtUsd, soldUsd, unmatchedSales] = [0n, 0n, 0];
  for (const trade of trades) {
    const { itp_id: itpId, timestamp } = trade;
    const shares = BigInt(trade.shares);
    const [total, fee] = [decimalFromNumber(trade.total_usd), decimalFromNumber(trade.fee_usd)];
    const lots = open.get(itpId) ?? [];
    open.set(itpId, lots);
    if (trade.type === 'buy') {
      boughtUsd += total + fee;
      buy(lots, { acquiredAt: timestamp, shares, cost: total + fee }, method);
      continue;
    }
    soldUsd += total - fee;
    const entries = sell(lots, shares, total - fee);
    realized.push(...entries.map((entry) => ({ itpId, soldAt: timestamp, ...entry })));
    if (entries.some(({ acquiredAt }) => acquiredAt === null)) unmatchedSales += 1;
  }
  const lots = [...open].flatMap(([itpId, own]) =>
    own.map((lot) => valueLot(itpId, lot, prices.get(itpId))),
  );
  const totals = {
    boughtUsd,
    soldUsd,
    realizedUsd: realized.reduce((sum, { gainUsd }) => sum + (gainUsd ?? 0n), 0n),
    unrealizedUsd: lots.reduce((sum, { unrealizedUsd }) => sum + (unrealizedUsd ?? 0n), 0n),
    unmatchedSales,
  };
  return { method, lots, realized, totals };
}

function buy(lots: Lot[], bought: Lot, method: LedgerMethod): void {
  const [held] = lots;
  if (bought.shares === 0n) return;
  if (method === 'FIFO' || held === undefined) {
    lots.push(bought);
    return;
  }
  held.shares += bought.shares;
  held.cost += bought.cost;
}

type SoldLot = Omit<RealizedLot, 'itpId' | 'soldAt'>;

/** Takes sold shares from the oldest lots and splits the proceeds over them by shares. */
function sell(lots: Lot[], shares: bigint, proceeds: Decimal): readonly SoldLot[] {
  const sold: SoldLot[] = [];
  let [leftShares, leftProceeds] = [shares, proceeds];
  /** The last share of the sale takes what is left, so that the entries add up to the sale. */
  const takeProceeds = (part: bigint): Decimal => {
    const taken =
      part === leftShares ? leftProceeds : divideHalfEven(leftProceeds * part, leftShares);
    leftShares -= part;
    leftProceeds -= taken;
    return taken;
  };
  while (leftShares > 0n) {
    const [lot] = lots;
    if (lot === undefined) {
      sold.push({ shares: leftShares, proceedsUsd: takeProceeds(leftShares), ...absent });
      break;
    }
    const part = lot.shares < leftShares ? lot.shares : leftShares;
    const costUsd = part === lot.shares ? lot.cost : divideHalfEven(lot.cost * part, lot.shares);
    const proceedsUsd = takeProceeds(part);
    const { acquiredAt } = lot;
    sold.push({ acquiredAt, shares: part, proceedsUsd, costUsd, gainUsd: proceedsUsd - costUsd });
    lot.shares -= part;
    lot.cost -= costUsd;
    if (lot.shares === 0n) lots.shift();
  }
  return sold;
}

function valueLot(itpId: string, { acquiredAt, shares, cost }: Lot, price?: number): OpenLot {
  const valueUsd = price === undefined ? null : multiplyDecimals(shares, decimalFromNumber(price));
  const unrealizedUsd = valueUsd === null ? null : valueUsd - cost;
  return { itpId, acquiredAt, shares, costUsd: cost, valueUsd, unrealizedUsd };
}

const secondsPerDay = 86_400;

/** Returns the whole days from purchase to sale; null for shares that were not bought. */
export const holdingDays = ({ acquiredAt, soldAt }: RealizedLot): number | null =>
  acquiredAt === null ? null : Math.floor((soldAt - acquiredAt) / secondsPerDay);
