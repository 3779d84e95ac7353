import { z } from 'zod';
import { runService } from '../lib/service-process.ts';
import { commonSettingsSchema, parseSettings, readScenario } from '../lib/settings.ts';
import { createLivePrices } from '../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../world/load-history.ts';
import { planFunds } from '../world/plan-funds.ts';
import { createPriceShock } from '../world/scenario.ts';
import { startSandboxChains } from './sandbox-chains.ts';
import { createFundNavs } from './seed/fund-navs.ts';

const port = z.coerce.number('must be a port number').int().min(0).max(65_535);

const settingsSchema = commonSettingsSchema.extend({
  L3_PORT: port.default(8545),
  SETTLEMENT_PORT: port.default(8546),
});

await runService({
  name: 'chain',
  start: async (signal) => {
    const settings = parseSettings(settingsSchema, process.env);
    const { history, upcoming } = loadHistoryWithUpcoming({
      seed: settings.SANDBOX_SEED,
      endDate: settings.SANDBOX_END_DATE,
      dataDir: settings.DATA_DIR,
    });
    const plan = planFunds(history);
    const speed = settings.SANDBOX_SPEED;
    const scenario = readScenario(settings);
    const prices = createLivePrices({
      history,
      upcoming,
      now: Date.now,
      speed,
      shock: createPriceShock(scenario),
    });
    const chains = await startSandboxChains({
      history,
      plan,
      navs: createFundNavs(plan, prices.priceAt),
      speed,
      scenario,
      ports: { l3: settings.L3_PORT, settlement: settings.SETTLEMENT_PORT },
      deploymentsDir: settings.DEPLOYMENTS_DIR,
      stateDir: settings.SANDBOX_STATE_DIR,
      log: (message) => console.error(message),
      signal,
    });
    // Deliberately unhandled: the process must exit when a chain fails.
    chains.failed.then((error) => {
      if (!signal.aborted) throw error;
    });
    const { blocks, transactions } = chains.written;
    console.error(`${plan.funds.length} DTFs: ${transactions} transactions in ${blocks} blocks`);
    return {
      ready: { l3: chains.l3.url, settlement: chains.settlement.url },
      close: chains.close,
    };
  },
});
