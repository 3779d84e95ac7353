import { createAborter } from '../../core/abort.ts';
import { andThen } from '../../core/and-then.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { RouteTimes, Telemetry } from '../../core/telemetry.ts';
import type { AnswerCache } from '../answers/answer-cache.ts';
import type { Answerer, MadeAnswer } from '../answers/answerer.ts';
import type { MakeOnce } from '../answers/make-once.ts';
import type { Prepared } from '../answers/prepared-head.ts';
import { type FromClient, nameRequest } from '../client.ts';
import { prepareError } from '../error-body.ts';
import type { PlainReads, Send } from '../front/plain-doors.ts';
import { count, leave, note, type Underway, unsaidStatus } from '../front/underway.ts';
import type { JsonRoute, Route } from '../route.ts';
import { readParameters } from './parameters.ts';
import { restHeaders } from './rest-headers.ts';
import { type AnswerContext, serveJson } from './serve-json.ts';
import { createShortCut, type Found, mount } from './short-cut.ts';

export type PlainReadsOptions<C> = {
  readonly routes: readonly Route<C>[];
  /** Reads who asks, and notes the request's id with it. */
  readonly createContext: (request: FromClient, signal: AbortSignal) => C;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly answers: AnswerCache;
  readonly makeOnce: MakeOnce;
  readonly answer: Answerer;
};

/** A read that is being answered. */
type Running<C> = Underway & {
  readonly found: Found<C> & { readonly route: JsonRoute<C> };
  readonly send: Send;
};

/**
 * The REST door for plain reads of JSON routes that have neither node's request nor its response,
 * with the same handlers, answers, errors, counts and lines in the log.
 */
export function createPlainReads<C extends AnswerContext>(
  options: PlainReadsOptions<C>,
): PlainReads {
  const { routes, createContext, log, telemetry, answers, makeOnce, answer, clock } = options;
  const door = { answers, makeOnce, clock };
  const times = new Map(routes.map((route) => [route, telemetry.timesOf('rest', route.path)]));
  const findRead = createShortCut(routes);

  function find(url: string): Running<C>['found'] | null {
    if (!url.startsWith(`${mount}/`)) return null;
    const found = findRead({ method: 'GET', url: url.slice(mount.length) });
    return found?.route.kind === 'json' ? (found as Running<C>['found']) : null;
  }

  function end(running: Running<C>, ready: Prepared & { readonly status: number }): void {
    count(running, ready.status);
    if (running.hasLeft) return;
    running.send(ready);
    note(running, ready.status, log);
  }

  function answerJson(running: Running<C>): void | Promise<void> {
    const { request, found, times: routeTimes, aborter } = running;
    const { route, params } = found;
    const input = readParameters(route, params, request.url);
    const context = createContext(request, aborter.signal);
    const send = (made: MadeAnswer) =>
      andThen(answer.prepareInTime(request, made), (ready) => end(running, ready));
    const { url: spelling } = request;
    return serveJson({ route, times: routeTimes, input, spelling, context, send }, door);
  }

  function fail(running: Running<C>, error: unknown): void {
    if (running.hasLeft) {
      count(running, unsaidStatus);
      return;
    }
    const told = { lines: restHeaders.text, requestId: nameRequest(running.request) };
    end(running, prepareError(error, log, told));
  }

  return {
    isFor: (url) => find(url) !== null,
    begin: (request, send) => {
      const found = find(request.url);
      if (!found) return null;
      const running: Running<C> = {
        request,
        found,
        times: times.get(found.route) as RouteTimes,
        aborter: createAborter(),
        send,
        hasLeft: false,
      };
      try {
        answerJson(running)?.catch((error: unknown) => fail(running, error));
      } catch (error) {
        fail(running, error);
      }
      return () => leave(running, log);
    },
  };
}
