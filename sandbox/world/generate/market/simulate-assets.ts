import { createLabelledRandom, type Random } from '../../labelled-random.ts';
import { burnInDays, yearsPerDay } from '../history-dates.ts';
import type { AssetPlan } from '../universe/plan-universe.ts';
import { sectors } from '../universe/sectors.ts';
import { createAltFactor } from './alt-factor.ts';
import type { MarketFactor } from './market-factor.ts';

/** Values of one asset on one day; price and market cap are not rounded. */
export type DailyQuote = {
  readonly position: number;
  readonly day: number;
  readonly price: number;
  readonly cap: number;
};

const start = { bitcoinCap: 1.305e11, etherShare: 0.25, zipf: -1.42, altScale: 4e10 };
/** Number of days in which an asset declines before it dies. */
const declineDays = 45;
const sectorVol = 0.25;
/** Degrees of freedom of an asset's idiosyncratic shocks. */
const tailDf = 3.3;
const largestMove = 1.4;
/**
 * Strength per year with which market caps revert: altcoins to the median of all, Ether to a
 * fraction of Bitcoin. Without it market caps would diverge, and the slope of log cap on log rank
 * would not be stable.
 */
const gravity = { alts: 0.15, ether: 0.5, etherShare: 0.3 };

type Walker = {
  readonly plan: AssetPlan;
  readonly position: number;
  readonly random: Random;
  readonly dailySigma: number;
  logPrice: number;
  logCap: number;
};

/**
 * Simulates every asset day by day and passes each quote to `publish`: r = β·m + γ·a + sector + e −
 * ½σ² + gravity, cap = cap · return · supply growth (docs/backtest-engine.md §9).
 *
 * @param market - Returns of Bitcoin; `days` of them after the burn-in.
 */
export function simulateAssets({
  seed,
  days,
  plans,
  market,
  publish,
}: {
  readonly seed: number;
  readonly days: number;
  readonly plans: readonly AssetPlan[];
  readonly market: MarketFactor;
  readonly publish: (quote: DailyQuote) => void;
}): void {
  const nextAltReturn = createAltFactor(seed);
  const sectorStreams = sectors.map((sector) => createLabelledRandom(seed, `sector ${sector.id}`));
  const sectorReturns = new Float64Array(sectors.length);
  const arrivals = plans
    .map((plan, position) => ({ plan, position }))
    .sort((a, b) => a.plan.firstPrice - b.plan.firstPrice || a.plan.ordinal - b.plan.ordinal);
  let arrived = 0;
  let alive: Walker[] = [];
  let dominance = 0.6;
  for (let day = 0; day < days; day += 1) {
    const m = market.returns[day + burnInDays] ?? 0;
    const a = nextAltReturn(dominance);
    for (const [k, stream] of sectorStreams.entries()) {
      sectorReturns[k] = sectorVol * Math.sqrt(yearsPerDay) * stream.normal();
    }
    const middle = medianLogCap(alive);
    const etherMiddle = (alive[0]?.logCap ?? 0) + Math.log(gravity.etherShare);
    alive = alive.filter((walker) => day < walker.plan.deathDay);
    for (const walker of alive) {
      const sector = sectorReturns[walker.plan.home] ?? 0;
      advance(walker, {
        day,
        m,
        a,
        sector,
        middle: walker.plan.ordinal === 1 ? etherMiddle : middle,
      });
    }
    for (; arrivals[arrived]?.plan.firstPrice === day; arrived += 1) {
      const next = arrivals[arrived];
      if (next !== undefined) alive.push(admit({ seed, middle, ...next }));
    }
    let total = 0;
    let bitcoin = 0;
    for (const { plan, position, logPrice, logCap } of alive) {
      const cap = Math.exp(logCap);
      total += cap;
      if (plan.ordinal === 0) bitcoin = cap;
      publish({ position, day, price: Math.exp(logPrice), cap });
    }
    dominance = bitcoin / total;
  }
}

function admit({
  seed,
  middle,
  plan,
  position,
}: {
  readonly seed: number;
  readonly middle: number;
  readonly plan: AssetPlan;
  readonly position: number;
}): Walker {
  return {
    plan,
    position,
    random: createLabelledRandom(seed, `returns ${plan.ordinal}`),
    dailySigma: plan.sigma * Math.sqrt(yearsPerDay),
    logPrice: Math.log(plan.firstUsd),
    logCap: firstLogCap(plan, middle),
  };
}

function firstLogCap(plan: AssetPlan, middle: number): number {
  if (plan.ordinal === 0) return Math.log(start.bitcoinCap);
  if (plan.ordinal === 1) return Math.log(start.bitcoinCap * start.etherShare);
  if (plan.firstPrice === 0) return Math.log(start.altScale * (plan.ordinal + 1) ** start.zipf);
  return middle + plan.entryLevel;
}

type Today = {
  readonly day: number;
  readonly m: number;
  readonly a: number;
  readonly sector: number;
  /** Log of the market cap to which `gravity` reverts. */
  readonly middle: number;
};

function advance(walker: Walker, today: Today): void {
  const { plan, random, dailySigma } = walker;
  let move = plan.beta * today.m;
  if (plan.ordinal > 0) {
    move += plan.gamma * today.a + dailySigma * random.student(tailDf) - dailySigma ** 2 / 2;
    // Bitcoin and Ether have no sector factor.
    if (plan.ordinal > 1) move += today.sector;
    if (today.day >= plan.deathDay - declineDays) move -= plan.decline / declineDays;
    const pull = plan.ordinal === 1 ? gravity.ether : gravity.alts;
    move += pull * yearsPerDay * (today.middle - walker.logCap);
    move = Math.max(-largestMove, Math.min(largestMove, move));
  }
  walker.logPrice += move;
  walker.logCap += move + plan.supplyGrowth * yearsPerDay;
}

function medianLogCap(alive: readonly Walker[]): number {
  const caps = Float64Array.from(alive, (walker) => walker.logCap).sort();
  return caps[caps.length >> 1] ?? 0;
}
