import { isoSeconds } from '../../../../core/wire.ts';
import { type BasketItem, coinIds } from '../basket.ts';
import type { Raise, Raises } from '../raises.ts';
import type { FundingStatistics } from '../shapes.ts';
import { tally } from './tally.ts';

const investorsShown = 10;
const raisesShown = 10;

/**
 * Money raised by the projects of a basket (wire-facts 1.1).
 *
 * @returns Null when no raise belongs to a holding.
 */
export function aggregateFunding(
  basket: readonly BasketItem[],
  raises: Raises,
): FundingStatistics | null {
  const symbols = basket.map(({ holding }) => holding.symbol);
  const matched = raises.of({ coinIds: coinIds(basket), symbols });
  if (matched.length === 0) return null;
  const valuations = matched.flatMap(({ valuationM }) => (valuationM === null ? [] : [valuationM]));
  return {
    total_raised_m: sum(matched.map(({ amountM }) => amountM ?? 0)),
    avg_valuation_m: valuations.length === 0 ? 0 : sum(valuations) / valuations.length,
    total_rounds: matched.length,
    top_investors: tally(matched.flatMap(({ leads }) => leads))
      .slice(0, investorsShown)
      .map(({ label, count }) => ({ name: label, count })),
    recent_raises: newestFirst(matched).slice(0, raisesShown).map(spell),
  };
}

function spell({ project, round, amountM, leads, date }: Raise) {
  return {
    project,
    round,
    amount_m: amountM ?? 0,
    lead: leads.length === 0 ? '—' : leads.join(', '),
    ...(date === null ? {} : { date: isoSeconds(date).slice(0, 10) }),
  };
}

/** Raises without a date come last. */
function newestFirst(raises: readonly Raise[]): readonly Raise[] {
  const at = ({ date }: Raise) => date ?? Number.NEGATIVE_INFINITY;
  return [...raises].sort((left, right) =>
    at(left) < at(right) ? 1 : at(left) > at(right) ? -1 : 0,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
