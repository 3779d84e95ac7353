import { createLabelledRandom } from '../labelled-random.ts';
import type { DefiMetric } from '../market-history.ts';
import { roundToSignificant } from '../round-to-significant.ts';
import { createSharedColumns } from '../shared-columns.ts';
import { burnInDays, yearsPerDay } from './history-dates.ts';
import { createOrnsteinUhlenbeck, type MarketFactor } from './market/market-factor.ts';
import { simulateAssets } from './market/simulate-assets.ts';
import { createProtocolMetrics } from './protocol-metrics.ts';
import type { AssetPlan } from './universe/plan-universe.ts';
import { stablecoinPlans } from './universe/stablecoins.ts';

/** The published columns: every number is rounded to 8 significant digits; NaN if there is none. */
export type HistoryTables = {
  readonly price: Float64Array;
  readonly marketCap: Float64Array;
  readonly defi: Readonly<Record<DefiMetric, Float64Array>>;
  /** Closes of the days from `days` to `horizon`, column-major. */
  readonly upcoming: Float64Array;
};

/**
 * Simulates the market up to `horizon`. The first `days` days are written to the tables, and the
 * closes after them to `upcoming`.
 *
 * @param plans - All assets that exist before the horizon.
 * @param columns - Assets of the tables, in the order of their columns.
 */
export function generateHistoryTables({
  seed,
  days,
  horizon,
  plans,
  columns,
  market,
}: {
  readonly seed: number;
  readonly days: number;
  readonly horizon: number;
  readonly plans: readonly AssetPlan[];
  readonly columns: readonly AssetPlan[];
  readonly market: MarketFactor;
}): HistoryTables {
  const newTable = () => createSharedColumns(columns.length * days);
  const price = newTable();
  const marketCap = newTable();
  const defi = {
    tvl: newTable(),
    fees: newTable(),
    revenue: newTable(),
    volume: newTable(),
    apy: newTable(),
  };
  const ahead = horizon - days;
  const upcoming = createSharedColumns(columns.length * ahead);
  const writers = plans.map((plan) => ({
    column: columns.indexOf(plan),
    gapChance: plan.gapChance,
    gaps: createLabelledRandom(seed, `gaps ${plan.ordinal}`),
    nextProtocolDay: plan.isProtocol ? createProtocolMetrics(seed, plan) : null,
  }));
  simulateAssets({
    seed,
    days: horizon,
    plans,
    market,
    publish: (quote) => {
      const writer = writers[quote.position];
      if (writer === undefined || writer.column < 0) return;
      if (quote.day >= days) {
        upcoming[writer.column * ahead + quote.day - days] = roundToSignificant(quote.price);
        return;
      }
      const cell = writer.column * days + quote.day;
      const isMissing = writer.gapChance > 0 && writer.gaps.uniform() < writer.gapChance;
      if (!isMissing) {
        price[cell] = roundToSignificant(quote.price);
        marketCap[cell] = roundToSignificant(quote.cap);
      }
      if (writer.nextProtocolDay === null) return;
      const k = quote.day + burnInDays;
      const excitement = Math.abs(market.returns[k] ?? 0) / (market.vol[k] ?? 1);
      const protocol = writer.nextProtocolDay(quote.cap, excitement);
      defi.tvl[cell] = roundToSignificant(protocol.tvl);
      defi.fees[cell] = roundToSignificant(protocol.fees);
      defi.revenue[cell] = roundToSignificant(protocol.revenue);
      defi.volume[cell] = roundToSignificant(protocol.volume);
      defi.apy[cell] = roundToSignificant(protocol.apy);
    },
  });
  for (const plan of stablecoinPlans) {
    const column = columns.indexOf(plan);
    const { normal } = createLabelledRandom(seed, `peg ${plan.id}`);
    const nextDeviation = createOrnsteinUhlenbeck(normal, { halfLifeDays: 5, sd: 0.0008 });
    for (let day = 0; day < horizon; day += 1) {
      const close = roundToSignificant(1 + nextDeviation());
      if (day >= days) upcoming[column * ahead + day - days] = close;
      else {
        price[column * days + day] = close;
        const supply = plan.firstCap * Math.exp(plan.supplyGrowth * yearsPerDay * day);
        marketCap[column * days + day] = roundToSignificant(close * supply);
      }
    }
  }
  return { price, marketCap, defi, upcoming };
}
