import { collectLogSecrets } from '../../../config.ts';
import type { ServiceDeps } from '../../../context.ts';
import { createReverseProxy, type ReverseProxy } from '../../../http/proxy/reverse-proxy.ts';
import { createUrlHeaderRewriter } from '../../../http/proxy/rewrite-url-headers.ts';
import { createIdAndAddressReader } from '../../../http/request-id-and-address.ts';
import { getRequestIds } from '../../../http/request-trace.ts';
import type { Millis } from '../../../lib/units.ts';

/** Deadline for an oracle's response headers; after it the next one is called. */
const headTimeout: Millis = 5000;
/** Deadline for the last byte of a response that is not an event stream. */
const bodyTimeout: Millis = 60_000;

/** Creates the proxy that forwards unmatched requests under `/vision/` to a healthy oracle. */
export function createOracleProxy(deps: ServiceDeps): ReverseProxy {
  const { config, upstreams, shutdownSignal, streamLimiter, pending, log } = deps;
  const readClient = createIdAndAddressReader(config.trustedProxies);
  const proxy = createReverseProxy({
    name: 'oracle',
    route: '/vision/{path}',
    mount: '/api',
    dispatch: (request, handler) => upstreams.oracles.dispatch(request, handler, headTimeout),
    rewriteUrls: createUrlHeaderRewriter(config.oracleUrls, collectLogSecrets(config)),
    // The REST router has already set the gateway's response headers.
    headers: [],
    deadline: bodyTimeout,
    endlessStreams: true,
    streamLimiter,
    pending,
    clientOf: (request, response) => readClient(request, response).clientAddress,
    onEnd: (end, { req }) => {
      if (end !== 'unreachable' && end !== 'timeout') return;
      log.warn({ end, ...getRequestIds(req) }, 'the oracles failed');
    },
  });
  shutdownSignal.addEventListener('abort', proxy.endEventStreams, { once: true });
  return proxy;
}
