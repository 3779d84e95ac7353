import { formatIsoDay, type MarketHistory } from '../../world/market-history.ts';

/** A protocol as DefiLlama's public API lists it (`/protocols`). */
export type DefillamaProtocol = {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly slug: string;
  readonly gecko_id: string;
  readonly category: string;
  readonly chains: readonly string[];
  /** USD. */
  readonly tvl: number;
  /** Percent; null if unknown. */
  readonly change_1d: number | null;
  readonly change_7d: number | null;
  readonly mcap: number | null;
};

/** A funding round as DefiLlama's public API lists it (`/raises`). */
export type DefillamaRaise = {
  /** Unix seconds. */
  readonly date: number;
  readonly name: string;
  readonly round: string;
  /** Million USD; null if unknown. */
  readonly amount: number | null;
  readonly chains: readonly string[];
  readonly sector: string;
  readonly category: string;
  readonly leadInvestors: readonly string[];
  readonly otherInvestors: readonly string[];
  /** Million USD; null if unknown. */
  readonly valuation: number | null;
  readonly defillamaId: string;
};

/** Maximum age of the last known TVL, days. */
const LOOK_BACK = 30;

/**
 * Returns the protocols with a TVL in the dataset, largest first, with the values of the last day.
 */
export function listProtocols(history: MarketHistory): readonly DefillamaProtocol[] {
  const { assets, days, defi, marketCap } = history;
  const protocols = assets.flatMap(({ id, symbol, name }, column): DefillamaProtocol[] => {
    const start = column * days;
    const tvl = defi.tvl.subarray(start, start + days);
    const last = lastKnown(tvl);
    const now = tvl[last];
    if (now === undefined || !(now > 0)) return [];
    return [
      {
        id: String(column + 1),
        name,
        symbol,
        slug: id,
        gecko_id: id,
        category: categoryOf(history, column),
        chains: ['Ethereum'],
        tvl: now,
        change_1d: change(now, tvl[last - 1]),
        change_7d: change(now, tvl[last - 7]),
        mcap: marketCap[start + last] || null,
      },
    ];
  });
  return protocols.sort((a, b) => b.tvl - a.tvl);
}

/** Returns the funding rounds of the dataset, newest first. */
export function listRaises(history: MarketHistory): readonly DefillamaRaise[] {
  return history.rounds.toReversed().flatMap((round): DefillamaRaise[] => {
    const asset = history.assets[round.asset];
    if (asset === undefined) return [];
    const [lead, ...others] = round.investors;
    const category = categoryOf(history, round.asset);
    return [
      {
        date: Date.parse(formatIsoDay(history, round.day)) / 1000,
        name: asset.name,
        round: round.type,
        amount: known(round.amountM),
        chains: [],
        sector: category,
        category,
        leadInvestors: lead === undefined ? [] : [lead],
        otherInvestors: others,
        valuation: known(round.valuationM),
        defillamaId: asset.id,
      },
    ];
  });
}

function lastKnown(column: Float64Array): number {
  for (let t = column.length - 1; t >= Math.max(0, column.length - LOOK_BACK); t -= 1) {
    if ((column[t] ?? Number.NaN) > 0) return t;
  }
  return -1;
}

function change(now: number, before: number | undefined): number | null {
  return before !== undefined && before > 0 ? Number(((now / before - 1) * 100).toFixed(4)) : null;
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function categoryOf({ categories }: MarketHistory, column: number): string {
  const holds = ({ assets }: { readonly assets: Int32Array }) => assets.includes(column);
  const special = categories.find((category) => category.source === 'defillama' && holds(category));
  const any = special ?? categories.find((category) => category.id !== 'all' && holds(category));
  return any?.name ?? 'Other';
}
