import { OverloadedError, RateLimitedError } from '../lib/errors.ts';

/** A taken place; giving it back twice counts once. */
export type StreamPermit = { readonly release: () => void };

/** How many event streams may be open at once. */
export type StreamLimits = { readonly total: number; readonly perClient: number };

/** Counts the open event streams of the process and of each client. */
export type StreamLimiter = {
  /** A slot, or whose limit is reached. */
  readonly acquire: (client: string) => StreamPermit | 'client' | 'total';
};

/** Creates the counter of open event streams; it remembers only clients that hold one. */
export function createStreamLimiter(limits: StreamLimits): StreamLimiter {
  const open = new Map<string, number>();
  let total = 0;
  const release = (client: string): void => {
    total -= 1;
    const left = (open.get(client) ?? 1) - 1;
    if (left === 0) open.delete(client);
    else open.set(client, left);
  };
  return {
    acquire: (client) => {
      const mine = open.get(client) ?? 0;
      if (mine >= limits.perClient) return 'client';
      if (total >= limits.total) return 'total';
      total += 1;
      open.set(client, mine + 1);
      let held = true;
      return {
        release: () => {
          if (held) release(client);
          held = false;
        },
      };
    },
  };
}

/**
 * A slot for one more event stream.
 *
 * @throws {RateLimitedError} the client has too many open. {BusyError} the service has.
 */
export function acquireStreamPermit(streamLimiter: StreamLimiter, client: string): StreamPermit {
  const slot = streamLimiter.acquire(client);
  if (slot === 'client') throw new RateLimitedError('too many event streams from this client', 10);
  if (slot === 'total') throw new OverloadedError('too many event streams', 10);
  return slot;
}
