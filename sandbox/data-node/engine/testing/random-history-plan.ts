import type { FundingRound } from '../../../world/market-history.ts';
import type { AssetPlan, HistoryPlan } from './build-history.ts';

/** Creates a generator of uniform numbers in [0, 1), which are the same for the same seed. */
export function createSeededRandom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type RandomPlanOptions = {
  readonly seed: number;
  readonly days: number;
  readonly assets: number;
  /** Probability of gaps, late listings, early ends and missing values; default 0. */
  readonly trouble?: number;
};

/**
 * Creates a small random market: bitcoin, ethereum and other assets with common and individual
 * moves, missing days, late listings, delistings, equal market caps, protocol metrics and funding
 * rounds.
 */
export function createRandomHistoryPlan({
  seed,
  days,
  assets,
  trouble = 0,
}: RandomPlanOptions): HistoryPlan {
  const random = createSeededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const market = Array.from({ length: days }, () => 0.03 * normal());
  const happens = () => random() < trouble;
  const ids = ['bitcoin', 'ethereum', ...Array.from({ length: assets }, (_, i) => `coin-${i}`)];

  function asset(id: string): AssetPlan {
    const from = happens() ? Math.floor((random() * days) / 2) : 0;
    const to = happens() ? Math.floor((days * (1 + random())) / 2) : days;
    let price = Math.exp(4 * normal());
    const supply = Math.exp(10 + 2 * normal());
    const beta = 0.5 + random();
    const calm = 0.01 + 0.05 * random();
    const prices: (number | null)[] = [];
    const caps: (number | null)[] = [];
    let tvl = supply * price * random();
    // An asset that is not a protocol has no metrics on any day.
    const isProtocol = random() >= 2 * trouble;
    const defi = { tvl: [], fees: [], revenue: [], volume: [], apy: [] } as Record<
      'tvl' | 'fees' | 'revenue' | 'volume' | 'apy',
      (number | null)[]
    >;
    for (let t = 0; t < days; t += 1) {
      price *= Math.exp(beta * (market[t] as number) + calm * normal());
      tvl *= Math.exp(0.03 * normal());
      const alive = t >= from && t < to && !(random() < trouble * 0.1);
      prices.push(alive ? price : null);
      // A constant market cap creates ties.
      const cap = random() < trouble ? 1_000_000 : price * supply;
      caps.push(alive && !(random() < trouble * 0.1) ? cap : null);
      const known = (value: number) => (random() < trouble || !isProtocol ? null : value);
      defi.tvl.push(known(tvl));
      defi.fees.push(known(tvl * 0.001 * random()));
      defi.revenue.push(known(random() < trouble ? -1 : tvl * 0.0005 * random()));
      defi.volume.push(known(tvl * random()));
      defi.apy.push(known(10 * random()));
    }
    return {
      id,
      price: prices,
      cap: caps,
      defi,
      ...(happens() ? { listedAt: Math.floor((random() * days) / 2) } : {}),
      ...(happens() ? { delistedAt: Math.floor((days * (1 + random())) / 2) } : {}),
    };
  }

  let mood = 50;
  return {
    days,
    assets: ids.map(asset),
    fng: Array.from({ length: days }, () => {
      mood = Math.min(100, Math.max(0, 50 + 0.9 * (mood - 50) + 12 * normal()));
      return happens() ? null : Math.round(mood);
    }),
    rounds: ids.flatMap((id) => randomRounds(id, { random, days })),
    categories: { 'dl-some': ids.filter(() => random() < 0.8), few: ids.slice(1, 6) },
  };
}

const types = ['Seed', 'Series A', 'series-b', 'Private'];
const firms = ['Alder', 'birch ', 'CEDAR', 'dogwood'];

function randomRounds(
  asset: string,
  { random, days }: { readonly random: () => number; readonly days: number },
): readonly (Omit<FundingRound, 'asset'> & { readonly asset: string })[] {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
  return Array.from({ length: Math.floor(random() * 4) }, () => ({
    asset,
    day: Math.floor(random() * (days + 60)) - 60,
    type: pick(types),
    amountM: random() < 0.2 ? Number.NaN : Math.round(random() * 500) / 10,
    valuationM: random() < 0.5 ? Number.NaN : Math.round(random() * 1000),
    investors: random() < 0.2 ? [] : [pick(firms), pick(firms)],
  }));
}
