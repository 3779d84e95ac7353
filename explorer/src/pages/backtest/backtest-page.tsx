import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { Page } from '../../layout/page.tsx';
import { EmptyNote, FailureNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { pageHeads } from '../page-heads.ts';
import { BacktestForm } from './backtest-form.tsx';
import { EarlierRuns } from './earlier-runs.tsx';
import {
  type FormValues,
  hasStrategy,
  readFormValues,
  readRunIds,
  readSweep,
  toSimulationInput,
} from './form-values.ts';
import { RunProgressBar } from './run-progress-bar.tsx';
import { RunResult } from './run-result.tsx';
import { useBacktestRun } from './use-backtest-run.ts';
import { useBacktestSweep } from './use-backtest-sweep.ts';

/** Loaded when several runs are shown. */
const CompareRuns = lazy(() =>
  import('./compare-runs.tsx').then(({ CompareRuns }) => ({ default: CompareRuns })),
);
const SweepResult = lazy(() =>
  import('./sweep-result.tsx').then(({ SweepResult }) => ({ default: SweepResult })),
);

const backtestQuery = graphql(`
  query BacktestForm {
    simulationCategories {
      id
      ...CategoryChoice
    }
    simulationWeightings {
      ...WeightingChoice
    }
  }
`);

/** Maximum number of runs in a comparison. */
export const maxRuns = 10;

/**
 * The page on which users define a strategy, run it over the history, and compare and sweep runs.
 */
export function BacktestPage() {
  const [params, setParams] = useSearchParams();
  const values = readFormValues(params);
  const runIds = readRunIds(params, maxRuns);
  const sweep = useBacktestSweep();
  const { start: startSweep } = sweep;

  const showRuns = useCallback(
    (ids: readonly number[]) =>
      setParams((current) => {
        if (ids.length === 0) current.delete('runs');
        else current.set('runs', ids.slice(-maxRuns).join(','));
        return current;
      }),
    [setParams],
  );
  const { state, start } = useBacktestRun();
  // The strategy comes from the run, because the URL may be older than the form.
  const runStrategy = useCallback(
    (strategy: FormValues) =>
      start(toSimulationInput(strategy), (runId) =>
        setParams({ ...strategy, runs: String(runId) }),
      ),
    [start, setParams],
  );
  // The URL is updated shortly after the result.
  const shown = runIds.length > 0 || state.kind !== 'done' ? runIds : [state.runId];

  // On a phone the results are below the form.
  const results = useRef<HTMLDivElement>(null);
  const showResults = () => {
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight / 2) results.current?.scrollIntoView();
  };

  const run = (next: FormValues) => {
    showResults();
    sweep.clear();
    setParams({ ...next });
    runStrategy(next);
  };

  // A URL with a strategy and without a result starts the run, or the sweep.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    const dimension = readSweep(params);
    if (!hasStrategy(values) || runIds.length > 0) return;
    if (dimension === null) runStrategy(values);
    else startSweep({ ...toSimulationInput(values), sweep: dimension });
  }, [params, values, runIds, runStrategy, startSweep]);

  return (
    <Page head={pageHeads.backtest} query={backtestQuery} variables={{}}>
      <div className="columns studio">
        <aside className="stack" aria-label="Strategy">
          <PageSection title="Strategy">
            <QuerySection query={backtestQuery} variables={{}} height={551}>
              {({ simulationCategories, simulationWeightings }) => (
                <BacktestForm
                  categories={simulationCategories ?? []}
                  schemes={simulationWeightings}
                  values={values}
                  sweep={readSweep(params)}
                  isRunning={state.kind === 'running' || sweep.state.kind === 'running'}
                  onRun={run}
                  onSweep={(next, dimension) => {
                    showResults();
                    setParams({ ...next, sweep: dimension });
                    sweep.start({ ...toSimulationInput(next), sweep: dimension });
                  }}
                />
              )}
            </QuerySection>
          </PageSection>
          <PageSection title="Earlier runs" note={`Choose up to ${maxRuns} and compare them.`}>
            <EarlierRuns shown={runIds} onCompare={showRuns} />
          </PageSection>
        </aside>
        <div className="stack results" ref={results}>
          {state.kind === 'running' && (
            <RunProgressBar progress={state.progress} label="Backtest" />
          )}
          {state.kind === 'failed' && (
            <FailureNote
              message={state.message}
              {...(state.canRetry ? { onRetry: () => runStrategy(values) } : {})}
            />
          )}
          <Suspense fallback={<Skeleton height={700} />}>
            {sweep.state.kind !== 'idle' && (
              <SweepResult state={sweep.state} onCompare={showRuns} />
            )}
            {shown.length > 1 && <CompareRuns runIds={runIds} onChange={showRuns} />}
          </Suspense>
          {shown.length === 1 && shown[0] !== undefined && (
            <RunResult
              runId={shown[0]}
              input={hasStrategy(values) ? toSimulationInput(values) : {}}
            />
          )}
          {shown.length === 0 && state.kind === 'idle' && sweep.state.kind === 'idle' && (
            <PageSection>
              <EmptyNote>Choose a strategy and press Run. The result appears here.</EmptyNote>
            </PageSection>
          )}
        </div>
      </div>
    </Page>
  );
}
