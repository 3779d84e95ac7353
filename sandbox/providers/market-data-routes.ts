import {
  createBytesResponse,
  createJsonResponse,
  ServiceError,
  type ServiceRoute,
} from '../lib/http-service.ts';
import { renderCoinImage } from './coin-image.ts';
import type { CoinQuote, CoinQuotes } from './coin-quotes.ts';

/** Maximum number of coins in one call, as at CoinGecko. */
const maxIds = 250;
const maxPageSize = 250;

/**
 * The routes of a CoinGecko-compatible provider that gateways call: `/simple/price` and
 * `/coins/markets`.
 */
export function createMarketDataRoutes(quotes: CoinQuotes): readonly ServiceRoute[] {
  return [
    {
      method: 'GET',
      path: '/health',
      handle: () => createJsonResponse({ status: 'healthy' }),
    },
    {
      method: 'GET',
      path: '/simple/price',
      handle({ query }) {
        onlyUsd(query.get('vs_currencies'), 'vs_currencies');
        const ids = parseIds(query.get('ids'));
        if (ids === null) throw new ServiceError(422, 'Missing parameter ids');
        const withCap = query.get('include_market_cap') === 'true';
        const withChange = query.get('include_24hr_change') === 'true';
        const found = ids.map((id) => quotes.quote(id)).filter((quote) => quote !== null);
        return createJsonResponse(
          Object.fromEntries(
            found.map(({ id, price, marketCap, change24h }) => [
              id,
              {
                usd: price,
                ...(withCap ? { usd_market_cap: marketCap } : {}),
                ...(withChange ? { usd_24h_change: change24h } : {}),
              },
            ]),
          ),
        );
      },
    },
    {
      method: 'GET',
      path: '/coins/markets',
      handle({ query, headers }) {
        onlyUsd(query.get('vs_currency'), 'vs_currency');
        const ids = parseIds(query.get('ids'));
        const size = wholeNumber(query.get('per_page'), 100, maxPageSize);
        const page = wholeNumber(query.get('page'), 1, 10_000);
        const wanted = ids && new Set(ids);
        const coins = quotes.all().filter(({ id }) => !wanted || wanted.has(id));
        const origin = `http://${headers.host ?? 'localhost'}`;
        return createJsonResponse(
          coins.slice((page - 1) * size, page * size).map((coin) => marketRow(coin, origin)),
        );
      },
    },
    {
      method: 'GET',
      path: '/images/:id',
      handle({ params }) {
        const quote = quotes.quote((params.id ?? '').replace(/\.svg$/, ''));
        if (!quote) throw new ServiceError(404, 'no such coin');
        return createBytesResponse(Buffer.from(renderCoinImage(quote)), {
          headers: { 'content-type': 'image/svg+xml' },
        });
      },
    },
  ];
}

function marketRow(coin: CoinQuote, origin: string) {
  return {
    id: coin.id,
    symbol: coin.symbol.toLowerCase(),
    name: coin.name,
    image: `${origin}/images/${encodeURIComponent(coin.id)}.svg`,
    current_price: coin.price,
    market_cap: coin.marketCap,
    price_change_percentage_24h: coin.change24h,
  };
}

function onlyUsd(currencies: string | null, name: string): void {
  if (currencies === 'usd') return;
  throw new ServiceError(currencies === null ? 422 : 400, `${name} must be usd`);
}

/** Parses a comma-separated list of ids; null if the parameter is missing. */
function parseIds(text: string | null): string[] | null {
  if (text === null) return null;
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length > maxIds) throw new ServiceError(400, `ids must be at most ${maxIds}`);
  return ids;
}

function wholeNumber(text: string | null, standard: number, max: number): number {
  const value = text === null ? standard : Number(text);
  return Number.isInteger(value) ? Math.min(Math.max(value, 1), max) : standard;
}
