import type { DocumentNode, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import type { ApiRequest } from '../http/api-request-dispatcher.ts';
import { decodeUtf8Body } from '../http/read-json-body.ts';
import type { CacheableRequestHeaders } from '../http/request-info.ts';
import type { Log } from '../lib/log.ts';
import type { ParseDocumentIfValid } from './compiled-executor/plan-cache.ts';
import { defaultCostLimits, type LengthReadersByRootField } from './cost/cost-limits.ts';
import type { Cost } from './cost/cost-tree.ts';
import { createErrorMask } from './graphql-errors.ts';
import { createPersistedDocuments, type PersistedDocuments } from './persisted-documents/index.ts';
import { unquoteAccept } from './request/media-type.ts';
import { createDocumentCache } from './validation/document-cache.ts';
import { createYogaPlugins } from './yoga-plugins.ts';

/** Yoga's server context; `gateway` collects the freshness of the response. */
export type YogaServerContext = { readonly gateway: Context };

/** The path of the GraphQL API. */
export const graphqlPath = '/graphql';

const usualDocumentBytes = 32 * 1024 * 1024;

export type YogaEngineOptions = {
  readonly log: Log;
  readonly limits?: Cost;
  readonly lengths?: LengthReadersByRootField<Context>;
  /** Maximum bytes for documents: half for parsed, a quarter each for compiled and invalid ones. */
  readonly maxDocumentBytes?: number;
  /** Documents that requests name by hash; by default automatic persisted queries. */
  readonly documents?: PersistedDocuments;
  /** False executes every operation with graphql-js. */
  readonly compiledExecution?: boolean;
  /** Adds traces to responses; none by default. */
  readonly inlineTrace?: Plugin<Context>;
};

/** Creates the Yoga engine with the gateway's limits, error masking and compiled execution. */
export function createYogaEngine(
  schema: GraphQLSchema,
  {
    log,
    limits = defaultCostLimits,
    lengths = {},
    maxDocumentBytes = usualDocumentBytes,
    documents = createPersistedDocuments({}),
    compiledExecution = true,
    inlineTrace,
  }: YogaEngineOptions,
) {
  const mask = createErrorMask(log);
  const quiet = (...args: unknown[]) => log.debug({ args }, 'yoga');
  return createYoga<YogaServerContext, Context>({
    schema,
    graphqlEndpoint: graphqlPath,
    context: ({ gateway }) => gateway,
    plugins: createYogaPlugins({
      mask,
      limits,
      lengths,
      documents,
      maxCompiledBytes: compiledExecution ? Math.floor(maxDocumentBytes / 4) : null,
      inlineTrace,
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
    // The error mask logs failures.
    logging: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

export type YogaEngine = ReturnType<typeof createYogaEngine>;

/** Executes a request in Yoga. The body of the request must be UTF-8. */
export type FetchFromYoga = (request: ApiRequest, context: Context) => Promise<Response>;

/** Creates the function that executes requests in Yoga. */
export function createFetchFromYoga(engine: YogaEngine): FetchFromYoga {
  return async ({ method = 'GET', url, headers, body }, context) => {
    const made = await engine.fetch(
      `http://gateway${url}`,
      {
        method,
        headers: forwardedHeaders(headers),
        signal: context.signal,
        ...(body ? { body: decodeUtf8Body(body) } : {}),
      },
      { gateway: context },
    );
    return explainNotAcceptable(made);
  };
}

/** Adds to Yoga's empty 406 response a body that lists the acceptable media types. */
function explainNotAcceptable(made: Response): Response {
  if (made.status !== 406 || made.body !== null) return made;
  const types = (made.headers.get('accept') || 'UTF-8')
    .split(',')
    .map((type) => type.split(';')[0]);
  const known = [...new Set(types.map((type) => type?.trim()))].reverse().join(' or ');
  const message = `Accept must allow ${known}`;
  return new Response(
    JSON.stringify({ errors: [{ message, extensions: { code: 'NOT_ACCEPTABLE' } }] }),
    { status: 406, headers: { 'content-type': 'application/json; charset=utf-8' } },
  );
}

/** Returns the headers that Yoga uses for content negotiation. */
function forwardedHeaders(given: CacheableRequestHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  if (given.accept !== undefined) headers.accept = unquoteAccept(given.accept);
  if (given['content-type'] !== undefined) headers['content-type'] = given['content-type'];
  return headers;
}

/**
 * Creates the function that validates documents with Yoga's limits and rules, for other executors.
 */
export function createDocumentValidator(engine: YogaEngine): ParseDocumentIfValid {
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
