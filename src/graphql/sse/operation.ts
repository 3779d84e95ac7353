import { type ExecutionResult, OperationTypeNode } from 'graphql';
import type { Context } from '../../context.ts';
import type { FrameBytes, SseFrame } from '../../http/sse/sse-frame-types.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { createAsyncIterator, iterationEnd } from '../../streaming/create-async-iterator.ts';
import type { EventDeliveryMode } from '../../streaming/subscribable-stream.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import type { EncodedResult } from '../operation-result.ts';
import { traceOperation } from '../operation-span.ts';
import type { GraphQLParams } from '../request/graphql-params.ts';
import { isSafeMethod } from '../request/methods.ts';
import type { PreparedOperation, PrepareOperation, ResultExtensions } from '../run-operation.ts';
import type { ResultFrameEncoder } from './graphql-sse-frames.ts';

/** The operation is a mutation, which must not be sent with GET or QUERY. */
export class MutationOverSafeMethodError extends InvalidInputError {}

/** The encoded events of an operation. */
export type OperationFrameStream = AsyncIterableIterator<FrameBytes, undefined>;

/**
 * Prepares an operation for a transport of events.
 *
 * @throws {MutationOverSafeMethodError} the operation is a mutation and the method is safe.
 */
export function prepareForEvents(
  prepareOperation: PrepareOperation,
  request: {
    readonly params: GraphQLParams;
    readonly context: Context;
    readonly method: string | undefined;
    readonly extensions?: ResultExtensions;
  },
): PreparedOperation {
  const { params, context, method, extensions } = request;
  const operation = prepareOperation(params, context, extensions);
  if (operation.type === OperationTypeNode.MUTATION && isSafeMethod(method)) {
    throw new MutationOverSafeMethodError('mutations must be sent with POST');
  }
  const { spans } = context.telemetry;
  if (!spans.isOn()) return operation;
  const traced = { params, signal: context.signal };
  return { ...operation, run: () => traceOperation(spans, traced, operation.run) };
}

type FrameOptions = {
  readonly context: Context;
  readonly mask: ErrorMask;
  readonly encoding: ResultFrameEncoder;
};

/** Executes an operation and encodes its results as frames, and the final frame after them. */
export async function runToSseFrames(
  { type, run }: PreparedOperation,
  { context, mask, encoding }: FrameOptions,
): Promise<AsyncIterableIterator<SseFrame, undefined>> {
  const isSubscription = type === OperationTypeNode.SUBSCRIPTION;
  const outcome = await run();
  const isStream = Symbol.asyncIterator in outcome;
  const results = isStream ? outcome[Symbol.asyncIterator]() : handOver(outcome);
  let count = 0;
  let state: 'open' | 'broken' | 'completed' = 'open';
  let isLeft = false;

  const show = (
    result: ExecutionResult | EncodedResult,
    deliveryMode: EventDeliveryMode,
  ): SseFrame => {
    count += 1;
    const id = context.cursor.position() ?? String(count);
    const { freshness } = context.requestCache;
    const isOfNow = context.cursor.isStillValid();
    // A failed event is not replayed to new subscribers; the operation is executed again.
    const isCurrent = () => !result.errors?.length && isOfNow() && freshness.isServable();
    return { frame: encoding.next(result, id), deliveryMode, isStillValid: isCurrent };
  };
  const complete = () => {
    state = 'completed';
    return {
      value: { frame: encoding.complete(), deliveryMode: 'terminal' },
      done: false,
    } as const;
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
          value: show(value, isStream ? context.cursor.deliveryMode() : 'replay'),
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

/** Yields a value and forgets it, so that it is not in memory while its frame waits to be sent. */
function handOver<T>(value: T): Iterator<T, undefined> {
  let left: { readonly value: T; readonly done: false } | null = { value, done: false };
  return {
    next: () => {
      const next = left ?? iterationEnd;
      left = null;
      return next;
    },
  };
}
