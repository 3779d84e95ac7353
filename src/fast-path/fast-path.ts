import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { writeAccessLog } from '../http/access-log.ts';
import type { FastPathRequest } from '../http/active-request.ts';
import { inTurn } from '../http/connections/in-turn.ts';
import type { FastGraphQLHandler, FastRestHandler } from '../http/fast-path-handlers.ts';
import { maxGraphQLBodyBytes } from '../http/read-json-body.ts';
import { type AcceptProxyId, ensureRequestId } from '../http/request-identity.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { rawCacheKeyOfGet, rawCacheKeyOfPost } from '../http/response/raw-cache-key.ts';
import type { RawResponse } from '../http/response/raw-response.ts';
import type { CachedResponse, ResponseCache } from '../http/response/response-cache.ts';
import type { ResponseSender } from '../http/response/send-cached.ts';
import type { Log } from '../lib/log.ts';
import { collectBody } from './collect-body.ts';
import type { MinimalRequest } from './minimal-request-parser.ts';
import { createParserBypass, type ParserBypass, type SendReply } from './parser-bypass.ts';

/** A body that the fast path has read, and the raw cache key of its request. */
export type BufferedBody = { readonly body: Buffer; readonly rawKey: string };

/**
 * Publishes `{ method, url }` of each request that bypasses node's parser, before it is handled;
 * node's own diagnostics channel does not cover these requests.
 */
const starts = channel('dtf-graph.request.start');

const ignore = () => {};

type Next = (request: IncomingMessage, response: ServerResponse, sent: BufferedBody | null) => void;

export type FastPathOptions = {
  readonly responseCache: ResponseCache;
  readonly responseSender: ResponseSender;
  readonly log: Log;
  /** Path of the GraphQL API: its responses depend on `Accept`, and it accepts JSON by POST. */
  readonly graphqlPath: string;
  readonly acceptProxyId: AcceptProxyId;
  /** Handles requests without a cached response; gets the body if it has been read already. */
  readonly next: Next;
  /** Handle uncached requests on connections that bypass node's parser. */
  readonly restHandler: FastRestHandler;
  readonly graphqlHandler: FastGraphQLHandler;
};

/** The first handler of every request. */
export type FastPath = {
  readonly handle: RequestListener;
  /** The server calls these at shutdown and to configure idle connections. */
  readonly parserBypass: Pick<ParserBypass, 'close' | 'keepAliveDuringBypass'>;
};

/**
 * Creates the first handler of every request. A response cached under the raw bytes of the request
 * is sent at once, before parameters are parsed. Connections that receive such responses are
 * attached to the parser bypass for their next requests. All other requests go to `next`.
 */
