import { type ReactNode, useMemo } from 'react';
import { LinePlot } from '../charts/line-plot.tsx';
import { spansMuch } from '../charts/plot-scale.ts';
import type { ChartSeries } from '../charts/time-chart.tsx';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import type { BenchmarkInput, ComparedSeriesFragment } from '../generated/graphql.ts';
import { formatDay, formatMultiple, formatNumber } from '../lib/format.ts';
import { EmptyNote, PageSection } from '../ui/page-section.tsx';
import { SyntheticNote } from '../ui/synthetic-note.tsx';
import { useBenchmarkChoice } from './use-benchmark-choice.tsx';
import { VersusTable } from './versus-table.tsx';

const comparedSeries = graphql(`
  fragment ComparedSeries on BenchmarkComparison {
    ...VersusFigures
    series {
      date
      value
      benchmark
    }
  }
`);

const besideCoins = graphql(`
  fragment BesideCoins on Performance {
    to
    btc: versus(benchmark: { coin: BTC }) {
      ...ComparedSeries
    }
    eth: versus(benchmark: { coin: ETH }) {
      ...ComparedSeries
    }
  }
`);

type Chosen = FragmentType<typeof comparedSeries> | null;

type VersusSectionsProps = {
  readonly performance: FragmentType<typeof besideCoins>;
  /** Name of the series in the legend. */
  readonly name: string;
  /** Ticker or run number of the series itself, which cannot be chosen. */
  readonly own: string;
  readonly file: string;
  /** Loads the comparison with a benchmark and shows it by `show`. */
  readonly load: (benchmark: BenchmarkInput, show: (chosen: Chosen) => ReactNode) => ReactNode;
};

/** Growth and figures of a series beside BTC, ETH and a fund or run of the reader's choice. */
export function VersusSections(props: VersusSectionsProps) {
  const { choice, control } = useBenchmarkChoice(props.own);
  const show = (chosen: Chosen) => (
    <Sections {...props} chosen={chosen} chosenName={choice?.name ?? ''} control={control} />
  );
  return choice === null ? show(null) : props.load(choice.input, show);
}

const formatMark = (value: number) => `${formatNumber(value, 2)}×`;

function Sections(
  props: VersusSectionsProps & {
    readonly chosen: Chosen;
    readonly chosenName: string;
    readonly control: ReactNode;
  },
) {
  const { name, chosenName, file } = props;
  const coins = readFragment(besideCoins, props.performance);
  const btc = readFragment(comparedSeries, coins.btc);
  const eth = readFragment(comparedSeries, coins.eth);
  const chosen = readFragment(comparedSeries, props.chosen);
  const series = useMemo(
    () => toGrowthSeries(name, { BTC: btc, ETH: eth, [chosenName]: chosen }),
    [name, btc, eth, chosen, chosenName],
  );
  const benchmarksEnd = endBefore(btc, coins.to);
  const isLog = spansMuch(series);
  return (
    <>
      <PageSection
        id="growth"
        title={isLog ? 'Growth of 1, logarithmic scale' : 'Growth of 1'}
        note={
          <>
            {benchmarksEnd !== null && `To ${formatDay(benchmarksEnd)}, where benchmarks end. `}
            <SyntheticNote />
          </>
        }
        className="wide"
      >
        {series.length === 0 ? (
          <EmptyNote>There is no day on which BTC has a price.</EmptyNote>
        ) : (
          <LinePlot
            label={`Growth of 1 against ${series
              .slice(1)
              .map((one) => one.name)
              .join(', ')}`}
            series={series}
            format={formatMultiple}
            formatMark={formatMark}
            height={530}
            log={isLog}
            file={`${file}-growth`}
          />
        )}
      </PageSection>
      <PageSection id="benchmarks" title="Beside benchmarks" className="narrow-part">
        <VersusTable
          name={name}
          file={file}
          ownEnd={benchmarksEnd === null ? null : coins.to}
          benchmarks={[
            { name: 'BTC', comparison: btc },
            { name: 'ETH', comparison: eth },
            ...(chosen === null ? [] : [{ name: chosenName, comparison: chosen }]),
          ]}
        />
        <div className="versus-choice">{props.control}</div>
      </PageSection>
    </>
  );
}

/** Returns the last day of a comparison if it is before the last day of the series. */
function endBefore(comparison: ComparedSeriesFragment | null, last: string | null): string | null {
  const end = comparison?.series?.at(-1)?.date;
  return end !== undefined && last !== null && end < last ? end : null;
}

/**
 * Returns the growth of the series and of its benchmarks over the days of both. A benchmark that
 * begins later begins at the value that the series has then.
 */
function toGrowthSeries(
  name: string,
  comparisons: Readonly<Record<string, ComparedSeriesFragment | null>>,
): readonly ChartSeries[] {
  const own = (comparisons.BTC?.series ?? []).map(({ date, value }) => ({ date, value }));
  const valueAt = new Map(own.map(({ date, value }) => [date, value]));
  const toPoint = (date: string, value: number) => ({ timestamp: Date.parse(date) / 1000, value });
  if (own.length === 0) return [];
  return [
    { name, points: own.map(({ date, value }) => toPoint(date, value)) },
    ...Object.entries(comparisons).flatMap(([benchmark, comparison]) => {
      const points = comparison?.series ?? [];
      const start = valueAt.get(points[0]?.date ?? '') ?? 1;
      return points.length === 0
        ? []
        : [
            {
              name: benchmark,
              points: points.map((point) => toPoint(point.date, point.benchmark * start)),
            },
          ];
    }),
  ];
}
