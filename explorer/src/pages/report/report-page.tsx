import { Link, useParams } from 'react-router';
import '../../styles/performance.css';
import { graphql } from '../../generated/gql.ts';
import type { BacktestReportQuery, ReportSeriesQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { PageSkeleton } from '../../layout/page-heading.tsx';
import { type NavSection, SectionNav } from '../../layout/section-nav.tsx';
import { formatDay } from '../../lib/format.ts';
import { PerformanceFigures } from '../../performance/performance-figures.tsx';
import { PerformanceSections } from '../../performance/performance-sections.tsx';
import { VersusSections } from '../../performance/versus-sections.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { ReceiptLink } from '../../ui/receipt-link.tsx';
import { SheetImageButton } from '../../ui/sheet-image-button.tsx';
import { formatRunName } from '../backtest/format-run.ts';
import { UnknownRun } from '../backtest/unknown-run.tsx';
import { pageHeads } from '../page-heads.ts';
import { ContributionHint, RunContributions, RunHoldings, RunParameters } from './run-details.tsx';
import { RunReceipt } from './run-receipt.tsx';

const reportQuery = graphql(`
  query BacktestReport($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      ...RunName
      ...RunParameters
      ...RunReceipt
      receipt {
        hash
      }
      performance {
        from
        to
        ...PerformanceFigures
      }
    }
  }
`);

// Apart from the figures, which are small and are shown first.
const reportSeriesQuery = graphql(`
  query ReportSeries($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      ...RunHoldings
      ...RunContributions
      performance {
        ...BesideCoins
        ...PerformanceSections
      }
    }
  }
`);

const reportVersusQuery = graphql(`
  query ReportVersus($ids: [ID!]!, $benchmark: BenchmarkInput!) {
    simulations(ids: $ids) {
      id
      performance {
        versus(benchmark: $benchmark) {
          ...ComparedSeries
        }
      }
    }
  }
`);

type Run = NonNullable<NonNullable<BacktestReportQuery['simulations']>[number]>;
type SeriesRun = NonNullable<NonNullable<ReportSeriesQuery['simulations']>[number]>;

const sections: readonly NavSection[] = [
  ['figures', 'Figures'],
  ['growth', 'Growth'],
  ['benchmarks', 'Benchmarks'],
  ['drawdown', 'Drawdown'],
  ['months', 'Months'],
  ['years', 'Years'],
  ['rolling', 'Rolling'],
  ['distribution', 'Distribution'],
  ['holdings', 'Holdings'],
  ['contributions', 'Contributions'],
  ['parameters', 'Parameters'],
  ['receipt', 'Receipt'],
];

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
        if (found == null) return <UnknownRun />;
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
                <SheetImageButton file={`backtest-${found.runId}-report`} />
              </>
            }
            query={reportQuery}
            variables={variables}
          >
            <div className="stack">
              {found.performance !== null && <SectionNav sections={sections} />}
              <Report run={found} />
            </div>
          </Page>
        );
      }}
    </QuerySection>
  );
}

function Report({ run }: { readonly run: Run }) {
  const { runId, performance, receipt } = run;
  if (performance === null) {
    return (
      <PageSection>
        <EmptyNote>The data node no longer has the series of this run.</EmptyNote>
      </PageSection>
    );
  }
  const variables = { ids: [String(runId)] };
  return (
    <div className="sheet">
      <PageSection id="figures" title="Figures" className="whole">
        <PerformanceFigures performance={performance} />
        <ProofLine
          source="Daily values of the data node’s backtest, figures by the gateway"
          query={reportQuery}
          variables={variables}
        >
          {receipt !== null && <ReceiptLink runId={runId} hash={receipt.hash} />}
        </ProofLine>
      </PageSection>
      <QuerySection query={reportSeriesQuery} variables={variables} height={1900}>
        {({ simulations }) => {
          const found = simulations?.[0];
          return found?.performance == null ? (
            <EmptyNote>The data node no longer has the series of this run.</EmptyNote>
          ) : (
            <ReportSeries run={found} performance={found.performance} runId={runId} />
          );
        }}
      </QuerySection>
      <PageSection id="parameters" title="Parameters" className="third">
        <RunParameters run={run} />
      </PageSection>
      <PageSection
        id="receipt"
        title="Receipt"
        note="Anybody can recompute the hash from the run’s input and series."
        className="whole"
      >
        <RunReceipt run={run} />
      </PageSection>
    </div>
  );
}

/** The parts of the report that need the series: charts, months, holdings and contributions. */
function ReportSeries(props: {
  readonly run: SeriesRun;
  readonly performance: NonNullable<SeriesRun['performance']>;
  readonly runId: number;
}) {
  const { run, performance, runId } = props;
  const file = `backtest-${runId}`;
  return (
    <>
      <VersusSections
        performance={performance}
        name="Strategy"
        own={String(runId)}
        file={file}
        load={(benchmark, show) => (
          <QuerySection
            query={reportVersusQuery}
            variables={{ ids: [String(runId)], benchmark }}
            height={500}
            loading={show(null)}
          >
            {({ simulations }) => show(simulations?.[0]?.performance?.versus ?? null)}
          </QuerySection>
        )}
      />
      <PerformanceSections performance={performance} file={file} layout="report" />
      <PageSection id="holdings" title="Holdings after the last rebalance" className="third">
        <RunHoldings run={run} />
      </PageSection>
      <PageSection
        id="contributions"
        title={
          <>
            Contributions to the return <ContributionHint />
          </>
        }
        className="third"
      >
        <RunContributions run={run} />
      </PageSection>
    </>
  );
}
