import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHttp1Pool, type OriginTrust } from '@dtf-graph/http1-client';
import { batchImmediate } from '../../streaming/batch-immediate.ts';
import { writeOverloaded, writePlainError } from '../plain-error.ts';
import { corsAllowedHeaders } from '../response/cors.ts';
import { createForwarder, type ForwarderOptions } from './forwarder.ts';
import { corsHeaderLines } from './proxy-headers.ts';
import { extractProxyPath, type ProxyTarget, parseProxyTarget } from './proxy-target.ts';

/** Options of the proxy; times in milliseconds. */
export type ReverseProxyOptions = Pick<
  ForwarderOptions,
  'streamLimiter' | 'clientOf' | 'onEnd' | 'pending' | 'stallLimit'
> & {
  /** The data node's scheme and authority, and its request target for a client's path and query. */
  readonly upstream: { readonly origin: string; readonly target: (path: string) => string };
  /** The trust of the data node's origin, shared with other clients that connect to it. */
  readonly trust?: OriginTrust;
  /** Path prefixes that are rejected with 403; none by default. */
  readonly deny?: readonly string[];
  /** From acceptance of the request to the last byte of the response; 300,000 by default. */
  readonly deadline?: number;
  /** Time limit to establish a connection to the data node; 10,000 by default. */
  readonly connectTimeout?: number;
  /** Maximum of requests in progress, 503 above; 2,000 by default. */
  readonly maxOpen?: number;
};

/** The `/dn/{path}` proxy. */
export type ReverseProxy = {
  /**
   * Handles a request for `/dn/…` or `/api/dn/…`.
   *
   * @returns `false`, without doing anything, when the request is not one of the proxy's.
   */
  readonly handle: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Requests in progress. */
  readonly open: () => number;
  /** Ends event streams with a `retry:` hint; other responses continue. */
  readonly shutdownSignal: () => void;
  /** Aborts all exchanges and closes the connections to the data node. */
  readonly close: () => Promise<void>;
};

const preflight = [
  ...corsHeaderLines,
  ...['Access-Control-Allow-Methods', 'GET, HEAD'],
  ...['Access-Control-Allow-Headers', corsAllowedHeaders],
  ...['Access-Control-Max-Age', '86400'],
];

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const isPreflight = (req: IncomingMessage): boolean =>
  req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;

/** Creates the proxy that forwards `GET /dn/{path}` to the data node byte for byte. */
export function createReverseProxy(options: ReverseProxyOptions): ReverseProxy {
  const { deny = [], maxOpen = 2000 } = options;
  const upstream = createHttp1Pool({
    origin: options.upstream.origin,
    connectTimeout: options.connectTimeout ?? 10_000,
    keepAliveTimeout: 10_000,
    maxHeadBytes: 16 * 1024,
    schedule: batchImmediate,
    ...(options.trust ? { trust: options.trust } : {}),
  });
  const forwarder = createForwarder({
    ...options,
    name: 'data node',
    dispatch: upstream.send,
    headers: corsHeaderLines,
    deadline: options.deadline ?? 300_000,
  });

  /** Writes the responses that need no upstream: preflight, 400, 403, 405 and 503. */
  const refuse = (req: IncomingMessage, res: ServerResponse, target: ProxyTarget): void => {
    if (isPreflight(req)) {
      res.writeHead(204, preflight).end();
    } else if (!isRead(req)) {
      const headers = { Allow: 'GET, HEAD' };
      writePlainError(res, { status: 405, error: 'only GET and HEAD are served here', headers });
    } else if (target.kind === 'refused') {
      writePlainError(res, target);
    } else {
      writeOverloaded(res, 503, 'too many requests in progress');
    }
    options.onEnd?.('refused', res, 0);
  };

  return {
    handle: (req, res) => {
      const raw = extractProxyPath(req.url ?? '');
      if (raw === undefined) return false;
      const target = parseProxyTarget(raw, deny);
      if (isRead(req) && target.kind === 'forward' && forwarder.activeCount() < maxOpen) {
        forwarder.forward(req, res, options.upstream.target(target.path));
      } else {
        refuse(req, res, target);
      }
      return true;
    },
    open: forwarder.activeCount,
    shutdownSignal: forwarder.shutdownSignal,
    close: async () => {
      forwarder.abortAll();
      upstream.close();
    },
  };
}
