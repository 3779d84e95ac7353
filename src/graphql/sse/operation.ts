import { type ExecutionArgs, type GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import type { SseFrame } from '../../http/sse/sse-frame.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import { noOperationError } from '../graphql-errors.ts';
import type { YogaEngine } from '../yoga.ts';
import type { StreamParams } from './stream-params.ts';
import { type FrameContext, type OperationOutcome, toSseFrames } from './to-sse-frames.ts';

/** The one operation is a mutation, which must not come over GET. */
export class MutationOverGetError extends InvalidInputError {}

/** An operation under way; its frames begin when they are asked for. */
export type OperationFrames = AsyncIterableIterator<Uint8Array, undefined>;

/** An operation that the engine has accepted or refused, before anything of it runs. */
export type PreparedOperation = {
  /** Whether its events are the same for everybody who asks the same. */
  readonly isSubscription: boolean;
  /** Runs it; what goes wrong is told, never thrown. */
  readonly start: () => Promise<AsyncIterableIterator<SseFrame, undefined>>;
};

export type OperationRequest = FrameContext & {
  readonly engine: YogaEngine;
  readonly params: StreamParams;
  readonly method: string | undefined;
};

/**
 * Parses, limits and validates an operation with the same engine as `/graphql`. A document that is
 * refused is an event, too: the connection is fine.
 *
 * @throws {MutationOverGetError}
 */
export function prepareOperation(request: OperationRequest): PreparedOperation {
  const { isSubscription, run } = prepare(request);
  const open = async () => toSseFrames(await run(), { ...request, isSubscription });
  return { isSubscription, start: open };
}

/**
 * Prepares an operation and runs it for one client.
 *
 * @throws {MutationOverGetError}
 */
export async function startOperation(request: OperationRequest): Promise<OperationFrames> {
  return toOperationFrames(await prepareOperation(request).start());
}

/** The frames of events that nobody else reads. */
export function toOperationFrames(
  events: AsyncIterableIterator<SseFrame, undefined>,
): OperationFrames {
  return mapEvents(events, ({ frame }) => frame);
}

type Prepared = { readonly isSubscription: boolean; readonly run: () => Promise<OperationOutcome> };

function prepare(request: OperationRequest): Prepared {
  const { engine, params, context, mask } = request;
  const { schema, parse, validate, execute, subscribe } = engine.getEnveloped({
    params,
    gateway: context,
  });
  const refuse = (errors: readonly GraphQLError[]): Prepared => ({
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
      run: async () => {
        try {
          return (await begin(args)) as OperationOutcome;
        } catch (error) {
          return { errors: [mask(error, context.requestId)] };
        }
      },
    };
  } catch (error) {
    // The client's mistakes and ours are results, as they are at `/graphql`.
    if (error instanceof MutationOverGetError) throw error;
    return refuse([mask(error, context.requestId)]);
  }
}
