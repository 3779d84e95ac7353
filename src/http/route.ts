import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { PolicyName } from '../core/policies.ts';
import type { JsonText } from '../core/text/json-text.ts';
import type { Told } from './streams/told.ts';

/** A zod object of wire parameters; each is a string on the wire. */
export type InputShape = z.ZodObject;

/** What a handler gets: path, query and body parameters, parsed and merged under their wire names. */
export type Input<
  P extends InputShape | undefined,
  Q extends InputShape | undefined,
  B extends InputShape | undefined,
> = (P extends InputShape ? z.output<P> : unknown) &
  (Q extends InputShape ? z.output<Q> : unknown) &
  (B extends InputShape ? z.output<B> : unknown);

type RouteBase = {
  /** Below `/api`, with `{name}` for path parameters: `/vision/batch/{id}/state`. */
  readonly path: string;
  /** Other paths that answer the same. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** The slice, as the group in the OpenAPI document. */
  readonly tag: string;
  readonly params?: InputShape;
  readonly query?: InputShape;
  readonly body?: InputShape;
  /** The body may be at most this large; 256 kB when left out. */
  readonly maxBodyBytes?: number;
  /** Status → when it is answered; the body is always `{ error }`. */
  readonly errors: Readonly<Record<number, string>>;
};

/** A JSON route: its handler's value is the body. */
export type JsonRoute<C> = RouteBase & {
  readonly kind: 'json';
  readonly method: 'GET' | 'POST';
  readonly answer: z.ZodType;
  readonly example: unknown;
  /** `no-store` for writes and what belongs to one client. */
  readonly policy: PolicyName | 'no-store';
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
  readonly open: (input: never, context: C) => Promise<AsyncIterable<Told>>;
  /** Throws where parameters exclude each other: what a HEAD, which opens nothing, is told as well. */
  readonly check?: (input: never) => void;
  /**
   * The id of the last event of such a stream, the same in every process. Who reconnects with it as
   * `Last-Event-ID` has seen the end, and is answered with 204, which ends an `EventSource`.
   */
  readonly finalEventId?: (input: never) => string;
  /** The last event of a stream that ends because the service stops. */
  readonly goodbye: object;
};

/** A route that writes the answer itself, bytes and all. */
export type RawRoute<C> = RouteBase & {
  readonly kind: 'raw';
  readonly method: 'GET';
  readonly answerDescription: string;
  readonly pass: (request: IncomingMessage, response: ServerResponse, context: C) => void;
};

/** A REST route as data: express routes and the OpenAPI document are both made from it. */
export type Route<C> = JsonRoute<C> | StreamRoute<C> | RawRoute<C>;

/** A body, or the JSON of it where that is at hand. */
type BodyOf<T> = T | JsonText<T>;

/** A JSON route whose handler sees its parameters typed. */
export function jsonRoute<
  C,
  P extends InputShape | undefined = undefined,
  Q extends InputShape | undefined = undefined,
  B extends InputShape | undefined = undefined,
  A extends z.ZodType = z.ZodType,
>(
  route: Omit<
    JsonRoute<C>,
    'kind' | 'method' | 'params' | 'query' | 'body' | 'answer' | 'handle'
  > & {
    readonly method?: 'GET' | 'POST';
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly answer: A;
    readonly handle: (
      input: Input<P, Q, B>,
      context: C,
    ) => BodyOf<z.input<A>> | Promise<BodyOf<z.input<A>>>;
  },
): JsonRoute<C> {
  return { method: 'GET', ...route, kind: 'json' } as unknown as JsonRoute<C>;
}

/** An event-stream route whose opener sees its parameters typed. */
export function streamRoute<C, Q extends InputShape | undefined = undefined>(
  route: Omit<StreamRoute<C>, 'kind' | 'method' | 'query' | 'open' | 'check' | 'finalEventId'> & {
    readonly query?: Q;
    readonly check?: (input: Input<undefined, Q, undefined>) => void;
    readonly finalEventId?: (input: Input<undefined, Q, undefined>) => string;
    readonly open: (
      input: Input<undefined, Q, undefined>,
      context: C,
    ) => Promise<AsyncIterable<Told>>;
  },
): StreamRoute<C> {
  return { ...route, kind: 'stream', method: 'GET' } as unknown as StreamRoute<C>;
}
