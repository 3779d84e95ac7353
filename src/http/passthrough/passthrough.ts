import type { IncomingMessage, ServerResponse } from 'node:http';
import { Pool } from 'undici';
import type { StreamSlot, StreamSlots } from '../../core/events/stream-slots.ts';
import { createCrowd } from './crowd.ts';
import { createDeadlines } from './deadlines.ts';
import { writeError } from './error-answer.ts';
import { type Exchange, type ExchangeEnd, startExchange } from './exchange.ts';
import { anyOrigin } from './headers.ts';
import { parseTarget, passthroughPath, type Target } from './target.ts';

/** How the proxy is set up; times in milliseconds. */
export type PassthroughOptions = {
  /** Scheme and authority of the data node, and its request target for a path and query of a caller. */
  readonly upstream: { readonly origin: string; readonly target: (path: string) => string };
  /** Path prefixes that are withheld with 403; none by default. */
  readonly deny?: readonly string[];
  /** From acceptance to the last byte; 300,000 by specification. */
  readonly deadline?: number;
  /** How long an event stream's reader may take nothing; 45,000 by default. */
  readonly stallLimit?: number;
  /** Until a connection to the data node stands; 10,000 by default. */
  readonly connectTimeout?: number;
  /** Requests in progress at once; 2,000 by default, 503 above. */
  readonly maxOpen?: number;
  /** Places for event streams; above the total 503, above a client's share 429. */
  readonly slots: StreamSlots;
  /** Who asks, for a client's share. */
  readonly clientOf: (req: IncomingMessage, res: ServerResponse) => string;
  /** Told of every answer when it is over; `seconds` since the request was accepted. */
  readonly onEnd?: (end: ExchangeEnd, res: ServerResponse, seconds: number) => void;
};

/** The `/dn/{path}` proxy. */
export type Passthrough = {
  /**
   * Answers a request for `/dn/…` or `/api/dn/…`.
   *
   * @returns `false` when the request is not the proxy's and nothing was done.
   */
  readonly handle: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Requests in progress. */
  readonly open: () => number;
  /** Ends the event streams with a `retry:` hint; other answers go on. */
  readonly drain: () => void;
  /** Cuts what is left and closes the connections to the data node. */
  readonly close: () => Promise<void>;
};

const preflight = [
  ...anyOrigin,
  ...['Access-Control-Allow-Methods', 'GET, HEAD'],
  ...['Access-Control-Allow-Headers', '*'],
  ...['Access-Control-Max-Age', '86400'],
];

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const isPreflight = (req: IncomingMessage): boolean =>
  req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;

/** Between 1 and 5 s, so that clients do not all come back at once. */
const retryHint = (): number => 1000 + Math.floor(Math.random() * 4000);

const eventStream = /(^|,)\s*text\/event-stream\b/i;
const wantsStream = ({ headers: { accept } }: IncomingMessage): boolean =>
  accept !== undefined && accept !== '*/*' && eventStream.test(accept);

const busy = (res: ServerResponse, status: 429 | 503, error: string): void =>
  writeError(res, { status, error, headers: { 'Retry-After': '10' } });

/** Creates the byte-transparent proxy to the data node (spec: GET /dn/{path}). */
export function createPassthrough(options: PassthroughOptions): Passthrough {
  const { deny = [], deadline = 300_000, stallLimit = 45_000, maxOpen = 2000 } = options;
  const upstream = new Pool(options.upstream.origin, {
    connect: { timeout: options.connectTimeout ?? 10_000 },
    pipelining: 1,
    // Header lines of HTTP/2 have lost their spelling and order.
    allowH2: false,
  });
  const open = createCrowd<Exchange>();
  const deadlines = createDeadlines(open, deadline);

  const admitStream = (req: IncomingMessage, res: ServerResponse): StreamSlot | undefined => {
    const slot = options.slots.take(options.clientOf(req, res));
    if (slot === 'client') busy(res, 429, 'too many event streams from this client');
    else if (slot === 'total') busy(res, 503, 'too many event streams');
    else return slot;
    return undefined;
  };

  const forward = (req: IncomingMessage, res: ServerResponse, path: string): void => {
    const startedAt = performance.now();
    const onEnd = (end: ExchangeEnd) =>
      options.onEnd?.(end, res, (performance.now() - startedAt) / 1000);
    const slot = wantsStream(req) ? admitStream(req, res) : undefined;
    if (res.headersSent) {
      onEnd('refused');
      return;
    }
    startExchange({
      req,
      res,
      path: options.upstream.target(path),
      upstream,
      startedAt,
      stallLimit,
      slot,
      admitStream,
      open,
      onEnd,
    });
    deadlines.watch();
  };

  /** Writes the answers that need no upstream. */
  const refuse = (req: IncomingMessage, res: ServerResponse, target: Target): void => {
    if (isPreflight(req)) {
      res.writeHead(204, preflight).end();
    } else if (!isRead(req)) {
      const headers = { Allow: 'GET, HEAD' };
      writeError(res, { status: 405, error: 'only GET and HEAD are served here', headers });
    } else if (target.kind === 'refused') {
      writeError(res, target);
    } else {
      busy(res, 503, 'too many requests in progress');
    }
    options.onEnd?.('refused', res, 0);
  };

  return {
    handle: (req, res) => {
      const raw = passthroughPath(req.url ?? '');
      if (raw === undefined) return false;
      const target = parseTarget(raw, deny);
      if (isRead(req) && target.kind === 'forward' && open.size() < maxOpen) {
        forward(req, res, target.path);
      } else {
        refuse(req, res, target);
      }
      return true;
    },
    open: open.size,
    drain: () => {
      for (const exchange of open.all()) exchange.drain(retryHint());
    },
    close: async () => {
      deadlines.stop();
      for (const exchange of open.all()) exchange.cut();
      await upstream.destroy();
    },
  };
}
