import { OverloadedError, RateLimitedError } from '../errors.ts';

/** What a response holds: a buffer, or anything of a length that no other response shares. */
export type HeldBytes = { readonly length: number };

/** Memory held by large responses that their clients have not taken yet. */
export type PendingResponses = {
  /**
   * Checks, before a large response is sent, that there is room for one.
   *
   * @throws {RateLimitedError} the client holds its share.
   * @throws {BusyError} all clients together hold what they may.
   */
  readonly admit: (client: string) => void;
  /**
   * Counts bytes as held for a client. A buffer that several responses share counts once for each
   * client, and once in all.
   *
   * @returns what to call once when they are sent, or will never be.
   */
  readonly hold: (client: string, parts: readonly HeldBytes[]) => () => void;
  /** Bytes held in all. */
  readonly bytes: () => number;
};

/** Responses of up to this length are not counted, bytes: the system's buffers take them in most cases. */
export const smallResponse = 65_536;

/** When a client that is refused should ask again, seconds. */
const retryAfter = 10;

/** What is held, each part with the number of its holders. */
type Holdings = { readonly holders: Map<HeldBytes, number>; bytes: number };

const createHoldings = (): Holdings => ({ holders: new Map(), bytes: 0 });

/**
 * Bounds the memory that clients hold by not reading their responses, for each client and in total.
 * What is checked is what is held already, so that a bound may be exceeded by one response.
 */
export function createPendingResponses(options: {
  readonly maxBytes: number;
  readonly maxClientBytes: number;
  /** Told of each response that is refused. */
  readonly onRefuse?: (bound: 'client' | 'total') => void;
}): PendingResponses {
  const { maxBytes, maxClientBytes, onRefuse } = options;
  const total = createHoldings();
  const clients = new Map<string, Holdings>();

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
      const own = clients.get(client) ?? createHoldings();
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

function addAll(holdings: Holdings, parts: readonly HeldBytes[]): void {
  for (const part of parts) {
    const count = holdings.holders.get(part) ?? 0;
    if (count === 0) holdings.bytes += part.length;
    holdings.holders.set(part, count + 1);
  }
}

function removeAll(holdings: Holdings, parts: readonly HeldBytes[]): void {
  for (const part of parts) {
    const count = (holdings.holders.get(part) ?? 1) - 1;
    if (count > 0) {
      holdings.holders.set(part, count);
    } else {
      holdings.holders.delete(part);
      holdings.bytes -= part.length;
    }
  }
}
