import type { ServiceDeps } from '../../context.ts';
import { createClientReader, nameRequest } from '../../http/client.ts';
import { createPassthrough, type Passthrough } from '../../http/passthrough/passthrough.ts';
import { parseBaseUrl } from '../../upstreams/index.ts';

/** Answers of `/dn` in progress at once, beside event streams. */
const maxOpen = 2000;

/** Creates the `/dn` proxy of a gateway (spec: GET /dn/{path}). */
export function createDataNodeProxy(deps: ServiceDeps): Passthrough {
  const { config, log, telemetry, drain, slots, pending, upstreams } = deps;
  const readClient = createClientReader(config.trustedProxies);
  const times = telemetry.timesOf('rest', '/dn/{path}');
  const trust = upstreams.trustOf(config.dataNodeUrl);
  const proxy = createPassthrough({
    trust: {
      ...trust,
      distrust: () => {
        telemetry.upstreamDistrusts.inc({ upstream: 'data node proxy' });
        trust.distrust();
      },
    },
    upstream: parseBaseUrl(config.dataNodeUrl),
    deny: config.dnDeny,
    slots,
    pending,
    clientOf: (request, response) => readClient(request, response).clientAddress,
    // Event streams have a bound of their own.
    maxOpen: maxOpen + config.streamLimits.total,
    onEnd: (end, { statusCode, req }, seconds) => {
      times(statusCode).observe(seconds);
      if (end !== 'unreachable' && end !== 'timeout') return;
      log.warn({ end, requestId: nameRequest(req) }, 'the data node failed /dn');
    },
  });
  drain.addEventListener('abort', proxy.drain, { once: true });
  return proxy;
}
