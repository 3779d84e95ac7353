import { useCallback, useEffect, useState } from 'react';
import type { DocumentInput } from '../documents.ts';
import type { DtfGraphError } from '../dtf-graph-error.ts';
import { findError, type GraphqlResult } from '../errors.ts';
import type { GraphqlRequest, Transport } from '../transport.ts';
import { keepKnown } from './keep-known.ts';
import { useTransport } from './provider.ts';
import { toError, useRequest } from './use-request.ts';

/**
 * What a hook knows: the newest data, and the error of the last attempt. Where an error stands in
 * place of a value, the data still have the value that was known before.
 */
export type Loaded<Data> = {
  readonly data: Data | undefined;
  readonly error: DtfGraphError | undefined;
  readonly isLoading: boolean;
  /** Asks the service again. */
  readonly reload: () => void;
};

/** Options of a query. */
export type LoadOptions = {
  /** Milliseconds between two requests, made while the page is visible. Without it there is one. */
  readonly every?: number | undefined;
  /** Whether the data for the variables before stay until there are some for the new ones. */
  readonly keepPrevious?: boolean | undefined;
};

type State<Data> = Omit<Loaded<Data>, 'reload'> & {
  readonly request: GraphqlRequest;
  /** Whether the data are of these variables. */
  readonly isOwn: boolean;
};

/** Runs a query and returns its data, with a transport that has a cache whenever they change. */
export function useQuery<Data, Variables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables,
  { every, keepPrevious = false }: LoadOptions = {},
): Loaded<Data> {
  const transport = useTransport();
  const request = useRequest(document, variables);
  const [attempt, setAttempt] = useState(0);
  const [known, setState] = useState<State<Data>>(() => begin(transport, request, undefined));
  let state = known;
  if (known.request !== request) {
    const isKept = keepPrevious && known.request.document === document;
    state = begin(transport, request, isKept ? known.data : undefined);
    setState(state);
  }
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const update = (change: (last: State<Data>) => State<Data>) => {
      if (!signal.aborted) setState((last) => (last.request === request ? change(last) : last));
    };
    const follow = async () => {
      update((last) => ({ ...last, isLoading: true }));
      const results = transport.query(request, { signal, isFresh: attempt > 0 });
      for await (const result of results) update((last) => addResult(last, result));
    };
    follow().catch((error: unknown) =>
      update((last) => ({ ...last, error: toError(error), isLoading: false })),
    );
    return () => controller.abort();
  }, [transport, request, attempt]);
  const reload = useCallback(() => setAttempt((last) => last + 1), []);
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => {
      if (!globalThis.document.hidden) reload();
    }, every);
    return () => clearInterval(timer);
  }, [every, reload]);
  const { data, error, isLoading } = state;
  return { data, error, isLoading, reload };
}

/** Returns the state of a new request: what a cache has, or the data that are kept. */
function begin<Data>(
  transport: Transport,
  request: GraphqlRequest,
  kept: Data | undefined,
): State<Data> {
  const cached = transport.read?.(request);
  const isOwn = cached?.data != null;
  const data = isOwn ? (cached.data as Data) : kept;
  return { request, data, isOwn, error: undefined, isLoading: true };
}

const addResult = <Data>(last: State<Data>, result: GraphqlResult): State<Data> => ({
  request: last.request,
  data: keepKnown(result, last.isOwn ? last.data : undefined),
  isOwn: true,
  error: findError(result),
  isLoading: false,
});
