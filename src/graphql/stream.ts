import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionArgs, getOperationAST } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/http';
import type { Context } from '../context.ts';
import { InvalidInputError, toGatewayError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { type Engine, graphqlPath } from './engine.ts';
import { writeFailure } from './server.ts';

/** What the protocol handler passes through to the engine's own functions. */
type EngineArgs = ExecutionArgs & Pick<ReturnType<Engine['getEnveloped']>, 'execute' | 'subscribe'>;

/** Operations over server-sent events: both modes at `/graphql/stream`, distinct connections at `/graphql`. */
export type StreamDoor = (request: IncomingMessage, response: ServerResponse) => void;

/** The path that serves both modes of GraphQL over SSE. */
export const streamPath = `${graphqlPath}/stream`;

/**
 * GraphQL over SSE on graphql-sse's protocol handler. Every operation is parsed, limited,
 * validated and executed by the same engine as at `/graphql`.
 */
export function createStreamDoor(options: {
  readonly engine: Engine;
  readonly createContext: (request: IncomingMessage, response: ServerResponse) => Context;
  readonly log: Log;
}): StreamDoor {
  const { engine, createContext, log } = options;
  const contexts = new WeakMap<object, Context>();

  const handler = createHandler({
    onSubscribe: async (request, params) => {
      const raw = request.raw as IncomingMessage;
      const gateway = contexts.get(raw) ?? createContext(raw, request.context.res);
      const { schema, parse, validate, contextFactory, execute, subscribe } = engine.getEnveloped({
        request: raw,
        params,
        gateway,
      });
      let document: ExecutionArgs['document'];
      try {
        document = typeof params.query === 'string' ? parse(params.query) : params.query;
      } catch (error) {
        return [error as never];
      }
      const errors = validate(schema, document);
      if (errors.length > 0) return errors;
      if (!getOperationAST(document, params.operationName)) {
        throw new InvalidInputError('the document has no such operation');
      }
      const args: EngineArgs = {
        schema,
        document,
        operationName: params.operationName ?? null,
        variableValues: params.variables ?? null,
        contextValue: await contextFactory(),
        execute,
        subscribe,
      };
      return args as never;
    },
    execute: (args) => (args as unknown as EngineArgs).execute(args),
    subscribe: (args) => (args as unknown as EngineArgs).subscribe(args),
  });

  return (request, response) => {
    contexts.set(request, createContext(request, response));
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('X-Accel-Buffering', 'no');
    Promise.resolve(handler(request, response)).catch((error: unknown) => {
      writeFailure(response, toGatewayError(error), log);
    });
  };
}
