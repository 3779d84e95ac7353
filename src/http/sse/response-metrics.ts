import type { ServerResponse } from 'node:http';
import type { RouteLatency, Telemetry } from '../../telemetry.ts';

// A response closes once, and event streams stay open for long: `once` would keep three objects more
// for each (170 bytes), and a closure among the doors' own would keep everything they knew.

/** Observes how long a response took, from now on, when it is closed. */
export function recordLatencyOnClose(response: ServerResponse, latency: RouteLatency): void {
  const startedAt = performance.now();
  response.on('close', () => {
    latency(response.statusCode).observe((performance.now() - startedAt) / 1000);
  });
}

/** Counts a response among the open event streams of a path until it is closed. */
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
