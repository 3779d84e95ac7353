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
import type { EventDeliveryMode } from '../../streaming/subscribable-stream.ts';
import { type ErrorMask, noOperationError } from '../graphql-errors.ts';
import { traceOperation } from '../operation-span.ts';
import type { GraphQLParams } from '../request/graphql-params.ts';
import type { YogaEngine } from '../yoga.ts';
import type { ResultFrameEncoder } from './graphql-sse-frames.ts';

/** The operation is a mutation, which must not be sent with GET. */
export class MutationOverGetError extends InvalidInputError {}

/** The encoded events of an operation. */
export type OperationFrameStream = AsyncIterableIterator<FrameBytes, undefined>;

type ExecutionResultOrStream = ExecutionResult | AsyncIterable<ExecutionResult>;

/** An operation after validation, before execution. */
export type PreparedOperation = {
  readonly isSubscription: boolean;
  /** Executes the operation. Failures become results and are never thrown. */
  readonly run: () => Promise<ExecutionResultOrStream>;
};

/**
 * Parses and validates an operation with the rules of `/graphql`. For an invalid document, `run`
 * returns the errors.
 *
 * @throws {MutationOverGetError} the operation is a mutation and the method is GET.
 */
export function prepareOperation(request: {
  readonly engine: YogaEngine;
  readonly params: GraphQLParams;
  readonly context: Context;
  readonly mask: ErrorMask;
  readonly method: string | undefined;
}): PreparedOperation {
  const { engine, params, context, mask } = request;
  const { schema, parse, validate, execute, subscribe } = engine.getEnveloped({
    params,
    gateway: context,
  });
  const refuse = (errors: readonly GraphQLError[]): PreparedOperation => ({
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
      run: spans.isOn() ? () => traceOperation(spans, traced, run) : run,
    };
  } catch (error) {
    // Other errors are reported in the result, as by `/graphql`.
    if (error instanceof MutationOverGetError) throw error;
    return refuse([mask(error, context)]);
  }
}

type FrameOptions = {
  readonly context: Context;
  readonly mask: ErrorMask;
  readonly encoding: ResultFrameEncoder;
};

/** Executes an operation and encodes its results as frames, and the final frame after them. */
export async function runToSseFrames(
  { isSubscription, run }: PreparedOperation,
  { context, mask, encoding }: FrameOptions,
): Promise<AsyncIterableIterator<SseFrame, undefined>> {
  const outcome = await run();
  const isStream = Symbol.asyncIterator in outcome;
  const results = isStream ? outcome[Symbol.asyncIterator]() : [outcome][Symbol.iterator]();
  let count = 0;
  let state: 'open' | 'broken' | 'completed' = 'open';
  let isLeft = false;

  const show = (result: ExecutionResult, deliveryMode: EventDeliveryMode): SseFrame => {
    count += 1;
    const id = context.cursor.position() ?? String(count);
    const { freshness } = context.requestCache;
    const isOfNow = context.cursor.isStillValid();
    // A failed event is not replayed to new subscribers; the operation is executed again.
    const isCurrent = () => !result.errors && isOfNow() && freshness.isServable();
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
