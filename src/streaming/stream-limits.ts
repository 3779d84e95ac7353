import { OverloadedError, RateLimitedError } from '../lib/errors.ts';

/** A permit for one open stream; calling `release` again has no effect. */
export type StreamPermit = { readonly release: () => void };

/** The maximum number of open event streams, in total and per client. */
export type StreamLimits = { readonly total: number; readonly perClient: number };

/** Counts the open event streams of the process and of each client. */
export type StreamLimiter = {
  /** Returns a permit for a client (e.g. its network prefix), or the name of the limit reached. */
  readonly acquire: (client: string) => StreamPermit | 'client' | 'total';
};

/** Creates a limiter without open streams. It stores only clients that hold a permit. */
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
 * Acquires a permit for an event stream.
 *
 * @throws {RateLimitedError} the client has too many open streams.
 * @throws {OverloadedError} the service has too many open streams.
 */
export function acquireStreamPermit(streamLimiter: StreamLimiter, client: string): StreamPermit {
  const permit = streamLimiter.acquire(client);
  if (permit === 'client')
    throw new RateLimitedError('too many event streams from this client', 10);
  if (permit === 'total') throw new OverloadedError('too many event streams', 10);
  return permit;
}
