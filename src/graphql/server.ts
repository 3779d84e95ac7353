import type { IncomingMessage, ServerResponse } from 'node:http';
import { getOperationAST, parse } from 'graphql';
import type { Context } from '../context.ts';
import { type GatewayError, InvalidInputError, toGatewayError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Telemetry } from '../core/telemetry.ts';
import type { Answerer } from '../http/answers/answerer.ts';
import { setHeaders } from '../http/answers/headers.ts';
import { openToPages, writePreflight } from '../http/answers/open-to-pages.ts';
import { knownRequestId, tellRequestId } from '../http/client.ts';
import { abortResponse } from '../http/connections/abort-response.ts';
import { errorHeaders, logError } from '../http/error-body.ts';
import type { SentBody } from '../http/front/front.ts';
import { spellingOfGet } from '../http/front/spelling.ts';
import { decodeText, maxGraphBodyBytes, readJsonText } from '../http/read-json-body.ts';
import { type Answering, type Query, readQuery } from './answering.ts';
import { documentLimits } from './documents/limits.ts';
import { type Engine, graphqlPath } from './engine.ts';
import type { DirectAnswer } from './execution/index.ts';
import { createGraphiQL } from './graphiql.ts';
import { slicesFor } from './pacing/sliced-results.ts';
import { pipeResponse } from './pipe-response.ts';
import {
  eventsFor,
  mediaTypeFor,
  takesEvents,
  takesPartsAsEvents,
  unquoted,
  wantsPage,
} from './requests/media-type.ts';
import { explained } from './requests/not-acceptable.ts';

/** Takes a request, with its body when that is read already. */
export type GraphQLDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  sent: SentBody | null,
) => void;

export type GraphQLDoorOptions = {
  readonly engine: Engine;
  /** Answers what it can in the engine's place. */
  readonly answering: Answering;
  readonly createContext: (request: IncomingMessage, response: ServerResponse) => Context;
  /** Takes subscriptions, and requests whose `Accept` asks for an event stream before a document, or in no other way for parts. */
  readonly stream: (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ) => void;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly answer: Answerer;
};

/** What is asked, as text where it came in a body, and on whose behalf. */
type Operation = { readonly body: string | null; readonly context: Context };

/**
 * `/graphql`: encoded answers while they are fresh, else the direct road, else the engine; subscriptions
 * go to the stream's door; GraphiQL for browsers.
 */
