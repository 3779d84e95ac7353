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

/** How requests are forwarded; times in milliseconds. */
export type ForwarderOptions = Pick<ProxyExchangeSettings, 'name' | 'dispatch' | 'deadline'> & {
  /** Header lines of every answer, before the upstream's own: name, value, name, value. */
  readonly headers: readonly string[];
  /** Whether event streams outlive the deadline; they do not by default. */
  readonly endlessStreams?: boolean;
  /** How long an event stream's reader may take nothing; 45,000 by default. */
  readonly stallLimit?: number;
  /** Places for event streams; above the total 503, above a client's share 429. */
  readonly streamLimiter: StreamLimiter;
  /** Bounds what clients hold of responses that they have not taken; unbounded when left out. */
  readonly pending?: PendingResponses;
  /** Who asks, for a client's share. */
  readonly clientOf: (req: IncomingMessage, res: ServerResponse) => string;
  /** Told of every answer when it is over; `seconds` since the request was accepted. */
  readonly onEnd?: (end: ProxyOutcome, res: ServerResponse, seconds: number) => void;
};

/** Passes requests on to one upstream, and its answers back. */
export type Forwarder = {
  /** @param path - Path and query, pasted into the upstream's request line as they are. */
  readonly forward: (req: IncomingMessage, res: ServerResponse, path: string) => void;
  /** Requests in progress. */
  readonly activeCount: () => number;
  /** Ends the event streams with a `retry:` hint; other answers go on. */
  readonly shutdownSignal: () => void;
  /** Cuts what is left. */
  readonly abortAll: () => void;
};

/** Between 1 and 5 s, so that clients do not all come back at once. */
const retryHint = (): number => 1000 + Math.floor(Math.random() * 4000);

const eventStream = /(^|,)\s*text\/event-stream\b/i;
const wantsStream = ({ headers: { accept } }: IncomingMessage): boolean =>
  accept !== undefined && accept !== '*/*' && eventStream.test(accept);

/** Creates it; nothing is asked until the first request. */
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
  /** @returns false when the client, or all together, hold too much that they have not taken. */
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
