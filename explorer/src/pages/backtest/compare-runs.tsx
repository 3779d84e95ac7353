import { useMemo } from 'react';
import '../../styles/performance.css';
import { seriesToken } from '../../charts/chart-colors.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { CompareRunsQuery, SimulationInput } from '../../generated/graphql.ts';
import {
  formatCount,
  formatDay,
  formatIsoDay,
  formatMultiple,
  formatNumber,
} from '../../lib/format.ts';
import { EmptyNote, FailureNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { toCommonDays, toGrowth } from '../compare/growth.ts';
import { readBtc, toBtcLine } from './btc-line.ts';
import { type FormValues, toSimulationInput } from './form-values.ts';
import { formatRunName, shortenRunNames, toUnixSeconds } from './format-run.ts';
import { comparedFiguresQuery } from './run-figures.tsx';
import { compareInputs, listInputs } from './run-inputs.ts';
import { RunTable } from './run-table.tsx';
import type { ComparedRun } from './use-compared-runs.ts';

const compareQuery = graphql(`
  query CompareRuns($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      ...RunName
      ...RunConfig
      navSeries {
        date
        nav
      }
      ...BtcOfRun
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
              inputOf={({ runId }) => toRunInput(inputs.get(runId))}
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
  `The address names ${runs.map(({ runId }) => `#${runId}`).join(', ')} by number, because the data node does not keep all inputs of such a run: elsewhere these numbers stand for other runs.`;

function Comparison(props: {
  readonly runs: readonly Run[];
  readonly inputOf: (run: Run) => Partial<SimulationInput>;
  readonly addressOf: (run: Run) => string;
  readonly note: string | null;
  readonly onRemove: (runId: number) => void;
}) {
  const { runs, inputOf, addressOf, note, onRemove } = props;
  const names = runs.map((run) => formatRunName(run, inputOf(run)));
  const short = JSON.stringify(shortenRunNames(names));
  const series = useMemo(() => {
    const shown: readonly string[] = JSON.parse(short);
    const ofRuns = toCommonDays(runs.map(({ navSeries }) => toTimedNav(navSeries)));
    const lines = ofRuns.map((points, index) => ({
      name: shown[index] ?? '',
      points: toGrowth(points),
    }));
    // A run that begins on the first day has the coin on all common days.
    const btc = runs.map(readBtc).find((points) => points != null);
    return [...lines, ...toBtcLine(btc, lines[0]?.points)];
  }, [runs, short]);
  const [first, last] = [series[0]?.points[0], series[0]?.points.at(-1)];
  if (first === undefined || last === undefined)
    return (
      <PageSection title="Compared runs">
        <EmptyNote>There is no day for which all runs have data.</EmptyNote>
      </PageSection>
    );
  const [from, to] = [formatIsoDay(first.timestamp), formatIsoDay(last.timestamp)];
  const { differences, common } = compareInputs(runs.map((run) => listInputs(run, inputOf(run))));
  return (
    <>
      <PageSection
        title="Growth of 1, beside BTC"
        note={
          <>
            {describeStart(runs, from)} <SyntheticNote />
          </>
        }
      >
        <TimeChart
          label="Growth of 1 for each run"
          series={series}
          format={formatMultiple}
          height={340}
          daily
          growth
        />
      </PageSection>
      <PageSection
        title="Inputs that differ, and figures"
        note={
          <>
            {formatDay(from)} – {formatDay(to)}. {note}
          </>
        }
      >
        <QuerySection
          query={comparedFiguresQuery}
          variables={{ ids: runs.map(({ runId }) => String(runId)), from, to }}
          height={520}
        >
          {({ simulations }) => {
            const byId = new Map(
              (simulations ?? []).flatMap((run) => (run === null ? [] : [[run.runId, run]])),
            );
            const columns = runs.flatMap((run, index) => {
              const figures = byId.get(run.runId);
              if (figures === undefined) return [];
              return [
                {
                  runId: run.runId,
                  name: (names[index] ?? '').replace(/^#\d+ /, ''),
                  token: seriesToken(index),
                  to: addressOf(run),
                  figures,
                },
              ];
            });
            return (
              <RunTable
                columns={columns}
                differences={differences}
                from={from}
                to={to}
                onRemove={onRemove}
              />
            );
          }}
        </QuerySection>
        <p className="small muted common-inputs">
          Same for all: {common.map(({ field, text }) => `${field.label}: ${text}`).join(' · ')}.
        </p>
      </PageSection>
    </>
  );
}

const toTimedNav = (series: Run['navSeries'] | undefined) =>
  (series ?? []).map(({ date, nav }) => ({ timestamp: toUnixSeconds(date), nav }));

/** Says where the lines begin, and which runs are older. */
function describeStart(runs: readonly Run[], from: string): string {
  const begun = runs.map(({ runId, navSeries }) => ({
    runId,
    first: navSeries?.[0]?.date ?? from,
  }));
  const older = begun.filter(({ first }) => first < from);
  const begin = `All begin at 1 on ${formatDay(from)}`;
  if (older.length === 0) return `${begin}.`;
  const last = begun.filter(({ first }) => first >= from).map(({ runId }) => `#${runId}`);
  return `${begin}, the first day all of them have data for, when ${last.join(' and ')} ${last.length === 1 ? 'begins' : 'begin'}; the others start earlier.`;
}
