import type { Context } from '../context.ts';
import { type Aborter, createAborter } from '../core/abort.ts';
import { andThen } from '../core/and-then.ts';
import type { Log } from '../core/log.ts';
import type { Telemetry } from '../core/telemetry.ts';
import { logAnswer } from '../http/access-log.ts';
import type { Answerer } from '../http/answers/answerer.ts';
import type { ReadyAnswer } from '../http/answers/make-once.ts';
import type { FromClient } from '../http/client.ts';
import type { Reply } from '../http/front/bypass.ts';
import type { PlainQueries, PlainQuery } from '../http/front/front.ts';
import { decodeText } from '../http/read-json-body.ts';
import { type Answering, readQuery } from './answering.ts';
import { graphqlPath } from './engine.ts';

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
type Running = {
  readonly query: PlainQuery;
  readonly context: Context;
  readonly reply: Reply;
  readonly startedAt: number;
  hasLeft: boolean;
  isOver: boolean;
};

/** The status in the log for what the client left before. */
const leftStatus = 499;
/** What node's response has for a status until one is said; such requests are counted under it. */
const unsaidStatus = 200;

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
    const startedAt = performance.now();
    const aborter = createAborter();
    const context = createContext(query, aborter.signal);
    const running: Running = { query, context, reply, startedAt, hasLeft: false, isOver: false };
    try {
      andThen(make(running), (ready) => end(running, ready))?.catch(() => leaveOver(running));
    } catch {
      leaveOver(running);
    }
    return () => leave(running, aborter);
  }

  function make({ query, context }: Running) {
    const { said, question } = readQuery(query, decodeText(query.body), query.spelling);
    return answering.answer({ said, question, request: query, context }, () => null);
  }

  function end(running: Running, ready: ReadyAnswer | null): void | Promise<void> {
    if (ready === null) {
      leaveOver(running);
      return;
    }
    const { query, context, reply } = running;
    const { door, oldest, outcome } = ready;
    const { requestId } = context;
    const made = { answer: ready.answer, door, oldest, outcome, requestId };
    return andThen(answer.prepareInTime(query, made), (prepared) => {
      count(running, prepared.status);
      if (running.hasLeft) return;
      reply(prepared);
      note(running, prepared.status);
    });
  }

  function leaveOver(running: Running): void {
    if (running.hasLeft) {
      count(running, unsaidStatus);
      return;
    }
    running.isOver = true;
    answering.passOver(running.query.spelling);
    running.reply(null);
  }

  function leave(running: Running, aborter: Aborter): void {
    running.hasLeft = true;
    note(running, leftStatus);
    if (running.isOver) count(running, unsaidStatus);
    aborter.abort(new DOMException('the client has left', 'AbortError'));
  }

  function count({ startedAt }: Running, status: number): void {
    times(status).observe((performance.now() - startedAt) / 1000);
  }

  function note({ query, context, startedAt }: Running, status: number): void {
    if (!log.isLevelEnabled('info')) return;
    const { method, url } = query;
    logAnswer(log, { method, url, status, startedAt, requestId: context.requestId });
  }

  return {
    isFor: ({ headers }) => isOpen && !headers.accept?.includes('text/event-stream'),
    begin,
  };
}
