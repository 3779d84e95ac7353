import { useSyncExternalStore } from 'react';
import { type Exchange, makeOperation } from 'urql';
import { map, pipe, tap } from 'wonka';

/**
 * Time at which the data of each query were read from the upstreams, by the query's key;
 * milliseconds since the epoch.
 */
const dataTimestamps = new Map<number, number>();
const listeners = new Set<() => void>();

/**
 * Exchange that records the time of each query's data from the `Age` of its response (RFC 9111
 * §5.1). Responses with errors are incomplete and not recorded; the page then still shows the data
 * of the previous response.
 */
export const dataAgeExchange: Exchange = ({ forward }) => {
  const received = new Map<number, number>();
  return (operations) =>
    pipe(
      operations,
      map((operation) => {
        if (operation.kind !== 'query') return operation;
        const fetchWithAge: typeof fetch = async (input, init) => {
          const response = await fetch(input, init);
          const age = Number(response.headers.get('age') ?? 0);
          received.set(operation.key, Date.now() - age * 1000);
          return response;
        };
        return makeOperation('query', operation, { ...operation.context, fetch: fetchWithAge });
      }),
      forward,
      tap(({ operation: { key }, error }) => {
        const at = received.get(key);
        received.delete(key);
        if (at === undefined || error !== undefined) return;
        dataTimestamps.set(key, at);
        for (const notify of listeners) notify();
      }),
    );
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the time at which the data of a query were read, by the key of its request; null before
 * the first complete response.
 */
export function useDataTimestamp(key: number): number | null {
  return useSyncExternalStore(subscribe, () => dataTimestamps.get(key) ?? null);
}
