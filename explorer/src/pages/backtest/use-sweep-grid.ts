import { useCallback, useEffect, useRef, useState } from 'react';
import { type Client, type CombinedError, useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { RunSweepCellsSubscription, SweepInput } from '../../generated/graphql.ts';
import { type FormValues, toSimulationInput } from './form-values.ts';
import { runSteps } from './run-steps.ts';
import { nameLabels } from './schema-fields.ts';
import {
  formatRowValue,
  labelOfRows,
  rememberVariant,
  type SweepPlan,
  toStepRuns,
  toSweepFields,
} from './sweep-plan.ts';

const cellsSubscription = graphql(`
  subscription RunSweepCells($input: SweepInput!) {
    sweep(input: $input) {
      __typename
      ... on SweepProgress {
        pct
        index
        variant
      }
      ... on SweepVariant {
        index
        variant
        run {
          id
          runId
          ...RunStats
        }
      }
      ... on SweepVariantFailure {
        index
        variant
        message
      }
      ... on SimulationFailure {
        message
      }
    }
  }
`);

const cellQuery = graphql(`
  query RunSweepCell($input: SimulationInput!) {
    simulation(input: $input) {
      id
      runId
      ...RunStats
    }
  }
`);

type SweepEvent = RunSweepCellsSubscription['sweep'];

/** The run of one cell of a heatmap, or why there is none. */
export type GridCell =
  | { readonly kind: 'run'; readonly run: GridRun }
  | { readonly kind: 'failed'; readonly message: string };

/** A finished run of a heatmap. */
export type GridRun = Extract<SweepEvent, { __typename: 'SweepVariant' }>['run'];

/** A plan that varies two parameters. */
export type GridPlan = SweepPlan & { readonly rows: NonNullable<SweepPlan['rows']> };

/** State of the sweeps of a heatmap. */
export type GridState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running' | 'done' | 'cancelled' | 'failed';
      /** The strategy from which all cells start. */
      readonly strategy: FormValues;
      readonly plan: GridPlan;
      /** The variants of a sweep in their order, as far as they are known. */
      readonly columns: readonly { readonly label: string; readonly index: number }[];
      readonly cells: ReadonlyMap<string, GridCell>;
      readonly failures: readonly string[];
      /** Percent of all sweeps. */
      readonly pct: number;
    };

type Started = Exclude<GridState, { kind: 'idle' }>;

/** Key of a cell in `GridState.cells`. */
export const cellKey = (row: string, column: string): string => `${row} ${column}`;

/** Runs one sweep for each value of a second parameter, one after another. */
export function useSweepGrid() {
  const client = useClient();
  const [state, setState] = useState<GridState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const update = useCallback(
    (change: (state: Started) => Started) =>
      setState((current) => (current.kind === 'idle' ? current : change(current))),
    [],
  );

  const start = useCallback(
    async (strategy: FormValues, plan: GridPlan) => {
      running.current?.abort();
      const stopping = new AbortController();
      running.current = stopping;
      const { signal } = stopping;
      setState({
        kind: 'running',
        strategy,
        plan,
        columns: [],
        cells: new Map(),
        failures: [],
        pct: 0,
      });
      const { name, values } = plan.rows;
      for (const [index, value] of values.entries()) {
        const base = { ...strategy, [name]: value };
        const steps = toStepRuns(base, plan);
        const finish = (pct: number) => (100 * (index + pct / 100)) / values.length;
        const fail = (message: string) => {
          const row = `${labelOfRows(name)} ${formatRowValue(name, value)}`;
          update((now) => ({ ...now, failures: [...now.failures, `${row}: ${message}`] }));
        };
        const follow = {
          signal,
          onEvent: (event: SweepEvent) => {
            if (event.__typename === 'SimulationFailure') fail(nameLabels(event.message));
            else {
              if (event.__typename === 'SweepVariant') rememberVariant(base, plan, event);
              update((now) => addEvent(now, { row: value, event, finish }));
            }
          },
        };
        const error =
          steps === null
            ? await runSweep(client, { ...toSimulationInput(base), ...toSweepFields(plan) }, follow)
            : await runSteps({ client, query: cellQuery }, steps, follow);
        if (signal.aborted) return;
        if (error !== null) {
          fail(nameLabels(error.graphQLErrors[0]?.message ?? 'The server cannot be reached.'));
          // Other rows may have valid input; other errors concern them too.
          if (error.graphQLErrors[0]?.extensions.code !== 'INVALID_INPUT') {
            update((now) => ({ ...now, kind: 'failed' }));
            return;
          }
        }
        update((now) => ({ ...now, pct: finish(100) }));
      }
      update((now) => ({ ...now, kind: 'done' }));
    },
    [client, update],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    update((now) => (now.kind === 'running' ? { ...now, kind: 'cancelled' } : now));
  }, [update]);
  const clear = useCallback(() => {
    running.current?.abort();
    setState({ kind: 'idle' });
  }, []);
  return { state, start, cancel, clear };
}

/** Follows one sweep to its end; resolves to the error that ended it, or null. */
function runSweep(
  client: Client,
  input: SweepInput,
  {
    signal,
    onEvent,
  }: { readonly signal: AbortSignal; readonly onEvent: (event: SweepEvent) => void },
): Promise<CombinedError | null> {
  return new Promise((resolve) => {
    const { unsubscribe } = client
      .subscription(cellsSubscription, { input })
      .subscribe(({ data, error }) => {
        if (error !== undefined) resolve(error);
        else if (data !== undefined && !signal.aborted) {
          onEvent(data.sweep);
          const { __typename: type } = data.sweep;
          if (type === 'SweepDone' || type === 'SimulationFailure') resolve(null);
        }
      });
    signal.addEventListener('abort', () => {
      unsubscribe();
      resolve(null);
    });
  });
}

function addEvent(
  state: Started,
  added: {
    readonly row: string;
    readonly event: SweepEvent;
    readonly finish: (pct: number) => number;
  },
): Started {
  const { row, event, finish } = added;
  if (event.__typename === 'SweepProgress') {
    return { ...placeColumn(state, event), pct: Math.max(state.pct, finish(event.pct)) };
  }
  if (event.__typename !== 'SweepVariant' && event.__typename !== 'SweepVariantFailure')
    return state;
  const placed = placeColumn(state, event);
  const cell: GridCell =
    event.__typename === 'SweepVariant'
      ? { kind: 'run', run: event.run }
      : { kind: 'failed', message: nameLabels(event.message) };
  const label = event.variant ?? String(event.index);
  return { ...placed, cells: new Map(placed.cells).set(cellKey(row, label), cell) };
}

/** Adds the column of an event where it is new. */
function placeColumn(
  state: Started,
  { variant, index }: { readonly variant: string | null; readonly index: number | null },
): Started {
  if (variant === null && index === null) return state;
  const label = variant ?? String(index);
  if (state.columns.some((column) => column.label === label)) return state;
  const added = { label, index: index ?? state.columns.length };
  const columns = [...state.columns, added].sort((left, right) => left.index - right.index);
  return { ...state, columns };
}
