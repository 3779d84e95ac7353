import type { ServiceDeps } from '../../context.ts';
import { createReverseProxy, type ReverseProxy } from '../../http/proxy/reverse-proxy.ts';
import { createRequestIdentifier, ensureRequestId } from '../../http/request-identity.ts';
import { parseBaseUrl } from '../../upstreams/index.ts';

/** Maximum concurrent `/dn` responses, not counting event streams. */
const maxOpen = 2000;

/** Creates the proxy that forwards `GET /dn/{path}` to the data node. */
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
    // The stream limiter bounds event streams separately, so they must not use up this limit.
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
