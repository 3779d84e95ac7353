import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttpService } from '../lib/http-service.ts';
import type { RunningService } from '../lib/service-process.ts';
import { readScenario } from '../lib/settings.ts';
import { BATCH_CONFIG_FILE_NAME } from '../oracle/markets/batch-config-file.ts';
import { createLivePrices } from '../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../world/load-history.ts';
import { createPriceShock } from '../world/scenario.ts';
import { createChainMirror } from './chain/chain-mirror.ts';
import { createDataNodeState } from './create-data-node-state.ts';
import { createDataNodeRoutes } from './data-node-routes.ts';
import type { DataNodeSettings } from './settings.ts';
import { createSimulator } from './sim/simulator.ts';
import { createBatchConfigs } from './vision/batch-configs.ts';

/**
 * Starts the data node: loads the history, reads the chain, starts the simulator and listens.
 *
 * @param startSignal - Aborts the start.
 * @param dependenciesReady - Resolves when the chain has started.
 * @throws {Error} the history, the chain, the state folder or the port cannot be used.
 */
export async function startDataNode(
  settings: DataNodeSettings,
  startSignal: AbortSignal,
  dependenciesReady: Promise<unknown> = Promise.resolve(),
): Promise<RunningService> {
  await using opened = new AsyncDisposableStack();
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  opened.defer(stop);
  startSignal.addEventListener('abort', stop, { once: true });
  const logError = (text: string) => void process.stderr.write(`data-node: ${text}`);
  const { SANDBOX_SEED: seed, SANDBOX_END_DATE: endDate, DATA_DIR: dataDir } = settings;

  const { history, upcoming } = loadHistoryWithUpcoming({ seed, endDate, dataDir });
  const now = Date.now;
  const scenario = readScenario(settings);
  const { priceAt } = createLivePrices({
    history,
    upcoming,
    now,
    speed: settings.SANDBOX_SPEED,
    shock: createPriceShock(scenario),
  });
  await dependenciesReady;
  const mirror = await createChainMirror({
    rpcUrl: settings.L3_RPC_URL,
    deploymentsDir: settings.DEPLOYMENTS_DIR,
    stopping: stopping.signal,
    logError,
  });
  await mkdir(settings.SANDBOX_STATE_DIR, { recursive: true });
  const storePath = join(settings.SANDBOX_STATE_DIR, 'simulations.sqlite');
  const simulator = createSimulator({
    history,
    storePath,
    paceMs: settings.SANDBOX_SIM_PACE_MS,
    logError,
  });
  opened.defer(simulator.close);

  const routes = createDataNodeRoutes({
    state: createDataNodeState({ history, priceAt, now, mirror, seed, scenario }),
    mirror,
    batches: createBatchConfigs({
      mirror,
      configFile: join(settings.SANDBOX_STATE_DIR, BATCH_CONFIG_FILE_NAME),
    }),
    wireFormat: settings.SANDBOX_DIALECT,
    seed,
    explorerToken: settings.EXPLORER_TOKEN,
    oracleUrls: settings.ORACLE_PEERS,
    stopping: stopping.signal,
  });
  const service = createHttpService({
    name: 'data-node',
    routes: [...routes, ...simulator.routes],
  });
  opened.use(service);
  const url = await service.listen({ host: settings.HOST, port: settings.PORT });
  // Resources are closed in reverse order: the HTTP service first, the chain mirror last.
  const running = opened.move();
  return { ready: { url }, close: () => running.disposeAsync() };
}
