import type { SpanInProgress, TraceContext } from '../lib/trace-context.ts';

/** Names follow OpenTelemetry's semantic conventions; the gateway's own begin with `dtf.`. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** `server`: a request of a client. `client`: an upstream call. `internal`: work in between. */
export type SpanKind = 'server' | 'client' | 'internal';

/** A piece of work in a trace. */
export type TraceSpan = SpanInProgress & {
  /** The trace as children continue it and upstreams receive it. */
  readonly context: TraceContext | undefined;
  readonly rename: (name: string) => void;
  readonly setAttributes: (attributes: SpanAttributes) => void;
  /** Ends the span; an error sets its status. */
  readonly end: (error?: unknown) => void;
};

/** Starts a span below `parent`, or a new trace without one. */
export type StartSpan = (
  kind: SpanKind,
  name: string,
  options: { readonly parent: TraceContext | undefined; readonly attributes?: SpanAttributes },
) => TraceSpan;

/** Creates the spans of one gateway. */
export type Spans = {
  /** False while tracing is off: then `start` returns a span that passes its parent on. */
  readonly isOn: () => boolean;
  readonly start: StartSpan;
  /** Turns tracing on (`start-tracing.ts`). */
  readonly use: (start: StartSpan) => void;
};

const ignore = (): void => {};

/** Creates spans with tracing off. */
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