export function createFastPath(options: FastPathOptions): FastPath {
  const {
    responseCache: responses,
    responseSender,
    log,
    graphqlPath,
    acceptProxyId,
    next,
    restHandler,
    graphqlHandler,
  } = options;
  const parserBypass = createParserBypass(begin);

  function begin(request: MinimalRequest, socket: Socket, reply: SendReply): (() => void) | null {
    const startedAt = performance.now();
    const rawKey = spellingOf(request);
    if (starts.hasSubscribers) tellOf(request, rawKey);
    const cached = rawKey === null ? undefined : responses.getByRawKey(rawKey);
    const { method, url, headers, body } = request;
    const requestInfo = { method, url, headers, socket, startedAt };
    acceptProxyId(requestInfo);
    const ready = cached && prepareKept(requestInfo, cached);
    if (ready) {
      reply(ready);
      return ignore;
    }
    if (!isQuery(request)) return body === null ? restHandler.handle(requestInfo, reply) : null;
    if (rawKey === null || !graphqlHandler.canHandle(request)) return null;
    return graphqlHandler.handle({ ...requestInfo, body, rawKey }, reply);
  }

  function isQuery({ url, body }: Pick<MinimalRequest, 'url' | 'body'>): boolean {
    return body === null ? url.startsWith(`${graphqlPath}?`) : url === graphqlPath;
  }

  /** Prepares a cached response; null if it is not encoded for this client yet or rejected. */
  function prepareKept(request: FastPathRequest, cached: CachedResponse): RawResponse | null {
    const requestId = ensureRequestId(request);
    let prepared: ReturnType<ResponseSender['prepare']>;
    try {
      prepared = responseSender.prepare(request, { ...cached, outcome: 'HIT', requestId });
    } catch {
      // The regular handler sends the error response.
      return null;
    }
    const { startedAt } = request;
    if (prepared) note(request, { kept: cached, status: prepared.status, startedAt, requestId });
    return prepared;
  }

  function tellOf(request: MinimalRequest, rawKey: string | null): void {
    const { method, url, body } = request;
    const isKept = rawKey !== null && responses.getByRawKey(rawKey) !== undefined;
    const isBegun = isQuery(request)
      ? rawKey !== null && graphqlHandler.canHandle(request)
      : body === null && restHandler.canHandle(url);
    if (isKept || isBegun) starts.publish({ method, url });
  }

  function spellingOf(request: MinimalRequest): string | null {
    const { url, body } = request;
    if (body === null) return rawCacheKeyOfGet(request, url.startsWith(graphqlPath));
    return url === graphqlPath && isPlainJson(request) ? rawCacheKeyOfPost(request, body) : null;
  }

  function serveKept(
    request: IncomingMessage,
    response: ServerResponse,
    {
      kept: cached,
      startedAt,
      sent,
    }: {
      readonly kept: CachedResponse;
      readonly startedAt: number;
      readonly sent: BufferedBody | null;
    },
  ): void {
    const requestId = ensureRequestId(request);
    // The regular handler sends the error response.
    const refuse = () => next(request, response, sent);
    let sending: void | Promise<void>;
    try {
      sending = responseSender.send(request, response, { ...cached, outcome: 'HIT', requestId });
    } catch {
      refuse();
      return;
    }
    const done = () => {
      note(request, { kept: cached, status: response.statusCode, startedAt, requestId });
      if (response.shouldKeepAlive) parserBypass.attach(request.socket);
    };
    if (sending) sending.then(done, refuse);
    else done();
  }

  function note(
    { method, url }: RequestInfo,
    sent: {
      readonly kept: CachedResponse;
      readonly status: number;
      readonly startedAt: number;
      readonly requestId: string;
    },
  ): void {
    const { kept: cached, status, startedAt, requestId } = sent;
    cached.latency(status).observe((performance.now() - startedAt) / 1000);
    if (!log.isLevelEnabled('info')) return;
    writeAccessLog(log, { method, url, status, startedAt, requestId });
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    parserBypass.countParsedRequest(request);
    const isPipelined = response.socket === null;
    inTurn(request, response, () => begun(request, response, isPipelined));
  }

  /** @param isPipelined - The body, if any, has been received before this call. */
  function begun(request: IncomingMessage, response: ServerResponse, isPipelined: boolean): void {
    const startedAt = performance.now();
    const { method, url = '' } = request;
    const isGraphQL = url.startsWith(graphqlPath);
    if (method === 'GET' || (method === 'HEAD' && !isGraphQL)) {
      const cached = responses.getByRawKey(rawCacheKeyOfGet(request, isGraphQL));
      if (cached) {
        serveKept(request, response, { kept: cached, startedAt, sent: null });
      } else {
        const isOurs = isQuery({ url, body: null })
          ? graphqlHandler.canHandle(request)
          : restHandler.canHandle(url);
        if (method === 'GET' && response.shouldKeepAlive && isOurs)
          parserBypass.attach(request.socket);
        next(request, response, null);
      }
    } else if (method === 'POST' && url === graphqlPath && !isPipelined && hasPlainBody(request)) {
      collectBody(request, (body) => {
        const rawKey = rawCacheKeyOfPost(request, body);
        const cached = responses.getByRawKey(rawKey);
        if (cached) {
          serveKept(request, response, { kept: cached, startedAt, sent: { body, rawKey } });
        } else {
          if (response.shouldKeepAlive && graphqlHandler.canHandle(request))
            parserBypass.attach(request.socket);
          next(request, response, { body, rawKey });
        }
      });
    } else {
      next(request, response, null);
    }
  }

  return { handle, parserBypass };
}

/** True for JSON of known, allowed length without content or transfer encoding. */
function hasPlainBody(request: IncomingMessage): boolean {
  const { headers } = request;
  const isOdd =
    headers['content-encoding'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    headers.expect !== undefined;
  return !isOdd && isPlainJson(request);
}

function isPlainJson({ headers }: RequestInfo): boolean {
  const type = headers['content-type'];
  const isJson = type === 'application/json' || type === 'application/json; charset=utf-8';
  return isJson && Number(headers['content-length']) <= maxGraphQLBodyBytes;
}
