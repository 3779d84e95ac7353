import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  ResponseHandler,
  ResponseHead,
  RequestHandle as UpstreamExchange,
} from '@dtf-graph/http1-client';
import type { DeadlineSet, DeadlineSetMember } from '../../lib/collections/deadline-set.ts';
import type { TraceContext } from '../../lib/trace-context.ts';
import type { StreamPermit } from '../../streaming/stream-limits.ts';
import { markEventStream } from '../connections/stalled-clients.ts';
import { sendErrorStatus } from '../error-response.ts';
import { getRequestTrace, setRequestSpanRoute } from '../request-trace.ts';
import { formatRandomSseRetry } from '../sse/sse-writer.ts';
import { type ForwardedResponseHead, toUpstreamRequestHeaders } from './proxy-headers.ts';
import { createProxyResponseWriter } from './proxy-response-writer.ts';
import type { RewriteUrlHeaders } from './rewrite-url-headers.ts';

/**
 * How an exchange ended. `client-left`: the client disconnected; `cut`: aborted after the response
 * head was sent; `refused`: the gateway responded by itself.
 */
export type ProxyOutcome =
  | 'complete'
  | 'client-left'
  | 'cut'
  | 'unreachable'
  | 'timeout'
  | 'refused';

/** A request as it is sent to an upstream; header lines as name, value, name, value. */
export type ForwardedRequest = {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly headers: string[];
  readonly trace: TraceContext | undefined;
};

/** Sends a request to an upstream; the handler receives the response as it arrives. */
export type SendForwardedRequest = (
  request: ForwardedRequest,
  handler: ResponseHandler,
) => UpstreamExchange;

/** Settings that all exchanges (a request with its response) of a proxy share; times in ms. */
export type ProxySettings = {
  readonly name: string;
  /** Path of the route in metrics and traces. */
  readonly route: string;
  readonly dispatch: SendForwardedRequest;
  readonly toClientHead: (head: ResponseHead) => ForwardedResponseHead;
  readonly rewriteUrls: RewriteUrlHeaders;
  /** From acceptance of the request to the last byte of the response. */
  readonly deadline: number;
  /** How long an event stream's client may leave the write buffers full. */
  readonly stallLimit: number;
  /** Counts bytes as pending for a client until the returned function is called. */
  readonly hold?:
    | ((req: IncomingMessage, res: ServerResponse, bytes: number) => () => void)
    | undefined;
  /** Whether event streams are exempt from the deadline. */
  readonly endlessStreams: boolean;
  /** Called for event streams; at the stream limit it writes the error and returns undefined. */
  readonly admitStream: (req: IncomingMessage, res: ServerResponse) => StreamPermit | undefined;
  readonly activeExchanges: DeadlineSet<ProxyExchange>;
};

/** One request to forward, and its response. */
export type ProxyExchangeOptions = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Path and query, pasted into the upstream's request line as they are. */
  readonly path: string;
  /** Path prefix of the proxy in the client's URL, such as `/dn`. */
  readonly mount: string;
  /** `performance.now()` when the request was accepted. */
  readonly startedAt: number;
  /** The stream permit, if the client's `Accept` names event streams. */
  readonly permit: StreamPermit | undefined;
  readonly onEnd: (end: ProxyOutcome) => void;
};

/** An exchange in progress. */
export type ProxyExchange = DeadlineSetMember & {
  expiresAt: number;
  /** Ends an event stream with a `retry` field; aborts it if an event is incomplete. */
  readonly endEventStream: () => void;
  readonly abort: () => void;
  readonly expire: () => void;
};

const endsEvent = (chunk: Buffer): boolean =>
  /(\n\n|\r\r|\r\n\r\n)$/.test(chunk.subarray(-4).toString('latin1'));

/**
 * Forwards one request. The client receives the upstream's status, header lines and bytes at the
 * pace of the slower side. A failure gives a 502 before the response head, and closes the
 * connection after it.
 */
export function startProxyExchange(settings: ProxySettings, options: ProxyExchangeOptions): void {
  const { req, res } = options;
  const { name, route, activeExchanges } = settings;
  setRequestSpanRoute(req, route);
  let upstream: UpstreamExchange | undefined;
  let end: ProxyOutcome | undefined;
  let permit = options.permit;
  let hasHead = false;
  let isStream = false;
  let isEncoded = false;
  let betweenEvents = true;
  let stall: NodeJS.Timeout | undefined;
  let release: (() => void) | undefined;

  const settle = (how: ProxyOutcome): boolean => {
    if (end !== undefined) return false;
    end = how;
    if (stall) clearTimeout(stall);
    release?.();
    permit?.release();
    activeExchanges.delete(exchange);
    options.onEnd(how);
    return true;
  };
  const leaveUpstream = (): void => upstream?.abort();
  const fail = (how: ProxyOutcome, message: string): void => {
    if (!settle(hasHead && how !== 'client-left' ? 'cut' : how)) return;
    leaveUpstream();
    if (hasHead || res.destroyed) writer.abort();
    else sendErrorStatus(res, { status: 502, message });
  };
  const writer = createProxyResponseWriter(res, {
    onFull: () => {
      upstream?.pause();
      release = settings.hold?.(req, res, res.writableLength);
      if (isStream) stall = setTimeout(() => fail('cut', ''), settings.stallLimit);
    },
    onDrain: () => {
      clearTimeout(stall);
      release?.();
      upstream?.resume();
    },
  });

  const startAnswer = (given: ResponseHead): void => {
    hasHead = true;
    const converted = settings.toClientHead(given);
    const head = { ...converted, headers: settings.rewriteUrls(converted.headers, options) };
    ({ isStream, isEncoded } = head);
    if (isStream) markEventStream(req);
    if (isStream) permit ??= settings.admitStream(req, res);
    else permit?.release();
    if (isStream && settings.endlessStreams) exchange.expiresAt = Number.POSITIVE_INFINITY;
    if (isStream && permit === undefined) {
      settle('refused');
      leaveUpstream();
      return;
    }
    writer.start(head);
  };

  const exchange: ProxyExchange = {
    index: -1,
    expiresAt: options.startedAt + settings.deadline,
    endEventStream: () => {
      if (!isStream || end !== undefined) return;
      if (!betweenEvents) {
        fail('cut', '');
        return;
      }
      settle('cut');
      leaveUpstream();
      writer.write(formatRandomSseRetry());
      writer.end();
    },
    abort: () => fail('cut', `${name} is unreachable`),
    expire: () => fail('timeout', `${name} timed out`),
  };
  activeExchanges.add(exchange, options.startedAt);

  res.on('close', () => {
    if (res.writableFinished) settle('complete');
    else if (settle('client-left')) leaveUpstream();
  });
  // An unread request body would hide the client's disconnect.
  if (req.headers['content-length'] ?? req.headers['transfer-encoding']) req.resume();

  upstream = settings.dispatch(
    {
      path: options.path,
      method: req.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: toUpstreamRequestHeaders(req.rawHeaders),
      trace: getRequestTrace(req, route),
    },
    {
      onHead: startAnswer,
      onData: (chunk) => {
        if (end !== undefined) return;
        if (isStream) betweenEvents = !isEncoded && endsEvent(chunk);
        writer.write(chunk);
      },
      onEnd: () => {
        if (end === undefined) writer.end();
      },
      onError: () => fail('unreachable', `${name} is unreachable`),
    },
  );
}
