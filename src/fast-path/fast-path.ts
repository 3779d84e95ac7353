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

/** A body that the front has read, and how its request is spelled. */
export type BufferedBody = { readonly body: Buffer; readonly rawKey: string };

/**
 * Tells of each request that is answered, or begun to be, without node's parser, since node does not:
 * `{ method, url }`, before anything is looked up for it but which of the two it is.
 */
const starts = channel('dtf-graph.request.start');

const ignore = () => {};

type Next = (request: IncomingMessage, response: ServerResponse, sent: BufferedBody | null) => void;

export type FastPathOptions = {
  readonly responseCache: ResponseCache;
  readonly responseSender: ResponseSender;
  readonly log: Log;
  /** The path whose answers depend on `Accept`, and which takes JSON by POST. */
  readonly graphqlPath: string;
  readonly acceptProxyId: AcceptProxyId;
  /** Everything that is not answered from memory; with the body where it is read already. */
  readonly next: Next;
  /** What is not in memory, for connections that are looked at before node parses. */
  readonly restHandler: FastRestHandler;
  readonly graphqlHandler: FastGraphQLHandler;
};

/** What every request meets first. */
export type FastPath = {
  readonly handle: RequestListener;
  /** The way past node's parser, for the server to know of. */
  readonly parserBypass: Pick<ParserBypass, 'close' | 'keepAliveDuringBypass'>;
};

/**
 * What every request meets first: an answer that is kept under the very bytes of the request is
 * sent at once, before anything is parsed, made or logged about it; once a connection has had such
 * an answer, before node parses the request. Everything else, and everything out of the ordinary,
 * goes on to the doors.
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

  /** An answer that is kept, unless its form for this client is yet to be made. */
  function prepareKept(request: FastPathRequest, cached: CachedResponse): RawResponse | null {
    const requestId = ensureRequestId(request);
    let prepared: ReturnType<ResponseSender['prepare']>;
    try {
      prepared = responseSender.prepare(request, { ...cached, outcome: 'HIT', requestId });
    } catch {
      // The door that refuses tells why.
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
    // The door that refuses tells why.
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

  /** @param isPipelined - Its body, if it has one, has come before this. */
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

/** True for bodies that nothing is wrong with as far as their headers tell. */
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
