import type { ReadinessName } from '../config.ts';

/** The state of each upstream by its name in `/readyz`. */
type UpstreamStates = Readonly<Record<string, string>>;

/** Whether the upstreams of a name are up; one oracle suffices, of the providers both are needed. */
const isUp: Readonly<Record<Exclude<ReadinessName, 'redis'>, (states: UpstreamStates) => boolean>> =
  {
    'data-node': (states) => states['data node'] === 'up',
    oracles: (states) =>
      Object.entries(states).some(([name, state]) => /^oracle \d+$/.test(name) && state === 'up'),
    l3: (states) => states['L3 chain'] === 'up',
    settlement: (states) => states['settlement chain'] === 'up',
    providers: (states) =>
      states['market-data provider'] === 'up' && states['DeFi-data provider'] === 'up',
  };

/** Whether a gateway with these upstreams is ready: all that are required are up, or any if none is. */
export function hasRequiredUpstreams(
  required: readonly ReadinessName[],
  states: UpstreamStates,
  redis: string | undefined,
): boolean {
  if (required.length === 0) return Object.values(states).includes('up');
  return required.every((name) => (name === 'redis' ? redis === 'up' : isUp[name](states)));
}
