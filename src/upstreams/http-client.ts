import { Pool } from 'undici';
import type { Sized } from '../core/cache/value-cache.ts';
import { UpstreamFailedError } from '../core/errors.ts';
import type { Telemetry } from '../core/telemetry.ts';
import type { Millis } from '../core/units.ts';
import { createGuard, type Guard } from './guard.ts';
import { parseJson, readCapped } from './read-body.ts';

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
  readonly health: Guard['health'];
  /** Any answer at all makes the upstream healthy again. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
};

const defaultTimeout: Millis = 10_000;
const defaultMaxBytes = 5 * 1024 * 1024;

/** @param options.baseUrl - Origin and optional path prefix, no trailing slash. */
export function createHttpClient(options: {
  readonly name: string;
  readonly baseUrl: string;
  readonly telemetry: Telemetry;
  readonly connections?: number;
}): HttpClient {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname === '/' ? '' : pathname;
  const target = (path: string) => prefix + path || '/';
  const pool = new Pool(origin, {
    connections: options.connections ?? 64,
    pipelining: 1,
    connect: { timeout: 3000 },
    keepAliveTimeout: 10_000,
    maxHeaderSize: 32 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const guard = createGuard(options.name, options.telemetry);

  async function exchange(
    request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string },
    call: CallOptions,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const response = await pool.request({
      method: request.method,
      path: target(request.path),
      body: request.body ?? null,
      headers: {
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      signal,
    });
    const bytes = await readCapped(response.body, call.maxBytes ?? defaultMaxBytes);
    if (response.statusCode >= 500) {
      const message = `the ${options.name} answered with an error`;
      throw new UpstreamFailedError(message, response.statusCode);
    }
    return {
      status: response.statusCode,
      value: parseJson(bytes, response.statusCode, options.name),
      bytes: bytes.length,
    };
  }

  return {
    health: guard.health,
    get: (path, call) =>
      guard.run(
        { signal: call.signal, timeout: call.timeout ?? defaultTimeout, retry: true },
        (signal) => exchange({ method: 'GET', path }, call, signal),
      ),
    post: (path, body, call) =>
      guard.run(
        { signal: call.signal, timeout: call.timeout ?? defaultTimeout, retry: false },
        (signal) => exchange({ method: 'POST', path, body: JSON.stringify(body) }, call, signal),
      ),
    stream: async (path, call) => {
      const leave = new AbortController();
      const limits = { signal: call.signal, timeout: call.timeout ?? defaultTimeout, retry: false };
      const response = await guard.run(limits, async (waiting) => {
        // The deadline ends with the wait for headers; the stream itself lives as long as its reader.
        const giveUp = () => leave.abort(waiting.reason);
        waiting.addEventListener('abort', giveUp, { once: true });
        try {
          return await pool.request({
            method: 'GET',
            path: target(path),
            headers: { accept: 'text/event-stream, application/json', ...call.headers },
            signal: leave.signal,
          });
        } finally {
          waiting.removeEventListener('abort', giveUp);
        }
      });
      const abort = () => leave.abort(call.signal.reason);
      if (call.signal.aborted) abort();
      call.signal.addEventListener('abort', abort, { once: true });
      response.body.once('close', () => call.signal.removeEventListener('abort', abort));
      return { status: response.statusCode, headers: response.headers, body: response.body };
    },
    probe: async (signal) => {
      await guard.run({ signal, timeout: defaultTimeout, retry: false }, async (limit) => {
        const response = await pool.request({
          method: 'GET',
          path: target('/health'),
          signal: limit,
        });
        await response.body.dump();
      });
    },
    close: () => pool.destroy(),
  };
}
