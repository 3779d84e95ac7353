import { parseDayNumber } from '../../world/market-history.ts';
import { InvalidRunError } from './parameters/invalid-run-error.ts';
import type { RunParameters } from './parameters/run-parameters.ts';
import type { PreparedMarket } from './prepare-market.ts';

/** The members of a category, with a ranking of those that can be bought. */
export type Universe = {
  /** Whether any member may be bought on day t. */
  readonly anyEligible: (t: number) => boolean;
  /**
   * Ranks the members that may be bought on day t and for which `admits` returns true, descending
   * by market cap of the day before, then by id.
   *
   * @returns their number; their column numbers are at the beginning of `order`.
   */
  readonly rank: (t: number, admits?: (asset: number) => boolean) => number;
  /** Column numbers in the order of the last ranking. The next ranking overwrites them. */
  readonly order: Int32Array;
};

/**
 * Creates the universe of a category (docs/backtest-engine.md §1). It has buffers, so that each run
 * needs a universe of its own.
 *
 * @throws {InvalidRunError} 404 the category is unknown.
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

/**
 * Sorts by insertion, because the order of the last ranking is nearly right and needs few moves.
 */
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

export type StartDayOptions = {
  readonly market: PreparedMarket;
  readonly universe: Universe;
  readonly parameters: Pick<RunParameters, 'start_date' | 'top_n'>;
};

/**
 * Returns the day of a run's first purchase: the first day from its start date on with an asset to
 * buy.
 *
 * @returns the day number s ≥ 1.
 * @throws {InvalidRunError} 400 there is no such day.
 */
export function findStartDay({ market, universe, parameters }: StartDayOptions): number {
  const from = Math.max(1, parseDayNumber(market, parameters.start_date));
  for (let t = from; t < market.days; t += 1) if (universe.anyEligible(t)) return t;
  throw new InvalidRunError(400, `not enough coins: 0 available, ${parameters.top_n} required`);
}
