import type { Reader } from '../../core/cache/reader.ts';
import { type Clock, unixNow } from '../../core/clock.ts';
import { NotFoundError, unavailableUpstream } from '../../core/errors.ts';
import { pathSegment } from '../../core/text/url-path.ts';
import { hasFields, isoSeconds, isRecord } from '../../core/wire.ts';
import {
  type BodyCheck,
  type HttpClient,
  isSameName,
  parseAnswer,
  parseListing,
  type UpstreamAnswer,
} from '../../upstreams/index.ts';
import { baseTicker, history, onePrice, type PriceMap, priceMap, quoteCoins } from './dialects.ts';
import type { AssetPrice, MarketPoint } from './shapes.ts';

export type { PriceMap } from './dialects.ts';

/** Prices from the data node, which answers as documented or in the dialect of wire-facts 1.7. */
export type PricesSource = {
  /** Ticker → USD, every asset that has a price. */
  readonly latest: () => PriceMap | Promise<PriceMap>;
  /** The same from the low-latency feed. */
  readonly fast: () => PriceMap | Promise<PriceMap>;
  /** @throws {NotFoundError} the data node knows no such asset. */
  readonly price: (asset: string) => AssetPrice | Promise<AssetPrice>;
  /** @throws {NotFoundError} the data node knows no such market. */
  readonly marketHistory: (
    market: MarketQuery,
  ) => readonly MarketPoint[] | Promise<readonly MarketPoint[]>;
};

export type MarketQuery = {
  readonly source: string;
  readonly asset: string;
  /** Unix seconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

const upstream = 'data node';

/** Whether the data node refuses to tell prices of symbols that are not named, or tells those of none. */
const wantsSymbols = ({ status, value }: UpstreamAnswer) =>
  status === 400 || (isRecord(value) && isRecord(value.prices) && hasFields(value.prices, 0));

/** Whether a refusal names the symbol that was asked for, as nodes do that read it (wire-facts 1.7). */
function namesSymbol({ answer, symbol }: { answer: UpstreamAnswer; symbol: string }): boolean {
  const { value } = answer;
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
  (source: string, asset: string): BodyCheck =>
  (body) => {
    if (!isRecord(body) || !isSameName(body.source, source)) return !isRecord(body);
    const rows = Array.isArray(body.prices) ? body.prices.filter(isRecord) : [];
    const names = [body, ...rows]
      .flatMap((one) => [one.asset_id, one.assetId, one.symbol])
      .filter((name) => typeof name === 'string');
    return rows.length === 0 || names.length === 0 || names.some((name) => isSameName(name, asset));
  };

/** Reads through one request's `reader`. */
export function createPricesSource(options: {
  readonly reader: Reader;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}): PricesSource {
  const { reader, dataNode, clock } = options;
  const get = (path: string, signal: AbortSignal, isAsked?: BodyCheck) =>
    dataNode.get(path, { signal, timeout: 3000, ...(isAsked ? { isAsked } : {}) });
  const fetchMap = (path: '/latest-prices' | '/fast-prices') =>
    reader.read('price', path, async (signal) => {
      let answer = await get(path, signal);
      // Some want the symbols named in the one, but not in the other (wire-facts 1.7).
      if (path === '/latest-prices' && wantsSymbols(answer)) {
        answer = await get('/fast-prices', signal);
      }
      // The caller has sent nothing that could be wrong.
      if (answer.status === 400) throw unavailableUpstream(upstream);
      return { value: parseListing<PriceMap>(answer, priceMap, upstream), bytes: answer.bytes };
    });

  /**
   * The answer for an asset. One request names it in both dialects: documented nodes read `asset`, others
   * `symbol` and know pairs (wire-facts 1.7). Only a node whose 404 names the pair reads that, and is
   * asked for other names; an asset that is itself named like a pair may stand for its ticker.
   */
  async function getPrice(asset: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    const at = isoSeconds(unixNow(clock));
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
    const answer = await ask(asset, first);
    let last = { answer, symbol: first };
    for (const symbol of others) {
      const isSettled = isTicker || last.symbol !== first;
      if (last.answer.status !== 404 || (isSettled && !namesSymbol(last))) break;
      last = { answer: await ask(ticker, symbol), symbol };
    }
    return last.answer.status === 200 ? last.answer : answer;
  }

  return {
    latest: () => fetchMap('/latest-prices'),
    fast: () => fetchMap('/fast-prices'),
    price: (asset) =>
      reader.read('price', `/price ${asset}`, async (signal) => {
        const answer = await getPrice(asset, signal);
        if (answer.status === 404) throw new NotFoundError(`asset ${asset} has no price`);
        return { value: parseAnswer(answer, onePrice, upstream), bytes: answer.bytes };
      }),
    marketHistory: ({ source, asset, from, to }) =>
      reader.read('marketHistory', JSON.stringify([source, asset, from, to]), async (signal) => {
        const query = new URLSearchParams();
        if (from !== undefined) query.set('from', isoSeconds(from));
        if (to !== undefined) query.set('to', isoSeconds(to));
        const unknown = () => new NotFoundError(`source ${source} has no asset ${asset}`);
        const [sourceName, assetName] = [pathSegment(source), pathSegment(asset)];
        if (sourceName === null || assetName === null) throw unknown();
        const path = `/market/prices/${sourceName}/${assetName}/history`;
        const answer = await dataNode.get(query.size > 0 ? `${path}?${query}` : path, {
          signal,
          timeout: 15_000,
          isAsked: namesMarket(source, asset),
        });
        if (answer.status === 404) throw unknown();
        const { prices } = parseAnswer(answer, history, upstream);
        const points = prices
          .map((point) => ({ ...point, fetchedAt: isoSeconds(point.timestamp) }))
          .sort((left, right) => left.timestamp - right.timestamp);
        return { value: points, bytes: answer.bytes };
      }),
  };
}
