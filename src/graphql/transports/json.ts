import type { ExecutionResult, GraphQLError } from 'graphql';
import { cacheControlHeader } from '../../cache/cache-policies.ts';
import type { ResponseFreshness } from '../../cache/response-freshness-tracker.ts';
import type { Context } from '../../context.ts';
import { createErrorResponse } from '../../http/error-response.ts';
import { parseJsonObject } from '../../http/read-json-body.ts';
import { getSearchParams, type RequestInfo } from '../../http/request-info.ts';
import { withCacheTag } from '../../http/response/cache-tag.ts';
import { corsHeaders } from '../../http/response/cors.ts';
import {
  type HttpResponse,
  type ResponseHeaders,
  toResponse,
} from '../../http/response/http-response.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { costHeaders } from '../cost/shown-cost.ts';
import type { EncodedResult } from '../operation-result.ts';
import type { PersistedDocuments } from '../persisted-documents/index.ts';
import { parseGraphQLParams, parseGraphQLQueryString } from '../request/graphql-params.ts';
import { negotiateMediaType } from '../request/media-type.ts';
import { acceptQueryHeader, graphqlMethods, isSafeMethod } from '../request/methods.ts';
import type { PrepareOperation, ResultExtensions } from '../run-operation.ts';
import type { OperationUsage } from '../usage/operation-usage.ts';

/** A response of one JSON document, or the results of an incremental response. */
export type DocumentOrIncremental = HttpResponse | AsyncIterable<ExecutionResult>;

/** The parameters of a request, not checked. */
export type RequestParams = Readonly<Record<string, unknown>>;

/** A request of GraphQL over HTTP with its parameters and context. */
export type DocumentRequest = {
  readonly request: RequestInfo;
  readonly params: RequestParams;
  readonly context: Context;
  readonly extensions?: ResultExtensions;
};

/** Executes a request. @throws {GatewayError} the parameters are invalid. */
export type DocumentTransport = (
  request: DocumentRequest,
) => DocumentOrIncremental | Promise<DocumentOrIncremental>;

const json = 'application/json; charset=utf-8';

/**
 * Creates the function that executes requests of GraphQL over HTTP (GET, POST and QUERY), with the status
 * that the specification gives their media type.
 */
export function createDocumentTransport(options: {
  readonly prepareOperation: PrepareOperation;
  readonly documents: PersistedDocuments;
}): DocumentTransport {
  const { prepareOperation, documents } = options;

  function execute(
    { request, context, extensions }: DocumentRequest,
    params: RequestParams,
  ): DocumentOrIncremental | Promise<DocumentOrIncremental> {
    const { method, headers } = request;
    const contentType = negotiateMediaType(headers.accept);
    const parsed = parseGraphQLParams(params);
    const operation = prepareOperation(parsed, context, extensions);
    if (extensions?.isEstimate) {
      const { usage } = operation;
      return mapMaybePromise(operation.estimate(), (outcome) =>
        respond(outcome, { request, context, contentType, usage }),
      );
    }
    if (operation.type === 'mutation' && isSafeMethod(method)) {
      const message = 'mutations must be sent with POST';
      return refuse(405, message, { code: 'BAD_REQUEST', headers: { Allow: 'POST' } });
    }
    if (operation.type === 'subscription') {
      const message = 'Accept must allow text/event-stream for a subscription';
      return isSafeMethod(method)
        ? refuse(405, message, { headers: { Allow: 'POST' } })
        : refuse(406, message);
    }
    return mapMaybePromise(operation.run(), (outcome) =>
      Symbol.asyncIterator in outcome
        ? outcome
        : respond(outcome, { request, context, contentType, usage: operation.usage }),
    );
  }

  return (call) => {
    const executed = mapMaybePromise(documents.resolve(call.params), (params) =>
      execute(call, params),
    );
    const { costCharger } = call.context;
    // At least one object is charged, once for each request.
    return mapMaybePromise(executed, (made) =>
      mapMaybePromise(costCharger.charge(0), () =>
        'body' in made ? withCost(made, costCharger.chargedObjects()) : made,
      ),
    );
  };
}

const withCost = (made: HttpResponse, charged: number): HttpResponse => ({
  ...made,
  headers: { ...made.headers, ...costHeaders(charged) },
});

