import type { ServiceDeps } from '../../context.ts';
import { createReverseProxy, type ReverseProxy } from '../../http/proxy/reverse-proxy.ts';
import { createRequestIdentifier, ensureRequestId } from '../../http/request-identity.ts';
import { parseBaseUrl } from '../../upstreams/index.ts';

/** Answers of `/dn` in progress at once, beside event streams. */
const maxOpen = 2000;

/** Creates the `/dn` proxy of a gateway (spec: GET /dn/{path}). */
export function createDataNodeProxy(deps: ServiceDeps): ReverseProxy {
  const { config, log, telemetry, shutdownSignal, streamLimiter, pending, upstreams } = deps;
  const readClient = createRequestIdentifier(config.trustedProxies);
  const times = telemetry.routeLatency('rest', '/dn/{path}');
  const trust = upstreams.trustOf(config.dataNodeUrl);
  const proxy = createReverseProxy({
    trust: {
      ...trust,
      distrust: () => {
        telemetry.upstreamDistrusts.inc({ upstream: 'data node proxy' });
        trust.distrust();
      },
    },
    upstream: parseBaseUrl(config.dataNodeUrl),
    deny: config.dataNodeProxyDenyList,
    streamLimiter,
    pending,
    clientOf: (request, response) => readClient(request, response).clientAddress,
    // Event streams have a bound of their own.
    maxOpen: maxOpen + config.streamLimits.total,
    onEnd: (end, { statusCode, req }, seconds) => {
      times(statusCode).observe(seconds);
      if (end !== 'unreachable' && end !== 'timeout') return;
      log.warn({ end, requestId: ensureRequestId(req) }, 'the data node failed /dn');
    },
  });
  shutdownSignal.addEventListener('abort', proxy.shutdownSignal, { once: true });
  return proxy;
}
