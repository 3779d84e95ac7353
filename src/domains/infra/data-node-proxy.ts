import type { ServiceDeps } from '../../context.ts';
import { createClientReader } from '../../http/client.ts';
import { createPassthrough, type Passthrough } from '../../http/passthrough/passthrough.ts';
import { parseBaseUrl } from '../../upstreams/index.ts';

/** Answers of `/dn` in progress at once, beside event streams. */
const maxOpen = 2000;

/** Creates the `/dn` proxy of a gateway (spec: GET /dn/{path}). */
export function createDataNodeProxy(deps: ServiceDeps): Passthrough {
  const { config, log, telemetry, drain, slots } = deps;
  const readClient = createClientReader(config.trustedProxies);
  const times = new Map<number, { readonly observe: (seconds: number) => void }>();
  const proxy = createPassthrough({
    upstream: parseBaseUrl(config.dataNodeUrl),
    deny: config.dnDeny,
    slots,
    clientOf: (request, response) => readClient(request, response).clientAddress,
    // Event streams have a bound of their own.
    maxOpen: maxOpen + config.streamLimits.total,
    onEnd: (end, { statusCode }, seconds) => {
      let series = times.get(statusCode);
      if (!series) {
        series = telemetry.requests.labels('rest', '/dn/{path}', String(statusCode));
        times.set(statusCode, series);
      }
      series.observe(seconds);
      if (end === 'unreachable' || end === 'timeout') log.warn({ end }, 'the data node failed /dn');
    },
  });
  drain.addEventListener('abort', proxy.drain, { once: true });
  return proxy;
}
