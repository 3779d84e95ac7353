import { z } from 'zod';
import type { RequestCache } from '../../cache/request-cache.ts';
import {
  createUpstreamUnavailableError,
  InvalidInputError,
  NotConfiguredError,
} from '../../lib/errors.ts';
import { lenientNumberSchema, toIsoTime } from '../../lib/parse.ts';
import type { HttpClient } from '../../upstreams/index.ts';
import {
  type ExplorerHealthFields,
  type ExplorerRange,
  healthFieldsSchema,
  networkExplorerEndpoints,
  networkExplorerRanges,
} from './schema.ts';

/** Reads explorer health from the data node, with a token that clients never see. */
export type ExplorerClient = {
  /** The current state of the network; null while the data node has none. */
  readonly latest: (
    range: ExplorerRange,
  ) => ExplorerHealthFields | null | Promise<ExplorerHealthFields | null>;
  /** The states of the network over a range, ascending by time. */
  readonly history: (
    range: ExplorerRange,
  ) => readonly ExplorerHealthFields[] | Promise<readonly ExplorerHealthFields[]>;
};

/** Parses an endpoint; default `history`. @throws {InvalidInputError} the endpoint is unknown. */
export function parseExplorerEndpoint(
  given = 'history',
): (typeof networkExplorerEndpoints)[number] {
  const endpoint = networkExplorerEndpoints.find((name) => name === given);
  if (endpoint) return endpoint;
  throw new InvalidInputError(`endpoint must be one of ${networkExplorerEndpoints.join(', ')}`);
}

/** Parses a time range; default `24h`. @throws {InvalidInputError} the range is unknown. */
export function parseExplorerRange(given = '24h'): ExplorerRange {
  const range = networkExplorerRanges.find((name) => name === given);
  if (range) return range;
  throw new InvalidInputError(`range must be one of ${networkExplorerRanges.join(', ')}`);
}

const latestBody = z.object({ network: z.unknown() });
const historyBody = z.object({ snapshots: z.array(z.unknown()) });
const row = z.record(z.string(), z.unknown());

/** Only one lower-case word is served as a status, so that no other upstream text leaks. */
const statusWord = /^[a-z_]{1,24}$/;

const checks: { readonly [K in keyof ExplorerHealthFields]-?: z.ZodType } = {
  poll_batch_ts: z.unknown().transform(toIsoTime).pipe(z.string()),
  quorum_met: z.boolean(),
  worst_status: z.string().regex(statusWord),
  consensus_rounds_total: lenientNumberSchema,
  consensus_success_total: lenientNumberSchema,
  consensus_failed_total: lenientNumberSchema,
  signatures_collected: lenientNumberSchema,
  avg_consensus_time_ms: lenientNumberSchema,
  avg_cycle_duration_ms: lenientNumberSchema,
  orders_processed_last_60s: lenientNumberSchema,
  pending_order_count: lenientNumberSchema,
  total_peers: lenientNumberSchema,
  p2p_messages_received: lenientNumberSchema,
  p2p_messages_sent: lenientNumberSchema,
  total_peers_healthy: lenientNumberSchema,
  total_peers_unhealthy: lenientNumberSchema,
};

/** Returns the known fields whose values are valid; null without a valid `poll_batch_ts`. */
export function pickHealthFields(given: unknown): ExplorerHealthFields | null {
  const record = row.safeParse(given);
  if (!record.success) return null;
  const picked = Object.entries(checks).flatMap(([name, check]) => {
    const value = Object.hasOwn(record.data, name) ? check.safeParse(record.data[name]) : undefined;
    return value?.success ? [[name, value.data]] : [];
  });
  const health = healthFieldsSchema.safeParse(Object.fromEntries(picked));
  return health.success ? health.data : null;
}

/** Sorts by time; the data node does not guarantee the order. */
function ascending(history: readonly ExplorerHealthFields[]): readonly ExplorerHealthFields[] {
  return history
    .map((health) => ({ health, at: Date.parse(health.poll_batch_ts) }))
    .sort((left, right) => left.at - right.at)
    .map(({ health }) => health);
}

const maxBytes = 5_000_000;

/**
 * Creates an explorer client that reads through one request's cache.
 *
 * @throws {NotConfiguredError} no token is configured.
 */
export function createExplorerClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly token: string | undefined;
}): ExplorerClient {
  const { requestCache, dataNode, token } = options;
  if (token === undefined) throw new NotConfiguredError('EXPLORER_TOKEN is not configured');

  const fetchHealth = <T>(path: string, toValue: (body: unknown) => T) =>
    requestCache.read<T>('explorer', path, async (signal) => {
      const headers = { 'x-explorer-token': token };
      const response = await dataNode.get(path, { signal, timeout: 15_000, maxBytes, headers });
      // A rejected token is a fault of the gateway's configuration, so clients get a 502.
      if (response.status < 200 || response.status > 299) {
        throw createUpstreamUnavailableError('data node');
      }
      return { value: toValue(response.value), bytes: response.bytes };
    });

  return {
    latest: (range) =>
      fetchHealth(`/explorer/health/latest?range=${range}`, (body) => {
        const parsed = latestBody.safeParse(body);
        return parsed.success ? pickHealthFields(parsed.data.network) : null;
      }),
    history: (range) =>
      fetchHealth(`/explorer/health/history?range=${range}`, (body) => {
        const parsed = historyBody.safeParse(body);
        const rows = parsed.success ? parsed.data.snapshots : [];
        return ascending(rows.map(pickHealthFields).filter((health) => health !== null));
      }),
  };
}
