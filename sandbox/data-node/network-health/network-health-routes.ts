import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServiceRequest } from '../../lib/http-service.ts';
import {
  createJsonResponse,
  createNoContentResponse,
  ServiceError,
  type ServiceRoute,
} from '../../lib/http-service.ts';
import { createNetworkHealth, POLL_SECONDS } from './network-health.ts';
import { startOraclePolls } from './oracle-polls.ts';

export type NetworkHealthRoutesOptions = {
  readonly seed: number;
  /** The required value of `x-explorer-token`. If undefined, every request gets 401. */
  readonly token: string | undefined;
  /** Time of the first poll, Unix seconds. */
  readonly genesis: number;
  /** The world's time in Unix seconds. */
  readonly now: () => number;
  /** Base URLs of the oracles whose health is polled. Without them all polls are synthetic. */
  readonly oracleUrls?: readonly string[];
  readonly stopping?: AbortSignal;
};

/** Length of each range of the history, seconds. */
const ranges = new Map([
  ['1h', 3_600],
  ['6h', 21_600],
  ['24h', 86_400],
  ['7d', 604_800],
  ['30d', 2_592_000],
]);

const MAX_ROWS = 2_000;
/** Maximum age of the poll that `/explorer/health/latest` returns, seconds. */
const LATEST_WINDOW = 600;

/**
 * Routes of the oracle network's health. They require the header `x-explorer-token` (401), return
 * 204 if the range has no polls, and up to 2,000 rows of history, ascending; longer histories are
 * thinned out evenly.
 */
export function createNetworkHealthRoutes(
  options: NetworkHealthRoutesOptions,
): readonly ServiceRoute[] {
  const { seed, token, genesis, now } = options;
  const newest = () => Math.floor((now() - genesis) / POLL_SECONDS);
  const polls = startOraclePolls({
    urls: options.oracleUrls ?? [],
    current: newest,
    signal: options.stopping ?? new AbortController().signal,
  });
  const health = createNetworkHealth(seed, genesis, polls.downAt);

  function assertToken({ headers }: ServiceRequest): void {
    const given = headers['x-explorer-token'];
    if (token === undefined || typeof given !== 'string' || !isSameText(given, token)) {
      throw new ServiceError(401, 'unauthorized');
    }
  }

  return [
    {
      method: 'GET',
      path: '/explorer/health/latest',
      handle(request) {
        assertToken(request);
        const number = newest();
        const age = now() - genesis - number * POLL_SECONDS;
        if (number < 0 || age > LATEST_WINDOW) return createNoContentResponse();
        return createJsonResponse({ network: health.poll(number) });
      },
    },
    {
      method: 'GET',
      path: '/explorer/health/history',
      handle(request) {
        assertToken(request);
        const range = ranges.get(request.query.get('range') ?? '24h');
        if (range === undefined) {
          throw new ServiceError(400, `range must be one of ${[...ranges.keys()].join(', ')}`);
        }
        const last = newest();
        const count = Math.min(range / POLL_SECONDS, last + 1);
        if (count <= 0) return createNoContentResponse();
        const stride = Math.ceil(count / MAX_ROWS);
        const rows = Array.from({ length: Math.ceil(count / stride) }, (_, row) =>
          health.poll(last - row * stride),
        );
        return createJsonResponse({
          range: request.query.get('range') ?? '24h',
          snapshots: rows.reverse(),
        });
      },
    },
  ];
}

/** Compares two texts in constant time, so that the duration does not reveal where they differ. */
function isSameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
