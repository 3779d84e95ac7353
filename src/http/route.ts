import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { CachePolicyName } from '../cache/cache-policies.ts';
import type { RawJson } from '../lib/encoding/raw-json.ts';
import type { SseFrame } from './sse/sse-frame.ts';

/** A zod object of wire parameters; each is a string on the wire. */
export type ParamsSchema = z.ZodObject;

/** What a handler gets: path, query and body parameters, parsed and merged under their wire names. */
export type HandlerInput<
  P extends ParamsSchema | undefined,
  Q extends ParamsSchema | undefined,
  B extends ParamsSchema | undefined,
> = (P extends ParamsSchema ? z.output<P> : unknown) &
  (Q extends ParamsSchema ? z.output<Q> : unknown) &
  (B extends ParamsSchema ? z.output<B> : unknown);

type RouteBase = {
  /** Below `/api`, with `{name}` for path parameters: `/vision/batch/{id}/state`. */
  readonly path: string;
  /** Other paths that answer the same. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** The slice, as the group in the OpenAPI document. */
  readonly tag: string;
  readonly params?: ParamsSchema;
  readonly query?: ParamsSchema;
  readonly body?: ParamsSchema;
  /** The body may be at most this large; 256 kB when left out. */
  readonly maxBodyBytes?: number;
  /** Status → when it is answered; the body is always `{ error }`. */
  readonly errors: Readonly<Record<number, string>>;
};

/** A JSON route: its handler's value is the body. */
export type JsonRoute<C> = RouteBase & {
  readonly kind: 'json';
  readonly method: 'GET' | 'POST';
  readonly response: z.ZodType;
  readonly example: unknown;
  /** `no-store` for writes and what belongs to one client. */
  readonly policy: CachePolicyName | 'no-store';
  /** The `Cache-Control` of an answer that must not have its policy's, e.g. an empty enrichment. */
  readonly cacheControl?: (body: unknown) => string | null;
  readonly handle: (input: never, context: C) => unknown;
};

/** An event-stream route: what it opens yields its events as frames. */
export type StreamRoute<C> = RouteBase & {
  readonly kind: 'stream';
  readonly method: 'GET';
  readonly example: readonly unknown[];
  /**
   * Everybody who asks for the same reads what is opened once. Throwing before the first event is
   * answered as JSON with the error's status.
   */
  readonly subscribe: (input: never, context: C) => Promise<AsyncIterable<SseFrame>>;
  /** Throws where parameters exclude each other: what a HEAD, which opens nothing, is told as well. */
  readonly check?: (input: never) => void;
  /**
   * The id of the last event of such a stream, the same in every process. Who reconnects with it as
   * `Last-Event-ID` has seen the end, and is answered with 204, which ends an `EventSource`.
   */
  readonly finalEventId?: (input: never) => string;
  /** The last event of a stream that ends because the service stops. */
  readonly shutdownEvent: object;
};

/** A route that writes the answer itself, bytes and all. */
export type RawRoute<C> = RouteBase & {
  readonly kind: 'raw';
  readonly method: 'GET';
  readonly responseDescription: string;
  readonly handleRaw: (request: IncomingMessage, response: ServerResponse, context: C) => void;
};

/** A REST route as data: express routes and the OpenAPI document are both made from it. */
export type Route<C> = JsonRoute<C> | StreamRoute<C> | RawRoute<C>;

/** A body, or the JSON of it where that is at hand. */
type BodyOf<T> = T | RawJson<T>;

/** A JSON route whose handler sees its parameters typed. */
export function jsonRoute<
  C,
  P extends ParamsSchema | undefined = undefined,
  Q extends ParamsSchema | undefined = undefined,
  B extends ParamsSchema | undefined = undefined,
  A extends z.ZodType = z.ZodType,
>(
  route: Omit<
    JsonRoute<C>,
    'kind' | 'method' | 'params' | 'query' | 'body' | 'response' | 'handle'
  > & {
    readonly method?: 'GET' | 'POST';
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly response: A;
    readonly handle: (
      input: HandlerInput<P, Q, B>,
      context: C,
    ) => BodyOf<z.input<A>> | Promise<BodyOf<z.input<A>>>;
  },
): JsonRoute<C> {
  return { method: 'GET', ...route, kind: 'json' } as unknown as JsonRoute<C>;
}

/** An event-stream route whose opener sees its parameters typed. */
export function streamRoute<C, Q extends ParamsSchema | undefined = undefined>(
  route: Omit<
    StreamRoute<C>,
    'kind' | 'method' | 'query' | 'subscribe' | 'check' | 'finalEventId'
  > & {
    readonly query?: Q;
    readonly check?: (input: HandlerInput<undefined, Q, undefined>) => void;
    readonly finalEventId?: (input: HandlerInput<undefined, Q, undefined>) => string;
    readonly subscribe: (
      input: HandlerInput<undefined, Q, undefined>,
      context: C,
    ) => Promise<AsyncIterable<SseFrame>>;
  },
): StreamRoute<C> {
  return { ...route, kind: 'stream', method: 'GET' } as unknown as StreamRoute<C>;
}
