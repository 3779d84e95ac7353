import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../core/log.ts';
import { logAnswer } from '../access-log.ts';
import type { AnswerCache, KeptAnswer } from '../answers/answer-cache.ts';
import type { Answerer } from '../answers/answerer.ts';
import { maxBodyBytes } from '../read-json-body.ts';
import { requestIdOf } from '../request-id.ts';
import { collectBody } from './collect-body.ts';
import { spellingOfGet, spellingOfPost } from './spelling.ts';

/** A body that the front has read, and how its request is spelled. */
export type SentBody = { readonly body: Buffer; readonly spelling: string };

type Next = (request: IncomingMessage, response: ServerResponse, sent: SentBody | null) => void;

export type FrontOptions = {
  readonly answers: AnswerCache;
  readonly answer: Answerer;
  readonly log: Log;
  /** The path whose answers depend on `Accept`, and which takes JSON by POST. */
  readonly graphqlPath: string;
  /** Everything that is not answered from memory; with the body where it is read already. */
  readonly next: Next;
};

/**
 * What every request meets first: an answer that is kept under the very bytes of the request is
 * sent at once, before anything is parsed, made or logged about it. Everything else, and everything
 * out of the ordinary, goes on to the doors.
 */
export function createFront(
  options: FrontOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { answers, answer, log, graphqlPath, next } = options;

  function serveKept(
    request: IncomingMessage,
    response: ServerResponse,
    kept: KeptAnswer,
    startedAt: number,
  ): void {
    const requestId = requestIdOf(request);
    const sent = answer(request, response, { ...kept, outcome: 'HIT', requestId });
    const done = () => {
      kept.times(response.statusCode).observe((performance.now() - startedAt) / 1000);
      if (!log.isLevelEnabled('info')) return;
      const { method, url } = request;
      logAnswer(log, { method, url, status: response.statusCode, startedAt, requestId });
    };
    if (sent) void sent.then(done);
    else done();
  }

  return (request, response) => {
    const startedAt = performance.now();
    const { method, url = '' } = request;
    const isGraphQL = url.startsWith(graphqlPath);
    if (method === 'GET' || (method === 'HEAD' && !isGraphQL)) {
      const kept = answers.find(spellingOfGet(request, isGraphQL));
      if (kept) serveKept(request, response, kept, startedAt);
      else next(request, response, null);
    } else if (method === 'POST' && url === graphqlPath && hasPlainBody(request)) {
      collectBody(request, (body) => {
        const spelling = spellingOfPost(request, body);
        const kept = answers.find(spelling);
        if (kept) serveKept(request, response, kept, startedAt);
        else next(request, response, { body, spelling });
      });
    } else {
      next(request, response, null);
    }
  };
}

/** True for bodies that nothing is wrong with as far as their headers tell. */
function hasPlainBody({ headers }: IncomingMessage): boolean {
  const type = headers['content-type'];
  const isJson = type === 'application/json' || type === 'application/json; charset=utf-8';
  const isOdd =
    headers['content-encoding'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    headers.expect !== undefined;
  return isJson && !isOdd && Number(headers['content-length']) <= maxBodyBytes;
}
