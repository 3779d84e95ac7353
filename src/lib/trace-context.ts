/**
 * Position of an operation in a distributed trace, as W3C Trace Context headers carry it, and span
 * attributes of its upstream calls.
 */
export type TraceContext = {
  /** Undefined for an operation without a trace: its upstream calls begin their own. */
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
  /** The route of the client's request, as in metrics, e.g. `/orders/{id}`. */
  readonly route?: string | undefined;
  /** The cache policy of the value that an upstream call fetches. */
  readonly policy?: string | undefined;
  /** Why the value is fetched: there was none (`MISS`), or it was stale (`STALE`). */
  readonly outcome?: 'MISS' | 'STALE' | undefined;
  readonly span?: SpanAnnotator | undefined;
};

export type SpanAnnotator = {
  /** Links the span to another trace whose result it uses, e.g. a coalesced fetch. */
  readonly link: (context: TraceContext) => void;
  readonly addEvent: (
    name: string,
    attributes: Readonly<Record<string, string | number | boolean>>,
  ) => void;
};

const trace = Symbol('trace');
type Traced = AbortSignal & { [trace]?: TraceContext };

/**
 * Stores the trace on the abort signal of an operation, where upstream calls find it. Other
 * operations must not use the same signal.
 */
export function attachTraceToSignal(signal: AbortSignal, context: TraceContext): void {
  (signal as Traced)[trace] = context;
}

/** Returns the trace that `attachTraceToSignal` stored on a signal; undefined if there is none. */
export const getSignalTrace = (signal: AbortSignal): TraceContext | undefined =>
  (signal as Traced)[trace];

/** Returns a signal that fires with `signal` and carries the trace; `signal` itself without one. */
export function createTracedSignal(
  signal: AbortSignal,
  context: TraceContext | undefined,
): AbortSignal {
  if (context === undefined) return signal;
  const traced = AbortSignal.any([signal]);
  attachTraceToSignal(traced, context);
  return traced;
}

/** Links the operation of a signal to the trace that does the work for it, if both are traced. */
export function linkTrace(signal: AbortSignal, shared: TraceContext | undefined): void {
  if (shared) getSignalTrace(signal)?.span?.link(shared);
}

/**
 * Lets work that several operations wait for continue the trace of the first operation, and links
 * the others to it.
 *
 * @param work - The signal of the work.
 * @param signal - The signal of an operation that waits for it.
 */
export function linkTraceToSharedWork(work: AbortSignal, signal: AbortSignal): void {
  const own = getSignalTrace(signal);
  if (own === undefined) return;
  const first = getSignalTrace(work);
  if (first === undefined) attachTraceToSignal(work, own);
  else if (first.span !== own.span) own.span?.link(first);
}

const validParent = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
/** Longer `tracestate` values are dropped (W3C Trace Context §3.3.1.5). */
const maxStateLength = 512;
/** A member of `tracestate` (W3C Trace Context §3.3.1.3), which may be empty. */
const stateMember =
  /^[ \t]*(?:(?:[a-z][\da-z_*/-]{0,255}|[\da-z][\da-z_*/-]{0,240}@[a-z][\da-z_*/-]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~])?[ \t]*$/;

const isTraceState = (text: string): boolean =>
  text.length <= maxStateLength && text.split(',').every((member) => stateMember.test(member));

/** Longest `baggage` that is passed on, bytes (W3C Baggage §3.3.2). */
const maxBaggageLength = 8192;
/** A member of `baggage` (W3C Baggage §3.3.1), with its properties. */
const baggageMember =
  /^[ \t]*[\w!#$%&'*+.^`|~-]+[ \t]*=[ \t]*[!#-+\--:<-[\]-~]*[ \t]*(?:;[ \t]*[\w!#$%&'*+.^`|~-]+[ \t]*(?:=[ \t]*[!#-+\--:<-[\]-~]*[ \t]*)?)*$/;

const isBaggage = (text: string): boolean =>
  text.length <= maxBaggageLength && text.split(',').every((member) => baggageMember.test(member));

/**
 * Returns header lines without `traceparent`, `tracestate` and `baggage` that are invalid or occur
 * more than once; `tracestate` stays only with a `traceparent`. Lists alternate names and values.
 */
export function dropInvalidTraceHeaders(headers: readonly string[]): string[] {
  const values = new Map<string, string | null>();
  const isTrace = (name: string) => /^(?:traceparent|tracestate|baggage)$/.test(name);
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase() ?? '';
    if (isTrace(name)) values.set(name, values.has(name) ? null : (headers[index + 1] ?? ''));
  }
  if (values.size === 0) return [...headers];
  const { traceparent, tracestate } =
    parseTraceContext(
      values.get('traceparent') ?? undefined,
      values.get('tracestate') ?? undefined,
    ) ?? {};
  const baggage = values.get('baggage') ?? '';
  const valid: Readonly<Record<string, string | undefined>> = {
    traceparent,
    tracestate,
    baggage: isBaggage(baggage) ? baggage : undefined,
  };
  return headers.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const lower = name.toLowerCase();
    const value = isTrace(lower) ? valid[lower] : headers[index + 1];
    return value === undefined ? [] : [name, value];
  });
}

/** Parses the trace headers of a request; undefined without a valid `traceparent`. */
export function parseTraceContext(
  traceparent: string | string[] | undefined,
  tracestate?: string | string[] | undefined,
): (TraceContext & { readonly traceparent: string }) | undefined {
  if (typeof traceparent !== 'string' || !validParent.test(traceparent)) return undefined;
  const hasState = typeof tracestate === 'string' && isTraceState(tracestate);
  return hasState ? { traceparent, tracestate } : { traceparent };
}

/**
 * Returns the headers that continue the trace in an upstream call: alternating names and values.
 */
export function toTraceHeaders(context: TraceContext | undefined): readonly string[] {
  if (context?.traceparent === undefined) return [];
  const { traceparent, tracestate } = context;
  const parent = ['traceparent', traceparent];
  return tracestate === undefined ? parent : [...parent, 'tracestate', tracestate];
}

/** Separates the trace headers from the others. Header lists alternate names and values. */
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
