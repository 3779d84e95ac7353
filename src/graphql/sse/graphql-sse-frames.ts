import type { ExecutionResult } from 'graphql';
import { ssePingInterval } from '../../http/sse/sse-broadcast-registry.ts';
import type { FrameBytes } from '../../http/sse/sse-frame-types.ts';
import { encodeBetween } from '../../lib/encoding/encode-json.ts';
import { createAsyncIterator } from '../../streaming/create-async-iterator.ts';
import { type EncodedResult, encodeResult } from '../operation-result.ts';

/** An SSE comment, which clients ignore. */
export const pingFrame = Buffer.from(':\n\n');

/** Id of the `complete` event; a client that reconnects with it has received everything. */
export const completeEventId = 'complete';

type AnyResult = ExecutionResult | EncodedResult;

/** Encodes the results of an operation, and what is sent after them. */
export type ResultFrameEncoder = {
  /** Encodes a result. With a null `id` the client keeps its last event id. */
  readonly next: (result: AnyResult, id: string | null) => FrameBytes;
  readonly complete: () => Buffer;
};

const encodeNext = (result: AnyResult, id: string | null, before = '', behind = '') =>
  encodeResultBetween(
    `${id === null ? '' : `id: ${id}\n`}event: next\ndata: ${before}`,
    result,
    `${behind}\n\n`,
  );

const encodeComplete = (data: string) =>
  Buffer.from(`id: ${completeEventId}\nevent: complete\ndata:${data}\n\n`);

const frames = new WeakMap<AnyResult, { readonly id: string | null; readonly frame: FrameBytes }>();

/** Events of GraphQL over SSE's distinct connections mode; each is encoded once for all clients. */
export const distinctModeFrameEncoder: ResultFrameEncoder = {
  next: (result, id) => {
    const known = frames.get(result);
    if (known?.id === id) return known.frame;
    const frame = encodeNext(result, id);
    frames.set(result, { id, frame });
    return frame;
  },
  complete: () => encodeComplete(''),
};

/** Creates the encoding of one operation's events in GraphQL over SSE's single connection mode. */
export function createSingleModeFrameEncoder(operationId: string): ResultFrameEncoder {
  const id = JSON.stringify(operationId);
  return {
    next: (result, eventId) => encodeNext(result, eventId, `{"id":${id},"payload":`, '}'),
    complete: () => encodeComplete(` {"id":${id}}`),
  };
}

/** Encodes a result as JSON between two texts. */
export const encodeResultBetween = (
  before: string,
  result: AnyResult,
  behind: string,
): FrameBytes =>
  encodeBetween(before, 'json' in result ? result.json : encodeResult(result), behind);

/** Yields a ping first, and another whenever no frame came for `ssePingInterval`. */
export function withPings(
  frames: AsyncIterator<FrameBytes, undefined>,
): AsyncIterableIterator<FrameBytes, undefined> {
  let pending: Promise<IteratorResult<FrameBytes, undefined>> | null = null;
  let isFirst = true;
  const pinged = { value: pingFrame, done: false } as const;
  return createAsyncIterator<FrameBytes>(
    async () => {
      if (isFirst) {
        isFirst = false;
        return pinged;
      }
      pending ??= frames.next();
      const quiet = Promise.withResolvers<typeof pinged>();
      const timer = setTimeout(() => quiet.resolve(pinged), ssePingInterval);
      try {
        const next = await Promise.race([pending, quiet.promise]);
        if (next !== pinged) pending = null;
        return next;
      } finally {
        clearTimeout(timer);
      }
    },
    () => frames.return?.(),
  );
}
