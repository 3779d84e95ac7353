import { computeSmoothNoise, computeUnitNoise, hashText } from '../market/noise.ts';

/** The oracle network's health over time, a function of the seed and the poll's number. */
export type NetworkHealth = {
  readonly poll: (number: number) => {
    readonly poll_batch_ts: string;
    readonly quorum_met: boolean;
    readonly worst_status: 'healthy' | 'degraded' | 'unhealthy';
    readonly consensus_rounds_total: number;
    readonly consensus_success_total: number;
    readonly consensus_failed_total: number;
    readonly signatures_collected: number;
    readonly avg_consensus_time_ms: number;
    readonly avg_cycle_duration_ms: number;
    readonly orders_processed_last_60s: number;
    readonly pending_order_count: number;
    readonly total_peers: number;
    readonly p2p_messages_received: number;
    readonly p2p_messages_sent: number;
    readonly total_peers_healthy: number;
    readonly total_peers_unhealthy: number;
    readonly node_id: string;
    readonly rpc_endpoint: string;
    readonly memory_rss_bytes: number;
  };
};

/** Seconds between two polls. */
export const POLL_SECONDS = 60;

const PEERS = 3;
const ROUNDS_PER_POLL = 20;
const HOUR_POLLS = 60;
/** Fraction of hours in which one or more oracles are down for a while. */
const DEGRADED_HOURS = 0.03;
const UNHEALTHY_HOURS = 0.004;

/**
 * Creates the network health of a world; poll 0 is at `genesis` (Unix seconds).
 *
 * @param downAt - Returns how many oracles a real poll found down; for undefined the result is
 * derived from the seed.
 */
export function createNetworkHealth(
  seed: number,
  genesis: number,
  downAt: (poll: number) => number | undefined = () => undefined,
): NetworkHealth {
  const key = hashText(`${seed}/explorer`);

  function peersDown(number: number): number {
    const found = downAt(number);
    if (found !== undefined) return found;
    const hour = Math.floor(number / HOUR_POLLS);
    const chance = computeUnitNoise(key, hour);
    if (chance >= DEGRADED_HOURS) return 0;
    const length = 5 + Math.floor(computeUnitNoise(key + 1, hour) * 40);
    if (number % HOUR_POLLS >= length) return 0;
    return chance < UNHEALTHY_HOURS ? 2 : 1;
  }

  /**
   * Returns the number of failed consensus rounds before a poll: two in every hour, at
   * pseudo-random minutes.
   */
  function failedBefore(number: number): number {
    const hour = Math.floor(number / HOUR_POLLS);
    const minutes = [2, 3].map((turn) => HOUR_POLLS * computeUnitNoise(key + turn, hour));
    return hour * 2 + minutes.filter((minute) => minute < number % HOUR_POLLS).length;
  }

  return {
    poll(number) {
      const down = peersDown(number);
      const rounds = number * ROUNDS_PER_POLL;
      const failed = failedBefore(number);
      const load = 1 + computeSmoothNoise(key + 6, number / 180);
      const slow = 1 + down * 0.8 + 0.15 * computeSmoothNoise(key + 4, number / 7);
      return {
        poll_batch_ts: new Date((genesis + number * POLL_SECONDS) * 1000).toISOString(),
        quorum_met: PEERS - down >= 2,
        worst_status: down === 0 ? 'healthy' : down === 1 ? 'degraded' : 'unhealthy',
        consensus_rounds_total: rounds,
        consensus_success_total: rounds - failed,
        consensus_failed_total: failed,
        signatures_collected: PEERS - down,
        avg_consensus_time_ms: Math.round(140 * slow),
        avg_cycle_duration_ms: Math.round(920 * slow),
        orders_processed_last_60s: Math.round(14 * load),
        pending_order_count: Math.round(2 * load + 6 * down),
        total_peers: PEERS,
        p2p_messages_received: rounds * 6,
        p2p_messages_sent: rounds * 5,
        total_peers_healthy: PEERS - down,
        total_peers_unhealthy: down,
        node_id: `node-${key.toString(16)}`,
        rpc_endpoint: 'http://10.0.0.7:8545',
        memory_rss_bytes: Math.round(
          180_000_000 * (1 + 0.1 * computeSmoothNoise(key + 5, number / 90)),
        ),
      };
    },
  };
}
