import {
  type HeldBytes,
  type PendingResponses,
  smallResponse,
} from '../../lib/limits/pending-responses.ts';
import type { IdentifiableRequest } from '../request-identity.ts';

/** Counts the memory of events that clients have not read, with that of other responses. */
export type UnreadBytes = {
  /**
   * Checks before events are sent whether the client of a request, and the gateway, may hold more.
   *
   * @throws {RateLimitedError} this client does not read its responses.
   * @throws {OverloadedError} all clients together hold too much.
   */
  readonly admit: (request: IdentifiableRequest) => void;
  /**
   * Counts bytes as held for the client of a request until the returned function is called. Few
   * bytes (`smallResponse`) are not counted.
   */
  readonly hold: (request: IdentifiableRequest, bytes: PiecesOfBytes) => () => void;
};

/** Bytes in one or several pieces; a piece that several clients share counts once in total. */
export type PiecesOfBytes = HeldBytes | readonly HeldBytes[];

const nothing = () => {};

/** Creates the count of events upon that of all pending responses. */
export function createUnreadBytes(
  pending: PendingResponses,
  addressOf: (request: IdentifiableRequest) => string,
): UnreadBytes {
  return {
    admit: (request) => pending.admit(addressOf(request)),
    hold: (request, bytes) => {
      const pieces = isList(bytes) ? bytes : [bytes];
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      return length <= smallResponse ? nothing : pending.hold(addressOf(request), pieces);
    },
  };
}

const isList = (bytes: PiecesOfBytes): bytes is readonly HeldBytes[] => Array.isArray(bytes);
