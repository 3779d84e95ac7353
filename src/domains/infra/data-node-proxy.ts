import type { ServiceDeps } from '../../context.ts';
import { createClientReader } from '../../http/client.ts';
import { createPassthrough, type Passthrough } from '../../http/passthrough/passthrough.ts';
import { passthroughPath } from '../../http/passthrough/target.ts';

/** Creates the `/dn` proxy of a gateway (spec: GET /dn/{path}). */
export function createDataNodeProxy(deps: ServiceDeps): Passthrough {
  const { config, log, telemetry, drain, slots } = deps;
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
  return {
    ...proxy,
    handle: (request, response) => {
      if (passthroughPath(request.url ?? '') === undefined) return false;
      const end = telemetry.requests.startTimer({ door: 'rest', route: '/dn/{path}' });
      response.once('close', () => end({ status: String(response.statusCode) }));
      return proxy.handle(request, response);
    },
  };
}
