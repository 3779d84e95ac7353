import { parseDayNumber } from '../../world/market-history.ts';
import { InvalidRunError } from './parameters/invalid-run-error.ts';
import type { RunParameters } from './parameters/run-parameters.ts';
import type { PreparedMarket } from './prepare-market.ts';

/** The members of a category and which of them can be bought, by market cap. */
export type Universe = {
  /** Whether any member may be bought on day t. */
  readonly anyEligible: (t: number) => boolean;
  /**
   * Ranks the members that may be bought on day t and that pass `admits`, by market cap of the day
   * before (descending; ties by id).
   *
   * @returns How many there are; their column numbers stand first in `order`.
   */
  readonly rank: (t: number, admits?: (asset: number) => boolean) => number;
  /** Column numbers in the order of the last ranking; reused by the next one. */
  readonly order: Int32Array;
};

/**
 * Creates the universe of a category (docs/backtest-engine.md §1); its buffers serve one run at a time.
 *
 * @throws {InvalidRunError} 404 unknown category.
 */
export function createUniverse(market: PreparedMarket, categoryId: string): Universe {
  const members = market.categories.find(({ id }) => id === categoryId)?.assets;
  if (members === undefined) throw new InvalidRunError(404, 'unknown category');
  const order = Int32Array.from(members);
  const size = new Float64Array(market.assets.length);
  const { eligibleCap } = market;
  const row = (t: number) => t * market.assets.length;

  return {
    order,
    anyEligible: (t) => members.some((asset) => (eligibleCap[row(t) + asset] as number) > 0),
    rank(t, admits) {
      const today = row(t);
      let count = 0;
      for (let k = 0; k < order.length; k += 1) {
        const asset = order[k] as number;
        const cap = eligibleCap[today + asset] as number;
        const admitted = cap > 0 && (admits === undefined || admits(asset));
        size[asset] = admitted ? cap : 0;
        if (admitted) count += 1;
      }
      sortBySize(order, size);
      return count;
    },
  };
}

/** Insertion sort: the order of the last ranking is nearly right, so it takes few moves. */
function sortBySize(order: Int32Array, size: Float64Array): void {
  for (let k = 1; k < order.length; k += 1) {
    const asset = order[k] as number;
    const own = size[asset] as number;
    let place = k;
    while (place > 0) {
      const other = order[place - 1] as number;
      const otherSize = size[other] as number;
      if (otherSize > own || (otherSize === own && other < asset)) break;
      order[place] = other;
      place -= 1;
    }
    order[place] = asset;
  }
}

export type StartOptions = {
  readonly market: PreparedMarket;
  readonly universe: Universe;
  readonly parameters: Pick<RunParameters, 'start_date' | 'top_n'>;
};

/**
 * The day of a run's first purchase: the first one from its start date on with something to buy.
 *
 * @returns Day number s ≥ 1.
 * @throws {InvalidRunError} 400 there is none.
 */
export function findStartDay({ market, universe, parameters }: StartOptions): number {
  const from = Math.max(1, parseDayNumber(market, parameters.start_date));
  for (let t = from; t < market.days; t += 1) if (universe.anyEligible(t)) return t;
  throw new InvalidRunError(400, `not enough coins: 0 available, ${parameters.top_n} required`);
}
