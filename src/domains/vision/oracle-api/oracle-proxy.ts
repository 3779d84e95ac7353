import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceDeps } from '../../../context.ts';
import { writePlainError } from '../../../http/plain-error.ts';
import { createForwarder, type Forwarder } from '../../../http/proxy/forwarder.ts';
import { parseProxyTarget } from '../../../http/proxy/proxy-target.ts';
import { createRequestIdentifier, ensureRequestId } from '../../../http/request-identity.ts';
import type { Millis } from '../../../lib/units.ts';

/** Deadline for an oracle's response headers; after it the next one is called. */
const headTimeout: Millis = 5000;
/** Deadline for the last byte of a response that is not an event stream. */
const bodyTimeout: Millis = 60_000;

/** Forwards requests under `/vision/` that no other route matches. */
export type OracleProxy = Pick<Forwarder, 'abortAll'> & {
  readonly handleRaw: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Creates the proxy. It forwards GET requests to the first healthy oracle, with path and query
 * unchanged, and returns status and body byte for byte.
 */
export function createOracleProxy(deps: ServiceDeps): OracleProxy {
  const { config, upstreams, shutdownSignal, streamLimiter, pending, log } = deps;
  const readClient = createRequestIdentifier(config.trustedProxies);
  const forwarder = createForwarder({
    name: 'oracle',
    dispatch: (request, handler) => upstreams.oracles.dispatch(request, handler, headTimeout),
    // The REST router has already set the gateway's response headers.
    headers: [],
    deadline: bodyTimeout,
    endlessStreams: true,
    streamLimiter,
    pending,
    clientOf: (request, response) => readClient(request, response).clientAddress,
    onEnd: (end, { req }) => {
      if (end !== 'unreachable' && end !== 'timeout') return;
      log.warn({ end, requestId: ensureRequestId(req) }, 'the oracles failed');
    },
  });
  shutdownSignal.addEventListener('abort', forwarder.shutdownSignal, { once: true });
  return {
    abortAll: forwarder.abortAll,
    handleRaw: (request, response) => {
      const target = parseProxyTarget(request.url ?? '', []);
      if (target.kind === 'refused') writePlainError(response, target);
      else forwarder.forward(request, response, target.path);
    },
  };
}
