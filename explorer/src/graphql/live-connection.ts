import {
  type Client,
  createClient,
  NetworkError,
  type RequestParams,
  type Sink,
} from 'graphql-sse';
import { useSyncExternalStore } from 'react';

/**
 * State of the event stream that all subscriptions share. `interrupted` means that the stream is
 * connected, but the server has ended a subscription because its upstream is unavailable.
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

/** Records whether a subscription is interrupted because its upstream is unavailable. */
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
 * Starts a subscription. All subscriptions share one stream, because browsers open at most six
 * HTTP/1.1 connections to a host. When the stream breaks, all are restarted on a new one. Returns a
 * function that ends the subscription.
 */
export function subscribeLive(request: RequestParams, sink: Sink): () => void {
  const subscription: Subscription = { request, sink, stop: () => undefined };
  subscriptions.add(subscription);
  // While the stream is disconnected, the subscription is started later, together with the others.
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

/**
 * Whether the server rejected a single subscription. A 404 means that the stream no longer exists.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof NetworkError) || error.response === undefined) return false;
  return (error.response as Response).status !== 404;
}

/**
 * Creates the client of the stream without retries, because the client's own retries would open a
 * stream for each subscription.
 */
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
 * Fetches a response, and makes an event stream fail if the server ends it. The client treats the
 * end as a failure only if a subscription is waiting for events; a subscription that is just being
 * sent would wait forever.
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

/**
 * Calls `listener` whenever the stream has reconnected. Returns a function that removes the
 * listener.
 */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

/** Returns the state of the event stream. */
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
