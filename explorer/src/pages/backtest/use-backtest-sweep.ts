import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { RunSweepSubscription, SweepInput } from '../../generated/graphql.ts';
import type { RunProgress } from './run-progress-bar.tsx';
import { nameLabels } from './schema-fields.ts';

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
      /** Null until the sweep is done, and below two variants. */
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
    (input: SweepInput) => {
      stop.current();
      setState(begun);
      const { unsubscribe } = client
        .subscription(sweepSubscription, { input })
        .subscribe(({ data, error }) => {
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

function addEvent(state: Started, event: RunSweepSubscription['sweep']): SweepState {
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
        failures: [...state.failures, `${event.variant ?? 'A variant'}: ${event.message}`],
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
