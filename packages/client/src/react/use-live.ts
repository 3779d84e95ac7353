import { useEffect, useRef, useState } from 'react';
import type { DocumentInput } from '../documents.ts';
import type { DtfGraphError } from '../dtf-graph-error.ts';
import { findError, isTemporary } from '../errors.ts';
import type { StreamState } from '../streams.ts';
import type { GraphqlRequest } from '../transport.ts';
import { keepKnown } from './keep-known.ts';
import { useTransport } from './provider.ts';
import { toError, useRequest } from './use-request.ts';

/** What a subscription has told. */
export type Live<Data> = {
  /** Data of the last event. */
  readonly data: Data | undefined;
  /** Why there are no newer data; undefined again when there are, or the subscription lasts. */
  readonly error: DtfGraphError | undefined;
  readonly state: StreamState | 'idle';
};

type State<Data> = Live<Data> & { readonly request: GraphqlRequest };

/** Milliseconds until a subscription that failed is started again. */
const pause = 8000;

const begin = (request: GraphqlRequest) =>
  ({ request, data: undefined, error: undefined, state: 'idle' }) as const;

/**
 * Subscribes while the component is mounted, and returns the data of the last event and the state
 * of the connection. Variables are compared by value. Null variables end the subscription.
 *
 * The service ends a subscription whose upstream is unavailable; it is then started again until it
 * lasts. `onEvent` gets the data of each event that has no error.
 */
export function useLive<Data, Variables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables | null,
  onEvent?: (data: Data) => void,
): Live<Data> {
  const transport = useTransport();
  const request = useRequest(document, variables ?? undefined);
  const isOff = variables === null;
  const [known, setState] = useState<State<Data>>(() => begin(request));
  let state = known;
  if (known.request !== request) {
    state = begin(request);
    setState(state);
  }
  const handler = useRef(onEvent);
  useEffect(() => {
    handler.current = onEvent;
  });
  useEffect(() => {
    if (isOff) return;
    const controller = new AbortController();
    const { signal } = controller;
    const update = (change: (last: State<Data>) => Partial<State<Data>>) => {
      if (signal.aborted) return;
      setState((last) => (last.request === request ? { ...last, ...change(last) } : last));
    };
    let timers: readonly ReturnType<typeof setTimeout>[] = [];
    const listen = async () => {
      let error: DtfGraphError | undefined;
      const onState = (state: StreamState) => update(() => ({ state }));
      try {
        for await (const result of transport.subscribe(request, { signal, onState })) {
          if (signal.aborted) return;
          error = findError(result);
          const event = { error, state: 'connected' } as const;
          update(({ data }) => ({ ...event, data: keepKnown(result, data) }));
          if (error === undefined) handler.current?.(result.data as Data);
        }
      } catch (thrown) {
        error = toError(thrown);
      }
      update(() => ({ error, state: 'idle' }));
      if (error === undefined || !isTemporary(error) || signal.aborted) return;
      for (const timer of timers) clearTimeout(timer);
      timers = [
        setTimeout(() => void listen(), pause * (0.5 + Math.random() / 2)),
        // An unchanged state sends no event, so a subscription that lasts this long has recovered.
        setTimeout(() => update(() => ({ error: undefined })), 2 * pause),
      ];
    };
    void listen();
    return () => {
      controller.abort();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [transport, request, isOff]);
  return { data: state.data, error: state.error, state: state.state };
}
