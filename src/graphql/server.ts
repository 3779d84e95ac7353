import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import type { Clock } from '../core/clock.ts';
import { type GatewayError, toGatewayError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Telemetry } from '../core/telemetry.ts';
import { type AnswerCache, createAnswerCache } from '../http/answer-cache.ts';
import { encodeAnswer, writeAnswer } from '../http/encoded-answer.ts';
import { readJsonText } from '../http/read-json-body.ts';
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
    if (kept) {
      telemetry.answerReads.inc({ door: 'graphql', outcome: 'HIT' });
      return writeKept(request, response, kept);
    }
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
    telemetry.answerReads.inc({ door: 'graphql', outcome: freshness.outcome });
    const failed = freshness.freshUntil === null || hasErrors(encoded.body);
    const life = failed ? 0 : Math.floor(((freshness.freshUntil ?? 0) - clock.now()) / 1000);
    const cacheControl = life > 0 ? `public, s-maxage=${life}` : 'no-store';
    if (!failed) answers.keep(key, { answer: encoded, cacheControl, freshness });
    response.setHeader('Cache-Control', cacheControl);
    response.setHeader('X-Cache', freshness.outcome);
    response.setHeader('Vary', 'Accept');
    if (freshness.oldest !== null) response.setHeader('Age', ageOf(freshness.oldest));
    return writeAnswer(request, response, encoded);
  }

  const ageOf = (oldest: number) => Math.max(0, Math.floor((clock.now() - oldest) / 1000));

  function writeKept(
    request: IncomingMessage,
    response: ServerResponse,
    kept: NonNullable<ReturnType<AnswerCache['get']>>,
  ) {
    const life = Math.max(0, Math.floor((kept.freshUntil - clock.now()) / 1000));
    response.setHeader('Cache-Control', life > 0 ? `public, s-maxage=${life}` : 'no-store');
    response.setHeader('X-Cache', 'HIT');
    response.setHeader('Vary', 'Accept');
    response.setHeader('Age', ageOf(kept.oldest));
    return writeAnswer(request, response, kept.answer);
  }

  return (request, response) => {
    const end = telemetry.requests.startTimer({ door: 'graphql', route: graphqlPath });
    response.once('close', () => end({ status: String(response.statusCode) }));
    serve(request, response).catch((error: unknown) => {
      if (response.destroyed || request.destroyed) return;
      writeFailure(response, toGatewayError(error), log);
    });
  };
}

/** An encoded result starts with its errors when it has some, since engines put them first or last. */
function hasErrors(body: Buffer): boolean {
  return (JSON.parse(body.toString()) as { errors?: unknown }).errors !== undefined;
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
