import type { ServerResponse } from 'node:http';
import type { RouteLatencyByStatus, Telemetry } from '../../telemetry/telemetry.ts';
import { setRequestSpanRoute } from '../request-trace.ts';

// Event streams stay open for long, so their listeners must be small: `on` needs fewer objects than
// `once`, and a closure in a handler would retain the handler's whole scope.

/** Observes the time from now until the response closes, and names the route in the request's span. */
export function recordLatencyOnClose(
  response: ServerResponse,
  latency: RouteLatencyByStatus,
): void {
  const startedAt = performance.now();
  setRequestSpanRoute(response.req, latency.route);
  response.on('close', () => {
    latency(response.statusCode).observe((performance.now() - startedAt) / 1000);
  });
}

/** Counts a response as an open event stream of the path until it closes. */
export function countOpenStream(options: {
  readonly response: ServerResponse;
  readonly telemetry: Pick<Telemetry, 'openStreams'>;
  readonly path: string;
}): void {
  const { response, telemetry, path } = options;
  const { openStreams } = telemetry;
  openStreams.inc({ stream: path });
  response.on('close', () => openStreams.dec({ stream: path }));
}
