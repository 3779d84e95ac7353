import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../context.ts';
import {
  InvalidInputError,
  toGatewayError,
  UpstreamUnavailableError,
} from '../../../core/errors.ts';
import { takeSlot } from '../../../core/events/stream-slots.ts';
import type { Millis } from '../../../core/units.ts';
import { writeError } from '../../../http/error-body.ts';
import {
  eventStreamHeaders,
  isEventStream,
  type RawHeaders,
  responseHeaders,
} from '../../../http/passthrough/headers.ts';
import { parseTarget } from '../../../http/passthrough/target.ts';
import { retryFrame } from '../../../http/streams/event-writer.ts';
import type { Oracles, UpstreamStream } from '../../../upstreams/index.ts';

/** Until an oracle's headers are there; the next one is asked after it. */
const headTimeout: Millis = 5000;
/** Until the last byte of what is not an event stream. */
const bodyTimeout: Millis = 60_000;

/**
 * Passes a GET under `/vision/` on to the first healthy oracle and its answer back, path, query,
 * status and bytes as they are (decisions.md 3).
 */
export async function forwardToOracle(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): Promise<void> {
  const leave = new AbortController();
  // The door's, the pipeline's and our own listeners together are more than the usual ten.
  response.setMaxListeners(20);
  response.once('close', () => leave.abort(new DOMException('the client left', 'AbortError')));
  try {
    const target = parseTarget(request.url ?? '', []);
    if (target.kind === 'refused') throw new InvalidInputError(target.error);
    const answer = await askFirst(context.upstreams.oracles, target.path, leave.signal);
    await pass(answer, { request, response, context, leave });
  } catch (error) {
    // Behind the head there is nothing to say any more: a cut connection shows the truncation.
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) {
      writeError(
        response,
        toGatewayError(error),
        context.log.child({ requestId: context.requestId }),
      );
    }
  }
}

async function askFirst(
  oracles: Oracles,
  path: string,
  signal: AbortSignal,
): Promise<UpstreamStream> {
  let failure: unknown = new UpstreamUnavailableError('no oracle is configured');
  for (const oracle of oracles.inOrder()) {
    try {
      return await oracle.stream(path, { signal, timeout: headTimeout });
    } catch (error) {
      // Only an oracle that cannot be reached is passed over.
      if (!(error instanceof UpstreamUnavailableError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function pass(
  { status, headers, body }: UpstreamStream,
  call: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly context: Context;
    readonly leave: AbortController;
  },
): Promise<void> {
  const { request, response, context, leave } = call;
  const raw: RawHeaders = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((line) => [name, line]),
  );
  const isStream = isEventStream(raw);
  const kept = isStream ? eventStreamHeaders(responseHeaders(raw)) : responseHeaders(raw);
  if (request.method === 'HEAD') {
    response.writeHead(status, kept).end();
    return leave.abort();
  }
  const end = new AbortController();
  if (isStream) {
    const slot = takeSlot(context.slots, context.clientAddress);
    response.once('close', slot.release);
    const stop = () => end.abort();
    context.drain.addEventListener('abort', stop, { once: true });
    response.once('close', () => context.drain.removeEventListener('abort', stop));
  }
  response.writeHead(status, kept);
  if (isStream) response.flushHeaders();
  const timer = isStream ? undefined : setTimeout(() => leave.abort(), bodyTimeout);
  try {
    await pipeline(Readable.from(untilAborted(body, end.signal), { objectMode: false }), response);
  } finally {
    clearTimeout(timer);
    leave.abort();
  }
}

/**
 * The bytes until the signal fires, then a hint when to come back.
 *
 * @throws the signal's reason, when it fires in the middle of an event: a truncated event must not end cleanly.
 */
async function* untilAborted(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const bytes = body[Symbol.asyncIterator]();
  const ended = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  let isBetween = true;
  while (!signal.aborted) {
    const next = await Promise.race([bytes.next(), ended]);
    if (next?.done) return;
    if (next === null) break;
    const tail = Buffer.from(next.value.slice(-4)).toString('latin1');
    isBetween = /(\n\n|\r\r|\r\n\r\n)$/.test(tail);
    yield next.value;
  }
  if (!isBetween) throw signal.reason;
  yield retryFrame();
}
