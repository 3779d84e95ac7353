import { useSyncExternalStore } from 'react';
import { type Exchange, makeOperation } from 'urql';
import { map, pipe, tap } from 'wonka';

/** The times of a query's data, milliseconds since the epoch. */
type DataTimes = {
  /** When the oldest value was read from its upstream. */
  readonly readAt: number;
  /** When the response came. */
  readonly receivedAt: number;
  /** Until when all values are current by the response's own `Cache-Control`. */
  readonly currentUntil: number;
};

/** The times of each query's data, by the query's key. */
const dataTimes = new Map<number, DataTimes>();
const listeners = new Set<() => void>();

/**
 * Exchange that records the times of each query's data from `Age` and `Cache-Control` of its
 * response (RFC 9111 §5). Responses with errors are incomplete and not recorded; the page then
 * still shows the data of the previous response.
 */
export const dataAgeExchange: Exchange = ({ forward }) => {
  const received = new Map<number, DataTimes>();
  return (operations) =>
    pipe(
      operations,
      map((operation) => {
        if (operation.kind !== 'query') return operation;
        const fetchWithTimes: typeof fetch = async (input, init) => {
          const response = await fetch(input, init);
          received.set(operation.key, readTimes(response.headers));
          return response;
        };
        return makeOperation('query', operation, { ...operation.context, fetch: fetchWithTimes });
      }),
      forward,
      tap(({ operation: { key }, error }) => {
        const times = received.get(key);
        received.delete(key);
        if (times === undefined || error !== undefined) return;
        dataTimes.set(key, times);
        for (const notify of listeners) notify();
      }),
    );
};

/**
 * Returns the times that the headers of a response state. `Age` alone does not make data old: it
 * counts from the oldest value, which may be one that never changes, such as a revealed tick.
 */
function readTimes(headers: Headers): DataTimes {
  const receivedAt = Date.now();
  const readAt = receivedAt - Number(headers.get('age') ?? 0) * 1000;
  const lifetime = readLifetime(headers.get('cache-control') ?? '');
  return {
    readAt,
    receivedAt,
    currentUntil: lifetime === null ? receivedAt : readAt + lifetime,
  };
}

/**
 * Returns for how long after the first read a response may be shown, milliseconds; null if it may
 * not be stored. The gateway refreshes values during `stale-while-revalidate`.
 */
function readLifetime(cacheControl: string): number | null {
  const secondsOf = (name: string) =>
    new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(cacheControl)?.[1] ?? null;
  const fresh = secondsOf('s-maxage') ?? secondsOf('max-age');
  if (fresh === null) return null;
  return (Number(fresh) + Number(secondsOf('stale-while-revalidate') ?? 0)) * 1000;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the times of a query's data, by the key of its request; null before the first complete
 * response.
 */
export function useDataTimes(key: number): DataTimes | null {
  return useSyncExternalStore(subscribe, () => dataTimes.get(key) ?? null);
}

/**
 * Returns the time at which the data of a query were read, by the key of its request; null before
 * the first complete response.
 */
export const useDataTimestamp = (key: number): number | null => useDataTimes(key)?.readAt ?? null;
