import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Context } from '../context.ts';
import type { Log } from '../core/log.ts';
import { createDocumentCache } from './documents/document-cache.ts';
import { createErrorMask } from './errors.ts';
import { enginePlugins } from './plugins.ts';

/** What the transport hands to the engine: the context is made outside, so that it can be read afterwards. */
export type ServerContext = { readonly gateway: Context };

/** The path of the GraphQL door. */
export const graphqlPath = '/graphql';

/** Yoga with our limits, masking and compiled execution; transport and GraphiQL are our own. */
export function createEngine(schema: GraphQLSchema, log: Log) {
  const mask = createErrorMask(log);
  const quiet = (...args: unknown[]) => log.debug({ args }, 'yoga');
  return createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: graphqlPath,
    context: ({ gateway }) => gateway,
    plugins: enginePlugins(mask),
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: createDocumentCache(),
    },
    maskedErrors: { maskError: (error) => mask(error) },
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    cors: false,
    healthCheckEndpoint: `${graphqlPath}/alive`,
    // What matters of a failure is logged where it is masked.
    logging: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

export type Engine = ReturnType<typeof createEngine>;
