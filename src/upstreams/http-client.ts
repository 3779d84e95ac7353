import {
  createHttp1Pool,
  createOriginTrust,
  type OriginTrust,
  type RequestHandle,
  type ResponseHandler,
} from '@dtf-graph/http1-client';
import type { Config } from '../config.ts';
import { UpstreamServerError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import { batchImmediate } from '../streaming/batch-immediate.ts';
import type { Telemetry } from '../telemetry.ts';
import { parseBaseUrl } from './base-url.ts';
import type { BodyCheck } from './checks/response-subject.ts';
import { startJsonRequest } from './json-request.ts';
import { type ProxyRequest, sendProxyRequest } from './proxy-request.ts';
import { createResiliencePolicy, type ResiliencePolicy } from './resilience.ts';
import type { UpstreamResponse } from './response.ts';
import { abortStreamOn, startStreamRequest } from './stream-request.ts';
import { createUndiciPool } from './undici-pool.ts';

export type CallOptions = {
  readonly signal: AbortSignal;
  /** Total time for connecting, waiting, reading and the one retry. */
  readonly timeout?: Millis;
  /** Maximum size of the response body; reading stops with an error beyond it. */
  readonly maxBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** True for successful bodies that are returned unparsed, as `RawJson`. */
  readonly keepRawIf?: (body: Uint8Array) => boolean;
  /**
   * Checks the parsed body of a successful response. False means that it belongs to another
   * request, so the upstream sends responses without requests. The call then fails and connections
   * are not reused for a while.
   */
  readonly isAsked?: BodyCheck;
};

/** An upstream response read as a stream. `body` ends, throws, or is ended by the signal. */
export type UpstreamStream = {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
};

/**
 * JSON over HTTP to one upstream: deadline, one retry for reads, circuit breaker, size limit,
 * abort. Redirects are returned, never followed. The configuration fixes the authority.
 */
export type HttpClient = {
  /**
   * @throws {UpstreamUnavailableError} no usable response within the deadline. A 4xx is a response.
   */
  readonly get: (path: string, options: CallOptions) => Promise<UpstreamResponse>;
  /** Like `get`, but never retried. */
  readonly post: (path: string, body: unknown, options: CallOptions) => Promise<UpstreamResponse>;
  /** A POST that changes nothing, such as a JSON-RPC read. Retried once, like `get`. */
  readonly postRead: (
    path: string,
    body: unknown,
    options: CallOptions,
  ) => Promise<UpstreamResponse>;
  /** Opens an event stream; `timeout` covers the wait for its headers only. */
  readonly stream: (path: string, options: CallOptions) => Promise<UpstreamStream>;
  /**
   * Forwards a request and streams the response back, whatever its status. Uses separate
   * connections, so that long responses never delay reads. The path is relative to the base URL.
   */
  readonly dispatch: (
    request: ProxyRequest,
    handler: ResponseHandler,
    timeout: Millis,
  ) => RequestHandle;
  readonly health: ResiliencePolicy['health'];
  readonly wasUpWithin: ResiliencePolicy['wasUpWithin'];
  /**
   * Sends a small request. Any response marks the upstream as up, except the 5xx statuses by which
   * proxies report an unreachable upstream. Those, a failure and a timeout mark it as down.
   */
  readonly probe: (options: Pick<CallOptions, 'signal' | 'timeout'>) => Promise<void>;
  /** Reports a response to another request: connections are not reused for a while. */
  readonly distrust: () => void;
  readonly close: () => Promise<void>;
};

const defaultTimeout: Millis = 10_000;
const defaultMaxBytes = 5 * 1024 * 1024;

const acceptJson = ['accept', 'application/json'];
const postJson = [...acceptJson, 'content-type', 'application/json'];

const withHeaders = (own: string[], more: CallOptions['headers']): string[] =>
  more ? [...own, ...Object.entries(more).flat()] : own;

/**
 * Creates the client of one upstream. Connects on the first call.
 *
 * @param options.baseUrl - Origin, optional path prefix and query; no trailing slash.
 * @param options.label - Name in metrics, to distinguish several clients of one upstream.
 * @param options.httpClient - What speaks HTTP: `packages/http1-client` or undici.
 * @param options.trust - Trust in the origin, shared with other clients of it.
 */
export function createHttpClient(options: {
  readonly name: string;
  readonly label?: string;
  readonly baseUrl: string;
  readonly telemetry: Telemetry;
  readonly connections?: number;
  readonly trust?: OriginTrust;
  readonly httpClient?: Config['httpClient'];
}): HttpClient {
  const { name, label = name, telemetry } = options;
  const shared = options.trust ?? createOriginTrust();
  const trust: OriginTrust = {
    ...shared,
    distrust: () => {
      telemetry.upstreamDistrusts.inc({ upstream: label });
      shared.distrust();
    },
  };
  const { origin, target } = parseBaseUrl(options.baseUrl);
  const common = {
    origin,
    connectTimeout: 3000,
    keepAliveTimeout: 10_000,
    maxHeadBytes: 32 * 1024,
    trust,
    schedule: batchImmediate,
  };
  const createPool = options.httpClient === 'undici' ? createUndiciPool : createHttp1Pool;
  const pool = createPool({ ...common, connections: options.connections ?? 64 });
  const passing = createPool(common);
  const resilience = createResiliencePolicy({ name, label, telemetry });
  const source = { pool, name, distrust: trust.distrust };

  const post = (sent: {
    readonly path: string;
    readonly body: unknown;
    readonly call: CallOptions;
    readonly retry: boolean;
  }) =>
    resilience.run(
      { signal: sent.call.signal, timeout: sent.call.timeout ?? defaultTimeout, retry: sent.retry },
      startJsonRequest(source, {
        method: 'POST',
        path: target(sent.path),
        body: JSON.stringify(sent.body),
        headers: withHeaders(postJson, sent.call.headers),
        maxBytes: sent.call.maxBytes ?? defaultMaxBytes,
        isAsked: sent.call.isAsked,
      }),
    );

  return {
    health: resilience.health,
    wasUpWithin: resilience.wasUpWithin,
    get: (path, call) =>
      resilience.run(
        { signal: call.signal, timeout: call.timeout ?? defaultTimeout, retry: true },
        startJsonRequest(source, {
          method: 'GET',
          path: target(path),
          headers: withHeaders(acceptJson, call.headers),
          maxBytes: call.maxBytes ?? defaultMaxBytes,
          keepRawIf: call.keepRawIf,
          isAsked: call.isAsked,
        }),
      ),
    post: (path, body, call) => post({ path, body, call, retry: false }),
    postRead: (path, body, call) => post({ path, body, call, retry: true }),
    stream: async (path, call) => {
      const headers = withHeaders(['accept', 'text/event-stream, application/json'], call.headers);
      // The deadline covers the wait for headers; the stream stays open until the reader or the
      // signal ends it.
      const stream = await resilience.run(
        { signal: call.signal, timeout: call.timeout ?? defaultTimeout, retry: false },
        startStreamRequest(pool, { method: 'GET', path: target(path), headers }),
      );
      return abortStreamOn(stream, call.signal);
    },
    probe: ({ signal, timeout = defaultTimeout }) =>
      resilience.run<void>({ signal, timeout, retry: false }, (done, failed) => {
        const request = { method: 'GET', path: target('/health'), headers: [] } as const;
        let status = 0;
        return pool.send(request, {
          onHead: (head) => {
            status = head.status;
          },
          onData: () => {},
          onEnd: () => {
            if (status < 500) done();
            else failed(new UpstreamServerError(`the ${name} answered with an error`, status));
          },
          onError: failed,
        }).abort;
      }),
    distrust: trust.distrust,
    dispatch: ({ path, ...request }, handler, timeout) =>
      sendProxyRequest({
        pool: passing,
        resilience,
        request: { ...request, path: target(path) },
        handler,
        timeout,
      }),
    close: async () => {
      pool.close();
      passing.close();
    },
  };
}
