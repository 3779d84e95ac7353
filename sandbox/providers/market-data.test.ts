import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpService, type HttpService } from '../lib/http-service.ts';
import { createLivePrices } from '../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../world/load-history.ts';
import { createCoinQuotes } from './coin-quotes.ts';
import { createMarketDataRoutes } from './market-data-routes.ts';

const world = loadHistoryWithUpcoming({ seed: 20_200_101, endDate: '2024-06-30' });
const now = () => Date.parse('2024-07-01T12:00:00Z');
const prices = createLivePrices({ ...world, now });

let service: HttpService;
let url: string;
beforeAll(async () => {
  const quotes = createCoinQuotes({ history: world.history, prices, now });
  service = createHttpService({ name: 'providers', routes: createMarketDataRoutes(quotes) });
  url = await service.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

const get = async (path: string) => {
  const response = await fetch(url + path);
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of every shape
  return { status: response.status, body: (await response.json()) as any };
};

test('default: prices by id, market cap and change when requested, unknown ids left out', async () => {
  const { body } = await get('/simple/price?ids=bitcoin,nothing&vs_currencies=usd');
  const column = world.history.assets.findIndex(({ id }) => id === 'bitcoin');
  expect(body).toEqual({ bitcoin: { usd: prices.priceNow(column) } });
  const full = await get(
    '/simple/price?ids=bitcoin&vs_currencies=usd&include_market_cap=true&include_24hr_change=true',
  );
  expect(full.body.bitcoin.usd_market_cap).toBeGreaterThan(full.body.bitcoin.usd);
  expect(full.body.bitcoin.usd_24h_change).toBe(prices.change24hAt(column, now()));
});

test('default: coins by market cap, a page at a time, with an image that can be fetched', async () => {
  const { body } = await get('/coins/markets?vs_currency=usd&per_page=5&page=2');
  const all = (await get('/coins/markets?vs_currency=usd&per_page=250')).body;
  expect(body).toEqual(all.slice(5, 10));
  const caps = all.map((coin: { market_cap: number }) => coin.market_cap);
  expect(caps).toEqual(caps.toSorted((a: number, b: number) => b - a));
  const image = await fetch(all[0].image);
  expect(image.headers.get('content-type')).toBe('image/svg+xml');
});

test('error: other currencies, no ids, too many ids', async () => {
  expect((await get('/simple/price?ids=bitcoin&vs_currencies=eur')).status).toBe(400);
  expect((await get('/simple/price?vs_currencies=usd')).status).toBe(422);
  const many = Array.from({ length: 251 }, (_, i) => `c${i}`).join(',');
  expect((await get(`/simple/price?ids=${many}&vs_currencies=usd`)).status).toBe(400);
});
