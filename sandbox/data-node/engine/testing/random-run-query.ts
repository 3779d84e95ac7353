import { listSweepWeightings } from '../parameters/weighting.ts';

/** Creates a random valid query of `/sim/run` for the category `all` or `dl-some`. */
export function createRandomRunQuery(random: () => number, days: number): URLSearchParams {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const category = pick(['all', 'dl-some', 'dl-some']);
  const lookback = pick([3, 4, 5, 10, 25, 40]);
  const weighting = pick(listSweepWeightings(category)).replace(/_\d+$/, `_${lookback}`);
  const query = new URLSearchParams({
    category_id: category,
    top_n: String(1 + Math.floor(random() * 8)),
    weighting: weighting.replace(/cap10$/, `cap${pick([5, 20, 33, 50])}`),
    rebalance_days: String(pick([1, 2, 3, 7, 30])),
  });
  const maybe = (name: string, value: () => string, chance = 0.3) => {
    if (random() < chance) query.set(name, value());
  };
  maybe('base_fee_pct', () => pick(['0', '0.25', '2']));
  maybe('spread_multiplier', () => pick(['0', '2.5', '10']));
  maybe('threshold_pct', () => pick(['0.5', '2', '5', '15']));
  maybe('delist_haircut', () => '0.3', 0.1);
  maybe('start_date', () =>
    new Date(Date.UTC(2020, 0, 1 + Math.floor((random() * days) / 2))).toISOString().slice(0, 10),
  );
  maybe('fng_mode', () => pick(['fear', 'greed', 'both']));
  maybe('fng_fear_threshold', () => pick(['10', '25', '45']));
  maybe('fng_greed_threshold', () => pick(['55', '75', '90']));
  maybe('fng_cash_pct', () => pick(['0', '0.3', '1']));
  maybe('dom_mode', () => pick(['btc', 'eth', 'inverse']));
  maybe('dom_lookback', () => pick(['1', '5', '20']));
  maybe('vc_mode', () =>
    pick(['include', 'exclude', 'funding', 'valuation', 'fresh_1', 'fresh_6']),
  );
  maybe('vc_investors', () => pick(['alder', 'Birch,cedar', ' dogwood ']), 0.15);
  maybe('vc_min_amount_m', () => pick(['0', '5', '40']), 0.15);
  maybe('vc_round_types', () => pick(['seed', 'series_a,Series B', 'private']), 0.15);
  return query;
}
