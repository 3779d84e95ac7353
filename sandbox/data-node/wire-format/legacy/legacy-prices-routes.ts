import { createJsonResponse, ServiceError } from '../../../lib/http-service.ts';
import { roundToSignificant } from '../../../world/round-to-significant.ts';
import type { DataNodeState } from '../../data-node-state.ts';
import { getUnixNow } from '../../data-node-state.ts';
import { type CandleInterval, candleIntervals } from '../../dtf/nav-series.ts';
import type { PriceQuote } from '../../prices/price-quotes.ts';
import { parseListParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatPlainNumber } from '../format-decimal.ts';
import {
  createMissingParameterResponse,
  formatLegacyIsoTime,
  parseIsoParameter,
} from './legacy-values.ts';

/** Returns Bitget's trading pair of a ticker. */
const pair = (symbol: string) => `${symbol}USDC`;

const MAX_ROWS = 10_000;
const WEEK = 7 * 86_400;

/** Prices in the legacy variant of data nodes. */
export const createLegacyPricesRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/price',
    handle({ query }) {
      const symbol = query.get('symbol');
      if (symbol === null) return createMissingParameterResponse('symbol');
      if (query.get('at') === null) return createMissingParameterResponse('at');
      const at = parseIsoParameter(query, 'at');
      if (at === null) throw new ServiceError(400, 'at must be an ISO date-time');
      const quote = state.quotes.one(symbol, at * 1000);
      if (quote === null)
        throw new ServiceError(404, `no price of ${symbol.slice(0, 64)} near that time`);
      const fetched = Math.floor(quote.at / 1000);
      return createJsonResponse({
        symbol,
        price: formatPlainNumber(quote.price),
        fetched_at: formatLegacyIsoTime(fetched),
        delta_seconds: Math.abs(at - fetched),
      });
    },
  },
  {
    method: 'GET',
    path: '/prices',
    handle({ query }) {
      const symbols = parseListParam(query, 'symbols');
      if (symbols.length === 0) throw new ServiceError(400, 'no symbols given');
      const interval = query.get('interval') ?? '1h';
      if (!isPriceInterval(interval)) {
        throw new ServiceError(400, 'invalid interval, must be one of 1m, 5m, 15m, 1h, 1d');
      }
      return createJsonResponse(priceRows(state, { symbols, step: stepOf(interval), query }));
    },
  },
  {
    method: 'GET',
    path: '/latest-prices',
    handle({ query }) {
      const quotes = chosen(state, parseListParam(query, 'symbols'));
      const prices = quotes.map(({ symbol, price }) => [pair(symbol), formatPlainNumber(price)]);
      return createJsonResponse({ prices: Object.fromEntries(prices), count: quotes.length });
    },
  },
  {
    method: 'GET',
    path: '/fast-prices',
    handle({ query }) {
      const quotes = chosen(state, parseListParam(query, 'symbols'));
      const prices = quotes.map(({ symbol, price }) => {
        const half = state.quotes.halfSpread(symbol);
        const bid = formatPlainNumber(roundToSignificant(price * (1 - half)));
        const ask = formatPlainNumber(roundToSignificant(price * (1 + half)));
        return [pair(symbol), { last_price: formatPlainNumber(price), bid, ask }];
      });
      const age = Math.max(0, Date.now() - state.priceSnapshots.current().at);
      return createJsonResponse({
        prices: Object.fromEntries(prices),
        count: quotes.length,
        age_ms: age,
      });
    },
  },
];

type PriceInterval = CandleInterval | '1m';

function isPriceInterval(text: string): text is PriceInterval {
  return text === '1m' || Object.hasOwn(candleIntervals, text);
}

const stepOf = (interval: PriceInterval) => (interval === '1m' ? 60 : candleIntervals[interval]);

/** Returns the quotes of the requested symbols; of all symbols if none is requested. */
function chosen({ quotes }: DataNodeState, symbols: readonly string[]): readonly PriceQuote[] {
  if (symbols.length === 0) return quotes.all();
  return symbols.flatMap((symbol) => quotes.one(symbol) ?? []);
}

type RowsQuery = {
  readonly symbols: readonly string[];
  readonly step: number;
  readonly query: URLSearchParams;
};

function priceRows(state: DataNodeState, { symbols, step, query }: RowsQuery) {
  const now = getUnixNow(state);
  const to = Math.min(parseIsoParameter(query, 'to') ?? now, now);
  const from = parseIsoParameter(query, 'from') ?? to - WEEK;
  const most = Math.floor(MAX_ROWS / symbols.length);
  const first = Math.max(Math.ceil(from / step), Math.floor(to / step) - most + 1);
  const times: number[] = [];
  for (let turn = first; turn * step <= to; turn += 1) times.push(turn * step);
  const rows = (symbol: string) =>
    times.flatMap((time) => {
      const quote = state.quotes.one(symbol, time * 1000);
      return quote === null
        ? []
        : [{ price: formatPlainNumber(quote.price), at: formatLegacyIsoTime(time) }];
    });
  return Object.fromEntries(symbols.map((symbol) => [symbol, rows(symbol)]));
}
