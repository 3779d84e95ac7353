import { subscribe } from 'node:diagnostics_channel';
import { parseConfig } from '../../src/config.ts';
import { createGateway } from '../../src/gateway.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { ServedPeer } from './graph/context.ts';

/** The clock of our gateway in a case. */
export type GatewayClock = 'standing' | 'expiring' | 'running';

const hour = 3_600_000;

/**
 * Serves our gateway as shipped, but with another clock: `standing` keeps every value fresh,
 * `expiring` advances by an hour with each request so that every value is expired, and `running` is
 * the real time.
 */
export async function serve(time: GatewayClock): Promise<ServedPeer> {
  let now = Date.now();
  const clock: Clock = { now: () => (time === 'running' ? Date.now() : now) };
  if (time === 'expiring') {
    subscribe('http.server.request.start', () => {
      now += hour;
    });
  }
  const gateway = createGateway(parseConfig(process.env), { clock });
  return { url: await gateway.listen() };
}
