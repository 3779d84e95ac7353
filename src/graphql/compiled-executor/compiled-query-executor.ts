import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Context } from '../../context.ts';
import type { ResponseContent } from '../../http/response/http-response.ts';
import {
  encodeInChunks,
  isSmallJson,
  maxSynchronousJsonBytes,
} from '../../lib/encoding/chunked-json.ts';
import { isRecord } from '../../lib/parse.ts';
import { limitErrors } from '../error-limit.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import { isResultWithin, maxResponseEnvelopeBytes } from '../pacing/limit-result-size.ts';
import { negotiateMediaType } from '../request/media-type.ts';
import type { Variables } from './compile.ts';
import { spliceTexts } from './fragment-cache/splice-json.ts';
import type { GetQueryPlan } from './plan-cache.ts';
import type { CompiledQueryPlan } from './query-plan.ts';

/** A response with status 200: its JSON and media type. */
export type GraphQLResponseContent = {
  readonly content: ResponseContent;
  readonly contentType: string;
};

/**
 * Executes a valid query that was requested before, without Yoga's plugins and fetch `Response`.
 * Null for every other request and for a result without data, which Yoga then handles.
 *
 * @param params - The members of a GraphQL request body.
 */
export type TryExecuteCompiledQuery = (
  params: Readonly<Record<string, unknown>>,
  accept: string | undefined,
  context: Context,
) => GraphQLResponseContent | null | Promise<GraphQLResponseContent | null>;

/**
 * Creates the function that executes queries by the plans of a plan cache.
 *
 * @param options.mask - Converts an error to what a client may see of it.
 * @param options.maxBytes - Responses above this size are left to Yoga, which rejects them.
 */
export function createCompiledQueryExecutor(
  getPlan: GetQueryPlan,
  options: { readonly mask: ErrorMask; readonly maxBytes: number },
): TryExecuteCompiledQuery {
  const { mask, maxBytes } = options;
  return (params, accept, context) => {
    const contentType = negotiateMediaType(accept);
    const parsed = contentType && parsePlainParams(params);
    const plan = parsed && getPlan(parsed.query, context);
    if (!plan) return null;
    const { variables, operationName } = parsed;
    if (operationName !== null && operationName !== plan.operationName) return null;
    const cost = plan.affordableCost(variables);
    if (!cost) return null;
    const execute = () => executePlan(plan, { variables, contentType, context });
    return context.costCharger ? context.costCharger.charge(cost.objects).then(execute) : execute();
  };

  function executePlan(
    plan: CompiledQueryPlan,
    call: {
      readonly variables: Variables;
      readonly contentType: string;
      readonly context: Context;
    },
  ): ReturnType<TryExecuteCompiledQuery> {
    const { variables, contentType, context } = call;
    const pieces = plan.executeFromFragments?.(context, variables);
    if (pieces) return { content: pieces, contentType };
    const { result, texts } = plan.execute(context, variables);
    const finish = (
      executed: ExecutionResult,
    ): GraphQLResponseContent | null | Promise<GraphQLResponseContent | null> => {
      const visible = toClientResult(executed, context, (errors) =>
        plan.addErrorLocations(limitErrors(errors)).map((error) => mask(error, context)),
      );
      if (!visible) return null;
      if (!isSmallJson(visible.data)) {
        // Chunked encoding cannot splice raw JSON, so Yoga executes the query again.
        if (texts.length > 0) return null;
        const options = { maxBytes, signal: context.signal };
        return encodeInChunks(visible, options).then(
          (content) => content && { content, contentType },
        );
      }
      const left = texts.reduce((bytes, { length }) => bytes - length, maxBytes);
      // The data has at most `maxSynchronousJsonBytes`, so it needs no count without errors or a
      // lower limit.
      const isWithin =
        !visible.errors && left >= maxSynchronousJsonBytes + maxResponseEnvelopeBytes;
      if (!isWithin && !isResultWithin(visible, left)) return null;
      return { content: spliceTexts(JSON.stringify(visible), texts), contentType };
    };
    return result instanceof Promise ? result.then(finish) : finish(result);
  }
}

const noVariables: Variables = {};

/** Reads the members of a GraphQL request body; null when it has other members or wrong types. */
function parsePlainParams(params: Readonly<Record<string, unknown>>) {
  const { query, variables, operationName, extensions, ...others } = params;
  for (const _other in others) return null;
  const isPlain =
    typeof query === 'string' &&
    (operationName == null || typeof operationName === 'string') &&
    (variables == null || isRecord(variables)) &&
    // The extensions are ignored; clients send their name and version there.
    (extensions == null || isRecord(extensions));
  if (!isPlain) return null;
  return {
    query,
    variables: (variables as Variables | null | undefined) ?? noVariables,
    operationName: operationName ?? null,
  };
}

/** Returns the result to encode; null without data, or when an error sets another HTTP status. */
function toClientResult(
  { data, errors }: ExecutionResult,
  context: Context,
  maskErrors: (errors: readonly GraphQLError[]) => readonly GraphQLError[],
): ExecutionResult | null {
  if (data === undefined) return null;
  if (!errors) return { data };
  context.requestCache.freshness.markUncacheable();
  const visible = maskErrors(errors);
  return visible.some(({ extensions }) => extensions.http !== undefined)
    ? null
    : { errors: visible, data };
}
