import { createAltFactor } from './alt-factor.ts';
import { burnIn, dt } from './calendar.ts';
import type { Market } from './market.ts';
import { createRandom, type Random } from './random.ts';
import { sectors } from './sectors.ts';
import type { AssetPlan } from './universe.ts';

/** What the walk tells about one living asset on one day; prices and caps are not rounded. */
export type Quote = {
  readonly position: number;
  readonly day: number;
  readonly price: number;
  readonly cap: number;
};

const start = { bitcoinCap: 1.305e11, etherShare: 0.25, zipf: -1.42, altScale: 4e10 };
/** The last days of a doomed asset. */
const declineDays = 45;
const sectorVol = 0.25;
const largestMove = 1.4;

type Walker = {
  readonly plan: AssetPlan;
  readonly position: number;
  readonly random: Random;
  readonly dailySigma: number;
  price: number;
  cap: number;
};

/**
 * Walks every asset through every day and hands each quote to `publish`, day by day:
 * r = β·m + γ·a + sector + e − ½σ², cap = cap · return · supply growth (simulation.md 3).
 *
 * @param market - Returns of Bitcoin; `days` of them after the burn-in.
 */
export function simulate({
  seed,
  days,
  plans,
  market,
  publish,
}: {
  readonly seed: number;
  readonly days: number;
  readonly plans: readonly AssetPlan[];
  readonly market: Market;
  readonly publish: (quote: Quote) => void;
}): void {
  const nextAltReturn = createAltFactor(seed);
  const sectorStreams = sectors.map((sector) => createRandom(seed, `sector ${sector.id}`));
  const sectorReturns = new Float64Array(sectors.length);
  const arrivals = plans
    .map((plan, position) => ({ plan, position }))
    .sort((a, b) => a.plan.firstPrice - b.plan.firstPrice || a.plan.ordinal - b.plan.ordinal);
  let arrived = 0;
  let alive: Walker[] = [];
  let dominance = 0.6;
  for (let day = 0; day < days; day += 1) {
    const m = market.returns[day + burnIn] ?? 0;
    const a = nextAltReturn(dominance);
    for (const [k, stream] of sectorStreams.entries()) {
      sectorReturns[k] = sectorVol * Math.sqrt(dt) * stream.normal();
    }
    const median = medianCap(alive);
    alive = alive.filter((walker) => day < walker.plan.deathDay);
    for (const walker of alive) {
      advance(walker, { day, m, a, sector: sectorReturns[walker.plan.home] ?? 0 });
    }
    for (; arrivals[arrived]?.plan.firstPrice === day; arrived += 1) {
      const next = arrivals[arrived];
      if (next !== undefined) alive.push(admit({ seed, median, ...next }));
    }
    let total = 0;
    for (const walker of alive) {
      total += walker.cap;
      publish({ position: walker.position, day, price: walker.price, cap: walker.cap });
    }
    dominance = (alive[0]?.cap ?? 0) / total;
  }
}

function admit({
  seed,
  median,
  plan,
  position,
}: {
  readonly seed: number;
  readonly median: number;
  readonly plan: AssetPlan;
  readonly position: number;
}): Walker {
  return {
    plan,
    position,
    random: createRandom(seed, `returns ${plan.ordinal}`),
    dailySigma: plan.sigma * Math.sqrt(dt),
    price: plan.firstUsd,
    cap: firstCap(plan, median),
  };
}

function firstCap(plan: AssetPlan, median: number): number {
  if (plan.ordinal === 0) return start.bitcoinCap;
  if (plan.ordinal === 1) return start.bitcoinCap * start.etherShare;
  if (plan.firstPrice === 0) return start.altScale * (plan.ordinal + 1) ** start.zipf;
  return median * Math.exp(plan.entryLevel);
}

function advance(
  walker: Walker,
  today: { readonly day: number; readonly m: number; readonly a: number; readonly sector: number },
): void {
  const { plan, random, dailySigma } = walker;
  let move = plan.beta * today.m;
  if (plan.ordinal > 0) {
    move += plan.gamma * today.a + dailySigma * random.student(3.5) - dailySigma ** 2 / 2;
    // The majors are their own sector.
    if (plan.ordinal > 1) move += today.sector;
    if (today.day >= plan.deathDay - declineDays) move -= plan.decline / declineDays;
    move = Math.max(-largestMove, Math.min(largestMove, move));
  }
  walker.price *= Math.exp(move);
  walker.cap *= Math.exp(move + plan.supplyGrowth * dt);
}

function medianCap(alive: readonly Walker[]): number {
  const caps = Float64Array.from(alive, (walker) => walker.cap).sort();
  return caps[caps.length >> 1] ?? start.altScale;
}
