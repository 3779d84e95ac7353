import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import type { Context } from '../../context.ts';
import type { FrameBytes, SseFrame } from '../../http/sse/sse-frame-types.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { createAsyncIterator, iterationEnd } from '../../streaming/create-async-iterator.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import type { Retention } from '../../streaming/subscriber-registry.ts';
import { type ErrorMask, noOperationError } from '../graphql-errors.ts';
import { traceStreamedOperation } from '../operation-span.ts';
import type { GraphQLParams } from '../request/graphql-params.ts';
import type { YogaEngine } from '../yoga.ts';
import { encodeCompleteFrame, encodeNextFrame, type SseOperationId } from './graphql-sse-frames.ts';

/** The operation is a mutation, which must not be sent with GET. */
export class MutationOverGetError extends InvalidInputError {}

/** The encoded events of an operation. */
export type OperationFrames = AsyncIterableIterator<FrameBytes, undefined>;

/** An operation after validation, before execution. */
export type PreparedOperation = {
  /** True when subscribers with equal requests can share the events. */
  readonly isSubscription: boolean;
  /** Executes the operation. Failures become events and are never thrown. */
  readonly start: () => Promise<AsyncIterableIterator<SseFrame, undefined>>;
};

/** The outcome of an operation: one result, or a sequence of results. */
export type ExecutionResultOrStream = ExecutionResult | AsyncIterable<ExecutionResult>;

/** What is needed to encode the results of an operation. */
type FrameContext = {
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

/** A GraphQL operation that a client requests as an event stream. */
export type OperationRequest = FrameContext & {
  readonly engine: YogaEngine;
  readonly params: GraphQLParams;
  readonly method: string | undefined;
};

/**
 * Parses and validates an operation with the rules of `/graphql`. An invalid document produces an
 * event with the errors instead of an HTTP error.
 *
 * @throws {MutationOverGetError} the operation is a mutation and the method is GET.
 */
export function prepareSseOperation(request: OperationRequest): PreparedOperation {
  const { isSubscription, run } = prepareOperationResults(request);
  const open = async () => toSseFrames(await run(), request, isSubscription);
  return { isSubscription, start: open };
}

/**
 * Prepares an operation and starts it for one client.
 *
 * @throws {MutationOverGetError} the operation is a mutation and the method is GET.
 */
export async function startOperation(request: OperationRequest): Promise<OperationFrames> {
  return toFrameBytes(await prepareSseOperation(request).start());
}

/** Returns the frames alone, for events that only one subscriber receives. */
export function toFrameBytes(events: AsyncIterableIterator<SseFrame, undefined>): OperationFrames {
  return mapEvents(events, ({ frame }) => frame);
}

type PreparedResults = {
  readonly isSubscription: boolean;
  readonly run: () => Promise<ExecutionResultOrStream>;
};

/**
 * Like `prepareSseOperation`, for callers that need the results, not their encoded events.
 *
 * @throws {MutationOverGetError} the operation is a mutation and the method is GET.
 */
export function prepareOperationResults(request: Omit<OperationRequest, 'to'>): PreparedResults {
  const { engine, params, context, mask } = request;
  const { schema, parse, validate, execute, subscribe } = engine.getEnveloped({
    params,
    gateway: context,
  });
  const refuse = (errors: readonly GraphQLError[]): PreparedResults => ({
    isSubscription: false,
    run: async () => ({ errors }),
  });
  try {
    const document: ExecutionArgs['document'] = parse(params.query);
    const refused = validate(schema, document) as readonly GraphQLError[];
    if (refused.length > 0) return refuse(refused.map((error) => mask(error)));
    const operation = getOperationAST(document, params.operationName)?.operation;
    if (!operation) throw noOperationError();
    if (operation === OperationTypeNode.MUTATION && request.method === 'GET') {
      throw new MutationOverGetError('mutations must be sent with POST');
    }
    const args: ExecutionArgs = {
      schema,
      document,
      operationName: params.operationName,
      variableValues: params.variables,
      contextValue: context,
    };
    const isSubscription = operation === OperationTypeNode.SUBSCRIPTION;
    const run = async (): Promise<ExecutionResultOrStream> => {
      try {
        return await (isSubscription ? subscribe : execute)(args);
      } catch (error) {
        return { errors: [mask(error, context)] };
      }
    };
    const { spans } = context.telemetry;
    const traced = { params, signal: context.signal };
    return {
      isSubscription,
      run: spans.isOn() ? () => traceStreamedOperation(spans, traced, run) : run,
    };
  } catch (error) {
    // Other errors are reported in the result, as by `/graphql`.
    if (error instanceof MutationOverGetError) throw error;
    return refuse([mask(error, context)]);
  }
}

/** Encodes an operation's results as frames, and the final frame after them. */
function toSseFrames(
  outcome: ExecutionResultOrStream,
  { context, mask, to, encoding }: FrameContext,
  isSubscription: boolean,
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
