import { attachTraceToSignal, parseTraceContext, type TraceContext } from '../lib/trace-context.ts';
import type { SpanAttributes, Spans, TraceSpan } from '../telemetry/spans.ts';
import { type ClientNameHeaders, readClientName } from './client-name.ts';
import { type ClientIdentifyingRequest, getRequestId } from './request-id-and-address.ts';
import type { RequestInfo } from './request-info.ts';

type RequestTrace = {
  /** 32 hex digits: of the client's trace, else of the request's span, else generated. */
  readonly traceId: string;
  /** Trace context for upstream calls; undefined if the client sent none and tracing is off. */
  readonly context: TraceContext | undefined;
  readonly span: TraceSpan | null;
};

/** What the span of a request records when its response has been sent. */
export type RequestSpanEnd = {
  readonly status: number;
  /** Path of the route, as in metrics. */
  readonly route?: string;
  /** What the `X-Cache` header says. */
  readonly outcome?: string | null;
};

/** The ids that log lines about a request contain. */
export type RequestLogIds = {
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
};

const trace = Symbol('trace');
type TracedRequest = ClientIdentifyingRequest & { [trace]?: RequestTrace };

/** First 20 hex digits of generated trace ids, random per process; a counter follows. */
const processPart = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
let generated = 0;

function generateTraceId(): string {
  generated += 1;
  return processPart + generated.toString(16).padStart(12, '0');
}

const idIn = (traceparent: string): string => traceparent.split('-', 2)[1] as string;

/** Returns the trace of a request: that of its `traceparent`, or a generated one. */
export function ensureRequestTrace(request: TracedRequest): RequestTrace {
  const known = request[trace];
  if (known !== undefined) return known;
  const { traceparent, tracestate } = request.headers;
  const context = parseTraceContext(traceparent, tracestate);
  const traceId = context ? idIn(context.traceparent) : generateTraceId();
  const found = { traceId, context, span: null };
  request[trace] = found;
  return found;
}

/** Returns the ids of a request for log lines. */
export const getRequestIds = (request: ClientIdentifyingRequest): RequestLogIds => ({
  requestId: getRequestId(request),
  traceId: ensureRequestTrace(request).traceId,
});

/** Binds a request's trace to the signal of its work, for upstream calls; returns the trace id. */
export function attachRequestTraceToSignal(
  request: ClientIdentifyingRequest,
  signal: AbortSignal,
  route: string,
): string {
  const { context, traceId } = ensureRequestTrace(request);
  if (context) attachTraceToSignal(signal, { ...context, route });
  return traceId;
}

/** Returns the trace of a request with a span, for a call without the signal of the request. */
export function getRequestTrace(request: TracedRequest, route: string): TraceContext | undefined {
  const context = request[trace]?.context;
  return context && { ...context, route };
}

/** Links the span of a request to the trace of another request that does the work for both. */
export function linkRequestSpan(request: TracedRequest, shared: TraceContext | undefined): void {
  if (shared) request[trace]?.span?.link(shared);
}

function toClientAttributes(headers: ClientNameHeaders): SpanAttributes {
  const { name, version } = readClientName(headers);
  return { 'graphql.client.name': name, 'graphql.client.version': version };
}

/** Sets the client's name and version of a request's span, for a client that says them later. */
export function setRequestSpanClient(request: TracedRequest, headers: ClientNameHeaders): void {
  request[trace]?.span?.setAttributes(toClientAttributes(headers));
}

/** Starts the server span of a request, unless tracing is off or the request has a span. */
export function startRequestSpan(spans: Spans, request: TracedRequest & RequestInfo): void {
  if (!spans.isOn() || request[trace]?.span) return;
  const { method = 'GET', url = '' } = request;
  const { context: parent } = ensureRequestTrace(request);
  const span = spans.start('server', method, {
    parent,
    attributes: {
      'http.request.method': method,
      'url.path': url.split('?', 1)[0],
      ...toClientAttributes(request.headers),
    },
  });
  const context = span.context && { ...span.context, span };
  const traceparent = context?.traceparent;
  request[trace] = { traceId: traceparent ? idIn(traceparent) : generateTraceId(), context, span };
}

/** Sets the name and the route attributes of a request's span, if the request has one. */
export function setRequestSpanRoute(request: TracedRequest & RequestInfo, route: string): void {
  const span = request[trace]?.span;
  span?.rename(`${request.method} ${route}`);
  span?.setAttributes({ 'http.route': route, 'dtf.route': route });
}

/** Ends the span of a request, if it has one, with status, route and cache outcome. */
export function endRequestSpan(request: TracedRequest & RequestInfo, end: RequestSpanEnd): void {
  const known = request[trace];
  if (!known?.span) return;
  const { status, route, outcome } = end;
  const { span } = known;
  if (route !== undefined) setRequestSpanRoute(request, route);
  span.setAttributes({
    'dtf.cache.outcome': outcome ?? undefined,
    'http.response.status_code': status,
  });
  span.end(status >= 500 ? status : undefined);
  request[trace] = { ...known, span: null };
}
