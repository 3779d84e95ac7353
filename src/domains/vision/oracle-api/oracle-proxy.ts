import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceDeps } from '../../../context.ts';
import { writePlainError } from '../../../http/plain-error.ts';
import { createForwarder, type Forwarder } from '../../../http/proxy/forwarder.ts';
import { parseProxyTarget } from '../../../http/proxy/proxy-target.ts';
import { createRequestIdentifier, ensureRequestId } from '../../../http/request-identity.ts';
import type { Millis } from '../../../lib/units.ts';

/** Until an oracle's headers are there; the next one is asked after it. */
const headTimeout: Millis = 5000;
/** Until the last byte of what is not an event stream. */
const bodyTimeout: Millis = 60_000;

/** Passes on what nobody else answers under `/vision/`. */
export type OracleProxy = Pick<Forwarder, 'abortAll'> & {
  readonly handleRaw: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Passes GETs under `/vision/` on to the first healthy oracle and its answers back, path, query,
 * status and bytes as they are (decisions.md 3), in the way of `/dn`.
 */
export function createOracleProxy(deps: ServiceDeps): OracleProxy {
  const { config, upstreams, shutdownSignal, streamLimiter, pending, log } = deps;
  const readClient = createRequestIdentifier(config.trustedProxies);
  const forwarder = createForwarder({
    name: 'oracle',
    dispatch: (request, handler) => upstreams.oracles.dispatch(request, handler, headTimeout),
    // The REST door has said what there is to say.
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
