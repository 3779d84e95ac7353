import type { ExecutionResult } from 'graphql';
import type { Context } from '../../context.ts';
import type { FrameBytes, SseFrame } from '../../http/sse/sse-frame-types.ts';
import { createAsyncIterator, iterationEnd } from '../../streaming/create-async-iterator.ts';
import type { Retention } from '../../streaming/subscriber-registry.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import { encodeCompleteFrame, encodeNextFrame, type SseOperationId } from './graphql-sse-frames.ts';

/** The outcome of an operation: one result, or a sequence of results. */
export type ExecutionResultOrStream = ExecutionResult | AsyncIterable<ExecutionResult>;

/** What is needed to encode the results of an operation. */
export type FrameContext = {
  readonly context: Context;
  readonly mask: ErrorMask;
  readonly to: SseOperationId;
  /** Encoding of frames; GraphQL over SSE by default. */
  readonly encoding?: FrameEncoding | undefined;
};

/** Encodes the results of an operation, and what is sent at its end. */
export type FrameEncoding = {
  readonly next: (result: ExecutionResult) => FrameBytes;
  readonly complete: () => Buffer;
};

type FrameOptions = FrameContext & {
  /** False when the results are incremental parts of one response. */
  readonly isSubscription: boolean;
};

/** Encodes an operation's results as frames, and the final frame after them. */
export function toSseFrames(
  outcome: ExecutionResultOrStream,
  { context, mask, to, encoding, isSubscription }: FrameOptions,
): AsyncIterableIterator<SseFrame, undefined> {
  const isStream = Symbol.asyncIterator in outcome;
  const results = isStream ? outcome[Symbol.asyncIterator]() : [outcome][Symbol.iterator]();
  let count = 0;
  let state: 'open' | 'broken' | 'completed' = 'open';
  let isLeft = false;

  const show = (result: ExecutionResult, retention: Retention): SseFrame => {
    count += 1;
    const id = context.cursor.position() ?? String(count);
    const { freshness } = context.requestCache;
    const isOfNow = context.cursor.isStillValid();
    // A failed event is not replayed to new subscribers; the operation is executed again.
    const isCurrent = () => !result.errors && isOfNow() && freshness.isServable();
    const frame = encoding ? encoding.next(result) : encodeNextFrame(result, id, to);
    return { frame, retention, isStillValid: isCurrent };
  };
  const complete = () => {
    state = 'completed';
    const frame = encoding ? encoding.complete() : encodeCompleteFrame(to);
    return { value: { frame, retention: 'terminal' }, done: false } as const;
  };

  return createAsyncIterator<SseFrame>(
    async () => {
      if (state === 'completed') return iterationEnd;
      if (state === 'broken') return complete();
      if (isSubscription) context.resetForNextEvent();
      try {
        const { value, done } = await results.next();
        // An aborted operation sends no `complete`, so the client can resume it.
        if (done && (isLeft || context.signal.aborted)) return iterationEnd;
        if (done) return complete();
        return {
          value: show(value, isStream ? context.cursor.retention() : 'replay'),
          done: false,
        };
      } catch (error) {
        state = 'broken';
        return { value: show({ errors: [mask(error, context)] }, 'replay'), done: false };
      }
    },
    () => {
      state = 'completed';
      isLeft = true;
      return results.return?.();
    },
  );
}
