import type { IncomingMessage, ServerResponse } from 'node:http';
import { Pool } from 'undici';
import type { StreamSlot, StreamSlots } from '../../core/events/stream-slots.ts';
import { writeError } from './error-answer.ts';
import { type Exchange, type ExchangeEnd, startExchange } from './exchange.ts';
import { parseTarget, passthroughPath } from './target.ts';

/** How the proxy is set up; times in milliseconds. */
export type PassthroughOptions = {
  /** Origin of the data node, with a base path if it has one. */
  readonly upstream: URL;
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
  /** Told of every finished exchange. */
  readonly onEnd?: (end: ExchangeEnd) => void;
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

/** Any page may read any answer, without credentials (decisions 2). */
const anyOrigin = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', '*'],
] as const;

const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

const isPreflight = (req: IncomingMessage): boolean =>
  req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;

/** Between 1 and 5 s, so that clients do not all come back at once. */
const retryHint = (): number => 1000 + Math.floor(Math.random() * 4000);

const wantsStream = (req: IncomingMessage): boolean =>
  /(^|,)\s*text\/event-stream\b/i.test(req.headers.accept ?? '');

const busy = (res: ServerResponse, status: 429 | 503, error: string): void =>
  writeError(res, { status, error, headers: { 'Retry-After': '10' } });

/** Creates the byte-transparent proxy to the data node (spec: GET /dn/{path}). */
export function createPassthrough(options: PassthroughOptions): Passthrough {
  const { deny = [], deadline = 300_000, stallLimit = 45_000, maxOpen = 2000 } = options;
  const basePath = options.upstream.pathname.replace(/\/+$/, '');
  const upstream = new Pool(options.upstream.origin, {
    connect: { timeout: options.connectTimeout ?? 10_000 },
    pipelining: 1,
  });
  const open = new Set<Exchange>();

  const admitStream = (req: IncomingMessage, res: ServerResponse): StreamSlot | undefined => {
    const slot = options.slots.take(options.clientOf(req, res));
    if (slot === 'client') busy(res, 429, 'too many event streams from this client');
    else if (slot === 'total') busy(res, 503, 'too many event streams');
    else return slot;
    return undefined;
  };

  const forward = (req: IncomingMessage, res: ServerResponse, path: string): void => {
    const slot = wantsStream(req) ? admitStream(req, res) : undefined;
    if (res.headersSent) return;
    startExchange({
      req,
      res,
      path: basePath + path,
      upstream,
      deadline,
      stallLimit,
      slot,
      admitStream: () => admitStream(req, res),
      open,
      onEnd: (end) => options.onEnd?.(end),
    });
  };

  return {
    handle: (req, res) => {
      const raw = passthroughPath(req.url ?? '');
      if (raw === undefined) return false;
      for (const [name, value] of anyOrigin) res.setHeader(name, value);
      const target = parseTarget(raw, deny);
      if (isPreflight(req)) {
        res.writeHead(204, preflight).end();
      } else if (req.method !== 'GET' && req.method !== 'HEAD') {
        const headers = { Allow: 'GET, HEAD' };
        writeError(res, { status: 405, error: 'only GET and HEAD are served here', headers });
      } else if (target.kind === 'refused') {
        writeError(res, target);
      } else if (open.size >= maxOpen) {
        busy(res, 503, 'too many requests in progress');
      } else {
        forward(req, res, target.path);
      }
      return true;
    },
    open: () => open.size,
    drain: () => {
      for (const exchange of open) exchange.drain(retryHint());
    },
    close: async () => {
      for (const exchange of open) exchange.cut();
      await upstream.destroy();
    },
  };
}
