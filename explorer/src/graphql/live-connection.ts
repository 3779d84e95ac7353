import {
  type Client,
  createClient,
  NetworkError,
  type RequestParams,
  type Sink,
} from 'graphql-sse';
import { useSyncExternalStore } from 'react';

/**
 * State of the event stream that all subscriptions share; `interrupted` when it is connected, and
 * the server has ended a subscription because its upstream does not answer.
 */
export type LiveState = 'idle' | 'connecting' | 'connected' | 'interrupted' | 'reconnecting';

let state: Exclude<LiveState, 'interrupted'> = 'idle';
const interrupted = new Set<object>();
const stateListeners = new Set<() => void>();
const reconnectListeners = new Set<() => void>();

function setState(next: typeof state): void {
  state = next;
  for (const notify of stateListeners) notify();
}

/** Says whether a subscription waits until its upstream answers. */
export function setInterrupted(subscription: object, isInterrupted: boolean): void {
  if (isInterrupted) interrupted.add(subscription);
  else interrupted.delete(subscription);
  for (const notify of stateListeners) notify();
}

type Subscription = { readonly request: RequestParams; readonly sink: Sink; stop: () => void };

const subscriptions = new Set<Subscription>();
let client: Client<true> | null = null;
let isWaiting = false;
let failures = 0;
const longestPause = 5000;

/**
 * Starts a subscription; all share one stream, because browsers open at most six HTTP/1.1
 * connections to a host. When the stream breaks, all are started again on another. Returns the way
 * to stop.
 */
export function subscribeLive(request: RequestParams, sink: Sink): () => void {
  const subscription: Subscription = { request, sink, stop: () => undefined };
  subscriptions.add(subscription);
  // During a break it is started with the others.
  if (!isWaiting) start(subscription);
  return () => {
    subscriptions.delete(subscription);
    subscription.stop();
  };
}

function start(subscription: Subscription): void {
  const { request, sink } = subscription;
  client ??= createStream();
  const own = client;
  const isCurrent = () => own === client && subscriptions.has(subscription);
  subscription.stop = own.subscribe(request, {
    next: (result) => {
      failures = 0;
      sink.next(result as never);
    },
    complete: () => {
      if (isCurrent() && subscriptions.delete(subscription)) sink.complete();
    },
    error: (error) => {
      if (!isCurrent()) return;
      if (state !== 'connected' || !isRefusal(error)) return reconnect();
      subscriptions.delete(subscription);
      sink.error(error);
    },
  });
}

/** Whether the server refused one subscription. With 404 it says that it has no such stream any more. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof NetworkError) || error.response === undefined) return false;
  return (error.response as Response).status !== 404;
}

/** The client's own retries would open a stream for each subscription. */
function createStream(): Client<true> {
  const stream = createClient<true>({
    url: '/graphql/stream',
    singleConnection: true,
    lazyCloseTimeout: 5000,
    retryAttempts: 0,
    fetchFn: fetchEndless,
    on: {
      connecting: () => setState(failures > 0 ? 'reconnecting' : 'connecting'),
      connected: () => {
        if (stream !== client) return;
        const isBack = state === 'reconnecting';
        setState('connected');
        if (isBack) for (const notify of reconnectListeners) notify();
      },
    },
  });
  return stream;
}

/**
 * Fetches, and fails an event stream that the server ends. The client takes that for a failure only
 * if a subscription waits for events then: one that is being sent would wait for ever.
 */
async function fetchEndless(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (init.method !== 'GET' || response.body === null) return response;
  const failAtEnd = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    flush: (controller) => controller.error(new Error('the server ended the event stream')),
  });
  return new Response(response.body.pipeThrough(failAtEnd), response);
}

function reconnect(): void {
  if (isWaiting) return;
  isWaiting = true;
  setState('reconnecting');
  const pause = Math.min(longestPause, 500 * 2 ** failures);
  failures += 1;
  setTimeout(
    () => {
      isWaiting = false;
      const broken = client;
      client = null;
      broken?.dispose();
      if (subscriptions.size === 0) setState('idle');
      for (const subscription of subscriptions) start(subscription);
    },
    pause * (0.5 + Math.random() / 2),
  );
}

/** Calls `listener` each time the stream is back after a break. Returns the way to stop. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

/** The state of the event stream. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => (state === 'connected' && interrupted.size > 0 ? 'interrupted' : state),
    () => 'idle',
  );
}
