import {
  type ByteChunk,
  type PendingResponses,
  smallResponse,
} from '../../lib/limits/pending-responses.ts';
import type { IdentifiableRequest } from '../request-identity.ts';

/** Counts the memory of events that clients have not read, with that of other responses. */
export type UnreadBytes = {
  /**
   * Checks before a stream is opened, or a large event is sent, whether the client of the request,
   * and the gateway, may hold more.
   *
   * @param bytes - The event; a small one (`smallResponse`) is always admitted.
   * @throws {RateLimitedError} this client does not read its responses.
   * @throws {OverloadedError} all clients together hold too much.
   */
  readonly admit: (request: IdentifiableRequest, bytes?: ByteChunks) => void;
  /**
   * Counts bytes as held for the client of a request until the returned function is called. Those
   * of a small event are not counted.
   */
  readonly hold: (request: IdentifiableRequest, bytes: ByteChunks) => () => void;
};

/** Bytes in one or several pieces; a piece that several clients share counts once in total. */
export type ByteChunks = ByteChunk | readonly ByteChunk[];

const nothing = () => {};

/** Creates the count of events upon that of all pending responses. */
export function createUnreadBytes(
  pending: PendingResponses,
  addressOf: (request: IdentifiableRequest) => string,
): UnreadBytes {
  return {
    admit: (request, bytes) => {
      if (bytes === undefined || !isSmall(bytes)) pending.admit(addressOf(request));
    },
    hold: (request, bytes) => {
      if (isSmall(bytes)) return nothing;
      return pending.hold(addressOf(request), isList(bytes) ? bytes : [bytes]);
    },
  };
}

function isSmall(bytes: ByteChunks): boolean {
  if (!isList(bytes)) return bytes.length <= smallResponse;
  return bytes.reduce((sum, piece) => sum + piece.length, 0) <= smallResponse;
}

const isList = (bytes: ByteChunks): bytes is readonly ByteChunk[] => Array.isArray(bytes);
