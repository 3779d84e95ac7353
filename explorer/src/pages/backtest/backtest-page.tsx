import { useBacktest } from '@dtf-graph/client/react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { Page } from '../../layout/page.tsx';
import { formatDay } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { pageHeads } from '../page-heads.ts';
import { BacktestForm } from './backtest-form.tsx';
import {
  type ComparedRuns,
  maxRuns,
  readComparedRuns,
  readRunIds,
  writeComparedRuns,
} from './compared-runs.ts';
import { EarlierRuns } from './earlier-runs.tsx';
import { Examples } from './examples.tsx';
import {
  changeValues,
  type FormValues,
  findNoNumber,
  hasStrategy,
  readFormValues,
  toSimulationInput,
} from './form-values.ts';
import { RunProgressBar } from './run-progress-bar.tsx';
import { nameLabels } from './schema-fields.ts';
import { readSweepPlan, readVariant, type SweepPlan, toPlanParams } from './sweep-plan.ts';
import { useBacktestSweep } from './use-backtest-sweep.ts';
import { useComparedRuns } from './use-compared-runs.ts';
import { useSweepGrid } from './use-sweep-grid.ts';

/** Loaded when a run is shown, with the chart. */
const RunResult = lazy(() =>
  import('./run-result.tsx').then(({ RunResult }) => ({ default: RunResult })),
);
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

/**
 * The page on which users define a strategy, run it over the history, and compare and sweep runs.
 */
