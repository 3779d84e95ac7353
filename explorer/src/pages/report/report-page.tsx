import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import '../../styles/performance.css';
import { LinePlot } from '../../charts/line-plot.tsx';
import { graphql } from '../../generated/gql.ts';
import type { BacktestReportQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { PageSkeleton } from '../../layout/page-heading.tsx';
import { formatDay, formatMultiple, formatNumber, formatPercent } from '../../lib/format.ts';
import { DrawdownTable } from '../../performance/drawdown-table.tsx';
import { MonthTable } from '../../performance/month-table.tsx';
import { PerformanceFigures } from '../../performance/performance-figures.tsx';
import { ReturnHistogram } from '../../performance/return-histogram.tsx';
import { RollingPlots } from '../../performance/rolling-plots.tsx';
import { YearBars } from '../../performance/year-bars.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { formatRunName, toNavPoints, toUnixSeconds } from '../backtest/format-run.ts';
import { pageHeads } from '../page-heads.ts';
import { RunContributions, RunHoldings, RunParameters } from './run-details.tsx';
import { RunReceipt } from './run-receipt.tsx';
import { RunVersus } from './run-versus.tsx';

const reportQuery = graphql(`
  query BacktestReport($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      ...RunName
      ...RunParameters
      ...RunHoldings
      ...RunContributions
      ...RunReceipt
      ...RunBenchmarks
      navSeries {
        date
        nav
        drawdownPct
      }
      btc: benchmark(symbol: BTC) {
        symbol
        navSeries {
          date
          nav
        }
      }
      eth: benchmark(symbol: ETH) {
        symbol
        navSeries {
          date
          nav
        }
      }
      performance {
        from
        to
        ...PerformanceFigures
        ...MonthReturns
        ...YearReturns
        ...DrawdownRows
        ...RollingRows
        ...ReturnBins
      }
    }
  }
`);

type Run = NonNullable<NonNullable<BacktestReportQuery['simulations']>[number]>;

/** The tear sheet of a finished backtest: one page that prints to two sheets of A4. */
export function ReportPage() {
  const { run = '' } = useParams();
  const variables = { ids: [run] };
  return (
    <QuerySection
      query={reportQuery}
      variables={variables}
      height="90vh"
      loading={<PageSkeleton head={pageHeads.report} />}
    >
      {({ simulations }) => {
        const found = simulations?.[0];
        if (found == null) return <EmptyNote>There is no run with this number.</EmptyNote>;
        const { from, to } = found.performance ?? { from: null, to: null };
        return (
          <Page
            head={pageHeads.report}
            title={formatRunName(found)}
            actions={
              <>
                {from != null && to != null && (
                  <span className="small muted nowrap">
                    {formatDay(from)} – {formatDay(to)}
                  </span>
                )}
                <Link className="small" to={`/backtest?runs=${found.runId}`}>
                  The run
                </Link>
                <PrintButton />
              </>
            }
            query={reportQuery}
            variables={variables}
          >
            <Report run={found} />
          </Page>
        );
      }}
    </QuerySection>
  );
}

/** Ratio of the highest to the lowest value from which the scale of growth is logarithmic. */
const logFrom = 4;

const formatMark = (value: number) => `${formatNumber(value, 2)}×`;
const formatLoss = (value: number) => formatPercent(value);
const formatLossMark = (value: number) => `${formatNumber(value)} %`;

function Report({ run }: { readonly run: Run }) {
  const { runId, navSeries, btc, eth, performance } = run;
  const growth = useMemo(
    () => [
      { name: 'Strategy', points: toNavPoints(navSeries) },
      { name: 'BTC', token: '--series-2', points: toNavPoints(btc?.navSeries) },
      { name: 'ETH', token: '--series-3', points: toNavPoints(eth?.navSeries) },
    ],
    [navSeries, btc, eth],
  );
  const drawdown = useMemo(
    () => [
      {
        name: 'Drawdown',
        token: '--down',
        look: 'area' as const,
        points: (navSeries ?? []).map(({ date, drawdownPct }) => ({
          timestamp: toUnixSeconds(date),
          value: -Math.abs(drawdownPct),
        })),
      },
    ],
    [navSeries],
  );
  if (performance === null) {
    return (
      <PageSection>
        <EmptyNote>The data node no longer has the series of this run.</EmptyNote>
      </PageSection>
    );
  }
  const values = growth.flatMap(({ points }) => points.map(({ value }) => value));
  const isLog =
    values.reduce((most, value) => Math.max(most, value), 0) >
    logFrom * values.reduce((least, value) => Math.min(least, value), Infinity);
  const file = `backtest-${runId}`;
  return (
    <div className="sheet">
      <PageSection title="Figures" note={<SyntheticNote />} className="whole">
        <PerformanceFigures performance={performance} />
      </PageSection>
      <PageSection
        title={isLog ? 'Growth of 1, logarithmic scale' : 'Growth of 1'}
        className="wide"
      >
        <LinePlot
          label="Growth of 1 against BTC and ETH"
          series={growth}
          format={formatMultiple}
          formatMark={formatMark}
          height={352}
          log={isLog}
          file={`${file}-growth`}
        />
      </PageSection>
      <PageSection title="Beside benchmarks" className="narrow-part">
        <RunVersus run={run} />
      </PageSection>
      <PageSection title="Drawdown" className="half">
        <LinePlot
          label="Loss since the last peak"
          series={drawdown}
          format={formatLoss}
          formatMark={formatLossMark}
          height={168}
          zero
          file={`${file}-drawdown`}
        />
      </PageSection>
      <PageSection title="Worst drawdowns" className="half">
        <DrawdownTable performance={performance} file={file} />
      </PageSection>
      <div className="wide second-sheet">
        <MonthTable performance={performance} file={file} />
      </div>
      <PageSection title="Returns by year" className="narrow-part">
        <YearBars performance={performance} />
      </PageSection>
      <PageSection title="Rolling, 90 days" className="wide">
        <RollingPlots performance={performance} file={file} height={170} />
      </PageSection>
      <div className="narrow-part">
        <ReturnHistogram performance={performance} file={file} height={170} />
      </div>
      <PageSection title="Holdings after the last rebalance" className="third">
        <RunHoldings run={run} />
      </PageSection>
      <PageSection title="Contributions to the return" className="third">
        <RunContributions run={run} />
      </PageSection>
      <PageSection title="Parameters" className="third">
        <RunParameters run={run} />
      </PageSection>
      <PageSection
        title="Receipt"
        note="Anybody can compute the hash again from the run’s input and series."
        className="whole"
      >
        <RunReceipt run={run} />
      </PageSection>
    </div>
  );
}
