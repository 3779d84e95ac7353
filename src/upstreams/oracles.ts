import type { RequestHandle, ResponseHandler } from '@dtf-graph/http1-client';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { SizedValue } from '../cache/cache-read-types.ts';
import { UpstreamServerError, UpstreamUnavailableError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import type { CallOptions, HttpClient } from './http-client.ts';
import {
  parseRequiredResponse,
  parseResponse,
  toUpstreamError,
} from './parse-upstream-response.ts';

/** A request that any of the oracles can serve: a POST if it has a body, else a GET. */
export type OracleRequest<T> = CallOptions & {
  readonly path: string;
  readonly body?: unknown;
  readonly schema: z.ZodType<T>;
  /** True if the request names no resource, so that a 404 is an oracle failure. */
  readonly notFoundIsFailure?: boolean;
  /** Fallback messages by status, if the oracle sends no message that clients may see. */
  readonly messagesByStatus?: Readonly<Record<number, string>>;
  /** What the response is about, e.g. a batch: oracles that lack an item of it are called last. */
  readonly lagSubject?: string;
};

/** One oracle's lag: an item that it lacks although others may have it, e.g. a player's bitmap. */
export type OracleLag = {
  readonly oracle: number;
  /** The data that the oracle may serve incorrectly while it lags, e.g. the state of a batch. */
  readonly subject: string;
  /** Identifies the missing item within the subject. */
  readonly item: string;
};

/** Records which oracles temporarily lag behind the others. */
export type OracleLagRegistry = {
  /** Records a lag or renews it. A lag expires 30 s later. */
  readonly record: (lag: OracleLag) => void;
  /** Removes a lag: the oracle has the item now. Returns whether the lag was recorded. */
  readonly resolve: (lag: OracleLag) => boolean;
  /** Returns the sequence number of an oracle's newest lag in a subject; 0 if it has none. */
  readonly latest: (oracle: number, subject: string) => number;
};

/** The oracles: reads go to the first healthy one in the configured order, bitmaps to all. */
export type OraclePool = {
  /**
   * Returns the first usable response, trying one oracle after the other.
   *
   * @throws {GatewayError} an oracle rejected the request, or no oracle sent a usable response.
   */
  readonly fetchFromAny: <T>(request: OracleRequest<T>) => Promise<SizedValue<T>>;
  /** Forwards a request to the first oracle that sends a head in time; streams its response. */
  readonly dispatch: HttpClient['dispatch'];
  readonly all: readonly HttpClient[];
  readonly lags: OracleLagRegistry;
  /**
   * Returns the oracles in the configured order, healthy ones first. With `subject`, healthy ones
   * that lag in it follow the other healthy ones, sorted by their newest lag, oldest first.
   */
  readonly byPreference: (subject?: string) => readonly HttpClient[];
};

/** Time after which a lag expires; a repeated delivery of a bitmap takes less. */
const life: Millis = 30_000;
const maxLags = 1000;

/** Creates one interface for all oracles; `all` is in order of preference for reads. */
export function createOraclePool(all: readonly HttpClient[]): OraclePool {
  const lags = createOracleLagRegistry();
  const inOrder = (subject?: string) => {
    const healthy = all.filter((oracle) => oracle.health() !== 'down');
    const down = all.filter((oracle) => oracle.health() === 'down');
    if (subject === undefined) return [...healthy, ...down];
    const lacks = new Map(all.map((oracle, index) => [oracle, lags.latest(index, subject)]));
    const lackOf = (oracle: HttpClient) => lacks.get(oracle) ?? 0;
    return [...healthy.sort((a, b) => lackOf(a) - lackOf(b)), ...down];
  };

  return {
    all,
    lags,
    byPreference: inOrder,
    dispatch: (request, handler, timeout) => {
      const left = inOrder().values();
      let exchange: RequestHandle | undefined;
      const askNext = (failure: Error): void => {
        const { value: oracle } = left.next();
        let hasHead = false;
        const heard: ResponseHandler = {
          ...handler,
          onHead: (head) => {
            hasHead = true;
            handler.onHead(head);
          },
          onError: (error) => {
            // After the response head, another oracle can no longer take over.
            const isDown = !hasHead && error instanceof UpstreamUnavailableError;
            if (isDown) askNext(error);
            else handler.onError(error);
          },
        };
        if (oracle) exchange = oracle.dispatch(request, heard, timeout);
        else handler.onError(failure);
      };
      askNext(new UpstreamUnavailableError('no oracle is configured'));
      return {
        abort: () => exchange?.abort(),
        pause: () => exchange?.pause(),
        resume: () => exchange?.resume(),
      };
    },
    fetchFromAny: async ({
      path,
      body,
      schema,
      notFoundIsFailure = false,
      lagSubject,
      messagesByStatus,
      ...options
    }) => {
      const call = {
        ...options,
        expectedStatuses: Object.keys(messagesByStatus ?? {}).map(Number),
      };
      const parse = notFoundIsFailure ? parseRequiredResponse : parseResponse;
      let failure: unknown = new UpstreamUnavailableError('no oracle is configured');
      for (const oracle of inOrder(lagSubject)) {
        try {
          const response = await (body === undefined
            ? oracle.get(path, call)
            : oracle.post(path, body, call));
          const words = messagesByStatus?.[response.status];
          const upstreamError =
            words === undefined ? null : toUpstreamError(response, 'oracle', words);
          if (upstreamError) throw upstreamError;
          return { value: parse(response, schema, 'oracle'), bytes: response.bytes };
        } catch (error) {
          // All oracles hold the same state, so the next one is tried only after an unusable
          // response.
          if (!(error instanceof UpstreamUnavailableError)) throw error;
          // An error response says more than a failed connection, so it is the one reported.
          if (!(failure instanceof UpstreamServerError)) failure = error;
        }
      }
      throw failure;
    },
  };
}

function createOracleLagRegistry(): OracleLagRegistry {
  const lags = new LRUCache<string, OracleLag & { readonly number: number }>({
    max: maxLags,
    ttl: life,
  });
  const keyOf = ({ oracle, subject, item }: OracleLag) => `${oracle} ${subject} ${item}`;
  let last = 0;
  return {
    record: (lag) => {
      const number = lags.get(keyOf(lag))?.number ?? ++last;
      lags.set(keyOf(lag), { ...lag, number });
    },
    resolve: (lag) => lags.delete(keyOf(lag)),
    latest: (oracle, subject) =>
      lags.size === 0
        ? 0
        : [...lags.values()]
            .filter((lag) => lag.oracle === oracle && lag.subject === subject)
            .reduce((latest, { number }) => Math.max(latest, number), 0),
  };
}
