import { useMemo } from 'react';
import { Link } from 'react-router';
import { seriesToken } from '../../charts/chart-colors.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import {
  performanceDefinitions as figures,
  turnoverDefinitions,
} from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { CompareRunsQuery } from '../../generated/graphql.ts';
import {
  formatCount,
  formatFixed,
  formatMultiple,
  formatNumber,
  formatPercent,
} from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FailureNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { type FormValues, toSimulationInput } from './form-values.ts';
import { formatRunName, leastReturns, shortenRunNames, toNavPoints } from './format-run.ts';
import { createStatColumns } from './stat-columns.tsx';
import type { ComparedRun } from './use-compared-runs.ts';

const compareQuery = graphql(`
  query CompareRuns($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      ...RunName
      ...RunStats
      performance {
        returns
        volatilityPct
        sortino
        calmar
      }
      turnover {
        annualMeanPct
      }
      navSeries {
        date
        nav
      }
    }
  }
`);

type Run = NonNullable<NonNullable<CompareRunsQuery['simulations']>[number]>;

/** Compares up to ten runs in one chart and one table. */
export function CompareRuns(props: {
  readonly runs: readonly ComparedRun[];
  /** Why some runs are missing. */
  readonly failures: readonly string[];
  /** Number of runs that are being found or computed. */
  readonly missing: number;
  readonly onRemove: (runId: number) => void;
}) {
  const { runs, failures, missing, onRemove } = props;
  const ids = runs.map(({ runId }) => String(runId));
  const inputs = new Map(runs.map(({ runId, inputs }) => [runId, inputs]));
  const numbered = runs.filter((run) => run.inputs === null);
  return (
    <>
      {missing > 0 && (
        <section className="part run-progress" aria-label="Comparison progress">
          <progress
            max={missing + runs.length + failures.length}
            value={runs.length + failures.length}
            aria-label="Comparison"
          />
          <p className="small muted" role="status">
            {formatNumber(runs.length)} of {formatCount(missing + runs.length, 'run')} found or
            computed
          </p>
        </section>
      )}
      {failures.map((message) => (
        <FailureNote key={message} message={message} />
      ))}
      {missing === 0 && ids.length > 0 && (
        <QuerySection query={compareQuery} variables={{ ids }} height={700}>
          {({ simulations }) => (
            <Comparison
              runs={(simulations ?? []).filter((run) => run !== null)}
              addressOf={({ runId }) =>
                `/backtest?${new URLSearchParams({ ...inputs.get(runId), runs: String(runId) })}`
              }
              nameOf={(run) => formatRunName(run, toRunInput(inputs.get(run.runId)))}
              note={numbered.length === 0 ? null : describeNumbered(numbered)}
              onRemove={onRemove}
            />
          )}
        </QuerySection>
      )}
    </>
  );
}

const toRunInput = (inputs: FormValues | null | undefined) =>
  inputs == null ? {} : toSimulationInput(inputs);

const describeNumbered = (runs: readonly ComparedRun[]) =>
  `The address names ${runs.map(({ runId }) => `#${runId}`).join(', ')} by number, because the data node does not keep all inputs of such a run: elsewhere these numbers are other runs.`;

/** Sortino and Calmar of few returns say nothing. */
const readRatio = ({ performance }: Run, name: 'sortino' | 'calmar') =>
  performance !== null && performance.returns >= leastReturns ? performance[name] : null;

const riskColumns: readonly Column<Run>[] = [
  {
    key: 'volatility',
    label: 'Volatility',
    definition: figures.volatilityPct,
    align: 'right',
    minor: true,
    cell: ({ performance }) => formatPercent(performance?.volatilityPct),
    sortBy: ({ performance }) => performance?.volatilityPct,
    csv: 'volatility_pct_per_year',
  },
  {
    key: 'sortino',
    label: 'Sortino',
    definition: figures.sortino,
    align: 'right',
    minor: true,
    cell: (run) => formatFixed(readRatio(run, 'sortino')),
    sortBy: (run) => readRatio(run, 'sortino'),
    csv: 'sortino',
  },
  {
    key: 'calmar',
    label: 'Calmar',
    definition: figures.calmar,
    align: 'right',
    minor: true,
    cell: (run) => formatFixed(readRatio(run, 'calmar')),
    sortBy: (run) => readRatio(run, 'calmar'),
    csv: 'calmar',
  },
  {
    key: 'turnover',
    label: 'Turnover',
    definition: turnoverDefinitions.annualMeanPct,
    align: 'right',
    minor: true,
    cell: ({ turnover }) => formatPercent(turnover?.annualMeanPct, 0),
    sortBy: ({ turnover }) => turnover?.annualMeanPct,
    csv: 'turnover_pct_per_year',
  },
];

function Comparison(props: {
  readonly runs: readonly Run[];
  readonly nameOf: (run: Run) => string;
  readonly addressOf: (run: Run) => string;
  readonly note: string | null;
  readonly onRemove: (runId: number) => void;
}) {
  const { runs, nameOf, addressOf, note, onRemove } = props;
  const names = JSON.stringify(shortenRunNames(runs.map(nameOf)));
  const series = useMemo(() => {
    const shown: readonly string[] = JSON.parse(names);
    return runs.map(({ navSeries }, index) => ({
      name: shown[index] ?? '',
      points: toNavPoints(navSeries),
    }));
  }, [runs, names]);
  const columns: readonly Column<Run>[] = [
    {
      key: 'run',
      label: 'Run',
      cell: (run) => (
        <span className="compared-run">
          <Swatch token={seriesToken(runs.indexOf(run))} />{' '}
          <Link to={addressOf(run)}>{nameOf(run)}</Link>{' '}
          <Link className="small muted" to={`/backtest/${run.runId}/report`}>
            Report
          </Link>
        </span>
      ),
      sortBy: nameOf,
      csv: { run: ({ runId }) => runId, strategy: nameOf },
    },
    ...createStatColumns((run: Run) => run),
    ...riskColumns,
    {
      key: 'remove',
      label: '',
      align: 'right',
      cell: ({ runId }) => (
        <Button
          size="small"
          look="quiet"
          aria-label={`Remove run ${runId}`}
          onClick={() => onRemove(runId)}
        >
          ×
        </Button>
      ),
      csv: {},
    },
  ];
  return (
    <>
      <PageSection title="Growth of 1, compared" note={<SyntheticNote />}>
        <TimeChart
          label="Growth of 1 for each run"
          series={series}
          format={formatMultiple}
          height={380}
          daily
          growth
        />
      </PageSection>
      <PageSection title="Statistics" {...(note === null ? {} : { note })}>
        <DataTable
          label="Compared runs"
          columns={columns}
          rows={runs}
          rowKey={({ id }) => id}
          initialSort={{ key: 'return', descending: true }}
          sortParam="sort"
          csv="runs"
        />
      </PageSection>
    </>
  );
}
