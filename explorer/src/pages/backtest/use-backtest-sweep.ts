import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { RunSweepSubscription } from '../../generated/graphql.ts';
import { type FormValues, toSimulationInput } from './form-values.ts';
import type { RunProgress } from './run-progress-bar.tsx';
import { runSteps } from './run-steps.ts';
import { nameLabels } from './schema-fields.ts';
import { rememberVariant, type SweepPlan, toStepRuns, toSweepFields } from './sweep-plan.ts';

const sweepSubscription = graphql(`
  subscription RunSweep($input: SweepInput!) {
    sweep(input: $input) {
      __typename
      ... on SweepProgress {
        pct
        currentDate
        index
        total
      }
      ... on SweepVariant {
        index
        total
        variant
        run {
          id
          runId
          ...RunStats
          navSeries {
            date
            nav
          }
        }
      }
      ... on SweepVariantFailure {
        variant
        message
      }
      ... on SimulationFailure {
        message
      }
      ... on SweepDone {
        selection {
          ...SweepSelection
        }
      }
    }
  }
`);

const variantQuery = graphql(`
  query RunSweepVariant($input: SimulationInput!) {
    simulation(input: $input) {
      id
      runId
      ...RunStats
      navSeries {
        date
        nav
      }
    }
  }
`);

/** What the choice of the best variant is worth. */
type Selection = Extract<RunSweepSubscription['sweep'], { __typename: 'SweepDone' }>['selection'];

/** One finished variant of a sweep. */
export type FinishedVariant = Extract<
  RunSweepSubscription['sweep'],
  { __typename: 'SweepVariant' }
>;

/** State of a sweep with its finished variants. */
export type SweepState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running' | 'done' | 'failed';
      readonly variants: readonly FinishedVariant[];
      readonly failures: readonly string[];
      readonly total: number | null;
      readonly progress: RunProgress;
      /** Null until the sweep is done, below two variants, and for values that the reader chose. */
      readonly selection: Selection;
    };

type Started = Exclude<SweepState, { kind: 'idle' }>;

const begun: Started = {
  kind: 'running',
  variants: [],
  failures: [],
  total: null,
  progress: { pct: 0, currentDate: null },
  selection: null,
};

/** Runs a sweep and collects its variants. */
export function useBacktestSweep() {
  const client = useClient();
  const [state, setState] = useState<SweepState>({ kind: 'idle' });
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const start = useCallback(
    (strategy: FormValues, plan: SweepPlan) => {
      stop.current();
      setState(begun);
      const steps = toStepRuns(strategy, plan);
      if (steps !== null) {
        const stopping = new AbortController();
        const { signal } = stopping;
        stop.current = () => stopping.abort();
        const update = (change: (now: Started) => Started) =>
          setState((now) => change(now.kind === 'idle' ? begun : now));
        void runSteps({ client, query: variantQuery }, steps, {
          signal,
          onEvent: (event) => {
            if (signal.aborted) return;
            if (event.__typename === 'SweepVariant') rememberVariant(strategy, plan, event);
            update((now) => addEvent(now, event));
          },
        }).then((error) => {
          if (signal.aborted) return;
          update((now) =>
            error === null
              ? { ...now, kind: 'done' }
              : { ...now, kind: 'failed', failures: [...now.failures, unreachable] },
          );
        });
        return;
      }
      const input = { ...toSimulationInput(strategy), ...toSweepFields(plan) };
      const { unsubscribe } = client
        .subscription(sweepSubscription, { input })
        .subscribe(({ data, error }) => {
          if (data?.sweep.__typename === 'SweepVariant') {
            rememberVariant(strategy, plan, data.sweep);
          }
          setState((current) => {
            const now = current.kind === 'idle' ? begun : current;
            if (error !== undefined) {
              const message = nameLabels(error.graphQLErrors[0]?.message ?? 'The sweep failed.');
              return { ...now, kind: 'failed', failures: [...now.failures, message] };
            }
            return data === undefined ? now : addEvent(now, data.sweep);
          });
        });
      stop.current = unsubscribe;
    },
    [client],
  );
  const clear = useCallback(() => {
    stop.current();
    setState({ kind: 'idle' });
  }, []);
  return { state, start, clear };
}

const unreachable = 'The server cannot be reached.';

function addEvent(state: Started, event: RunSweepSubscription['sweep']): Started {
  switch (event.__typename) {
    case 'SweepProgress':
      return {
        ...state,
        total: event.total ?? state.total,
        progress: { pct: event.pct, currentDate: event.currentDate },
      };
    case 'SweepVariant':
      return { ...state, total: event.total ?? state.total, variants: [...state.variants, event] };
    case 'SweepVariantFailure':
      return {
        ...state,
        failures: [
          ...state.failures,
          `${event.variant ?? 'A variant'}: ${nameLabels(event.message)}`,
        ],
      };
    case 'SimulationFailure':
      return {
        ...state,
        kind: 'failed',
        failures: [...state.failures, nameLabels(event.message)],
      };
    default:
      return { ...state, kind: 'done', selection: event.selection };
  }
}
