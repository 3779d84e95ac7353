import { type Dispatcher, Pool } from 'undici';
import type { Sized } from '../core/cache/value-cache.ts';
import type { Telemetry } from '../core/telemetry.ts';
import type { Millis } from '../core/units.ts';
import { parseBaseUrl } from './base-url.ts';
import { type Begin, createGuard, type Guard } from './guard.ts';
import { beginJsonExchange } from './json-exchange.ts';
import { dispatchGuarded, type RawHandler, type RawRequest } from './raw-dispatch.ts';

/** An upstream's answer: status and parsed JSON (null where the body is empty). */
export type UpstreamAnswer = Sized<unknown> & { readonly status: number };

export type CallOptions = {
  readonly signal: AbortSignal;
  /** Total time for connecting, waiting, reading and the one retry. */
  readonly timeout?: Millis;
  /** The answer is refused beyond this many bytes, while it is read. */
  readonly maxBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A stream that an upstream keeps open; `body` ends, throws, or is ended by the signal. */
export type UpstreamStream = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
};

/**
 * JSON over HTTP to one upstream: deadline, one retry for reads, breaker, size cap, abort.
 * Redirects are answers, never followed. The authority is fixed by configuration.
 */
export type HttpClient = {
  /** @throws {UpstreamUnavailableError} no usable answer within the deadline. 4xx are answers. */
  readonly get: (path: string, options: CallOptions) => Promise<UpstreamAnswer>;
  /** Like `get`, but never sent twice. */
  readonly post: (path: string, body: unknown, options: CallOptions) => Promise<UpstreamAnswer>;
  /** Opens an event stream; `timeout` bounds the wait for its headers only. */
  readonly stream: (path: string, options: CallOptions) => Promise<UpstreamStream>;
  /**
   * Passes a request on and its answer back as it comes, over connections of its own, so that
   * streams never keep reads waiting. Any status is an answer; the path is the base URL's.
   */
  readonly dispatch: (request: RawRequest, handler: RawHandler, timeout: Millis) => void;
  readonly health: Guard['health'];
  /** Any answer at all makes the upstream healthy again. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
};

const defaultTimeout: Millis = 10_000;
const defaultMaxBytes = 5 * 1024 * 1024;

const acceptJson = ['accept', 'application/json'];
const postJson = [...acceptJson, 'content-type', 'application/json'];

const withHeaders = (own: string[], more: CallOptions['headers']): string[] =>
  more ? [...own, ...Object.entries(more).flat()] : own;

/** @param options.baseUrl - Origin and optional path prefix and query, no trailing slash. */
export function createHttpClient(options: {
  readonly name: string;
  readonly baseUrl: string;
  readonly telemetry: Telemetry;
  readonly connections?: number;
}): HttpClient {
  const { name } = options;
  const { origin, target } = parseBaseUrl(options.baseUrl);
  const common = {
    pipelining: 1,
    // One call a connection: what is left is left by closing it, and a slow answer holds up no other.
    allowH2: false,
    connect: { timeout: 3000 },
    keepAliveTimeout: 10_000,
    maxHeaderSize: 32 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const pool = new Pool(origin, { ...common, connections: options.connections ?? 64 });
  const passing = new Pool(origin, common);
  const guard = createGuard(name, options.telemetry);

  /** A request whose body is read as a stream. */
  const beginRequest =
    (
      path: string,
      headers: string[],
      leave = new AbortController(),
    ): Begin<Dispatcher.ResponseData> =>
    (done, failed) => {
      const request = { method: 'GET', path: target(path), headers, signal: leave.signal } as const;
      pool.request(request).then(done, failed);
      return (reason) => leave.abort(reason);
    };

  return {
    health: guard.health,
    get: (path, call) =>
      guard.run(
        { signal: call.signal, timeout: call.timeout ?? defaultTimeout, retry: true },
        beginJsonExchange(pool, name, {
          method: 'GET',
          path: target(path),
          headers: withHeaders(acceptJson, call.headers),
          maxBytes: call.maxBytes ?? defaultMaxBytes,
        }),
      ),
    post: (path, body, call) =>
      guard.run(
        { signal: call.signal, timeout: call.timeout ?? defaultTimeout, retry: false },
        beginJsonExchange(pool, name, {
          method: 'POST',
          path: target(path),
          body: JSON.stringify(body),
          headers: withHeaders(postJson, call.headers),
          maxBytes: call.maxBytes ?? defaultMaxBytes,
        }),
      ),
    stream: async (path, call) => {
      // The deadline ends with the wait for headers; the stream itself lives as long as its reader.
      const leave = new AbortController();
      const headers = withHeaders(['accept', 'text/event-stream, application/json'], call.headers);
      const response = await guard.run(
        { signal: call.signal, timeout: call.timeout ?? defaultTimeout, retry: false },
        beginRequest(path, headers, leave),
      );
      const abort = () => leave.abort(call.signal.reason);
      if (call.signal.aborted) abort();
      call.signal.addEventListener('abort', abort, { once: true });
      response.body.once('close', () => call.signal.removeEventListener('abort', abort));
      return { status: response.statusCode, headers: response.headers, body: response.body };
    },
    probe: (signal) =>
      guard.run<void>({ signal, timeout: defaultTimeout, retry: false }, (done, failed) =>
        beginRequest('/health', [])(
          (response) => void response.body.dump().then(() => done(), failed),
          failed,
        ),
      ),
    dispatch: ({ path, ...request }, handler, timeout) =>
      dispatchGuarded({
        pool: passing,
        guard,
        request: { ...request, path: target(path) },
        handler,
        timeout,
      }),
    close: async () => {
      await Promise.all([pool.destroy(), passing.destroy()]);
    },
  };
}
