import { z } from 'zod';
import type { LoaderDeps } from '../../../context.ts';
import { UpstreamUnavailableError } from '../../../lib/errors.ts';
import { isRecord } from '../../../lib/parse.ts';
import type { Millis } from '../../../lib/units.ts';
import {
  type HttpClient,
  parseLargeResponse,
  type ResponseBodyCheck,
} from '../../../upstreams/index.ts';
import {
  memoizedProtocolIndex,
  type Protocol,
  type ProtocolIndex,
  protocolRowsSchema,
} from './protocols.ts';
import { memoizedRaiseIndex, type Raise, type RaiseIndex, raiseRowsSchema } from './raises.ts';

/** Market data of a coin; null where the provider sends none. */
export type MarketQuote = {
  /** USD. */
  readonly price: number | null;
  /** USD. */
  readonly marketCap: number | null;
  /** Percent. */
  readonly change24h: number | null;
};

/**
 * Reads market and DeFi data. When a provider fails, the result is empty and the response degraded.
 */
export type EnrichmentProviderClient = {
  /** By coin id, for at most 200 ids. */
  readonly quotes: (ids: readonly string[]) => Read<ReadonlyMap<string, MarketQuote>>;
  /** URLs by coin id, for at most 200 ids. */
  readonly images: (ids: readonly string[]) => Read<ReadonlyMap<string, string>>;
  readonly protocols: () => Read<ProtocolIndex>;
  readonly raises: () => Read<RaiseIndex>;
};

type Read<T> = T | Promise<T>;

/** Most ids in one call. */
export const maxIdsPerCall = 200;

const timeout: Millis = 5000;
/** Maximum size of a list response; the public lists are long. */
const listMaxBytes = 32 * 1024 * 1024;
/** Maximum rows of a list; the known lists have about 7,000 each. */
const maxRows = 30_000;
const isTooLong = (value: unknown) => Array.isArray(value) && value.length > maxRows;
/** Maximum size of a response about coins; 200 coins with images take far less. */
const coinsMaxBytes = 1024 * 1024;
const rowBytes = 300;

const figure = z.number().nullish().catch(null);
const quotesAnswer = z
  .record(z.string(), z.object({ usd: figure, usd_market_cap: figure, usd_24h_change: figure }))
  .transform(
    (coins): ReadonlyMap<string, MarketQuote> =>
      new Map(
        Object.entries(coins).map(([id, coin]) => [
          id,
          {
            price: coin.usd ?? null,
            marketCap: coin.usd_market_cap ?? null,
            change24h: coin.usd_24h_change ?? null,
          },
        ]),
      ),
  );
const imagesAnswer = z
  .array(z.object({ id: z.string(), image: z.string().nullish().catch(null) }))
  .transform(
    (coins): ReadonlyMap<string, string> =>
      new Map(coins.flatMap(({ id, image }) => (image ? [[id, image] as const] : []))),
  );

type ProviderRead<T> = {
  readonly client: HttpClient;
  readonly path: string;
  readonly provider: string;
  readonly shape: z.ZodType<T>;
  readonly nothing: T;
  readonly maxBytes: number;
  readonly belongsToRequest?: ResponseBodyCheck;
  /** Size of the value in the cache in bytes; by default the size of the response body. */
  readonly sizeOf?: (value: T) => number;
};

const idOf = (row: unknown) => (isRecord(row) ? String(row.id) : '');

/** Returns false when the response names coins, but none of the requested ones. */
const namesOneOf = (sent: readonly string[], requested: readonly string[]) =>
  sent.length === 0 || sent.some((id) => requested.includes(id));

/** Creates the client for one request; calls with the same ids share one cache entry. */
export function createEnrichmentProviderClient(
  deps: Pick<LoaderDeps, 'requestCache' | 'cache' | 'upstreams'>,
): EnrichmentProviderClient {
  const { requestCache, cache, upstreams } = deps;
  const { marketData, defiData } = upstreams;

  async function readProvider<T>(lookup: ProviderRead<T>): Promise<T> {
    const { client, path, provider, shape, nothing, maxBytes, belongsToRequest, sizeOf } = lookup;
    const key = `${provider} ${path}`;
    // After a failure the provider is not called again until this entry expires.
    const failed = cache.peekFresh('degraded', key);
    if (failed === null) {
      try {
        return await requestCache.read('provider', key, async (signal) => {
          const response = await client.get(path, {
            signal,
            timeout,
            maxBytes,
            ...(belongsToRequest ? { belongsToRequest } : {}),
          });
          // A 4xx, such as 429, is not the fault of the gateway's client.
          if (response.status !== 200) {
            throw new UpstreamUnavailableError(`the ${provider} provider refused the request`);
          }
          const upstream = `${provider} provider`;
          const value = await parseLargeResponse(response, {
            shape,
            upstream,
            rows: ['raises'],
            signal,
          });
          if (isTooLong(value)) {
            throw new UpstreamUnavailableError(`the ${upstream} answered with too many rows`);
          }
          return { value, bytes: sizeOf ? sizeOf(value) : response.bytes };
        });
      } catch (error) {
        if (!(error instanceof UpstreamUnavailableError)) throw error;
        cache.put('degraded', key, { value: true, bytes: 1 });
      }
    }
    requestCache.freshness.markDegraded(failed?.meta.freshUntil);
    return nothing;
  }

  const ofCoins = (path: string, parameters: Readonly<Record<string, string>>) =>
    `${path}?${new URLSearchParams(parameters)}`;

  return {
    quotes: (ids) =>
      readProvider<ReadonlyMap<string, MarketQuote>>({
        client: marketData,
        path: ofCoins('/simple/price', {
          ids: ids.join(','),
          vs_currencies: 'usd',
          include_market_cap: 'true',
          include_24hr_change: 'true',
        }),
        provider: 'market-data',
        shape: quotesAnswer,
        maxBytes: coinsMaxBytes,
        nothing: new Map(),
        belongsToRequest: (body) => !isRecord(body) || namesOneOf(Object.keys(body), ids),
      }),
    images: (ids) =>
      readProvider<ReadonlyMap<string, string>>({
        client: marketData,
        path: ofCoins('/coins/markets', {
          vs_currency: 'usd',
          ids: ids.join(','),
          per_page: '250',
          page: '1',
        }),
        provider: 'market-data',
        shape: imagesAnswer,
        maxBytes: coinsMaxBytes,
        nothing: new Map(),
        belongsToRequest: (body) => !Array.isArray(body) || namesOneOf(body.map(idOf), ids),
      }),
    protocols: async () =>
      memoizedProtocolIndex(
        await readProvider<readonly Protocol[]>({
          client: defiData,
          path: '/protocols',
          provider: 'DeFi-data',
          shape: protocolRowsSchema,
          nothing: [],
          maxBytes: listMaxBytes,
          sizeOf: ({ length }) => length * rowBytes,
        }),
      ),
    raises: async () =>
      memoizedRaiseIndex(
        await readProvider<readonly Raise[]>({
          client: defiData,
          path: '/raises',
          provider: 'DeFi-data',
          shape: raiseRowsSchema,
          nothing: [],
          maxBytes: listMaxBytes,
          sizeOf: ({ length }) => length * rowBytes,
        }),
      ),
  };
}
