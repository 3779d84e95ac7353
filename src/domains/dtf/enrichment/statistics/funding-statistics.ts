import { formatIsoSeconds } from '../../../../lib/parse.ts';
import type { AssetWithCoin } from '../lookup-files.ts';
import type { indexFundingRounds, ProjectFundingRound } from '../raises.ts';
import type { FundingStatistics } from '../schema.ts';
import { countOccurrences } from './count-occurrences.ts';

const investorsShown = 10;
const raisesShown = 10;

/** Statistics of the money that the projects of a basket raised; null when no raise matches. */
export function computeFundingStatistics(
  basket: readonly AssetWithCoin[],
  raises: ReturnType<typeof indexFundingRounds>,
): FundingStatistics | null {
  const symbols = basket.map(({ holding }) => holding.symbol);
  const coinIds = basket.flatMap(({ coin }) => (coin ? [coin.id] : []));
  const matched = raises.find(coinIds, symbols);
  if (matched.length === 0) return null;
  const valuations = matched.flatMap(({ valuationM }) => (valuationM === null ? [] : [valuationM]));
  return {
    total_raised_m: sum(matched.map(({ amountM }) => amountM ?? 0)),
    avg_valuation_m: valuations.length === 0 ? 0 : sum(valuations) / valuations.length,
    total_rounds: matched.length,
    top_investors: countOccurrences(matched.flatMap(({ leads }) => leads))
      .slice(0, investorsShown)
      .map(({ label, count }) => ({ name: label, count })),
    recent_raises: newestFirst(matched).slice(0, raisesShown).map(toRaiseEntry),
  };
}

function toRaiseEntry({ project, round, amountM, leads, date }: ProjectFundingRound) {
  return {
    project,
    round,
    amount_m: amountM ?? 0,
    lead: leads.length === 0 ? '—' : leads.join(', '),
    ...(date === null ? {} : { date: formatIsoSeconds(date).slice(0, 10) }),
  };
}

/** Sorts raises by date, descending; raises without a date come last. */
function newestFirst(raises: readonly ProjectFundingRound[]): readonly ProjectFundingRound[] {
  const at = ({ date }: ProjectFundingRound) => date ?? Number.NEGATIVE_INFINITY;
  return [...raises].sort((left, right) =>
    at(left) < at(right) ? 1 : at(left) > at(right) ? -1 : 0,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
