import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { CachePolicyName } from '../cache/cache-policies.ts';
import type { RawJson } from '../lib/encoding/raw-json.ts';
import type { SseFrame } from './sse/sse-frame-types.ts';

/** A zod object of request parameters; each is a string on the wire. */
export type ParamsSchema = z.ZodObject;

/** Handler input: path, query and body parameters, parsed and merged under their wire names. */
export type HandlerInput<
  P extends ParamsSchema | undefined,
  Q extends ParamsSchema | undefined,
  B extends ParamsSchema | undefined,
> = (P extends ParamsSchema ? z.output<P> : unknown) &
  (Q extends ParamsSchema ? z.output<Q> : unknown) &
  (B extends ParamsSchema ? z.output<B> : unknown);

/** One error status of a route in the OpenAPI document: its condition, and an example message. */
export type DocumentedRouteError = { readonly when: string; readonly message: string };

type RouteBase = {
  /** Below `/api`, with `{name}` for path parameters: `/orders/{id}/items`. */
  readonly path: string;
  /** Other paths with the same responses, deprecated in the OpenAPI document. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** The domain, which is the tag in the OpenAPI document. */
  readonly tag: string;
  readonly params?: ParamsSchema;
  readonly query?: ParamsSchema;
  readonly body?: ParamsSchema;
  /** Limit of the request body, bytes; 256 kB by default. */
  readonly maxBodyBytes?: number;
  /** Error statuses; the body is always `{ error: message }`. */
  readonly errors: Readonly<Record<number, DocumentedRouteError>>;
};

/** A JSON route: the response body is the handler's return value. */
export type JsonRoute<C> = RouteBase & {
  readonly kind: 'json';
  readonly method: 'GET' | 'POST';
  readonly response: z.ZodType;
  readonly example: unknown;
  /**
   * Estimates the bytes of a large response body, which is computed within the bound on work in
   * progress; left out where bodies stay below 500 kB.
   */
  readonly estimateBytes?: (input: never) => number;
  /** The cache policy; `no-store` for writes and for responses that only one client may get. */
  readonly policy: CachePolicyName | 'no-store';
  /**
   * Returns another `Cache-Control` for some bodies, e.g. an empty result; null keeps the policy's.
   */
  readonly cacheControl?: (body: unknown) => string | null;
  /** The rows of a body as CSV; `Accept: text/csv` and `format=csv` then select it. */
  readonly csv?: (body: never) => readonly object[];
  readonly handle: (input: never, context: C) => unknown;
};

/** An event-stream route: `subscribe` returns its events as SSE frames. */
export type StreamRoute<C> = RouteBase & {
  readonly kind: 'stream';
  readonly method: 'GET';
  /** Schema of one event: a union of objects that `type` distinguishes. */
  readonly event: z.ZodDiscriminatedUnion;
  /** One event of each type. */
  readonly example: readonly (Readonly<Record<string, unknown>> & { readonly type: string })[];
  /**
   * Opens the events once for all clients with equal parameters. If it throws before the first
   * event, the response is JSON with the error's status.
   *
   * @param hasIds - Whether the clients' `Accept` names event streams: others read `data:` alone.
   */
  readonly subscribe: (
    input: never,
    context: C,
    hasIds: boolean,
  ) => Promise<AsyncIterable<SseFrame>>;
  /** Throws if parameters exclude each other; also runs for HEAD, which does not subscribe. */
  readonly check?: (input: never) => void;
  /** Id of the last event, for clients that read ids; one that reconnects with it as `Last-Event-ID` gets a 204. */
  readonly finalEventId?: (input: never) => string;
  /** The last event of a stream that ends because of a shutdown. */
  readonly shutdownEvent: object;
};

/** A route whose handler writes the response itself. */
export type NodeHandlerRoute<C> = RouteBase & {
  readonly kind: 'node';
  readonly method: 'GET';
  readonly responseDescription: string;
  readonly handleNode: (request: IncomingMessage, response: ServerResponse, context: C) => void;
};

/** A REST route as data; the router and the OpenAPI document are both built from it. */
export type Route<C> = JsonRoute<C> | StreamRoute<C> | NodeHandlerRoute<C>;

/** A response body, or its JSON text as an upstream sent it. */
type BodyOf<T> = T | RawJson<T>;

/** Creates a JSON route with typed handler parameters; the method is GET by default. */
export function jsonRoute<
  C,
  P extends ParamsSchema | undefined = undefined,
  Q extends ParamsSchema | undefined = undefined,
  B extends ParamsSchema | undefined = undefined,
  A extends z.ZodType = z.ZodType,
>(
  route: Omit<
    JsonRoute<C>,
    | 'kind'
    | 'method'
    | 'params'
    | 'query'
    | 'body'
    | 'response'
    | 'csv'
    | 'estimateBytes'
    | 'handle'
  > & {
    readonly method?: 'GET' | 'POST';
    readonly csv?: (body: z.input<A>) => readonly object[];
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly response: A;
    readonly estimateBytes?: (input: HandlerInput<P, Q, B>) => number;
    readonly handle: (
      input: HandlerInput<P, Q, B>,
      context: C,
    ) => BodyOf<z.input<A>> | Promise<BodyOf<z.input<A>>>;
  },
): JsonRoute<C> {
  return { method: 'GET', ...route, kind: 'json' } as unknown as JsonRoute<C>;
}

/** Creates an event-stream route with typed `subscribe` parameters. */
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
      hasIds: boolean,
    ) => Promise<AsyncIterable<SseFrame>>;
  },
): StreamRoute<C> {
  return { ...route, kind: 'stream', method: 'GET' } as unknown as StreamRoute<C>;
}
