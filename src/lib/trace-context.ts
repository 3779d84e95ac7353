/** Where work stands in a distributed trace, as W3C Trace Context headers carry it. */
export type TraceContext = {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
  /** Route of the request, as in metrics. */
  readonly route?: string | undefined;
  /** Cache policy of the value that is fetched. */
  readonly policy?: string | undefined;
  /** The span that the work belongs to; undefined while tracing is off. */
  readonly span?: SpanInProgress | undefined;
};

/** What work adds to its span. */
export type SpanInProgress = {
  /** Links the span to work that it shares with another trace. */
  readonly link: (context: TraceContext) => void;
  readonly addEvent: (
    name: string,
    attributes: Readonly<Record<string, string | number | boolean>>,
  ) => void;
};

const trace = Symbol('trace');
type Traced = AbortSignal & { [trace]?: TraceContext };

/**
 * Attaches the trace to the signal of a piece of work: every IO is given that signal, so upstream
 * calls find the trace without another parameter. The signal must not be shared with other work.
 */
export function bindTrace(signal: AbortSignal, context: TraceContext): void {
  (signal as Traced)[trace] = context;
}

/** Returns the trace of a piece of work; undefined if it belongs to none. */
export const traceOf = (signal: AbortSignal): TraceContext | undefined => (signal as Traced)[trace];

const validParent = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
/** Longer states are dropped (W3C Trace Context §3.3.1.5). */
const maxStateLength = 512;

/**
 * Reads the trace of a request from its headers.
 *
 * @returns undefined if there is no valid `traceparent`; `tracestate` means nothing without it.
 */
export function parseTraceContext(
  traceparent: string | string[] | undefined,
  tracestate?: string | string[] | undefined,
): TraceContext | undefined {
  if (typeof traceparent !== 'string' || !validParent.test(traceparent)) return undefined;
  const hasState = typeof tracestate === 'string' && tracestate.length <= maxStateLength;
  return hasState ? { traceparent, tracestate } : { traceparent };
}

/** Returns the headers that carry a trace on: name, value, name, value. */
export function toTraceHeaders(context: TraceContext | undefined): readonly string[] {
  if (context === undefined) return [];
  const { traceparent, tracestate } = context;
  const parent = ['traceparent', traceparent];
  return tracestate === undefined ? parent : [...parent, 'tracestate', tracestate];
}

/** Takes the trace out of header lines: name, value, name, value. */
export function splitTraceHeaders(headers: readonly string[]): {
  readonly others: readonly string[];
  readonly trace: TraceContext | undefined;
} {
  const found: Record<string, string | undefined> = {};
  const others: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]];
    const lower = name.toLowerCase();
    if (lower === 'traceparent' || lower === 'tracestate') found[lower] = value;
    else others.push(name, value);
  }
  return { others, trace: parseTraceContext(found.traceparent, found.tracestate) };
}
