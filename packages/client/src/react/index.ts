/** React hooks of the client. */
import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Client } from '../client.ts';
import type { DocumentInput } from '../documents.ts';
import type {
  GetDtfQuery,
  RunBacktestSubscription,
  RunBacktestSubscriptionVariables,
} from '../generated/operations.ts';
import type { StreamState } from '../streams.ts';

const ClientContext = createContext<Client | null>(null);

/** Gives the hooks below it a client. */
export const DtfGraphProvider = (props: {
  readonly client: Client;
  readonly children?: ReactNode;
}): ReactNode => createElement(ClientContext.Provider, { value: props.client }, props.children);

/**
 * Returns the client of the nearest `DtfGraphProvider`.
 *
 * @throws {Error} there is none.
 */
export function useDtfGraph(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('the hook needs a DtfGraphProvider above it');
  return client;
}

/** What a hook knows: data of the last success, error of the last attempt. */
export type Loaded<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
};

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** Returns a fund by its id, and `reload`. Data are null if there is no such fund. */
export function useDtf(id: string): Loaded<GetDtfQuery['dtf']> & { readonly reload: () => void } {
  const client = useDtfGraph();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Loaded<GetDtfQuery['dtf']> & { readonly id?: string }>(idle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState((last) => ({ ...(last.id === id ? last : idle), id, isLoading: true }));
    client.funds.get({ id }, { signal }).then(
      (data) => setState({ id, data, error: undefined, isLoading: false }),
      (error) => {
        if (signal.aborted) return;
        setState((last) => ({ ...last, error: asError(error), isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [client, id, attempt]);
  const reload = useCallback(() => setAttempt((last) => last + 1), []);
  // The first rendering with another id happens before its effect.
  const { data, error, isLoading } = state.id === id ? state : { ...idle, isLoading: true };
  return { data, error, isLoading, reload };
}

const idle = { data: undefined, error: undefined, isLoading: false } as const;

/**
 * Subscribes while the component is mounted, and returns the data of the last event and the state
 * of the connection. Variables are compared by value. Null variables end the subscription.
 */
export function useLive<Data, Variables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables | null,
): {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  readonly state: StreamState | 'idle';
} {
  const client = useDtfGraph();
  const key = JSON.stringify([String(document), variables]);
  const [live, setLive] = useState<{
    readonly key: string;
    readonly data?: Data;
    readonly error?: Error;
    readonly state: StreamState | 'idle';
  }>({ key, state: 'idle' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for document and variables
  useEffect(() => {
    setLive({ key, state: 'idle' });
    if (variables === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const onState = (state: StreamState) => {
      if (!signal.aborted) setLive((last) => ({ ...last, state }));
    };
    const listen = async () => {
      try {
        const options = { signal, onState };
        const events = client.subscribe(document, ...([variables, options] as never));
        for await (const data of events) setLive({ key, data: data as Data, state: 'connected' });
        setLive((last) => ({ ...last, state: 'idle' }));
      } catch (error) {
        if (!signal.aborted) {
          setLive((last) => ({ ...last, error: asError(error), state: 'idle' }));
        }
      }
    };
    void listen();
    return () => controller.abort();
  }, [client, key]);
  return live.key === key
    ? { data: live.data, error: live.error, state: live.state }
    : { data: undefined, error: undefined, state: 'idle' };
}

type BacktestEvent = RunBacktestSubscription['simulation'];
type EventOf<Name extends BacktestEvent['__typename']> = Extract<
  BacktestEvent,
  { readonly __typename: Name }
>;

/** State of a backtest. */
export type Backtest = {
  readonly isRunning: boolean;
  readonly progress: EventOf<'SimulationProgress'> | undefined;
  readonly run: EventOf<'SimulationResult'>['run'] | undefined;
  readonly error: Error | undefined;
};

const noBacktest: Backtest = {
  isRunning: false,
  progress: undefined,
  run: undefined,
  error: undefined,
};

/** Returns the state of a backtest, `start` to compute one, and `cancel`. */
export function useBacktest(): Backtest & {
  readonly start: (input: RunBacktestSubscriptionVariables['input']) => void;
  readonly cancel: () => void;
} {
  const client = useDtfGraph();
  const [state, setState] = useState(noBacktest);
  const running = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState((last) => ({ ...last, isRunning: false }));
  }, []);
  const start = useCallback(
    (input: RunBacktestSubscriptionVariables['input']) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const update = (next: Partial<Backtest>) => {
        if (!controller.signal.aborted) setState((last) => ({ ...last, ...next }));
      };
      setState({ ...noBacktest, isRunning: true });
      const listen = async () => {
        for await (const event of client.sim.run({ input }, { signal: controller.signal })) {
          if (event.__typename === 'SimulationProgress') update({ progress: event });
          else if (event.__typename === 'SimulationResult') update({ run: event.run });
          else update({ error: new Error(event.message) });
        }
      };
      void listen()
        .catch((error: unknown) => update({ error: asError(error) }))
        .finally(() => update({ isRunning: false }));
    },
    [client],
  );
  useEffect(() => () => running.current?.abort(), []);
  return useMemo(() => ({ ...state, start, cancel }), [state, start, cancel]);
}
