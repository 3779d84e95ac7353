import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import type { FreshnessSummary } from '../core/cache/freshness.ts';
import type { CacheOutcome } from '../core/cache/value-cache.ts';
import type { Clock } from '../core/clock.ts';
import { type GatewayError, toGatewayError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Telemetry } from '../core/telemetry.ts';
import type { Millis } from '../core/units.ts';
import { createAnswerCache } from '../http/answer-cache.ts';
import { type EncodedAnswer, encodeAnswer, writeAnswer } from '../http/encoded-answer.ts';
import { parseJsonObject, readJsonText } from '../http/read-json-body.ts';
import { type Engine, graphqlPath } from './engine.ts';
import { createGraphiQL } from './graphiql.ts';
import { pipeResponse } from './pipe-response.ts';

export type GraphQLDoor = (request: IncomingMessage, response: ServerResponse) => void;

export type GraphQLDoorOptions = {
  readonly engine: Engine;
  readonly createContext: (request: IncomingMessage, response: ServerResponse) => Context;
  /** Takes requests whose `Accept` asks for an event stream. */
  readonly stream: (request: IncomingMessage, response: ServerResponse) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Bound of the encoded answers, bytes. */
  readonly maxAnswerBytes: number;
};

/** `/graphql`: encoded answers while they are fresh, else the engine; GraphiQL for browsers. */
export function createGraphQLDoor(options: GraphQLDoorOptions): GraphQLDoor {
  const { engine, createContext, stream, clock, log, telemetry } = options;
  const answers = createAnswerCache(clock, options.maxAnswerBytes);
  const graphiql = createGraphiQL(graphqlPath);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const accept = request.headers.accept ?? '';
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') return preflight(response);
    if (accept.includes('text/event-stream')) return stream(request, response);
    const isQuery = request.url?.includes('query=') || request.url?.includes('extensions=');
    if (request.method === 'GET' && accept.includes('text/html') && !isQuery) {
      return graphiql(request, response);
    }
    const body = request.method === 'POST' ? await readJsonText(request) : '';
    const key = `${request.method} ${accept} ${request.url} ${body}`;
    const kept = answers.get(key);
    if (kept) return write(request, response, { ...kept, outcome: 'HIT' });
    if (request.method === 'POST') parseJsonObject(body);
    const context = createContext(request, response);
    const answer = await engine.fetch(
      `http://gateway${request.url}`,
      {
        method: request.method ?? 'GET',
        headers: forwardedHeaders(request),
        signal: context.signal,
        ...(request.method === 'POST' ? { body } : {}),
      },
      { gateway: context },
    );
    const contentType = answer.headers.get('content-type') ?? '';
    if (answer.status !== 200 || !contentType.includes('json')) {
      if (answer.status >= 400) response.setHeader('Cache-Control', 'no-store');
      return pipeResponse(answer, response);
    }
    const encoded = encodeAnswer(await answer.text(), contentType);
    const freshness = context.reader.freshness.summary();
    const { oldest, outcome } = freshness;
    const cacheControl = lifeOf(freshness);
    answers.keep(key, { answer: encoded, cacheControl, freshness });
    return write(request, response, { answer: encoded, cacheControl, oldest, outcome });
  }

  function write(
    request: IncomingMessage,
    response: ServerResponse,
    made: MadeAnswer,
  ): Promise<void> {
    telemetry.answerReads.inc({ door: 'graphql', outcome: made.outcome });
    response.setHeader('Cache-Control', made.cacheControl);
    response.setHeader('X-Cache', made.outcome);
    response.setHeader('Vary', 'Accept');
    if (made.oldest !== null) {
      const age = Math.max(0, Math.floor((clock.now() - made.oldest) / 1000));
      response.setHeader('Age', age);
    }
    return writeAnswer(request, response, made.answer);
  }

  return (request, response) => {
    const end = telemetry.requests.startTimer({ door: 'graphql', route: graphqlPath });
    response.once('close', () => end({ status: String(response.statusCode) }));
    serve(request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      writeFailure(response, toGatewayError(error), log);
    });
  };
}

/** An answer on its way out: kept from before or made for this request. */
type MadeAnswer = {
  readonly answer: EncodedAnswer;
  readonly cacheControl: string;
  readonly oldest: Millis | null;
  readonly outcome: CacheOutcome;
};

/** The life of an answer from its oldest part, which `Age` counts from, to the first that is not fresh. */
function lifeOf({ oldest, freshUntil }: FreshnessSummary): string {
  const life =
    oldest === null || freshUntil === null ? 0 : Math.floor((freshUntil - oldest) / 1000);
  return life > 0 ? `public, s-maxage=${life}` : 'no-store';
}

function preflight(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Accept, Last-Event-ID');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.writeHead(204).end();
}

/** The engine sees what it negotiates with and nothing else. */
function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['accept', 'content-type'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/** A failure before the engine was reached, as a GraphQL result without data. */
export function writeFailure(response: ServerResponse, error: GatewayError, log: Log): void {
  if (error.status >= 500) log.error({ err: error.cause ?? error }, 'GraphQL request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({
    errors: [{ message: error.message, extensions: { code: error.code } }],
  });
  response.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
