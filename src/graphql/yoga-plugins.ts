import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type ValidationRule,
  validate,
} from 'graphql';
import type { handleStreamOrSingleExecutionResult, Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { errorResponseHeaders } from '../http/error-response.ts';
import { toGatewayError } from '../lib/errors.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import { memoizeOnObject } from '../lib/memoize-on-object.ts';
import { mapEvents } from '../streaming/map-events.ts';
import type { Variables } from './compiled-executor/compile.ts';
import { matchGraphQLJsErrors } from './compiled-executor/error-locations.ts';
import { useCompiledExecution } from './compiled-executor/use-compiled-execution.ts';
import { type CostOptions, createCostCheck } from './cost/check-cost.ts';
import type { Cost } from './cost/cost-tree.ts';
import { limitErrors } from './error-limit.ts';
import { createErrorAt } from './error-location.ts';
import { subscribeWithSharedExecution } from './execute-once-per-event.ts';
import { type ErrorMask, truncateErrorMessage } from './graphql-errors.ts';
import { useChunkedResponses } from './pacing/chunked-responses.ts';
import { limitResultSize, limitTotalIncrementalSize } from './pacing/chunked-results.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { useRequestValidation } from './request/use-request-validation.ts';
import {
  checkDocumentLimits,
  checkDocumentLineCount,
  documentLimits,
  documentTooLargeError,
} from './validation/document-limits.ts';
import { mergeableFieldsRule } from './validation/mergeable-fields.ts';
import { checkStreamInitialCounts } from './validation/stream-directive.ts';
import { checkSubscriptionConditions } from './validation/subscription-conditions.ts';
import { findInvalidLongVariables } from './validation/variable-errors.ts';

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
      const { documentAST } = params;
      const error = checkDocumentLimits(documentAST) ?? checkSubscriptionConditions(documentAST);
      if (error) setResult([error]);
      setValidationFn(
        (schema: GraphQLSchema, ast: DocumentNode, rules: readonly ValidationRule[]) =>
          validate(schema, ast, inLinearTime(rules)),
      );
      return ({ result, setResult: replace }) => {
        if (Array.isArray(result)) replace(result.map(toPublicError));
      };
    },
  };
}

/** Replaces the quadratic merge rules of graphql-js and of the `@defer` plugin. */
const inLinearTime = (rules: readonly ValidationRule[]): readonly ValidationRule[] => [
  ...rules.filter(({ name }) => name !== OverlappingFieldsCanBeMergedRule.name),
  mergeableFieldsRule,
];

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

type ArgsInContext = ExecutionArgs & { readonly contextValue: Context };

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

/** Rejects operations by variables: cost, `@stream` counts, and long values that are invalid. */
function useChecksOfVariables(options: CostOptions): GraphQLPlugin {
  const checkCost = createCostCheck(options);
  function check(args: ArgsInContext): RejectedResult | null | Promise<RejectedResult | null> {
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return null;
    const variables = (args.variableValues ?? {}) as Record<string, unknown>;
    const stream = checkStreamInitialCounts(args.document, operation, variables);
    if (stream) return { errors: [stream] };
    const wrong = findInvalidLongVariables(args);
    if (wrong) return { errors: wrong };
    return mapMaybePromise(checkCost(args, operation, variables), (cost) =>
      cost instanceof GraphQLError ? { errors: [cost] } : chargeClient(cost, args.contextValue),
    );
  }
  return {
    onExecute: ({ args, setResultAndStopExecution }) =>
      mapMaybePromise(check(args), (refused) => {
        if (refused) setResultAndStopExecution(refused);
      }),
    onSubscribe: ({ args, setResultAndStopExecution }) =>
      mapMaybePromise(check(args), (refused) => {
        if (refused) setResultAndStopExecution(refused);
      }),
  };
}

/** Marks all results uncacheable except those of queries without errors. */
function useReuseOfWholeQueriesOnly(): GraphQLPlugin {
  return {
    onExecute({ args }) {
      const { freshness } = args.contextValue.requestCache;
      const operation = getOperationAST(args.document, args.operationName);
      if (operation?.operation !== 'query') freshness.markUncacheable();
      return {
        onExecuteDone({ result }) {
          if (!('data' in result) || result.errors) freshness.markUncacheable();
        },
      };
    },
  };
}

/** Makes errors of compiled and interpreted executions equal, and limits their number. */
function useNormalizedErrors(): GraphQLPlugin {
  return {
    onExecute: ({ args: { schema, document, operationName, variableValues } }) => ({
      onExecuteDone({ result, setResult }) {
        if (!('errors' in result) || !result.errors) return;
        const variables = (variableValues ?? {}) as Variables;
        const limited = { ...result, errors: limitErrors(result.errors) };
        setResult(matchGraphQLJsErrors(limited, { schema, document, operationName, variables }));
      },
    }),
  };
}

type Part = { readonly errors?: readonly GraphQLError[] };
type Parts = Part & { readonly incremental?: readonly Part[] };
type Executed = Parameters<typeof handleStreamOrSingleExecutionResult<Context>>[0];

/** Masks errors, also of incremental parts, and logs them with the request id. */
function useMaskedResults(mask: ErrorMask): GraphQLPlugin {
  const masking = (context: Context) => {
    const show = <T extends Part>(part: T): T =>
      part.errors
        ? { ...part, errors: limitErrors(part.errors).map((error) => mask(error, context)) }
        : part;
    const showAll = (result: Parts) =>
      (result.incremental
        ? { ...show(result), incremental: result.incremental.map(show) }
        : show(result)) as ExecutionResult;
    // Maps the results itself: `onNext` would run after other plugins have handled them.
    return ({ result, setResult }: Pick<Executed, 'result' | 'setResult'>) =>
      setResult(
        Symbol.asyncIterator in result
          ? mapEvents<ExecutionResult, ExecutionResult>(result, showAll)
          : showAll(result),
      );
  };
  return {
    onExecute: ({ args }) => ({ onExecuteDone: masking(args.contextValue) }),
    onSubscribe: ({ args }) => ({ onSubscribeResult: masking(args.contextValue) }),
  };
}

/** Executes an event of a subscription once for all its subscribers. */
function useSharedEvents(): GraphQLPlugin {
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(subscribeWithSharedExecution);
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

export type YogaPluginOptions = CostOptions & {
  readonly mask: ErrorMask;
  readonly documents: PersistedDocuments;
  /** Maximum size of the compiled documents, bytes; null compiles none. */
  readonly maxCompiledBytes: number | null;
  readonly inlineTrace?: GraphQLPlugin | undefined;
};

/** Returns Yoga's plugins, in the order in which they must run. */
export function createYogaPlugins({
  mask,
  documents,
  maxCompiledBytes,
  inlineTrace,
  ...cost
}: YogaPluginOptions): GraphQLPlugin[] {
  return [
    useRequestValidation(documents),
    useDocumentLimits(),
    useChecksOfVariables(cost),
    useReuseOfWholeQueriesOnly(),
    useDeferStream(),
    ...(maxCompiledBytes === null ? [] : [useCompiledExecution(maxCompiledBytes)]),
    useNormalizedErrors(),
    useMaskedResults(mask),
    useSharedEvents(),
    ...(inlineTrace ? [inlineTrace] : []),
    useResponseLimit(cost.limits.bytes),
    useChunkedResponses(),
  ];
}
