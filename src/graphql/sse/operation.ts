import { type ExecutionArgs, type GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import type { FrameBytes, SseFrame } from '../../http/sse/sse-frame-types.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import { noOperationError } from '../graphql-errors.ts';
import { traceStreamedOperation } from '../operation-span.ts';
import type { YogaEngine } from '../yoga.ts';
import type { StreamParams } from './stream-params.ts';
import { type ExecutionResultOrStream, type FrameContext, toSseFrames } from './to-sse-frames.ts';

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

/** A GraphQL operation that a client requests as an event stream. */
export type OperationRequest = FrameContext & {
  readonly engine: YogaEngine;
  readonly params: StreamParams;
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
  const open = async () => toSseFrames(await run(), { ...request, isSubscription });
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
    const begin = isSubscription ? subscribe : execute;
    return {
      isSubscription,
      run: () =>
        traceStreamedOperation(
          context.telemetry.spans,
          { params, signal: context.signal },
          async () => {
            try {
              return (await begin(args)) as ExecutionResultOrStream;
            } catch (error) {
              return { errors: [mask(error, context)] };
            }
          },
        ),
    };
  } catch (error) {
    // Other errors are reported in the result, as by `/graphql`.
    if (error instanceof MutationOverGetError) throw error;
    return refuse([mask(error, context)]);
  }
}
