import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import type { Context } from '../../context.ts';
import { InvalidInputError } from '../../core/errors.ts';
import type { Engine } from '../engine.ts';
import { type Addressee, completeFrame, nextFrame } from './frames.ts';
import type { StreamParams } from './params.ts';

/** The one operation is a mutation, which must not come over GET. */
export class MutationOverGetError extends InvalidInputError {}

/** An operation that the engine has accepted or refused; its frames begin when they are asked for. */
export type Operation = AsyncIterableIterator<Uint8Array, undefined>;

export type OperationRequest = {
  readonly engine: Engine;
  readonly mask: (thrown: unknown) => GraphQLError;
  readonly params: StreamParams;
  readonly context: Context;
  readonly method: string | undefined;
  /** For a connection that serves several operations. */
  readonly to: Addressee;
};

/**
 * Parses, limits, validates and executes an operation with the same engine as `/graphql`. A
 * document that is refused is an event, too: the connection is fine.
 *
 * @throws {MutationOverGetError}
 */
export async function openOperation(request: OperationRequest): Promise<Operation> {
  return toFrames(await execute(request), request);
}

type Outcome = ExecutionResult | AsyncIterable<ExecutionResult>;

async function execute(request: OperationRequest): Promise<Outcome> {
  const { engine, params, context, mask } = request;
  const { schema, parse, validate, execute, subscribe } = engine.getEnveloped({
    params,
    gateway: context,
  });
  try {
    const document: ExecutionArgs['document'] = parse(params.query);
    const refused = validate(schema, document) as readonly GraphQLError[];
    if (refused.length > 0) return { errors: refused.map(mask) };
    const operation = getOperationAST(document, params.operationName)?.operation;
    if (!operation) throw new InvalidInputError('the document has no such operation');
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
    const run = operation === OperationTypeNode.SUBSCRIPTION ? subscribe : execute;
    return (await run(args)) as Outcome;
  } catch (error) {
    // The client's mistakes and ours are results, as they are at `/graphql`.
    if (error instanceof MutationOverGetError) throw error;
    return { errors: [mask(error)] };
  }
}

/** The outcome as frames, ended by `complete`; left at once when it is left. */
function toFrames(outcome: Outcome, { context, mask, to }: OperationRequest): Operation {
  const results =
    Symbol.asyncIterator in outcome
      ? outcome[Symbol.asyncIterator]()
      : [outcome][Symbol.iterator]();
  let count = 0;
  let state: 'open' | 'broken' | 'completed' = 'open';
  let isLeft = false;

  const show = (result: ExecutionResult) => {
    count += 1;
    return nextFrame(result, context.cursor.position() ?? String(count), to);
  };
  const complete = () => {
    state = 'completed';
    return { value: completeFrame(to), done: false } as const;
  };

  return {
    next: async () => {
      if (state === 'completed') return { value: undefined, done: true };
      if (state === 'broken') return complete();
      context.renew();
      try {
        const { value, done } = await results.next();
        // Who has left, or has to leave, is told nothing any more: not that it is complete.
        if (done && (isLeft || context.signal.aborted)) return { value: undefined, done: true };
        return done ? complete() : { value: show(value), done: false };
      } catch (error) {
        state = 'broken';
        return { value: show({ errors: [mask(error)] }), done: false };
      }
    },
    return: async () => {
      state = 'completed';
      isLeft = true;
      await results.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
