import { packageVersion } from '../lib/package-version.ts';
import type { TraceContext } from '../lib/trace-context.ts';
import type { SpanAttributes, Spans, StartSpan } from './spans.ts';

/**
 * Turns tracing on: spans are sent to an OpenTelemetry collector by OTLP over HTTP. The SDK is
 * loaded only here.
 *
 * @param endpoint - URL of the collector, without `/v1/traces`.
 * @returns a function that sends the remaining spans and turns the exporter off.
 */
export async function startTracing(spans: Spans, endpoint: string): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'dtf-graph',
      'service.version': packageVersion,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('dtf-graph');
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };

  const toSpanContext = ({ traceparent, tracestate }: TraceContext) => {
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
    const around = parent
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, toSpanContext(parent))
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
      // What is not recorded passes its parent on unchanged.
      context:
        span.isRecording() || parent === undefined ? { ...parent, traceparent: own } : parent,
      rename: (name) => void span.updateName(name),
      setAttributes,
      addEvent: (name, attributes) => void span.addEvent(name, attributes),
      link: (context) => void span.addLink({ context: toSpanContext(context) }),
      end: (error) => {
        if (error !== undefined) {
          span.setStatus({ code: api.SpanStatusCode.ERROR });
          setAttributes({ 'error.type': error instanceof Error ? error.name : 'unknown' });
        }
        span.end();
      },
    };
  };
  spans.use(start);
  return () => provider.shutdown();
}
