import type { ExecutionResult } from 'graphql';
import type { FrameBytes } from '../../http/sse/sse-frame-types.ts';
import { encodeResultBetween } from './graphql-sse-frames.ts';
import type { FrameEncoding } from './operation.ts';

/*
 * Apollo's multipart subscription protocol. Every frame ends with the delimiter of the next part,
 * because a client takes a part only when it has seen its end.
 */

const delimiter = '--graphql';
const head = '\r\ncontent-type: application/json\r\n\r\n';
const tail = `\r\n${delimiter}`;

/** Content type of a multipart subscription. */
export const multipartType = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';

/** The delimiter of the first part, which is sent before it. */
export const multipartPreamble = Buffer.from(delimiter);

/** A heartbeat, which clients ignore. */
export const multipartHeartbeat = Buffer.from(`${head}{}${tail}`);

const end = Buffer.from('--\r\n');
const parts = new WeakMap<ExecutionResult, FrameBytes>();

/** Encodes an event; a result without data is an error that ends the subscription. */
function encodePart(result: ExecutionResult): FrameBytes {
  const known = parts.get(result);
  if (known) return known;
  const isFatal = result.data === undefined;
  const part = isFatal
    ? encodeResultBetween(`${head}{"payload":null,"errors":`, result.errors ?? [], `}${tail}`)
    : encodeResultBetween(`${head}{"payload":`, result, `}${tail}`);
  parts.set(result, part);
  return part;
}

/** Encodes the results of one subscription for Apollo's multipart protocol. */
export const multipartEncoding: FrameEncoding = { next: encodePart, complete: () => end };

/** The last bytes for a client whose subscription ends with an error. */
export const encodeMultipartError = (result: ExecutionResult): Buffer =>
  Buffer.concat([encodePart(result), end].flat());
