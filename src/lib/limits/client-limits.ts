import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientNetworkPrefix } from '../client-network.ts';
import { ClientLimitError } from '../errors.ts';
import type { Millis } from '../units.ts';

/** Counts points; rejects with `RateLimiterRes` when the limit is exceeded. */
type PointLimiter = {
  readonly consume: (key: string, points: number) => Promise<unknown>;
};

/** Creates a limiter that replicas share; the duration is in seconds. */
type CreateLimiter = (options: {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}) => PointLimiter;

/** Limits what one client may ask in a minute. */
export type ClientLimit = {
  /**
   * Takes points of a client, and waits for Redis if replicas share the limit.
   *
   * @param address - The client's address; all addresses of an IPv6 /64 network are one client.
   * @throws {ClientLimitError} the client has no such number of points left in this minute.
   */
  readonly take: (address: string, points: number) => Promise<void>;
};

/** The limits of clients; undefined ones are off. */
export type ClientLimits = {
  /** Requests to REST paths. */
  readonly rest: ClientLimit | undefined;
  /** Cost of GraphQL operations, in objects. */
  readonly graphql: ClientLimit | undefined;
};

/** Number of refused clients that are remembered; others are counted again. */
const maxRefused = 10_000;

/** Length of the window in which points are counted, seconds. */
const window = 60;

/**
 * Creates the limits of `RATE_LIMIT_REST_PER_MINUTE` and `RATE_LIMIT_GRAPHQL_COST_PER_MINUTE`.
 *
 * @param createLimiter - Creates limiters that replicas share; undefined for a single gateway.
 */
export function createClientLimits(
  perMinute: { readonly rest: number | undefined; readonly graphqlCost: number | undefined },
  createLimiter: CreateLimiter | undefined,
): ClientLimits {
  const create = (name: string, points: number | undefined, unit: string) =>
    points === undefined
      ? undefined
      : createClientLimit(
          { name, points, unit },
          createLimiter?.({
            name: `client ${name}`,
            points,
            duration: window,
          }) ?? new RateLimiterMemory({ points, duration: window }),
        );
  return {
    rest: create('rest', perMinute.rest, 'requests'),
    graphql: create('graphql', perMinute.graphqlCost, 'objects of GraphQL cost'),
  };
}

function createClientLimit(
  {
    name,
    points: limit,
    unit,
  }: { readonly name: string; readonly points: number; readonly unit: string },
  limiter: PointLimiter,
): ClientLimit {
  // At most one error for each second of the window, because to create one costs more than the rest.
  const errors = new Map<number, ClientLimitError>();
  const errorFor = (wait: Millis): ClientLimitError => {
    const seconds = Math.max(1, Math.ceil(wait / 1000));
    const error =
      errors.get(seconds) ??
      new ClientLimitError(
        `a client may ask for ${limit} ${unit} a minute; try again in ${seconds} s`,
        { name, limit, window, retryAfter: seconds },
      );
    errors.set(seconds, error);
    return error;
  };
  const refusedUntil = new LRUCache<string, Millis>({ max: maxRefused });
  return {
    take: async (address, points) => {
      const client = clientNetworkPrefix(address);
      const until = refusedUntil.get(client) ?? 0;
      const left = until - performance.now();
      if (left > 0) throw errorFor(left);
      try {
        await limiter.consume(client, points);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        refusedUntil.set(client, performance.now() + error.msBeforeNext);
        throw errorFor(error.msBeforeNext);
      }
    },
  };
}

/** Charges the client of one operation for its cost. */
export type OperationCharge = {
  /**
   * Takes the cost of the operation; does nothing when that is done already.
   *
   * @param objects - At least one is taken.
   * @throws {ClientLimitError} the client has not that much left.
   */
  readonly take: (objects: number) => Promise<void>;
  /** The objects taken; 0 before. */
  readonly taken: () => number;
};

/** Creates the charge of one operation; null when the limit is off. */
export function createOperationCharge(
  limit: ClientLimit | undefined,
  address: string,
): OperationCharge | null {
  if (limit === undefined) return null;
  let taken = 0;
  return {
    take: async (objects) => {
      if (taken > 0) return;
      taken = Math.max(1, Math.ceil(objects));
      await limit.take(address, taken);
    },
    taken: () => taken,
  };
}
