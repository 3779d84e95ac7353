import { subscribe } from 'node:diagnostics_channel';
import { parseConfig } from '../../src/config.ts';
import { createGateway } from '../../src/gateway.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { Served } from './graph/context.ts';

/** How time goes by for our gateway in a case. */
export type Time = 'standing' | 'expiring' | 'running';

const hour = 3_600_000;

/**
 * Our gateway as shipped but for its clock: `standing` keeps every value fresh; `expiring` moves on
 * by an hour with each request, so that each finds every value too old and goes the whole way;
 * `running` is the time of day.
 */
export async function serve(time: Time): Promise<Served> {
  let now = Date.now();
  const clock: Clock = { now: () => (time === 'running' ? Date.now() : now) };
  if (time === 'expiring') {
    // Past node's parser our gateway tells of requests itself.
    for (const name of ['http.server.request.start', 'dtf-graph.request.start']) {
      subscribe(name, () => {
        now += hour;
      });
    }
  }
  const gateway = createGateway(parseConfig(process.env), { clock });
  return { url: await gateway.listen() };
}
