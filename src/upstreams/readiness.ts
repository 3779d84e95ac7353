import type { ReadinessName } from '../config.ts';

/** The state of each upstream (`up`, `down` or `unknown`) by its name in `/readyz`. */
type UpstreamStates = Readonly<Record<string, string>>;

/** Whether the upstreams of a name in `READY_REQUIRES` are up; one oracle suffices. */
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

/**
 * Whether a gateway is ready: all required upstreams are up, or any if none is required.
 *
 * @param redis - State of Redis; undefined for a single gateway.
 */
export function hasRequiredUpstreams(
  required: readonly ReadinessName[],
  states: UpstreamStates,
  redis: string | undefined,
): boolean {
  if (required.length === 0) return Object.values(states).includes('up');
  return required.every((name) => (name === 'redis' ? redis === 'up' : isUp[name](states)));
}
