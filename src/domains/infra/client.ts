import { z } from 'zod';
import type { RequestCache } from '../../cache/request-cache.ts';
import { createUpstreamUnavailableError, NotConfiguredError } from '../../lib/errors.ts';
import { coercedNumberSchema, toIsoTime } from '../../lib/parse.ts';
import { createRowListSchema } from '../../lib/parse-rows.ts';
import { type HttpClient, parseResponse } from '../../upstreams/index.ts';
import type { ExplorerHealthFields, HealthHistoryRange } from './schema.ts';

const figure = coercedNumberSchema.optional().catch(undefined);
/** Drops fields whose values are invalid; fails without a valid `poll_batch_ts`. */
const sentHealthSchema: z.ZodType<ExplorerHealthFields> = z.object({
  poll_batch_ts: z.unknown().transform(toIsoTime).pipe(z.string()),
  quorum_met: z.boolean().optional().catch(undefined),
  // Only one lower-case word is served as a status, so that no other upstream text leaks.
  worst_status: z
    .string()
    .regex(/^[a-z_]{1,24}$/)
    .optional()
    .catch(undefined),
  consensus_rounds_total: figure,
  consensus_success_total: figure,
  consensus_failed_total: figure,
  signatures_collected: figure,
  avg_consensus_time_ms: figure,
  avg_cycle_duration_ms: figure,
  orders_processed_last_60s: figure,
  pending_order_count: figure,
  total_peers: figure,
  p2p_messages_received: figure,
  p2p_messages_sent: figure,
  total_peers_healthy: figure,
  total_peers_unhealthy: figure,
});

const latestSchema = z
  .object({ network: sentHealthSchema })
  .transform(({ network }) => network)
  .nullable()
  .catch(null);
/** Sorted by time; the data node does not guarantee the order. */
const historySchema = z
  .object({ snapshots: createRowListSchema('explorer-health', sentHealthSchema) })
  .catch({ snapshots: [] })
  .transform(({ snapshots }) =>
    snapshots
      .map((health) => ({ health, at: Date.parse(health.poll_batch_ts) }))
      .sort((left, right) => left.at - right.at)
      .map(({ health }) => health),
  );

const maxBytes = 5_000_000;

export type ExplorerHealthClient = ReturnType<typeof createExplorerHealthClient>;

/**
 * Creates a client that reads explorer health from the data node, with a token that clients never
 * see, through one request's cache.
 *
 * @throws {NotConfiguredError} no token is configured.
 */
export function createExplorerHealthClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly token: string | undefined;
}) {
  const { requestCache, dataNode, token } = options;
  if (token === undefined) throw new NotConfiguredError('EXPLORER_TOKEN is not configured');

  const fetchHealth = <T>(path: string, shape: z.ZodType<T>) =>
    requestCache.read<T>('explorer', path, async (signal) => {
      const headers = { 'x-explorer-token': token };
      const response = await dataNode.get(path, { signal, timeout: 15_000, maxBytes, headers });
      // A rejected token is a fault of the gateway's configuration, so clients get a 502.
      if (response.status < 200 || response.status > 299) {
        throw createUpstreamUnavailableError('data node');
      }
      return { value: parseResponse(response, shape, 'data node'), bytes: response.bytes };
    });

  return {
    /** The current state of the network; null while the data node has none. */
    latest: (range: HealthHistoryRange) =>
      fetchHealth(`/explorer/health/latest?range=${range}`, latestSchema),
    /** The states of the network over a range, ascending by time. */
    history: (range: HealthHistoryRange) =>
      fetchHealth(`/explorer/health/history?range=${range}`, historySchema),
  };
}
