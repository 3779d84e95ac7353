import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDeadlineSet } from '../../lib/collections/deadline-set.ts';
import { RateLimitedError } from '../../lib/errors.ts';
import type { PendingResponses } from '../../lib/limits/pending-responses.ts';
import type { StreamLimiter, StreamPermit } from '../../streaming/stream-limits.ts';
import { writeOverloaded } from '../plain-error.ts';
import {
  type ProxyExchange,
  type ProxyExchangeSettings,
  type ProxyOutcome,
  startProxyExchange,
} from './proxy-exchange.ts';
import { createResponseHeadersCache } from './response-headers-cache.ts';

/** Options of a forwarder; times in milliseconds. */
export type ForwarderOptions = Pick<ProxyExchangeSettings, 'name' | 'dispatch' | 'deadline'> & {
  /** Header lines that precede the upstream's in every response: name, value, name, value. */
  readonly headers: readonly string[];
  /** Whether event streams are exempt from the deadline; false by default. */
  readonly endlessStreams?: boolean;
  /** How long an event stream's client may stop reading before it is cut; 45,000 by default. */
  readonly stallLimit?: number;
  /** Limits event streams: 503 above the total, 429 above a client's share. */
  readonly streamLimiter: StreamLimiter;
  /** Bounds the bytes that clients have not received yet; unbounded by default. */
  readonly pending?: PendingResponses;
  /** Returns the client's key, for its share of the limits. */
  readonly clientOf: (req: IncomingMessage, res: ServerResponse) => string;
  /** Called at the end of each exchange; `seconds` since the request was accepted. */
  readonly onEnd?: (end: ProxyOutcome, res: ServerResponse, seconds: number) => void;
};

/** Forwards requests to one upstream and its responses to the clients. */
export type Forwarder = {
  /** @param path - Path and query, pasted into the upstream's request line as they are. */
  readonly forward: (req: IncomingMessage, res: ServerResponse, path: string) => void;
  /** Requests in progress. */
  readonly activeCount: () => number;
  /** Ends event streams with a `retry:` hint; other responses continue. */
  readonly shutdownSignal: () => void;
  /** Aborts all exchanges. */
  readonly abortAll: () => void;
};

/** Returns 1000 to 5000 ms, random so that clients do not all reconnect at once. */
const retryHint = (): number => 1000 + Math.floor(Math.random() * 4000);

const eventStream = /(^|,)\s*text\/event-stream\b/i;
const wantsStream = ({ headers: { accept } }: IncomingMessage): boolean =>
  accept !== undefined && accept !== '*/*' && eventStream.test(accept);

/** Creates a forwarder; it connects to the upstream with the first request. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const open = createDeadlineSet<ProxyExchange>((exchange) => exchange.expire());

  const admitStream = (req: IncomingMessage, res: ServerResponse): StreamPermit | undefined => {
    const slot = options.streamLimiter.acquire(options.clientOf(req, res));
    if (slot === 'client') writeOverloaded(res, 429, 'too many event streams from this client');
    else if (slot === 'total') writeOverloaded(res, 503, 'too many event streams');
    else return slot;
    return undefined;
  };
  const { pending, clientOf } = options;
  /** Returns false, after writing 429 or 503, when too many bytes are pending. */
  const hasRoom = (req: IncomingMessage, res: ServerResponse): boolean => {
    try {
      pending?.admit(clientOf(req, res));
      return true;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      writeOverloaded(res, error.status === 429 ? 429 : 503, error.message);
      return false;
    }
  };
  const settings: ProxyExchangeSettings = {
    name: options.name,
    dispatch: options.dispatch,
    toClientHead: createResponseHeadersCache(options.headers),
    deadline: options.deadline,
    stallLimit: options.stallLimit ?? 45_000,
    hold: pending && ((req, res, bytes) => pending.hold(clientOf(req, res), [{ length: bytes }])),
    endlessStreams: options.endlessStreams ?? false,
    admitStream,
    activeExchanges: open,
  };

  return {
    forward: (req, res, path) => {
      const startedAt = performance.now();
      const onEnd = (end: ProxyOutcome) =>
        options.onEnd?.(end, res, (performance.now() - startedAt) / 1000);
      const slot = hasRoom(req, res) && wantsStream(req) ? admitStream(req, res) : undefined;
      if (res.headersSent) {
        onEnd('refused');
        return;
      }
      startProxyExchange(settings, { req, res, path, startedAt, slot, onEnd });
    },
    activeCount: open.size,
    shutdownSignal: () => {
      for (const exchange of open.all()) exchange.shutdownSignal(retryHint());
    },
    abortAll: () => {
      for (const exchange of open.all()) exchange.abort();
    },
  };
}
