import {
  GatewayError,
  MisroutedResponseError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../lib/errors.ts';
import { linkTraceToSharedWork } from '../../lib/trace-context.ts';
import type { Millis } from '../../lib/units.ts';
import {
  type HttpClient,
  matchesRequestedResource,
  parseRetryAfterSeconds,
  parseSseEventPieces,
  publicUpstreamMessage,
  type SseParserLimits,
  toUpstreamError,
  type UpstreamStream,
} from '../../upstreams/index.ts';
import type { SimRequest } from './parameters/sim-request.ts';
import { isPublicSimMessage } from './public-messages.ts';
import type { RunResult } from './schema.ts';
import {
  parseEventObject,
  parseRunEvent,
  type RunEvent,
  type SweepEvent,
  toSimulationError,
} from './simulation-events.ts';
import { createSweepParser } from './sweeps/sweep-parser.ts';

const upstream = 'data node';
/** Deadline of a whole computation, the same as for one through the `/dn` proxy. */
const computeTimeout: Millis = 300_000;
/** Deadline for the response headers of the data node. */
const openTimeout: Millis = 10_000;
/** A result of 2,500 days is about 300 kB. */
const runLimits = { maxEventBytes: 2 * 1024 * 1024, maxBytes: 8 * 1024 * 1024 };
/** A sweep has up to 20 results, and its last event repeats them: about 6 MB each time. */
const sweepLimits = { maxEventBytes: 24 * 1024 * 1024, maxBytes: 64 * 1024 * 1024 };

/** Data nodes send events without names; one that names them uses its types. */
const eventNames = new Set([
  ...['message', 'progress', 'result', 'error'],
  ...['variant_done', 'variant_error', 'sweep_done'],
]);

export type SimulationComputeRequest = {
  readonly dataNode: HttpClient;
  readonly request: SimRequest;
  /** Aborted when the last subscriber has disconnected. */
  readonly signal: AbortSignal;
};

/** Computes a run at the data node; ending the iteration or aborting the signal stops it. */
export async function* streamRun(call: SimulationComputeRequest): AsyncGenerator<RunEvent> {
  for await (const sent of streamData(call, '/sim/run-stream', runLimits)) {
    const event =
      sent === null ? { type: 'open' as const } : parseRunEvent(sent, call.request.config);
    if (event?.type === 'result') checkResult(event.config, call);
    if (event) yield event;
  }
}

/** Checks a run's parameters. @throws {MisroutedResponseError} the result is of another request. */
function checkResult(config: RunResult['config'], { request }: SimulationComputeRequest): void {
  const { category_id, top_n } = request.config;
  if (matchesRequestedResource({ category_id: String(category_id), top_n: Number(top_n) })(config))
    return;
  throw new MisroutedResponseError(`the ${upstream} responded to another request`);
}

/** Computes a sweep at the data node; ending the iteration or aborting the signal stops it. */
export async function* streamSweep(call: SimulationComputeRequest): AsyncGenerator<SweepEvent> {
  const sweep = createSweepParser(call.request.config);
  for await (const sent of streamData(call, '/sim/sweep-stream', sweepLimits)) {
    const event = sent === null ? { type: 'open' as const } : sweep.parse(sent);
    if (event) yield event;
  }
  const end = sweep.end();
  if (end) yield end;
}

/** Yields `null` once the data node has accepted the request, then the object of each event. */
async function* streamData(
  { dataNode, request, signal: unsubscribed }: SimulationComputeRequest,
  path: string,
  limits: SseParserLimits,
): AsyncGenerator<Record<string, unknown> | null> {
  const deadline = AbortSignal.timeout(computeTimeout);
  const signal = AbortSignal.any([unsubscribed, deadline]);
  linkTraceToSharedWork(signal, unsubscribed);
  const response = await dataNode.stream(`${path}?${request.query}`, {
    signal,
    timeout: openTimeout,
  });
  try {
    if (response.status !== 200) throw await upstreamError(response);
    yield null;
    const filter = { names: eventNames, onIgnored: dataNode.countIgnoredEvent };
    for await (const data of parseSseEventPieces(response.body, limits, filter)) {
      yield await parseEventObject(data, signal);
    }
  } catch (cause) {
    // Other errors come from the connection; their texts must not reach clients.
    if (deadline.aborted) {
      throw new UpstreamTimeoutError('the simulation took longer than 5 minutes', { cause });
    }
    if (cause instanceof GatewayError) throw cause;
    throw new UpstreamUnavailableError('the data node broke off the simulation', { cause });
  }
}

async function upstreamError(response: UpstreamStream): Promise<Error> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > 10_000) break;
  }
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // The body is not JSON; the status alone decides.
  }
  const retryAfter = parseRetryAfterSeconds(response.headers['retry-after']);
  const { status } = response;
  const isPublicMessage = isPublicSimMessage;
  const sent = { status, value, bytes: text.length, retryAfter, isPublicMessage };
  if (sent.status >= 500) {
    // Some data nodes send 500 for an empty universe; texts of other failures are not passed on.
    const failure = toSimulationError(publicUpstreamMessage(sent) ?? '');
    return failure.status < 500 ? failure : new UpstreamUnavailableError('the simulation failed');
  }
  return (
    toUpstreamError(sent, upstream) ??
    new UpstreamUnavailableError(`the ${upstream} sent no stream`)
  );
}
