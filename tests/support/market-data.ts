import { testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import { createHttpService } from '../../sandbox/lib/http-service.ts';
import { createCoinQuotes } from '../../sandbox/providers/coin-quotes.ts';
import { createMarketDataRoutes } from '../../sandbox/providers/market-data-routes.ts';
import { createLivePrices } from '../../sandbox/world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../../sandbox/world/load-history.ts';

/** The sandbox's market-data provider on a free port, over the world of the test data node. */
export type MarketData = AsyncDisposable & { readonly url: string };

/** Starts it; its time stands still at `testNow`. */
export async function startMarketData(): Promise<MarketData> {
  const now = () => testNow;
  const { history, upcoming } = loadHistoryWithUpcoming({
    seed: 20_200_101,
    endDate: '2026-03-10',
  });
  const prices = createLivePrices({ history, upcoming, now });
  const quotes = createCoinQuotes({ history, prices, now });
  const service = createHttpService({ name: 'providers', routes: createMarketDataRoutes(quotes) });
  return {
    url: await service.listen({ host: '127.0.0.1', port: 0 }),
    [Symbol.asyncDispose]: () => service.close(),
  };
}
