import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import type { StreamSlot } from '../../core/events/stream-slots.ts';
import { writeError } from './error-answer.ts';
import {
  eventStreamHeaders,
  isEventStream,
  type RawHeaders,
  requestHeaders,
  responseHeaders,
} from './headers.ts';

/** How one proxied exchange ended, for logs and metrics. */
export type ExchangeEnd =
  | 'complete'
  | 'client-left'
  | 'cut'
  | 'unreachable'
  | 'timeout'
  | 'refused';

/** What one exchange needs beside the request and its answer. */
export type ExchangeOptions = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Path and query, pasted into the upstream's request line as they are. */
  readonly path: string;
  readonly upstream: Dispatcher;
  /** Milliseconds from acceptance to the last byte. */
  readonly deadline: number;
  /** Milliseconds an event stream's reader may leave our buffers full. */
  readonly stallLimit: number;
  /** The place taken by a client that asked for an event stream. */
  readonly slot: StreamSlot | undefined;
  /** Asked when the answer turns out to be an event stream; a refusal is written by the callee. */
  readonly admitStream: () => StreamSlot | undefined;
  /** Where the exchange is listed while it runs. */
  readonly open: Set<Exchange>;
  /** Called once, when the exchange is over. */
  readonly onEnd: (end: ExchangeEnd) => void;
};

/** Handle on a running exchange. */
export type Exchange = {
  /** Ends an event stream between two events with a `retry:` hint; leaves other answers alone. */
  readonly drain: (retryAfter: number) => void;
  /** Cuts the exchange off. */
  readonly cut: () => void;
};

const latin1 = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('latin1') : String(value);

function rawHeadersOf(controller: Dispatcher.DispatchController): RawHeaders {
  const raw = controller.rawHeaders;
  return Array.isArray(raw) ? raw.map(latin1) : [];
}

/** A reason phrase that may be written on; node refuses control characters. */
const reasonPhrase = (text: string | undefined): string =>
  text !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? text : '';

const endsEvent = (chunk: Buffer): boolean =>
  /(\n\n|\r\r|\r\n\r\n)$/.test(chunk.subarray(-4).toString('latin1'));

/**
 * Runs one request through: status, header lines and bytes as the upstream gives them, at the pace of the
 * slower side. Before the answer's head failures are 502; after it the connection is destroyed.
 */
export function startExchange(options: ExchangeOptions): void {
  const { req, res } = options;
  let controller: Dispatcher.DispatchController | undefined;
  let end: ExchangeEnd | undefined;
  let slot = options.slot;
  let isStream = false;
  let wroteBody = false;
  let isEncoded = false;
  let betweenEvents = true;
  let stall: NodeJS.Timeout | undefined;

  const settle = (how: ExchangeEnd): boolean => {
    if (end !== undefined) return false;
    end = how;
    clearTimeout(deadline);
    clearTimeout(stall);
    slot?.release();
    options.open.delete(exchange);
    options.onEnd(how);
    return true;
  };
  const leaveUpstream = (): void => controller?.abort(new Error('exchange is over'));
  const fail = (how: ExchangeEnd, error: string): void => {
    const headSent = res.headersSent;
    if (!settle(headSent && how !== 'client-left' ? 'cut' : how)) return;
    leaveUpstream();
    if (headSent || res.destroyed) res.destroy();
    else writeError(res, { status: 502, error });
  };
  const deadline = setTimeout(() => fail('timeout', 'data node timed out'), options.deadline);

  const startAnswer = (
    status: number,
    statusMessage: string | undefined,
    raw: RawHeaders,
  ): void => {
    isStream = isEventStream(raw);
    if (isStream) slot ??= options.admitStream();
    else slot?.release();
    if (isStream && slot === undefined) {
      settle('refused');
      leaveUpstream();
      return;
    }
    const kept = responseHeaders(raw);
    isEncoded = kept.some((name, at) => at % 2 === 0 && /^content-encoding$/i.test(name));
    res.writeHead(status, reasonPhrase(statusMessage), isStream ? eventStreamHeaders(kept) : kept);
    // The head goes out with the first bytes when they came together, alone otherwise.
    process.nextTick(() => {
      if (!wroteBody && !res.writableEnded) res.flushHeaders();
    });
  };

  const exchange: Exchange = {
    drain: (retryAfter) => {
      if (!isStream || end !== undefined) return;
      if (!betweenEvents) return fail('cut', '');
      settle('cut');
      leaveUpstream();
      res.end(`retry: ${retryAfter}\n\n`);
    },
    cut: () => fail('cut', 'data node is unreachable'),
  };
  options.open.add(exchange);

  res.on('drain', () => {
    clearTimeout(stall);
    controller?.resume();
  });
  res.once('close', () => {
    if (settle(res.writableFinished ? 'complete' : 'client-left')) leaveUpstream();
  });
  req.on('error', () => undefined);
  req.resume();

  options.upstream.dispatch(
    {
      path: options.path,
      method: req.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: requestHeaders(req.rawHeaders),
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    {
      onRequestStart: (started) => {
        controller = started;
        if (end !== undefined) leaveUpstream();
      },
      onResponseStart: (started, status, _headers, statusMessage) => {
        if (status >= 200) startAnswer(status, statusMessage, rawHeadersOf(started));
        else if (status < 100) throw new RangeError('status below 100');
      },
      onResponseData: (started, chunk) => {
        if (end !== undefined) return;
        wroteBody = true;
        if (isStream) betweenEvents = !isEncoded && endsEvent(chunk);
        if (res.write(chunk)) return;
        started.pause();
        clearTimeout(stall);
        if (isStream) stall = setTimeout(() => fail('cut', ''), options.stallLimit);
      },
      onResponseEnd: () => {
        if (end === undefined) res.end();
      },
      onResponseError: () => fail('unreachable', 'data node is unreachable'),
    },
  );
}
