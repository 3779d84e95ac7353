import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import type { PerformanceFiguresFragment } from '../generated/graphql.ts';
import {
  formatDay,
  formatFixed,
  formatFraction,
  formatNumber,
  formatPercent,
} from '../lib/format.ts';
import { PercentChange } from '../ui/figures.tsx';
import { type DefinedFigure, FigureGroups } from './figure-list.tsx';
import { leastYearDays } from './least-lengths.ts';
import { explain } from './plain-definitions.ts';
import { describeWholeMonths } from './running-month.ts';

const performanceFigures = graphql(`
  fragment PerformanceFigures on Performance {
    from
    to
    returns
    missingDays
    totalReturnPct
    annualizedReturnPct
    volatilityPct
    downsideDeviationPct
    sharpe
    sortino
    calmar
    omega
    ulcerIndexPct
    maxDrawdownPct
    valueAtRiskPct
    expectedShortfallPct
    skewness
    excessKurtosis
    bestDay {
      date
      returnPct
    }
    worstDay {
      date
      returnPct
    }
    positiveDaysPct
    positiveMonthsPct
    monthlyReturns {
      year
      month
      isPartial
    }
    probabilisticSharpe
  }
`);

/** The figures of a series in four groups, each with its definition. */
export function PerformanceFigures(props: {
  readonly performance: FragmentType<typeof performanceFigures>;
  /** The figures of returns that come first, instead of the total return. */
  readonly first?: readonly DefinedFigure[];
}) {
  const figures = readFragment(performanceFigures, props.performance);
  const { from, to, bestDay, worstDay } = figures;
  const days = from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const percent = (label: string, name: PercentName): DefinedFigure => ({
    label,
    definition: explain(name),
    value: formatPercent(figures[name]),
  });
  const change = (label: string, name: PercentName): DefinedFigure => ({
    label,
    definition: explain(name),
    value: <PercentChange percent={figures[name]} />,
  });
  const ratio = (label: string, name: RatioName): DefinedFigure => ({
    label,
    definition: explain(name),
    value: formatFixed(figures[name]),
  });
  const count = (label: string, name: 'returns' | 'missingDays'): DefinedFigure => ({
    label,
    definition: explain(name),
    value: formatNumber(figures[name]),
  });
  const day = (label: string, name: 'bestDay' | 'worstDay'): DefinedFigure => {
    const shown = name === 'bestDay' ? bestDay : worstDay;
    return {
      label,
      definition: explain(name),
      value: <PercentChange percent={shown?.returnPct} />,
      note: shown === null ? undefined : formatDay(shown.date),
    };
  };
  return (
    <FigureGroups
      label="Figures"
      groups={[
        {
          title: to === null ? 'Return' : `Return to ${formatDay(to)}`,
          figures: [
            ...(props.first ?? [change('Total return', 'totalReturnPct')]),
            days < leastYearDays
              ? { ...change('Per year', 'annualizedReturnPct'), value: '–' }
              : change('Per year', 'annualizedReturnPct'),
            day('Best day', 'bestDay'),
            day('Worst day', 'worstDay'),
            percent('Days with a gain', 'positiveDaysPct'),
            addMonths(percent('Months with a gain', 'positiveMonthsPct'), figures),
          ],
        },
        {
          title: 'Risk',
          figures: [
            percent('Volatility', 'volatilityPct'),
            percent('Downside deviation', 'downsideDeviationPct'),
            percent('Largest drawdown', 'maxDrawdownPct'),
            percent('Ulcer index', 'ulcerIndexPct'),
            percent('Value at risk, 95 %', 'valueAtRiskPct'),
            percent('Expected shortfall, 95 %', 'expectedShortfallPct'),
          ],
        },
        {
          title: 'Return for risk',
          figures: [
            ratio('Sharpe', 'sharpe'),
            ratio('Sortino', 'sortino'),
            ratio('Calmar', 'calmar'),
            ratio('Omega', 'omega'),
            {
              label: 'Probability that Sharpe > 0',
              definition: explain('probabilisticSharpe'),
              value: formatFraction(figures.probabilisticSharpe),
            },
          ],
        },
        {
          title: 'Daily returns',
          figures: [
            ratio('Skewness', 'skewness'),
            ratio('Excess kurtosis', 'excessKurtosis'),
            count('Number of returns', 'returns'),
            count('Missing days', 'missingDays'),
          ],
        },
      ]}
    />
  );
}

/** Says beside the share of months with a gain how many there are, and in its definition which. */
function addMonths(
  figure: DefinedFigure,
  { monthlyReturns, to }: Pick<PerformanceFiguresFragment, 'monthlyReturns' | 'to'>,
): DefinedFigure {
  const counted = describeWholeMonths(monthlyReturns, to);
  if (counted === null) return figure;
  const { count, text } = counted;
  return { ...figure, definition: `${figure.definition} Counted: ${text}.`, note: `of ${count}` };
}

type PercentName =
  | 'totalReturnPct'
  | 'annualizedReturnPct'
  | 'volatilityPct'
  | 'downsideDeviationPct'
  | 'ulcerIndexPct'
  | 'maxDrawdownPct'
  | 'valueAtRiskPct'
  | 'expectedShortfallPct'
  | 'positiveDaysPct'
  | 'positiveMonthsPct';
type RatioName = 'sharpe' | 'sortino' | 'calmar' | 'omega' | 'skewness' | 'excessKurtosis';
