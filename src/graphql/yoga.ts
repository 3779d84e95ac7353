import type { DocumentNode, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Context } from '../context.ts';
import type { Log } from '../lib/log.ts';
import type { ValidateDocument } from './compiled-executor/plan-cache.ts';
import type { LengthReaders } from './cost/cost-limits.ts';
import type { Cost } from './cost/cost-tree.ts';
import { createErrorMask } from './graphql-errors.ts';
import { createDocumentCache } from './validation/document-cache.ts';
import { standardLimits } from './validation/document-limits.ts';
import { createYogaPlugins } from './yoga-plugins.ts';

/** What the transport hands to the engine: the context is made outside, so that it can be read afterwards. */
export type YogaContext = { readonly gateway: Context };

/** The path of the GraphQL door. */
export const graphqlPath = '/graphql';

/** Where nobody says how much there is, bytes. */
const usualDocumentBytes = 32 * 1024 * 1024;

export type EngineOptions = {
  readonly log: Log;
  /** What a response may hold. */
  readonly limits?: Cost;
  /** How long lists are, as far as the objects above them tell. */
  readonly lengths?: LengthReaders<Context>;
  /** Bound of what is kept of documents: half of it parsed, a quarter compiled, a quarter the errors of those that do not parse. */
  readonly maxDocumentBytes?: number;
};

/** Yoga with our limits, masking and compiled execution; transport and GraphiQL are our own. */
export function createYogaEngine(
  schema: GraphQLSchema,
  {
    log,
    limits = standardLimits,
    lengths = {},
    maxDocumentBytes = usualDocumentBytes,
  }: EngineOptions,
) {
  const mask = createErrorMask(log);
  const quiet = (...args: unknown[]) => log.debug({ args }, 'yoga');
  return createYoga<YogaContext, Context>({
    schema,
    graphqlEndpoint: graphqlPath,
    context: ({ gateway }) => gateway,
    plugins: createYogaPlugins({
      mask,
      limits,
      lengths,
      maxCompiledBytes: Math.floor(maxDocumentBytes / 4),
    }),
    parserAndValidationCache: {
      documentCache: createDocumentCache(Math.floor(maxDocumentBytes / 2)),
      errorCache: createDocumentCache(Math.floor(maxDocumentBytes / 4)),
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

export type YogaEngine = ReturnType<typeof createYogaEngine>;

/** Reads documents for those who execute them without the engine. It throws what the engine's parser does. */
export function createDocumentValidator(engine: YogaEngine): ValidateDocument {
  return (query, context) => {
    const { schema, parse, validate } = engine.getEnveloped({
      params: { query },
      gateway: context,
    });
    const document: DocumentNode = parse(query);
    const errors = validate(schema, document) as readonly unknown[];
    return errors.length > 0 ? null : { document, schema: schema as GraphQLSchema };
  };
}
