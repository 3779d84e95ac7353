import type { Context } from '../context.ts';
import type { SendReply } from '../fast-path/parser-bypass.ts';
import {
  type ActiveRequest,
  handleDisconnect,
  implicitStatus,
  logActiveRequest,
  recordRequestLatency,
} from '../http/active-request.ts';
import type { FastGraphQLHandler, FastGraphQLRequest } from '../http/fast-path-handlers.ts';
import { decodeUtf8Body } from '../http/read-json-body.ts';
import type { IdentifiableRequest } from '../http/request-identity.ts';
import type { CoalescedResponse } from '../http/response/coalesce.ts';
import type { ResponseSender } from '../http/response/send-cached.ts';
import { createCallbackAbortController } from '../lib/abort.ts';
import type { Log } from '../lib/log.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import type { Telemetry } from '../telemetry.ts';
import { type CachedExecution, parseQueryRequest } from './cached-execution.ts';
import { eventStreamPreference, prefersHtml } from './request/media-type.ts';
import { graphqlPath } from './yoga.ts';

export type FastGraphQLHandlerOptions = {
  readonly cachedExecution: CachedExecution;
  /** Identifies the client and the request, and creates its context. */
  readonly createContext: (request: IdentifiableRequest, signal: AbortSignal) => Context;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly responseSender: ResponseSender;
  /** False leaves every query to the handler behind node's HTTP parser. */
  readonly fastPathEnabled: boolean;
};

/** A query in execution. */
type Running = ActiveRequest & {
  readonly request: FastGraphQLRequest;
  readonly context: Context;
  readonly reply: SendReply;
  /** True once the request was passed to node's HTTP parser. */
  isLeftOver: boolean;
};

/**
 * Creates the handler for GraphQL queries that bypass node's HTTP parser, request and response.
 * Responses, metrics and logs are the same as those of the ordinary handler. A query without a
 * cached or compiled response is passed to the ordinary handler, which also reports errors.
 */
export function createFastGraphQLHandler(options: FastGraphQLHandlerOptions): FastGraphQLHandler {
  const { cachedExecution, createContext, log, telemetry, responseSender, fastPathEnabled } =
    options;
  const latency = telemetry.routeLatency('graphql', graphqlPath);

  function begin(query: FastGraphQLRequest, reply: SendReply): () => void {
    const aborter = createCallbackAbortController();
    const running: Running = {
      request: query,
      latency,
      abortController: aborter,
      isDisconnected: false,
      context: createContext(query, aborter.signal),
      reply,
      isLeftOver: false,
    };
    try {
      mapMaybePromise(make(running), (ready) => end(running, ready))?.catch(() =>
        leaveOver(running),
      );
    } catch {
      leaveOver(running);
    }
    return () => {
      handleDisconnect(running, log);
      if (running.isLeftOver) recordRequestLatency(running, implicitStatus);
    };
  }

  function make({ request, context }: Running) {
    const body = request.body && decodeUtf8Body(request.body);
    const { params, lookup } = parseQueryRequest(request, body, request.rawKey);
    return cachedExecution.execute({ params, lookup, request, context }, () => null);
  }

  function end(running: Running, ready: CoalescedResponse | null): void | Promise<void> {
    if (ready === null) {
      leaveOver(running);
      return;
    }
    const { request, context, reply } = running;
    const { api, oldest, outcome } = ready;
    const { requestId } = context;
    const made = { body: ready.body, api, oldest, outcome, requestId };
    return mapMaybePromise(responseSender.prepareAsync(request, made), (prepared) => {
      recordRequestLatency(running, prepared.status);
      if (running.isDisconnected) return;
      reply(prepared);
      logActiveRequest(running, prepared.status, log);
    });
  }

  function leaveOver(running: Running): void {
    if (running.isDisconnected) {
      recordRequestLatency(running, implicitStatus);
      return;
    }
    running.isLeftOver = true;
    cachedExecution.skipCompiled(running.request.rawKey);
    running.reply(null);
  }

  return {
    canHandle: ({ method, url, headers }) =>
      fastPathEnabled &&
      eventStreamPreference(headers.accept) !== 'rather' &&
      (method === 'POST' || (url?.includes('query=') === true && !prefersHtml(headers.accept))),
    handle: begin,
  };
}
