import { type MarketHistory, MISSING_DAY } from '../market-history.ts';
import { usdToWei, WEI_PER_UNIT } from '../nav.ts';
import type { FundRecipe } from './fund-recipes.ts';

/** Assets of a fund with their weights and quantities at its creation. */
export type WeightedBasket = {
  /** Column numbers, largest market cap first. */
  readonly assets: readonly number[];
  /** Weights with 18 decimals; the sum is exactly 1e18. */
  readonly weights: readonly bigint[];
  /** Wei of each asset per share, above 0. */
  readonly quantities: readonly bigint[];
};

/** Minimum number of members of a category. Smaller categories are replaced by the whole market. */
const fewestMembers = 5;
const capOfCapped = 0.3;
/** Weights are multiples of 1e-9. The rounding difference is added to the largest weight. */
const weightSteps = 1e9;

/**
 * Chooses and weighs the basket of a recipe with the prices of the day before its creation.
 *
 * @returns the basket; `null` if no asset had a price.
 */
export function chooseBasket(history: MarketHistory, recipe: FundRecipe): WeightedBasket | null {
  const chosen = rankAssets(history, recipe).slice(0, recipe.size);
  if (chosen.length === 0) return null;
  const weights = weigh(chosen, recipe.weighting);
  const nav = usdToWei(recipe.nav);
  return {
    assets: chosen.map(({ asset }) => asset),
    weights,
    quantities: chosen.map(({ price }, i) => {
      const quantity = ((weights[i] ?? 0n) * nav) / usdToWei(price);
      return quantity > 0n ? quantity : 1n;
    }),
  };
}

type Candidate = { readonly asset: number; readonly price: number; readonly cap: number };

function rankAssets(history: MarketHistory, recipe: FundRecipe): readonly Candidate[] {
  const members = history.categories.find((category) => category.id === recipe.category)?.assets;
  const inCategory = candidates(history, members ?? [], recipe.day - 1);
  if (inCategory.length >= fewestMembers) return inCategory;
  return candidates(history, history.assets.keys(), recipe.day - 1);
}

function candidates(
  { price, marketCap, days, listedAt, delistedAt }: MarketHistory,
  assets: Iterable<number>,
  day: number,
): readonly Candidate[] {
  const known: Candidate[] = [];
  for (const asset of assets) {
    const close = price[asset * days + day] ?? Number.NaN;
    const isListed = (listedAt[asset] ?? 0) <= day || listedAt[asset] === MISSING_DAY;
    // An asset with a price of less than one wei cannot be bought.
    if (!(close >= 1e-18) || !isListed || (delistedAt[asset] ?? 0) <= day) continue;
    const cap = marketCap[asset * days + day] ?? Number.NaN;
    known.push({ asset, price: close, cap: Number.isNaN(cap) ? 0 : cap });
  }
  return known.sort((a, b) => b.cap - a.cap || a.asset - b.asset);
}

function weigh(chosen: readonly Candidate[], weighting: FundRecipe['weighting']): bigint[] {
  const sizes = chosen.map(({ cap }) => (weighting === 'sqrt' ? Math.sqrt(cap) : cap));
  const isEqual = weighting === 'equal' || sizes.some((size) => size === 0);
  const shares = isEqual ? chosen.map(() => 1 / chosen.length) : limit(sizes);
  const weights = shares.map(
    (share) =>
      BigInt(Math.max(1, Math.floor(share * weightSteps))) * (WEI_PER_UNIT / BigInt(weightSteps)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  return weights.map((weight, i) => (i === 0 ? weight + WEI_PER_UNIT - sum : weight));
}

/**
 * Returns weights in proportion to size, none above the limit. The largest weights are limited
 * until all are below it.
 */
function limit(sizes: readonly number[]): readonly number[] {
  const cap = Math.max(capOfCapped, 1 / sizes.length);
  let rest = sizes.reduce((total, size) => total + size, 0);
  let left = 1;
  let isCutting = true;
  return sizes.map((size) => {
    const share = (left * size) / rest;
    if (isCutting && share > cap) {
      rest -= size;
      left -= cap;
      return cap;
    }
    isCutting = false;
    return share;
  });
}
