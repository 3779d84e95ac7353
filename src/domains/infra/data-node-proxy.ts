import type { ServiceDeps } from '../../context.ts';
import { createClientReader } from '../../http/client.ts';
import { createPassthrough, type Passthrough } from '../../http/passthrough/passthrough.ts';

/** Creates the `/dn` proxy of a gateway (spec: GET /dn/{path}). */
export function createDataNodeProxy(deps: ServiceDeps): Passthrough {
  const { config, log, drain, slots } = deps;
  const readClient = createClientReader(config.trustedProxies);
  const proxy = createPassthrough({
    upstream: new URL(config.dataNodeUrl),
    deny: config.dnDeny,
    slots,
    clientOf: (request, response) => readClient(request, response).clientAddress,
    onEnd: (end) => {
      if (end === 'unreachable' || end === 'timeout') log.warn({ end }, 'the data node failed /dn');
    },
  });
  drain.addEventListener('abort', proxy.drain, { once: true });
  return proxy;
}
