import { useSyncExternalStore } from 'react';

/** When the data of each operation were read from the upstreams, milliseconds since the epoch. */
const readAt = new Map<string, number>();
const listeners = new Set<() => void>();

/** Records the `Age` of a response (RFC 9111 §5.1) under its operation's name. */
export const fetchWithAge: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const name = operationName(init?.body);
  if (name !== null && response.ok) {
    const age = Number(response.headers.get('age') ?? 0);
    readAt.set(name, Date.now() - age * 1000);
    for (const notify of listeners) notify();
  }
  return response;
};

function operationName(body: unknown): string | null {
  return typeof body === 'string' ? (/"operationName":"(\w+)"/.exec(body)?.[1] ?? null) : null;
}

/** When an operation's data were read from the upstreams; null before its first response. */
export function useReadAt(operation: string): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readAt.get(operation) ?? null,
  );
}
