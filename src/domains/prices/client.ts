import type { RequestCache } from '../../cache/request-cache.ts';
import { secondsPerDay } from '../../finance/daily-series.ts';
import { type Clock, unixNow } from '../../lib/clock.ts';
import { encodePathSegment } from '../../lib/encoding/url-path.ts';
import {
  createUpstreamUnavailableError,
  GatewayError,
  MisroutedResponseError,
  NotFoundError,
} from '../../lib/errors.ts';
import { formatIsoSeconds, isRecord } from '../../lib/parse.ts';
import {
  type BodyMatchesRequest,
  type HttpClient,
  isSameResourceName,
  parseRequiredResponse,
  parseResponse,
  type UpstreamJsonResponse,
} from '../../upstreams/index.ts';
import type { MarketHistoryQuery } from './params.ts';
import type { AssetPrice, MarketPoint } from './schema.ts';
import { findUnchangedSince } from './unchanged-prices.ts';
import {
  baseTicker,
  type PriceMap,
  quoteCoins,
  upstreamMarketHistorySchema,
  upstreamPriceMapSchema,
  upstreamPriceSchema,
} from './upstream-schema.ts';

const upstream = 'data node';

/** How far back an unchanged price is followed. */
const longestUnchangedSeconds = 3653 * secondsPerDay;

/** Memory of a date in the cache. */
const dateBytes = 64;

/**
 * Whether the data node requires symbols: it rejects a request without them or returns no prices.
 */
const wantsSymbols = ({ status, value }: UpstreamJsonResponse) =>
  status === 400 ||
  (isRecord(value) && isRecord(value.prices) && Object.keys(value.prices).length === 0);

/** Whether an error message contains the symbol, which shows that the node reads `symbol`. */
function namesSymbol({ value }: UpstreamJsonResponse, symbol: string): boolean {
  const message = isRecord(value) && typeof value.error === 'string' ? value.error : '';
  return message.toUpperCase().includes(symbol.toUpperCase());
}

/**
 * Accepts a body of `/price` that names the requested asset, and the second body that names the
 * same other asset: the data node may know the asset by an id and respond with its ticker.
 */
function namesAsset(requested: string): BodyMatchesRequest {
  let renamed: string | undefined;
  return (body) => {
    const named = isRecord(body) ? (body.asset ?? body.symbol) : undefined;
    if (typeof named !== 'string' || baseTicker(named) === baseTicker(requested)) return true;
    const isRepeated = renamed === named;
    renamed = named;
    return isRepeated;
  };
}

/** Rejects a market history that names another source, or only other assets by id or symbol. */
const namesMarket =
  (source: string, asset: string): BodyMatchesRequest =>
  (body) => {
    if (!isRecord(body) || !isSameResourceName(body.source, source)) return !isRecord(body);
    const rows = Array.isArray(body.prices) ? body.prices.filter(isRecord) : [];
    const names = [body, ...rows]
      .flatMap((one) => [one.asset_id, one.assetId, one.symbol])
      .filter((name) => typeof name === 'string');
    return (
      rows.length === 0 ||
      names.length === 0 ||
      names.some((name) => isSameResourceName(name, asset))
    );
  };

