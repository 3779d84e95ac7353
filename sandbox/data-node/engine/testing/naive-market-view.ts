import { type DefiMetric, type MarketHistory, MISSING_DAY } from '../../../world/market-history.ts';
import type { RunParameters } from '../parameters/run-parameters.ts';

/** A market history by asset id and day. Every value is computed from the raw data at each call. */
export type NaiveMarketView = ReturnType<typeof createNaiveMarketView>;

/**
 * Creates a view of a history that follows docs/backtest-engine.md §1 literally, without
 * optimisation.
 */
export function createNaiveMarketView(history: MarketHistory) {
  const { days } = history;
  const column = (id: string) => history.assets.findIndex((asset) => asset.id === id);
  const read = (values: Float64Array, id: string, t: number, lead = 0) =>
    t < -lead || t >= days ? Number.NaN : (values[column(id) * (lead + days) + lead + t] as number);
  const hasPrice = (id: string, t: number) => read(history.price, id, t) > 0;
  const priced = (id: string) => [...Array(days).keys()].filter((t) => hasPrice(id, t));
  const firstPrice = memo((id) => priced(id)[0] ?? Number.POSITIVE_INFINITY);
  const lastPrice = memo((id) => priced(id).at(-1) ?? -1);
  const filled = (id: string, t: number) => {
    for (let day = t; day >= 0; day -= 1)
      if (hasPrice(id, day)) return read(history.price, id, day);
    return Number.NaN;
  };
  const cap = (id: string, t: number) => read(history.marketCap, id, t);
  const known = (metric: DefiMetric, id: string, u: number) =>
    [6, 5, 4, 3, 2, 1, 0]
      .map((back) => read(history.defi[metric], id, u - back, history.lead.defi))
      .filter((value) => !Number.isNaN(value));

  function matching(id: string, u: number, p: RunParameters) {
    const spell = (text: string) =>
      text
        .trim()
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '_');
    const months = p.vc_mode?.startsWith('fresh_') ? Number(p.vc_mode.slice(6)) : null;
    return history.rounds
      .filter((round) => round.asset === column(id) && round.day <= u)
      .filter((round) => months === null || round.day > u - 30 * months)
      .filter(({ type }) => p.vc_round_types.length === 0 || p.vc_round_types.includes(spell(type)))
      .filter(
        ({ investors }) =>
          p.vc_investors.length === 0 ||
          investors.some((name) => p.vc_investors.includes(name.trim().toLowerCase())),
      );
  }
  const amount = (id: string, u: number, p: RunParameters) =>
    matching(id, u, p).reduce((sum, { amountM }) => sum + (Number.isNaN(amountM) ? 0 : amountM), 0);

  return {
    hasPrice,
    filled,
    cap,
    amount,
    assetIds: history.assets.map(({ id }) => id),
    firstPrice,
    listing(id: string) {
      const given = history.listedAt[column(id)] as number;
      return given === MISSING_DAY ? firstPrice(id) : Math.max(firstPrice(id), given);
    },
    delisting(id: string) {
      const given = history.delistedAt[column(id)] as number;
      const afterLast = lastPrice(id) < days - 1 ? lastPrice(id) + 1 : Number.POSITIVE_INFINITY;
      return Math.min(given === MISSING_DAY ? Number.POSITIVE_INFINITY : given, afterLast);
    },
    fng(u: number): number | null {
      const { lead, fng } = history;
      const known = [0, 1, 2, 3, 4, 5, 6, 7].map((back) => fng[lead.fng + u - back] ?? Number.NaN);
      return known.find((value) => !Number.isNaN(value)) ?? null;
    },
    passesFilter: (id: string, u: number, p: RunParameters) =>
      matching(id, u, p).length > 0 && amount(id, u, p) >= (p.vc_min_amount_m ?? 0),
    valuation(id: string, u: number) {
      const all = history.rounds.filter((r) => r.asset === column(id) && r.day <= u);
      return all.filter((r) => !Number.isNaN(r.valuationM)).at(-1)?.valuationM ?? 0;
    },
    dominance(id: string, t: number) {
      const total = history.assets.reduce((sum, asset) => {
        const value = cap(asset.id, t);
        return value > 0 ? sum + value : sum;
      }, 0);
      return cap(id, t) > 0 ? (100 * cap(id, t)) / total : Number.NaN;
    },
    last: (metric: DefiMetric, id: string, u: number) =>
      Math.max(0, known(metric, id, u).at(-1) ?? 0),
    average(metric: DefiMetric, id: string, u: number) {
      const values = known(metric, id, u);
      return Math.max(0, values.reduce((a, b) => a + b, 0) / Math.max(1, values.length));
    },
    /** The last `count` daily log returns up to day u. */
    logReturns: (id: string, u: number, count: number) =>
      Array.from({ length: count }, (_, k) => {
        const t = u - count + 1 + k;
        return Math.log(filled(id, t) / filled(id, t - 1));
      }),
  };
}

function memo(work: (id: string) => number): (id: string) => number {
  const known = new Map<string, number>();
  return (id) => {
    const value = known.get(id) ?? work(id);
    known.set(id, value);
    return value;
  };
}
