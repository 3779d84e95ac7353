import type { DefiMetric } from '../history.ts';
import { createRandom } from '../random.ts';
import { roundToSignificant } from '../round-to-significant.ts';
import { sharedColumns } from '../shared-columns.ts';
import { burnInDays, yearsPerDay } from './calendar.ts';
import { createProtocol } from './defi.ts';
import { createOrnsteinUhlenbeck, type Market } from './market/market.ts';
import { simulate } from './market/simulate.ts';
import { peggedPlans } from './universe/pegged.ts';
import type { AssetPlan } from './universe/universe.ts';

/** The published columns: every number rounded to 8 significant digits, NaN where there is none. */
export type Tables = {
  readonly price: Float64Array;
  readonly marketCap: Float64Array;
  readonly defi: Readonly<Record<DefiMetric, Float64Array>>;
  /** Closes of the days from `days` to `horizon`, column-major. */
  readonly upcoming: Float64Array;
};

/**
 * Walks the market to `horizon` and writes the first `days` days into the tables, the closes
 * after them into `upcoming`.
 *
 * @param plans - Every asset that the market holds before the horizon.
 * @param columns - Those of the tables, in the order of their columns.
 */
export function drawTables({
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
  readonly market: Market;
}): Tables {
  const newTable = () => sharedColumns(columns.length * days);
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
  const upcoming = sharedColumns(columns.length * ahead);
  const writers = plans.map((plan) => ({
    column: columns.indexOf(plan),
    gapChance: plan.gapChance,
    gaps: createRandom(seed, `gaps ${plan.ordinal}`),
    nextProtocolDay: plan.isProtocol ? createProtocol(seed, plan) : null,
  }));
  simulate({
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
  for (const plan of peggedPlans) {
    const column = columns.indexOf(plan);
    const { normal } = createRandom(seed, `peg ${plan.id}`);
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
