import type { RequestCache } from '../../cache/request-cache.ts';
import { type Clock, unixNow } from '../../lib/clock.ts';
import { encodePathSegment } from '../../lib/encoding/url-path.ts';
import { NotFoundError, unavailableUpstream } from '../../lib/errors.ts';
import { formatIsoSeconds, hasFieldCount, isRecord } from '../../lib/parse.ts';
import {
  type BodyCheck,
  type HttpClient,
  isSameName,
  parseListResponse,
  parseResponse,
  type UpstreamResponse,
} from '../../upstreams/index.ts';
import type { AssetPrice, MarketPoint } from './schema.ts';
import {
  baseTicker,
  type PriceMap,
  quoteCoins,
  upstreamHistorySchema,
  upstreamPriceMapSchema,
  upstreamPriceSchema,
} from './upstream-schema.ts';

export type { PriceMap } from './upstream-schema.ts';

/** Prices from the data node, which answers as documented or in the dialect of wire-facts 1.7. */
export type PricesClient = {
  /** Ticker → USD, every asset that has a price. */
  readonly latest: () => PriceMap | Promise<PriceMap>;
  /** The same from the low-latency feed. */
  readonly fast: () => PriceMap | Promise<PriceMap>;
  /** @throws {NotFoundError} the data node knows no such asset. */
  readonly price: (asset: string) => AssetPrice | Promise<AssetPrice>;
  /** @throws {NotFoundError} the data node knows no such market. */
  readonly marketHistory: (
    market: MarketHistoryQuery,
  ) => readonly MarketPoint[] | Promise<readonly MarketPoint[]>;
};

export type MarketHistoryQuery = {
  readonly source: string;
  readonly asset: string;
  /** Unix seconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

const upstream = 'data node';

/** Whether the data node refuses to tell prices of symbols that are not named, or tells those of none. */
const wantsSymbols = ({ status, value }: UpstreamResponse) =>
  status === 400 || (isRecord(value) && isRecord(value.prices) && hasFieldCount(value.prices, 0));

/** Whether a refusal names the symbol that was asked for, as nodes do that read it (wire-facts 1.7). */
function namesSymbol({
  answer: response,
  symbol,
}: {
  answer: UpstreamResponse;
  symbol: string;
}): boolean {
  const { value } = response;
  const words = isRecord(value) && typeof value.error === 'string' ? value.error : '';
  return words.toUpperCase().includes(symbol.toUpperCase());
}

/** Whether the body of `/price` names an asset, or a pair of it, as the one asked for. */
const namesAsset =
  (asked: string): BodyCheck =>
  (body) => {
    if (!isRecord(body)) return true;
    const named = body.asset ?? body.symbol;
    return typeof named !== 'string' || baseTicker(named) === baseTicker(asked);
  };

/**
 * Whether the body of a market's history names it as the one asked for. Data nodes find assets by
 * their id and by their symbol, and name both in their rows.
 */
const namesMarket =
  (client: string, asset: string): BodyCheck =>
  (body) => {
    if (!isRecord(body) || !isSameName(body.source, client)) return !isRecord(body);
    const rows = Array.isArray(body.prices) ? body.prices.filter(isRecord) : [];
    const names = [body, ...rows]
      .flatMap((one) => [one.asset_id, one.assetId, one.symbol])
      .filter((name) => typeof name === 'string');
    return rows.length === 0 || names.length === 0 || names.some((name) => isSameName(name, asset));
  };

/** Reads through one request's `reader`. */
export function createPricesClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}): PricesClient {
  const { requestCache, dataNode, clock } = options;
  const get = (path: string, signal: AbortSignal, isAsked?: BodyCheck) =>
    dataNode.get(path, { signal, timeout: 3000, ...(isAsked ? { isAsked } : {}) });
  const fetchMap = (path: '/latest-prices' | '/fast-prices') =>
    requestCache.read('price', path, async (signal) => {
      let response = await get(path, signal);
      // Some want the symbols named in the one, but not in the other (wire-facts 1.7).
      if (path === '/latest-prices' && wantsSymbols(response)) {
        response = await get('/fast-prices', signal);
      }
      // The caller has sent nothing that could be wrong.
      if (response.status === 400) throw unavailableUpstream(upstream);
      return {
        value: parseListResponse<PriceMap>(response, upstreamPriceMapSchema, upstream),
        bytes: response.bytes,
      };
    });

  /**
   * The answer for an asset. One request names it in both dialects: documented nodes read `asset`, others
   * `symbol` and know pairs (wire-facts 1.7). Only a node whose 404 names the pair reads that, and is
   * asked for other names; an asset that is itself named like a pair may stand for its ticker.
   */
  async function getPrice(asset: string, signal: AbortSignal): Promise<UpstreamResponse> {
    const at = formatIsoSeconds(unixNow(clock));
    const ask = (name: string, symbol: string) => {
      const query = `asset=${encodeURIComponent(name)}&symbol=${encodeURIComponent(symbol)}`;
      return get(`/price?${query}&at=${at}`, signal, namesAsset(name));
    };
    const ticker = baseTicker(asset);
    const pairs = quoteCoins.map((coin) => `${ticker}${coin}`);
    const isTicker = asset === ticker;
    const [first = asset, ...others] = isTicker
      ? [...pairs, ticker]
      : [asset, ...pairs.filter((pair) => pair !== asset), ticker];
    const response = await ask(asset, first);
    let last = { answer: response, symbol: first };
    for (const symbol of others) {
      const isSettled = isTicker || last.symbol !== first;
      if (last.answer.status !== 404 || (isSettled && !namesSymbol(last))) break;
      last = { answer: await ask(ticker, symbol), symbol };
    }
    return last.answer.status === 200 ? last.answer : response;
  }

  return {
    latest: () => fetchMap('/latest-prices'),
    fast: () => fetchMap('/fast-prices'),
    price: (asset) =>
      requestCache.read('price', `/price ${asset}`, async (signal) => {
        const response = await getPrice(asset, signal);
        if (response.status === 404) throw new NotFoundError(`asset ${asset} has no price`);
        return {
          value: parseResponse(response, upstreamPriceSchema, upstream),
          bytes: response.bytes,
        };
      }),
    marketHistory: ({ source: client, asset, from, to }) =>
      requestCache.read(
        'marketHistory',
        JSON.stringify([client, asset, from, to]),
        async (signal) => {
          const query = new URLSearchParams();
          if (from !== undefined) query.set('from', formatIsoSeconds(from));
          if (to !== undefined) query.set('to', formatIsoSeconds(to));
          const unknown = () => new NotFoundError(`source ${client} has no asset ${asset}`);
          const [sourceName, assetName] = [encodePathSegment(client), encodePathSegment(asset)];
          if (sourceName === null || assetName === null) throw unknown();
          const path = `/market/prices/${sourceName}/${assetName}/history`;
          const response = await dataNode.get(query.size > 0 ? `${path}?${query}` : path, {
            signal,
            timeout: 15_000,
            isAsked: namesMarket(client, asset),
          });
          if (response.status === 404) throw unknown();
          const { prices } = parseResponse(response, upstreamHistorySchema, upstream);
          const points = prices
            .map((point) => ({ ...point, fetchedAt: formatIsoSeconds(point.timestamp) }))
            .sort((left, right) => left.timestamp - right.timestamp);
          return { value: points, bytes: response.bytes };
        },
      ),
  };
}
