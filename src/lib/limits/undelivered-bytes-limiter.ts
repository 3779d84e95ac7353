import { OverloadedError, RateLimitedError } from '../errors.ts';

/** A buffer, or an object that stands for bytes in memory. The same object counts once. */
export type SizedBuffer = { readonly length: number };

/** Counts the memory of large responses that clients have not read yet. */
export type UndeliveredBytesLimiter = {
  /**
   * Checks before a large response is sent whether its client, and the gateway, may hold more.
   *
   * @throws {RateLimitedError} the client's unread responses hold `maxClientBytes` or more.
   * @throws {OverloadedError} the unread responses of all clients hold `maxBytes` or more.
   */
  readonly admit: (client: string) => void;
  /**
   * Counts bytes as held for a client. A buffer that several responses share counts once per client
   * and once in total.
   *
   * @returns a function to call when the bytes are sent or discarded; further calls have no effect.
   */
  readonly hold: (client: string, parts: readonly SizedBuffer[]) => () => void;
  /** Bytes held for all clients together. */
  readonly bytes: () => number;
};

/** Responses of at most this many bytes are not counted; socket buffers usually take them. */
export const maxUncountedUndeliveredBytes = 65_536;

/** Seconds until a rejected client should retry. */
const retryAfter = 10;

/** The buffers held, each with its number of holders. */
type Retained = { readonly holders: Map<SizedBuffer, number>; bytes: number };

const createRetained = (): Retained => ({ holders: new Map(), bytes: 0 });

/**
 * Creates the count and its limits, in bytes, per client and in total. Only what is already held is
 * compared with a limit, so one response may exceed it.
 */
export function createUndeliveredBytesLimiter(options: {
  readonly maxBytes: number;
  readonly maxClientBytes: number;
  /** Called for each rejected response with the limit that was reached. */
  readonly onRefuse?: (bound: 'client' | 'total') => void;
}): UndeliveredBytesLimiter {
  const { maxBytes, maxClientBytes, onRefuse } = options;
  const total = createRetained();
  const clients = new Map<string, Retained>();

  return {
    admit: (client) => {
      if (total.bytes < maxClientBytes && total.bytes < maxBytes) return;
      if ((clients.get(client)?.bytes ?? 0) >= maxClientBytes) {
        onRefuse?.('client');
        throw new RateLimitedError(
          'responses that this client has not read hold too much memory: read them first',
          retryAfter,
        );
      }
      if (total.bytes < maxBytes) return;
      onRefuse?.('total');
      throw new OverloadedError('responses that are not read hold too much memory', retryAfter);
    },
    hold: (client, parts) => {
      const own = clients.get(client) ?? createRetained();
      clients.set(client, own);
      addAll(own, parts);
      addAll(total, parts);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        removeAll(own, parts);
        removeAll(total, parts);
        if (own.bytes === 0) clients.delete(client);
      };
    },
    bytes: () => total.bytes,
  };
}

function addAll(retained: Retained, parts: readonly SizedBuffer[]): void {
  for (const part of parts) {
    const count = retained.holders.get(part) ?? 0;
    if (count === 0) retained.bytes += part.length;
    retained.holders.set(part, count + 1);
  }
}

function removeAll(retained: Retained, parts: readonly SizedBuffer[]): void {
  for (const part of parts) {
    const count = (retained.holders.get(part) ?? 1) - 1;
    if (count > 0) {
      retained.holders.set(part, count);
    } else {
      retained.holders.delete(part);
      retained.bytes -= part.length;
    }
  }
}
