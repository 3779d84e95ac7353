import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDeadlineSet } from '../../lib/collections/deadline-set.ts';
import { RateLimitedError } from '../../lib/errors.ts';
import type { UndeliveredBytesLimiter } from '../../lib/limits/undelivered-bytes-limiter.ts';
import type { StreamLimiter, StreamPermit } from '../../streaming/stream-limits.ts';
import { sendErrorStatus } from '../error-response.ts';
import type { ServeWithinRateLimit } from '../rate-limit-admission.ts';
import { createPreflightResponse, openCorsHeaders } from '../response/cors.ts';
import { sendResponse } from '../response/send-response.ts';
import {
  type ProxyExchange,
  type ProxyOutcome,
  type ProxySettings,
  startProxyExchange,
} from './proxy-exchange.ts';
import { createCachedClientHeadConverter } from './proxy-headers.ts';
import { checkProxyTarget, type ProxyPathOrError, stripProxyMount } from './proxy-target.ts';

/** Options of a proxy; times in milliseconds. */
export type ReverseProxyOptions = Pick<
  ProxySettings,
  'name' | 'route' | 'dispatch' | 'deadline' | 'rewriteUrls'
> & {
  readonly admit?: ServeWithinRateLimit;
  /** Path prefixes of the requests to handle, which are removed; all paths by default. */
  readonly mounts?: readonly string[];
  /** Without `mounts`: the path prefix that has already been removed from the requests' URLs. */
  readonly mount?: string;
  /** Path prefixes that are rejected with 403; none by default. */
  readonly deny?: readonly string[];
  /** Header lines that precede the upstream's in every response: name, value, name, value. */
  readonly headers: readonly string[];
  /** Whether event streams are exempt from the deadline; false by default. */
  readonly endlessStreams?: boolean;
  /** How long the client of an event stream may stop reading; 45,000 ms by default. */
  readonly stallLimit?: number;
  /** Maximum of requests in progress, 503 above; unlimited by default. */
  readonly maxOpen?: number;
  /** Limits event streams: 503 above the total, 429 above a client's share. */
  readonly streamLimiter: StreamLimiter;
  /** Bounds the bytes that clients have not received yet; unbounded by default. */
  readonly pending?: UndeliveredBytesLimiter;
  /** Returns a key of the client, usually its address, for its share of the limits. */
  readonly clientOf: (req: IncomingMessage, res: ServerResponse) => string;
  /** Called at the end of each exchange; `seconds` is its duration. */
  readonly onEnd?: (end: ProxyOutcome, res: ServerResponse, seconds: number) => void;
};

/** Forwards GET and HEAD requests to one upstream, and its responses to the clients. */
export type ReverseProxy = {
  /** Handles a request; returns false, without doing anything, if it is not below the mounts. */
  readonly handle: (req: IncomingMessage, res: ServerResponse) => boolean;
  readonly open: () => number;
  /** Ends event streams with a `retry:` field; other responses continue. */
  readonly endEventStreams: () => void;
  readonly abortAll: () => void;
};

const preflight = createPreflightResponse('GET, HEAD', openCorsHeaders);

/** Responds that capacity is exhausted, with `Retry-After: 10` (seconds). */
const sendOverloaded = (response: ServerResponse, status: 429 | 503, message: string): void =>
  sendErrorStatus(response, { status, message, headers: { 'Retry-After': '10' } });

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const isPreflight = (req: IncomingMessage): boolean =>
  req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;

const eventStream = /(^|,)\s*text\/event-stream\b/i;
const wantsStream = ({ headers: { accept } }: IncomingMessage): boolean =>
  accept !== undefined && accept !== '*/*' && eventStream.test(accept);

/** Creates a proxy that forwards paths and bodies byte for byte, but not the client's identity. */
export function createReverseProxy(options: ReverseProxyOptions): ReverseProxy {
  const { mounts, deny = [], maxOpen = Infinity, pending, clientOf, streamLimiter } = options;
  const { admit = (_request, _response, serve) => serve() } = options;
  const open = createDeadlineSet<ProxyExchange>((exchange) => exchange.expire());

  /** Returns undefined, after writing the error, when there are too many event streams. */
  const admitStream = (req: IncomingMessage, res: ServerResponse): StreamPermit | undefined => {
    const permit = streamLimiter.acquire(clientOf(req, res));
    if (permit === 'client') sendOverloaded(res, 429, 'too many event streams from this client');
    else if (permit === 'total') sendOverloaded(res, 503, 'too many event streams');
    else return permit;
    return undefined;
  };
  const settings: ProxySettings = {
    name: options.name,
    route: options.route,
    dispatch: options.dispatch,
    rewriteUrls: options.rewriteUrls,
    toClientHead: createCachedClientHeadConverter(options.headers),
    deadline: options.deadline,
    stallLimit: options.stallLimit ?? 45_000,
    hold: pending && ((req, res, bytes) => pending.hold(clientOf(req, res), [{ length: bytes }])),
    endlessStreams: options.endlessStreams ?? false,
    admitStream,
    activeExchanges: open,
  };

  /** Writes the responses that need no upstream: preflight, 400, 403, 405 and 503. */
  const refuse = (req: IncomingMessage, res: ServerResponse, target: ProxyPathOrError): void => {
    if (isPreflight(req)) {
      void sendResponse(req, res, preflight);
    } else if (!isRead(req)) {
      const headers = { Allow: 'GET, HEAD' };
      sendErrorStatus(res, { status: 405, message: 'only GET and HEAD are served here', headers });
    } else if (target.kind === 'refused') {
      sendErrorStatus(res, { status: target.status, message: target.error });
    } else {
      sendOverloaded(res, 503, 'too many requests in progress');
    }
    options.onEnd?.('refused', res, 0);
  };

  /** Returns false, after writing 429 or 503, when too many bytes are pending. */
  const hasRoom = (req: IncomingMessage, res: ServerResponse): boolean => {
    try {
      pending?.admit(clientOf(req, res));
      return true;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      sendOverloaded(res, error.status === 429 ? 429 : 503, error.message);
      return false;
    }
  };

  const forward = (req: IncomingMessage, res: ServerResponse, path: string): void => {
    const mount = mounts ? (req.url ?? '').slice(0, -path.length) : (options.mount ?? '');
    const startedAt = performance.now();
    const onEnd = (end: ProxyOutcome) =>
      options.onEnd?.(end, res, (performance.now() - startedAt) / 1000);
    const permit = hasRoom(req, res) && wantsStream(req) ? admitStream(req, res) : undefined;
    if (res.headersSent) onEnd('refused');
    else startProxyExchange(settings, { req, res, path, mount, startedAt, permit, onEnd });
  };

  return {
    handle: (req, res) => {
      const raw = mounts ? stripProxyMount(req.url ?? '', mounts) : (req.url ?? '');
      if (raw === undefined) return false;
      const target = checkProxyTarget(raw, deny);
      const isAccepted = isRead(req) && target.kind === 'forward' && open.size() < maxOpen;
      if (isAccepted) admit(req, res, () => forward(req, res, target.path));
      else refuse(req, res, target);
      return true;
    },
    open: open.size,
    endEventStreams: () => {
      for (const exchange of open.all()) exchange.endEventStream();
    },
    abortAll: () => {
      for (const exchange of open.all()) exchange.abort();
    },
  };
}
