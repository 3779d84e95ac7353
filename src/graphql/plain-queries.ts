import type { Context } from '../context.ts';
import { createAborter } from '../core/abort.ts';
import { andThen } from '../core/and-then.ts';
import type { Log } from '../core/log.ts';
import type { Telemetry } from '../core/telemetry.ts';
import type { Answerer } from '../http/answers/answerer.ts';
import type { ReadyAnswer } from '../http/answers/make-once.ts';
import type { FromClient } from '../http/client.ts';
import type { Reply } from '../http/front/bypass.ts';
import type { PlainQueries, PlainQuery } from '../http/front/plain-doors.ts';
import { count, leave, note, type Underway, unsaidStatus } from '../http/front/underway.ts';
import { decodeText } from '../http/read-json-body.ts';
import { type Answering, readQuery } from './answering.ts';
import { graphqlPath } from './engine.ts';
import { eventsFor, wantsPage } from './requests/media-type.ts';

export type PlainQueriesOptions = {
  readonly answering: Answering;
  /** Reads who asks, and notes the request's id with it. */
  readonly createContext: (request: FromClient, signal: AbortSignal) => Context;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly answer: Answerer;
  /** False leaves every query to the door behind node's parser. */
  readonly isOpen: boolean;
};

/** A query that is being answered. */
type Running = Underway & {
  readonly request: PlainQuery;
  readonly context: Context;
  readonly reply: Reply;
  /** Whether it is the parser's now. */
  isLeftOver: boolean;
};

/**
 * The GraphQL door for queries that the direct road answers, with neither node's request nor its
 * response, and with the same answers, counts and lines in the log. Everything else it leaves to
 * the door behind the parser, at once or when it turns out later, since that is the one that asks
 * the engine, refuses and explains.
 */
export function createPlainQueries(options: PlainQueriesOptions): PlainQueries {
  const { answering, createContext, log, telemetry, answer, isOpen } = options;
  const times = telemetry.timesOf('graphql', graphqlPath);

  function begin(query: PlainQuery, reply: Reply): () => void {
    const aborter = createAborter();
    const running: Running = {
      request: query,
      times,
      aborter,
      hasLeft: false,
      context: createContext(query, aborter.signal),
      reply,
      isLeftOver: false,
    };
    try {
      andThen(make(running), (ready) => end(running, ready))?.catch(() => leaveOver(running));
    } catch {
      leaveOver(running);
    }
    return () => {
      leave(running, log);
      if (running.isLeftOver) count(running, unsaidStatus);
    };
  }

  function make({ request, context }: Running) {
    const body = request.body && decodeText(request.body);
    const { said, question } = readQuery(request, body, request.spelling);
    return answering.answer({ said, question, request, context }, () => null);
  }

  function end(running: Running, ready: ReadyAnswer | null): void | Promise<void> {
    if (ready === null) {
      leaveOver(running);
      return;
    }
    const { request, context, reply } = running;
    const { door, oldest, outcome } = ready;
    const { requestId } = context;
    const made = { answer: ready.answer, door, oldest, outcome, requestId };
    return andThen(answer.prepareInTime(request, made), (prepared) => {
      count(running, prepared.status);
      if (running.hasLeft) return;
      reply(prepared);
      note(running, prepared.status, log);
    });
  }

  function leaveOver(running: Running): void {
    if (running.hasLeft) {
      count(running, unsaidStatus);
      return;
    }
    running.isLeftOver = true;
    answering.passOver(running.request.spelling);
    running.reply(null);
  }

  return {
    isFor: ({ method, url, headers }) =>
      isOpen &&
      eventsFor(headers.accept) !== 'rather' &&
      (method === 'POST' || (url?.includes('query=') === true && !wantsPage(headers.accept))),
    begin,
  };
}
