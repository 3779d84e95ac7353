import type { SpanAnnotator, TraceContext } from '../lib/trace-context.ts';

/** Attributes of a span, named as in OpenTelemetry; the gateway's own begin with `dtf.`. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** `server`: a client's request. `client`: an upstream call. `internal`: any other operation. */
export type SpanKind = 'server' | 'client' | 'internal';

/** A span of a distributed trace: an operation with start and end. */
export type TraceSpan = SpanAnnotator & {
  /** The trace context for child spans and upstream calls; undefined without a trace. */
  readonly context: TraceContext | undefined;
  readonly rename: (name: string) => void;
  readonly setAttributes: (attributes: SpanAttributes) => void;
  /** Ends the span. An `error`, thrown value or HTTP status, marks it as failed. */
  readonly end: (error?: unknown) => void;
};

/** Starts a span as a child of `parent`; without a parent it starts a new trace. */
export type StartSpan = (
  kind: SpanKind,
  name: string,
  options: { readonly parent: TraceContext | undefined; readonly attributes?: SpanAttributes },
) => TraceSpan;

/** Creates the spans of one gateway, if tracing is on. */
export type Spans = {
  /** Whether tracing is on. If not, `start` returns a span that only passes its parent on. */
  readonly isOn: () => boolean;
  readonly start: StartSpan;
  /** Turns tracing on: spans are then started with the given function (`start-tracing.ts`). */
  readonly use: (start: StartSpan) => void;
};

const ignore = (): void => {};

/** Creates the spans of a gateway, with tracing off. */
export function createSpans(): Spans {
  let startRecorded: StartSpan | undefined;
  return {
    isOn: () => startRecorded !== undefined,
    start: (kind, name, options) =>
      startRecorded?.(kind, name, options) ?? {
        context: options.parent,
        rename: ignore,
        setAttributes: ignore,
        addEvent: ignore,
        link: ignore,
        end: ignore,
      },
    use: (start) => {
      startRecorded = start;
    },
  };
}
