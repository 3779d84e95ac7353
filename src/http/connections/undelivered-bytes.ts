import { totalLength } from '../../lib/collections/total-length.ts';
import {
  maxUncountedUndeliveredBytes,
  type SizedBuffer,
  type UndeliveredBytesLimiter,
} from '../../lib/limits/undelivered-bytes-limiter.ts';
import type { ClientIdentifyingRequest } from '../request-id-and-address.ts';

/** Bounds the memory of responses, their parts and events that clients have not read. */
export type UndeliveredBytes = {
  /**
   * Checks before a stream is opened, or a large response, part or event is sent, whether the client
   * of the request, and the gateway, may hold more.
   *
   * @param bytes - What is sent; a small one (`maxUncountedUndeliveredBytes`) is always admitted.
   * @throws {RateLimitedError} this client does not read its responses.
   * @throws {OverloadedError} all clients together hold too much.
   */
  readonly admit: (request: ClientIdentifyingRequest, bytes?: SizedBufferOrList) => void;
  /** Counts what is large as held for its client until the returned function is called. */
  readonly hold: (request: ClientIdentifyingRequest, bytes: SizedBufferOrList) => () => void;
};

/** Bytes in one or several pieces; a piece that several clients share counts once in total. */
export type SizedBufferOrList = SizedBuffer | readonly SizedBuffer[];

const nothing = () => {};

/** Creates the bound of all transports; `pending` counts for all of them together. */
export function createUndeliveredBytes(
  pending: UndeliveredBytesLimiter,
  addressOf: (request: ClientIdentifyingRequest) => string,
): UndeliveredBytes {
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

function isSmall(bytes: SizedBufferOrList): boolean {
  const length = isList(bytes) ? totalLength(bytes) : bytes.length;
  return length <= maxUncountedUndeliveredBytes;
}

const isList = (bytes: SizedBufferOrList): bytes is readonly SizedBuffer[] => Array.isArray(bytes);
