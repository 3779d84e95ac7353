import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { SimulationInput } from '../../generated/graphql.ts';
import { nameLabels } from './schema-fields.ts';

const runSubscription = graphql(`
  subscription RunSimulation($input: SimulationInput!) {
    simulation(input: $input) {
      __typename
      ... on SimulationProgress {
        pct
        currentDate
        totalDates
      }
      ... on SimulationResult {
        run {
          id
          runId
        }
      }
      ... on SimulationFailure {
        code
        message
      }
    }
  }
`);

/** Progress of a computation. */
export type RunProgress = { readonly pct: number; readonly currentDate: string | null };

/** State of the run that the user started. */
export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: RunProgress }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Whether another attempt with the same input can succeed. */
      readonly canRetry: boolean;
    }
  | { readonly kind: 'done'; readonly runId: number };

/** Runs a backtest and returns its progress and result. A new run ends the previous one. */
export function useBacktestRun() {
  const client = useClient();
  const [state, setState] = useState<RunState>({ kind: 'idle' });
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const start = useCallback(
    (input: SimulationInput, onDone: (runId: number) => void) => {
      stop.current();
      setState({ kind: 'running', progress: { pct: 0, currentDate: null } });
      const { unsubscribe } = client
        .subscription(runSubscription, { input })
        .subscribe(({ data, error }) => {
          if (error !== undefined) {
            const [first] = error.graphQLErrors;
            setState({
              kind: 'failed',
              message: nameLabels(first?.message ?? 'The run failed.'),
              canRetry: first?.extensions.code !== 'INVALID_INPUT',
            });
            return;
          }
          const event = data?.simulation;
          if (event?.__typename === 'SimulationProgress') {
            setState({
              kind: 'running',
              progress: { pct: event.pct, currentDate: event.currentDate },
            });
          } else if (event?.__typename === 'SimulationFailure') {
            setState({
              kind: 'failed',
              message: nameLabels(event.message),
              canRetry: event.code !== 'INVALID_INPUT',
            });
          } else if (event?.__typename === 'SimulationResult') {
            setState({ kind: 'done', runId: event.run.runId });
            onDone(event.run.runId);
          }
        });
      stop.current = unsubscribe;
    },
    [client],
  );
  return { state, start };
}
