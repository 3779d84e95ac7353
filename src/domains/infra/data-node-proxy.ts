import { collectLogSecrets } from '../../config.ts';
import type { ServiceDeps } from '../../context.ts';
import { proxyCorsHeaders } from '../../http/proxy/proxy-headers.ts';
import { createReverseProxy, type ReverseProxy } from '../../http/proxy/reverse-proxy.ts';
import { createUrlHeaderRewriter } from '../../http/proxy/rewrite-url-headers.ts';
import { createRateLimitAdmission } from '../../http/rate-limit-admission.ts';
import {
  createAddressReader,
  createIdAndAddressReader,
} from '../../http/request-id-and-address.ts';
import { getRequestIds } from '../../http/request-trace.ts';
import type { Millis } from '../../lib/units.ts';

const maxOpen = 2000;
const deadline: Millis = 300_000;

/** Creates the proxy that forwards `GET /dn/{path}` to the data node. */
export function createDataNodeProxy(deps: ServiceDeps): ReverseProxy {
  const { config, log, telemetry, shutdownSignal, streamLimiter, pending, upstreams } = deps;
  const { clientLimits } = deps;
  const readClient = createIdAndAddressReader(config.trustedProxies);
  const route = '/dn/{path}';
  const times = telemetry.routeLatency('rest', route);
  const proxy = createReverseProxy({
    name: 'data node',
    route,
    mounts: ['/dn', '/api/dn'],
    dispatch: (request, handler) => upstreams.dataNode.dispatch(request, handler, deadline),
    admit: createRateLimitAdmission({
      limit: clientLimits.rest,
      addressOf: createAddressReader(config.trustedProxies),
      log,
    }),
    rewriteUrls: createUrlHeaderRewriter([config.dataNodeUrl], collectLogSecrets(config)),
    deny: config.dataNodeProxyDenyList,
    headers: proxyCorsHeaders,
    deadline,
    streamLimiter,
    pending,
    clientOf: (request, response) => readClient(request, response).clientAddress,
    // The stream limiter bounds event streams separately, so they must not use up this limit.
    maxOpen: maxOpen + config.streamLimits.total,
    onEnd: (end, { statusCode, req }, seconds) => {
      times(statusCode).observe(seconds);
      if (end !== 'unreachable' && end !== 'timeout') return;
      log.warn({ end, ...getRequestIds(req) }, 'the data node failed /dn');
    },
  });
  shutdownSignal.addEventListener('abort', proxy.endEventStreams, { once: true });
  return proxy;
}
