import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { errorResponseHeaders } from '../http/error-response.ts';
import { getSearchParams } from '../http/request-info.ts';
import { toGatewayError } from '../lib/errors.ts';
import { catchMaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts';
import { memoizeOnObject } from '../lib/memoize-on-object.ts';
import { mapEvents } from '../streaming/map-events.ts';
import type { Variables } from './compiled-executor/compile.ts';
import { matchGraphQLJsErrors } from './compiled-executor/error-locations.ts';
import { useCompiledExecution } from './compiled-executor/use-compiled-execution.ts';
import { type CostOptions, createCostCheck } from './cost/cost-limits.ts';
import type { Cost } from './cost/cost-tree.ts';
import { createErrorAt } from './create-error-at.ts';
import { limitErrors } from './error-limit.ts';
import { subscribeWithSharedExecution } from './execute-once-per-event.ts';
import { type ErrorMask, truncateErrorMessage } from './graphql-errors.ts';
import { useChunkedResponses } from './pacing/chunked-responses.ts';
import { limitResultSize, limitTotalIncrementalSize } from './pacing/limit-result-size.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { parseGraphQLParams, parseGraphQLQueryString } from './request/graphql-params.ts';
import { acceptsSubscriptionResponse } from './request/media-type.ts';
import {
  checkDocumentLimits,
  checkDocumentLineCount,
  documentLimits,
  documentTooLargeError,
} from './validation/document-limits.ts';
import { checkSubscriptionConditions } from './validation/subscription-conditions.ts';
import {
  checkStreamInitialCounts,
  findTypeErrorsInLongVariables,
} from './validation/variable-checks.ts';

type GraphQLPlugin = Plugin<Context>;

/** Rejects documents above the limits, `then` aliases, and conditions on subscription roots. */
function useDocumentLimits(): GraphQLPlugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string, options: object) => {
        const tooLong = checkDocumentLineCount(source);
        if (tooLong) throw tooLong;
        try {
          return parse(source, { ...options, maxTokens: documentLimits.tokens });
        } catch (error) {
          // A deeply nested literal can exceed the parser's stack before the token limit.
          if (error instanceof RangeError)
            throw documentTooLargeError('levels of nesting', documentLimits.depth);
          const isLimit = error instanceof Error && error.message.includes('Parsing aborted');
          if (isLimit) throw documentTooLargeError('tokens', documentLimits.tokens);
          // Yoga sets this code only for some media types.
          if (error instanceof GraphQLError) error.extensions.code = 'GRAPHQL_PARSE_FAILED';
          throw error;
        }
      });
    },
    onValidate({ params, setResult, setValidationFn, addValidationRule }) {
      addValidationRule(noThenRule);
      const document: DocumentNode = params.documentAST;
      const error = checkDocumentLimits(document) ?? checkSubscriptionConditions(document);
      if (error) setResult([error]);
      setValidationFn(
        (schema: GraphQLSchema, ast: DocumentNode, rules: readonly ValidationRule[]) =>
          validate(schema, ast, withoutSupersededRule(rules)),
      );
      return ({ result, setResult: replace }) => {
        if (Array.isArray(result)) replace(result.map(toPublicError));
      };
    },
  };
}

/**
 * Removes graphql-js' merge rule, which the `@defer` plugin replaces by one that knows `@stream`.
 * The plugin finds it by its function name, which a bundler may change.
 */
const withoutSupersededRule = (rules: readonly ValidationRule[]): readonly ValidationRule[] =>
  rules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

/** Rejects the alias `then`: JavaScript treats an object with a `then` member as a promise. */
const noThenRule: ValidationRule = (context) => ({
  Field: ({ alias }) => {
    if (alias?.value !== 'then') return;
    const message = 'a field cannot be called "then" in the response; give it another alias';
    context.reportError(new GraphQLError(message, { nodes: alias }));
  },
});

const toPublicError = (error: GraphQLError): GraphQLError =>
  createErrorAt(error, truncateErrorMessage(error.message), { extensions: error.extensions });

/** Rejects malformed requests (400, GraphQL over HTTP §6.4.1) and resolves persisted documents. */
function useRequestValidation(documents: PersistedDocuments): GraphQLPlugin {
  return {
    onRequestParse({ request, setRequestParser }) {
      if (request.method !== 'GET') return;
      setRequestParser(({ url }) =>
        withGraphQLErrors(() => parseGraphQLQueryString(getSearchParams({ url }))),
      );
    },
    onParams: ({ params, setParams }) =>
      withGraphQLErrors(() =>
        mapMaybePromise(documents.resolve({ ...params }), (resolved) => {
          parseGraphQLParams(resolved);
          setParams(resolved);
        }),
      ),
  };
}

function withGraphQLErrors<T>(read: () => T | Promise<T>): T | Promise<T> {
  return catchMaybePromise(read, (error) => {
    // Yoga derives the status only from GraphQL errors.
    const { message, code, status } = toGatewayError(error);
    throw new GraphQLError(message, { extensions: { code, http: { status } } });
  });
}

/** Rejects the subscription of an HTTP request whose client does not accept event streams. */
function rejectUnacceptedEvents({ contextValue }: ExecutionArgs): RejectedResult | null {
  const { request } = contextValue as { readonly request?: Request };
  if (!request || acceptsSubscriptionResponse(request.headers.get('accept') ?? undefined))
    return null;
  const http =
    request.method === 'GET' ? { status: 405, headers: { Allow: 'POST' } } : { status: 406 };
  const message = 'Accept must allow text/event-stream for a subscription';
  return { errors: [new GraphQLError(message, { extensions: { code: 'NOT_ACCEPTABLE', http } })] };
}

