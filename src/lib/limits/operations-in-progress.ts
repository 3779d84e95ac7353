import { OverloadedError, RateLimitedError } from '../errors.ts';
import type { Millis } from '../units.ts';

/** Bounds the estimated memory of everything that the process computes at one time. */
export type OperationsInProgress = {
  /**
   * Calls `work` when its memory fits, and counts the memory until `work` has ended, or until the
   * end of the results that it returns.
   *
   * @throws {RateLimitedError} the client's other work did not end in time.
   * @throws {OverloadedError} the work of all clients did not end in time, or too much is waiting.
   */
  readonly run: <T extends object>(
    estimate: WorkEstimate,
    work: () => T | Promise<T>,
  ) => T | Promise<T>;
  /** Estimated bytes of the work in progress. */
  readonly bytes: () => number;
};

/** Who asks for work, and how much memory it may take at most. */
export type WorkEstimate = {
  readonly client: string;
  readonly bytes: number;
  /** Ends the wait of a client that has disconnected. */
  readonly signal: AbortSignal;
};

/** Bytes of memory that work takes for each byte of its response: objects, text, buffer. */
export const memoryOfResponseByte = 3;

/** Work of fewer bytes does not wait while the total is below twice its bound. */
const smallBytes = 1024 * 1024;
/** Fraction of the bound that one client may take. */
const clientPart = 0.5;
/** Work that may wait at one time; each waiting request holds its body. */
const maxWaiting = 500;
/** Seconds after which a rejected client should retry. */
const retryAfter = 2;

type Waiting = WorkEstimate & { readonly begin: () => void };

/**
 * Creates the bound. Work that alone exceeds it is done when nothing else is.
 *
 * @param options.maxWait - How long work waits for memory.
 */
export function createOperationsInProgress(options: {
  readonly maxBytes: number;
  readonly maxWait: Millis;
  /** Called for work that is refused, with the bound that was reached. */
  readonly onRefuse?: (bound: 'client' | 'total') => void;
}): OperationsInProgress {
  const { maxBytes, maxWait, onRefuse } = options;
  const clients = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let total = 0;

  const ofClient = (client: string): number => clients.get(client) ?? 0;

  function fits({ client, bytes }: WorkEstimate): boolean {
    if (bytes < smallBytes) return total < 2 * maxBytes;
    const own = ofClient(client);
    if (total + bytes > maxBytes) return total === 0;
    return own + bytes <= maxBytes * clientPart || own === 0;
  }

  function add({ client, bytes }: WorkEstimate): void {
    total += bytes;
    clients.set(client, ofClient(client) + bytes);
  }

  function remove({ client, bytes }: WorkEstimate): void {
    total -= bytes;
    const left = ofClient(client) - bytes;
    if (left > 0) clients.set(client, left);
    else clients.delete(client);
    for (const next of waiting) {
      if (total >= maxBytes) return;
      if (fits(next)) next.begin();
    }
  }

  function perform<T extends object>(
    estimate: WorkEstimate,
    work: () => T | Promise<T>,
  ): T | Promise<T> {
    const end = () => remove(estimate);
    const settle = (outcome: T): T => {
      if (Symbol.asyncIterator in outcome) {
        return endAfter(outcome as T & AsyncIterable<unknown>, end);
      }
      end();
      return outcome;
    };
    try {
      const outcome = work();
      if (!(outcome instanceof Promise)) return settle(outcome);
      return outcome.then(settle, (error) => {
        end();
        throw error;
      });
    } catch (error) {
      end();
      throw error;
    }
  }

  function refusal({ client, bytes }: WorkEstimate): RateLimitedError {
    const isClient = ofClient(client) + bytes > maxBytes * clientPart;
    onRefuse?.(isClient ? 'client' : 'total');
    return isClient
      ? new RateLimitedError(
          'the requests of this client that are being computed take too much memory: send fewer at a time',
          retryAfter,
        )
      : new OverloadedError(
          'the requests that are being computed take too much memory',
          retryAfter,
        );
  }

  /** Resolves when the estimate has been added. */
  function waitForMemory(estimate: WorkEstimate): Promise<void> {
    if (waiting.size >= maxWaiting) return Promise.reject(refusal(estimate));
    const { signal } = estimate;
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        waiting.delete(entry);
      };
      const abort = () => {
        leave();
        reject(signal.reason);
      };
      const entry: Waiting = {
        ...estimate,
        begin: () => {
          leave();
          add(estimate);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(refusal(estimate));
      }, maxWait);
      signal.addEventListener('abort', abort);
      waiting.add(entry);
    });
  }

  return {
    run: (estimate, work) => {
      if (!fits(estimate)) {
        return waitForMemory(estimate).then(() => perform(estimate, work));
      }
      add(estimate);
      return perform(estimate, work);
    },
    bytes: () => total,
  };
}

/** Returns the same results, and calls `end` once they have ended or are not wanted any more. */
function endAfter<T extends AsyncIterable<unknown>>(results: T, end: () => void): T {
  const source = results[Symbol.asyncIterator]();
  let isOver = false;
  const finish = () => {
    if (!isOver) end();
    isOver = true;
  };
  const iterator: AsyncIterableIterator<unknown> = {
    next: async () => {
      try {
        const step = await source.next();
        if (step.done) finish();
        return step;
      } catch (error) {
        finish();
        throw error;
      }
    },
    return: async () => {
      finish();
      await source.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator as unknown as T;
}
