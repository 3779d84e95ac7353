import { createLabelledRandom, type Random } from '../../labelled-random.ts';
import { lastListingDay } from '../history-dates.ts';
import { getAssetName } from './asset-names.ts';
import { assignSectors, type SectorMembership } from './assign-sectors.ts';

/** All properties of an asset that are determined before its first day of prices. */
export type AssetPlan = ReturnType<typeof getAssetName> &
  SectorMembership & {
    /** 0 Bitcoin, 1 Ether, 2–69 assets that exist at the start by rank, then later listings. */
    readonly ordinal: number;
    /** First day number with a price, at least 0. */
    readonly firstPrice: number;
    /**
     * Day number of the listing; negative for old assets, and for some assets a few days after
     * `firstPrice`.
     */
    readonly listedAt: number;
    /** First day number without a price; Infinity if there is none. */
    readonly deathDay: number;
    /**
     * Whether the asset is delisted on its `deathDay`; otherwise its prices end without a
     * delisting.
     */
    readonly isDelisted: boolean;
    /** Log of the price decline in the last days before `deathDay`. */
    readonly decline: number;
    /** Loading on the market factor. */
    readonly beta: number;
    /** Loading on the altcoin factor. */
    readonly gamma: number;
    /** Idiosyncratic volatility per year. */
    readonly sigma: number;
    /** Price on the first day, USD. */
    readonly firstUsd: number;
    /** Log of a new listing's market cap relative to the median market cap of the day. */
    readonly entryLevel: number;
    /** Growth of the supply per year, as a log. */
    readonly supplyGrowth: number;
    /** Probability that a day is missing in the published table. */
    readonly gapChance: number;
  };

const assetsAtStart = 70;
const assetsPlanned = 220;
const laterListings = assetsPlanned - assetsAtStart;

/**
 * Minimum and mean lifetime of an asset in days. Its price declines in the last `declineDays` days.
 */
const life = { shortest: 60, mean: 900 };
const doomedShare = 0.4;
/** Ten small assets of the start have gaps in their data. */
const gappy = { from: 40, every: 3, count: 10, chance: 0.025 };

/**
 * Plans every asset whose first price is before day `days`. The plan of an asset depends only on
 * the seed and its ordinal.
 */
export function planUniverse(seed: number, days: number): readonly AssetPlan[] {
  const plans: AssetPlan[] = [];
  for (let ordinal = 0; ; ordinal += 1) {
    const plan = planAsset(seed, ordinal);
    if (plan.firstPrice < days) plans.push(plan);
    // Later listings are ascending by day, so that all further ones are also after the last day.
    else if (ordinal >= assetsPlanned) return plans;
  }
}

function planAsset(seed: number, ordinal: number): AssetPlan {
  const random = createLabelledRandom(seed, `asset ${ordinal}`);
  const isMajor = ordinal < 2;
  const firstPrice = drawFirstPrice(random, ordinal);
  const lag = random.uniform() < 0.2 ? 3 + Math.floor(random.uniform() * 40) : 0;
  const listedAt = firstPrice === 0 ? -Math.floor(30 + random.uniform() * 1400) : firstPrice + lag;
  const isDoomed = random.uniform() < doomedShare && !isMajor;
  const lifetime = life.shortest - life.mean * Math.log(random.uniform());
  const isGappy =
    ordinal >= gappy.from &&
    ordinal < gappy.from + gappy.every * gappy.count &&
    (ordinal - gappy.from) % gappy.every === 0;
  return {
    ...getAssetName(ordinal),
    ...assignSectors(ordinal),
    ordinal,
    firstPrice,
    listedAt,
    deathDay: isDoomed ? Math.floor(firstPrice + lifetime) : Number.POSITIVE_INFINITY,
    isDelisted: random.uniform() < 0.6,
    decline: 1.5 + 2.5 * random.uniform(),
    ...drawLoads(random, ordinal),
    firstUsd: ordinal === 0 ? 7200 : ordinal === 1 ? 131 : 10 ** (-2.5 + 4 * random.uniform()),
    entryLevel: 0.9 * random.normal(),
    supplyGrowth: isMajor ? 0.012 : Math.min(0.8, 0.07 * Math.exp(1.7 * random.normal())),
    gapChance: isGappy ? gappy.chance : 0,
  };
}

function drawFirstPrice(random: Random, ordinal: number): number {
  if (ordinal < assetsAtStart) return 0;
  if (ordinal < assetsPlanned) return 1 + Math.floor(random.uniform() * lastListingDay);
  const pace = lastListingDay / laterListings;
  return 1 + lastListingDay + Math.floor((ordinal - assetsPlanned + random.uniform()) * pace);
}

function drawLoads(random: Random, ordinal: number): Pick<AssetPlan, 'beta' | 'gamma' | 'sigma'> {
  if (ordinal === 0) return { beta: 1, gamma: 0, sigma: 0 };
  if (ordinal === 1) return { beta: 1.02, gamma: 0.55, sigma: 0.34 };
  return {
    beta: 1.13 + 0.18 * random.normal(),
    gamma: 1 + 0.22 * random.normal(),
    sigma: 0.66 * Math.exp(0.2 * random.normal()),
  };
}
