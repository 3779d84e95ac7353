import type { ExecutionResult, GraphQLError } from 'graphql';
import { ssePingInterval } from '../../http/sse/shared-sse-registry.ts';
import type { FrameBytes } from '../../http/sse/sse-frame-types.ts';
import { createAsyncIterator } from '../../streaming/create-async-iterator.ts';
import { formatWithoutHttpExtension } from '../graphql-errors.ts';
import { getChunkedResult } from '../pacing/result-size.ts';

/** An SSE comment, which clients ignore. */
export const pingFrame = Buffer.from(':\n\n');

/** Id of the `complete` event; a client that reconnects with it has received everything. */
export const completeEventId = 'complete';

/** The operation of an event on a connection that serves several operations, else null. */
export type SseOperationId = { readonly operationId: string } | null;

const frames = new WeakMap<
  ExecutionResult,
  { readonly id: string | null; readonly frame: FrameBytes }
>();

/**
 * Encodes a result as a `next` event of GraphQL over SSE, once for all subscribers. With a null
 * `id` the client keeps its last event id.
 */
export function encodeNextFrame(
  result: ExecutionResult,
  id: string | null,
  to: SseOperationId,
): FrameBytes {
  const known = frames.get(result);
  if (!to && known?.id === id) return known.frame;
  const line = id === null ? '' : `id: ${id}\n`;
  const head = `${line}event: next\ndata: `;
  const frame = to
    ? encodeResultBetween(
        `${head}{"id":${JSON.stringify(to.operationId)},"payload":`,
        result,
        '}\n\n',
      )
    : encodeResultBetween(head, result, '\n\n');
  if (!to) frames.set(result, { id, frame });
  return frame;
}

/** Encodes a result, or a list of errors, as JSON between two texts, without `extensions.http`. */
export function encodeResultBetween(
  before: string,
  result: ExecutionResult | readonly GraphQLError[],
  behind: string,
): FrameBytes {
  if (isErrors(result)) {
    return Buffer.from(before + JSON.stringify(result.map(formatWithoutHttpExtension)) + behind);
  }
  const sliced = getChunkedResult(result);
  if (sliced) return [Buffer.from(before), ...sliced.pieces, Buffer.from(behind)];
  const { errors, ...rest } = result;
  const publicResult = errors ? { errors: errors.map(formatWithoutHttpExtension), ...rest } : rest;
  return Buffer.from(before + JSON.stringify(publicResult) + behind);
}

const isErrors = (
  result: ExecutionResult | readonly GraphQLError[],
): result is readonly GraphQLError[] => Array.isArray(result);

/** Encodes the `complete` event of GraphQL over SSE. */
export function encodeCompleteFrame(to: SseOperationId): Buffer {
  const data = to ? ` ${JSON.stringify({ id: to.operationId })}` : '';
  return Buffer.from(`id: ${completeEventId}\nevent: complete\ndata:${data}\n\n`);
}

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
