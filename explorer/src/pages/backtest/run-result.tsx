import { useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { RunQuery, SimulationInput } from '../../generated/graphql.ts';
import { downloadCsv, downloadText } from '../../lib/download.ts';
import { formatDay, formatGivenPercent, formatMultiple, formatPercent } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { ReceiptLink } from '../../ui/receipt-link.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { formatRunName, toUnixSeconds } from './format-run.ts';
import { useGrowthLines } from './growth-lines.ts';
import { rememberInput } from './known-runs.ts';
import { Rebalances } from './rebalances.tsx';
import { RunStatistics } from './run-statistics.tsx';
import { UnknownRun } from './unknown-run.tsx';

const runQuery = graphql(`
  query Run($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      computedInMs
      receipt {
        hash
      }
      ...RunName
      config {
        rebalanceDays
        startDate
      }
      stats {
        totalReturnPct
        startDate
      }
      navSeries {
        date
        nav
        drawdownPct
      }
      ...RunStatistics
      ...GrowthOfRun
    }
  }
`);

type Run = NonNullable<NonNullable<RunQuery['simulations']>[number]>;

/** Shows one finished backtest: its charts, statistics and holdings, and its data as files. */
export function RunResult(props: {
  readonly runId: number;
  /** The input of the run, if the page knows it. */
  readonly input: Partial<SimulationInput>;
}) {
  const { runId, input } = props;
  return (
    <QuerySection query={runQuery} variables={{ ids: [String(runId)] }} height={900}>
      {({ simulations }) => {
        const run = simulations?.[0];
        if (run == null) return <UnknownRun isPart />;
        return <Result run={run} input={input} />;
      }}
    </QuerySection>
  );
}

function Result(props: { readonly run: Run; readonly input: Partial<SimulationInput> }) {
  const { run, input } = props;
  const { runId, config, stats, navSeries, receipt } = run;
  const growth = useGrowthLines(run);
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
  useEffect(
    () => rememberInput({ runId, totalReturnPct: stats?.totalReturnPct }, input),
    [runId, stats, input],
  );
  const name = formatRunName(run, input);
  const file = `backtest-${runId}`;
  const wanted = input.startDate ?? config?.startDate;

  return (
    <>
      <PageSection
        title={name}
        actions={
          <>
            <Link className="small" to={`/backtest/${runId}/report`}>
              Report
            </Link>
            <Button
              size="small"
              onClick={() =>
                downloadCsv(file, [
                  ['date', 'nav', 'drawdown_pct'],
                  ...(navSeries ?? []).map((point) => [point.date, point.nav, point.drawdownPct]),
                ])
              }
            >
              CSV
            </Button>
            <Button
              size="small"
              onClick={() =>
                downloadText(`${file}.json`, 'application/json', JSON.stringify(run, null, 2))
              }
            >
              JSON
            </Button>
          </>
        }
      >
        {stats?.startDate != null && wanted != null && wanted < stats.startDate && (
          <p className="small muted">
            The data begin on {formatDay(stats.startDate)}: the run starts then, not on{' '}
            {formatDay(wanted)}.
          </p>
        )}
        <RunStatistics run={run} />
        <ProofLine
          source="Backtest engine of the data node"
          query={runQuery}
          variables={{ ids: [String(runId)] }}
        >
          {receipt !== null && <ReceiptLink runId={runId} hash={receipt.hash} />}
        </ProofLine>
      </PageSection>
      <PageSection title="Growth of 1, against BTC and ETH" note={<SyntheticNote />}>
        <TimeChart
          label={`Growth of 1 in ${name}`}
          series={growth}
          format={formatMultiple}
          height={340}
          daily
          growth
        />
      </PageSection>
      <PageSection title="Drawdown">
        <TimeChart
          label="Loss since the last peak"
          series={drawdown}
          format={formatPercent}
          formatMark={formatGivenPercent}
          height={170}
          daily
        />
      </PageSection>
      <PageSection title="Holdings at each rebalance">
        <Rebalances
          runId={runId}
          days={navSeries?.map(({ date }) => date) ?? []}
          every={config?.rebalanceDays ?? null}
        />
      </PageSection>
    </>
  );
}
