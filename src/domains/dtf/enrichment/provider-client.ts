import { z } from 'zod';
import type { LoaderDeps } from '../../../context.ts';
import { UpstreamUnavailableError } from '../../../lib/errors.ts';
import { isRecord } from '../../../lib/parse.ts';
import type { Millis } from '../../../lib/units.ts';
import {
  type BodyMatchesRequest,
  type HttpClient,
  parseLargeResponse,
} from '../../../upstreams/index.ts';
import { indexProtocolsByCoin, protocolRowsSchema } from './protocols.ts';
import { indexFundingRounds, raiseRowsSchema } from './raises.ts';

/** Most ids in one call. */
export const maxProviderIdsPerCall = 200;

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
const quoteSchema = z.object({ usd: figure, usd_market_cap: figure, usd_24h_change: figure });
const quotesSchema = z
  .record(z.string(), quoteSchema)
  .transform((coins) => new Map(Object.entries(coins)));
const imagesSchema = z
  .array(z.object({ id: z.string(), image: z.string().nullish().catch(null) }))
  .transform(
    (coins) => new Map(coins.flatMap(({ id, image }) => (image ? [[id, image] as const] : []))),
  );

type ProviderRead<T> = {
  readonly client: HttpClient;
  readonly path: string;
  readonly provider: string;
  readonly shape: z.ZodType<T>;
  readonly nothing: T;
  readonly maxBytes: number;
  readonly belongsToRequest?: BodyMatchesRequest;
  /** Size of the value in the cache in bytes; by default the size of the response body. */
  readonly sizeOf?: (value: T) => number;
};

const idOf = (row: unknown) => (isRecord(row) ? String(row.id) : '');

/**
 * Creates the client of market and DeFi data for one request; calls with the same ids share one
 * cache entry. When a provider fails, the result is empty and the response degraded.
 */
export function createEnrichmentProviderClient(
  deps: Pick<LoaderDeps, 'requestCache' | 'cache' | 'upstreams'>,
) {
  const { requestCache, cache, upstreams } = deps;

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
          const options = { shape, upstream, rows: ['raises'], signal };
          const value = await parseLargeResponse(response, options);
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

  /** Reads data of coins. A response that names other coins only is of another request. */
  const readCoins = <T>(lookup: {
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    readonly ids: readonly string[];
    readonly idsIn: (body: unknown) => readonly string[];
    readonly shape: z.ZodType<ReadonlyMap<string, T>>;
  }) =>
    readProvider<ReadonlyMap<string, T>>({
      client: upstreams.marketData,
      path: `${lookup.path}?${new URLSearchParams(lookup.query)}`,
      provider: 'market-data',
      shape: lookup.shape,
      nothing: new Map(),
      maxBytes: coinsMaxBytes,
      belongsToRequest: (body) => {
        const sent = lookup.idsIn(body);
        return sent.length === 0 || sent.some((id) => lookup.ids.includes(id));
      },
    });

  const readList = <T>(path: string, shape: z.ZodType<readonly T[]>) =>
    readProvider<readonly T[]>({
      client: upstreams.defiData,
      path,
      provider: 'DeFi-data',
      shape,
      nothing: [],
      maxBytes: listMaxBytes,
      sizeOf: ({ length }) => length * rowBytes,
    });

  return {
    /** Prices and market caps in USD, and changes in percent, by coin id; at most 200 ids. */
    quotes: (ids: readonly string[]) =>
      readCoins({
        path: '/simple/price',
        query: {
          ids: ids.join(','),
          vs_currencies: 'usd',
          include_market_cap: 'true',
          include_24hr_change: 'true',
        },
        ids,
        idsIn: (body) => (isRecord(body) ? Object.keys(body) : []),
        shape: quotesSchema,
      }),
    /** URLs by coin id; at most 200 ids. */
    images: (ids: readonly string[]) =>
      readCoins({
        path: '/coins/markets',
        query: { vs_currency: 'usd', ids: ids.join(','), per_page: '250', page: '1' },
        ids,
        idsIn: (body) => (Array.isArray(body) ? body.map(idOf) : []),
        shape: imagesSchema,
      }),
    protocols: async () => indexProtocolsByCoin(await readList('/protocols', protocolRowsSchema)),
    raises: async () => indexFundingRounds(await readList('/raises', raiseRowsSchema)),
  };
}
