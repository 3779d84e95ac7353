import { createHttpService } from '../lib/http-service.ts';
import { runService } from '../lib/service-process.ts';
import { commonSettingsSchema, parseSettings, readScenario } from '../lib/settings.ts';
import { createLivePrices } from '../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../world/load-history.ts';
import { createPriceShock } from '../world/scenario.ts';
import { createCoinQuotes } from './coin-quotes.ts';
import { createMarketDataRoutes } from './market-data-routes.ts';

/** Entry of the sandbox's market-data provider, which is compatible with CoinGecko. */
await runService({
  name: 'providers',
  start: async () => {
    const settings = parseSettings(commonSettingsSchema, process.env);
    const { history, upcoming } = loadHistoryWithUpcoming({
      seed: settings.SANDBOX_SEED,
      endDate: settings.SANDBOX_END_DATE,
      dataDir: settings.DATA_DIR,
    });
    const now = Date.now;
    const prices = createLivePrices({
      history,
      upcoming,
      now,
      speed: settings.SANDBOX_SPEED,
      shock: createPriceShock(readScenario(settings)),
    });
    const quotes = createCoinQuotes({ history, prices, now });
    const service = createHttpService({
      name: 'providers',
      routes: createMarketDataRoutes(quotes),
    });
    const url = await service.listen({ host: settings.HOST, port: settings.PORT });
    return { ready: { url }, close: service.close };
  },
});