/** Creates one request's client for prices of the data node, in the documented or legacy format. */
export function createPricesClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}) {
  const { requestCache, dataNode, clock } = options;
  const get = (
    path: string,
    signal: AbortSignal,
    belongsToRequest: BodyMatchesRequest = () => true,
  ) => dataNode.get(path, { signal, timeout: 3000, belongsToRequest });
  const fetchMap = (path: '/latest-prices' | '/fast-prices') =>
    requestCache.read<PriceMap>('price', path, async (signal) => {
      let response = await get(path, signal);
      // Some legacy nodes require symbols here but not on `/fast-prices`.
      if (path === '/latest-prices' && wantsSymbols(response)) {
        response = await get('/fast-prices', signal);
      }
      // The request has no parameters, so a 400 is the upstream's fault.
      if (response.status === 400) throw createUpstreamUnavailableError(upstream);
      const value = parseRequiredResponse(response, upstreamPriceMapSchema, upstream);
      return { value, bytes: response.bytes };
    });

  /** Whether the data node may call an asset `named`: any name, but for a ticker only the same. */
  async function mayBeNamed(asset: string, named: string): Promise<boolean> {
    const ticker = baseTicker(asset);
    if (baseTicker(named) === ticker) return true;
    try {
      return !(await fetchMap('/latest-prices')).has(ticker);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      return false;
    }
  }

  /**
   * Fetches the price of an asset. Data nodes read the parameter `asset`; legacy ones read
   * `symbol`, maybe a pair such as BTCUSDC. After a 404 the next symbol is tried if the error names
   * the symbol; an asset named like a pair is always retried under its base ticker.
   */
  async function getPrice(asset: string, signal: AbortSignal): Promise<UpstreamJsonResponse> {
    const at = formatIsoSeconds(unixNow(clock));
    const fetchAs = (name: string, symbol: string) => {
      const query = `asset=${encodeURIComponent(name)}&symbol=${encodeURIComponent(symbol)}`;
      return get(`/price?${query}&at=${at}`, signal, namesAsset(name));
    };
    const ticker = baseTicker(asset);
    const pairs = quoteCoins.map((coin) => `${ticker}${coin}`);
    const isTicker = asset === ticker;
    const [first = asset, ...others] = isTicker
      ? [...pairs, ticker]
      : [asset, ...pairs.filter((pair) => pair !== asset), ticker];
    const response = await fetchAs(asset, first);
    let last = { response, symbol: first };
    for (const symbol of others) {
      const isSettled = isTicker || last.symbol !== first;
      if (last.response.status !== 404) break;
      if (isSettled && !namesSymbol(last.response, last.symbol)) break;
      last = { response: await fetchAs(ticker, symbol), symbol };
    }
    return last.response.status === 200 ? last.response : response;
  }

  async function fetchHistory(
    { source, asset, from, to }: MarketHistoryQuery,
    signal: AbortSignal,
  ): Promise<{ readonly value: readonly MarketPoint[]; readonly bytes: number }> {
    const query = new URLSearchParams();
    if (from !== undefined) query.set('from', formatIsoSeconds(from));
    if (to !== undefined) query.set('to', formatIsoSeconds(to));
    const unknown = () => new NotFoundError(`source ${source} has no asset ${asset}`);
    const [sourceName, assetName] = [encodePathSegment(source), encodePathSegment(asset)];
    if (sourceName === null || assetName === null) throw unknown();
    const path = `/market/prices/${sourceName}/${assetName}/history`;
    const response = await dataNode.get(query.size > 0 ? `${path}?${query}` : path, {
      signal,
      timeout: 15_000,
      belongsToRequest: namesMarket(source, asset),
    });
    if (response.status === 404) throw unknown();
    const { prices } = parseResponse(response, upstreamMarketHistorySchema, upstream);
    const points = prices
      .map((point) => ({ ...point, fetchedAt: formatIsoSeconds(point.timestamp) }))
      .sort((left, right) => left.timestamp - right.timestamp);
    return { value: points, bytes: response.bytes };
  }

  return {
    /** Ticker → USD for every asset with a price. */
    latest: () => fetchMap('/latest-prices'),
    /** Like `latest`, from the low-latency feed. */
    fast: () => fetchMap('/fast-prices'),
    /** @throws {NotFoundError} the data node does not know the asset. */
    price: (asset: string) =>
      requestCache.read<AssetPrice>('price', `/price ${asset}`, async (signal) => {
        const noPrice = () => new NotFoundError(`asset ${asset} has no price`);
        const response = await getPrice(asset, signal).catch((error: unknown) => {
          throw error instanceof MisroutedResponseError ? noPrice() : error;
        });
        if (response.status === 404) throw noPrice();
        const value = parseResponse(response, upstreamPriceSchema, upstream);
        if (!(await mayBeNamed(asset, value.asset))) throw noPrice();
        return { value, bytes: response.bytes };
      }),
    /** Points ascending by time. @throws {NotFoundError} the data node does not know the market. */
    marketHistory: (query: MarketHistoryQuery) => {
      const { source, asset, from, to } = query;
      const key = JSON.stringify([source, asset, from, to]);
      return requestCache.read<readonly MarketPoint[]>('marketHistory', key, (signal) =>
        fetchHistory(query, signal),
      );
    },
    /**
     * First UTC day since which the value of a market is that of its newest observation, at most
     * ten years ago. @throws {NotFoundError} the data node does not know the market.
     */
    unchangedSince: (source: string, asset: string) =>
      requestCache.read<string | null>(
        'unchangedSince',
        JSON.stringify([source, asset]),
        async (signal) => {
          const from = unixNow(clock) - longestUnchangedSeconds;
          const { value } = await fetchHistory({ source, asset, from, to: undefined }, signal);
          return { value: findUnchangedSince(value), bytes: dateBytes };
        },
      ),
  };
}
