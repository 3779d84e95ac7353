import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceDeps } from '../../../context.ts';
import type { Millis } from '../../../core/units.ts';
import { createClientReader, nameRequest } from '../../../http/client.ts';
import { writeErrorAnswer } from '../../../http/error-answer.ts';
import { createForwarder, type Forwarder } from '../../../http/passthrough/forwarder.ts';
import { parseTarget } from '../../../http/passthrough/target.ts';

/** Until an oracle's headers are there; the next one is asked after it. */
const headTimeout: Millis = 5000;
/** Until the last byte of what is not an event stream. */
const bodyTimeout: Millis = 60_000;

/** Passes on what nobody else answers under `/vision/`. */
export type OracleForwarder = Pick<Forwarder, 'cut'> & {
  readonly pass: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Passes GETs under `/vision/` on to the first healthy oracle and its answers back, path, query,
 * status and bytes as they are (decisions.md 3), in the way of `/dn`.
 */
export function createOracleForwarder(deps: ServiceDeps): OracleForwarder {
  const { config, upstreams, drain, slots, pending, log } = deps;
  const readClient = createClientReader(config.trustedProxies);
  const forwarder = createForwarder({
    name: 'oracle',
    dispatch: (request, handler) => upstreams.oracles.dispatch(request, handler, headTimeout),
    // The REST door has said what there is to say.
    headers: [],
    deadline: bodyTimeout,
    endlessStreams: true,
    slots,
    pending,
    clientOf: (request, response) => readClient(request, response).clientAddress,
    onEnd: (end, { req }) => {
      if (end !== 'unreachable' && end !== 'timeout') return;
      log.warn({ end, requestId: nameRequest(req) }, 'the oracles failed');
    },
  });
  drain.addEventListener('abort', forwarder.drain, { once: true });
  return {
    cut: forwarder.cut,
    pass: (request, response) => {
      const target = parseTarget(request.url ?? '', []);
      if (target.kind === 'refused') writeErrorAnswer(response, target);
      else forwarder.forward(request, response, target.path);
    },
  };
}