type Args = ExecutionArgs & { readonly contextValue: Context };

type RejectedResult = { readonly errors: readonly GraphQLError[] };

function chargeClient(
  { objects }: Cost,
  { costCharger }: Context,
): null | Promise<RejectedResult | null> {
  if (!costCharger) return null;
  return costCharger.charge(objects).then(
    () => null,
    (error: unknown) => ({ errors: [limitError(error)] }),
  );
}

/** The error of a client over its limit, with the status and headers of its response. */
function limitError(thrown: unknown): GraphQLError {
  const error = toGatewayError(thrown);
  return new GraphQLError(error.message, {
    originalError: null,
    extensions: {
      code: error.code,
      http: { status: error.status, headers: errorResponseHeaders(error) },
    },
  });
}

type Part = { readonly errors?: readonly GraphQLError[] };
type Parts = Part & { readonly incremental?: readonly Part[] };

/** Checks operations before execution. Masks, limits and logs the errors of their results. */
function useCheckedExecution(mask: ErrorMask, cost: CostOptions): GraphQLPlugin {
  const checkCost = createCostCheck(cost);

  /**
   * Does the checks that need the values of variables (`@stream` counts, long invalid values, cost)
   * and charges the cost to the client.
   */
  function check(
    args: Args,
    operation: OperationDefinitionNode | null | undefined,
  ): RejectedResult | null | Promise<RejectedResult | null> {
    if (!operation) return null;
    const { document, variableValues, contextValue } = args;
    const variables = (variableValues ?? {}) as Variables;
    const stream = checkStreamInitialCounts(document, operation, variables);
    if (stream) return { errors: [stream] };
    const wrong = findTypeErrorsInLongVariables(args, operation.variableDefinitions ?? []);
    if (wrong) return { errors: wrong };
    return mapMaybePromise(checkCost(args, operation, variables), (cost) =>
      cost instanceof GraphQLError ? { errors: [cost] } : chargeClient(cost, contextValue),
    );
  }

  const masking = (context: Context) => {
    const show = <T extends Part>(part: T): T =>
      part.errors
        ? { ...part, errors: limitErrors(part.errors).map((error) => mask(error, context)) }
        : part;
    return (result: Parts) =>
      (result.incremental
        ? { ...show(result), incremental: result.incremental.map(show) }
        : show(result)) as ExecutionResult;
  };
  // Maps the results itself: `onNext` would run after other plugins have handled them.
  const maskResults = (
    result: ExecutionResult | AsyncIterable<ExecutionResult>,
    { contextValue }: Args,
  ) =>
    Symbol.asyncIterator in result
      ? mapEvents(result, masking(contextValue))
      : masking(contextValue)(result);

  return {
    onExecute: ({ args, setResultAndStopExecution }) => {
      const operation = getOperationAST(args.document, args.operationName);
      return mapMaybePromise(check(args, operation), (rejected) => {
        if (rejected) return setResultAndStopExecution(rejected);
        const { freshness } = args.contextValue.requestCache;
        if (operation?.operation !== 'query') freshness.markUncacheable();
        return {
          onExecuteDone({ result, setResult }) {
            if (!('data' in result) || result.errors) freshness.markUncacheable();
            const matched = 'errors' in result ? matchGraphQLJsErrors(result, args) : result;
            setResult(maskResults(matched, args));
          },
        };
      });
    },
    onSubscribe: ({ args, setResultAndStopExecution, setSubscribeFn }) => {
      const operation = getOperationAST(args.document, args.operationName);
      const unacceptable = rejectUnacceptedEvents(args);
      return mapMaybePromise(unacceptable ?? check(args, operation), (rejected) => {
        if (rejected) return setResultAndStopExecution(rejected);
        setSubscribeFn(subscribeWithSharedExecution);
        return {
          onSubscribeResult: ({ result, setResult }) => setResult(maskResults(result, args)),
        };
      });
    },
  };
}

/** Rejects results above the response limit before encoding; encodes large results in chunks. */
function useResponseLimit(maxBytes: number): GraphQLPlugin {
  // Subscribers share events: the disconnect of one must not stop the encoding.
  const boundEvent = memoizeOnObject((event: ExecutionResult) =>
    limitResultSize(event, { maxBytes }),
  );
  return {
    onExecute: ({ args }) => ({
      onExecuteDone({ result, setResult }) {
        const { signal } = args.contextValue;
        return Symbol.asyncIterator in result
          ? setResult(limitTotalIncrementalSize(result, { maxBytes, signal }))
          : mapMaybePromise(limitResultSize(result, { maxBytes, signal }), setResult);
      },
    }),
    onSubscribe: () => ({
      onSubscribeResult: () => ({
        onNext: ({ result, setResult }) => mapMaybePromise(boundEvent(result), setResult),
      }),
    }),
  };
}

/** Returns Yoga's plugins, in the order in which they must run. */
export function createYogaPlugins({
  mask,
  documents,
  maxCompiledBytes,
  inlineTrace,
  ...cost
}: CostOptions & {
  readonly mask: ErrorMask;
  readonly documents: PersistedDocuments;
  /** Maximum size of the compiled documents, bytes; null compiles none. */
  readonly maxCompiledBytes: number | null;
  readonly inlineTrace?: GraphQLPlugin | undefined;
}): GraphQLPlugin[] {
  return [
    useRequestValidation(documents),
    useDocumentLimits(),
    useCheckedExecution(mask, cost),
    useDeferStream(),
    ...(maxCompiledBytes === null ? [] : [useCompiledExecution(maxCompiledBytes)]),
    ...(inlineTrace ? [inlineTrace] : []),
    useResponseLimit(cost.limits.bytes),
    useChunkedResponses(),
  ];
}
