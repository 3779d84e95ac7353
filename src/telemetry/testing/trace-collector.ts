import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector received it. */
export type CollectedSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** Nanoseconds since 1970, in decimal digits. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  /** 1: internal, 2: server, 3: client. */
  readonly kind: number;
  readonly status?: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
};

type Pair = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type Received = { readonly attributes?: readonly Pair[] };

/** An OpenTelemetry collector for tests that stores the spans it receives by OTLP over HTTP. */
export type TraceCollector = AsyncDisposable & {
  readonly url: string;
  /** The spans received so far, which are all once the sender has stopped. */
  readonly spans: readonly CollectedSpan[];
  /** Attributes of the process that sent the latest spans. */
  readonly resource: () => Readonly<Record<string, unknown>>;
};

/** Starts a collector on a free loopback port. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  let lastResource: Readonly<Record<string, unknown>> = {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      lastResource = readAttributes(resource);
      for (const scope of scopeSpans) spans.push(...scope.spans.map(readSpan));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource: () => lastResource,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const readAttributes = ({ attributes = [] }: Received) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function readSpan(
  span: Received & { readonly events?: readonly (Received & { readonly name: string })[] },
): CollectedSpan {
  const { events = [] } = span;
  return {
    links: [],
    ...(span as object),
    attributes: readAttributes(span),
    events: events.map((event) => ({ name: event.name, attributes: readAttributes(event) })),
  } as never;
}
