import { createClient, NetworkError as StreamNetworkError } from 'graphql-sse';
import { type DtfGraphError, NetworkError } from './dtf-graph-error.ts';
import { type GraphqlResult, isTemporary, readErrorResponse } from './errors.ts';

/** State of a stream's connection. */
export type StreamState = 'connecting' | 'connected' | 'reconnecting';

/** Options of one stream. */
export type StreamOptions = {
  /** Cancels the stream; iterating then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Attempts to reconnect, one after another without an event, until the stream fails. 10 by default. */
  readonly reconnectAttempts?: number | undefined;
  /** Milliseconds without a byte after which a connection counts as lost. 60,000 by default. */
  readonly idleTimeout?: number | undefined;
  /** Is called whenever the state of the connection changes. */
  readonly onState?: ((state: StreamState) => void) | undefined;
};

type StreamRequest = StreamOptions & {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly request: { readonly query: string; readonly variables?: Record<string, unknown> };
};

/** Longest pause before an attempt to reconnect, milliseconds. */
const longestPause = 10_000;

/** Position in an event stream, and what the service said about reconnecting. */
type StreamPosition = { lastEventId: string; pause: number | undefined };

/** Yields the result of each event of a subscription. */
export async function* streamResults(
  options: StreamRequest,
): AsyncGenerator<GraphqlResult, undefined> {
  const { url, request, signal, onState, reconnectAttempts = 10, idleTimeout = 60_000 } = options;
  signal?.throwIfAborted();
  const position: StreamPosition = { lastEventId: '', pause: undefined };
  let refusal: DtfGraphError | undefined;
  const client = createClient({
    url,
    retryAttempts: reconnectAttempts,
    headers: () => (position.lastEventId === '' ? {} : { 'last-event-id': position.lastEventId }),
    fetchFn: async (input: string, init: RequestInit) => {
      const response = await options.fetch(input, init);
      if (response.ok) return trackPosition(response, position, idleTimeout, init.signal);
      refusal = await readErrorResponse(response);
      if (refusal.retryAfter !== undefined) position.pause = refusal.retryAfter * 1000;
      throw refusal;
    },
    retry: async (attempt) => {
      if (refusal !== undefined && !isTemporary(refusal)) throw refusal;
      onState?.('reconnecting');
      const pause = position.pause ?? Math.min(longestPause, 500 * 2 ** attempt);
      position.pause = undefined;
      await sleep(pause * (1 + Math.random() / 4), signal);
    },
    on: {
      connecting: (isReconnecting) => {
        if (!isReconnecting) onState?.('connecting');
      },
      connected: () => {
        refusal = undefined;
        onState?.('connected');
      },
    },
  });
  const abort = () => client.dispose();
  signal?.addEventListener('abort', abort);
  try {
    for await (const result of client.iterate(request)) yield result as GraphqlResult;
    signal?.throwIfAborted();
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof StreamNetworkError)) throw error;
    throw (
      refusal ?? new NetworkError('the connection to the event stream was lost', { cause: error })
    );
  } finally {
    signal?.removeEventListener('abort', abort);
    client.dispose();
  }
}

/** Resolves after some milliseconds, or when the signal is aborted. */
export const sleep = (millis: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal?.addEventListener('abort', done);
  });

/**
 * Records the id of each complete event and the `retry` time, and makes the response fail if no
 * byte arrives for too long. The package graphql-sse reads neither field.
 */
function trackPosition(
  response: Response,
  position: StreamPosition,
  idleTimeout: number,
  signal: AbortSignal | null | undefined,
): Response {
  if (response.body === null) return response;
  const decoder = new TextDecoder();
  let line = '';
  let id = position.lastEventId;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tracker = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => watch(controller),
    transform: (chunk, controller) => {
      watch(controller);
      const lines = (line + decoder.decode(chunk, { stream: true })).split('\n');
      line = lines.pop() ?? '';
      for (const one of lines) {
        const [, field, value = ''] = /^(id|retry): ?(.*?)\r?$/.exec(one) ?? [];
        if (field === 'id') id = value;
        else if (field === 'retry') position.pause = Number(value) || undefined;
        else if (one === '' || one === '\r') position.lastEventId = id;
      }
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
  signal?.addEventListener('abort', () => clearTimeout(timer));
  function watch(controller: TransformStreamDefaultController): void {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Error('the stream is silent')), idleTimeout);
  }
  const body = response.body.pipeThrough(tracker as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Response(body as BodyInit, response);
}
