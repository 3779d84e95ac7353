import { setTimeout as sleep } from 'node:timers/promises';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../lib/log.ts';
import { packageVersion } from '../lib/package-version.ts';
import type { Millis } from '../lib/units.ts';
import type { SpanAttributes, Spans, StartSpan } from './spans.ts';

/** How long a shutdown waits for a collector that does not take the remaining spans. */
const lastSpansLimit: Millis = 2000;

/**
 * Turns tracing on: spans are sent to an OpenTelemetry collector by OTLP over HTTP. The SDK is
 * loaded only here.
 *
 * @param options.endpoint - URL of the collector, without `/v1/traces`.
 * @param options.resource - Attributes of this process, e.g. `service.name`.
 * @returns a function that sends the remaining spans, for at most 2 s, and turns the exporter off.
 */
export async function startTracing(
  spans: Spans,
  {
    endpoint,
    log,
    resource,
  }: {
    readonly endpoint: string;
    readonly log: Log;
    readonly resource: Readonly<Record<string, string>>;
  },
): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = reportFailures(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'dtf-graph',
      'service.version': packageVersion,
      'service.instance.id': crypto.randomUUID(),
      ...resource,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('dtf-graph');
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };

  const toSpanContext = (traceparent: string, tracestate?: string) => {
    const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
    return {
      traceId,
      spanId,
      traceFlags: Number.parseInt(flags, 16) & api.TraceFlags.SAMPLED,
      isRemote: true,
      ...(tracestate === undefined ? {} : { traceState: api.createTraceState(tracestate) }),
    };
  };

  const start: StartSpan = (kind, name, { parent, attributes = {} }) => {
    const { traceparent, tracestate } = parent ?? {};
    const around = traceparent
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, toSpanContext(traceparent, tracestate))
      : api.ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: kinds[kind] }, around);
    const setAttributes = (given: SpanAttributes): void => {
      for (const [key, value] of Object.entries(given)) {
        if (value !== undefined) span.setAttribute(key, value);
      }
    };
    setAttributes(attributes);
    const { traceId, spanId, traceFlags } = span.spanContext();
    const own = `00-${traceId}-${spanId}-${traceFlags === 0 ? '00' : '01'}`;
    return {
      // A span that is not recorded passes its parent on unchanged.
      context:
        span.isRecording() || traceparent === undefined ? { ...parent, traceparent: own } : parent,
      rename: (name) => void span.updateName(name),
      setAttributes,
      addEvent: (name, attributes) => void span.addEvent(name, attributes),
      link: (linked) => {
        if (linked.traceparent === undefined) return;
        span.addLink({ context: toSpanContext(linked.traceparent, linked.tracestate) });
      },
      end: (error) => {
        if (error !== undefined) {
          span.setStatus({ code: api.SpanStatusCode.ERROR });
          setAttributes({ 'error.type': error instanceof Error ? error.name : String(error) });
        }
        span.end();
      },
    };
  };
  spans.use(start);
  return async () => {
    const sent = provider.shutdown().catch(() => undefined);
    await Promise.race([sent, sleep(lastSpansLimit, undefined, { ref: false })]);
  };
}

/** Logs when a collector begins to refuse spans, and when it takes them again. */
function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing)
          log.warn({ err: result.error }, 'the trace collector takes no spans; they are lost');
        if (!hasFailed && isFailing) log.info('the trace collector takes spans again');
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
