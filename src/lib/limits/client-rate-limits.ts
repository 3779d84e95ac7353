import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientNetworkPrefix } from '../client-network.ts';
import { ClientRateLimitError } from '../errors.ts';
import type { Millis } from '../units.ts';
import { throwWhenLimited } from './throw-when-limited.ts';

/** Counts points for each key. `consume` rejects with `RateLimiterRes` at the limit. */
type PointLimiter = {
  readonly consume: (key: string, points: number) => Promise<unknown>;
};

/** Creates a limiter whose counts replicas share; `duration` is the window in seconds. */
type CreateLimiter = (options: {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}) => PointLimiter;

/** Limits the points that one client uses in a minute. `ClientRateLimits` says what a point is. */
export type ClientRateLimiter = {
  /**
   * Counts points towards the client's limit. Waits for Redis if replicas share the limit.
   *
   * @param address - The client's IP address. All addresses of an IPv6 /64 network are one client.
   * @throws {ClientRateLimitError} the client has fewer points left in this minute.
   */
  readonly consume: (address: string, points: number) => Promise<void>;
};

/** The rate limits of clients; undefined for a limit that is off. */
export type ClientRateLimits = {
  /** A point is a request to a REST path. */
  readonly rest: ClientRateLimiter | undefined;
  /** A point is an object in the estimated result of a GraphQL operation. */
  readonly graphql: ClientRateLimiter | undefined;
  /** A point is a JSON-RPC call that the gateway forwards to a chain. Always on. */
  readonly chainCalls: ClientRateLimiter;
};

/** Number of rejected clients whose waiting times are cached, to spare calls of the limiter. */
const maxRejectedClients = 10_000;

const maxChainCalls = 1200;

/** Length of the window in which points are counted, seconds. */
const window = 60;

/**
 * Creates the limits from `RATE_LIMIT_REST_PER_MINUTE` and `RATE_LIMIT_GRAPHQL_COST_PER_MINUTE`.
 *
 * @param createLimiter - Creates limiters whose counts replicas share; undefined for a single
 * gateway.
 */
export function createClientRateLimits(
  perMinute: { readonly rest: number | undefined; readonly graphqlCost: number | undefined },
  createLimiter: CreateLimiter | undefined,
): ClientRateLimits {
  const create = (name: string, points: number, unit: string) =>
    createClientLimit(
      { name, points, unit },
      createLimiter?.({
        name: `client ${name}`,
        points,
        duration: window,
      }) ?? new RateLimiterMemory({ points, duration: window }),
    );
  const { rest, graphqlCost } = perMinute;
  return {
    rest: rest === undefined ? undefined : create('rest', rest, 'requests'),
    graphql:
      graphqlCost === undefined
        ? undefined
        : create('graphql', graphqlCost, 'objects of GraphQL cost'),
    chainCalls: create('chain', maxChainCalls, 'chain calls'),
  };
}

function createClientLimit(
  {
    name,
    points: limit,
    unit,
  }: { readonly name: string; readonly points: number; readonly unit: string },
  limiter: PointLimiter,
): ClientRateLimiter {
  // One error per second of the window is reused, because creating errors is slow.
  const errors = new Map<number, ClientRateLimitError>();
  const errorFor = (wait: Millis): ClientRateLimitError => {
    const seconds = Math.max(1, Math.ceil(wait / 1000));
    const error =
      errors.get(seconds) ??
      new ClientRateLimitError(
        `a client may ask for ${limit} ${unit} a minute; try again in ${seconds} s`,
        { name, limit, window, retryAfter: seconds },
      );
    errors.set(seconds, error);
    return error;
  };
  const rejectedUntil = new LRUCache<string, Millis>({ max: maxRejectedClients });
  return {
    consume: async (address, points) => {
      const client = clientNetworkPrefix(address);
      const until = rejectedUntil.get(client) ?? 0;
      const left = until - performance.now();
      if (left > 0) throw errorFor(left);
      await throwWhenLimited(limiter.consume(client, points), (wait) => {
        rejectedUntil.set(client, performance.now() + wait);
        return errorFor(wait);
      });
    },
  };
}

/** Charges the cost of one GraphQL operation to the client's limit. */
export type OperationCostCharger = {
  /**
   * Charges the cost on the first call; further calls have no effect. Synchronous without a limit.
   *
   * @param objects - Estimated number of objects in the result; at least one is charged.
   * @throws {ClientRateLimitError} the client has fewer objects left in this minute.
   */
  readonly charge: (objects: number) => void | Promise<void>;
  /** Returns the number of objects charged so far, also without a limit: 0 before `charge`. */
  readonly chargedObjects: () => number;
};

/** Creates the `OperationCostCharger` of one operation. */
export function createOperationCostCharger(
  limit: ClientRateLimiter | undefined,
  address: string,
): OperationCostCharger {
  let charged = 0;
  return {
    charge: (objects) => {
      if (charged > 0) return;
      charged = Math.max(1, Math.ceil(objects));
      return limit?.consume(address, charged);
    },
    chargedObjects: () => charged,
  };
}
