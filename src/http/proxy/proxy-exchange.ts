import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeadlineSet, WithDeadline } from '../../lib/collections/deadline-set.ts';
import type { StreamPermit } from '../../streaming/stream-limits.ts';
import type {
  ResponseHandler,
  ResponseHead,
  RequestHandle as UpstreamExchange,
} from '../../upstreams/http1/index.ts';
import { markEventStream } from '../connections/stalled-clients.ts';
import { writePlainError } from '../plain-error.ts';
import { toUpstreamRequestHeaders } from './proxy-headers.ts';
import { createProxyResponseWriter } from './proxy-response-writer.ts';
import type { ClientHead } from './response-headers-cache.ts';

/** How one proxied exchange ended, for logs and metrics. */
export type ProxyOutcome =
  | 'complete'
  | 'client-left'
  | 'cut'
  | 'unreachable'
  | 'timeout'
  | 'refused';

/** A request as it goes to an upstream; header lines as name, value, name, value. */
export type ForwardedRequest = {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly headers: string[];
};

/** Sends a request to an upstream; the handler hears of the answer as it comes. */
export type DispatchRequest = (
  request: ForwardedRequest,
  handler: ResponseHandler,
) => UpstreamExchange;

/** What the exchanges with one upstream have in common; times in milliseconds. */
export type ProxyExchangeSettings = {
  /** The upstream in error messages. */
  readonly name: string;
  readonly dispatch: DispatchRequest;
  /** What of an answer's head goes on. */
  readonly toClientHead: (head: ResponseHead) => ClientHead;
  /** From acceptance to the last byte. */
  readonly deadline: number;
  /** How long an event stream's reader may leave our buffers full. */
  readonly stallLimit: number;
  /** Counts bytes that a client has not taken, until the returned function is called. */
  readonly hold?:
    | ((req: IncomingMessage, res: ServerResponse, bytes: number) => () => void)
    | undefined;
  /** Whether the time of event streams is ever up. */
  readonly endlessStreams: boolean;
  /** Asked when the answer turns out to be an event stream; a refusal is written by the callee. */
  readonly admitStream: (req: IncomingMessage, res: ServerResponse) => StreamPermit | undefined;
  /** Where exchanges are listed while they run. */
  readonly activeExchanges: DeadlineSet<ProxyExchange>;
};

/** What one exchange needs beside. */
export type ProxyExchangeOptions = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Path and query, pasted into the upstream's request line as they are. */
  readonly path: string;
  /** `performance.now()` of the acceptance. */
  readonly startedAt: number;
  /** The place taken by a client that asked for an event stream. */
  readonly slot: StreamPermit | undefined;
  /** Called once, when the exchange is over. */
  readonly onEnd: (end: ProxyOutcome) => void;
};

/** Handle on a running exchange. */
export type ProxyExchange = WithDeadline & {
  expiresAt: number;
  /** Ends an event stream between two events with a `retry:` hint; leaves other answers alone. */
  readonly shutdownSignal: (retryAfter: number) => void;
  /** Cuts the exchange off. */
  readonly abort: () => void;
  /** Ends it because its time is up. */
  readonly expire: () => void;
};

const endsEvent = (chunk: Buffer): boolean =>
  /(\n\n|\r\r|\r\n\r\n)$/.test(chunk.subarray(-4).toString('latin1'));

/**
 * Runs one request through: status, header lines and bytes as the upstream gives them, at the pace of the
 * slower side. Before the answer's head failures are 502; after it the connection is destroyed.
 */
export function startProxyExchange(
  settings: ProxyExchangeSettings,
  options: ProxyExchangeOptions,
): void {
  const { req, res } = options;
  const { name, activeExchanges } = settings;
  let upstream: UpstreamExchange | undefined;
  let end: ProxyOutcome | undefined;
  let slot = options.slot;
  let hasHead = false;
  let isStream = false;
  let isEncoded = false;
  let betweenEvents = true;
  let stall: NodeJS.Timeout | undefined;
  let release: (() => void) | undefined;

  const settle = (how: ProxyOutcome): boolean => {
    if (end !== undefined) return false;
    end = how;
    if (stall) clearTimeout(stall);
    release?.();
    slot?.release();
    activeExchanges.delete(exchange);
    options.onEnd(how);
    return true;
  };
  const leaveUpstream = (): void => upstream?.abort();
  const fail = (how: ProxyOutcome, error: string): void => {
    if (!settle(hasHead && how !== 'client-left' ? 'cut' : how)) return;
    leaveUpstream();
    if (hasHead || res.destroyed) writer.abort();
    else writePlainError(res, { status: 502, error });
  };
  const writer = createProxyResponseWriter(res, {
    onFull: () => {
      upstream?.pause();
      release = settings.hold?.(req, res, res.writableLength);
      if (isStream) stall = setTimeout(() => fail('cut', ''), settings.stallLimit);
    },
    onDrain: () => {
      clearTimeout(stall);
      release?.();
      upstream?.resume();
    },
  });

  const startAnswer = (given: ResponseHead): void => {
    hasHead = true;
    const head = settings.toClientHead(given);
    ({ isStream, isEncoded } = head);
    if (isStream) markEventStream(req);
    if (isStream) slot ??= settings.admitStream(req, res);
    else slot?.release();
    if (isStream && settings.endlessStreams) exchange.expiresAt = Number.POSITIVE_INFINITY;
    if (isStream && slot === undefined) {
      settle('refused');
      leaveUpstream();
      return;
    }
    writer.start(head);
  };

  const exchange: ProxyExchange = {
    index: -1,
    expiresAt: options.startedAt + settings.deadline,
    shutdownSignal: (retryAfter) => {
      if (!isStream || end !== undefined) return;
      if (!betweenEvents) {
        fail('cut', '');
        return;
      }
      settle('cut');
      leaveUpstream();
      writer.write(Buffer.from(`retry: ${retryAfter}\n\n`));
      writer.end();
    },
    abort: () => fail('cut', `${name} is unreachable`),
    expire: () => fail('timeout', `${name} timed out`),
  };
  activeExchanges.add(exchange, options.startedAt);

  res.on('close', () => {
    if (settle(res.writableFinished ? 'complete' : 'client-left')) leaveUpstream();
  });
  // Only a body that nobody reads keeps a client's leaving from being seen.
  if (req.headers['content-length'] ?? req.headers['transfer-encoding']) req.resume();

  upstream = settings.dispatch(
    {
      path: options.path,
      method: req.method === 'HEAD' ? 'HEAD' : 'GET',
      headers: toUpstreamRequestHeaders(req.rawHeaders),
    },
    {
      onHead: startAnswer,
      onData: (chunk) => {
        if (end !== undefined) return;
        if (isStream) betweenEvents = !isEncoded && endsEvent(chunk);
        writer.write(chunk);
      },
      onEnd: () => {
        if (end === undefined) writer.end();
      },
      onError: () => fail('unreachable', `${name} is unreachable`),
    },
  );
}
