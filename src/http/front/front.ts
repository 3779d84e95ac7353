import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../core/log.ts';
import { logAnswer } from '../access-log.ts';
import type { AnswerCache, KeptAnswer } from '../answers/answer-cache.ts';
import type { Answerer } from '../answers/answerer.ts';
import type { Prepared } from '../answers/prepared-head.ts';
import type { Asked } from '../asked.ts';
import { type AcceptProxyId, nameRequest } from '../client.ts';
import { inTurn } from '../connections/in-turn.ts';
import { maxGraphBodyBytes } from '../read-json-body.ts';
import { type Bypass, createBypass, type Reply } from './bypass.ts';
import { collectBody } from './collect-body.ts';
import type { PlainQueries, PlainReads } from './plain-doors.ts';
import type { PlainRequest } from './plain-request.ts';
import { spellingOfGet, spellingOfPost } from './spelling.ts';
import type { PlainAsked } from './underway.ts';

/** A body that the front has read, and how its request is spelled. */
export type SentBody = { readonly body: Buffer; readonly spelling: string };

/**
 * Tells of each request that is answered, or begun to be, without node's parser, since node does not:
 * `{ method, url }`, before anything is looked up for it but which of the two it is.
 */
const starts = channel('dtf-graph.request.start');

const ignore = () => {};

type Next = (request: IncomingMessage, response: ServerResponse, sent: SentBody | null) => void;

export type FrontOptions = {
  readonly answers: AnswerCache;
  readonly answer: Answerer;
  readonly log: Log;
  /** The path whose answers depend on `Accept`, and which takes JSON by POST. */
  readonly graphqlPath: string;
  readonly acceptProxyId: AcceptProxyId;
  /** Everything that is not answered from memory; with the body where it is read already. */
  readonly next: Next;
  /** What is not in memory, for connections that are looked at before node parses. */
  readonly reads: PlainReads;
  readonly queries: PlainQueries;
};

/** What every request meets first. */
export type Front = {
  readonly handle: RequestListener;
  /** The way past node's parser, for the server to know of. */
  readonly bypass: Pick<Bypass, 'close' | 'protect'>;
};

/**
 * What every request meets first: an answer that is kept under the very bytes of the request is
 * sent at once, before anything is parsed, made or logged about it; once a connection has had such
 * an answer, before node parses the request. Everything else, and everything out of the ordinary,
 * goes on to the doors.
 */
export function createFront(options: FrontOptions): Front {
  const { answers, answer, log, graphqlPath, acceptProxyId, next, reads, queries } = options;
  const bypass = createBypass(begin);

  function begin(request: PlainRequest, socket: Socket, reply: Reply): (() => void) | null {
    const startedAt = performance.now();
    const spelling = spellingOf(request);
    if (starts.hasSubscribers) tellOf(request, spelling);
    const kept = spelling === null ? undefined : answers.find(spelling);
    const { method, url, headers, body } = request;
    const asked = { method, url, headers, socket, startedAt };
    acceptProxyId(asked);
    const ready = kept && prepareKept(asked, kept);
    if (ready) {
      reply(ready);
      return ignore;
    }
    if (!isQuery(request)) return body === null ? reads.begin(asked, reply) : null;
    if (spelling === null || !queries.isFor(request)) return null;
    return queries.begin({ ...asked, body, spelling }, reply);
  }

  function isQuery({ url, body }: Pick<PlainRequest, 'url' | 'body'>): boolean {
    return body === null ? url.startsWith(`${graphqlPath}?`) : url === graphqlPath;
  }

  /** An answer that is kept, unless its form for this client is yet to be made. */
  function prepareKept(request: PlainAsked, kept: KeptAnswer): Prepared | null {
    const requestId = nameRequest(request);
    let prepared: ReturnType<Answerer['prepare']>;
    try {
      prepared = answer.prepare(request, { ...kept, outcome: 'HIT', requestId });
    } catch {
      // The door that refuses tells why.
      return null;
    }
    const { startedAt } = request;
    if (prepared) note(request, { kept, status: prepared.status, startedAt, requestId });
    return prepared;
  }

  function tellOf(request: PlainRequest, spelling: string | null): void {
    const { method, url, body } = request;
    const isKept = spelling !== null && answers.find(spelling) !== undefined;
    const isBegun = isQuery(request)
      ? spelling !== null && queries.isFor(request)
      : body === null && reads.isFor(url);
    if (isKept || isBegun) starts.publish({ method, url });
  }

  function spellingOf(request: PlainRequest): string | null {
    const { url, body } = request;
    if (body === null) return spellingOfGet(request, url.startsWith(graphqlPath));
    return url === graphqlPath && isPlainJson(request) ? spellingOfPost(request, body) : null;
  }

  function serveKept(
    request: IncomingMessage,
    response: ServerResponse,
    {
      kept,
      startedAt,
      sent,
    }: {
      readonly kept: KeptAnswer;
      readonly startedAt: number;
      readonly sent: SentBody | null;
    },
  ): void {
    const requestId = nameRequest(request);
    // The door that refuses tells why.
    const refuse = () => next(request, response, sent);
    let sending: void | Promise<void>;
    try {
      sending = answer.send(request, response, { ...kept, outcome: 'HIT', requestId });
    } catch {
      refuse();
      return;
    }
    const done = () => {
      note(request, { kept, status: response.statusCode, startedAt, requestId });
      if (response.shouldKeepAlive) bypass.watch(request.socket);
    };
    if (sending) sending.then(done, refuse);
    else done();
  }

  function note(
    { method, url }: Asked,
    sent: {
      readonly kept: KeptAnswer;
      readonly status: number;
      readonly startedAt: number;
      readonly requestId: string;
    },
  ): void {
    const { kept, status, startedAt, requestId } = sent;
    kept.times(status).observe((performance.now() - startedAt) / 1000);
    if (!log.isLevelEnabled('info')) return;
    logAnswer(log, { method, url, status, startedAt, requestId });
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    bypass.note(request);
    const isPipelined = response.socket === null;
    inTurn(request, response, () => begun(request, response, isPipelined));
  }

  /** @param isPipelined - Its body, if it has one, has come before this. */
  function begun(request: IncomingMessage, response: ServerResponse, isPipelined: boolean): void {
    const startedAt = performance.now();
    const { method, url = '' } = request;
    const isGraphQL = url.startsWith(graphqlPath);
    if (method === 'GET' || (method === 'HEAD' && !isGraphQL)) {
      const kept = answers.find(spellingOfGet(request, isGraphQL));
      if (kept) {
        serveKept(request, response, { kept, startedAt, sent: null });
      } else {
        const isOurs = isQuery({ url, body: null }) ? queries.isFor(request) : reads.isFor(url);
        if (method === 'GET' && response.shouldKeepAlive && isOurs) bypass.watch(request.socket);
        next(request, response, null);
      }
    } else if (method === 'POST' && url === graphqlPath && !isPipelined && hasPlainBody(request)) {
      collectBody(request, (body) => {
        const spelling = spellingOfPost(request, body);
        const kept = answers.find(spelling);
        if (kept) {
          serveKept(request, response, { kept, startedAt, sent: { body, spelling } });
        } else {
          if (response.shouldKeepAlive && queries.isFor(request)) bypass.watch(request.socket);
          next(request, response, { body, spelling });
        }
      });
    } else {
      next(request, response, null);
    }
  }

  return { handle, bypass };
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

function isPlainJson({ headers }: Asked): boolean {
  const type = headers['content-type'];
  const isJson = type === 'application/json' || type === 'application/json; charset=utf-8';
  return isJson && Number(headers['content-length']) <= maxGraphBodyBytes;
}