/** Makes the response to an executed or refused operation; `Cache-Control` is that of its values. */
function respond(
  { json: content, errors }: EncodedResult,
  call: Pick<DocumentRequest, 'request' | 'context'> & {
    readonly contentType: string | null;
    readonly usage: OperationUsage | null;
  },
): HttpResponse {
  const { request, context, contentType, usage } = call;
  const { status, headers } = statusOf(errors, contentType !== null && contentType !== json);
  const own = { 'Content-Type': contentType ?? json, ...corsHeaders };
  if (status !== 200) {
    const body = typeof content === 'string' ? Buffer.from(content) : content;
    return { status, headers: { ...own, 'Cache-Control': 'no-store', ...headers }, body };
  }
  const freshness = context.requestCache.freshness.summary();
  const { oldest, outcome } = freshness;
  return toResponse(content, {
    headers: withCacheTag({ ...own, 'Cache-Control': lifeOf(freshness) }, freshness.rows),
    vary: 'Accept',
    hasEtag: isSafeMethod(request.method),
    caching: {
      oldest,
      outcome,
      freshness,
      cost: context.costCharger.chargedObjects(),
      usage: usage ?? undefined,
    },
  });
}

/** Returns a `Cache-Control`; `max-age` is the time from the oldest fetch to the first expiry. */
function lifeOf({ oldest, freshUntil, staleUntil }: ResponseFreshness): string {
  if (oldest === null || freshUntil === null || staleUntil === null) return 'no-store';
  const fresh = Math.floor((freshUntil - oldest) / 1000);
  const stale = Math.floor((staleUntil - freshUntil) / 1000);
  return fresh > 0 ? cacheControlHeader({ fresh: fresh * 1000, stale: stale * 1000 }) : 'no-store';
}

type HttpExtension = {
  readonly spec?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Returns the status and the headers that errors set. A request error has status 200 as
 * `application/json` (GraphQL over HTTP §6.4.1).
 */
function statusOf(errors: readonly GraphQLError[], isGraphQLJson: boolean) {
  let status = 200;
  const headers: Record<string, string> = {};
  for (const { extensions } of errors) {
    const http = extensions.http as HttpExtension | undefined;
    if (!http) continue;
    Object.assign(headers, http.headers);
    if (http.status && (isGraphQLJson || !http.spec)) status = Math.max(status, http.status);
  }
  return { status, headers };
}

function refuse(
  status: number,
  message: string,
  {
    code = 'NOT_ACCEPTABLE',
    headers = {},
  }: { readonly code?: string; readonly headers?: ResponseHeaders } = {},
): HttpResponse {
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  const own = { ...corsHeaders, ...costHeaders(0), ...headers };
  return createErrorResponse({ status, message, headers: own, body });
}

/** The response to a request whose `Accept` allows none of the types that its result can have. */
export function refuseMediaType(accept = '', types: readonly string[] = everyType): HttpResponse {
  const allowed = /charset=(?!utf-8)/i.test(accept.replaceAll('"', ''))
    ? 'UTF-8'
    : types.join(' or ');
  return refuse(406, `Accept must allow ${allowed}`);
}

/** The response to another method than those of GraphQL over HTTP. */
export const refuseMethod = (): HttpResponse =>
  refuse(405, 'use GET, POST or QUERY', {
    code: 'BAD_REQUEST',
    headers: { Allow: graphqlMethods, ...acceptQueryHeader },
  });

const everyType = [
  'application/json',
  'application/graphql-response+json',
  'multipart/mixed',
  'text/event-stream',
];

/**
 * Parses the parameters of a request.
 *
 * @param body - Null for a request without a body.
 * @throws {InvalidInputError} the body is not a JSON object or nests too deeply, or a part of the
 * URL is not JSON.
 */
export function parseRequestParams(
  { method, url = '' }: RequestInfo,
  body: string | null,
): RequestParams {
  if (body === null) {
    return method === 'GET' ? parseGraphQLQueryString(getSearchParams({ url })) : {};
  }
  const params = parseJsonObject(body);
  if (!nests(params, maxLevels)) return params;
  throw new InvalidInputError(`the body must not nest more than ${maxLevels} levels`);
}

const maxLevels = 100;

/** Whether a parsed JSON value has more than `levels` objects and lists inside each other. */
function nests(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nests(inner, levels - 1));
}
