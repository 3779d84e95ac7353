import type { ExecutionResult } from 'graphql';
import type { FrameBytes } from '../../http/sse/sse-frame-types.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { formatWithoutHttpExtension } from '../graphql-errors.ts';
import { encodeResultBetween, type ResultFrameEncoder } from './graphql-sse-frames.ts';

/*
 * Apollo's multipart subscription protocol. Every frame ends with the delimiter of the next part,
 * because a client takes a part only when it has seen its end.
 */

const delimiter = '--graphql';
const head = '\r\ncontent-type: application/json\r\n\r\n';
const tail = `\r\n${delimiter}`;

/** Content type of a multipart subscription. */
export const multipartSubscriptionType = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';

/** The delimiter of the first part, which is sent before it. */
export const multipartPreamble = Buffer.from(delimiter);

/** A heartbeat, which clients ignore. */
export const multipartHeartbeat = Buffer.from(`${head}{}${tail}`);

const end = Buffer.from('--\r\n');

/** Encodes an event; a result without data is an error that ends the subscription. */
const encodePart = memoizeOnObject((result: ExecutionResult): FrameBytes => {
  if (result.data !== undefined)
    return encodeResultBetween(`${head}{"payload":`, result, `}${tail}`);
  const errors = (result.errors ?? []).map(formatWithoutHttpExtension);
  return Buffer.from(`${head}{"payload":null,"errors":${JSON.stringify(errors)}}${tail}`);
});

/** Encodes the results of one subscription for Apollo's multipart protocol. */
export const multipartSubscriptionEncoding: ResultFrameEncoder = {
  next: encodePart,
  complete: () => end,
};
