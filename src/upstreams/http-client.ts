import {
  type ConnectionReusePolicy,
  createConnectionReusePolicy,
  createHttp1Pool,
  type RequestHandle,
  type ResponseHandler,
} from '@dtf-graph/http1-client';
import { UpstreamServerError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { userAgent } from '../lib/package-version.ts';
import type { DroppedRow } from '../lib/parse-rows.ts';
import {
  getSignalTrace,
  splitTraceHeaders,
  type TraceContext,
  toTraceHeaders,
} from '../lib/trace-context.ts';
import type { Millis } from '../lib/units.ts';
import { setBatchedImmediate } from '../streaming/batch-immediate.ts';
import type { SpanAttributes } from '../telemetry/spans.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { IsPublicMessage } from './checks/public-messages.ts';
import type { BodyMatchesRequest } from './checks/requested-resource.ts';
import { acceptedContentCodings } from './content-decoding.ts';
import { createJsonRequestAttempt, type UpstreamJsonResponse } from './json-request.ts';
import { noWaitersAbortReason, type ProxyRequest, sendProxyRequest } from './proxy-request.ts';
import { createRejectionMonitor } from './rejection-monitor.ts';
import {
  createResilientCallRunner,
  type ResilientCallRunner,
  type StartUpstreamAttempt,
} from './resilience.ts';
import {
  abortStreamOn,
  createStreamRequestAttempt,
  type UpstreamStream,
} from './stream-request.ts';

export type CallOptions = {
  readonly signal: AbortSignal;
  /** Total time for connecting, waiting, reading and the one retry. */
  readonly timeout?: Millis;
  /** Maximum size of the response body; reading stops with an error beyond it. */
  readonly maxBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns whether the body of a successful response is returned unparsed, as `RawJson`. */
  readonly keepRawIf?: (body: Uint8Array) => boolean;
  /**
   * Whether the parsed body of a successful response belongs to this request. If not, the call
   * fails and connections to the upstream are not reused for a while.
   */
  readonly belongsToRequest?: BodyMatchesRequest;
  readonly spanAttributes?: SpanAttributes;
  /** Statuses that answer this call, and so do not mean that the upstream refuses the gateway. */
  readonly expectedStatuses?: readonly number[] | undefined;
};

/**
 * Calls one upstream over HTTP with JSON. Every call has a deadline (default 10 s), a size limit
 * (default 5 MiB), a circuit breaker and an abort signal. Redirects are not followed.
 */
export type HttpClient = {
  /**
   * Sends a GET, retried once. A 4xx is a response, not an error.
   *
   * @throws {UpstreamUnavailableError} no usable response within the deadline.
   */
  readonly get: (path: string, options: CallOptions) => Promise<UpstreamJsonResponse>;
  /** Sends a POST with a JSON body; like `get`, but never retried. */
  readonly post: (
    path: string,
    body: unknown,
    options: CallOptions,
  ) => Promise<UpstreamJsonResponse>;
  /** A POST that changes nothing, such as a JSON-RPC read. Retried once, like `get`. */
  readonly postRead: (
    path: string,
    body: unknown,
    options: CallOptions,
  ) => Promise<UpstreamJsonResponse>;
  /** Opens an event stream; `timeout` covers the wait for its headers only. */
  readonly stream: (path: string, options: CallOptions) => Promise<UpstreamStream>;
  /** Forwards a request over separate connections and streams the response, whatever its status. */
  readonly dispatch: (
    request: ProxyRequest,
    handler: ResponseHandler,
    timeout: Millis,
  ) => RequestHandle;
  readonly health: ResilientCallRunner['health'];
  readonly wasUpWithin: ResilientCallRunner['wasUpWithin'];
  /** Says what is wrong with an upstream that responds; undefined if nothing is. */
  readonly describeRejections: () => string | undefined;
  /**
   * Sends a small request. The upstream is up after any response but the 5xx by which proxies
   * report an unreachable upstream.
   */
  readonly probe: (options: Pick<CallOptions, 'signal' | 'timeout'>) => Promise<void>;
  /** Counts an event of a stream that is ignored, such as a heartbeat. */
  readonly countIgnoredEvent: (reason: 'empty' | 'name') => void;
  readonly close: () => Promise<void>;
};

const defaultTimeout: Millis = 10_000;
const defaultMaxBytes = 5 * 1024 * 1024;

const identity = ['user-agent', userAgent];
const sharedHeaders = [...identity, 'accept-encoding', acceptedContentCodings];
const acceptJson = [...sharedHeaders, 'accept', 'application/json'];
const postJson = [...acceptJson, 'content-type', 'application/json'];

const acceptEvents = [...sharedHeaders, 'accept', 'text/event-stream, application/json'];

/** A call of this client, before the headers of its trace are added. */
type SentCall = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly call: CallOptions;
  readonly headers: readonly string[];
  readonly retry: boolean;
};