export function BacktestPage() {
  const [params, setParams] = useSearchParams();
  const values = readFormValues(params);
  const runIds = readRunIds(params);
  const compared = readComparedRuns(params);
  // Inputs of the runs of this visit: the API lists only some inputs of a run.
  const [known] = useState(() => new Map<number, FormValues>());
  const [exampleId, setExampleId] = useState<number>();
  const identifyExample = useCallback(
    (runId: number, inputs: FormValues) => {
      known.set(runId, inputs);
      setExampleId(runId);
    },
    [known],
  );
  const plan = readSweepPlan(params);
  const sweep = useBacktestSweep();
  const grid = useSweepGrid();
  const { start: startSweep, clear: clearSweep } = sweep;
  const { start: startGrid, clear: clearGrid } = grid;

  const compare = useCallback(
    (change: (now: ComparedRuns) => ComparedRuns, replace = false) =>
      setParams(
        (current) => {
          const now = readComparedRuns(current) ?? { inputs: [], runIds: [] };
          writeComparedRuns(current, change(now));
          return current;
        },
        { replace },
      ),
    [setParams],
  );
  const identify = useCallback(
    (identified: ReadonlyMap<number, FormValues>) =>
      compare(
        ({ inputs, runIds }) => ({
          inputs: [...inputs, ...pick(identified, runIds)],
          runIds: runIds.filter((id) => !identified.has(id)),
        }),
        true,
      ),
    [compare],
  );
  const comparison = useComparedRuns(compared, identify);
  const comparedIds = comparison.runs.map(({ runId }) => runId);
  const compareRuns = (ids: readonly number[]) => {
    for (const { runId, inputs } of comparison.runs) if (inputs !== null) known.set(runId, inputs);
    compare(() => ({
      inputs: pick(known, ids),
      runIds: ids.filter((id) => !known.has(id)),
    }));
  };

  const backtest = useBacktest();
  const { start } = backtest;
  // The strategy comes from the run, because the URL may be older than the form.
  const runStrategy = useCallback(
    async (strategy: FormValues) => {
      if (findNoNumber(strategy) !== null) return;
      const run = await start(toSimulationInput(strategy));
      if (run === undefined) return;
      known.set(run.runId, strategy);
      setParams({ ...strategy, runs: String(run.runId) }, { replace: true });
    },
    [start, setParams, known],
  );
  const sweepStrategy = useCallback(
    (strategy: FormValues, next: SweepPlan) => {
      if (findNoNumber(strategy) !== null) return;
      const { rows } = next;
      if (rows === null) {
        clearGrid();
        startSweep(strategy, next);
      } else {
        clearSweep();
        startGrid(strategy, { ...next, rows });
      }
    },
    [startSweep, startGrid, clearSweep, clearGrid],
  );
  const results = useRef<HTMLDivElement>(null);
  const isResultAwaited = useRef(false);
  const showResults = () => {
    isResultAwaited.current = true;
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (top < headHeight || top > innerHeight / 2) results.current?.scrollIntoView();
  };

  // What was started last, so that the same URL with its result does not start it again.
  const started = useRef<string>(undefined);
  const run = (next: FormValues) => {
    showResults();
    started.current = keyOf(next, null);
    sweep.clear();
    grid.clear();
    setParams({ ...next });
    void runStrategy(next);
  };
  const runSweep = (next: FormValues, nextPlan: SweepPlan) => {
    showResults();
    started.current = keyOf(next, nextPlan);
    setParams({ ...next, ...toPlanParams(nextPlan) });
    sweepStrategy(next, nextPlan);
  };

  // On another machine the number of a URL is another run: its inputs count, where it has some.
  const isCell = (runId: number) =>
    grid.state.kind !== 'idle' &&
    [...grid.state.cells.values()].some((cell) => cell.kind === 'run' && cell.run.runId === runId);
  const [numbered] = compared === null ? runIds : [];
  const isTrusted =
    numbered !== undefined && (!hasStrategy(values) || known.has(numbered) || isCell(numbered));
  // The URL is updated shortly after the result.
  const computed =
    plan === null && compared === null && hasStrategy(values) ? backtest.run?.runId : undefined;
  const shown = isTrusted ? numbered : computed;
  const isUnused = !backtest.isRunning && !backtest.run && !backtest.error;

  // On a phone a result comes first, and its form is closed.
  const hasResult =
    shown !== undefined ||
    compared !== null ||
    (plan !== null && [sweep.state, grid.state].some(({ kind }) => kind !== 'idle'));
  const [isFormOpen, setFormOpen] = useState(false);
  useEffect(() => {
    if (!hasResult || !isResultAwaited.current) return;
    isResultAwaited.current = false;
    results.current?.scrollIntoView();
  }, [hasResult]);

  // A URL with a strategy and without a result starts the run, or the sweep.
  const key = keyOf(values, plan);
  const isStarting = hasStrategy(values) && compared === null && !isTrusted;
  const noNumber = findNoNumber(values);
  useEffect(() => {
    if (!isStarting || started.current === key) return;
    started.current = key;
    if (plan === null) void runStrategy(values);
    else sweepStrategy(values, plan);
  }, [values, plan, key, isStarting, runStrategy, sweepStrategy]);

  return (
    <Page head={pageHeads.backtest} query={backtestQuery} variables={{}}>
      <div className={`columns studio ${hasResult ? 'with-result' : ''}`}>
        <aside className={`studio-form ${isFormOpen ? 'is-open' : ''}`} aria-label="Strategy">
          <PageSection title="Strategy">
            <Button
              className="studio-open"
              size="small"
              aria-expanded={isFormOpen}
              onClick={() => setFormOpen((isOpen) => !isOpen)}
            >
              {isFormOpen ? 'Hide the form' : 'Change the strategy'}
            </Button>
            <QuerySection query={backtestQuery} variables={{}} height="var(--form-height)">
              {({ simulationCategories, simulationWeightings }) => (
                <BacktestForm
                  categories={simulationCategories ?? []}
                  schemes={simulationWeightings}
                  values={values}
                  plan={plan}
                  isRunning={
                    backtest.isRunning ||
                    [sweep.state, grid.state].some(({ kind }) => kind === 'running')
                  }
                  onRun={run}
                  onSweep={runSweep}
                />
              )}
            </QuerySection>
          </PageSection>
        </aside>
        <div className="stack results" ref={results}>
          {backtest.isRunning && (
            <RunProgressBar
              label="Backtest"
              pct={backtest.progress?.pct ?? 0}
              reached={
                backtest.progress?.currentDate ? formatDay(backtest.progress.currentDate) : null
              }
            />
          )}
          {noNumber !== null && <FailureNote message={noNumber} />}
          {backtest.error !== undefined && (
            <FailureNote
              message={nameLabels(backtest.error.message)}
              {...(inputErrors.has(backtest.error.code)
                ? {}
                : { onRetry: () => void runStrategy(values) })}
            />
          )}
          <Suspense fallback={<Skeleton height={700} />}>
            {plan !== null && sweep.state.kind !== 'idle' && (
              <SweepResult
                state={sweep.state}
                plan={plan}
                addressOf={({ variant, run }) =>
                  `/backtest?${new URLSearchParams({
                    ...changeValues(
                      values,
                      readVariant(plan.dimension, variant ?? '')?.values ?? {},
                    ),
                    runs: String(run.runId),
                  })}`
                }
                onCompare={(variants) => {
                  showResults();
                  for (const { variant, run } of variants) {
                    const change = readVariant(plan.dimension, variant ?? '');
                    if (change !== null) known.set(run.runId, changeValues(values, change.values));
                  }
                  compareRuns(variants.map(({ run }) => run.runId));
                }}
              />
            )}
            {plan !== null && grid.state.kind !== 'idle' && (
              <HeatmapResult
                state={grid.state}
                onCancel={grid.cancel}
                onResume={() => sweepStrategy(values, plan)}
              />
            )}
            {compared !== null && (
              <CompareRuns
                {...comparison}
                onRemove={(runId) => compareRuns(comparedIds.filter((id) => id !== runId))}
              />
            )}
            {shown !== undefined && (
              <RunResult
                runId={shown}
                input={hasStrategy(values) ? toSimulationInput(values) : {}}
              />
            )}
          </Suspense>
          {shown === undefined && compared === null && plan === null && isUnused && (
            <Examples onRun={identifyExample} />
          )}
        </div>
        <aside className="studio-runs" aria-label="Earlier runs">
          <PageSection title="Earlier runs" note={`Choose up to ${maxRuns} and compare them.`}>
            <EarlierRuns
              shown={compared === null ? runIds : comparedIds}
              version={[
                exampleId,
                ...runIds,
                ...comparedIds,
                sweep.state.kind,
                grid.state.kind,
              ].join()}
              onCompare={(ids) => {
                showResults();
                compareRuns(ids);
              }}
            />
          </PageSection>
        </aside>
      </div>
    </Page>
  );
}

/** Codes of errors that the same input brings again. */
const inputErrors: ReadonlySet<string> = new Set(['INVALID_INPUT', 'BAD_USER_INPUT', 'NOT_FOUND']);

/** Height of the head of the page, which covers what is behind it. */
const headHeight = 61;

/** Identifies what a URL starts. */
const keyOf = (values: FormValues, plan: SweepPlan | null) =>
  JSON.stringify([Object.entries(values).sort(), plan]);

const pick = (inputs: ReadonlyMap<number, FormValues>, ids: readonly number[]) =>
  ids.map((id) => inputs.get(id)).filter((values) => values !== undefined);
