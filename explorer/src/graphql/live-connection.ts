import { createClient } from 'graphql-sse';
import { useSyncExternalStore } from 'react';

/** State of the event stream that all subscriptions share. */
export type LiveState = 'idle' | 'connecting' | 'connected' | 'reconnecting';

let state: LiveState = 'idle';
const stateListeners = new Set<() => void>();
const reconnectListeners = new Set<() => void>();

function setState(next: LiveState): void {
  state = next;
  for (const notify of stateListeners) notify();
}

const longestPause = 5000;

/**
 * All subscriptions share one stream, because browsers open at most six HTTP/1.1 connections to a
 * host. It is opened with the first subscription, and again whenever it breaks.
 */
export const sseClient = createClient({
  url: '/graphql/stream',
  singleConnection: true,
  lazy: true,
  lazyCloseTimeout: 5000,
  retryAttempts: Number.POSITIVE_INFINITY,
  retry: async (retries) => {
    setState('reconnecting');
    const pause = Math.min(longestPause, 500 * 2 ** retries);
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
  },
  on: {
    connecting: (reconnecting) => setState(reconnecting ? 'reconnecting' : 'connecting'),
    connected: (reconnected) => {
      setState('connected');
      if (reconnected) for (const notify of reconnectListeners) notify();
    },
  },
});

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
    () => state,
  );
}
