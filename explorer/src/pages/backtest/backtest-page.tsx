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
  toSimulationInput,
} from './form-values.ts';
import { RunProgressBar } from './run-progress-bar.tsx';
import { RunResult } from './run-result.tsx';
import { readSweepPlan, type SweepPlan, toPlanParams, toSweepFields } from './sweep-plan.ts';
import { useBacktestRun } from './use-backtest-run.ts';
import { useBacktestSweep } from './use-backtest-sweep.ts';
import { useSweepGrid } from './use-sweep-grid.ts';

/** Loaded when several runs are shown. */
const CompareRuns = lazy(() =>
  import('./compare-runs.tsx').then(({ CompareRuns }) => ({ default: CompareRuns })),
);
const SweepResult = lazy(() =>
  import('./sweep-result.tsx').then(({ SweepResult }) => ({ default: SweepResult })),
);
const HeatmapResult = lazy(() =>
  import('./heatmap-result.tsx').then(({ HeatmapResult }) => ({ default: HeatmapResult })),
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
  const plan = readSweepPlan(params);
  const sweep = useBacktestSweep();
  const grid = useSweepGrid();
  const { start: startSweep, clear: clearSweep } = sweep;
  const { start: startGrid, clear: clearGrid } = grid;

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
        setParams({ ...strategy, runs: String(runId) }, { replace: true }),
      ),
    [start, setParams],
  );
  const sweepStrategy = useCallback(
    (strategy: FormValues, next: SweepPlan) => {
      const { rows } = next;
      if (rows === null) {
        clearGrid();
        startSweep({ ...toSimulationInput(strategy), ...toSweepFields(next) });
      } else {
        clearSweep();
        startGrid(strategy, { ...next, rows });
      }
    },
    [startSweep, startGrid, clearSweep, clearGrid],
  );
  // The URL is updated shortly after the result.
  const shown =
    runIds.length > 0 || plan !== null || state.kind !== 'done' ? runIds : [state.runId];

  // On a phone the results are below the form.
  const results = useRef<HTMLDivElement>(null);
  const showResults = () => {
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight / 2) results.current?.scrollIntoView();
  };

  // What was started last, so that the same URL with its result does not start it again.
  const started = useRef<string>(undefined);
  const run = (next: FormValues) => {
    showResults();
    started.current = keyOf(next, null);
    sweep.clear();
    grid.clear();
    setParams({ ...next });
    runStrategy(next);
  };
  const runSweep = (next: FormValues, nextPlan: SweepPlan) => {
    showResults();
    started.current = keyOf(next, nextPlan);
    setParams({ ...next, ...toPlanParams(nextPlan) });
    sweepStrategy(next, nextPlan);
  };

  // A URL with a strategy and without a result starts the run, or the sweep.
  const key = keyOf(values, plan);
  useEffect(() => {
    if (!hasStrategy(values) || runIds.length > 0 || started.current === key) return;
    started.current = key;
    if (plan === null) runStrategy(values);
    else sweepStrategy(values, plan);
  }, [values, runIds, plan, key, runStrategy, sweepStrategy]);

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
                  plan={plan}
                  isRunning={[state, sweep.state, grid.state].some(
                    ({ kind }) => kind === 'running',
                  )}
                  onRun={run}
                  onSweep={runSweep}
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
            {plan !== null && sweep.state.kind !== 'idle' && (
              <SweepResult state={sweep.state} onCompare={showRuns} />
            )}
            {plan !== null && grid.state.kind !== 'idle' && (
              <HeatmapResult
                state={grid.state}
                onCancel={grid.cancel}
                onResume={() => sweepStrategy(values, plan)}
              />
            )}
            {shown.length > 1 && <CompareRuns runIds={runIds} onChange={showRuns} />}
          </Suspense>
          {shown.length === 1 && shown[0] !== undefined && (
            <RunResult
              runId={shown[0]}
              input={hasStrategy(values) ? toSimulationInput(values) : {}}
            />
          )}
          {shown.length === 0 && state.kind === 'idle' && plan === null && (
            <PageSection>
              <EmptyNote>Choose a strategy and press Run. The result appears here.</EmptyNote>
            </PageSection>
          )}
        </div>
      </div>
    </Page>
  );
}

/** Identifies what a URL starts. */
const keyOf = (values: FormValues, plan: SweepPlan | null) =>
  JSON.stringify([Object.entries(values).sort(), plan]);
