import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DtfGraphError } from '../dtf-graph-error.ts';
import { createError, getData } from '../errors.ts';
import {
  type RunBacktestSubscription,
  type RunBacktestSubscriptionVariables,
  runBacktest,
} from '../generated/operations.ts';
import { useTransport } from './provider.ts';
import { toError } from './use-request.ts';

type BacktestEvent = RunBacktestSubscription['simulation'];
type EventOf<Name extends BacktestEvent['__typename']> = Extract<
  BacktestEvent,
  { readonly __typename: Name }
>;

/** The result of a backtest. */
export type BacktestRun = EventOf<'SimulationResult'>['run'];

/** State of a backtest. */
export type Backtest = {
  readonly isRunning: boolean;
  readonly progress: EventOf<'SimulationProgress'> | undefined;
  readonly run: BacktestRun | undefined;
  /** Why it failed; its `code` says whether another attempt can succeed. */
  readonly error: DtfGraphError | undefined;
};

const noBacktest: Backtest = {
  isRunning: false,
  progress: undefined,
  run: undefined,
  error: undefined,
};

/** Returns the state of a backtest, `start` to compute one, and `cancel`. */
export function useBacktest(): Backtest & {
  /** Ends the backtest before and computes one. Resolves to its run; undefined if there is none. */
  readonly start: (
    input: RunBacktestSubscriptionVariables['input'],
  ) => Promise<BacktestRun | undefined>;
  readonly cancel: () => void;
} {
  const transport = useTransport();
  const [state, setState] = useState(noBacktest);
  const running = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState((last) => ({ ...last, isRunning: false }));
  }, []);
  const start = useCallback(
    async (input: RunBacktestSubscriptionVariables['input']) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      setState({ ...noBacktest, isRunning: true });
      const update = (change: Partial<Backtest>) => {
        if (!signal.aborted) setState((last) => ({ ...last, ...change }));
      };
      let run: BacktestRun | undefined;
      try {
        const request = { document: runBacktest, variables: { input } };
        for await (const result of transport.subscribe(request, { signal })) {
          const { simulation: event } = getData(result) as RunBacktestSubscription;
          if (event.__typename === 'SimulationProgress') update({ progress: event });
          else if (event.__typename === 'SimulationResult') run = event.run;
          else update({ error: createError(event.message, event.code, {}) });
        }
      } catch (error) {
        update({ error: toError(error) });
      }
      update({ isRunning: false, run });
      return signal.aborted ? undefined : run;
    },
    [transport],
  );
  useEffect(() => () => running.current?.abort(), []);
  return useMemo(() => ({ ...state, start, cancel }), [state, start, cancel]);
}