export function createGraphQLDoor(options: GraphQLDoorOptions): GraphQLDoor {
  const { engine, answering, createContext, stream, log, telemetry, answer } = options;
  const graphiql = createGraphiQL(graphqlPath);
  const times = telemetry.timesOf('graphql', graphqlPath);

  /** @returns false when the request has become the stream's, which counts it. */
  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    sent: SentBody | null,
  ): Promise<boolean> {
    if (request.method === 'GET' && wantsPage(request.headers.accept)) {
      await graphiql(request, response);
      return true;
    }
    const body = request.method === 'POST' ? await readBody(request, sent) : null;
    const { said, question } = readQuery(request, body, sent?.spelling ?? spellingOf(request));
    if (comesAsEvents(said, request.headers.accept)) {
      stream(request, response, body === null ? null : Buffer.from(body));
      return false;
    }
    const context = createContext(request, response);
    const { requestId } = context;

    const ready = await answering.answer({ said, question, request, context }, () =>
      fromEngine(request, { body, context }),
    );
    if ('status' in ready) {
      // Refusals, and answers in parts: how those end, nobody knows at their head.
      response.setHeader('Cache-Control', 'no-store');
      const { clientAddress, pending } = context;
      pending.admit(clientAddress);
      await pipeResponse(ready, response, {
        hold: (bytes) => pending.hold(clientAddress, [bytes]),
      });
    } else {
      await answer.send(request, response, { ...ready, requestId });
    }
    return true;
  }

  /** The engine's answer; as a response where it is no plain success. */
  async function fromEngine(
    request: IncomingMessage,
    { body, context }: Operation,
  ): Promise<DirectAnswer | Response> {
    const made = await engine.fetch(
      `http://gateway${request.url}`,
      {
        method: request.method ?? 'GET',
        headers: forwardedHeaders(request),
        signal: context.signal,
        ...(body === null ? {} : { body }),
      },
      { gateway: context },
    );
    const contentType = made.headers.get('content-type') ?? '';
    if (contentType.startsWith('text/event-stream')) {
      // Streams have places, ids and an end in one door alone, which takes what can be read before.
      made.body?.cancel().catch(() => {});
      throw new InvalidInputError('the URL of a subscription must be percent-encoded ASCII');
    }
    if (made.status !== 200 || !contentType.includes('json')) return explained(made);
    return { content: slicesFor(context.reader) ?? (await made.text()), contentType };
  }

  async function serveSafely(
    request: IncomingMessage,
    response: ServerResponse,
    sent: SentBody | null,
  ): Promise<void> {
    const startedAt = performance.now();
    try {
      if (!(await serve(request, response, sent))) return;
    } catch (error) {
      if (!response.destroyed) writeFailure(response, toGatewayError(error), log);
    }
    times(response.statusCode).observe((performance.now() - startedAt) / 1000);
  }

  return (request, response, sent) => {
    const isPreflight = request.method === 'OPTIONS';
    if (!isPreflight && eventsFor(request.headers.accept) === 'rather') {
      return stream(request, response, sent?.body ?? null);
    }
    setHeaders(response, openToPages);
    if (isPreflight) writePreflight(response, 'GET, POST, OPTIONS');
    else void serveSafely(request, response, sent);
  };
}

/** How a request without a body is spelled; nobody looks for other than GET. */
function spellingOf(request: IncomingMessage): string | null {
  return request.method === 'GET' ? spellingOfGet(request, true) : null;
}

/** Whether the client is to get events: of a subscription, or the parts of a document where it takes them in no other way. */
function comesAsEvents(said: Query['said'], accept: string | undefined): boolean {
  if (isSubscription(said) && takesEvents(accept)) return true;
  const query = said?.query;
  return (
    typeof query === 'string' && /@\s*(defer|stream)\b/.test(query) && takesPartsAsEvents(accept)
  );
}

/** Whether a subscription is asked for; what is wrong with a document, those who execute it say. */
function isSubscription(said: Query['said']): boolean {
  const { query, operationName } = said ?? {};
  if (typeof query !== 'string' || !query.includes('subscription')) return false;
  try {
    const document = parse(query, { noLocation: true, maxTokens: documentLimits.tokens });
    const name = typeof operationName === 'string' ? operationName : null;
    return getOperationAST(document, name)?.operation === 'subscription';
  } catch {
    return false;
  }
}

/** The body of a POST, which the front may have read already. */
function readBody(request: IncomingMessage, sent: SentBody | null): string | Promise<string> {
  return sent ? decodeText(sent.body) : readJsonText(request, maxGraphBodyBytes);
}

/** The engine sees what it negotiates with and nothing else. */
function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['accept', 'content-type'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = name === 'accept' ? unquoted(value) : value;
  }
  return headers;
}

/** A failure before the engine was reached, as a GraphQL result without data. */
export function writeFailure(response: ServerResponse, error: GatewayError, log: Log): void {
  logError(error, log, knownRequestId(response.req));
  if (response.headersSent) {
    abortResponse(response);
    return;
  }
  tellRequestId(response.req, response);
  const body = JSON.stringify({
    errors: [{ message: error.message, extensions: { code: error.code } }],
  });
  response.writeHead(error.status, {
    'Content-Type': mediaTypeFor(response.req.headers.accept) ?? 'application/json; charset=utf-8',
    ...errorHeaders(error),
  });
  response.end(body);
}