const withHeaders = (own: readonly string[], more: CallOptions['headers']): readonly string[] =>
  more ? [...own, ...Object.entries(more).flat()] : own;

/** Whether the headers, alternating names and values, have a `User-Agent`. */
const namesUserAgent = (headers: readonly string[]): boolean =>
  headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'user-agent');

/**
 * Splits the URL of an upstream. `origin` has the credentials; `target` returns the request target
 * for a path below the URL, with the URL's query (a provider's `?apikey=…`) after that of the path.
 */
export function splitUpstreamUrl(url: string) {
  const { protocol, username, password, host, pathname, search } = new URL(url);
  const credentials = username || password ? `${username}:${password}@` : '';
  const prefix = pathname.replace(/\/+$/, '');
  const target = (path: string): string => {
    const own = prefix + path || '/';
    return own + (own.includes('?') ? search.replace('?', '&') : search);
  };
  return { origin: `${protocol}//${credentials}${host}`, target };
}

/**
 * Creates the client of one upstream. Connects on the first call.
 *
 * @param options.baseUrl - Origin, optional path prefix and query; no trailing slash.
 * @param options.label - Name in metrics, to distinguish several clients of one upstream.
 * @param options.trust - Whether connections may be reused; shared by all clients of the origin.
 */
export function createHttpClient(options: {
  readonly name: string;
  readonly label?: string;
  readonly baseUrl: string;
  readonly telemetry: Telemetry;
  /** Logs once a minute that the upstream refuses every call. */
  readonly log?: Log;
  readonly connections?: number;
  readonly trust?: ConnectionReusePolicy;
  /** Whether clients may see an error message; default: none. */
  readonly isPublicMessage?: IsPublicMessage;
}): HttpClient {
  const { name, label = name, telemetry } = options;
  const shared = options.trust ?? createConnectionReusePolicy();
  const trust: ConnectionReusePolicy = {
    ...shared,
    distrust: () => {
      telemetry.upstreamDistrusts.inc({ upstream: label });
      shared.distrust();
    },
  };
  const { origin, target } = splitUpstreamUrl(options.baseUrl);
  const common = {
    origin,
    connectTimeout: 3000,
    keepAliveTimeout: 10_000,
    maxHeadBytes: 32 * 1024,
    trust,
    schedule: setBatchedImmediate,
  };
  const pool = createHttp1Pool({ ...common, connections: options.connections ?? 64 });
  const passing = createHttp1Pool(common);
  const rejections = createRejectionMonitor(label, options.log);
  const resilience = createResilientCallRunner({ name, label, telemetry, rejections });
  const source = {
    pool,
    name,
    onDroppedRow: (row: DroppedRow) => telemetry.upstreamRowsDropped.inc(row),
    isPublicMessage: options.isPublicMessage,
  };

  const { hostname, port, protocol } = new URL(origin);
  const server = {
    'dtf.upstream': label,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
  /** Starts the span of a call, which counts its attempts and ends once. */
  function traceCall(method: string, path: string, parent: TraceContext | undefined) {
    const span = telemetry.spans.start('client', `${method} ${name}`, {
      parent,
      attributes: {
        ...server,
        'dtf.route': parent?.route,
        'dtf.policy': parent?.policy,
        'dtf.cache.outcome': parent?.outcome,
        'http.request.method': method,
        'url.path': path.split('?', 1)[0],
      },
    });
    let attempts = 0;
    let isEnded = false;
    return {
      headers: toTraceHeaders(span.context),
      setAttributes: span.setAttributes,
      onAttempt: (): void => {
        attempts += 1;
      },
      end: (status?: number, error?: unknown): void => {
        if (isEnded) return;
        isEnded = true;
        span.setAttributes({
          'http.response.status_code': status,
          'dtf.retry.count': Math.max(0, attempts - 1),
          'dtf.breaker.state': resilience.breakerState(),
        });
        span.end(status !== undefined && status >= 400 ? status : error);
      },
    };
  }

  function run<T extends { readonly status: number }>(
    sent: SentCall,
    begin: (headers: readonly string[]) => StartUpstreamAttempt<T>,
  ): Promise<T> {
    const { call, retry } = sent;
    const { signal, timeout = defaultTimeout, expectedStatuses } = call;
    const headers = withHeaders(sent.headers, call.headers);
    const limits = { signal, timeout, retry, expectedStatuses };
    const trace = getSignalTrace(signal);
    return trace?.traceparent === undefined && !telemetry.spans.isOn()
      ? resilience.run(limits, begin(headers))
      : runTraced(sent, trace, (own, onAttempt) =>
          resilience.run({ ...limits, onAttempt }, begin([...headers, ...own])),
        );
  }

  /** Runs a call in a span of its own, whose trace headers the call sends. */
  async function runTraced<T extends { readonly status: number }>(
    { method, path, call }: SentCall,
    trace: TraceContext | undefined,
    send: (traceHeaders: readonly string[], onAttempt: () => void) => Promise<T>,
  ): Promise<T> {
    const traced = traceCall(method, path, trace);
    traced.setAttributes(call.spanAttributes ?? {});
    try {
      const response = await send(traced.headers, traced.onAttempt);
      traced.end(response.status);
      return response;
    } catch (error) {
      traced.end(error instanceof UpstreamServerError ? error.upstreamStatus : undefined, error);
      throw error;
    }
  }

  const fetchJson = (sent: SentCall & { readonly body?: unknown }) =>
    run(sent, (headers) =>
      createJsonRequestAttempt(source, {
        method: sent.method,
        path: target(sent.path),
        ...(sent.method === 'POST' ? { body: JSON.stringify(sent.body) } : {}),
        headers,
        maxBytes: sent.call.maxBytes ?? defaultMaxBytes,
        keepRawIf: sent.method === 'GET' ? sent.call.keepRawIf : undefined,
        belongsToRequest: sent.call.belongsToRequest,
      }),
    );

  return {
    health: resilience.health,
    wasUpWithin: resilience.wasUpWithin,
    describeRejections: rejections.describe,
    get: (path, call) => fetchJson({ method: 'GET', path, call, headers: acceptJson, retry: true }),
    post: (path, body, call) =>
      fetchJson({ method: 'POST', path, body, call, headers: postJson, retry: false }),
    postRead: (path, body, call) =>
      fetchJson({ method: 'POST', path, body, call, headers: postJson, retry: true }),
    stream: async (path, call) => {
      // The deadline covers the wait for headers; the stream may stay open longer.
      const stream = await run(
        { method: 'GET', path, call, headers: acceptEvents, retry: false },
        (headers) =>
          createStreamRequestAttempt(pool, { method: 'GET', path: target(path), headers }),
      );
      return abortStreamOn(stream, call.signal);
    },
    probe: ({ signal, timeout = defaultTimeout }) =>
      resilience.run<void>({ signal, timeout, retry: false }, (done, failed) => {
        const request = { method: 'GET', path: target('/health'), headers: acceptJson } as const;
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
    countIgnoredEvent: (reason) => telemetry.ignoredEvents.inc({ upstream: label, reason }),
    dispatch: ({ method, path, headers: given, trace }, handler, timeout) => {
      const headers = namesUserAgent(given) ? given : [...given, ...identity];
      const common = { pool: passing, resilience, timeout };
      const sent = { method, path: target(path), headers };
      if (!telemetry.spans.isOn()) return sendProxyRequest({ ...common, request: sent, handler });
      const { others, trace: received } = splitTraceHeaders(headers);
      const traced = traceCall(method, path, trace ?? received);
      let status: number | undefined;
      const exchange = sendProxyRequest({
        ...common,
        request: { ...sent, headers: [...others, ...traced.headers] },
        onAttempt: traced.onAttempt,
        handler: {
          ...handler,
          onHead: (head) => {
            status = head.status;
            handler.onHead(head);
          },
          onEnd: () => {
            traced.end(status);
            handler.onEnd();
          },
          onError: (error) => {
            traced.end(status, error);
            handler.onError(error);
          },
        },
      });
      const abort = () => {
        exchange.abort();
        traced.end(status, noWaitersAbortReason);
      };
      return { ...exchange, abort };
    },
    close: async () => {
      pool.close();
      passing.close();
    },
  };
}
